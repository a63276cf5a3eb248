"""`rotwsim replay` and `rotwsim review`: one game turn by turn, and why it was won or lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from rotwsim.cli import command
from rotwsim.cli.options import GAME, QUIET, RUN_SEED, option, scenario_options
from rotwsim.cli.progress import progress
from rotwsim.cli.tables import show_json, show_notes
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.options import SCENARIO_OPTIONS
from rotwsim.scenario.schema import DataError

if TYPE_CHECKING:
    from rotwsim.replay import Story
    from rotwsim.replay.review import ReviewedGame
    from rotwsim.scenario.scenario import Scenario

ROLLOUTS = 60  # games played on from each action for the chance to win
MOST_OTHERS = 100_000  # of these
BUTTONS = {name: f"{name.capitalize()} game" for name in ("another", "closest", "best", "worst")}


@command(
    "rotwsim replay --board eastern-us --barons --player random --seed 1 --game 3",
    "rotwsim replay --player random --html game.html",
    "rotwsim replay --html game.html --chances",
)
@scenario_options
@RUN_SEED
@GAME
@option("--json", "Print the story as one JSON object.", "as_json")
@option("--html FILE", "Write a page with the board.")
@option(
    "--chances", f"With --html or --json: the chance to win after each action, by {ROLLOUTS} games."
)
@option(
    "--others N",
    "With --html: also pages of the next game and of the closest, best and worst of N games.",
    type=click.IntRange(0, MOST_OTHERS),
    default=0,
)
@QUIET
def replay(
    scenario: Scenario,
    seed: int,
    game: int,
    as_json: bool,
    html: Path | None,
    chances: bool,
    others: int,
    quiet: bool,
) -> None:
    """Show one game, turn by turn.

    You see the set-up, every action with its cost and points, the Railbot step, income, and the
    open cards after each turn. At the end come the points by source. It is the same log that
    `rotwsim dev audit` checks. The page of --html goes step by step and shows the player's three
    best choices.
    """
    from rotwsim.replay import text_of

    if html and as_json:
        raise click.UsageError("--html writes a page and --json prints: give one of them.")
    if chances and not html and not as_json:
        raise click.UsageError("--chances goes with --html or --json.")
    if html:
        _write_pages(scenario, (seed, game), html, chances, others, quiet)
    elif as_json:
        story = _story(scenario, seed, game, quiet, chances, why=chances)
        show_json(story.as_dict())
    else:
        click.echo(text_of(_story(scenario, seed, game, quiet)), nl=False)


def _story(
    scenario: Scenario, seed: int, game: int, quiet: bool, chances: bool = False, why: bool = False
) -> Story:
    """Replay a game; `why` adds what the player thought at each action, and chances to win."""
    from rotwsim import replay as replay_game

    with progress(quiet, piped=chances) as advance:

        def watch(done: int, actions: int) -> None:
            advance(done, actions, lambda: f"{done} of {actions} actions looked at")

        rollouts = ROLLOUTS if chances else 0
        return replay_game(scenario, seed, game, why=why, rollouts=rollouts, watch=watch)


def _write_pages(
    scenario: Scenario, which: tuple[int, int], html: Path, chances: bool, others: int, quiet: bool
) -> None:
    from rotwsim.replay import games_worth_a_look

    seed, game = which
    wanted = games_worth_a_look(scenario, seed, game, others) if others else {}
    files = {name: html.with_name(f"{html.stem}-{name}{html.suffix}") for name in wanted}
    buttons = {BUTTONS[name]: file.name for name, file in files.items()}
    for number, file in [(game, html), *((wanted[name], file) for name, file in files.items())]:
        story = _story(scenario, seed, number, quiet, chances, why=True)
        write_page(file, story, scenario, others=buttons)


def write_page(html: Path, story: Story, scenario: Scenario, **given) -> None:
    from rotwsim.report.page.replay import replay_page

    html.parent.mkdir(parents=True, exist_ok=True)
    write_whole(html, replay_page(story, scenario, **given))
    click.echo(f"Written: {html}")


LEAST, MOST = 30, 100_000  # rollouts


@command(
    "rotwsim review --wins 50 --seed 1 --game 3",
    "rotwsim review evening.json --html evening.html",
    "rotwsim review --wins 50 --games 10",
    "rotwsim review ~/.local/share/rotwsim/games.csv",
)
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[GAME]...")
@scenario_options
@RUN_SEED
@GAME
@option(
    "--games N",
    "Review this many games.",
    type=click.IntRange(1, 1_000),
    default=1,
    show_default=False,
)
@option("--html FILE", "Write the replay page with the review.")
@option("--json", "Print the review as one JSON object.", "as_json")
@option("--short", "Leave out the list of all decisions.")
@option(
    "--rollouts N", "Games that judge each decision.", type=click.IntRange(LEAST, MOST), default=400
)
@option("--jobs N", "Positions to judge at the same time.  [default: one per core]")
@QUIET
def review(scenario: Scenario, files, seed, game, games, quiet, **asked) -> None:
    """Find out why a game was won or lost.

    You see what each decision cost against the best choice, what luck brought, and when the game
    was decided. To judge a decision, the expert plays on from it with hidden cards dealt at random;
    every choice gets the same deals. GAME is a file that `rotwsim play` saved, its log of games, or
    the output of `rotwsim replay --json`. Without GAME we review game --game of --seed. Several
    games give a profile: where this person loses points. The cost of your own decisions goes into
    your log, and `rotwsim me` uses it.
    """
    from rotwsim.replay.review_text import profile_text, review_text

    source = click.get_current_context().get_parameter_source
    if files and any(source(one.name) is ParameterSource.COMMANDLINE for one in SCENARIO_OPTIONS):
        raise click.UsageError("a file names its own board and player; leave the options out.")
    if asked["html"] and asked["as_json"]:
        raise click.UsageError("--html writes a page and --json prints: give one of them.")
    files = [file for path in files for file in games_of(path)]
    given = [from_file(path) for path in files]
    given = given or [(scenario, seed, game + place, ()) for place in range(games)]
    if len(given) > 1 and asked["html"]:
        raise click.UsageError("--html shows one game: name one file, or leave --games out.")
    found = [reviewed(one, asked, quiet, place, len(given)) for place, one in enumerate(given)]
    if asked["as_json"]:
        shown = [one.review.as_dict() for one in found]
        show_json(shown[0] if len(shown) == 1 else {"games": shown})
    elif len(found) > 1:
        click.echo(profile_text([one.review for one in found]), nl=False)
    else:
        click.echo(review_text(found[0].review, not (asked["short"] or asked["html"])), nl=False)
    if asked["html"]:
        one = found[0]
        write_page(asked["html"], one.story, one.judged.scenario, review=one.review)
    logs = noted(files, found)
    if not asked["as_json"]:
        show_notes(f"what errors cost is noted in {log}; rotwsim me counts it" for log in logs)


def games_of(path: Path) -> list[Path]:
    """Name the games of a log, or the one game of another file."""
    from rotwsim.session.game import saved_games

    return saved_games(path) if path.suffix == ".csv" else [path]


def noted(files, found: list[ReviewedGame]) -> list[Path]:
    """Note what errors cost in the logs that name the files; list these logs."""
    from rotwsim.session.game import log_errors

    pairs = zip(files, [one.review for one in found], strict=False)  # no file: the game of a seed
    logs = [log for file, one in pairs for log in log_errors(file, one.errors, one.known_within)]
    return list(dict.fromkeys(logs))


def reviewed(given, asked, quiet: bool, place: int = 0, many: int = 1) -> ReviewedGame:
    from rotwsim.replay.review import reviewed_game
    from rotwsim.runner.judge import Effort
    from rotwsim.runner.parallel import cores

    scenario, seed, game, taken = given
    effort = Effort(rollouts=asked["rollouts"], jobs=asked["jobs"] or cores())
    with progress(quiet, piped=True) as advance:

        def watch(done: int, wanted: int) -> None:
            which = f"game {place + 1} of {many}: " if many > 1 else ""
            advance(done, wanted, lambda: f"{which}{done} of {wanted} steps judged")

        return reviewed_game(scenario, seed, game, taken, effort, watch)


def from_file(path: Path) -> tuple:
    """Read a game: one saved by `rotwsim play`, or a story."""
    from rotwsim.scenario.scenario import Scenario
    from rotwsim.session.game import load

    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(f"{path}: {error.strerror}") from None
    except ValueError:
        data = None
    if not isinstance(data, dict):
        raise DataError(f"{path} is neither a saved game nor a story of rotwsim replay --json")
    if "turns" in data and "scenario" in data:
        named = {name: data["scenario"][name] for name in Scenario.of().describe()}
        known = {k: v for k, v in named.items() if k not in ("rulings", "parameters", "data")}
        return Scenario.of(**known), int(data["seed"]), int(data["game"]), ()
    game = load(path)
    if not game.over:
        raise DataError(f"{path} is not finished; rotwsim play --load {path} goes on")
    return game.scenario, game.seed, game.game, game.taken

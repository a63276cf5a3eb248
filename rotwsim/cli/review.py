"""`rotwsim review`: why a game was won or lost, decision by decision, as text or as a page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rotwsim.cli.frame import example
from rotwsim.cli.options import QUIET, scenario_options
from rotwsim.cli.progress import progress
from rotwsim.cli.tables import as_json as as_text
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.schema import DataError

if TYPE_CHECKING:
    from rotwsim.replay.review import ReviewedGame
    from rotwsim.scenario.scenario import Scenario

OUTPUT = click.Path(dir_okay=False, path_type=Path)
LEAST, MOST = 30, 100_000  # rollouts
NO_HELP = ((), ())  # decisions with hints, and those with undos


@click.command(
    epilog=example(
        "rotwsim review --wins 50 --seed 1 --game 3",
        "rotwsim review evening.json --html evening.html",
        "rotwsim review --wins 50 --games 10",
    )
)
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[GAME]...")
@scenario_options
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True, help="Run seed."
)
@click.option(
    "--game", type=click.IntRange(0, 10**12 - 1), default=0, show_default=True, help="Game."
)
@click.option(
    "--games", type=click.IntRange(1, 1_000), default=1, help="Games from there on: a profile."
)
@click.option("--html", type=OUTPUT, metavar="FILE", help="Write the replay page with the review.")
@click.option("--json", "as_json", is_flag=True, help="Print the review as one JSON object.")
@click.option("--short", is_flag=True, help="Leave out the list of all decisions.")
@click.option(
    "--rollouts",
    type=click.IntRange(LEAST, MOST),
    default=400,
    show_default=True,
    help="Games played on from each decision.",
)
@click.option("--jobs", type=int, help="Stops judged at once.  [default: one per core]")
@QUIET
def review(scenario: Scenario, files, seed, game, games, quiet, **asked) -> None:
    """Why was this game won or lost?

    What each decision cost against the best choice, what each random event brought, and when the
    game was over. The expert plays on from every position with the hidden cards dealt at random,
    the same deals for every choice. GAME is a file that `rotwsim play` saved, or a story of
    `rotwsim replay --json`; without one the game of a seed is reviewed. Several games give a
    profile: where this person loses points.
    """
    from rotwsim.replay.review_text import profile_text, review_text
    from rotwsim.scenario.scenario import Scenario

    if files and scenario != Scenario.of():
        raise click.UsageError("a file names its own board and player; leave the options out.")
    if asked["html"] and asked["as_json"]:
        raise click.UsageError("--html writes a page and --json prints: give one of them.")
    given = [from_file(path) for path in files]
    given = given or [(scenario, seed, game + place, (), NO_HELP) for place in range(games)]
    if len(given) > 1 and asked["html"]:
        raise click.UsageError("--html shows one game: name one file, or leave --games out.")
    found = [reviewed(one, asked, quiet, place, len(given)) for place, one in enumerate(given)]
    if asked["as_json"]:
        shown = [one.review.as_dict() for one in found]
        click.echo(as_text(shown[0] if len(shown) == 1 else {"games": shown}))
    elif len(found) > 1:
        click.echo(profile_text([one.review for one in found]), nl=False)
    else:
        click.echo(review_text(found[0].review, not (asked["short"] or asked["html"])), nl=False)
    if asked["html"]:
        write_page(found[0], asked["html"])


def reviewed(given, asked, quiet: bool, place: int = 0, many: int = 1) -> ReviewedGame:
    """Review one game, with a bar."""
    from rotwsim.replay.review import reviewed_game
    from rotwsim.replay.review_text import mark_help
    from rotwsim.runner.judge import Effort
    from rotwsim.runner.parallel import cores

    scenario, seed, game, taken, helped = given
    effort = Effort(rollouts=asked["rollouts"], jobs=asked["jobs"] or cores())
    with progress(quiet, piped=True) as advance:

        def watch(done: int, wanted: int) -> None:
            which = f"game {place + 1} of {many}: " if many > 1 else ""
            advance(done, wanted, lambda: f"{which}{done} of {wanted} steps judged")

        found = reviewed_game(scenario, seed, game, taken, effort, watch)
    mark_help(found.review, *helped)
    return found


def write_page(found: ReviewedGame, html: Path) -> None:
    """Write the replay page of a game with its review on top."""
    from rotwsim.report.page.replay import replay_page

    html.parent.mkdir(parents=True, exist_ok=True)
    write_whole(html, replay_page(found.story, found.judged.scenario, review=found.review))
    click.echo(f"Written: {html}")


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
        return Scenario.of(**known), int(data["seed"]), int(data["game"]), (), NO_HELP
    game = load(path)
    if not game.over:
        raise DataError(f"{path} is not finished; rotwsim play --load {path} goes on")
    return game.scenario, game.seed, game.game, game.taken, (game.hinted, game.undone)

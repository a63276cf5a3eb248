"""`rotwsim replay`: one game turn by turn, as text, as JSON or as a page to step through."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rotwsim.cli.frame import example
from rotwsim.cli.options import QUIET, scenario_options
from rotwsim.cli.progress import progress
from rotwsim.cli.tables import as_json as as_text
from rotwsim.scenario.files import write_whole

if TYPE_CHECKING:
    from rotwsim.replay import Story
    from rotwsim.scenario.scenario import Scenario

OUTPUT = click.Path(dir_okay=False, path_type=Path)
ROLLOUTS = 60  # games played on from each action for the chance to win
MOST_OTHERS = 100_000  # of these
BUTTONS = {
    "another": "Another game",
    "closest": "Closest game",
    "best": "Best game",
    "worst": "Worst game",
}


@click.command(
    epilog=example(
        "rotwsim replay --board eastern-us --barons --player random --seed 1 --game 3",
        "rotwsim replay --player random --html game.html",
        "rotwsim replay --html game.html --chances",
    )
)
@scenario_options
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True, help="Run seed."
)
@click.option(
    "--game", type=click.IntRange(0, 10**12 - 1), default=0, show_default=True, help="Game."
)
@click.option("--json", "as_json", is_flag=True, help="Print the story as one JSON object.")
@click.option("--html", type=OUTPUT, metavar="FILE", help="Write a page with the board.")
@click.option(
    "--chances",
    is_flag=True,
    help=f"With --html or --json: the chance to win after each action, by {ROLLOUTS} games.",
)
@click.option(
    "--others",
    type=click.IntRange(0, MOST_OTHERS),
    default=0,
    help="With --html: also pages of the next game and of the closest, best and worst of N games.",
    metavar="N",
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
    """One game, turn by turn.

    Set-up, every action with its cost and points, the Railbot step, income, and what is open at
    the end of each turn; then the result by source of points. Everything is read off the game's
    event log, the one that `rotwsim dev audit` checks. The page goes step by step and says for each
    action which three the player thought best.
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
        click.echo(as_text(story.as_dict()))
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
    """Write the page, and beside it those its buttons lead to."""
    from rotwsim.replay import games_worth_a_look
    from rotwsim.report.page.replay import replay_page

    html.parent.mkdir(parents=True, exist_ok=True)
    seed, game = which
    wanted = games_worth_a_look(scenario, seed, game, others) if others else {}
    files = {name: html.with_name(f"{html.stem}-{name}{html.suffix}") for name in wanted}
    buttons = {BUTTONS[name]: file.name for name, file in files.items()}
    for number, file in [(game, html), *((wanted[name], file) for name, file in files.items())]:
        story = _story(scenario, seed, number, quiet, chances, why=True)
        write_whole(file, replay_page(story, scenario, buttons))
        click.echo(f"Written: {file}")

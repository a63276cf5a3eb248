"""`rotwsim replay`: one game told turn by turn, as text, as JSON or as a page."""

from __future__ import annotations

from pathlib import Path

import click

from rotwsim.cli.frame import example
from rotwsim.cli.options import scenario_options

OUTPUT = click.Path(dir_okay=False, path_type=Path)


@click.command(
    epilog=example(
        "rotwsim replay --board eastern-us --barons --player random --seed 1 --game 3",
        "rotwsim replay --player random --html game.html",
    )
)
@scenario_options
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Run seed.")
@click.option("--game", type=click.IntRange(min=0), default=0, show_default=True, help="Game.")
@click.option("--json", "as_json", is_flag=True, help="Print the story as one JSON object.")
@click.option("--html", type=OUTPUT, metavar="FILE", help="Write a page with the board.")
def replay(scenario, seed: int, game: int, as_json: bool, html: Path | None) -> None:
    """One game, told turn by turn.

    Set-up, every action with its cost and points, the Railbot step, income, and what lies open at
    the end of each turn; then the result by source of points. Everything is read off the game's
    event log, the one that `rotwsim audit` checks.
    """
    from rotwsim.replay import story_of, text_of
    from rotwsim.runner.play import play

    story = story_of(scenario, seed, game, play(scenario, seed, game, log=True).log)
    if html:
        from rotwsim.report.page.replay import replay_page

        html.parent.mkdir(parents=True, exist_ok=True)
        html.write_text(replay_page(story, scenario), encoding="utf-8")
        click.echo(f"Written: {html}")
    elif as_json:
        from rotwsim.cli.tables import as_json as as_text

        click.echo(as_text(story))
    else:
        click.echo(text_of(story), nl=False)

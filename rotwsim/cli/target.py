"""`rotwsim target`: what brings a board nearest to a wanted win rate."""

from __future__ import annotations

import click

from rotwsim.analysis.sizes import FRESH_GAMES, FRESH_SEED, TARGET_GAMES
from rotwsim.cli.analysis import answer, as_fraction, games_option, request_options
from rotwsim.cli.frame import example
from rotwsim.cli.options import scenario_options


@click.command(
    epilog=example(
        "rotwsim target --win-rate 50 --player expert",
        "rotwsim target --win-rate 25 --board mexico --barons --games 4000",
    )
)
@scenario_options
@click.option(
    "--win-rate", "wanted", type=float, required=True, metavar="PERCENT", help="The wanted one."
)
@games_option(TARGET_GAMES)
@click.option(
    "--fresh-games", type=int, default=FRESH_GAMES, show_default=True, help="To confirm each."
)
@request_options
def target(scenario, wanted, games, fresh_games, request) -> None:
    """Which tweak, pair or target score comes nearest to a win rate.

    Every tweak is played; pairs and target scores are predicted from these games. The nearest of
    each kind are played on fresh seeds: one half of these games ranks them, the other half tells
    their win rates, so that the choice among many does not flatter any.
    """
    from rotwsim.analysis.questions.target import target as analyse
    from rotwsim.runner.block_plan import check_games

    share = as_fraction("--win-rate", wanted)
    count, fresh_count = check_games(games), check_games(fresh_games)
    fresh_seed = request.seed + FRESH_SEED
    answer(
        request,
        "target",
        f"What makes {scenario.title()} win {wanted:g} %?",
        lambda played: analyse(played, scenario, share, count, fresh_count, fresh_seed),
        lambda found: show(found, scenario, fresh_count),
    )


def show(found, scenario, games: int) -> None:
    """The changes, the nearest first."""
    from rotwsim.cli.tables import (
        HEAD,
        boxes,
        notes_on_boxes,
        percent,
        share_between,
        show_notes,
        show_table,
        signed,
    )

    rows = [
        (
            row.kind,
            row.name,
            percent(row.promised),
            share_between(row.win_rate, row.low, row.high),
            boxes(row),
            signed(100 * row.gap),
        )
        for row in found.tables["target"].itertuples()
    ]
    heads = ("kind", "change", "predicted %", "won % (95 %)", HEAD, "off by")
    fresh = games - games // 2
    title = f"{scenario.title()}: ranked by {games // 2:,} games each, measured on {fresh:,} more"
    show_table(title, rows, heads, ("kind", "change"))
    show_notes([*notes_on_boxes(found.tables["target"]), *found.alerts])
    click.echo(found.tables["target"]["command"].iloc[0])

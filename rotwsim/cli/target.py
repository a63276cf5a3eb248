"""`rotwsim target`: what brings a board nearest to a wanted win rate."""

from __future__ import annotations

import click

from rotwsim.cli.balance_games import JSON, OUT, games_option
from rotwsim.cli.frame import example
from rotwsim.cli.options import scenario_options
from rotwsim.cli.run_options import run_options

GAMES = 2_000
FRESH_GAMES = 4_000
FRESH_SEED = 1_000_000  # added to the seed of the search


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
@games_option(GAMES)
@click.option(
    "--fresh-games", type=int, default=FRESH_GAMES, show_default=True, help="To confirm each."
)
@run_options
@OUT
@JSON
def target(scenario, wanted, games, fresh_games, seed, quiet, out, as_json, **machines) -> None:
    """Which tweak, pair or target score comes nearest to a win rate.

    Every tweak is played; pairs and target scores are foretold from these games. The nearest of
    each kind are confirmed on fresh seeds, so that the choice among many does not flatter them.
    """
    from rotwsim.balance.target import target as analyse
    from rotwsim.cli import balance_games as shared
    from rotwsim.cli.balance_tables import as_json as as_text
    from rotwsim.cli.balance_tables import records
    from rotwsim.runner.plan import check_games

    share = shared.as_fraction("--win-rate", wanted)
    count, fresh_count = check_games(games), check_games(fresh_games)
    question = shared.asked(
        f"What makes {scenario.title()} win {wanted:g} %?", "target", analyses=("target",)
    )
    with shared.balance_games(seed, shared.games_folder(out), quiet, **machines) as played:
        answer = analyse(played, scenario, share, count, fresh_count, seed + FRESH_SEED)
    shared.write(out, question, answer)
    if as_json:
        click.echo(as_text({**records(answer.tables), "alerts": answer.alerts}))
    else:
        show(answer, scenario, fresh_count)


def show(answer, scenario, games: int) -> None:
    """The changes, the nearest first."""
    from rotwsim.cli.balance_tables import percent, share_between, show_notes, show_table, signed

    rows = [
        (
            row.kind,
            row.name,
            percent(row.promised),
            share_between(row.win_rate, row.low, row.high),
            signed(100 * row.away),
        )
        for row in answer.tables["target"].itertuples()
    ]
    heads = ("kind", "change", "foretold %", "won % (95 %)", "away")
    title = f"{scenario.title()}: confirmed by {games:,} fresh games each"
    show_table(title, rows, heads, ("kind", "change"))
    show_notes(answer.alerts)
    click.echo(answer.tables["target"]["command"].iloc[0])

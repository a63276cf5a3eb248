"""`rotwsim skill`: the difficulty curve over players and slips, and skill against luck."""

from __future__ import annotations

import click

from rotwsim.cli.balance_games import JSON, OUT, games_option
from rotwsim.cli.frame import example
from rotwsim.cli.options import scenario_options
from rotwsim.cli.run_options import run_options

GAMES = 4_000


@click.command(
    epilog=example(
        "rotwsim skill --games 4000",
        "rotwsim skill --barons --players novice,expert --slips 0.1,0.3 --stream-games 2000",
    )
)
@scenario_options
@click.option("--players", default="", metavar="NAMES", help="Of the ladder, comma separated.")
@click.option("--slips", default="", metavar="SHARES", help="Of --player, comma separated.")
@games_option(GAMES)
@click.option(
    "--stream-games",
    type=int,
    help="Games that show what each random stream decides; 0 leaves it out.  [default: --games]",
)
@run_options
@OUT
@JSON
def skill(
    scenario, players, slips, games, stream_games, seed, quiet, out, as_json, **machines
) -> None:
    """Who wins how often, and how much of that is skill.

    The ladder of players, and slips of the one named by --player. Then the spread of results is
    split: between who plays and chance, and chance between its streams, by playing the same games
    with one stream at a time taken from another game.
    """
    from rotwsim.balance.skill import LADDER, SLIPS
    from rotwsim.balance.skill import skill as analyse
    from rotwsim.cli import balance_games as shared
    from rotwsim.cli.balance_tables import as_json as as_text
    from rotwsim.cli.balance_tables import records
    from rotwsim.runner.plan import check_games

    count = check_games(games)
    streams = shared.check_count("--stream-games", count if stream_games is None else stream_games)
    question = shared.asked(
        f"How much does skill decide on {scenario.board.title}?", "skill", analyses=("skill",)
    )
    with shared.balance_games(seed, shared.games_folder(out), quiet, **machines) as played:
        answer = analyse(
            played, scenario, count, names_in(players) or LADDER, shares_in(slips, SLIPS), streams
        )
    shared.write(out, question, answer)
    if as_json:
        click.echo(as_text({**records(answer.tables), "alerts": answer.alerts}))
    else:
        show(answer, scenario, count)


def names_in(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def shares_in(text: str, default) -> list[float]:
    """The slips of a command line."""
    from rotwsim.rules.schema import DataError

    try:
        return [float(part) for part in names_in(text)] if text else list(default)
    except ValueError:
        raise DataError(f'--slips "{text}" must be numbers such as 0.05,0.1') from None


def show(answer, scenario, games: int) -> None:
    """The curve, and the splits of the spread."""
    from rotwsim.cli.balance_tables import percent, plain, share_between, show_notes, show_table

    rows = [
        (
            row.player,
            f"{row.slip:g}" if row.slip else "",
            share_between(row.win_rate, row.low, row.high),
            plain(row.result_mean),
        )
        for row in answer.tables["skill"].itertuples()
    ]
    title = f"{scenario.board.title}, {games:,} games each"
    show_table(title, rows, ("player", "slip", "won % (95 %)", "result"), ("player",))
    for name, what in (("luck", "the result"), ("luck_wins", "winning")):
        table = answer.tables.get(name)
        if table is None:
            continue
        rows = [
            (
                row.scope,
                row.term,
                share_between(row.share, row.low, row.high),
                percent(row.total),
            )
            for row in table.itertuples()
        ]
        heads = ("spread", "source", "alone % (95 %)", "in all %")
        show_table(f"What decides {what}", rows, heads, ("spread", "source"))
    show_notes(answer.alerts)

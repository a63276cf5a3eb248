"""`rotwsim styles` and `rotwsim options`: kinds of tables against each other on the same deals."""

from __future__ import annotations

import click

from rotwsim.analysis.sizes import TABLE_GAMES
from rotwsim.cli.analysis import answer, games_option, request_options
from rotwsim.cli.frame import example
from rotwsim.cli.options import scenario_options
from rotwsim.cli.seats import styles_in


@click.command(
    epilog=example(
        'rotwsim styles --seats "4*casual" --games 2000',
        "rotwsim styles --board sweden --styles traditional,first_to_pass --games 500 --json",
    )
)
@scenario_options
@click.option("--styles", "chosen", default="", metavar="NAMES", help="[default: all]")
@games_option(TABLE_GAMES)
@request_options
def styles(scenario, chosen, games, request) -> None:
    """The bidding styles against each other, on the same deals.

    Scores, how far apart they are, comebacks (games whose leader at half time loses), length, money
    for bids, and how unlike the places are. The first style is the one of --bidding, and the others
    are compared with it; verdicts are corrected for the number of styles and measures.
    """
    from rotwsim.analysis.questions.bidding import styles as analyse
    from rotwsim.analysis.seat_results import at_table
    from rotwsim.runner.block_plan import check_games

    count, table, names = check_games(games), at_table(scenario), styles_in(chosen)
    answer(
        request,
        "styles",
        f"What do the bidding styles do on {scenario.board.title}?",
        lambda played: analyse(played, table, count, names),
        lambda found: show(found, "styles", table, count),
    )


@click.command(
    epilog=example(
        'rotwsim options --seats "4*casual" --games 2000',
        "rotwsim options --board sweden --better casual --worse novice --games 500",
        "rotwsim options --without-skill --games 500",
    )
)
@scenario_options
@click.option("--better", default="", metavar="PLAYER", help="One of them sits among …")
@click.option("--worse", default="", metavar="PLAYER", help="… these, to measure skill.")
@click.option("--without-skill", is_flag=True, help="Half the games: no better among worse.")
@games_option(TABLE_GAMES)
@request_options
def options(scenario, better, worse, without_skill, games, request) -> None:
    """The options of a table against the table as printed, on the same deals.

    Rotors, mines, fewer markers, and the kinds of Rail Barons: scores, length, margin, comebacks,
    bids, and skill, the share of wins of one better player among worse ones.
    """
    from rotwsim.analysis.questions.bidding import options as analyse
    from rotwsim.analysis.seat_results import at_table
    from rotwsim.runner.block_plan import check_games

    count, table = check_games(games), at_table(scenario)
    answer(
        request,
        "options",
        f"What do the options of a table do on {scenario.board.title}?",
        lambda played: analyse(played, table, count, not without_skill, better, worse),
        lambda found: show(found, "options", table, count),
    )


def show(found, name: str, table, games: int) -> None:
    """A table for every measure, the baseline first."""
    from rotwsim.cli.tables import chance, plain, show_notes, show_table, signed

    measures = found.tables[name]
    where = f"{table.board.title}, {', '.join(dict.fromkeys(table.seats))}, {games:,} games each"
    rows = []
    for measure, own in measures.groupby("measure", sort=False):
        for row in own.itertuples():
            by = 100 if row.unit == "share" else 1
            unit = "%" if row.unit == "share" else row.unit
            gap = row.difference == row.difference  # the baseline has none
            ends = f"({signed(by * row.low)} to {signed(by * row.high)})" if gap else ""
            rows.append(
                (
                    f"{measure}, {unit}" if row.name == own["name"].iloc[0] else "",
                    row.name,
                    plain(by * row.mean),
                    f"{signed(by * row.difference)} {ends}" if gap else "",
                    chance(row.p_adjusted) if gap else "",
                    row.verdict if gap else "baseline",
                )
            )
    heads = ("measure", "table", "mean", "difference (95 %)", "p", "verdict")
    show_table(where, rows, heads, ("measure", "table", "verdict"))
    show_notes([f"p is corrected for {measures['difference'].notna().sum()} differences"])
    show_notes(found.alerts)

"""`rotwsim seats`: is the table fair, and what is the first place worth?"""

from __future__ import annotations

import click

from rotwsim.analysis.sizes import TABLE_GAMES
from rotwsim.cli.analysis import answer, as_fraction, games_option, request_options
from rotwsim.cli.frame import example
from rotwsim.cli.options import scenario_options

MARGIN = 2.0  # points
SHOWN_TURNS = 12


@click.command(
    epilog=example(
        'rotwsim seats --seats "4*casual" --games 2000',
        "rotwsim seats --board sweden --styles traditional,whole_order --sizes 2,3,4 --games 500",
    )
)
@scenario_options
@click.option("--styles", default="", metavar="NAMES", help="Bidding styles.  [default: all]")
@click.option("--sizes", default="", metavar="NUMBERS", help="Numbers of seats, as 2,3,4.")
@games_option(TABLE_GAMES)
@click.option(
    "--margin",
    type=float,
    default=MARGIN,
    show_default=True,
    metavar="POINTS",
    help="A share of wins within this of the others is fair.",
)
@request_options
def seats(scenario, styles, sizes, games, margin, request) -> None:
    """Is the table fair?

    Shares of wins and scores by seat, by how far a seat sits from the first bidder, and by place in
    the order of the first turn, for each bidding style and number of seats. Games are the unit;
    verdicts are corrected for their number. Also: what the first place costs by turn, what bids add
    up to, and how often the first bidder wins the game.
    """
    from rotwsim.analysis.questions.seats import seats as analyse
    from rotwsim.analysis.seat_results import at_table
    from rotwsim.runner.block_plan import check_games

    count, share = check_games(games), as_fraction("--margin", margin)
    table = at_table(scenario)
    chosen, numbers = styles_in(styles), sizes_in(sizes)
    answer(
        request,
        "seats",
        f"Is a table fair on {scenario.board.title}?",
        lambda played: analyse(played, table, count, chosen, numbers, margin=share),
        lambda found: show(found, table, count),
        main_table="places",
        margin=share,
    )


def styles_in(text: str) -> list[str]:
    """The bidding styles of a command line."""
    from rotwsim.scenario.multiplayer_schema import BIDDING
    from rotwsim.scenario.options import among

    names = [part.strip() for part in text.split(",") if part.strip()]
    for name in names:
        among("bidding style", name, BIDDING)
    return names


def sizes_in(text: str) -> list[int]:
    """The numbers of seats of a command line."""
    from rotwsim.scenario.schema import DataError

    try:
        return [int(part) for part in text.split(",") if part.strip()]
    except ValueError:
        raise DataError(f'--sizes "{text}" must be numbers such as 2,3,4') from None


def show(found, table, games: int) -> None:
    """Fairness, the places, prices by turn, and the bids as a whole."""
    from rotwsim.cli.tables import chance, plain, share_between, show_notes, show_table

    where = f"{table.board.title}, {', '.join(dict.fromkeys(table.seats))}, {games:,} games each"
    rows = [
        (
            row.arm,
            row.scope,
            share_between(row.unfairness, row.low, row.high),
            f"{row.best_place} and {row.worst_place}",
            chance(row.p_adjusted),
            row.verdict,
        )
        for row in found.tables["fairness"].itertuples()
    ]
    heads = ("table", "places by", "unfair, points (95 %)", "best, worst", "p", "verdict")
    show_table(f"Fairness: {where}", rows, heads, ("table", "places by", "verdict"))
    rows = [
        (
            row.arm,
            row.scope,
            str(row.place),
            share_between(row.win_rate, row.low, row.high),
            plain(row.score),
        )
        for row in found.tables["places"].itertuples()
    ]
    heads = ("table", "places by", "place", "won % (95 % together)", "score")
    show_table("Every place", rows, heads, ("table", "places by"))
    show_prices(found.tables["first_prices"])
    show_bids(found.tables["bids"])
    show_notes(["unfair is the root mean square of how far shares of wins lie from equal ones"])
    show_notes(found.alerts)


def show_prices(table) -> None:
    from rotwsim.cli.tables import plain, show_table

    turns = [turn for turn in sorted(set(table["turn"])) if turn <= SHOWN_TURNS]
    rows = []
    for arm, own in table.groupby("arm", sort=False):
        means = own.set_index("turn")["mean"]
        rows.append((arm, *(plain(means.get(turn, float("nan"))) for turn in turns)))
    heads = ("table", *(f"{turn}" for turn in turns))
    show_table("What the first place costs, $ by turn", rows, heads, ("table",))


def show_bids(table) -> None:
    from rotwsim.cli.tables import percent, plain, share_between, show_table

    rows = [
        (
            row.arm,
            plain(row.money_bid),
            plain(row.price_ordinary),
            plain(row.price_executive),
            percent(row.executive_share),
            share_between(row.first_bidder_wins, row.first_bidder_low, row.first_bidder_high),
        )
        for row in table.itertuples()
    ]
    heads = ("table", "bids $", "first $", "exec. $", "exec. %", "first bidder wins %")
    title = "Bids of a game; the first place on ordinary turns and with an Executive open"
    show_table(title, rows, heads, ("table",))

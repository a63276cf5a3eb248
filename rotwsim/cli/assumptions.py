"""`rotwsim assumptions`: how much the win rate depends on what nobody here has seen."""

from __future__ import annotations

from pathlib import Path

import click

from rotwsim.cli.analysis import answer, check_count, games_option, request_options
from rotwsim.cli.frame import example
from rotwsim.cli.options import scenario_options

GAMES = 4_000
FILLING_GAMES = 1_500


@click.command(
    epilog=example(
        "rotwsim assumptions --player expert --games 4000",
        "rotwsim assumptions --barons --fillings 60 --out runs/assumptions",
    )
)
@scenario_options
@games_option(GAMES)
@click.option(
    "--draws", type=int, default=4, show_default=True, help="Random sets of cards, slots."
)
@click.option(
    "--fillings", type=int, default=30, show_default=True, help="Random fillings of everything."
)
@click.option(
    "--filling-games", type=int, default=FILLING_GAMES, show_default=True, help="Games of each."
)
@click.option(
    "--save-order",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the order of influence, which rotwsim board check uses.",
)
@request_options
def assumptions(scenario, games, draws, fillings, filling_games, save_order, request) -> None:
    """How much depends on what is assumed.

    Each assumed figure and each ruling that is a switch is moved within what is plausible, one at
    a time and on the same seeds. Then everything is drawn at once, many times: the spread of the
    win rate over these fillings is what the numbers of this board may be wrong by.
    """
    from rotwsim.balance.assumptions import assumptions as analyse
    from rotwsim.balance.influence import save_order as save
    from rotwsim.runner.plan import check_games

    count, filling_count = check_games(games), check_games(filling_games)
    check_count("--draws", draws, least=2)
    check_count("--fillings", fillings)

    def analysed(played):
        found = analyse(played, scenario, count, draws, fillings, filling_count)
        if save_order:
            save(save_order, found.tables["assumptions"], found.arms[0])
        return found

    answer(
        request,
        "assumptions",
        f"How much does {scenario.board.title} depend on what is assumed?",
        analysed,
        lambda found: show(found, scenario, count),
    )


def show(found, scenario, games: int) -> None:
    """The tornado as a table, the heaviest first, and the spread over fillings."""
    from rotwsim.cli.tables import points_between, show_notes, show_table

    rows = []
    for row in found.tables["assumptions"].itertuples():
        name = f"{row.name} ({row.origin})"
        for setting, gap, low, high in (
            (row.low_setting, row.difference_low, row.low_low, row.low_high),
            (row.high_setting, row.difference_high, row.high_low, row.high_high),
        ):
            if low < high:  # not the baseline itself
                rows.append((name, setting, points_between(gap, low, high)))
                name = ""
    title = f"{scenario.title()}: what if it is otherwise? {games:,} games each"
    show_table(title, rows, ("assumed", "setting", "points (95 %)"), ("assumed", "setting"))
    show_notes(found.alerts)

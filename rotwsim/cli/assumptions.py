"""`rotwsim assumptions`: how much the win rate depends on what nobody here has seen."""

from __future__ import annotations

from pathlib import Path

import click

from rotwsim.analysis.sizes import ASSUMPTIONS_GAMES, DRAWS, FILLING_GAMES, FILLINGS
from rotwsim.cli.analysis import answer, check_count, games_option, request_options
from rotwsim.cli.frame import example
from rotwsim.cli.options import scenario_options

FIRST = 6  # figures to look up that the table shows


@click.command(
    epilog=example(
        "rotwsim assumptions --player expert --games 4000",
        "rotwsim assumptions --barons --fillings 60 --out runs/assumptions",
        "rotwsim assumptions --games 1000 --ignore barons-alike --ignore cash",
    )
)
@scenario_options
@games_option(ASSUMPTIONS_GAMES)
@click.option(
    "--draws", type=int, default=DRAWS, show_default=True, help="Random sets of cards, slots."
)
@click.option(
    "--fillings",
    type=int,
    default=FILLINGS,
    show_default=True,
    help="Random fillings of everything unseen; 0 leaves them out.",
)
@click.option(
    "--filling-games",
    type=int,
    default=FILLING_GAMES,
    show_default=True,
    help="Games of each filling, player and tweak.",
)
@click.option(
    "--ignore",
    "ignored",
    multiple=True,
    metavar="NAME",
    help="An item of the evidence to leave out, see evidence.toml; repeatable.",
)
@click.option(
    "--save-order",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the order of influence, which rotwsim board check uses.",
)
@click.option(
    "--save-range",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Play only fillings, for every player and tweak, and write the ranges of the board.",
)
@request_options
def assumptions(
    scenario, games, draws, fillings, filling_games, ignored, save_order, save_range, request
) -> None:
    """How much depends on what is assumed.

    Each unseen figure and each ruling that is a switch is moved to the ends of its range, one at
    a time and on the same seeds. Then everything is drawn at once, many times; club and expert
    play each such filling with every tweak, and those fillings count most that fit what the
    rulebook says of the game: what the box probably says, and which figure to look up first.
    """
    from rotwsim.analysis.boxes.tables import measure_ranges, save_ranges
    from rotwsim.analysis.questions.assumptions import assumptions as analyse
    from rotwsim.analysis.questions.assumptions import save_order as save
    from rotwsim.runner.block_plan import check_games

    count, filling_count = check_games(games), check_games(filling_games)
    check_count("--draws", draws, least=2)
    check_count("--fillings", fillings)

    def analysed(played):
        if save_range:
            found = measure_ranges(played, scenario, fillings, filling_count)
            save_ranges(save_range, scenario.board.name, found.tables["plausible"])
            return found
        found = analyse(played, scenario, count, draws, fillings, filling_count, ignored)
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
    if "assumptions" not in found.tables:
        ranges = found.tables["plausible"]
        show_ranges(ranges)
        first = ranges.iloc[0]
        worth = f"{first['fillings']} fillings, by the evidence worth {first['effective']:.0f}"
        show_notes([*found.alerts, f"{worth}, {first['games']} games each"])
        return
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
    if "plausible" in found.tables:
        show_plausible(found.tables)
    show_notes(found.alerts)


def show_plausible(tables) -> None:
    """The ranges by player, and the figures to look up, that first which tells most."""
    from rotwsim.cli.tables import percent, plain, show_table

    show_ranges(tables["plausible"])
    rows = [
        (
            row.name,
            plain(row.now, 0),
            f"{plain(row.drawn_low, 0)} to {plain(row.drawn_high, 0)}",
            f"{plain(row.weighed_low, 0)} to {plain(row.weighed_high, 0)}",
            percent(row.narrows),
        )
        for row in tables["figures"].head(FIRST).itertuples()
    ]
    heads = ("figure", "assumed", "drawn", "probable", "narrows %")
    show_table("Look up first", rows, heads, ("figure",))


def show_ranges(table) -> None:
    """Win rates in nine of ten plausible boxes, and as assumed where that was played too."""
    from rotwsim.cli.tables import percent, show_table

    rows = [
        (
            row.player,
            " + ".join(["Duel Barons"] * row.barons + [row.tweak] * bool(row.tweak)),
            percent(row.assumed),
            f"{percent(row.low)} to {percent(row.high)}",
        )
        for row in table.itertuples()
    ]
    heads = ("player", "variant", "as assumed %", "plausible boxes %")
    if table["assumed"].isna().all():
        rows, heads = [(*row[:2], row[3]) for row in rows], (*heads[:2], heads[3])
    show_table("Games won: what the box probably says", rows, heads, ("player", "variant"))

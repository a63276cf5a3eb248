"""`rotwsim barons`: what each Duel Baron is worth, and the variant as a whole."""

from __future__ import annotations

import click

from rotwsim.analysis.sizes import BARONS_GAMES
from rotwsim.cli.analysis import answer, check_count, games_option, request_options
from rotwsim.cli.frame import example
from rotwsim.cli.options import scenario_options

PAIR_GAMES = 1_000
SHOWN_PAIRS = 3


@click.command(
    epilog=example(
        "rotwsim barons --list",
        "rotwsim barons --player expert --games 4000",
        "rotwsim barons --board sweden --pair-games 0 --out runs/barons-sweden",
        'rotwsim barons --seats "4*casual" --games 2000',
    )
)
@scenario_options
@games_option(BARONS_GAMES)
@click.option(
    "--pair-games",
    type=int,
    default=PAIR_GAMES,
    show_default=True,
    help="Games of each of the 66 pairs; 0 leaves pairs out.",
)
@click.option("--list", "listed", is_flag=True, help="Only list the twelve, with goal and effect.")
@request_options
def barons(scenario, games, pair_games, listed, request) -> None:
    """What each Duel Baron is worth.

    Each is forced into the row and out of it on the same seeds. Effect is what its Opponent Effect
    costs in points of the result: the Baron in the row against the same one made harmless. Also:
    does the variant as a whole, with its higher target, make the game harder?

    With --seats the Rail Barons of a table: on the same deals the first seat keeps one after the
    other. How often is each fulfilled, and is the deck balanced?
    """
    if listed:
        list_barons()
        return
    from rotwsim.analysis.questions.barons import barons as analyse
    from rotwsim.analysis.questions.rail_barons import rail_barons
    from rotwsim.runner.block_plan import MOST_GAMES, check_games

    count = check_games(games)
    if scenario.seats:
        answer(
            request,
            "barons",
            f"What is each Rail Baron worth on {scenario.board.title}?",
            lambda played: rail_barons(played, scenario, count),
            lambda found: show_rail_barons(found, scenario, count),
            main_table="rail_barons",
        )
        return
    pairs = check_count("--pair-games", pair_games, most=MOST_GAMES)
    answer(
        request,
        "barons",
        f"What is each Duel Baron worth on {scenario.board.title}?",
        lambda played: analyse(played, scenario, count, pairs),
        lambda found: show(found, scenario, count),
    )


def list_barons() -> None:
    """The twelve with what they ask for, what they pay and what they do for the Railbot."""
    from rotwsim.cli.show import IDS
    from rotwsim.cli.tables import show_notes, show_table
    from rotwsim.scenario.board_file import load_rulebook

    rows = [
        (
            baron.rule,
            baron.name,
            f"{'/'.join(map(str, baron.tiers))} {baron.goal_text}",
            "/".join(map(str, baron.points)),
            baron.effect_text,
        )
        for baron in load_rulebook().barons
    ]
    heads = ("rule", "Baron", "goal", "points", "for the Railbot")
    show_table("The Duel Barons", rows, heads, heads)
    show_notes([IDS])


def show(found, scenario, games: int) -> None:
    """The Barons by worth, the extreme pairs, and the variant as a whole."""
    from rotwsim.analysis.tables import arms_table
    from rotwsim.cli.tables import (
        chance,
        notes_on_boxes,
        percent,
        plain,
        points_between,
        show_notes,
        show_table,
        signed,
    )

    heads = ("Baron", "points (95 %)", "p", "result", "own %", "turn", "pays", "bot %", "effect")
    rows = [
        (
            row.baron,
            points_between(row.difference, row.low, row.high),
            chance(row.p_adjusted),
            signed(row.result_difference),
            percent(row.own_claims),
            plain(row.mean_turn_own),
            plain(row.points_when_claimed),
            percent(row.railbot_claims),
            signed(-row.effect_cost),
        )
        for row in found.tables["barons"].itertuples()
    ]
    where = f"{scenario.board.title}, {scenario.player}, {games:,} games each"
    title = f"In the row against out of it: {where}"
    show_table(title, rows, heads, ("Baron",))
    pairs = found.tables.get("baron_pairs")
    if pairs is not None:
        chosen = [*pairs.head(SHOWN_PAIRS).itertuples(), *pairs.tail(SHOWN_PAIRS).itertuples()]
        rows = [
            (f"{row.first} and {row.second}", points_between(row.difference, row.low, row.high))
            for row in chosen
        ]
        title = (
            f"Best and worst pairs against a row as dealt, {pairs['games'].iloc[0]:,} games each"
        )
        show_table(title, rows, ("pair", "points (95 %)"), ("pair",))
    show_variant(found.tables["variant"])
    show_notes([*notes_on_boxes(arms_table(found.arms)), *found.alerts])
    show_notes(["no range over plausible boxes is measured for single Barons and pairs"])


def show_variant(table) -> None:
    """The game with and without the Barons: how often it is won, and the difference."""
    from rotwsim.cli.tables import HEAD, boxes, points_between, share_between, show_table

    first = table.iloc[0]
    rate = share_between(first["win_rate_without"], first["without_low"], first["without_high"])
    rows = [("without Barons", rate, boxes(first, "without_"), "")]
    rows += [
        (
            f"with Barons {row.name}",
            share_between(row.win_rate_with, row.with_low, row.with_high),
            boxes(row, "with_"),
            points_between(row.difference, row.low, row.high),
        )
        for row in table.itertuples()
    ]
    heads = ("", "won % (95 %)", HEAD, "points (95 %)")
    show_table("The variant as a whole", rows, heads, ("",))


def show_rail_barons(found, scenario, games: int) -> None:
    """The Rail Barons by worth."""
    from rotwsim.cli.tables import percent, points_between, show_notes, show_table, signed

    heads = ("Rail Baron", "points (95 %)", "score", "reached %", "chosen %", "verdict")
    rows = [
        (
            row.baron,
            points_between(row.difference, row.low, row.high),
            signed(row.result_difference),
            percent(row.fulfilled),
            percent(row.kept_share),
            row.verdict,
        )
        for row in found.tables["rail_barons"].itertuples()
    ]
    where = f"{scenario.board.title}, {len(scenario.seats)} seats, {games:,} games each"
    show_table(f"Kept by the first seat: {where}", rows, heads, ("Rail Baron", "verdict"))
    show_notes(
        ["points are wins of the seat less those with the average Rail Baron", *found.alerts]
    )

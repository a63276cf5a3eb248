"""The answers about the multiplayer game as tables for the terminal."""

from __future__ import annotations

from rotwsim.cli.solo_tables import show_luck
from rotwsim.cli.tables import (
    chance,
    percent,
    plain,
    points_between,
    share_between,
    show_notes,
    show_table,
    signed,
)

SHOWN_TURNS = 12


def show_seats(found, table, values) -> None:
    """Fairness, the places, prices by turn, and the bids as a whole."""
    where = title_of(table, values)
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
    turns = [turn for turn in sorted(set(table["turn"])) if turn <= SHOWN_TURNS]
    rows = []
    for arm, own in table.groupby("arm", sort=False):
        means = own.set_index("turn")["mean"]
        rows.append((arm, *(plain(means.get(turn, float("nan"))) for turn in turns)))
    heads = ("table", *(f"{turn}" for turn in turns))
    show_table("What the first place costs, $ by turn", rows, heads, ("table",))


def show_bids(table) -> None:
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


def show_measures(found, table, values) -> None:
    """A table for every measure, the baseline first."""
    measures = next(found.tables[name] for name in ("styles", "options") if name in found.tables)
    where = title_of(table, values)
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


def show_multiplayer_skill(found, scenario, values) -> None:
    """One better player among others, and the splits of the spread."""
    rows = [
        (
            f"one {row.player} among {row.others}",
            share_between(row.win_rate, row.low, row.high),
            signed(row.score_difference),
            f"{row.games_to_lead:,.0f}",
        )
        for row in found.tables["table_skill"].itertuples()
    ]
    seats = len(scenario.seats)
    title = (
        f"{scenario.board.title}, {seats} seats, {values['games']:,} deals, each from every seat"
    )
    heads = ("who", "won % (95 %)", "score", "games to lead")
    show_table(title, rows, heads, ("who",))
    show_luck(found)


def show_rail_barons(found, scenario, values) -> None:
    """The Rail Barons by worth."""
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
    where = f"{scenario.board.title}, {len(scenario.seats)} seats, {values['games']:,} games each"
    show_table(f"Kept by the first seat: {where}", rows, heads, ("Rail Baron", "verdict"))
    show_notes(
        ["points are wins of the seat less those with the average Rail Baron", *found.alerts]
    )


def title_of(table, values) -> str:
    """Where, by whom and how often: "Sweden, casual, 2,000 games each"."""
    players = ", ".join(dict.fromkeys(table.seats))
    return f"{table.board.title}, {players}, {values['games']:,} games each"

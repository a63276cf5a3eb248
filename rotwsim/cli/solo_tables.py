"""The answers about the solo game as tables for the terminal."""

from __future__ import annotations

import click

from rotwsim.cli.tables import (
    HEAD,
    boxes,
    chance,
    notes_on_boxes,
    percent,
    plain,
    points_between,
    share_between,
    show_notes,
    show_table,
    signed,
)

SHOWN_PAIRS = 3
FIRST = 6  # parameters to look up that the table shows


def show_skill(found, scenario, values) -> None:
    """The curve, and the splits of the spread."""
    rows = [
        (
            row.player,
            f"{row.slip:g}" if row.slip else "",
            share_between(row.win_rate, row.low, row.high),
            boxes(row),
            plain(row.result_mean),
        )
        for row in found.tables["skill"].itertuples()
    ]
    title = f"{scenario.board.title}, {values['games']:,} games each"
    show_table(title, rows, ("player", "slip", "won % (95 %)", HEAD, "result"), ("player",))
    show_notes(notes_on_boxes(found.tables["skill"]))
    show_luck(found)


def show_luck(found) -> None:
    for name, what in (("luck", "the result"), ("luck_wins", "winning")):
        table = found.tables.get(name)
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
    show_notes(found.alerts)


def show_barons(found, scenario, values) -> None:
    """The Barons by worth, the extreme pairs, and the variant as a whole."""
    from rotwsim.analysis.tables import arms_table

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
    where = f"{scenario.board.title}, {scenario.player}, {values['games']:,} games each"
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


def show_assumptions(found, scenario, values) -> None:
    """The tornado as a table, the heaviest first, and the spread over fillings."""
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
    title = f"{scenario.title()}: what if it is otherwise? {values['games']:,} games each"
    show_table(title, rows, ("assumed", "setting", "points (95 %)"), ("assumed", "setting"))
    if "plausible" in found.tables:
        show_plausible(found.tables)
    show_notes(found.alerts)


def show_plausible(tables) -> None:
    """The ranges by player, and the parameters to look up, the most informative first."""
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


def show_target(found, scenario, values) -> None:
    """The changes, the nearest first."""
    games = values["fresh_games"]
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

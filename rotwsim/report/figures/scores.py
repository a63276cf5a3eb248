"""Figures of scores: the ridge plot of maps, of tweaks and of Baron settings."""

from __future__ import annotations

from collections.abc import Callable

from rotwsim.report.arms import (
    arms_of,
    is_about_rebuilding,
    labelled,
    plain_arms,
    typical_player,
    without_doubles,
)
from rotwsim.report.figures.ridge import Hill, Range, ridge
from rotwsim.report.figures.style import Picture
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import games_span, percent
from rotwsim.scenario.rule_texts import tweak_words

STANDARD = "standard game"
WITHOUT, WITH = "without Duel Barons", "with Duel Barons"
MOST_HILLS = 16
READING = "Blue: won, orange: lost, line: target; hills are smoothed. At the right the share won."


def scores_of_maps(results: Results) -> list[Picture]:
    """Draw the scores of the same person on every map."""
    return _by_map(results) if "map_skill" in results.tables else []


def scores_by_map(results: Results) -> list[Picture]:
    """Draw the scores of every map, without and with Barons beside each other."""
    return [] if "map_skill" in results.tables else _by_map(results)


def _by_map(results: Results) -> list[Picture]:
    all_arms = _with_scores(results)
    arms = plain_arms(all_arms)
    elsewhere = len(all_arms.kinds("tweaks")) > 1 and not is_about_rebuilding(arms)
    if not arms or elsewhere or "variant" in results.tables:
        return []  # the chapters of tweaks and of Barons show them
    who = typical_player(arms)
    own = without_doubles(arms.where(player=who) if who else arms)
    name: Callable[[Row], str] = lambda arm: arm["label"]  # noqa: E731
    if len(own.kinds("board_title")) > 1:
        name = lambda arm: arm["board_title"]  # noqa: E731
    elif len(own) <= 2:  # one map: all players
        own = labelled(arms)
        if len(own.kinds("player")) > 1:
            name = lambda arm: arm["player"]  # noqa: E731
    return _drawn("scores-by-map", _ranges(results, own, name), _who(own))


def scores_by_tweak(results: Results) -> list[Picture]:
    """Draw the scores with every single tweak, from the easiest to the hardest."""
    arms = _with_scores(results).where(lambda arm: "," not in arm.get("tweaks", ""))
    if len(arms.kinds("tweaks")) < 2:
        return []
    board = arms[0].get("board")
    who = typical_player(arms)
    own = arms.where(lambda arm: arm.get("board") == board and (not who or arm["player"] == who))

    def name(arm: Row) -> str:
        return tweak_words(arm["tweaks"]) if arm["tweaks"] else STANDARD  # the line has the target

    return _drawn("scores-by-tweak", _ranges(results, own, name), _who(own))


def scores_by_baron(results: Results) -> list[Picture]:
    """Draw the scores without Barons, with them, and with each single Baron in the row."""
    arms = plain_arms(_with_scores(results))
    if not {"variant", "barons"} <= {*results.tables} or not arms:
        return []
    who = typical_player(arms)
    own = arms.where(player=who) if who else arms
    hills = [_hill(results, arm, WITH if arm.get("barons") else WITHOUT, True) for arm in own]
    target = max(hill.target for hill in hills)
    single = results.rows("baron_results", "baron", "result", "games").by("baron")
    found = [
        Hill(name, rows.column("result"), rows.column("games"), target)
        for name, rows in single.items()
    ]
    found.sort(key=lambda hill: -hill.won)
    return _drawn("scores-by-baron", [Range([*hills, *found])], _who(own))


def _with_scores(results: Results) -> Rows:
    there = set(results.rows("result_counts", "arm").column("arm"))
    arms = arms_of(results).where(lambda arm: is_known(arm, "target") and arm["arm"] in there)
    return arms.where(lambda arm: "," not in str(arm.get("player", "")))  # no multiplayer seats


def _ranges(results: Results, arms: Rows, name: Callable[[Row], str]) -> list[Range]:
    """Make one panel without Barons and one with them, rows in the same order in both."""
    groups = {
        heading: own.once("row")
        for heading, barons in ((WITHOUT, False), (WITH, True))
        if (own := arms.where(lambda arm, b=barons: bool(arm.get("barons")) == b))
        if (own := own.assign(row=[name(arm) for arm in own]))
    }
    rates: dict[str, float] = {}
    for own in groups.values():
        for arm in own:
            rates.setdefault(arm["row"], arm["win_rate"])
    order = sorted(rates, key=lambda row: -rates[row])[:MOST_HILLS]
    return [
        Range(
            [
                _hill(results, arm, arm["row"], arm["row"] == STANDARD)
                for row in order
                for arm in own.where(row=row)
            ],
            heading if len(groups) > 1 else "",
        )
        for heading, own in groups.items()
    ]


def _hill(results: Results, arm: Row, label: str, is_standard: bool) -> Hill:
    counts = results.rows("result_counts", "arm", "result", "games").where(arm=arm["arm"])
    return Hill(label, counts.column("result"), counts.column("games"), arm["target"], is_standard)


def _who(arms: Rows) -> str:
    """Say for whom the scores hold: one player, and one board if all have the same."""
    kinds = [arms.kinds(column) for column in ("player", "board_title")]
    return ", ".join(str(own[0]) for own in kinds if len(own) == 1)


def _drawn(name: str, ranges: list[Range], who: str) -> list[Picture]:
    hills = [hill for each in ranges for hill in each.hills]
    if not hills:
        return []
    low, high = min(hills, key=lambda hill: hill.won), max(hills, key=lambda hill: hill.won)
    title = f"{percent(low.won, 0)} won: {low.label}; {percent(high.won, 0)}: {high.label}"
    if len(hills) == 1:
        title = f"{percent(low.won, 0)} of the games are won"
    games = games_span([sum(hill.games) for hill in hills])
    caption = f"{who[:1].upper()}{who[1:]}{', ' if who else ''}{games} a hill. {READING}"
    alt = "Scores, share won: " + "; ".join(
        f"{each.heading} {hill.label}: {percent(hill.won, 0)}".strip()
        for each in ranges
        for hill in each.hills
    )
    return [Picture(name, title, caption, alt, ridge(ranges))]

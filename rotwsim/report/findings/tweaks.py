"""Sentences on tweaks and other variants: what they do, and which contradict the rulebook."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from rotwsim.report.arms import label_of
from rotwsim.report.findings.arms import loss_name
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import (
    capital,
    chance,
    counted,
    difference_in_words,
    games_span,
    level_in_words,
    listed,
    percent,
    signed,
)
from rotwsim.scenario.rule_texts import tweak_words
from rotwsim.stats import EASIER, EQUIVALENT, HARDER, UNDECIDED, Estimate, holm, verdict

NAMED_CAUSES = 3
OPPOSITE = {EASIER: HARDER, HARDER: EASIER}
EXTREMES = {HARDER: "hardest", EASIER: "easiest"}
VERDICT_WORDS = {
    EASIER: ("makes the game easier", "make the game easier"),
    HARDER: ("makes it harder", "make it harder"),
    EQUIVALENT: ("makes no difference that matters", "make no difference that matters"),
    UNDECIDED: ("stays undecided", "stay undecided"),
}
MOST_ROWS = 30
TIMES = " × "  # between the parts of an interaction


def tweaks(results: Results) -> list[str]:
    """Say per baseline how many variants do what, and which do most to either side."""
    return [
        _on_tweaks(results, name, rows) for name, rows in by_baseline(results, compared(results))
    ]


def _on_tweaks(results: Results, baseline: str, rows: Rows) -> str:
    level = level_in_words(results.confidence)
    start = f"{baseline}: " if baseline else ""
    if len(rows) == 1:
        row = rows[0]
        return capital(f"{start}{_with_difference(row)}, {row['verdict']} ({level} interval).")
    groups = rows.by("verdict")
    pieces = [
        f"{len(groups[word])} {words[len(groups[word]) > 1]}"
        for word, words in VERDICT_WORDS.items()
        if word in groups
    ]
    extremes = "".join(
        f"; {extreme} is {_with_difference(groups[word].farthest('difference'))}"
        for word, extreme in EXTREMES.items()
        if word in groups
    )
    counted_rows = counted(len(rows), "comparison")
    return capital(f"{start}of {counted_rows}, {listed(pieces)}{extremes} ({level} intervals).")


def _with_difference(row: Row) -> str:
    """Write a variant with its difference, and how sure that is."""
    sure = f", {chance(row['p_adjusted'])}" if is_known(row, "p_adjusted") else ""
    return f"{row['name']}: {difference_in_words(row)}{sure}"


def against_the_rulebook(results: Results) -> list[str]:
    """Name tweaks that do the opposite of what the rulebook says, or say that none does."""
    rows = compared(results).where(lambda row: row.get("side") in OPPOSITE)
    if not rows:
        return []
    odd = rows.where(lambda row: row["verdict"] == OPPOSITE[row["side"]])
    if not odd:
        return [_with_the_rulebook(rows)]
    said = []
    for name, own in by_baseline(results, odd):
        pieces = [
            f"{row['name']} is meant to be {row['side']} and is {row['verdict']}, "
            f"{difference_in_words(row)}{_why(results, row)}"
            for row in own
        ]
        start = f"Against the rulebook ({name})" if name else "Against the rulebook"
        said.append(f"{start}: {'; '.join(pieces)}.")
    return said


def _with_the_rulebook(rows: Rows) -> str:
    """Say that no tweak contradicts the rulebook, and which ones hardly do what it says."""
    said = f"None of {counted(len(rows), 'tweak')} does the opposite of what the rulebook says"
    if idle := rows.where(verdict=EQUIVALENT):
        names = listed(dict.fromkeys(distinct_names(idle)), most=len(idle))
        said += f"; no difference that matters: {names}"
    return f"{said}."


def _why(results: Results, variant: Row) -> str:
    """Say what a variant changes most, in parts of what it is without it."""
    columns = ("baseline", "arm", "column", "baseline_mean", "difference", "low", "high")
    if not is_known(variant, "arm"):
        return ""
    own = results.rows("causes", *columns).where(
        lambda row: row["baseline_mean"] > 0 and (row["low"] > 0 or row["high"] < 0),
        arm=variant["arm"],
        baseline=variant["baseline"],
    )
    top = sorted(own, key=lambda row: -abs(row["difference"] / row["baseline_mean"]))
    pieces = [
        f"{loss_name(row['column'])} {signed(row['difference'], 2)}" for row in top[:NAMED_CAUSES]
    ]
    return f" (per game {listed(pieces)})" if pieces else ""


def pairing(results: Results) -> list[str]:
    """Say how many games change hands, and what the shared seeds save."""
    rows = results.rows("compare", "name", "flipped", "variance_ratio")
    rows = rows.where(lambda row: row["flipped"] > 0)
    if not rows:
        return []
    rows = rows.assign(name=distinct_names(rows))
    low, high = rows.smallest("flipped"), rows.largest("flipped")
    flips = f"{percent(high['flipped'])} ({high['name']}) of games change their winner"
    if len(rows) > 1:
        flips = f"Between {percent(low['flipped'])} ({low['name']}) and {flips}"
    kept = percent(statistics.median(rows.column("variance_ratio")), 0)
    median = " (median)" if len(rows) > 1 else ""
    return [f"{flips}; shared seeds leave {kept} of the variance of separate runs{median}."]


def interactions(results: Results) -> list[str]:
    """Say whether tweaks add up in a factorial experiment."""
    pairs = pair_effects(results)
    if not pairs:
        return []
    clear, level = pairs.where(clear=True), level_in_words(results.confidence)
    top = (clear or pairs).farthest("difference")
    outcome = f"{len(clear)} of {counted(len(pairs), 'interaction')} are clear of chance"
    said = "The tweaks do not just add up" if clear else "As far as these games show, tweaks add up"
    return [
        f"{said}: {outcome}, the largest is {top['term']}, {difference_in_words(top)} beyond the "
        f"sum of both ({level} interval, {games_span(pairs.column('n'))})."
    ]


def effects(results: Results) -> list[str]:
    """Name the strongest single effect of a factorial experiment."""
    single = single_effects(results)
    if not single:
        return []
    top = single.farthest("difference")
    return [
        f"Over all combinations of {counted(len(single), 'tweak')}, {top['term']} counts most: "
        f"{difference_in_words(top)} ({level_in_words(results.confidence)} interval)."
    ]


def compared(results: Results) -> Rows:
    """List the variants with a difference and a verdict, the easiest first."""
    if is_about_barons(results):
        return Rows()
    rows = results.rows("compare", "name", "difference", "low", "high", "verdict")
    rows = rows.ordered("difference", descending=True)
    verdicts = [word if word in VERDICT_WORDS else UNDECIDED for word in rows.column("verdict")]
    return rows.assign(name=short_names(rows), verdict=verdicts)


def distinct_names(rows: Rows) -> list[str]:
    """Write short names, with the baseline where several variants have the same name."""
    names = short_names(rows)
    return [
        f"{name} ({row['baseline']})" if "baseline" in row and names.count(name) > 1 else name
        for name, row in zip(names, rows, strict=True)
    ]


def is_about_barons(results: Results) -> bool:
    """Ask whether the only comparison is that of the game with Barons to the one without."""
    return "variant" in results.tables and len(results.tables.get("compare", ())) == 1


def short_names(rows: Rows) -> list[str]:
    """Write the names of variants in plain words, without what their baseline is called too."""
    return [plain_name(name_beside(row.get("baseline", ""), row["name"])) for row in rows]


def plain_name(name: str) -> str:
    """Write a tweak in plain words, followed by its short name; any other name as it is."""
    words = tweak_words(name)
    return name if words == name else f"{words} ({name})"


def by_baseline(results: Results, rows: Rows) -> list[tuple[str, Rows]]:
    """Group the rows by baseline, with its words; no words if there is only one.

    One and the same variant of several baselines is one group, and its rows are the baselines.
    """
    groups = rows.by("baseline") if rows.has("baseline") else {}
    if len(groups) <= 1:
        return [("", rows)] if rows else []
    order = results.rows("arms", "arm").column("arm")
    names = sorted(groups, key=lambda name: order.index(name) if name in order else 0)
    if len(rows.kinds("name")) == 1 and len(names) == len(rows):
        return [(rows[0]["name"], rows.assign(name=rows.column("baseline")))]
    return [(label_of(results, name), groups[name]) for name in names]


def family_sizes(results: Results, rows: Rows) -> set[int]:
    """Count how many variants each baseline of these rows has in the whole table."""
    if not rows.has("baseline"):
        return {len(results.rows("compare", "name", "verdict"))}
    families = results.rows("compare", "baseline", "verdict").by("baseline")
    return {len(families[name]) for name in rows.kinds("baseline")}


def single_effects(results: Results) -> Rows:
    """List the effects of each tweak alone."""
    rows = results.rows("interactions", "term", "difference", "low", "high")
    rows = rows.where(lambda row: TIMES not in row["term"])
    return rows.assign(term=[plain_name(term) for term in rows.column("term")])


def pair_effects(results: Results) -> Rows:
    """List the interactions of two: their parts as `first` and `second`, and which are `clear`.

    Clear is what remains after correction for their number; without p-values, an interval off zero.
    """
    rows = results.rows("interactions", "term", "difference", "low", "high")
    rows = rows.where(lambda row: row["term"].count(TIMES) == 1)
    clear = [row["low"] > 0 or row["high"] < 0 for row in rows]
    if rows and all(is_known(row, "p_value") for row in rows):
        clear = [bool(p < 1 - results.confidence) for p in holm(rows.column("p_value"))]
    first, second = ([term.split(TIMES)[part] for term in rows.column("term")] for part in (0, 1))
    return rows.assign(first=first, second=second, clear=clear)


def name_beside(baseline: str, name: str) -> str:
    """Keep what a variant's name says and the name of its baseline does not."""
    known = baseline.split(", ")
    return ", ".join(word for word in name.split(", ") if word not in known) or name


def shifted(results: Results) -> Rows:
    """List the variants whose difference in result is known."""
    if is_about_barons(results):
        return Rows()
    rows = results.rows("compare", "name", "result_difference", "result_low", "result_high")
    return rows.assign(name=short_names(rows))


def strongest(rows: Rows, column: str) -> Rows:
    """Choose as many rows as a figure takes, sorted from easiest to hardest."""
    kept = sorted(rows, key=lambda row: -abs(row[column]))[:MOST_ROWS]
    return Rows(kept).ordered(column, descending=True)


def verdicts_of(results: Results, rows: Rows) -> list[str]:
    """Say what the interval of each row means by itself."""
    return [
        verdict(Estimate(row["difference"], row["low"], row["high"], 0), results.margin)
        for row in rows
    ]


def cells_of(rows: Rows) -> tuple[Sequence[str], dict[tuple[int, int], float]]:
    """Arrange the differences of pairs, `first` and `second`, as the lower half of a square.

    The names are those of rows and columns; a cell has its row and its column.
    """
    names = list(dict.fromkeys([*rows.column("first"), *rows.column("second")]))
    cells = {}
    for row in rows:
        early, late = sorted((names.index(row["first"]), names.index(row["second"])))
        if early != late:
            cells[late - 1, early] = row["difference"]
    return names, cells

"""Sentences on tweaks in all combinations: which counts most, and whether they add up."""

from __future__ import annotations

from rotwsim.report.findings.tweaks import plain_name
from rotwsim.report.results import Results, Rows, is_known
from rotwsim.report.wording import counted, pp
from rotwsim.stats import holm

TIMES = " × "  # between the parts of an interaction


def interactions(results: Results) -> list[str]:
    """Say whether tweaks add up in a factorial experiment."""
    pairs = pair_effects(results)
    if not pairs:
        return []
    clear = pairs.where(clear=True)
    if not clear:
        return [f"Tweaks add up: none of {counted(len(pairs), 'pair')} does more or less together."]
    top = clear.farthest("difference")
    return [
        f"Tweaks do not just add up: {top['term']} together differ by {pp(top['difference'])} from "
        f"the sum of both; {len(clear)} of {counted(len(pairs), 'pair')} differ clearly."
    ]


def effects(results: Results) -> list[str]:
    """Name the strongest single effect of a factorial experiment."""
    single = single_effects(results)
    if not single:
        return []
    top = single.farthest("difference")
    return [
        f"Over all combinations of {counted(len(single), 'tweak')}, {top['term']} counts most: "
        f"{pp(top['difference'])}."
    ]


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

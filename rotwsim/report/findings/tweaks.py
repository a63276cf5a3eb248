"""Sentences on tweaks and other variants: what they do, and which do what nobody expected."""

from __future__ import annotations

import pandas as pd

from rotwsim.report.results import Results
from rotwsim.report.rows.points import loss_name
from rotwsim.report.rows.tweaks import (
    by_baseline,
    compared,
    pair_effects,
    single_effects,
    told_names,
)
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
from rotwsim.stats import EASIER, EQUIVALENT, HARDER, UNDECIDED

NAMED_CAUSES = 3
OPPOSITE = {EASIER: HARDER, HARDER: EASIER}
EXTREMES = {HARDER: "hardest", EASIER: "easiest"}
VERDICT_WORDS = {
    EASIER: ("makes the game easier", "make the game easier"),
    HARDER: ("makes it harder", "make it harder"),
    EQUIVALENT: ("makes no difference that matters", "make no difference that matters"),
    UNDECIDED: ("stays undecided", "stay undecided"),
}


def tweaks(results: Results) -> list[str]:
    """Per baseline: how many variants do what, and which do most to either side."""
    return [
        _on_tweaks(results, name, rows) for name, rows in by_baseline(results, compared(results))
    ]


def _on_tweaks(results: Results, baseline: str, rows: pd.DataFrame) -> str:
    level = level_in_words(results.confidence)
    start = f"{baseline}: " if baseline else ""
    if len(rows) == 1:
        row = rows.iloc[0]
        return capital(f"{start}{_with_difference(row)}, {row['verdict']} ({level} interval).")
    numbers = rows["verdict"].value_counts()
    pieces = [
        f"{numbers[word]} {VERDICT_WORDS[word][int(numbers[word] > 1)]}"
        for word in VERDICT_WORDS
        if word in numbers
    ]
    extremes = "".join(
        f"; {EXTREMES[word]} is {_with_difference(_farthest(rows[rows['verdict'] == word]))}"
        for word in EXTREMES
        if word in numbers
    )
    counted_rows = counted(len(rows), "comparison")
    return capital(f"{start}of {counted_rows}, {listed(pieces)}{extremes} ({level} intervals).")


def _farthest(rows: pd.DataFrame) -> pd.Series:
    return rows.loc[rows["difference"].abs().idxmax()]


def _with_difference(row: pd.Series) -> str:
    """A variant with its difference, and how sure that is."""
    sure = f", {chance(row['p_adjusted'])}" if _known(row, "p_adjusted") else ""
    return f"{row['name']}: {difference_in_words(row)}{sure}"


def against_the_rulebook(results: Results) -> list[str]:
    """Tweaks that do the opposite of what the rulebook says and what else they change, or that
    none does.
    """
    rows = compared(results)
    rows = rows[rows["side"].isin(OPPOSITE)] if "side" in rows else rows.head(0)
    if rows.empty:
        return []
    odd = rows[rows["verdict"] == rows["side"].map(OPPOSITE)]
    if odd.empty:
        return [_with_the_rulebook(rows)]
    told = []
    for name, own in by_baseline(results, odd):
        pieces = [
            f"{row['name']} is meant to be {row['side']} and is {row['verdict']}, "
            f"{difference_in_words(row)}{_why(results, row)}"
            for _, row in own.iterrows()
        ]
        start = f"Against the rulebook ({name})" if name else "Against the rulebook"
        told.append(f"{start}: {'; '.join(pieces)}.")
    return told


def _with_the_rulebook(rows: pd.DataFrame) -> str:
    """That no tweak contradicts the rulebook, and which ones hardly do what it says."""
    idle = rows[rows["verdict"] == EQUIVALENT]
    told = f"None of {counted(len(rows), 'tweak')} does the opposite of what the rulebook says"
    if len(idle):
        names = listed(dict.fromkeys(told_names(idle)), most=len(idle))
        told += f"; no difference that matters: {names}"
    return f"{told}."


def _why(results: Results, variant: pd.Series) -> str:
    """What a variant changes most, in parts of what it is without it."""
    columns = ("baseline", "arm", "column", "baseline_mean", "difference", "low", "high")
    rows = results.rows("causes", *columns)
    if rows.empty or not _known(variant, "arm"):
        return ""
    own = rows[(rows["arm"] == variant["arm"]) & (rows["baseline"] == variant["baseline"])]
    own = own[(own["baseline_mean"] > 0) & ((own["low"] > 0) | (own["high"] < 0))]
    relative = (own["difference"] / own["baseline_mean"]).abs()
    top = own.loc[relative.sort_values(ascending=False).index[:NAMED_CAUSES]]
    pieces = [f"{loss_name(r['column'])} {signed(r['difference'], 2)}" for _, r in top.iterrows()]
    return f" (per game {listed(pieces)})" if pieces else ""


def pairing(results: Results) -> list[str]:
    """How many games change hands, and what the shared seeds save."""
    rows = results.rows("compare", "name", "flipped", "variance_ratio")
    rows = rows[rows["flipped"] > 0]
    if rows.empty:
        return []
    rows = rows.assign(name=told_names(rows))
    low, high = (rows.loc[i] for i in (rows["flipped"].idxmin(), rows["flipped"].idxmax()))
    flips = f"{percent(high['flipped'])} ({high['name']}) of games change their winner"
    if len(rows) > 1:
        flips = f"Between {percent(low['flipped'])} ({low['name']}) and {flips}"
    kept = f"{percent(rows['variance_ratio'].median(), 0)} of the variance of separate runs"
    return [f"{flips}; shared seeds leave {kept}{' (median)' if len(rows) > 1 else ''}."]


def interactions(results: Results) -> list[str]:
    """Whether tweaks add up in a factorial experiment."""
    pairs = pair_effects(results)
    if pairs.empty:
        return []
    clear, level = pairs[pairs["clear"]], level_in_words(results.confidence)
    looked_at = clear if len(clear) else pairs
    top = looked_at.loc[looked_at["difference"].abs().idxmax()]
    outcome = f"{len(clear)} of {counted(len(pairs), 'interaction')} stand out from chance"
    told = (
        "The tweaks do not just add up"
        if len(clear)
        else "As far as these games show, tweaks add up"
    )
    return [
        f"{told}: {outcome}, the largest is {top['term']}, {difference_in_words(top)} beyond the "
        f"sum of both ({level} interval, {games_span(pairs.get('n', []))})."
    ]


def effects(results: Results) -> list[str]:
    """The strongest single effect of a factorial experiment."""
    single = single_effects(results)
    if single.empty:
        return []
    top = single.loc[single["difference"].abs().idxmax()]
    return [
        f"Over all combinations of {counted(len(single), 'tweak')}, {top['term']} counts most: "
        f"{difference_in_words(top)} ({level_in_words(results.confidence)} interval)."
    ]


def _known(row: pd.Series, column: str) -> bool:
    return column in row and pd.notna(row[column])

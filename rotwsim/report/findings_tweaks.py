"""Sentences on tweaks and other variants: what they do, and which do what nobody expected."""

from __future__ import annotations

import pandas as pd

from rotwsim.report.figures_points import loss_name
from rotwsim.report.figures_tweaks import (
    by_baseline,
    compared,
    pair_effects,
    short_names,
    single_effects,
)
from rotwsim.report.results import Results
from rotwsim.report.wording import (
    chance,
    counted,
    difference_in_words,
    level_in_words,
    listed,
    percent,
    signed,
)
from rotwsim.stats import EASIER, EQUIVALENT, HARDER, UNDECIDED

NAMED_CAUSES = 3
OPPOSITE = {EASIER: HARDER, HARDER: EASIER}
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
    numbers = rows["verdict"].value_counts()
    pieces = [
        f"{numbers[word]} {VERDICT_WORDS[word][int(numbers[word] > 1)]}"
        for word in VERDICT_WORDS
        if word in numbers
    ]
    ends = [(HARDER, rows["difference"].idxmin()), (EASIER, rows["difference"].idxmax())]
    told = [_extreme(rows.loc[place], word) for word, place in ends if _is(rows.loc[place], word)]
    start = f"{baseline}: of" if baseline else "Of"
    extremes = "".join(f"; {extreme}" for extreme in told)
    return (
        f"{start} {counted(len(rows), 'variant')}, {listed(pieces)}{extremes} "
        f"({level_in_words(results.confidence)} intervals)."
    )


def _is(row: pd.Series, word: str) -> bool:
    return row["difference"] < 0 if word == HARDER else row["difference"] > 0


def _extreme(row: pd.Series, word: str) -> str:
    """The variant that does most to one side, with the win rates before and after."""
    rates = ""
    if _known(row, "baseline_win_rate") and _known(row, "win_rate"):
        rates = f", from {percent(row['baseline_win_rate'])} to {percent(row['win_rate'])} won"
    sure = f", {chance(row['p_adjusted'])}" if _known(row, "p_adjusted") else ""
    most = "hardest" if word == HARDER else "easiest"
    return f"{most} is {row['name']}: {difference_in_words(row)}{rates}{sure}"


def against_the_rulebook(results: Results) -> list[str]:
    """Tweaks that do the opposite of what the rulebook says, and what else they change."""
    rows = compared(results)
    if "side" not in rows:
        return []
    odd = rows[rows["verdict"] == rows["side"].map(OPPOSITE)]
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
    rows = rows[rows["flipped"] > 0].assign(name=lambda shown: short_names(shown))
    if rows.empty:
        return []
    low, high = (rows.loc[i] for i in (rows["flipped"].idxmin(), rows["flipped"].idxmax()))
    return [
        f"Between {percent(low['flipped'])} ({low['name']}) and {percent(high['flipped'])} "
        f"({high['name']}) of games change their winner; shared seeds leave "
        f"{100 * rows['variance_ratio'].median():.0f} % of the variance of separate runs (median)."
    ]


def effects(results: Results) -> list[str]:
    """The strongest single effect and interaction of a factorial experiment."""
    single, pairs = single_effects(results), pair_effects(results)
    told = []
    if len(single):
        top = single.loc[single["difference"].abs().idxmax()]
        told.append(
            f"Over all combinations of {counted(len(single), 'tweak')}, {top['term']} counts most: "
            f"{difference_in_words(top)} ({level_in_words(results.confidence)} interval)."
        )
    if len(pairs):
        clear = pairs[(pairs["low"] > 0) | (pairs["high"] < 0)]
        start = f"{len(clear)} of {counted(len(pairs), 'interaction')} can be told from chance"
        if len(clear):
            top = clear.loc[clear["difference"].abs().idxmax()]
            start += f", the largest is {top['term']}: {difference_in_words(top)}"
        told.append(f"{start}.")
    return told


def _known(row: pd.Series, column: str) -> bool:
    return column in row and pd.notna(row[column])

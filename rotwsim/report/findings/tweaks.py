"""Sentences on tweaks and other variants: what they do, and which contradict the rulebook."""

from __future__ import annotations

import pandas as pd

from rotwsim.report.arms import label_of
from rotwsim.report.findings.arms import loss_name
from rotwsim.report.results import Results
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
    said = []
    for name, own in by_baseline(results, odd):
        pieces = [
            f"{row['name']} is meant to be {row['side']} and is {row['verdict']}, "
            f"{difference_in_words(row)}{_why(results, row)}"
            for _, row in own.iterrows()
        ]
        start = f"Against the rulebook ({name})" if name else "Against the rulebook"
        said.append(f"{start}: {'; '.join(pieces)}.")
    return said


def _with_the_rulebook(rows: pd.DataFrame) -> str:
    """That no tweak contradicts the rulebook, and which ones hardly do what it says."""
    idle = rows[rows["verdict"] == EQUIVALENT]
    said = f"None of {counted(len(rows), 'tweak')} does the opposite of what the rulebook says"
    if len(idle):
        names = listed(dict.fromkeys(distinct_names(idle)), most=len(idle))
        said += f"; no difference that matters: {names}"
    return f"{said}."


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
    rows = rows.assign(name=distinct_names(rows))
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
    outcome = f"{len(clear)} of {counted(len(pairs), 'interaction')} are clear of chance"
    said = (
        "The tweaks do not just add up"
        if len(clear)
        else "As far as these games show, tweaks add up"
    )
    return [
        f"{said}: {outcome}, the largest is {top['term']}, {difference_in_words(top)} beyond the "
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


def compared(results: Results) -> pd.DataFrame:
    """The variants with a difference and a verdict, the easiest first."""
    if is_about_barons(results):
        return pd.DataFrame()
    rows = results.rows("compare", "name", "difference", "low", "high", "verdict")
    rows = rows.sort_values("difference", ascending=False, ignore_index=True)
    known = rows["verdict"].isin((EASIER, HARDER, EQUIVALENT))
    return rows.assign(name=short_names(rows), verdict=rows["verdict"].where(known, UNDECIDED))


def distinct_names(rows: pd.DataFrame) -> list[str]:
    """Short names, with the baseline where several variants have the same name."""
    names = short_names(rows)
    if "baseline" not in rows:
        return names
    return [
        f"{name} ({baseline})" if names.count(name) > 1 else name
        for name, baseline in zip(names, rows["baseline"], strict=True)
    ]


def is_about_barons(results: Results) -> bool:
    """Whether the only comparison is that of the game with Barons to the one without."""
    return "variant" in results.tables and len(results.tables.get("compare", ())) == 1


def short_names(rows: pd.DataFrame) -> list[str]:
    """The names of variants in plain words, without what their baseline is called too."""
    if "baseline" not in rows:
        return [plain_name(name) for name in rows["name"]]
    return [
        plain_name(name_beside(row.baseline, row.name))
        for row in rows[["baseline", "name"]].itertuples()
    ]


def plain_name(name: str) -> str:
    """A tweak in plain words, followed by its short name; any other name as it is."""
    words = tweak_words(name)
    return name if words == name else f"{words} ({name})"


def by_baseline(results: Results, rows: pd.DataFrame) -> list[tuple[str, pd.DataFrame]]:
    """The rows of each baseline with its words; no words if there is only one.

    One and the same variant of several baselines is one group, and its rows are the baselines.
    """
    if "baseline" not in rows or rows["baseline"].nunique() <= 1:
        return [("", rows)] if len(rows) else []
    order = list(results.rows("arms", "arm")["arm"])
    names = sorted(rows["baseline"].unique(), key=lambda n: order.index(n) if n in order else 0)
    if rows["name"].nunique() == 1 and len(names) == len(rows):
        return [(rows["name"].iloc[0], rows.assign(name=rows["baseline"]))]
    return [(label_of(results, name), rows[rows["baseline"] == name]) for name in names]


def family_sizes(results: Results, rows: pd.DataFrame) -> set[int]:
    """How many variants each baseline of these rows has in the whole table."""
    if "baseline" not in rows:
        return {len(results.rows("compare", "name", "verdict"))}
    sizes = results.rows("compare", "baseline", "verdict")["baseline"].value_counts()
    return {int(sizes[name]) for name in rows["baseline"].unique()}


def single_effects(results: Results) -> pd.DataFrame:
    rows = results.rows("effects", "term", "difference", "low", "high")
    rows = rows[~rows["term"].str.contains(TIMES)].reset_index(drop=True)
    return rows.assign(term=[plain_name(term) for term in rows["term"]])


def pair_effects(results: Results) -> pd.DataFrame:
    """The interactions of two: their parts as `first` and `second`, and which are `clear`.

    Clear is what remains after correction for their number; without p-values, an interval off zero.
    """
    rows = results.rows("effects", "term", "difference", "low", "high")
    rows = rows[rows["term"].str.count(TIMES) == 1].reset_index(drop=True)
    parts = [term.split(TIMES) for term in rows["term"]]
    clear = (rows["low"] > 0) | (rows["high"] < 0)
    if "p_value" in rows and rows["p_value"].notna().all() and len(rows):
        clear = holm(rows["p_value"]) < 1 - results.confidence
    return rows.assign(
        first=[first for first, _ in parts], second=[second for _, second in parts], clear=clear
    )


def name_beside(baseline: str, name: str) -> str:
    """What a variant's name says that the name of its baseline does not."""
    known = baseline.split(", ")
    return ", ".join(word for word in name.split(", ") if word not in known) or name


def shifted(results: Results) -> pd.DataFrame:
    """The variants whose difference in result is known."""
    if is_about_barons(results):
        return pd.DataFrame()
    rows = results.rows("compare", "name", "result_difference", "result_low", "result_high")
    return rows.assign(name=short_names(rows))


def strongest(rows: pd.DataFrame, column: str) -> pd.DataFrame:
    """As many rows as a figure takes, sorted from easiest to hardest."""
    kept = rows.loc[rows[column].abs().sort_values(ascending=False).index[:MOST_ROWS]]
    return kept.sort_values(column, ascending=False, ignore_index=True)


def verdicts_of(results: Results, rows: pd.DataFrame) -> list[str]:
    """What the interval of each row says, by itself."""
    return [
        verdict(Estimate(row.difference, row.low, row.high, 0), results.margin)
        for row in rows.itertuples()
    ]


def cells_of(rows: pd.DataFrame) -> pd.DataFrame:
    """The differences of pairs, `first` and `second`, as the lower half of a square."""
    names = list(dict.fromkeys([*rows["first"], *rows["second"]]))
    cells = pd.DataFrame(index=names[1:], columns=names[:-1], dtype=float)
    for row in rows.itertuples():
        early, late = sorted((row.first, row.second), key=names.index)
        if early != late:
            cells.loc[late, early] = row.difference
    return cells

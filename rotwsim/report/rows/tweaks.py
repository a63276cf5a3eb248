"""Variants and tweaks: which rows, under which names, beside which baseline."""

from __future__ import annotations

import pandas as pd

from rotwsim.report.results import Results
from rotwsim.report.rows.arms import label_of
from rotwsim.scenario.rule_texts import tweak_words
from rotwsim.stats import EASIER, EQUIVALENT, HARDER, UNDECIDED, Estimate, holm, verdict

MOST_ROWS = 30
TIMES = " × "  # between the parts of an interaction


def compared(results: Results) -> pd.DataFrame:
    """The variants with a difference and a verdict, the easiest first."""
    if is_about_barons(results):
        return pd.DataFrame()
    rows = results.rows("compare", "name", "difference", "low", "high", "verdict")
    rows = rows.sort_values("difference", ascending=False, ignore_index=True)
    known = rows["verdict"].isin((EASIER, HARDER, EQUIVALENT))
    return rows.assign(name=short_names(rows), verdict=rows["verdict"].where(known, UNDECIDED))


def told_names(rows: pd.DataFrame) -> list[str]:
    """Short names, with the baseline where several variants are called alike."""
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

    Clear is what stands after correction for their number; without p-values, an interval off zero.
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

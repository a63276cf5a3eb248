"""Figures of what tweaks do: differences of win rates and results, effects and interactions."""

from __future__ import annotations

import pandas as pd

from rotwsim.report.arms import label_of, name_beside
from rotwsim.report.figure_marks import (
    draw_cells,
    draw_intervals,
    draw_zero,
    grid,
    label_rows,
    percent_axis,
    verdict_marks,
    write_values,
)
from rotwsim.report.figure_style import ROW, Picture, new_axes
from rotwsim.report.results import Results
from rotwsim.report.wording import (
    capital,
    counted,
    difference_in_words,
    games_span,
    level_in_words,
    margin_in_words,
    number_in_words,
    signed,
)
from rotwsim.stats import EASIER, EQUIVALENT, HARDER, UNDECIDED, Estimate, holm, verdict

MOST_ROWS = 30
TIMES = " × "  # between the parts of an interaction


def tweak_differences(results: Results) -> list[Picture]:
    """Forest plot per baseline: what each variant does to the win rate, with its verdict."""
    return [
        _forest(results, _strongest(rows, "difference"), place, name)
        for place, (name, rows) in enumerate(by_baseline(results, compared(results)))
    ]


def _forest(results: Results, rows: pd.DataFrame, place: int, baseline: str) -> Picture:
    strongest = rows.loc[rows["difference"].abs().idxmax()]
    title = f"{_start(baseline)}largest difference in win rate: {strongest['name']}, "
    figure, (axes,) = new_axes(len(rows))
    draw_zero(axes, results.margin)
    label_rows(axes, list(rows["name"]))
    draw_intervals(axes, rows.assign(value=rows["difference"]), verdict_marks(rows["verdict"]))
    write_values(
        axes, [f"{signed(100 * row.difference)}  {row.verdict}" for row in rows.itertuples()]
    )
    percent_axis(axes, "difference in win rate, points", signed=True)
    grid(axes)
    alt = f"{_start(baseline)}differences in win rate: " + "; ".join(
        f"{row['name']} {difference_in_words(row)}, {row['verdict']}" for _, row in rows.iterrows()
    )
    title += difference_in_words(strongest)
    return Picture(f"tweaks-{place + 1}", capital(title), _caption(results, rows), alt, figure)


def result_shift(results: Results) -> list[Picture]:
    """Forest plot per baseline: what each variant does to the result."""
    if is_about_barons(results):
        return []
    rows = results.rows("compare", "name", "result_difference", "result_low", "result_high")
    rows = rows.assign(name=short_names(rows))
    return [
        _shift(results, _strongest(own, "result_difference"), place, name)
        for place, (name, own) in enumerate(by_baseline(results, rows))
    ]


def _shift(results: Results, rows: pd.DataFrame, place: int, baseline: str) -> Picture:
    strongest = rows.loc[rows["result_difference"].abs().idxmax()]
    words = number_in_words(strongest, "result_difference", "result_low", "result_high")
    title = f"{_start(baseline)}largest shift of the result: {strongest['name']}, {words}"
    figure, (axes,) = new_axes(len(rows))
    draw_zero(axes)
    label_rows(axes, list(rows["name"]))
    shifts = rows[["result_difference", "result_low", "result_high"]]
    shifts.columns = ["value", "low", "high"]
    verdicts = [
        EASIER if row.low > 0 else HARDER if row.high < 0 else UNDECIDED
        for row in shifts.itertuples()
    ]
    draw_intervals(axes, shifts, verdict_marks(verdicts))
    write_values(axes, [signed(value) for value in shifts["value"]])
    axes.set_xlabel("difference in result, points of the game")
    grid(axes)
    alt = f"{_start(baseline)}differences in result: " + "; ".join(
        f"{row['name']} {number_in_words(row, 'result_difference', 'result_low', 'result_high')}"
        for _, row in rows.iterrows()
    )
    caption = _caption(results, rows, of_results=True)
    return Picture(f"result-shift-{place + 1}", capital(title), caption, alt, figure)


def main_effects(results: Results) -> list[Picture]:
    """Forest plot of the factorial experiment: each tweak alone, over all settings of the rest."""
    rows = single_effects(results)
    if rows.empty:
        return []
    rows = _strongest(rows, "difference")
    strongest = rows.loc[rows["difference"].abs().idxmax()]
    title = f"Over all combinations {strongest['term']} counts most: " + difference_in_words(
        strongest
    )
    figure, (axes,) = new_axes(len(rows))
    draw_zero(axes, results.margin)
    label_rows(axes, list(rows["term"]))
    verdicts = [
        verdict(Estimate(row.difference, row.low, row.high, 0), results.margin)
        for row in rows.itertuples()
    ]
    draw_intervals(axes, rows.assign(value=rows["difference"]), verdict_marks(verdicts))
    write_values(axes, [signed(100 * value) for value in rows["difference"]])
    percent_axis(axes, "effect on the win rate, points", signed=True)
    grid(axes)
    caption = (
        f"{games_span(rows.get('n', []))} per row. Each effect is averaged over all settings of "
        f"the other tweaks; bars are {level_in_words(results.confidence)} intervals."
    )
    alt = "Main effects: " + "; ".join(
        f"{row['term']} {difference_in_words(row)}" for _, row in rows.iterrows()
    )
    return [Picture("effects", title, caption, alt, figure)]


def interactions(results: Results) -> list[Picture]:
    """Heat map of how two tweaks together differ from the sum of both."""
    rows = pair_effects(results)
    if rows.empty:
        return []
    names = list(dict.fromkeys([*rows["first"], *rows["second"]]))
    cells = pd.DataFrame(index=names[1:], columns=names[:-1], dtype=float)
    for row in rows.itertuples():
        early, late = sorted((row.first, row.second), key=names.index)
        cells.loc[late, early] = row.difference
    clear = rows["clear"]
    if clear.any():
        strongest = rows[clear].loc[rows[clear]["difference"].abs().idxmax()]
        title = f"{strongest['term']} differs most from the sum of both: " + difference_in_words(
            strongest
        )
    else:
        title = f"None of {counted(len(rows), 'interaction')} can be told from chance"
    figure, (axes,) = new_axes(len(cells) + 2, row=max(ROW, 0.3))
    draw_cells(axes, cells, float(rows["difference"].abs().max()))
    caption = (
        f"{games_span(rows.get('n', []))} per row. Points of win rate beyond the sum of the two "
        f"single effects. {int(clear.sum())} of {len(rows)} can be told from chance, all looked at."
    )
    alt = "Interactions: " + "; ".join(
        f"{row['term']} {difference_in_words(row)}" for _, row in rows.iterrows()
    )
    return [Picture("interactions", title, caption, alt, figure)]


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
    """The names of variants, without what their baseline is called too."""
    if "baseline" not in rows:
        return list(rows["name"])
    return [name_beside(row.baseline, row.name) for row in rows[["baseline", "name"]].itertuples()]


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


def single_effects(results: Results) -> pd.DataFrame:
    rows = results.rows("effects", "term", "difference", "low", "high")
    return rows[~rows["term"].str.contains(TIMES)].reset_index(drop=True)


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


def _strongest(rows: pd.DataFrame, column: str) -> pd.DataFrame:
    """As many rows as a figure takes, sorted from easiest to hardest."""
    kept = rows.loc[rows[column].abs().sort_values(ascending=False).index[:MOST_ROWS]]
    return kept.sort_values(column, ascending=False, ignore_index=True)


def _caption(results: Results, rows: pd.DataFrame, of_results: bool = False) -> str:
    games, level = games_span(rows.get("games", [])), level_in_words(results.confidence)
    caption = f"{games} per row, played on the seeds of the baseline; bars are {level} intervals"
    if of_results:
        return f"{caption} of the mean difference, ▲ above zero, ▼ below, ○ neither."
    band = f"The grey band is the margin of {margin_in_words(results.margin)}:"
    corrected = f"; verdicts are corrected for {len(rows)} rows" if "p_adjusted" in rows else ""
    return f"{caption}{corrected}. {band} ■ equivalent within it, ▲ easier, ▼ harder, ○ undecided."


def _start(baseline: str) -> str:
    return f"{baseline}: " if baseline else ""

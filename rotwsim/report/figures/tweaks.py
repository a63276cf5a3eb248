"""Figures of what tweaks do: differences of win rates and results, effects and interactions."""

from __future__ import annotations

import pandas as pd

from rotwsim.report.figures.marks import (
    Series,
    draw_cells,
    forest,
    pale_bars,
    percent_axis,
    row_height,
    verdict_marks,
)
from rotwsim.report.figures.style import ROW, Picture, new_axes
from rotwsim.report.findings.tweaks import (
    by_baseline,
    cells_of,
    compared,
    family_sizes,
    pair_effects,
    shifted,
    single_effects,
    strongest,
    verdicts_of,
)
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
from rotwsim.stats import EASIER, HARDER, UNDECIDED


def tweak_differences(results: Results) -> list[Picture]:
    """Forest plot per baseline: what each variant does to the win rate, with its verdict."""
    return [
        _forest(results, strongest(rows, "difference"), place, name)
        for place, (name, rows) in enumerate(by_baseline(results, compared(results)))
    ]


def _forest(results: Results, rows: pd.DataFrame, place: int, baseline: str) -> Picture:
    largest = rows.loc[rows["difference"].abs().idxmax()]
    title = f"{_start(baseline)}largest difference in win rate: {largest['name']}, "
    figure = forest(
        list(rows["name"]),
        [Series(_points_of(rows), verdict_marks(rows["verdict"]))],
        lambda axes: percent_axis(axes, "difference in win rate, points", signed=True),
        [f"{signed(100 * row.difference)}  {row.verdict}" for row in rows.itertuples()],
        margin=results.margin,
        row=row_height(rows["name"]),
    )
    alt = f"{_start(baseline)}differences in win rate: " + "; ".join(
        f"{row['name']} {difference_in_words(row)}, {row['verdict']}" for _, row in rows.iterrows()
    )
    title += difference_in_words(largest)
    return Picture(f"tweaks-{place + 1}", capital(title), _caption(results, rows), alt, figure)


def _points_of(rows: pd.DataFrame) -> pd.DataFrame:
    """The differences as a forest draws them, with their ranges over boxes."""
    shown = rows[["difference", "low", "high"]].rename(columns={"difference": "value"})
    for end in ("low", "high"):
        shown[f"boxes_{end}"] = rows.get(f"boxes_difference_{end}")
    return shown


def result_shift(results: Results) -> list[Picture]:
    """Forest plot per baseline: what each variant does to the result."""
    return [
        _shift(results, strongest(own, "result_difference"), place, name)
        for place, (name, own) in enumerate(by_baseline(results, shifted(results)))
    ]


def _shift(results: Results, rows: pd.DataFrame, place: int, baseline: str) -> Picture:
    largest = rows.loc[rows["result_difference"].abs().idxmax()]
    words = number_in_words(largest, "result_difference", "result_low", "result_high")
    title = f"{_start(baseline)}largest shift of the result: {largest['name']}, {words}"
    shifts = rows[["result_difference", "result_low", "result_high"]]
    shifts.columns = ["value", "low", "high"]
    verdicts = [
        EASIER if row.low > 0 else HARDER if row.high < 0 else UNDECIDED
        for row in shifts.itertuples()
    ]
    figure = forest(
        list(rows["name"]),
        [Series(shifts, verdict_marks(verdicts))],
        lambda axes: axes.set_xlabel("difference in result, points of the game"),
        [signed(value) for value in shifts["value"]],
        margin=0.0,
        row=row_height(rows["name"]),
    )
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
    rows = strongest(rows, "difference")
    largest = rows.loc[rows["difference"].abs().idxmax()]
    title = f"Over all combinations {largest['term']} counts most: {difference_in_words(largest)}"
    figure = forest(
        list(rows["term"]),
        [Series(rows.assign(value=rows["difference"]), verdict_marks(verdicts_of(results, rows)))],
        lambda axes: percent_axis(axes, "effect on the win rate, points", signed=True),
        [signed(100 * value) for value in rows["difference"]],
        margin=results.margin,
        row=row_height(rows["term"]),
    )
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
    cells, clear = cells_of(rows), rows["clear"]
    if clear.any():
        largest = rows[clear].loc[rows[clear]["difference"].abs().idxmax()]
        words = difference_in_words(largest)
        title = f"{largest['term']} differs most from the sum of both: {words}"
    else:
        title = f"None of {counted(len(rows), 'interaction')} is clear of chance"
    figure, axes = new_axes(len(cells) + 2, row=max(ROW, 0.3))
    draw_cells(axes, cells, float(rows["difference"].abs().max()))
    caption = (
        f"{games_span(rows.get('n', []))} per row. Points of win rate beyond the sum of the two "
        f"single effects. {int(clear.sum())} of {len(rows)} are clear of chance."
    )
    alt = "Interactions: " + "; ".join(
        f"{row['term']} {difference_in_words(row)}" for _, row in rows.iterrows()
    )
    return [Picture("interactions", title, caption, alt, figure)]


def _caption(results: Results, rows: pd.DataFrame, of_results: bool = False) -> str:
    games, level = games_span(rows.get("games", [])), level_in_words(results.confidence)
    caption = f"{games} per row, played on the seeds of the baseline; bars are {level} intervals"
    if of_results:
        return f"{caption} of the mean difference, ▲ above zero, ▼ below, ○ neither."
    band = f"The grey band is the margin of {margin_in_words(results.margin)}:"
    boxes = pale_bars(_points_of(rows))
    said = "".join(f"; {caveat}" for caveat in (*_correction(results, rows), *results.caveats))
    key = "■ equivalent within it, ▲ easier, ▼ harder, ○ undecided."
    return f"{caption}{boxes}{said}. {band} {key}"


def _correction(results: Results, rows: pd.DataFrame) -> list[str]:
    """For how many variants of the same baseline the verdicts of these rows are corrected."""
    families = family_sizes(results, rows)
    if "p_adjusted" not in rows or not families:
        return []
    if families == {1}:
        return ["each row is judged by itself"]
    sizes = " or ".join(str(size) for size in sorted(families))
    return [f"verdicts are corrected for the {sizes} variants of a baseline"]


def _start(baseline: str) -> str:
    return f"{baseline}: " if baseline else ""

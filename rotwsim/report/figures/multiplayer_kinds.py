"""Figures of kinds of tables: styles and options side by side, Rail Barons, a better player."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from rotwsim.report.figures.marks import (
    Series,
    draw_intervals,
    forest,
    grid,
    label_rows,
    percent_axis,
    same_marks,
    verdict_marks,
    write_values,
)
from rotwsim.report.figures.style import EASIER, FAINT, SAME, SMALL, Picture, new_panels
from rotwsim.report.findings.multiplayer import better_among_others, measures_of, rail_barons_of
from rotwsim.report.results import Results
from rotwsim.report.wording import (
    capital,
    change_in_words,
    count,
    difference_in_words,
    games_span,
    in_unit,
    level_in_words,
    percent,
    plain,
    points,
    rate_in_words,
    signed,
)
from rotwsim.stats import EASIER as IS_EASIER
from rotwsim.stats import HARDER as IS_HARDER

VERDICTS = {"more": IS_EASIER, "less": IS_HARDER}  # marks of differences: up and down
TWO_LINES = 0.42  # inches of a row with two lines


def styles_beside(results: Results) -> list[Picture]:
    return _beside(results, "styles", "style")


def options_beside(results: Results) -> list[Picture]:
    return _beside(results, "options", "option")


def _beside(results: Results, table: str, what: str) -> list[Picture]:
    """A panel per measure, a row per kind of table, marked by what the difference says."""
    measures = measures_of(results, table)
    if not measures:
        return []
    figure, panels = new_panels([len(own) + 1 for own in measures.values()])
    said = []
    for axes, (measure, own) in zip(panels, measures.items(), strict=True):
        factor, unit, _ = in_unit(own["unit"].iloc[0])
        values = own.assign(value=own["mean"], low=own["mean_low"], high=own["mean_high"])
        values[["value", "low", "high"]] *= factor
        label_rows(axes, list(own["name"]))
        marks = verdict_marks([VERDICTS.get(word, word) for word in own["verdict"]])
        draw_intervals(axes, values, [(SAME, "D", SAME), *marks[1:]])
        write_values(axes, [plain(value) for value in values["value"]])
        axes.set_title(f"{capital(measure)}, {unit}", loc="left", fontsize=SMALL)
        axes.xaxis.set_major_locator(MaxNLocator(5))
        grid(axes)
        said.append(f"{measure}: " + ", ".join(_named(row) for _, row in own.iterrows()))
    rows = next(iter(measures.values()))
    where = f" on {rows['board'].iloc[0]}" if "board" in rows else ""
    title = f"What each {what} does{where}, beside {rows['name'].iloc[0]}"
    caption = (
        f"{games_span(rows['games'])} of each on the same deals; bars are "
        f"{level_in_words(results.confidence)} intervals of the means. ◆ is the baseline; against "
        "it, corrected for all comparisons: ▲ more, ▼ less, ■ equivalent, ○ undecided."
    )
    return [Picture(f"{table}-beside", title, caption, "; ".join(said), figure)]


def _named(row: pd.Series) -> str:
    factor, unit, _ = in_unit(row["unit"])
    gap = f" ({change_in_words(row)})" if pd.notna(row.get("difference")) else ""
    return f"{row['name']} {plain(factor * row['mean'])} {unit}{gap}"


def rail_baron_worth(results: Results) -> list[Picture]:
    """Forest plot: wins of the seat that keeps a Rail Baron less wins with the average one."""
    rows = rail_barons_of(results)
    if rows.empty:
        return []
    best, worst = rows.iloc[0], rows.iloc[-1]
    title = (
        f"{best['baron']} helps most, {points(best['difference'])} of wins; {worst['baron']} "
        f"least, {points(worst['difference'])}"
    )
    words = [VERDICTS.get(word, word) for word in rows.get("verdict", [""] * len(rows))]
    figure = forest(
        list(rows["baron"]),
        [Series(rows.assign(value=rows["difference"]), verdict_marks(words))],
        lambda axes: percent_axis(axes, "wins less those with the average card", signed=True),
        [f"{signed(100 * r.difference)}\n{percent(r.fulfilled, 0)}" for r in rows.itertuples()],
        margin=results.margin,
        row=TWO_LINES,
    )
    caption = (
        f"{games_span(rows.get('games', []))} per card, kept by the first seat on the same deals. "
        "At the right the points, and below how often the goal is fulfilled. Bars are "
        f"{level_in_words(results.confidence)} intervals; corrected for all cards: ▲ more, ▼ less, "
        "■ equivalent, ○ undecided."
    )
    alt = "Worth of the Rail Barons: " + "; ".join(
        f"{row['baron']} {difference_in_words(row)}, fulfilled {percent(row['fulfilled'])}"
        for _, row in rows.iterrows()
    )
    return [Picture("rail-barons", title, caption, alt, figure)]


def better_player(results: Results) -> list[Picture]:
    """Wins of one better player among others, against an equal share."""
    rows = better_among_others(results)
    if rows.empty:
        return []
    labels = [f"one {row.player} among {row.others}" for row in rows.itertuples()]
    top = rows.loc[rows["win_rate"].idxmax()]
    leads = rows["games_to_lead"] if "games_to_lead" in rows else pd.Series([np.nan] * len(rows))
    words = [f"{count(n)} games" if np.isfinite(n) else "never" for n in leads]

    def dressed(axes: Axes) -> None:
        axes.axvline(1 / rows["seats"].iloc[0], color=FAINT, linewidth=0.9, zorder=0)
        percent_axis(axes, "share of wins, %; the line is an equal share")

    figure = forest(
        labels,
        [Series(rows.assign(value=rows["win_rate"]), same_marks(len(rows), EASIER))],
        dressed,
        words,
        row=TWO_LINES,
    )
    title = f"One {top['player']} among {top['others']} players wins {rate_in_words(top)}"
    caption = (
        f"{games_span(rows.get('games', []))} deals per row, each played from every seat. At the "
        "right the games after which the better player leads with 95 %."
    )
    alt = "Wins of one better player: " + "; ".join(
        f"{label} {percent(row.win_rate)}"
        for label, row in zip(labels, rows.itertuples(), strict=True)
    )
    return [Picture("better-player", title, caption, alt, figure)]

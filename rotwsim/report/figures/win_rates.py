"""Figures of how hard the game is: the win rates of all arms."""

from __future__ import annotations

import pandas as pd

from rotwsim.report.figures.forest import Series, forest
from rotwsim.report.figures.marks import pale_bars, percent_axis, row_height, same_marks
from rotwsim.report.figures.style import SERIES, Picture
from rotwsim.report.results import Results
from rotwsim.report.rows.arms import OF_ALL, arms_of, paired_by_barons
from rotwsim.report.wording import (
    games_span,
    level_in_words,
    percent,
    rate_in_words,
)

MOST_ROWS = 24
SERIES_MARKS = {  # name, colour, shape and shift of the arms without and with Barons
    0: ("without Barons", SERIES[0], "o", -0.16),
    1: ("with Barons", SERIES[1], "s", 0.16),
}


def win_rates(results: Results) -> list[Picture]:
    """Win rate of every arm with its interval; arms with and without Barons share a row."""
    arms = arms_of(results)
    if arms.empty:
        return []
    rows = paired_by_barons(arms)
    order = list(rows.groupby("row", sort=False)["win_rate"].mean().sort_values().index[::-1])
    shown = order if len(order) <= MOST_ROWS else order[: MOST_ROWS // 2] + order[-MOST_ROWS // 2 :]
    both = rows["series"].nunique() > 1
    series = []
    for place, own in rows.groupby("series"):
        name, colour, shape, shift = SERIES_MARKS[place]
        own = own.drop_duplicates("row").set_index("row").reindex(shown)
        marks = same_marks(len(shown), colour, shape)
        series.append(
            Series(own.assign(value=own["win_rate"]), marks, name, shift if both else 0.0)
        )
    figure = forest(
        shown,
        series,
        lambda axes: percent_axis(axes, "games won, %"),
        [_rates(rows[rows["row"] == row]) for row in shown],
        room=1,
        row=row_height(shown),
    )
    few = f" Shown are the {len(shown)} outermost of {len(order)} rows." if shown != order else ""
    caption = (
        f"{games_in_words(arms)}; bars are {level_in_words(results.confidence)} intervals of the "
        f"win rate{pale_bars(rows)}.{few}"
    )
    alt = "Win rates with intervals: " + "; ".join(
        f"{arm['label']} {rate_in_words(arm)}" for _, arm in arms.iterrows()
    )
    return [Picture("win-rates", _rates_title(arms), caption, alt, figure)]


def _rates(arms: pd.DataFrame) -> str:
    """The win rates of a row, without Barons first."""
    rates = [percent(rate) for rate in arms.sort_values("series")["win_rate"]]
    return " / ".join([*(rate.rstrip("%").rstrip() for rate in rates[:-1]), rates[-1]])


def _rates_title(arms: pd.DataFrame) -> str:
    ordered = arms.sort_values("win_rate")
    low, high = ordered.iloc[0], ordered.iloc[-1]
    if len(arms) == 1:
        return f"The win rate is {rate_in_words(low)}"
    return (
        f"Win rates run from {rate_in_words(low)}, {low['label']}, "
        f"to {rate_in_words(high)}, {high['label']}"
    )


def games_in_words(arms: pd.DataFrame) -> str:
    """ "20,000 games", or how many each of several arms has."""
    each = f" in each of {len(arms)} arms" if len(arms) > 1 else ""
    all_arms = arms.attrs.get(OF_ALL, len(arms))
    part = ""
    if len(arms) < all_arms:
        part = (
            f"; shown are {len(arms)} of {all_arms} arms, those without tweak or slip first: an "
            "eye could not keep more apart"
        )
    return f"{games_span(arms['games'])}{each}{part}"

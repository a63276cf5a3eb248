"""Figures of the Duel Barons: their causal worth, who claims them and when, pairs in the row."""

from __future__ import annotations

import numpy as np

from rotwsim.report.figures.marks import (
    Series,
    draw_cells,
    forest,
    grid,
    label_rows,
    percent_axis,
    same_marks,
    verdict_marks,
    write_values,
)
from rotwsim.report.figures.style import OWN, RAILBOT, ROW, Picture, new_axes
from rotwsim.report.findings.barons_and_skill import (
    baron_pairs_of,
    barons_by_claims,
    barons_by_worth,
    claim_turns,
)
from rotwsim.report.findings.tweaks import cells_of, verdicts_of
from rotwsim.report.results import Results
from rotwsim.report.wording import (
    counted,
    difference_in_words,
    games_span,
    level_in_words,
    margin_in_words,
    percent,
    signed,
)

CLAIMANTS = {  # name, colour, shape, and shift of the mark in its row
    "own": ("the player", OWN, "o", -0.17),
    "railbot": ("the Railbot", RAILBOT, "s", 0.17),
}


def baron_worth(results: Results) -> list[Picture]:
    """Forest plot: the win rate with a Baron in the row less the win rate without it."""
    rows = barons_by_worth(results)
    if rows.empty:
        return []
    best, worst = rows.iloc[0], rows.iloc[-1]
    title = (
        f"{best['baron']} helps most, {difference_in_words(best)}; "
        f"{worst['baron']} least, {difference_in_words(worst)}"
    )
    figure = forest(
        list(rows["baron"]),
        [Series(rows.assign(value=rows["difference"]), verdict_marks(verdicts_of(results, rows)))],
        lambda axes: percent_axis(axes, "win rate in the row less out of it, points", signed=True),
        [signed(100 * value) for value in rows["difference"]],
        margin=results.margin,
    )
    caption = (
        f"{games_span(rows.get('games', []))} per Baron, forced into the row and out of it on "
        f"the same seeds; bars are {level_in_words(results.confidence)} intervals, the grey band "
        f"is the margin of {margin_in_words(results.margin)}. Each bar by itself: ▲ easier, "
        "▼ harder, ■ equivalent, ○ undecided."
    )
    alt = "Worth of the Barons: " + "; ".join(
        f"{row['baron']} {difference_in_words(row)}" for _, row in rows.iterrows()
    )
    return [Picture("baron-worth", title, caption, alt, figure)]


def baron_claims(results: Results) -> list[Picture]:
    """Bars: how often player and Railbot claim a Baron in the row."""
    rows = barons_by_claims(results)
    if rows.empty:
        return []
    most = rows.iloc[0]
    title = (
        f"{most['baron']} is claimed most often by the player: in "
        f"{percent(most['own_claims'])} of games, by the Railbot in "
        f"{percent(most['railbot_claims'])}"
    )
    figure, axes = new_axes(len(rows) + 1)
    label_rows(axes, list(rows["baron"]))
    places = np.arange(len(rows))
    axes.barh(places, rows["own_claims"], height=0.62, color=OWN, label="the player")
    axes.barh(
        places,
        rows["railbot_claims"],
        left=rows["own_claims"],
        height=0.62,
        color=RAILBOT,
        alpha=0.75,
        label="the Railbot",
    )
    write_values(
        axes,
        [f"{percent(r.own_claims, 0)} / {percent(r.railbot_claims, 0)}" for r in rows.itertuples()],
    )
    percent_axis(axes, "claimed in % of the games with the Baron in the row", way="x")
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    grid(axes)
    games = games_span(rows.get("games", []))
    caption = f"{games} with each Baron in the row; what is left to 100 % nobody claims."
    alt = "Claims by player and Railbot: " + "; ".join(
        f"{row.baron} {percent(row.own_claims)} and {percent(row.railbot_claims)}"
        for row in rows.itertuples()
    )
    return [Picture("baron-claims", title, caption, alt, figure)]


def baron_timing(results: Results) -> list[Picture]:
    """When a Baron is claimed: median turn and the middle half of the claims."""
    rows = claim_turns(results)
    if rows.empty:
        return []
    own = rows[rows["owner"] == "own"].sort_values("value")
    order = [*own["baron"], *sorted(set(rows["baron"]) - set(own["baron"]))]
    series = []
    for owner, (name, colour, shape, shift) in CLAIMANTS.items():
        part = rows[rows["owner"] == owner].set_index("baron").reindex(order)
        part[["value", "low", "high"]] = part[["value", "low", "high"]].astype(float)
        series.append(Series(part, same_marks(len(part), colour, shape), name, shift))
    figure = forest(order, series, lambda axes: axes.set_xlabel("turn of the claim"), room=1)
    if len(own):
        first, last = own.iloc[0], own.iloc[-1]
        title = (
            f"The player's median claim comes between turn {first['value']:.0f} ({first['baron']}) "
            f"and turn {last['value']:.0f} ({last['baron']})"
        )
    else:
        title = "Only the Railbot claims Barons"
    caption = (
        f"{counted(int(rows['games'].sum()), 'claim')}. Marks are medians, bars hold the middle "
        "half of the claims; they are no intervals of uncertainty."
    )
    alt = "Median turn of claims: " + "; ".join(
        f"{row.baron} by {CLAIMANTS[row.owner][0]} turn {row.value:.0f}"
        for row in rows.itertuples()
    )
    return [Picture("baron-turns", title, caption, alt, figure)]


def baron_pairs(results: Results) -> list[Picture]:
    """Heat map: the win rate with two Barons in the row against the average row."""
    rows = baron_pairs_of(results)
    if rows.empty:
        return []
    cells = cells_of(rows)
    best, worst = (
        rows.loc[index] for index in (rows["difference"].idxmax(), rows["difference"].idxmin())
    )
    title = (
        f"Best pair: {best['first']} and {best['second']}, {difference_in_words(best)}; "
        f"worst: {worst['first']} and {worst['second']}, {difference_in_words(worst)}"
    )
    cells.index = [surname(name) for name in cells.index]
    cells.columns = [surname(name) for name in cells.columns]
    figure, axes = new_axes(len(cells) + 3, row=ROW)
    draw_cells(axes, cells, float(rows["difference"].abs().max()))
    caption = (
        f"{games_span(rows.get('games', []))} per pair; points of win rate against the average "
        f"row. With {len(rows)} pairs the extremes are partly chance: the table has the intervals."
    )
    alt = f"Win rate by pair of Barons. {title}"
    return [Picture("baron-pairs", title, caption, alt, figure)]


def surname(name: str) -> str:
    """Shorten a name for a narrow axis: "B. P. Kranz"."""
    words = name.split()
    return " ".join([*(f"{word[0]}." for word in words[:-1]), words[-1]]) if words else name

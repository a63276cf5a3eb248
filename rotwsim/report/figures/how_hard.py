"""Figures of how hard the game is: win rates, results, points turn by turn."""

from __future__ import annotations

from matplotlib.ticker import MaxNLocator

from rotwsim.report.arms import arms_of, paired_by_barons, shown_arms
from rotwsim.report.figures.marks import (
    Series,
    forest,
    grid,
    pale_bars,
    percent_axis,
    row_height,
    same_marks,
)
from rotwsim.report.figures.style import (
    FAINT,
    SERIES,
    SMALL,
    Picture,
    new_axes,
)
from rotwsim.report.results import Results, Rows
from rotwsim.report.wording import games_span, level_in_words, percent, plain, rate_in_words

MOST_ROWS = 24
SERIES_MARKS = {  # name, colour, shape and shift of the arms without and with Barons
    0: ("without Barons", SERIES[0], "o", -0.16),
    1: ("with Barons", SERIES[1], "s", 0.16),
}
MOST_CURVES, MOST_ARMS = 4, 100
LONE_TURNS = 0.05  # a turn that fewer games reach is not drawn


def win_rates(results: Results) -> list[Picture]:
    """Draw the win rate of every arm; arms with and without Barons share a row."""
    arms = arms_of(results)
    several = [len(arms.kinds(column)) > 1 for column in ("board_title", "player", "tweaks")]
    if not arms or sum(several) > 1 or several[-1]:
        return []  # maps and skills have a heat map, tweaks a ridge plot and a ranked chart
    rows = paired_by_barons(arms)
    groups = rows.by("row")
    order = sorted(groups, key=lambda row: -sum(groups[row].column("win_rate")) / len(groups[row]))
    shown = order if len(order) <= MOST_ROWS else order[: MOST_ROWS // 2] + order[-MOST_ROWS // 2 :]
    places = rows.by("row", "series")
    both = len(rows.kinds("series")) > 1
    series = [
        Series(
            [places[row, number][0] if (row, number) in places else {} for row in shown],
            same_marks(len(shown), colour, shape),
            "win_rate",
            name,
            shift if both else 0.0,
        )
        for number, (name, colour, shape, shift) in SERIES_MARKS.items()
        if number in rows.kinds("series")
    ]
    figure = forest(
        shown,
        series,
        lambda axes: percent_axis(axes, "games won, %"),
        [_rates(groups[row]) for row in shown],
        room=1,
        row=row_height(shown),
    )
    few = f" Shown are the {len(shown)} outermost of {len(order)} rows." if shown != order else ""
    caption = (
        f"{games_in_words(results, arms)}; bars are {level_in_words(results.confidence)} intervals "
        f"of the win rate{pale_bars(rows)}.{few}"
    )
    alt = "Win rates with intervals: " + "; ".join(
        f"{arm['label']} {rate_in_words(arm)}" for arm in arms
    )
    return [Picture("win-rates", _rates_title(arms), caption, alt, figure)]


def _rates(arms: Rows) -> str:
    """Write the win rates of a row, without Barons first."""
    rates = [percent(arm["win_rate"]) for arm in arms.ordered("series")]
    return " / ".join([*(rate.rstrip("%").rstrip() for rate in rates[:-1]), rates[-1]])


def _rates_title(arms: Rows) -> str:
    low, high = arms.smallest("win_rate"), arms.ordered("win_rate")[-1]
    if len(arms) == 1:
        return f"{percent(low['win_rate'], 0)} of the games are won"
    return (
        f"From {percent(low['win_rate'], 0)}, {low['label']}, "
        f"to {percent(high['win_rate'], 0)}, {high['label']}"
    )


def games_in_words(results: Results, arms: Rows) -> str:
    """Count the games of the arms shown: "20,000 games", or what each of several arms has."""
    each = f" in each of {len(arms)} arms" if len(arms) > 1 else ""
    all_arms = len(arms_of(results))
    part = ""
    if len(arms) < all_arms:
        part = f"; shown are {len(arms)} of {all_arms} arms"
    return f"{games_span(arms.column('games'))}{each}{part}"


def points_over_turns(results: Results) -> list[Picture]:
    """Draw the points after each turn: median, and the band that holds eight games of ten."""
    drawn = turns_of_arms(results)
    if not drawn:
        return []
    figure, axes = new_axes(8)
    for colour, (label, own) in zip(SERIES, drawn.items(), strict=False):
        turns, low, middle, high = map(own.column, ("turn", "q10", "q50", "q90"))
        axes.fill_between(turns, low, high, color=colour, alpha=0.16, lw=0)
        axes.plot(turns, middle, color=colour, linewidth=1.8, label=label)
    axes.set_xlabel("turn")
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    axes.set_ylabel("points")
    axes.tick_params(axis="y", labelcolor=FAINT, labelsize=SMALL)
    grid(axes, "both")
    if len(drawn) > 1:
        axes.legend(loc="upper left")
    label, own = next(iter(drawn.items()))
    half = min(row["turn"] for row in own if row["q50"] >= own[-1]["q50"] / 2)
    title = (
        f"Half of the final points are there after turn {half:.0f} of {own[-1]['turn']:.0f}"
        f"{f' ({label})' if len(drawn) > 1 else ''}"
    )
    arms = _few_curves(results)
    caption = (
        f"{games_in_words(results, arms)}. Lines are medians, bands hold the middle 80 % of games; "
        "bonds are not yet deducted. Games that have ended leave the curve."
    )
    alt = "Points after each turn: " + "; ".join(
        f"{name}: median {plain(rows[-1]['q50'], 0)} after turn {rows[-1]['turn']:.0f}"
        for name, rows in drawn.items()
    )
    return [Picture("points-by-turn", title, caption, alt, figure)]


def turns_of_arms(results: Results) -> dict[str, Rows]:
    """Find the points of the arms to draw after each turn that enough games reach, by label."""
    columns = ("arm", "turn", "games", "q10", "q50", "q90")
    turns = results.rows("points_by_turn", *columns).by("arm")
    found = {}
    for arm in _few_curves(results):
        if own := turns.get(arm["arm"]):
            least = LONE_TURNS * max(own.column("games"))
            found[arm["label"]] = own.ordered("turn").where(
                lambda row, least=least: row["games"] >= least
            )
    return found


def _few_curves(results: Results) -> Rows:
    """Choose as many arms as an eye can follow: those of the first board before others."""
    arms = shown_arms(results, "points_by_turn", MOST_ARMS)
    if len(arms) > MOST_CURVES and arms.has("board"):
        first = arms.where(board=arms[0]["board"])
        arms = first if len(first) > 1 else arms
    return Rows(arms[:MOST_CURVES])

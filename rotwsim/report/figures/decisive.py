"""Figures of when games are decided, and by what."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from rotwsim.report import figures
from rotwsim.report.figures import EASIER, FAINT, HARDER, INK, SERIES, SMALL, Picture, panels_beside
from rotwsim.report.figures.marks import (
    Series,
    draw_intervals,
    draw_stems,
    draw_zero,
    forest,
    grid,
    label_rows,
    percent_axis,
    row_height,
    same_marks,
    write_values,
)
from rotwsim.report.findings import decisive
from rotwsim.report.findings.decisive import (
    game_words,
    in_standard_game,
    spoken,
    standard_arm,
    who,
    whose,
)
from rotwsim.report.results import Results, Rows
from rotwsim.report.wording import capital, games_span, percent, pp

RIVER = 2.9  # inches of a panel
SHOWN = 12  # causes and cards
BESIDE, SHAPES = 0.2, "os^"  # of the marks of one row: the distance, the forms
MEASURES = {
    "decided_share": ("decided after, % of the turns", "decided"),
    "luck_share": ("luck in the gap, %", "luck"),
}


def point_of_no_return(results: Results) -> list[Picture]:
    """Draw by turn the games already lost and already won, for each skill."""
    rows = in_standard_game(results, "no_return")
    skills = {wins: own.ordered("turn") for wins, own in rows.by("standard_wins").items()}
    row = standard_arm(results)
    if not row or not skills:
        return []
    figure, panels = panels_beside([RIVER] * len(skills))
    for axes, own in zip(panels, skills.values(), strict=True):
        _draw_river(axes, own)
    title = f"Half of the games of {whose(results)} are decided by turn {row['decided_turn']:.0f}"
    each = " each" if len(skills) > 1 else ""
    caption = (
        f"{games_span([row['judged']])}{each}. Below: lost for good, the chance to win stays below "
        "10 %. Above: won for good, it stays above 90 %. Between: open."
    )
    alt = "Games decided after each turn: " + "; ".join(
        f"{who(own[0])}: "
        + ", ".join(f"turn {one['turn']:.0f} {percent(one['decided'], 0)}" for one in own[::3])
        for own in skills.values()
    )
    return [Picture("point-of-no-return", title, caption, alt, figure)]


def _draw_river(axes: Axes, rows: Rows) -> None:
    turns, lost = rows.column("turn"), rows.column("decided_lost")
    above = [1 - share for share in rows.column("decided_won")]
    axes.fill_between(turns, 0, lost, color=HARDER, alpha=0.75, lw=0)
    axes.fill_between(turns, above, 1, color=EASIER, alpha=0.75, lw=0)
    places = ((lost[-1] / 2, "lost"), ((1 + above[-1]) / 2, "won"))
    for height, word in places:
        axes.text(turns[-1] * 0.97, height, word, ha="right", va="center", color="white")
    axes.text(turns[-1] * 0.06, 0.5, "open", va="center", color=INK)
    axes.set_xlim(0, turns[-1])
    axes.xaxis.set_major_locator(MaxNLocator(integer=True, nbins=5))
    axes.set_ylim(0, 1)
    axes.set_xlabel("turn")
    axes.set_title(capital(who(rows[0]).removeprefix("a ")), fontsize=SMALL)
    percent_axis(axes, "games, %", along="y")
    axes.tick_params(axis="y", labelcolor=FAINT, labelsize=SMALL)


def decided_by_game(results: Results) -> list[Picture]:
    """Draw for each map, tweak and skill when games are decided, and how much luck weighs."""
    rows = results.rows("decisive", "board", "tweak", "standard_wins", *MEASURES)
    skills, standard = rows.kinds("standard_wins"), standard_arm(results)
    games = rows.by("board", "tweak")
    games = {
        game: own for game, own in games.items() if set(own.kinds("standard_wins")) == set(skills)
    }
    if len(games) < 2 or not standard:
        return []
    labels = [game_words(own[0], rows) for own in games.values()]
    height = 0.9 + 1.6 * row_height(labels) * len(labels)
    figure, panels = panels_beside([height] * len(MEASURES))
    for axes, (measure, (heading, name)) in zip(panels, MEASURES.items(), strict=True):
        is_labelled = axes is panels[0] or figures.is_narrow()
        label_rows(axes, labels if is_labelled else [""] * len(labels))
        for place, wins in enumerate(skills):
            own = [one.where(standard_wins=wins)[0] for one in games.values()]
            drawn = [row | {"low": row[f"{name}_low"], "high": row[f"{name}_high"]} for row in own]
            shift, shape = BESIDE * (place - (len(skills) - 1) / 2), SHAPES[place % len(SHAPES)]
            draw_intervals(axes, drawn, same_marks(len(own), SERIES[place], shape), measure, shift)
            axes.plot([], [], shape, color=SERIES[place], label=f"wins {100 * wins:.0f} %")
        percent_axis(axes, heading)
        grid(axes)
    if len(skills) > 1:
        panels[0].legend(loc="lower center", bbox_to_anchor=(0.3, 1.0), ncols=3, columnspacing=1)
    middle = rows.where(standard_wins=standard["standard_wins"])
    title = decisive.earliest_and_latest(middle).partition(":")[0]
    caption = f"{games_span(rows.column('judged'))} a mark; lines are chance, 95 %."
    alt = "When games are decided: " + "; ".join(
        f"{row['arm']}: after {percent(row['decided_share'], 0)} of the game, "
        f"luck {percent(row['luck_share'], 0)}"
        for row in rows
    )
    return [Picture("decided-by-game", title, caption, alt, figure)]


def causes_of_defeat(results: Results) -> list[Picture]:
    """Draw what sets lost games apart from won ones: luck by stream, errors by area."""
    row = standard_arm(results)
    rows = results.rows("causes_of_defeat", "arm", "cause_of", "cause", "gap_share")
    rows = rows.where(arm=row.get("arm")).ordered("gap_share", descending=True)[:SHOWN]
    if not rows:
        return []
    labels = [f"{one['cause_of']}: {spoken(one['cause']).removeprefix('the ')}" for one in rows]
    colours = [SERIES[3] if one["cause_of"] == "luck" else HARDER for one in rows]
    figure, axes = figures.new_axes(len(rows))
    label_rows(axes, labels)
    shares = [one["gap_share"] for one in rows]
    axes.barh(range(len(rows)), shares, height=0.55, color=colours)
    write_values(axes, [percent(share, 0) for share in shares])
    percent_axis(axes, "share of the gap, %")
    grid(axes)
    title = f"Luck is {percent(row['luck_share'], 0)} of what sets lost games apart from won ones"
    caption = f"{games_span([row['judged']])} of {whose(results)}. The shares add up to 100 %."
    alt = "Shares of the gap: " + "; ".join(
        f"{label} {percent(share, 0)}" for label, share in zip(labels, shares, strict=True)
    )
    return [Picture("causes-of-defeat", title, caption, alt, figure)]


def swings(results: Results) -> list[Picture]:
    """Draw what moves the chance to win most when it comes up."""
    rows, row = decisive.swings_of(results)[:SHOWN], standard_arm(results)
    if not rows:
        return []
    colours = [EASIER if one["swing"] > 0 else HARDER for one in rows]
    series = Series(rows, [(colour, "o", colour) for colour in colours], "swing")

    def dressed(axes: Axes) -> None:
        draw_zero(axes)
        draw_stems(axes, series)
        percent_axis(axes, "chance to win when it comes up, pp", signed=True)

    labels = [decisive.event_words(one) for one in rows]
    figure = forest(
        labels, [series], dressed, [pp(one["swing"]) for one in rows], row=row_height(labels)
    )
    title = f"{labels[0]} swings the chance to win most: {pp(rows[0]['swing'])}"
    caption = f"{games_span([row['judged']])} of {whose(results)}; lines are chance, 95 %."
    alt = "Swings: " + "; ".join(
        f"{label} {pp(one['swing'])}" for label, one in zip(labels, rows, strict=True)
    )
    return [Picture("swings", capital(title), caption, alt, figure)]

"""Figures of multiplayer games: wins by place, prices, scores, bidding styles and modules."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from rotwsim.report import figures, wording
from rotwsim.report.figures import FAINT, SAME, SERIES, SMALL, Picture, marks, new_axes, new_panels
from rotwsim.report.figures.marks import Mark, Series, draw_intervals, verdict_marks, write_values
from rotwsim.report.findings import multiplayer
from rotwsim.report.findings.multiplayer import ORDINALS, fairness_of, measures_of, places_of
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import capital, games_span, in_unit, level_in_words, percent, plain, pp

PANELS = 8  # arms in one figure
SLIM, TITLE = 0.2, 0.36  # inches of a row and of the title of a panel that shares its axis
HILL = 0.62  # inches


def seat_fairness(results: Results) -> list[Picture]:
    """Draw the shares of wins by place: a figure per board and seats, a panel per style."""
    groups: dict[tuple, dict[str, Rows]] = {}
    for arm, own in places_of(results).items():
        groups.setdefault((own[0].get("board"), own[0].get("seats")), {})[arm] = own
    return [
        _fairness_figure(results, dict([*arms.items()][:PANELS]), place)
        for place, arms in enumerate(groups.values(), 1)
    ]


def _fairness_figure(results: Results, arms: dict[str, Rows], place: int) -> Picture:
    figure, panels = new_panels([len(own) + 0.6 for own in arms.values()], row=SLIM, frame=TITLE)
    low = min(min(own.column("low")) for own in arms.values())
    high = max(max(own.column("high")) for own in arms.values())
    verdicts = {row["arm"]: row["verdict"] for row in fairness_of(results)}
    for axes, (arm, own) in zip(panels, arms.items(), strict=True):
        _draw_places(axes, own, results.margin)
        axes.set_xlim(low - 0.01, high + 0.01)
        marks.percent_axis(axes, "")
        axes.tick_params(axis="x", labelbottom=axes is panels[-1])
        axes.set_title(f"{capital(arm)}: {verdicts.get(arm, '')}", loc="left", fontsize=SMALL)
        marks.grid(axes)
    key = "Share of the wins, %; the line is an equal share"
    figure.suptitle(key, fontsize=SMALL, color=FAINT, x=0.99, ha="right")
    caption = (
        f"{games_span(own[0]['games'] for own in arms.values())} a panel. The grey band is the "
        f"margin. The {level_in_words(results.confidence)} intervals hold for all places of a "
        "panel together; ▲ and ▼ are surely above and below an equal share."
    )
    alt = "Shares of wins by place: " + "; ".join(
        f"{arm}: {', '.join(map(percent, own.column('win_rate')))}" for arm, own in arms.items()
    )
    title = _fairness_title(fairness_of(results).where(lambda row: row["arm"] in arms))
    return Picture(f"seat-fairness-{place}", title, caption, alt, figure)


def _draw_places(axes: Axes, own: Rows, margin: float) -> None:
    """Draw dots with intervals around an equal share."""
    equal = 1 / len(own)
    axes.axvline(equal, color=FAINT, linewidth=0.9, zorder=0)
    axes.axvspan(
        equal - margin, equal + margin, color=figures.EDGE, alpha=0.45, linewidth=0, zorder=-1
    )
    marks.label_rows(axes, [ORDINALS[int(place) - 1] for place in own.column("place")])
    draw_intervals(axes, own, [_mark_of(row, equal) for row in own], "win_rate")
    write_values(axes, [percent(rate) for rate in own.column("win_rate")])


def _mark_of(row: Row, equal: float) -> Mark:
    above, below = row["low"] > equal, row["high"] < equal
    return verdict_marks(["more" if above else "less"])[0] if above or below else (SAME, "o", SAME)


def _fairness_title(rows: Rows) -> str:
    if not rows:
        return "Shares of wins by place"
    unfair = rows.where(verdict="unfair")
    where = f"On {rows[0]['board']} with {rows[0]['seats']:.0f} seats"
    if not unfair:
        return f"{where}, no bidding style clearly favours a place"
    named = wording.listed(style.replace("_", " ") for style in unfair.column("bidding"))
    return f"{where}, {named} clearly favour{'s' * (len(unfair) == 1)} a place"


def first_prices(results: Results) -> list[Picture]:
    """Draw what the first place costs turn by turn, a line per arm."""
    arms = multiplayer.prices_of(results)[: len(SERIES)]
    if not arms:
        return []
    figure, axes = new_axes(8)
    marks.draw_curves(axes, arms, ("turn", "low", "mean", "high"), 0.18, linewidth=1.7)
    axes.set(xlabel="turn", ylabel="price of the first place, $")
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    if len(arms) > 1:
        axes.legend()
    arm, own = arms[0]
    top = own.largest("mean")
    title = (
        f"The first place costs most in turn {top['turn']:.0f}: ${plain(top['mean'], 0)} ({arm})"
    )
    caption = (
        "Means over the games that reached the turn; without a bid it costs $0. Bands are "
        f"{level_in_words(results.confidence)} intervals."
    )
    alt = "Price of the first place by turn: " + "; ".join(
        f"{arm}: " + ", ".join(f"turn {row['turn']:.0f} ${plain(row['mean'])}" for row in own)
        for arm, own in arms
    )
    return [Picture("first-prices", title, caption, alt, figure)]


def scores_as_hills(results: Results) -> list[Picture]:
    """Draw final scores by place, a hill for each, the winner on top."""
    arm, hills = multiplayer.scores_by_place(results)
    if not hills:
        return []
    figure, axes = new_axes(len(hills), row=HILL)
    means = [float(np.average(own.column("score"), weights=own.column("games"))) for own in hills]
    for place, own in enumerate(hills):
        _draw_hill(axes, own, place)
    places = range(len(hills))
    axes.set_yticks([place + 0.45 for place in places], [f"place {place + 1}" for place in places])
    axes.set_ylim(len(hills) - 0.1, -0.25)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("final score")
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    write_values(axes, [plain(mean, 0) for mean in means], shift=0.45)
    title = (
        f"The winner scores {plain(means[0], 0)} on average, the last {plain(means[-1], 0)} ({arm})"
    )
    games = int(sum(hills[0].column("games")))
    caption = f"{wording.count(games)} games; scores in groups of five points, means at the right."
    alt = "Scores by final place: " + "; ".join(
        f"place {place} mean {plain(mean, 0)}" for place, mean in enumerate(means, 1)
    )
    return [Picture("scores-by-place", title, caption, alt, figure)]


def _draw_hill(axes: Axes, own: Rows, place: int) -> None:
    scores, games = own.column("score"), own.column("games")
    step = float(np.diff(scores).min()) if len(own) > 1 else 1.0
    foot = place + 0.75
    heights = [-0.85 * number / max(games) for number in games]
    colour = SERIES[0] if place == 0 else SERIES[1]
    axes.bar(scores, heights, step, foot, align="edge", color=colour, alpha=0.75)
    axes.plot([scores[0], scores[-1] + step], [foot, foot], color=FAINT, linewidth=0.7)


def bidding_beside(results: Results) -> list[Picture]:
    """Draw what each bidding style does."""
    return _beside(results, "bidding", "style")


def modules_beside(results: Results) -> list[Picture]:
    """Draw what each module does."""
    return _beside(results, "modules", "module")


def _beside(results: Results, table: str, what: str) -> list[Picture]:
    """Draw a panel per measure, a row per kind of game, marked by what the difference says."""
    measures = measures_of(results, table)
    if not measures:
        return []
    figure, panels = new_panels([len(own) + 0.6 for own in measures.values()], row=0.23, frame=0.5)
    said = []
    for axes, (measure, own) in zip(panels, measures.items(), strict=True):
        factor, unit, _ = in_unit(own[0]["unit"])
        ends = (("value", "mean"), ("low", "mean_low"), ("high", "mean_high"))
        values = [{name: factor * row[mean] for name, mean in ends} for row in own]
        marks.label_rows(axes, own.column("name"))
        signs = verdict_marks(own.column("verdict"))
        draw_intervals(axes, values, [(SAME, "D", SAME), *signs[1:]])
        write_values(axes, [plain(row["value"]) for row in values])
        in_words = f", {unit}" if unit != measure else ""
        axes.set_title(f"{capital(measure)}{in_words}", loc="left", fontsize=SMALL)
        axes.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
        marks.grid(axes)
        said.append(f"{measure}: {', '.join(map(_named, own))}")
    rows = next(iter(measures.values()))
    where = f" on {rows[0]['board']}" if rows.has("board") else ""
    title = f"What each {what} changes{where}, compared with {rows[0]['name']}"
    caption = (
        f"{games_span(rows.column('games'))} of each on the same deals; lines are "
        f"{level_in_words(results.confidence)} intervals of the means. ◆ is {rows[0]['name']}; the "
        "others have ▲ more, ▼ less, ■ the same, ○ undecided, corrected for all comparisons."
    )
    return [Picture(f"{table}-beside", title, caption, "; ".join(said), figure)]


def _named(row: Row) -> str:
    factor, unit, _ = in_unit(row["unit"])
    gap = f" ({wording.change_in_words(row)})" if is_known(row, "difference") else ""
    return f"{row['name']} {plain(factor * row['mean'])} {unit}{gap}"


def rail_baron_worth(results: Results) -> list[Picture]:
    """Draw a forest: wins of the seat that keeps a Rail Baron less wins with the average one."""
    rows = multiplayer.rail_barons_of(results)
    if not rows:
        return []
    best, worst = rows[0], rows[-1]
    title = (
        f"{best['baron']} helps most, {pp(best['difference'], 0)} of wins; {worst['baron']} "
        f"hurts most, {pp(worst['difference'], 0)}"
    )
    signs = verdict_marks([row.get("verdict", "") for row in rows])
    figure = marks.forest(
        rows.column("baron"),
        [Series(rows, signs, "difference")],
        lambda axes: marks.percent_axis(
            axes, "wins less those with the average card, pp", signed=True
        ),
        [f"{wording.signed(100 * r['difference'])}\n{percent(r['fulfilled'], 0)}" for r in rows],
        margin=results.margin,
        row=marks.TWO_LINES,
    )
    caption = (
        f"{games_span(rows.column('games'))} per card, kept by the first seat on the same deals. "
        "At the right the pp, and below how often the goal is reached. Lines are "
        f"{level_in_words(results.confidence)} intervals; corrected for all cards: ▲ more, ▼ less, "
        "■ equivalent, ○ undecided."
    )
    alt = "Worth of the Rail Barons: " + "; ".join(
        f"{row['baron']} {wording.difference_in_words(row)}, fulfilled {percent(row['fulfilled'])}"
        for row in rows
    )
    return [Picture("rail-barons", title, caption, alt, figure)]

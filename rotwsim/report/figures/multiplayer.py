"""Figures of multiplayer games: wins by place, prices, scores, bidding styles and modules."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from rotwsim.report import figures, wording
from rotwsim.report.figures import FAINT, SAME, SERIES, SMALL, Picture, marks, new_axes, picture
from rotwsim.report.figures.how_hard import often_played
from rotwsim.report.figures.marks import Series, draw_intervals, verdict_marks, write_values
from rotwsim.report.findings.multiplayer import ORDINALS, fairness_of, places_of, rail_barons_of
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import capital, games_span, in_unit, percent, plain

PANELS = 8  # arms in one figure
SLIM, TITLE = 0.2, 0.36  # inches of a row and of the title of a panel that shares its axis
HILL = 0.62  # inches
REACHED = 0.1  # of the games must last until a turn for its price to be drawn
BEYOND = 0.005  # of the games on either side, left out of the hills
MEASURES = {  # those that a figure of this table shows
    "bidding": ("unfairness", "margin", "comebacks", "turns", "money bid"),
    "modules": ("score", "turns", "margin", "skill"),
}


def seat_fairness(results: Results) -> list[Picture]:
    """Draw the shares of wins by place: a figure per board and seats, a panel per style."""
    groups: dict[tuple, dict[str, Rows]] = {}
    for arm, own in places_of(results).items():
        groups.setdefault((own[0].get("board"), own[0].get("seats")), {})[arm] = own
    panels = [dict(list(arms.items())[:PANELS]) for arms in groups.values()]
    return [_fairness_figure(results, arms, place) for place, arms in enumerate(panels, 1)]


def _fairness_figure(results: Results, arms: dict[str, Rows], place: int) -> Picture:
    figure, panels = figures.new_panels(
        [len(own) + 0.6 for own in arms.values()], row=SLIM, frame=TITLE
    )
    rows, fairness = Rows(row for own in arms.values() for row in own), fairness_of(results)
    verdicts = {row["arm"]: row["verdict"] for row in fairness}
    for axes, (arm, own) in zip(panels, arms.items(), strict=True):
        _draw_places(axes, own, results.margin)
        axes.set_xlim(rows.smallest("low")["low"] - 0.01, rows.largest("high")["high"] + 0.01)
        marks.percent_axis(axes, "")
        axes.tick_params(axis="x", labelbottom=axes is panels[-1])
        axes.set_title(f"{capital(arm)}: {verdicts.get(arm, '')}", loc="left", fontsize=SMALL)
        marks.grid(axes)
    key = "Share of the wins, %; the line is an equal share"
    figure.suptitle(key, fontsize=SMALL, color=FAINT, x=0.99, ha="right")
    rates = (", ".join(map(percent, own.column("win_rate"))) for own in arms.values())
    said = map(": ".join, zip(arms, rates, strict=True))
    title = _fairness_title(fairness.where(lambda row: row["arm"] in arms))
    texts = {"title": title, "each": games_span(own[0]["games"] for own in arms.values())}
    return picture(f"seat-fairness-{place}", results, rows, figure, said, **texts)[0]


def _draw_places(axes: Axes, own: Rows, margin: float) -> None:
    equal = 1 / len(own)
    marks.draw_zero(axes, margin, at=equal)
    marks.label_rows(axes, [ORDINALS[int(place) - 1] for place in own.column("place")])
    says = ["more" if r["low"] > equal else "less" if r["high"] < equal else "" for r in own]
    signs = [marks.VERDICT_MARKS.get(word, (SAME, "o", SAME)) for word in says]
    draw_intervals(axes, own, signs, "win_rate")
    write_values(axes, list(map(percent, own.column("win_rate"))))


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
    columns = ("arm", "turn", "games", "mean", "low", "high")
    arms = results.rows("first_prices", *columns).by("arm")
    arms = {arm: often_played(rows, REACHED) for arm, rows in arms.items()}
    paid = [arm for arm, own in arms.items() if sum(row["mean"] > 0 for row in own) > 1]
    arms = {arm: arms[arm] for arm in paid[: len(SERIES)]}
    if not arms:
        return []
    figure, axes = new_axes(8)
    marks.draw_curves(axes, arms, ("turn", "low", "mean", "high"), 0.18, linewidth=1.7)
    axes.set(xlabel="turn", ylabel="price of the first place, $")
    axes.set_ylim(bottom=0)
    axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    arm, own = next(iter(arms.items()))
    top = own.largest("mean")
    said = (
        f"{arm}: " + ", ".join(f"turn {row['turn']:.0f} ${plain(row['mean'])}" for row in own)
        for arm, own in arms.items()
    )
    return picture("first-prices", results, own, figure, said, top=top, arm=arm)


def scores_as_hills(results: Results) -> list[Picture]:
    """Draw final scores of the first arm by place, a hill for each, the winner on top."""
    rows = results.rows("score_counts", "arm", "place", "score", "games")
    rows = rows.where(lambda row: row["arm"] == rows[0]["arm"]).ordered("score")
    below = np.cumsum(rows.column("games")) / sum(rows.column("games")) if rows else []
    kept = Rows(r for r, share in zip(rows, below, strict=True) if BEYOND < share < 1 - BEYOND)
    hills = [own for _, own in sorted(kept.by("place").items())]
    if not hills:
        return []
    figure, axes = new_axes(len(hills), row=HILL)
    means = [float(np.average(own.column("score"), weights=own.column("games"))) for own in hills]
    for place, own in enumerate(hills):
        _draw_hill(axes, own, place)
    names = [f"place {place}" for place, _ in enumerate(hills, 1)]
    axes.set_yticks(np.arange(len(hills)) + 0.45, names)
    axes.set_ylim(len(hills) - 0.1, -0.25)
    axes.spines["left"].set_visible(False)
    axes.set_xlabel("final score")
    axes.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    shown = [plain(mean, 0) for mean in means]
    write_values(axes, shown, shift=0.45)
    said = (f"{name} mean {mean}" for name, mean in zip(names, shown, strict=True))
    count = wording.count(sum(hills[0].column("games")))
    texts = {"best": shown[0], "worst": shown[-1], "count": count}
    return picture("scores-by-place", results, rows, figure, said, **texts)


def _draw_hill(axes: Axes, own: Rows, place: int) -> None:
    scores, games = own.column("score"), own.column("games")
    step = float(np.diff(scores).min()) if len(own) > 1 else 1.0
    foot = place + 0.75
    heights = [-0.85 * number / max(games) for number in games]
    colour = SERIES[0] if place == 0 else SERIES[1]
    axes.bar(scores, heights, step, foot, align="edge", color=colour, alpha=0.75)
    axes.plot([scores[0], scores[-1] + step], [foot, foot], color=FAINT, linewidth=0.7)


def bidding_beside(results: Results) -> list[Picture]:
    return _beside(results, "bidding", "style")


def modules_beside(results: Results) -> list[Picture]:
    return _beside(results, "modules", "module")


def _beside(results: Results, table: str, what: str) -> list[Picture]:
    """Draw a panel per measure, a row per kind of game, marked by what the difference says."""
    rows = results.rows(table, "name", "measure", "unit", "mean", "mean_low", "mean_high")
    if rows.has("board"):
        rows = rows.where(board=rows[0]["board"])
    measures = [own for name in MEASURES[table] if (own := rows.where(measure=name))]
    if not measures:
        return []
    figure, panels = figures.new_panels([len(own) + 0.6 for own in measures], row=0.23, frame=0.5)
    said = []
    for axes, own in zip(panels, measures, strict=True):
        measure, (factor, unit, _) = own[0]["measure"], in_unit(own[0]["unit"])
        ends = (("value", "mean"), ("low", "mean_low"), ("high", "mean_high"))
        values = [{name: factor * row[mean] for name, mean in ends} for row in own]
        marks.label_rows(axes, own.column("name"))
        signs = [(SAME, "D", SAME), *verdict_marks(own.column("verdict"))[1:]]
        draw_intervals(axes, values, signs)
        write_values(axes, [plain(row["value"]) for row in values])
        in_words = f", {unit}" if unit != measure else ""
        axes.set_title(f"{capital(measure)}{in_words}", loc="left", fontsize=SMALL)
        axes.xaxis.set_major_locator(MaxNLocator(5, steps=marks.STEPS))
        marks.grid(axes)
        said.append(f"{measure}: {', '.join(map(_named, own))}")
    where = f" on {rows[0]['board']}" if rows.has("board") else ""
    texts = {"words": "beside", "what": what, "where": where}
    return picture(f"{table}-beside", results, measures[0], figure, said, **texts)


def _named(row: Row) -> str:
    factor, unit, _ = in_unit(row["unit"])
    gap = f" ({wording.change_in_words(row)})" if is_known(row, "difference") else ""
    return f"{row['name']} {plain(factor * row['mean'])} {unit}{gap}"


def rail_baron_worth(results: Results) -> list[Picture]:
    """Draw a forest: wins of the seat that keeps a Rail Baron less wins with the average one."""
    rows = rail_barons_of(results)
    if not rows:
        return []
    signs = verdict_marks([row.get("verdict", "") for row in rows])
    figure = marks.forest(
        rows.column("baron"),
        [Series(rows, signs, "difference")],
        "wins less those with the average card, pp",
        [f"{wording.signed(100 * r['difference'])}\n{percent(r['fulfilled'], 0)}" for r in rows],
        margin=results.margin,
        row=marks.TWO_LINES,
    )
    return picture("rail-barons", results, rows, figure)

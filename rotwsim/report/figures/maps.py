"""Figures of win rates by map, skill and value: heat maps of the games won, and curves."""

from matplotlib.axes import Axes

from rotwsim.report import figures
from rotwsim.report.figures import EASIER, FAINT, HARDER, SMALL, Picture, is_narrow, marks, picture
from rotwsim.report.figures.marks import draw_cell, grid, percent_axis
from rotwsim.report.findings.arms import board_or_none, measured_on
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import SPACE, percent
from rotwsim.scenario.rule_texts import tweak_words

CELL = 0.34  # inches
FRAME = 0.75  # inches of headings
EVEN = 0.5
STRONG, WEAK = 0.72, 0.06  # of the colour of a cell far from even odds, and at them
PANEL = 1.65  # inches of a curve
LABEL = 22  # letters above a curve, per line
COLUMNS_WIDE, COLUMNS_NARROW = 6, 3  # of curves
CURVE_ROWS, CELL_ROWS = 9, 1.1  # of a sweep: height of a curve and of a row of cells, in rows
MOST_NUMBERS = 12  # below a curve


def map_heat(results: Results) -> list[Picture]:
    """Draw the games won on each map by people of several skills, without and with Barons."""
    rows = results.rows("map_skill", "board_title", "barons", "player", "win_rate", "games")
    if len(rows.kinds("board_title")) < 2:
        return []
    with_barons = [" with Barons" if row["barons"] else "" for row in rows]
    rows = rows.assign(who=list(map(_who, rows)), with_barons=with_barons)
    panels = rows.ordered("barons").by("barons")
    middle = _middle(next(iter(panels.values()))).ordered("win_rate")
    order = middle.column("board_title")
    figure, drawn = figures.panels_beside([FRAME + CELL * len(order)] * len(panels))
    for place, (axes, (barons, own)) in enumerate(zip(drawn, panels.items(), strict=True)):
        skills = own.kinds("who")
        for row in own:
            at = (skills.index(row["who"]), order.index(row["board_title"]))
            _draw_rate(axes, at, row["win_rate"], (0.96, 0.92), figures.MEDIUM)
        marks.name_cells(axes, skills, order if is_narrow() or not place else [""] * len(order))
        look: dict = {"top": True, "bottom": False, "labeltop": True, "labelbottom": False}
        axes.tick_params(axis="x", length=0, labelcolor=FAINT, **look)
        heading = f"{'with' if barons else 'without'} Duel Barons: games won, %"
        axes.set_title(heading, **marks.PANEL_TITLE)
        axes.set_xlabel(f"by a person who wins …{measured_on(results)}", loc="left", labelpad=7)
        axes.xaxis.set_label_position("top")
    texts = {"high": middle.largest("win_rate"), "low": middle[0]}
    return picture("map-skill", results, rows, figure, **texts)


def _who(row: Row) -> str:
    """Name a person by the share of standard games won, others by their name."""
    known = is_known(row, "standard_wins")
    return f"{100 * row['standard_wins']:.0f}{SPACE}%" if known else row["player"]


def _middle(rows: Rows) -> Rows:
    means = {who: sum(own.column("win_rate")) / len(own) for who, own in rows.by("who").items()}
    return rows.where(who=min(means, key=lambda who: abs(means[who] - EVEN)))


def _draw_rate(axes: Axes, place: tuple[int, int], rate: float, *look) -> None:
    strength = WEAK + (STRONG - WEAK) * abs(rate - EVEN) / EVEN
    draw_cell(axes, place, rate - EVEN, strength, f"{100 * rate:.0f}", *look)


def skill_curves(results: Results) -> list[Picture]:
    """Draw for each tweak what a person wins with it, by what the person wins without it."""
    rows = results.rows("skill_curves", "tweak", "standard_wins", "win_rate", "low", "high")
    rows = rows.where(lambda row: row["tweak"] and not row.get("barons"))
    if rows.has("board"):
        rows = rows.where(board=rows[0]["board"])
    rows = Rows(row | {"change": row["win_rate"] - row["standard_wins"]} for row in rows)
    curves = {tweak: own.ordered("standard_wins") for tweak, own in rows.by("tweak").items()}
    if not curves or min(map(len, curves.values())) < 2:
        return []
    changes = {tweak: sum(own.column("change")) / len(own) for tweak, own in curves.items()}
    order = sorted(curves, key=changes.__getitem__)
    columns = COLUMNS_NARROW if is_narrow() else COLUMNS_WIDE
    high = -(-len(order) // columns)
    spacing = {"w_pad": 0.04, "h_pad": 0.05, "wspace": 0.02, "hspace": 0.03}
    figure = figures.new_figure(0.35 + PANEL * high, **spacing)
    panels = figure.subplots(high, columns, squeeze=False, sharex=True, sharey=True).flat
    for axes in panels[len(order) :]:
        axes.set_visible(False)
    for axes, tweak in zip(panels, order, strict=False):
        _draw_curve(axes, curves[tweak], EASIER if changes[tweak] > 0 else HARDER)
    figure.supxlabel("games won without the tweak, %", fontsize=SMALL, color=FAINT)
    figure.supylabel("games won with it, %", fontsize=SMALL, color=FAINT)
    top = Rows(row for own in curves.values() for row in own).farthest("change")
    said = []
    for tweak in order:
        before, after = map(curves[tweak].column, ("standard_wins", "win_rate"))
        ends = zip(before, after, strict=True)
        said.append(
            f"{tweak}: " + ", ".join(f"{percent(a, 0)} becomes {percent(b, 0)}" for a, b in ends)
        )
    tweak = tweak_words(top["tweak"])
    return picture("skill-curves", results, rows, figure, said, top=top, tweak=tweak)


def _draw_curve(axes: Axes, rows: Rows, colour: str) -> None:
    across, low, won, high = map(rows.column, ("standard_wins", "low", "win_rate", "high"))
    axes.plot([0, 1], [0, 1], color=FAINT, linewidth=0.9, linestyle=(0, (1, 2)))
    axes.fill_between(across, low, high, color=colour, alpha=0.2, lw=0)
    axes.plot(across, won, "o-", color=colour, markersize=3.5, linewidth=1.6)
    axes.set(xlim=(0, 1), ylim=(0, 1))
    for along in ("x", "y"):
        percent_axis(axes, "", along=along)
    axes.set(xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
    marks.numbers_beside(axes)
    axes.set_title(marks.wrapped(rows[0]["tweak"], LABEL), fontsize=SMALL)
    grid(axes, "both")


def sweep(results: Results) -> list[Picture]:
    rows = results.rows("sweep", "setting", "first_value", "win_rate", "low", "high", "games")
    if len(rows) < 2:
        return []
    names = [part.partition("=")[0] for part in rows[0]["setting"].split(", ")]
    if len(names) == 1:
        figure, axes = figures.new_axes(CURVE_ROWS)
        draw_sweep(axes, rows)
        how = "the line at each value is chance, 95 %"
    else:
        figure, axes = figures.new_axes(CELL_ROWS * len(rows.kinds("second_value")))
        _draw_cells(axes, rows)
        axes.set_ylabel(_words(names[1]))
        how = "percent of games won"
    axes.set_xlabel(_words(names[0]))
    rows = rows.assign(setting=list(map(_words, rows.column("setting"))))
    low, high = rows.smallest("win_rate"), rows.largest("win_rate")
    return picture("sweep", results, rows, figure, low=low, high=high, how=how)


def goal(results: Results) -> list[Picture]:
    """Draw for each person the games won before, those wanted, and those won with the nearest."""
    rows = results.rows("goal_curve", "standard_wins", "win_before", "wanted", "win_rate")
    nearest = results.rows("goal", "name", "distance", "noise")[:1]
    rows = rows.where(row=1)
    if not rows or not nearest:
        return []
    several = len(rows.kinds("board")) > 1
    who = [f"{percent(r['standard_wins'], 0)} player{_on_board(r) * several}" for r in rows]
    figure, axes = figures.new_axes(len(rows))
    marks.label_rows(axes, who)
    levels = range(len(rows))
    before, wanted, after = map(rows.column, ("win_before", "wanted", "win_rate"))
    axes.hlines(levels, wanted, after, color=HARDER, alpha=0.35, linewidth=3)
    axes.plot(before, levels, "o", color=FAINT, markerfacecolor="none", label="before")
    axes.plot(wanted, levels, "D", color=figures.INK, markerfacecolor="none", label="wanted")
    axes.plot(after, levels, "o", color=EASIER, label="nearest change")
    axes.legend(**marks.ABOVE | {"ncols": 3})
    percent_axis(axes, "games won, %")
    grid(axes)
    (row,) = nearest
    off, noise = (f"{100 * row[name]:.1f}{SPACE}pp" for name in ("distance", "noise"))
    said = [
        f"{one}: {percent(a, 0)} before, {percent(b, 0)} wanted, {percent(c, 0)} with it"
        for one, a, b, c in zip(who, before, wanted, after, strict=True)
    ]
    return picture("goal", results, rows, figure, said, name=row["name"], off=off, noise=noise)


def _on_board(row: Row) -> str:
    board = board_or_none(row["board"])
    return f" on {board.title if board else row['board']}"


def _words(setting: str) -> str:
    return setting.replace("_", " ").replace("=", " ")


def draw_sweep(axes: Axes, rows: Rows, wish: float | None = None) -> None:
    """Draw the win rate over the values of one parameter with intervals, and the wanted one."""
    columns = ("first_value", "low", "win_rate", "high")
    values, low, rates, high = map(rows.column, columns)
    axes.fill_between(values, low, high, color=HARDER, alpha=0.15, lw=0)
    axes.vlines(values, low, high, color=HARDER, linewidth=1.2)
    axes.plot(values, rates, "o-", color=HARDER, linewidth=1.8, markersize=6)
    for value, rate in zip(values, rates, strict=True):
        look = {"xytext": (7, 6), "textcoords": "offset points", "color": figures.INK}
        axes.annotate(f"{100 * rate:.0f}", (value, rate), **look)
    if wish is not None:
        axes.axhline(wish, color=figures.INK, linewidth=1, linestyle=(0, (4, 3)))
    step = 1 if len(values) <= MOST_NUMBERS else len(values) // 8
    axes.set_xticks(values[::step])
    axes.set_ylim(0, 1)
    percent_axis(axes, "games won, %", along="y")
    marks.numbers_beside(axes)
    grid(axes, "both")


def _draw_cells(axes: Axes, rows: Rows) -> None:
    across, up = rows.kinds("first_value"), rows.kinds("second_value")[::-1]
    for row in rows:
        place = across.index(row["first_value"]), up.index(row["second_value"])
        _draw_rate(axes, place, row["win_rate"])
    marks.name_cells(axes, *([f"{value:g}" for value in values] for values in (across, up)))

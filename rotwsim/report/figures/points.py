"""Figures of where points come from: sources, losses to the Railbot, Links and cities."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from rotwsim.report import figures, wording
from rotwsim.report.arms import DESCRIBING, label_of, main_arm, shown_arms
from rotwsim.report.figures import FAINT, INK, OWN, RAILBOT, SERIES, Picture, board_ink, picture
from rotwsim.report.figures.board_picture import DrawnLink, draw_board, extent
from rotwsim.report.figures.how_hard import games_in_words
from rotwsim.report.figures.marks import grid, label_rows, write_values
from rotwsim.report.findings.arms import board_or_none
from rotwsim.report.results import Results, Rows
from rotwsim.report.wording import counted, games_span, percent, plain
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.compile.routes import routes_of
from rotwsim.scenario.schema import Board

MOST_BARS, MOST_ARMS = 10, 3  # arms whose sources, whose losses are shown
TIMES = "times per game"
LOSSES = {  # its name, and what its axis says; others are called as their column is
    "cubes_lost_to_links": ("cubes lost to Railbot Links", "cubes per game"),
    "cubes_lost_to_exhaust": ("cubes lost to Exhaust", "cubes per game"),
    "taxation_paid": ("Taxation paid", "$1,000 per game"),
    "railbot_links": ("Railbot Links built", "Links per game"),
    "points_lost": ("points lost to Railbot Links", "points per game"),
    "bonds": ("bonds taken", TIMES),
}
SOURCE_NAMES = {"bounties": "Service Bounties"}
BELOW_TITLE: dict = {"loc": "lower center", "bbox_to_anchor": (0.4, 1.0)}  # of a legend
LEGEND_LETTERS = 36  # of all labels, to fit one line
SLIM = 0.033  # of the longest bar, for each letter: a slimmer piece carries no number
BUILDERS = {"player": ("the player", OWN), "railbot": ("the Railbot", RAILBOT)}
RARE = 0.02  # a Link that is built more seldom is not drawn
MOST_CITIES = 14
MAP_WIDTH, LEGEND = 7.0, 0.42  # inches
CITY_SIZES = (0.75, 1.35)  # for the city that receives least and most


def points_by_source(results: Results) -> list[Picture]:
    """Draw stacked bars: the mean points per game by source, losses to the left of zero."""
    arms = shown_arms(results, "sources", MOST_BARS)
    rows = results.rows("sources", "arm", "source", "points")
    table: dict[str, list[float]] = {
        SOURCE_NAMES.get(source) or source: [
            sum(own.where(arm=arm).column("points")) for arm in arms.column("arm")
        ]
        for source, own in rows.by("source").items()
    }
    table = dict(sorted(table.items(), key=lambda one: -sum(map(abs, one[1]))))
    if not arms or not table:
        return []
    labels = arms.column("label")
    figure, axes = figures.new_axes(1.6 * len(arms) + 2)
    label_rows(axes, labels)
    _draw_stacks(axes, table)
    write_values(axes, [plain(sum(values)) for values in zip(*table.values(), strict=True)])
    axes.axvline(0, color=FAINT, linewidth=0.9)
    axes.set_xlabel("points per game; right: the mean result")
    axes.legend(**BELOW_TITLE, ncols=2, columnspacing=1.2)
    first = {source: values[0] for source, values in table.items()}
    top = max(first, key=first.__getitem__)
    gained = sum(value for value in first.values() if value > 0)
    share = 100 * first[top] / gained if gained else 0.0
    said = []
    for arm, label in enumerate(labels):
        parts = (f"{source} {wording.signed(points[arm])}" for source, points in table.items())
        said.append(f"{label}: {', '.join(parts)}")
    texts = {"top": first[top], "gained": gained, "share": share, "source": top}
    texts |= {"where": f" ({labels[0]})" * (len(arms) > 1), "each": games_in_words(results, arms)}
    return picture("sources", results, rows, figure, said, **texts)


def _draw_stacks(axes: Axes, table: Mapping[str, Sequence[float]]) -> None:
    gains = [sum(max(value, 0) for value in values) for values in zip(*table.values(), strict=True)]
    longest, rows = max(*gains, 1.0), range(len(gains))
    ends = {side: [0.0] * len(rows) for side in (1, -1)}
    for number, (source, values) in enumerate(table.items()):
        side, alpha = 1 if math.fsum(values) >= 0 else -1, 0.9 if number < len(SERIES) else 0.55
        look: dict = {"color": SERIES[number % len(SERIES)], "label": source, "alpha": alpha}
        axes.barh(rows, values, left=ends[side], height=0.62, **look)
        for place, (start, value) in enumerate(zip(ends[side], values, strict=True)):
            if abs(value) > SLIM * longest * len(plain(value, 0)):
                look = {"ha": "center", "va": "center", "color": figures.PAPER}
                axes.text(start + value / 2, place, plain(value, 0), **look)
        ends[side] = [start + value for start, value in zip(ends[side], values, strict=True)]


def losses_to_the_railbot(results: Results) -> list[Picture]:
    """Draw bars with intervals: cubes, cards and money that a game costs the player."""
    arms = shown_arms(results, "losses", MOST_ARMS)
    names, labels = arms.column("arm"), arms.column("label")
    rows = results.rows("losses", "arm", "loss", "mean", "low", "high")
    rows = rows.where(lambda row: row["arm"] in names)
    if not arms or not rows:
        return []
    largest = {loss: max(own.column("mean")) for loss, own in rows.by("loss").items()}
    ordered = sorted(filter(largest.get, largest), key=lambda loss: -largest[loss])
    units = dict.fromkeys(unit for _, unit in LOSSES.values())
    groups = {unit: [loss for loss in ordered if _named(loss)[1] == unit] for unit in units}
    groups = {unit: own for unit, own in groups.items() if own}
    sizes = [len(own) * (1 + 0.35 * (len(arms) - 1)) for own in groups.values()]
    figure, panels = figures.new_panels(sizes)
    means = {row["loss"]: row["mean"] for row in rows.where(arm=names[0]).once("loss")}
    for axes, (unit, own) in zip(panels, groups.items(), strict=True):
        _draw_losses(axes, arms, rows, own)
        write_values(axes, [plain(means[loss]) if loss in means else "" for loss in own], FAINT)
        grid(axes)
        axes.set_xlabel(unit)
    if len(arms) > 1:
        fit = sum(map(len, labels)) <= LEGEND_LETTERS
        panels[0].legend(**BELOW_TITLE, ncols=len(arms) if fit else 1)
    said = []
    for arm in arms:
        own = rows.where(arm=arm["arm"])
        parts = (f"{_named(row['loss'])[0]} {plain(row['mean'])}" for row in own)
        said.append(f"{arm['label']}: {', '.join(parts)}")
    cubes = sum(mean for loss, mean in means.items() if loss.startswith("cubes_lost"))
    texts = {"cubes": cubes, "links": means.get("railbot_links", 0), "label": labels[0]}
    texts["each"] = games_in_words(results, arms)
    return picture("losses", results, rows, figure, said, **texts)


def _draw_losses(axes: Axes, arms: Rows, rows: Rows, losses: list[str]) -> None:
    label_rows(axes, [_named(loss)[0] for loss in losses])
    height = 0.75 / len(arms)
    for number, arm in enumerate(arms):
        own = rows.where(lambda row: row["loss"] in losses, arm=arm["arm"]).once("loss")
        places = [losses.index(row["loss"]) - 0.375 + height * (number + 0.5) for row in own]
        means, lows, highs = map(own.column, ("mean", "low", "high"))
        axes.barh(places, means, height=height * 0.9, color=SERIES[number], label=arm["label"])
        axes.hlines(places, lows, highs, color=INK, linewidth=1)


def _named(loss: str) -> tuple[str, str]:
    return LOSSES.get(loss, (loss.replace("_", " ").capitalize(), TIMES))


def link_maps(results: Results) -> list[Picture]:
    """Draw the first board per builder: the wider a Link, the more games saw it built."""
    rows = results.rows("links", "arm", "first", "second", "player_share", "railbot_share")
    there, main = results.rows("links", "arm").kinds("arm"), main_arm(results, "links")
    arms = results.rows("arms", "arm", "board").where(lambda row: row["arm"] in there)
    first = arms.where(arm=main) or arms
    board = board_or_none(first[0]["board"]) if first else None
    if board is None:
        return []
    links = rows.where(arm=first[0]["arm"])
    return [
        _map(results, board, first[0]["arm"], links, builder)
        for builder in BUILDERS
        if max(links.column(f"{builder}_share"), default=0) > RARE
    ]


def _map(results: Results, board: Board, arm: str, links: Rows, builder: str) -> Picture:
    column, (who, colour) = f"{builder}_share", BUILDERS[builder]
    pairs = Rows(
        own[0] | {"share": sum(own.column(column))} for own in links.by("first", "second").values()
    ).ordered("share", descending=True)
    share = pairs[0]["share"]
    often = f"in {percent(share)} of games" if share <= 1 else f"{plain(share, 2)} times per game"
    figure, axes, legend = _map_axes(board)
    drawn = drawn_links(board, links, column, colour)
    sizes = _city_sizes(results, arm) if builder == "player" else {}
    draw_board(board, axes, lines=False, links=drawn, city_sizes=sizes)
    _draw_legend(legend, who, colour)
    texts = {"words": "links", "board": board.title, "who": who, "often": often}
    texts |= {"whose": _games_of_arm(results, arm), "rare": RARE}
    texts["size"] = " Larger cities receive more cubes." if sizes else ""
    most_often, name = Rows(pairs[:5]), f"links-{builder}-{board.name}"
    (drawn,) = picture(name, results, most_often, figure, **texts)
    return replace(drawn, is_map=True)


def drawn_links(board: Board, links: Rows, column: str, colour: str) -> list[DrawnLink]:
    """Choose the Links to draw, the frequent ones on top, each on the cheapest route."""
    cheapest = {
        frozenset((board.cities[route.first].name, board.cities[route.second].name)): route
        for route in routes_of(board, load_rulebook())
    }
    drawn = []
    for row in links.where(lambda row: row[column] >= RARE).ordered(column):
        if route := cheapest.get(frozenset((row["first"], row["second"]))):
            width, opacity = _width_and_opacity(min(row[column], 1.0))
            drawn.append(DrawnLink(route, colour, width, opacity))
    return drawn


def _width_and_opacity(share: float) -> tuple[float, float]:
    return 0.05 + 0.37 * share, 0.35 + 0.65 * share


def _map_axes(board: Board) -> tuple[Figure, Axes, Axes]:
    width, height = extent(board)
    page = MAP_WIDTH * height / width + LEGEND
    figure = Figure(figsize=(MAP_WIDTH, page), facecolor=board_ink.PAPER)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, LEGEND / page, 1, 1 - LEGEND / page))
    return figure, axes, figure.add_axes((0, 0, 1, LEGEND / page))


def _draw_legend(axes: Axes, who: str, colour: str) -> None:
    axes.set(xlim=(0, MAP_WIDTH), ylim=(0, LEGEND))
    axes.set_axis_off()
    axes.text(0.15, LEGEND / 2, f"built by {who} in", va="center", color=FAINT)
    points = board_ink.POINTS_PER_INCH * MAP_WIDTH / 34  # about the size of a hex
    for left, share in ((2.1, 0.1), (3.6, 0.5), (5.1, 0.9)):
        width, opacity = _width_and_opacity(share)
        look = {"linewidth": width * points, "alpha": opacity, "solid_capstyle": "round"}
        axes.plot([left, left + 0.45], [LEGEND / 2] * 2, color=colour, **look)
        axes.text(left + 0.6, LEGEND / 2, percent(share, 0), va="center", color=FAINT)


def _city_sizes(results: Results, arm: str) -> dict[str, float]:
    own, (low, high) = _cities_of(results, arm), CITY_SIZES
    most = own[0]["received"] if own else 0
    shares = {row["city"]: max(row["received"], 0) / most for row in own} if most > 0 else {}
    return {city: low + (high - low) * math.sqrt(share) for city, share in shares.items()}


def _cities_of(results: Results, arm: str) -> Rows:
    rows = results.rows("cities", "arm", "city", "sent", "received")
    return rows.where(arm=arm).ordered("received", descending=True)


def city_deliveries(results: Results) -> list[Picture]:
    """Draw bars: the cubes that the busiest cities send and receive per game."""
    arm = main_arm(results, "cities")
    rows = _cities_of(results, arm)
    if not rows:
        return []
    shown = Rows(rows[:MOST_CITIES])
    figure, axes = figures.new_axes(len(shown) * 1.15 + 1)
    label_rows(axes, shown.column("city"))
    for column, shift, colour in (("received", -0.19, OWN), ("sent", 0.19, RAILBOT)):
        places = [place + shift for place in range(len(shown))]
        axes.barh(places, shown.column(column), height=0.34, color=colour, label=column)
    axes.set_xlabel("cubes delivered per game")
    axes.legend(loc="lower right")
    grid(axes)
    texts = {"all": sum(rows.column("received")), "cities": counted(len(rows), "city", "cities")}
    texts["whose"] = _games_of_arm(results, arm)
    return picture("cities", results, shown, figure, **texts)


def _games_of_arm(results: Results, arm: str) -> str:
    """Count the games of an arm, and describe it as far as its parts are known."""
    arms, label = results.rows("arms", "arm", "games"), arm
    own = arms.where(arm=arm)
    for row in own[:1]:
        differs = len(arms.kinds("barons")) > 1
        label = label_of(row, [c for c in DESCRIBING if row.get(c) or (c == "barons" and differs)])
    return f"{games_span(own.column('games'))}, {label}"

"""Figures of the board: who builds which Links how often, and what the cities send and receive."""

from __future__ import annotations

import math

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from rotwsim.report.arms import label_of, main_arm
from rotwsim.report.board import style
from rotwsim.report.board.picture import DrawnLink, draw_board, extent
from rotwsim.report.figures.marks import grid, label_rows
from rotwsim.report.figures.style import FAINT, OWN, RAILBOT, Picture, new_axes
from rotwsim.report.findings.arms import by_pair, cities_of, drawn_boards, links_of
from rotwsim.report.results import Results, Rows
from rotwsim.report.wording import counted, games_span, how_often, percent, plain
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.compile.routes import routes_of
from rotwsim.scenario.schema import Board

BUILDERS = {
    "player": ("player_share", "the player", OWN),
    "railbot": ("railbot_share", "the Railbot", RAILBOT),
}
RARE = 0.02  # a Link that is built more seldom is not drawn
THIN, THICK = 0.05, 0.42  # hexes, for a Link of no and of all games
SAMPLES = (0.1, 0.5, 0.9)
MOST_CITIES = 14
MAP_WIDTH = 7.0  # inches
LEGEND = 0.42
CITY_SIZES = (0.75, 1.35)  # for the city that receives least and most


def link_maps(results: Results) -> list[Picture]:
    """Draw the board per builder: the wider a Link, the more games saw it built."""
    return [
        _map(results, board, arm, links, builder)
        for board, arm in drawn_boards(results)
        if (links := links_of(results, arm))
        for builder, (column, _, _) in BUILDERS.items()
        if max(links.column(column)) > RARE
    ]


def city_deliveries(results: Results) -> list[Picture]:
    """Draw bars: the cubes that the busiest cities send and receive per game."""
    arm = main_arm(results, "cities")
    rows = cities_of(results, arm)
    if not rows:
        return []
    shown = Rows(rows[:MOST_CITIES])
    figure, axes = new_axes(len(shown) * 1.15 + 1)
    label_rows(axes, shown.column("city"))
    for column, shift, colour in (("received", -0.19, OWN), ("sent", 0.19, RAILBOT)):
        places = [place + shift for place in range(len(shown))]
        axes.barh(places, shown.column(column), height=0.34, color=colour, label=column)
    axes.set_xlabel("cubes delivered per game")
    axes.legend(loc="lower right")
    grid(axes)
    top = rows[0]
    title = (
        f"{top['city']} receives most: {plain(top['received'])} of "
        f"{plain(sum(rows.column('received')))} cubes delivered per game"
    )
    caption = (
        f"{_games_of_arm(results, arm)}. Shown are {len(shown)} of "
        f"{counted(len(rows), 'city', 'cities')}; means per game."
    )
    alt = "Cubes received and sent: " + "; ".join(
        f"{row['city']} {plain(row['received'])} and {plain(row['sent'])}" for row in shown
    )
    return [Picture("cities", title, caption, alt, figure)]


def _games_of_arm(results: Results, arm: str) -> str:
    games = games_span(results.rows("arms", "arm", "games").where(arm=arm).column("games"))
    return f"{games}, {label_of(results, arm)}"


def _map(results: Results, board: Board, arm: str, links: Rows, builder: str) -> Picture:
    column, who, colour = BUILDERS[builder]
    pairs = by_pair(links).ordered(column, descending=True)
    top = pairs[0]
    title = (
        f"{board.title}: {who} builds {top['first']}–{top['second']} most often, "
        f"{how_often(top[column])}"
    )
    figure, axes, legend = _map_axes(board)
    drawn = drawn_links(board, links, column, colour)
    sizes = _city_sizes(results, arm) if builder == "player" else {}
    draw_board(board, axes, lines=False, links=drawn, city_sizes=sizes)
    _draw_legend(legend, who, colour)
    size = " City size: cubes received." if sizes else ""
    caption = (
        f"{_games_of_arm(results, arm)}. The wider a Link, the more games "
        f"saw {who} build it; below {percent(RARE, 0)} it is left out.{size} Own drawing."
    )
    alt = f"Map of {board.title} with the Links of {who}: " + "; ".join(
        f"{row['first']} to {row['second']} {percent(row[column])}" for row in pairs[:5]
    )
    name = f"links-{builder}-{board.name}"
    return Picture(name, title, caption, alt, figure, is_map=True)


def drawn_links(board: Board, links: Rows, column: str, colour: str) -> list[DrawnLink]:
    """Choose the Links to draw, the frequent ones on top, each on the cheapest route."""
    cheapest = {
        frozenset((board.cities[route.first].name, board.cities[route.second].name)): route
        for route in routes_of(board, load_rulebook())
    }
    drawn = []
    for row in links.ordered(column):
        route = cheapest.get(frozenset((row["first"], row["second"])))
        if route is not None and row[column] >= RARE:
            share = min(row[column], 1.0)
            drawn.append(
                DrawnLink(route, colour, THIN + (THICK - THIN) * share, 0.35 + 0.65 * share)
            )
    return drawn


def _map_axes(board: Board) -> tuple[Figure, Axes, Axes]:
    """Begin a page that the map fills, with a strip for the legend below it."""
    width, height = extent(board)
    page = MAP_WIDTH * height / width + LEGEND
    figure = Figure(figsize=(MAP_WIDTH, page), facecolor=style.PAPER)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, LEGEND / page, 1, 1 - LEGEND / page))
    return figure, axes, figure.add_axes((0, 0, 1, LEGEND / page))


def _draw_legend(axes: Axes, who: str, colour: str) -> None:
    axes.set_xlim(0, MAP_WIDTH)
    axes.set_ylim(0, LEGEND)
    axes.set_axis_off()
    axes.text(0.15, LEGEND / 2, f"built by {who} in", va="center", color=FAINT)
    points = style.POINTS_PER_INCH * MAP_WIDTH / 34  # about the size of a hex
    for place, share in enumerate(SAMPLES):
        left = 2.1 + 1.5 * place
        width = (THIN + (THICK - THIN) * share) * points
        axes.plot(
            [left, left + 0.45],
            [LEGEND / 2] * 2,
            color=colour,
            linewidth=width,
            alpha=0.35 + 0.65 * share,
            solid_capstyle="round",
        )
        axes.text(left + 0.6, LEGEND / 2, percent(share, 0), va="center", color=FAINT)


def _city_sizes(results: Results, arm: str) -> dict[str, float]:
    own = cities_of(results, arm)
    if not own or own[0]["received"] <= 0:
        return {}
    low, high = CITY_SIZES
    most = own[0]["received"]
    return {
        row["city"]: low + (high - low) * math.sqrt(max(row["received"], 0) / most) for row in own
    }

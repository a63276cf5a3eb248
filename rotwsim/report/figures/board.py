"""Figures of the board: who builds which Links how often, and what the cities send and receive."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from rotwsim.report.arms import label_of, main_arm
from rotwsim.report.board import style
from rotwsim.report.board.picture import DrawnLink, draw_board
from rotwsim.report.figures.marks import grid, label_rows
from rotwsim.report.figures.style import FAINT, OWN, RAILBOT, Picture, new_axes
from rotwsim.report.findings.arms import by_pair, cities_of, drawn_boards, games_of_arm, links_of
from rotwsim.report.results import Results
from rotwsim.report.wording import counted, how_often, percent, plain
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.compile.routes import Route, routes_of
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
    """The board per builder: the wider a Link, the more games saw it built."""
    pictures = []
    for board, arm in drawn_boards(results):
        links = links_of(results, arm)
        for builder, (column, _, _) in BUILDERS.items():
            if links[column].max() > RARE:
                pictures.append(_map(results, board, arm, links, builder))
    return pictures


def city_deliveries(results: Results) -> list[Picture]:
    """Bars: the cubes that the busiest cities send and receive per game."""
    arm = main_arm(results, "cities")
    rows = cities_of(results, arm)
    if rows.empty:
        return []
    shown = rows.head(MOST_CITIES)
    figure, axes = new_axes(len(shown) * 1.15 + 1)
    label_rows(axes, list(shown["city"]))
    places = np.arange(len(shown))
    axes.barh(places - 0.19, shown["received"], height=0.34, color=OWN, label="received")
    axes.barh(places + 0.19, shown["sent"], height=0.34, color=RAILBOT, label="sent")
    axes.set_xlabel("cubes delivered per game")
    axes.legend(loc="lower right")
    grid(axes)
    top = rows.iloc[0]
    title = (
        f"{top['city']} receives most: {plain(top['received'])} of "
        f"{plain(rows['received'].sum())} cubes delivered per game"
    )
    caption = (
        f"{games_of_arm(results, arm)}, {label_of(results, arm)}. Shown are {len(shown)} of "
        f"{counted(len(rows), 'city', 'cities')}; means per game."
    )
    alt = "Cubes received and sent: " + "; ".join(
        f"{row.city} {plain(row.received)} and {plain(row.sent)}" for row in shown.itertuples()
    )
    return [Picture("cities", title, caption, alt, figure)]


def _map(results: Results, board: Board, arm: str, links: pd.DataFrame, builder: str) -> Picture:
    column, who, colour = BUILDERS[builder]
    pairs = by_pair(links)
    top = pairs.loc[pairs[column].idxmax()]
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
        f"{games_of_arm(results, arm)}, {label_of(results, arm)}. The wider a Link, the more games "
        f"saw {who} build it; below {percent(RARE, 0)} it is left out.{size} Own drawing."
    )
    often = pairs.sort_values(column, ascending=False).head(5)
    alt = f"Map of {board.title} with the Links of {who}: " + "; ".join(
        f"{row['first']} to {row['second']} {percent(row[column])}" for _, row in often.iterrows()
    )
    name = f"links-{builder}-{board.name}"
    return Picture(name, title, caption, alt, figure, is_map=True)


def drawn_links(board: Board, links: pd.DataFrame, column: str, colour: str) -> list[DrawnLink]:
    """The Links to draw, the frequent ones on top, each along the cheapest way of its pair."""
    cheapest: dict[frozenset[str], Route] = {}
    for route in routes_of(board, load_rulebook()):
        names = frozenset((board.cities[route.first].name, board.cities[route.second].name))
        cheapest[names] = route
    drawn = []
    for row in links.sort_values(column).itertuples():
        share = getattr(row, column)
        route = cheapest.get(frozenset((row.first, row.second)))
        if route is not None and share >= RARE:
            width = THIN + (THICK - THIN) * min(share, 1.0)
            drawn.append(DrawnLink(route, colour, width, 0.35 + 0.65 * min(share, 1.0)))
    return drawn


def _map_axes(board: Board) -> tuple[Figure, object, object]:
    """A page that the map fills, with a strip for the legend below it."""
    width = len(board.rows[0]) + 0.5 + 2 * style.MARGIN
    height = (len(board.rows) - 1) * style.ROW_HEIGHT + 1 + 2 * style.MARGIN
    page = MAP_WIDTH * height / width + LEGEND
    figure = Figure(figsize=(MAP_WIDTH, page), facecolor=style.PAPER)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, LEGEND / page, 1, 1 - LEGEND / page))
    return figure, axes, figure.add_axes((0, 0, 1, LEGEND / page))


def _draw_legend(axes, who: str, colour: str) -> None:
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
    if own.empty or own["received"].max() <= 0:
        return {}
    low, high = CITY_SIZES
    shares = np.sqrt(own["received"].clip(lower=0) / own["received"].max())
    return dict(zip(own["city"], low + (high - low) * shares, strict=True))

"""Figures of the board: who builds which Links how often, and what the cities send and receive."""

from __future__ import annotations

import numpy as np
import pandas as pd
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from rotwsim.report import board_style as style
from rotwsim.report.arms import label_of, main_arm
from rotwsim.report.board import DrawnLink, draw_board
from rotwsim.report.figure_marks import grid, label_rows
from rotwsim.report.figure_style import FAINT, OWN, RAILBOT, Picture, new_axes
from rotwsim.report.results import Results
from rotwsim.report.wording import counted, games_span, how_often, percent, plain
from rotwsim.rules.load import load_board, load_rulebook
from rotwsim.rules.routes import Route, routes_of
from rotwsim.rules.schema import Board, DataError

BUILDERS = {
    "player": ("player_share", "the player", OWN),
    "railbot": ("railbot_share", "the Railbot", RAILBOT),
}
MOST_BOARDS = 8
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
        links = results.rows("links", "arm", "first", "second", "player_share", "railbot_share")
        links = links[links["arm"] == arm]
        for builder, (column, _, _) in BUILDERS.items():
            if links[column].max() > RARE:
                pictures.append(_map(results, board, arm, links, builder))
    return pictures


def city_deliveries(results: Results) -> list[Picture]:
    """Bars: the cubes that the busiest cities send and receive per game."""
    cities = results.rows("cities", "arm", "city", "sent", "received")
    arm = main_arm(results, "cities")
    rows = cities[cities["arm"] == arm]
    if rows.empty:
        return []
    rows = rows.sort_values("received", ascending=False, ignore_index=True)
    shown = rows.head(MOST_CITIES)
    figure, (axes,) = new_axes(len(shown) * 1.15 + 1)
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
        f"{_games(results, arm)}, {label_of(results, arm)}. Shown are {len(shown)} of "
        f"{counted(len(rows), 'city', 'cities')}; means per game."
    )
    alt = "Cubes received and sent: " + "; ".join(
        f"{row.city} {plain(row.received)} and {plain(row.sent)}" for row in shown.itertuples()
    )
    return [Picture("cities", title, caption, alt, figure)]


def drawn_boards(results: Results) -> list[tuple[Board, str]]:
    """The boards whose Links are known, each with the arm that stands for it."""
    arms = results.rows("arms", "arm", "board")
    there = set(results.rows("links", "arm")["arm"])
    found: dict[str, str] = {}
    main = main_arm(results, "links")
    for row in sorted(arms.itertuples(), key=lambda row: row.arm != main):
        if row.arm in there:
            found.setdefault(row.board, row.arm)
    boards = []
    for name, arm in list(found.items())[:MOST_BOARDS]:
        board = board_or_none(name)
        if board:
            boards.append((board, arm))
    return boards


def board_or_none(name: str) -> Board | None:
    """A board by its name, if this installation has it."""
    try:
        return load_board(name)
    except (DataError, OSError):
        return None


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
        f"{_games(results, arm)}, {label_of(results, arm)}. The wider a Link, the more games saw "
        f"{who} build it; below {percent(RARE, 0)} it is left out.{size} Own drawing."
    )
    often = pairs.sort_values(column, ascending=False).head(5)
    alt = f"Map of {board.title} with the Links of {who}: " + "; ".join(
        f"{row['first']} to {row['second']} {percent(row[column])}" for _, row in often.iterrows()
    )
    name = f"links-{builder}-{board.name}"
    return Picture(name, title, caption, alt, figure, is_map=True)


def by_pair(links: pd.DataFrame) -> pd.DataFrame:
    """The shares of all routes between two cities as one."""
    single = links[["first", "second", "player_share", "railbot_share"]]
    return single.groupby(["first", "second"], as_index=False, sort=False).sum()


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
    cities = results.rows("cities", "arm", "city", "received")
    own = cities[cities["arm"] == arm]
    if own.empty or own["received"].max() <= 0:
        return {}
    low, high = CITY_SIZES
    shares = np.sqrt(own["received"].clip(lower=0) / own["received"].max())
    return dict(zip(own["city"], low + (high - low) * shares, strict=True))


def _games(results: Results, arm: str) -> str:
    arms = results.rows("arms", "arm", "games")
    return games_span(arms[arms["arm"] == arm]["games"])

"""Figures of where points come from: sources, losses to the Railbot, Links and cities."""

import math

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from rotwsim.report import figures, wording
from rotwsim.report.arms import label_of, main_arm
from rotwsim.report.figures import FAINT, INK, OWN, RAILBOT, SERIES, Picture, board_ink, new_axes
from rotwsim.report.figures.board_picture import DrawnLink, draw_board, extent
from rotwsim.report.figures.how_hard import games_in_words
from rotwsim.report.figures.marks import grid, label_rows, write_values
from rotwsim.report.findings.arms import (
    by_pair,
    by_unit,
    cities_of,
    drawn_boards,
    links_of,
    loss_name,
    losses_of_arms,
    points_of_arms,
    source_name,
)
from rotwsim.report.results import Results, Rows
from rotwsim.report.wording import counted, games_span, how_often, level_in_words, percent, plain
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.compile.routes import routes_of
from rotwsim.scenario.schema import Board

LEGEND_LETTERS = 36  # of all labels, to fit one line
SLIM = 0.033  # of the longest bar, for each letter: a slimmer piece carries no number
PLAYER, BOT = ("player_share", "the player", OWN), ("railbot_share", "the Railbot", RAILBOT)
BUILDERS = {"player": PLAYER, "railbot": BOT}
RARE = 0.02  # a Link that is built more seldom is not drawn
THIN, THICK = 0.05, 0.42  # hexes, for a Link of no and of all games
SAMPLES = (0.1, 0.5, 0.9)  # of games, in the legend
MOST_CITIES = 14
MAP_WIDTH, LEGEND = 7.0, 0.42  # inches
CITY_SIZES = (0.75, 1.35)  # for the city that receives least and most


def points_by_source(results: Results) -> list[Picture]:
    """Draw stacked bars: the mean points per game by source, losses to the left of zero."""
    arms, table = points_of_arms(results)
    if not arms or not table:
        return []
    labels = arms.column("label")
    figure, axes = new_axes(1.6 * len(arms) + 2)
    label_rows(axes, labels)
    _draw_stacks(axes, table)
    write_values(axes, [plain(sum(values)) for values in zip(*table.values(), strict=True)])
    axes.axvline(0, color=FAINT, linewidth=0.9)
    axes.set_xlabel("points per game; right: the mean result")
    axes.legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=2, columnspacing=1.2)
    first = {source: values[0] for source, values in table.items()}
    top = max(first, key=lambda source: first[source])
    gained = sum(value for value in first.values() if value > 0)
    where = f" ({labels[0]})" if len(arms) > 1 else ""
    share = 100 * max(first[top], 0) / gained if gained else 0.0
    title = (
        f"{share:.0f} % of the points come from {source_name(top)}: {plain(first[top], 0)} of "
        f"{plain(gained, 0)} a game{where}"
    )
    caption = f"{games_in_words(results, arms)}. Means per game; losses are left of zero."
    alt = "Points by source: " + "; ".join(
        f"{label}: "
        + ", ".join(f"{source_name(s)} {wording.signed(v[arm])}" for s, v in table.items())
        for arm, label in enumerate(labels)
    )
    return [Picture("sources", title, caption, alt, figure)]


def losses_to_the_railbot(results: Results) -> list[Picture]:
    """Draw bars with intervals: cubes, cards and money that a game costs the player."""
    arms, rows, losses = losses_of_arms(results)
    if not arms or not rows:
        return []
    groups = by_unit(losses)
    figure, panels = figures.new_panels(
        [len(own) * (1 + 0.35 * (len(arms) - 1)) for _, own in groups]
    )
    for axes, (unit, own) in zip(panels, groups, strict=True):
        _draw_losses(axes, arms, rows, own)
        axes.set_xlabel(unit)
    labels = arms.column("label")
    if len(arms) > 1:
        columns = len(arms) if sum(map(len, labels)) <= LEGEND_LETTERS else 1
        panels[0].legend(loc="lower center", bbox_to_anchor=(0.4, 1.0), ncols=columns)
    caption = (
        f"{games_in_words(results, arms)}. Means per game with "
        f"{level_in_words(results.confidence)} intervals; numbers at the right: {labels[0]}."
    )
    alt = "Losses per game: " + "; ".join(
        f"{arm['label']}: "
        + ", ".join(
            f"{loss_name(row['loss'])} {plain(row['mean'])}" for row in rows.where(arm=arm["arm"])
        )
        for arm in arms
    )
    return [Picture("losses", _loss_title(_means(rows, arms[0]["arm"])), caption, alt, figure)]


def _draw_losses(axes: Axes, arms: Rows, rows: Rows, losses: list[str]) -> None:
    """Draw the losses of one unit, a bar per arm."""
    label_rows(axes, [loss_name(loss) for loss in losses])
    height = 0.75 / len(arms)
    for number, arm in enumerate(arms):
        own = rows.where(lambda row: row["loss"] in losses, arm=arm["arm"]).once("loss")
        places = [losses.index(row["loss"]) - 0.375 + height * (number + 0.5) for row in own]
        means, lows, highs = map(own.column, ("mean", "low", "high"))
        axes.barh(places, means, height=height * 0.9, color=SERIES[number], label=arm["label"])
        axes.hlines(places, lows, highs, color=INK, linewidth=1)
    first = _means(rows, arms[0]["arm"])
    write_values(axes, [plain(first[loss]) if loss in first else "" for loss in losses], FAINT)
    grid(axes)


def _means(rows: Rows, arm: str) -> dict[str, float]:
    return {row["loss"]: row["mean"] for row in rows.where(arm=arm).once("loss")}


def _loss_title(first: dict[str, float]) -> str:
    cubes = [mean for loss, mean in first.items() if loss.startswith("cubes_lost")]
    if cubes:
        links = ""
        if "railbot_links" in first:
            links = f" and builds {plain(first['railbot_links'], 0)} Links"
        return f"The Railbot takes {plain(sum(cubes), 0)} cubes out of a game{links}"
    largest = max(first, key=lambda loss: first[loss])
    return f"{loss_name(largest)}: {plain(first[largest])} per game"


def _draw_stacks(axes: Axes, table: dict[str, list[float]]) -> None:
    """Draw pieces side by side, gains to the right of zero and losses to the left."""
    rows = len(next(iter(table.values())))
    gains = [sum(max(values[row], 0) for values in table.values()) for row in range(rows)]
    longest = max(*gains, 1.0)
    ends = {side: [0.0] * rows for side in (1, -1)}
    for number, (source, values) in enumerate(table.items()):
        side = 1 if math.fsum(values) >= 0 else -1
        look: dict = {"color": SERIES[number % len(SERIES)], "label": source_name(source)}
        look["alpha"] = 0.9 if number < len(SERIES) else 0.55
        axes.barh(range(rows), values, left=ends[side], height=0.62, **look)
        for place, (start, value) in enumerate(zip(ends[side], values, strict=True)):
            words, middle = plain(value, 0), start + value / 2
            if abs(value) > SLIM * longest * len(words):
                axes.text(middle, place, words, ha="center", va="center", color=figures.PAPER)
        ends[side] = [start + value for start, value in zip(ends[side], values, strict=True)]


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
        f"{_games_of_arm(results, arm)}. {len(shown)} of "
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
    size = " Larger cities receive more cubes." if sizes else ""
    caption = (
        f"{_games_of_arm(results, arm)}. A wider line: {who} builds the Link in more games; Links "
        f"of fewer than {percent(RARE, 0)} are left out.{size} Drawn by rotwsim."
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
            width = THIN + (THICK - THIN) * share
            drawn.append(DrawnLink(route, colour, width, 0.35 + 0.65 * share))
    return drawn


def _map_axes(board: Board) -> tuple[Figure, Axes, Axes]:
    """Begin a page that the map fills, with a strip for the legend below it."""
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
    for place, share in enumerate(SAMPLES):
        left = 2.1 + 1.5 * place
        look = {"linewidth": (THIN + (THICK - THIN) * share) * points, "color": colour}
        look |= {"alpha": 0.35 + 0.65 * share, "solid_capstyle": "round"}
        axes.plot([left, left + 0.45], [LEGEND / 2] * 2, **look)
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

"""One board as tables for the terminal: every odd value says where it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from rotwsim.cli.board_overview import (
    MARK,
    NONE,
    ORIGIN_STYLES,
    add_numbers,
    add_texts,
    marked,
    origin_of,
    part,
    size_of,
    table_of,
)
from rotwsim.scenario import hexes
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.compile.routes import Route
from rotwsim.scenario.provenance import FEWEST_SEATS, count_by_origin, origins_under, sources_of
from rotwsim.scenario.schema import Board, RailbotCard


def tables_of(board: Board, routes: Sequence[Route]) -> list[RenderableType]:
    """Everything about one board."""
    return [
        _summary(board),
        _cities(board),
        _lines(board),
        _operations(board),
        _railbot_cards("Railbot map cards", "railbot.cards", board, board.railbot_cards),
        _railbot_cards("Common Railbot cards", "railbot.common", board, board.common_cards),
        _solo(board),
        *(_at_a_table(board) if board.multiplayer else []),
        *([_western_link(board)] if board.western_link else []),
        *([_sea_routes(board)] if board.sea_routes else []),
        _routes(board, routes),
        Text(f"{MARK} marks an assumed value: nobody here has seen the real one.", "yellow"),
    ]


def _summary(board: Board) -> Group:
    table = table_of("")
    add_numbers(table, "")
    letters = Counter("".join(board.rows))
    table.add_row("playable hexes", f"{board.playable_hexes:,}")
    for letter, name in hexes.TERRAIN_NAMES.items():
        if letter != hexes.UNPLAYABLE:
            table.add_row(f"  {name}", f"{letters[letter]:,}")
    table.add_row("ridges", f"{len(board.ridges):,}")
    table.add_row("cubes at set-up", f"{size_of(board)['cubes']:,}")
    for origin, count in count_by_origin(board.provenance).items():
        table.add_row(f"values {origin}", f"{count:,}", style=ORIGIN_STYLES[origin])
    return part(board.title, sources_of(board, "map"), table)


def _cities(board: Board) -> Group:
    table = table_of("city", "row, column", "colour")
    add_numbers(table, "cubes")
    add_texts(table, "closed sides", "origin", wide=("origin",))
    for number, city in enumerate(board.cities):
        origins = origins_under(board, f"cities.list[{number}]")
        out = " (not in play)" if city.name in board.cities_not_in_play else ""
        table.add_row(
            marked(city.name, origins.get("name")) + out,
            marked(f"{city.row}, {city.column}", origins.get("at")),
            marked(city.colour, origins.get("colour")),
            marked(city.cubes, origins.get("cubes")),
            marked(" ".join(city.closed), origins.get("closed")),
            origin_of(origins),
        )
    return part("Cities", sources_of(board, "cities.list"), table)


def _lines(board: Board) -> Group:
    table = table_of("line", wide=("line",))
    add_numbers(table, "points")
    add_texts(table, "origin", wide=("origin",))
    for number, line in enumerate(board.lines):
        origins = origins_under(board, f"lines.list[{number}]")
        out = " (not in play)" if line.name in board.lines_not_in_play else ""
        table.add_row(
            marked(" - ".join(line.cities), origins.get("cities")) + out,
            marked(line.points, origins.get("points")),
            origin_of(origins),
        )
    return part("Major Lines", sources_of(board, "lines.list"), table)


def _operations(board: Board) -> Group:
    table = table_of("card")
    add_numbers(table, "points", "copies")
    add_texts(table, "origin", wide=("origin",))
    titles = {kind.kind: kind.title for kind in load_rulebook().operations_kinds}
    for number, card in enumerate(board.operations):
        origins = origins_under(board, f"operations.cards[{number}]")
        name = f"{titles[card.kind]} {card.city}" if card.city else titles[card.kind]
        points = marked(card.points, origins.get("points")) if card.kind == "bounty" else ""
        table.add_row(
            marked(name, origins.get("city", origins.get("kind"))),
            points,
            marked(card.count, origins.get("count")),
            origin_of(origins),
        )
    total = sum(card.count for card in board.operations)
    return part(f"Operations deck, {total} cards", sources_of(board, "operations.cards"), table)


def _railbot_cards(title: str, key: str, board: Board, cards: Sequence[RailbotCard]) -> Group:
    table = table_of()
    add_numbers(table, "")
    add_texts(table, "card", "slot", "icons", "origin", wide=("card", "origin"))
    icons = {"major_line": "Major Line", "baron": "Baron"}
    for number, card in enumerate(cards):
        origins = origins_under(board, f"{key}[{number}]")
        effects = [e for e in ("cities", "exhaust", "taxation", "deadhead") if e in origins]
        carried = [marked(icons[i], origins.get(i)) for i in icons if getattr(card, i)]
        table.add_row(
            str(number + 1),
            marked(card.name, origins[effects[0]] if effects else None),
            marked(card.slot or "", origins.get("slot")),
            ", ".join(carried),
            origin_of(origins),
        )
    return part(f"{title}, {len(cards)} cards", sources_of(board, key), table)


def _solo(board: Board) -> Group:
    table = table_of("figure", "value", "origin", wide=("value",))
    origins = origins_under(board, "solo")
    for key, words, value in (
        ("base_exhaust", "Base Exhaust", board.base_exhaust),
        ("empty_city_trigger", "Empty City Markers that end the game", board.empty_city_trigger),
        ("cities_not_in_play", "cities not in play", ", ".join(board.cities_not_in_play) or NONE),
        ("lines_not_in_play", "lines not in play", ", ".join(board.lines_not_in_play) or NONE),
    ):
        table.add_row(words, marked(value, origins.get(key)), origins.get(key, ""))
    return part("Solo figures", sources_of(board, "solo"), table)


def _at_a_table(board: Board) -> list[Group]:
    """M3, M30 and the Rail Barons of this map (R1 to R12)."""
    origins = origins_under(board, "table")
    table = table_of("figure", "value", "origin", wide=("figure", "value"))
    for seats, markers in enumerate(board.multiplayer.markers, FEWEST_SEATS):
        origin = origins.get(f"markers.{seats}")
        table.add_row(f"Empty City Markers for {seats} players", marked(markers, origin), origin)
    rotors = ", ".join(board.multiplayer.rotor_cities) or NONE
    origin = origins.get("rotor_cities", "")
    table.add_row("rotor cities", marked(rotors, origin), origin)
    figures = part("At a table of 2 to 6", sources_of(board, "table.markers"), table)
    return [figures, *([_rail_barons(board)] if board.multiplayer.rail_barons else [])]


def _rail_barons(board: Board) -> Group:
    barons = table_of("goal")
    add_numbers(barons, "points")
    add_texts(barons, "origin", wide=("origin",))
    for number, baron in enumerate(board.multiplayer.rail_barons):
        origins = origins_under(board, f"table.rail_barons[{number}]")
        points = f"{baron.points} each, {baron.most} at most" if baron.most else baron.points
        barons.add_row(
            marked(baron.name, origins.get("name")),
            marked(points, origins.get("points")),
            origin_of(origins),
        )
    return part("Rail Barons of this map", sources_of(board, "table.rail_barons"), barons)


def _western_link(board: Board) -> Group:
    link, origins = board.western_link, origins_under(board, "western_link")
    table = table_of("figure", "value", "origin", wide=("figure", "value"))
    for key, words, value in (
        ("price", "price", link.price),
        ("cities", "at", ", ".join(link.cities)),
        ("cubes", f"{link.colour} cubes added there", link.cubes),
        ("bonus_cubes", f"cubes added to {link.destination} for each delivered", link.bonus_cubes),
    ):
        table.add_row(words, marked(value, origins.get(key)), origins.get(key, ""))
    return part("Western Link", sources_of(board, "western_link"), table)


def _sea_routes(board: Board) -> Group:
    table = table_of("between")
    add_numbers(table, "price", "tiles")
    add_texts(table, "origin", wide=("origin",))
    for number, sea in enumerate(board.sea_routes):
        origins = origins_under(board, f"sea.list[{number}]")
        table.add_row(
            marked(" - ".join(sea.cities), origins.get("cities")),
            marked(sea.price, origins.get("price")),
            marked(sea.tiles, origins.get("tiles")),
            origin_of(origins),
        )
    return part("Sea routes", sources_of(board, "sea.list"), table)


def _routes(board: Board, routes: Sequence[Route]) -> Group:
    """Routes are computed, so they are as good as the map that they lie on."""
    table = table_of("tiles")
    add_numbers(table, "pairs", "cheapest", "median", "dearest")
    step = load_rulebook().tiles_per_build
    for start in range(1, max(route.tiles for route in routes) + 1, step):
        tiles = range(start, start + step)
        costs = sorted(route.cost for route in routes if route.tiles in tiles)
        if costs:
            figures = (len(costs), costs[0], costs[len(costs) // 2], costs[-1])
            table.add_row(f"{tiles[0]} to {tiles[-1]}", *(f"{figure:,}" for figure in figures))
    return part(
        f"Routes, {len(routes):,} pairs of cities",
        f"computed by B10 to B14 from the map; the map is {sources_of(board, 'map')}",
        table,
        "Cost in $1,000 of the cheapest route of each pair, by its number of tiles.",
    )

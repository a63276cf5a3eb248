"""What the records of the kernels have room for: a board that exceeds it is refused when loaded."""

from __future__ import annotations

from collections.abc import Iterator

from rotwsim.core import layout
from rotwsim.rules import hexes
from rotwsim.rules.schema import Board

LONGEST_NAME, LONGEST_TITLE = 80, 300  # letters
MOST_BOUNTIES = 16
MOST_OTHER_OPERATIONS = layout.OPERATIONS_CARDS - MOST_BOUNTIES


def beyond_room(board: Board) -> Iterator[str]:
    """One line for each thing of which the board has more than there is room for."""
    for where, what, count, most in (
        ("map.rows", "hexes", sum(map(len, board.rows)), layout.HEXES),
        ("cities.list", "cities", len(board.cities), layout.CITIES),
        ("lines.list", "lines", len(board.lines), layout.LINES),
        ("sea.list", "sea routes", len(board.sea_routes), layout.SEAS),
    ):
        if count > most:
            yield f"{where} has {count:,} {what}; legal are at most {most:,}"
    yield from _long_names(board)
    for number, line in enumerate(board.lines, 1):
        if len(line.cities) > layout.LINE_CITIES:
            yield (
                f"lines.list: line {number} joins {len(line.cities)} cities; legal are at most "
                f"{layout.LINE_CITIES}"
            )
    for baron in board.table.rail_barons if board.table else ():
        if len(baron.cities) > layout.LINE_CITIES:
            yield (
                f"table.rail_barons: {baron.name} names {len(baron.cities)} cities; legal are at "
                f"most {layout.LINE_CITIES}"
            )
    yield from _crowded_cities(board)
    bounties = sum(card.count for card in board.operations if card.kind == "bounty")
    others = sum(card.count for card in board.operations if card.kind not in ("bounty", "start"))
    if bounties > MOST_BOUNTIES or others > MOST_OTHER_OPERATIONS:
        yield (
            f"operations.cards has {bounties} bounties and {others} other cards; legal are at "
            f"most {MOST_BOUNTIES} and {MOST_OTHER_OPERATIONS}"
        )


def _long_names(board: Board) -> Iterator[str]:
    named = [("name", board.name, LONGEST_NAME), ("title", board.title, LONGEST_TITLE)]
    for number, city in enumerate(board.cities):
        named.append((f"cities.list[{number}].name", city.name, LONGEST_NAME))
    for where, name, most in named:
        if len(name) > most:
            yield f"{where} has {len(name):,} letters; legal are at most {most}"


def _crowded_cities(board: Board) -> Iterator[str]:
    """B12, B14: a Link leaves a city through an open side of its own, or across the sea."""
    for city in board.cities:
        behind = [
            board.terrain(hexes.neighbour(city.hex, side))
            for side, name in enumerate(hexes.SIDES)
            if name not in city.closed
        ]
        by_land = sum(terrain not in (hexes.UNPLAYABLE, hexes.CITY) for terrain in behind)
        by_sea = sum(city.name in sea.cities for sea in board.sea_routes)
        if by_land + by_sea > layout.SPOKES:
            yield (
                f"sea.list: {city.name} has {by_sea} sea routes beside {by_land} open sides; "
                f"legal are at most {layout.SPOKES} Links at a city"
            )

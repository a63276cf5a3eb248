"""Limit what a board may say: the least and most of each parameter, and the room in the records."""

from collections.abc import Iterable, Iterator

from rotwsim.core.state import layout
from rotwsim.scenario import hexes
from rotwsim.scenario.schema import Board, DataError, Rulebook

EXHAUST = (0, 20)
MARKERS = (0, 64)  # Empty City Markers of the solo game
SEAT_MARKERS = (1, 64)
CUBES = (0, 25)  # of a city
POINTS = (0, 100)
COPIES = (1, 40)  # of an Operations card
LARGEST = 10_000  # no parameter of the game is larger
PRICE = (1, LARGEST)  # of a sea route; a Link for nothing would let the Railbot run in circles

LONGEST_NAME, LONGEST_TITLE = 80, 300  # letters
MOST_BOUNTIES = 16
ENGINE_PRICES = layout.LEVELS - 2  # levels begin at 1, which costs nothing
MOST_OTHER_OPERATIONS = layout.OPERATIONS_CARDS - MOST_BOUNTIES


def beyond_room(board: Board, book: Rulebook) -> Iterator[str]:
    """One line for each thing of which the board has more than there is room for."""
    rail_barons = board.multiplayer.rail_barons if board.multiplayer else ()
    room_for_barons = layout.RAIL_BARONS - len(book.multiplayer.rail_barons)
    lists = [
        ("map.rows has", "hexes", sum(map(len, board.rows)), layout.HEXES),
        ("cities.list has", "cities", len(board.cities), layout.CITIES),
        ("lines.list has", "lines", len(board.lines), layout.LINES),
        ("sea.list has", "sea routes", len(board.sea_routes), layout.SEAS),
        ("multiplayer.rail_barons has", "Barons", len(rail_barons), room_for_barons),
    ]
    named = [
        (f"lines.list: line {number} joins", line) for number, line in enumerate(board.lines, 1)
    ]
    named += [(f"multiplayer.rail_barons: {baron.name} names", baron) for baron in rail_barons]
    lists += [(where, "cities", len(one.cities), layout.LINE_CITIES) for where, one in named]
    yield from _beyond(lists)
    yield from _long_names(board)
    yield from _crowded_cities(board)
    bounties = sum(card.count for card in board.operations if card.kind == "bounty")
    others = sum(card.count for card in board.operations if card.kind not in ("bounty", "start"))
    if bounties > MOST_BOUNTIES or others > MOST_OTHER_OPERATIONS:
        yield (
            f"operations.cards has {bounties} bounties and {others} other cards; legal are at "
            f"most {MOST_BOUNTIES} and {MOST_OTHER_OPERATIONS}"
        )


def check_room(book: Rulebook) -> None:
    """Refuse a rulebook of which a list or a parameter is larger than its place in the records."""
    table = book.multiplayer
    duel, rail = "duel_barons.toml: barons", "multiplayer.toml: rail_barons.list"
    universal = layout.RAIL_BARONS - len(book.barons)  # all of both are dealt from one deck
    lists = [
        (f"{duel} has", "Barons", len(book.barons), layout.BARONS),
        (f"{rail} has", "Barons", len(table.rail_barons), universal),
        ("rules.toml: income.by_score has", "scores", len(book.income_by_score), layout.SCORES),
        ("rules.toml: engine.prices has", "prices", len(book.engine_prices), ENGINE_PRICES),
        ("rules.toml: solo.barons_in_row is", "", book.barons_in_row, len(book.barons)),
        ("multiplayer.toml: seats.most_seats is", "seats", table.most_seats, layout.SEATS),
        ("multiplayer.toml: setup.rail_barons_dealt is", "", table.rail_barons_dealt, layout.DEALT),
    ]
    for number, baron in enumerate(book.barons):
        tiers, where = len(baron.tiers), f"{duel}[{number}]"
        lists.append((f"{where}.tiers has", "tiers", tiers, layout.TIERS))
        lists.append((f"{where}.points has", "numbers", len(baron.points), tiers))
    for number, baron in enumerate(table.rail_barons):
        cities = len(baron.cities)
        lists.append((f"{rail}[{number}].cities has", "cities", cities, layout.LINE_CITIES))
    for excess in _beyond(lists):
        raise DataError(excess)


def own_excess(book: Rulebook) -> Iterator[str]:
    """One line for each list of which rules of one's own have more than there is room for."""
    lists = [
        ("duel_barons: there are", "Barons", len(book.barons), layout.BARONS),
        ("income.by_score has", "scores", len(book.income_by_score), layout.SCORES),
        ("engine_prices.prices has", "prices", len(book.engine_prices), ENGINE_PRICES),
    ]
    for baron in book.barons:
        where = f"duel_barons: {baron.name} has"
        lists.append((where, "tiers", len(baron.tiers), layout.TIERS))
    yield from _beyond(lists)
    if len(book.barons) < book.barons_in_row:
        yield (
            f"duel_barons: {len(book.barons)} are left; the row has {book.barons_in_row} places "
            "(parameters.barons_in_row)"
        )


def _beyond(lists: Iterable[tuple[str, str, int, int]]) -> Iterator[str]:
    for where, what, count, most in lists:
        if count > most:
            yield f"{where} {count:,} {what}".rstrip() + f"; legal are at most {most:,}"


def _long_names(board: Board) -> Iterator[str]:
    named = [("name", board.name, LONGEST_NAME), ("title", board.title, LONGEST_TITLE)]
    for number, city in enumerate(board.cities):
        named.append((f"cities.list[{number}].name", city.name, LONGEST_NAME))
    for where, name, most in named:
        if len(name) > most:
            yield f"{where} has {len(name):,} letters; legal are at most {most}"


def _crowded_cities(board: Board) -> Iterator[str]:
    """B12, B14: a Link leaves a city through an open side, or across the sea."""
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

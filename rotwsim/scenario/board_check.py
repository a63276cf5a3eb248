"""What a board must fulfil beyond the form of its file: counts, names, places and reach."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from rotwsim.scenario import hexes
from rotwsim.scenario.capacity import beyond_room
from rotwsim.scenario.reading import one_line, suggest
from rotwsim.scenario.schema import COLOURS, GREY, SLOTS, Board, DataError, RailbotCard, Rulebook

MAP_CARDS = 14
COMMON_CARDS = 11
CITIES_ON_A_CARD = (3, 4)
SLOT_COUNTS = {"left": 12, "middle": 6, "right": 6}
FEWEST_CITIES = 2  # on a card of one's own
DECK_SIZES = (21, 28)  # cards besides Final Evaluation: the game takes 24 turns at most
ROW_AND_REMOVED = 6  # S4: left-slot cards that are dealt before the first turn
NOT_IN_PLAY_DISCS = 15

Check = Callable[[Board, Rulebook], Iterable[str]]  # says what is wrong


def check_board(board: Board, book: Rulebook) -> None:
    """Refuse a board for the first thing that is wrong."""
    _refuse(board, book, *CHECKS)


def check_changed(board: Board, book: Rulebook) -> None:
    """The same of a board that rules of one's own have changed: decks of other sizes are legal."""
    _refuse(board, book, beyond_room, _cubes, _names, _changed_cards, _free_cards)


def _refuse(board: Board, book: Rulebook, *checks: Check) -> None:
    for check in checks:
        for wrong in check(board, book):
            raise DataError(one_line(f"{board.file}: {wrong}"))


def _rows(board: Board, book: Rulebook) -> Iterator[str]:
    if not board.rows or not board.rows[0]:
        yield "map.rows is empty"
    width = len(board.rows[0])
    legal = [f"{letter} {name}" for letter, name in hexes.TERRAIN_NAMES.items()]
    for row, letters in enumerate(board.rows):
        if len(letters) != width:
            yield f"map.rows: row {row} has {len(letters)} hexes; row 0 has {width}"
        for column, letter in enumerate(letters):
            if letter not in hexes.TERRAIN_NAMES:
                where = f"map.rows: row {row}, column {column}"
                yield f'{where} is "{letter}"{suggest(None, legal)}'


def _ridges(board: Board, book: Rulebook) -> Iterator[str]:
    for hex_, side in sorted(board.ridges):
        behind = hexes.neighbour(hex_, side)
        if hexes.UNPLAYABLE in (board.terrain(hex_), board.terrain(behind)):
            where = f"{hex_[0]},{hex_[1]}:{hexes.SIDES[side]}"
            yield f"map.ridges: the ridge at {where} does not lie between two playable hexes"


def _cities(board: Board, book: Rulebook) -> Iterator[str]:
    if len(board.cities) < 2:
        yield f"cities.list has {len(board.cities)} cities; there must be two at least"
    yield from _twice("cities.list", [city.name for city in board.cities])
    at: dict[hexes.Hex, str] = {}
    for number, city in enumerate(board.cities):
        where, terrain = f"cities.list[{number}]", board.terrain(city.hex)
        if terrain != hexes.CITY:
            place = f"row {city.row}, column {city.column} is {hexes.TERRAIN_NAMES[terrain]}"
            yield f"{where}.at: {city.name} is off its hex: {place}, not a city (C)"
        if city.hex in at:
            yield f"{where}.at puts {city.name} on the hex of {at[city.hex]}"
        at[city.hex] = city.name
        for side, name in enumerate(hexes.SIDES):
            behind = board.terrain(hexes.neighbour(city.hex, side))
            if name not in city.closed and behind == hexes.UNPLAYABLE:
                wrong = f"{city.name} has its side {name} open towards a hex that is not playable"
                yield f'{where}.closed: {wrong}; add "{name}"'
    for row, letters in enumerate(board.rows):
        for column, letter in enumerate(letters):
            if letter == hexes.CITY and (row, column) not in at:
                where = f"map.rows: row {row}, column {column}"
                yield f"{where} is a city hex (C), but no city of cities.list is there"


def _cubes(board: Board, book: Rulebook) -> Iterator[str]:
    """B20: what the cities draw at set-up must be in the bag."""
    each = book.cubes_per_colour
    total, bag = sum(city.cubes for city in board.cities), each * len(COLOURS)
    if total > bag:
        yield f"cities.list: the cities draw {total} cubes; the bag holds {bag}, {each} a colour"


def _names(board: Board, book: Rulebook) -> Iterator[str]:
    """Every city named anywhere is a city of the board."""
    known = [city.name for city in board.cities]
    for where, cities in _named_cities(board):
        for name in cities:
            if name not in known:
                yield f'{where} unknown city "{name}"{suggest(name, known)}'


def _named_cities(board: Board) -> Iterator[tuple[str, Iterable[str]]]:
    """List all places that name cities, with their names."""
    operations = [(card.city,) if card.city else () for card in board.operations]
    for where, lists in (
        ("lines.list: line {} joins", [line.cities for line in board.lines]),
        ("railbot.cards: card {} names", [card.cities for card in board.railbot_cards]),
        ("railbot.common: card {} names", [card.cities for card in board.common_cards]),
        ("operations.cards: card {} names", operations),
        ("sea.list: route {} joins", [sea.cities for sea in board.sea_routes]),
    ):
        yield from ((where.format(number), cities) for number, cities in enumerate(lists, 1))
    yield "solo.cities_not_in_play names", board.cities_not_in_play
    if board.western_link:
        yield "western_link.cities names", board.western_link.cities
        yield "western_link.destination names", (board.western_link.destination,)
    if board.multiplayer:
        yield "multiplayer.rotor_cities names", board.multiplayer.rotor_cities
        for baron in board.multiplayer.rail_barons:
            yield f"multiplayer.rail_barons: {baron.name} names", baron.cities


def _lines(board: Board, book: Rulebook) -> Iterator[str]:
    for number, line in enumerate(board.lines, 1):
        if len(line.cities) < 2:
            yield f"lines.list: line {number} must join two cities or more"
        yield from _twice(f"lines.list: line {number}", line.cities)
    yield from _twice("lines.list", [line.name for line in board.lines])


def _routes(board: Board, book: Rulebook) -> Iterator[str]:
    """Sea routes and the Western Link join different cities."""
    for number, sea in enumerate(board.sea_routes, 1):
        yield from _twice(f"sea.list: route {number}", sea.cities)
    if link := board.western_link:
        if not link.cities:
            yield "western_link.cities is empty; leave the whole table out instead"
        yield from _twice("western_link", [*link.cities, link.destination])


def _not_in_play(board: Board, book: Rulebook) -> Iterator[str]:
    lines = [line.name for line in board.lines]
    for name in board.lines_not_in_play:
        if name not in lines:
            yield f'solo.lines_not_in_play names unknown line "{name}"{suggest(name, lines)}'
    yield from _twice("solo.cities_not_in_play", board.cities_not_in_play)
    yield from _twice("solo.lines_not_in_play", board.lines_not_in_play)
    discs = len(board.cities_not_in_play) + len(board.lines_not_in_play)
    if discs > NOT_IN_PLAY_DISCS:
        both = f"solo.cities_not_in_play and lines_not_in_play name {discs} together"
        yield f"{both}; the box has {NOT_IN_PLAY_DISCS} discs"
    if len(board.cities) - len(board.cities_not_in_play) < 2:
        yield "solo.cities_not_in_play leaves fewer than two cities in play"


def _railbot(board: Board, book: Rulebook) -> Iterator[str]:
    """S3: 14 map cards and 11 common ones, Final Evaluation among the latter."""
    for where, cards, count, finals in (
        ("railbot.cards", board.railbot_cards, MAP_CARDS, 0),
        ("railbot.common", board.common_cards, COMMON_CARDS, 1),
    ):
        if len(cards) != count:
            yield f"{where} has {len(cards)} cards; legal: {count}"
        found = sum(card.final_evaluation for card in cards)
        if found != finals:
            yield f"{where} has {found} Final Evaluation cards; legal: {finals}"
        for number, card in enumerate(cards, 1):
            if card.cities and len(card.cities) not in CITIES_ON_A_CARD:
                yield f"{where}: card {number} names {len(card.cities)} cities; legal: 3 or 4"
            if _names_a_city_twice(card):
                yield f"{where}: card {number} names a city twice in a row"


def _changed_cards(board: Board, book: Rulebook) -> Iterator[str]:
    """Cards of one's own may name two cities; a deck may be larger or smaller."""
    cards = [*board.railbot_cards, *board.common_cards]
    for card in cards:
        if card.cities and not FEWEST_CITIES <= len(card.cities) <= CITIES_ON_A_CARD[-1]:
            legal = f"{FEWEST_CITIES} to {CITIES_ON_A_CARD[-1]}"
            yield f"railbot_cards: {card.name} names {len(card.cities)} cities; legal: {legal}"
        if _names_a_city_twice(card):
            yield f"railbot_cards: {card.name} names a city twice in a row"
    yield from _twice("railbot_cards", [card.name for card in cards])
    deck, (least, most) = len(cards) - 1, DECK_SIZES  # without Final Evaluation
    if not least <= deck <= most:
        legal = f"legal are {least} to {most}"
        yield f"railbot_cards: the deck has {deck} cards besides Final Evaluation; {legal}"


def _names_a_city_twice(card: RailbotCard) -> bool:
    return any(one == next_ for one, next_ in pairwise(card.cities))


def _slots(board: Board, book: Rulebook) -> Iterator[str]:
    every = board.railbot_cards + board.common_cards
    slots = Counter(card.slot for card in every if not card.final_evaluation)
    found, legal = ("/".join(str(each[slot]) for slot in SLOTS) for each in (slots, SLOT_COUNTS))
    if found != legal:
        wrong = f"slot left/middle/right is {found} over the 24 cards of cards and common"
        yield f"railbot: {wrong}; legal: {legal}"


def _free_cards(board: Board, book: Rulebook) -> Iterator[str]:
    every = board.railbot_cards + board.common_cards
    free = sum(card.slot == "left" and not card.taxation and not card.deadhead for card in every)
    if free < ROW_AND_REMOVED:
        wrong = f"{free} cards with slot left are free of taxation and deadhead"
        yield f"railbot: {wrong}; set-up needs at least {ROW_AND_REMOVED} of them (S4)"


def _colours(board: Board, book: Rulebook) -> Iterator[str]:
    """B21, B22: every colour needs a city, or a grey city and a New City tile."""
    printed = {city.colour for city in board.cities if city.name not in board.cities_not_in_play}
    for colour, tiles in zip(COLOURS, book.new_city_tiles, strict=True):
        if colour not in printed and not (tiles and GREY in printed):
            yield f"cities.list: no city in play is {colour}, so no {colour} cube can be delivered"


def _reach(board: Board, book: Rulebook) -> Iterator[str]:
    """Every city in play can be reached from every other over playable hexes or by sea."""
    in_play = [city for city in board.cities if city.name not in board.cities_not_in_play]
    at = {city.name: city.hex for city in in_play}
    ferries = [[at[name] for name in sea.cities if name in at] for sea in board.sea_routes]
    closed = {city.hex: city.closed for city in in_play}

    def next_to(hex_: hexes.Hex) -> Iterator[hexes.Hex]:
        yield from (end for ends in ferries if hex_ in ends for end in ends)
        yield from _steps_on_land(board, hex_, closed)

    reached = hexes.reached_from(in_play[0].hex, next_to)
    for city in in_play:
        if city.hex not in reached:
            yield f"cities.list: {city.name} cannot be reached from {in_play[0].name}"


def _steps_on_land(
    board: Board, hex_: hexes.Hex, closed: dict[hexes.Hex, tuple[str, ...]]
) -> Iterator[hexes.Hex]:
    for side, name in enumerate(hexes.SIDES):
        behind = hexes.neighbour(hex_, side)
        terrain = board.terrain(behind)
        if terrain == hexes.UNPLAYABLE or name in closed.get(hex_, ()):
            continue
        if terrain == hexes.CITY:
            back = hexes.SIDES[hexes.opposite(side)]
            if hex_ in closed or back in closed.get(behind, (back,)):
                continue  # B12: cities that touch have no Link between them
        yield behind


def _multiplayer(board: Board, book: Rulebook) -> Iterator[str]:
    """M30: a rotor adds a colour to the city's own. R4 needs a Western Link to build."""
    if board.multiplayer is None:
        return
    rotors = board.multiplayer.rotor_cities
    yield from _twice("multiplayer.rotor_cities", rotors)
    for name in rotors:
        if board.cities[board.city_index(name)].colour == GREY:
            yield f"multiplayer.rotor_cities names {name}, which is grey and has no own colour"
    for baron in board.multiplayer.rail_barons:
        if baron.goal == "western_link" and board.western_link is None:
            yield f"multiplayer.rail_barons: {baron.name} needs [western_link]"


def _twice(where: str, names: Iterable[str]) -> Iterator[str]:
    for name, count in Counter(names).items():
        if count > 1:
            yield f'{where} names "{name}" twice'


CHECKS: tuple[Check, ...] = (
    *(_rows, beyond_room, _ridges, _cities, _cubes, _names, _lines, _routes, _not_in_play),
    *(_railbot, _slots, _free_cards, _colours, _reach, _multiplayer),
)

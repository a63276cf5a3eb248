# Longer than most: every check of a board, in the order of its file.
"""What a board must fulfil beyond the form of its file: counts, names, places and reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NoReturn

from rotwsim.scenario import hexes
from rotwsim.scenario.capacity import beyond_room
from rotwsim.scenario.reading import one_line, suggest
from rotwsim.scenario.schema import COLOURS, GREY, SLOTS, Board, DataError, Rulebook

MAP_CARDS = 14
COMMON_CARDS = 11
CITIES_ON_A_CARD = (3, 4)
SLOT_COUNTS = {"left": 12, "middle": 6, "right": 6}
FEWEST_CITIES = 2  # on a card of one's own
DECK_SIZES = (21, 28)  # cards besides Final Evaluation: the game takes 24 turns at most
ROW_AND_REMOVED = 6  # S4: left-slot cards that are dealt before the first turn
NOT_IN_PLAY_DISCS = 15


def check_board(board: Board, book: Rulebook) -> None:
    """Raises one clear message for the first thing that is wrong."""
    _check_rows(board)
    for excess in beyond_room(board, book):
        _fail(board, excess)
    _check_ridges(board)
    _check_cities(board)
    _check_cubes(board, book)
    _check_names(board)
    _check_lines(board)
    _check_routes(board)
    _check_not_in_play(board)
    _check_railbot(board)
    _check_slots(board)
    _check_colours(board, book)
    _check_reach(board)
    _check_table(board)


def check_changed(board: Board, book: Rulebook) -> None:
    """The same of a board that rules of one's own have changed: decks of other sizes are legal."""
    for excess in beyond_room(board, book):
        _fail(board, excess)
    _check_cubes(board, book)
    _check_names(board)
    cards = [*board.railbot_cards, *board.common_cards]
    for card in cards:
        if card.cities and not FEWEST_CITIES <= len(card.cities) <= CITIES_ON_A_CARD[-1]:
            legal = f"{FEWEST_CITIES} to {CITIES_ON_A_CARD[-1]}"
            found = f"{card.name} names {len(card.cities)} cities"
            _fail(board, f"railbot_cards: {found}; legal: {legal}")
        if any(a == b for a, b in zip(card.cities, card.cities[1:], strict=False)):
            _fail(board, f"railbot_cards: {card.name} names a city twice in a row")
    _check_unique(board, "railbot_cards", [card.name for card in cards])
    deck = len(cards) - 1  # without Final Evaluation
    if not DECK_SIZES[0] <= deck <= DECK_SIZES[1]:
        legal = " to ".join(map(str, DECK_SIZES))
        _fail(board, f"railbot_cards: {deck} besides Final Evaluation; legal: {legal}")
    _check_free_cards(board)


def _check_rows(board: Board) -> None:
    if not board.rows or not board.rows[0]:
        _fail(board, "map.rows is empty")
    width = len(board.rows[0])
    legal = [f"{letter} {name}" for letter, name in hexes.TERRAIN_NAMES.items()]
    for row, letters in enumerate(board.rows):
        if len(letters) != width:
            _fail(board, f"map.rows: row {row} has {len(letters)} hexes; row 0 has {width}")
        for column, letter in enumerate(letters):
            if letter not in hexes.TERRAIN_NAMES:
                where = f"map.rows: row {row}, column {column}"
                _fail(board, f'{where} is "{letter}"', legal)


def _check_ridges(board: Board) -> None:
    for hex_, side in sorted(board.ridges):
        behind = hexes.neighbour(hex_, side)
        if hexes.UNPLAYABLE in (board.terrain(hex_), board.terrain(behind)):
            where = f"{hex_[0]},{hex_[1]}:{hexes.SIDES[side]}"
            _fail(
                board, f"map.ridges: the ridge at {where} does not lie between two playable hexes"
            )


def _check_cities(board: Board) -> None:
    if len(board.cities) < 2:
        _fail(board, f"cities.list has {len(board.cities)} cities; there must be two at least")
    _check_unique(board, "cities.list", [city.name for city in board.cities])
    at: dict[hexes.Hex, str] = {}
    for number, city in enumerate(board.cities):
        where = f"cities.list[{number}]"
        if board.terrain(city.hex) != hexes.CITY:
            found = hexes.TERRAIN_NAMES[board.terrain(city.hex)]
            place = f"row {city.row}, column {city.column}"
            _fail(
                board, f"{where}.at: {city.name} is off its hex: {place} is {found}, not a city (C)"
            )
        if city.hex in at:
            _fail(board, f"{where}.at puts {city.name} on the hex of {at[city.hex]}")
        at[city.hex] = city.name
        for side, name in enumerate(hexes.SIDES):
            behind = board.terrain(hexes.neighbour(city.hex, side))
            if name not in city.closed and behind == hexes.UNPLAYABLE:
                _fail(
                    board,
                    f"{where}.closed: {city.name} has its side {name} open towards a hex that is "
                    f'not playable; add "{name}"',
                )
    for row, letters in enumerate(board.rows):
        for column, letter in enumerate(letters):
            if letter == hexes.CITY and (row, column) not in at:
                where = f"map.rows: row {row}, column {column}"
                _fail(board, f"{where} is a city hex (C), but no city of cities.list is there")


def _check_cubes(board: Board, book: Rulebook) -> None:
    """B20: what the cities draw at set-up must be in the bag."""
    bag = book.cubes_per_colour * len(COLOURS)
    total = sum(city.cubes for city in board.cities)
    if total > bag:
        _fail(
            board,
            f"cities.list: the cities draw {total} cubes; the bag holds {bag}, "
            f"{book.cubes_per_colour} a colour",
        )


def _check_names(board: Board) -> None:
    """Every city named anywhere is a city of the board."""
    known = [city.name for city in board.cities]
    named: list[tuple[str, Iterable[str]]] = [
        *((f"lines.list: line {n} joins", line.cities) for n, line in enumerate(board.lines, 1)),
        *(
            (f"railbot.cards: card {n} names", card.cities)
            for n, card in enumerate(board.railbot_cards, 1)
        ),
        *(
            (f"railbot.common: card {n} names", card.cities)
            for n, card in enumerate(board.common_cards, 1)
        ),
        *(
            (f"operations.cards: card {n} names", (card.city,))
            for n, card in enumerate(board.operations, 1)
            if card.city is not None
        ),
        *((f"sea.list: route {n} joins", sea.cities) for n, sea in enumerate(board.sea_routes, 1)),
        ("solo.cities_not_in_play names", board.cities_not_in_play),
    ]
    if board.western_link:
        named.append(("western_link.cities names", board.western_link.cities))
        named.append(("western_link.destination names", (board.western_link.destination,)))
    if board.multiplayer:
        named.append(("multiplayer.rotor_cities names", board.multiplayer.rotor_cities))
        for baron in board.multiplayer.rail_barons:
            named.append((f"multiplayer.rail_barons: {baron.name} names", baron.cities))
    for where, cities in named:
        for name in cities:
            if name not in known:
                _fail(board, f'{where} unknown city "{name}"', known, name)


def _check_lines(board: Board) -> None:
    for number, line in enumerate(board.lines, 1):
        if len(line.cities) < 2:
            _fail(board, f"lines.list: line {number} must join two cities or more")
        _check_unique(board, f"lines.list: line {number}", line.cities)
    _check_unique(board, "lines.list", [line.name for line in board.lines])


def _check_routes(board: Board) -> None:
    """Sea routes and the Western Link join different cities."""
    for number, sea in enumerate(board.sea_routes, 1):
        _check_unique(board, f"sea.list: route {number}", sea.cities)
    link = board.western_link
    if link:
        if not link.cities:
            _fail(board, "western_link.cities is empty; leave the whole table out instead")
        _check_unique(board, "western_link", [*link.cities, link.destination])


def _check_not_in_play(board: Board) -> None:
    lines = [line.name for line in board.lines]
    for name in board.lines_not_in_play:
        if name not in lines:
            _fail(board, f'solo.lines_not_in_play names unknown line "{name}"', lines, name)
    _check_unique(board, "solo.cities_not_in_play", board.cities_not_in_play)
    _check_unique(board, "solo.lines_not_in_play", board.lines_not_in_play)
    discs = len(board.cities_not_in_play) + len(board.lines_not_in_play)
    if discs > NOT_IN_PLAY_DISCS:
        _fail(
            board,
            f"solo.cities_not_in_play and lines_not_in_play name {discs} together; "
            f"the box has {NOT_IN_PLAY_DISCS} discs",
        )
    if len(board.cities) - len(board.cities_not_in_play) < 2:
        _fail(board, "solo.cities_not_in_play leaves fewer than two cities in play")


def _check_railbot(board: Board) -> None:
    """S3: 14 map cards and 11 common ones, Final Evaluation among the latter."""
    for where, cards, count, finals in (
        ("railbot.cards", board.railbot_cards, MAP_CARDS, 0),
        ("railbot.common", board.common_cards, COMMON_CARDS, 1),
    ):
        if len(cards) != count:
            _fail(board, f"{where} has {len(cards)} cards; legal: {count}")
        found = sum(card.final_evaluation for card in cards)
        if found != finals:
            _fail(board, f"{where} has {found} Final Evaluation cards; legal: {finals}")
        for number, card in enumerate(cards, 1):
            if card.cities and len(card.cities) not in CITIES_ON_A_CARD:
                names = len(card.cities)
                _fail(board, f"{where}: card {number} names {names} cities; legal: 3 or 4")
            if any(a == b for a, b in zip(card.cities, card.cities[1:], strict=False)):
                _fail(board, f"{where}: card {number} names a city twice in a row")


def _check_slots(board: Board) -> None:
    every = board.railbot_cards + board.common_cards
    slots = Counter(card.slot for card in every if not card.final_evaluation)
    if any(slots[slot] != SLOT_COUNTS[slot] for slot in SLOTS):
        found, legal = (
            "/".join(str(counts[slot]) for slot in SLOTS) for counts in (slots, SLOT_COUNTS)
        )
        _fail(
            board,
            f"railbot: slot left/middle/right is {found} over the 24 cards of cards and common; "
            f"legal: {legal}",
        )
    _check_free_cards(board)


def _check_free_cards(board: Board) -> None:
    every = board.railbot_cards + board.common_cards
    free = sum(card.slot == "left" and not card.taxation and not card.deadhead for card in every)
    if free < ROW_AND_REMOVED:
        _fail(
            board,
            f"railbot: {free} cards with slot left are free of taxation and deadhead; "
            f"set-up needs at least {ROW_AND_REMOVED} of them (S4)",
        )


def _check_colours(board: Board, book: Rulebook) -> None:
    """B21, B22: every colour needs a city, or a grey city and a New City tile."""
    printed = {city.colour for city in board.cities if city.name not in board.cities_not_in_play}
    for colour, tiles in zip(COLOURS, book.new_city_tiles, strict=True):
        if colour not in printed and not (tiles and GREY in printed):
            _fail(
                board,
                f"cities.list: no city in play is {colour}, so no {colour} cube can be delivered",
            )


def _check_reach(board: Board) -> None:
    """Every city in play can be reached from every other over playable hexes or by sea."""
    in_play = [city for city in board.cities if city.name not in board.cities_not_in_play]
    at = {city.name: city.hex for city in in_play}
    ferries: dict[hexes.Hex, list[hexes.Hex]] = {}
    for sea in board.sea_routes:
        first, second = (at.get(name) for name in sea.cities)
        if first and second:
            ferries.setdefault(first, []).append(second)
            ferries.setdefault(second, []).append(first)
    open_sides = {city.hex: [s for s in hexes.SIDES if s not in city.closed] for city in in_play}
    playable = {
        (row, column): letter
        for row, letters in enumerate(board.rows)
        for column, letter in enumerate(letters)
        if letter != hexes.UNPLAYABLE
    }
    reached, frontier = {in_play[0].hex}, [in_play[0].hex]
    while frontier:
        hex_ = frontier.pop()
        steps = ferries.get(hex_, []) + _steps_on_land(playable, hex_, open_sides)
        new = set(steps) - reached
        reached |= new
        frontier += new
    for city in in_play:
        if city.hex not in reached:
            _fail(board, f"cities.list: {city.name} cannot be reached from {in_play[0].name}")


def _steps_on_land(
    playable: dict[hexes.Hex, str], hex_: hexes.Hex, open_sides: dict[hexes.Hex, list[str]]
) -> list[hexes.Hex]:
    steps = []
    for side, name in enumerate(hexes.SIDES):
        behind = hexes.neighbour(hex_, side)
        if behind not in playable or name not in open_sides.get(hex_, (name,)):
            continue
        if playable[behind] == hexes.CITY:
            if hex_ in open_sides:
                continue  # B12: cities that touch have no Link between them
            if hexes.SIDES[hexes.opposite(side)] not in open_sides.get(behind, ()):
                continue
        steps.append(behind)
    return steps


def _check_table(board: Board) -> None:
    """M30: a rotor adds a colour to the city's own. R4 needs a Western Link to build."""
    if board.multiplayer is None:
        return
    _check_unique(board, "multiplayer.rotor_cities", board.multiplayer.rotor_cities)
    for name in board.multiplayer.rotor_cities:
        if board.cities[board.city_index(name)].colour == GREY:
            _fail(
                board, f"multiplayer.rotor_cities names {name}, which is grey and has no own colour"
            )
    for baron in board.multiplayer.rail_barons:
        if baron.goal == "western_link" and board.western_link is None:
            _fail(board, f"multiplayer.rail_barons: {baron.name} needs [western_link]")


def _check_unique(board: Board, where: str, names: Iterable[str]) -> None:
    for name, count in Counter(names).items():
        if count > 1:
            _fail(board, f'{where} names "{name}" twice')


def _fail(board: Board, what: str, legal: Iterable[str] = (), given: object = None) -> NoReturn:
    raise DataError(one_line(f"{board.file}: {what}{suggest(given, legal)}"))

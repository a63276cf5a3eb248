"""What a board must fulfil beyond the form of its file: counts, names, places and reach."""

from __future__ import annotations

import difflib
from collections import Counter

from rotwsim.rules import hexes
from rotwsim.rules.schema import COLOURS, GREY, SLOTS, Board, DataError

MAP_CARDS = 14
COMMON_CARDS = 11
SLOT_COUNTS = {"left": 12, "middle": 6, "right": 6}
CITIES_AT_MOST = 64
LINES_AT_MOST = 16
BAG = 125
NOT_IN_PLAY_DISCS = 15


def check_board(board: Board, file: str) -> None:
    """Raises one clear message for the first thing that is wrong."""
    _check_rows(board, file)
    _check_cities(board, file)
    _check_names(board, file)
    _check_cards(board, file)
    _check_colours(board, file)
    _check_reach(board, file)


def _check_rows(board: Board, file: str) -> None:
    if not board.rows or not board.rows[0]:
        raise DataError(f"{file}: map.rows is empty")
    width = len(board.rows[0])
    for number, row in enumerate(board.rows):
        if len(row) != width:
            raise DataError(
                f"{file}: map.rows: row {number} has {len(row)} hexes, row 0 has {width}"
            )
        for column, letter in enumerate(row):
            if letter not in hexes.TERRAIN_NAMES:
                legal = ", ".join(f"{key} {name}" for key, name in hexes.TERRAIN_NAMES.items())
                raise DataError(
                    f'{file}: map.rows: row {number}, column {column} is "{letter}"; legal: {legal}'
                )
    for hex_, side in board.ridges:
        if "#" in (board.terrain(hex_), board.terrain(hexes.neighbour(hex_, side))):
            raise DataError(
                f"{file}: map.ridges: the ridge at {hex_[0]},{hex_[1]}:{hexes.SIDES[side]} "
                "does not lie between two playable hexes"
            )


def _check_cities(board: Board, file: str) -> None:
    if not 2 <= len(board.cities) <= CITIES_AT_MOST:
        raise DataError(
            f"{file}: cities.list has {len(board.cities)} cities; legal are 2 to {CITIES_AT_MOST}"
        )
    _check_unique(file, "cities.list", [city.name for city in board.cities])
    places = {city.hex for city in board.cities}
    if len(places) != len(board.cities):
        raise DataError(f"{file}: cities.list puts two cities on one hex")
    for city in board.cities:
        if board.terrain(city.hex) != hexes.CITY:
            raise DataError(
                f"{file}: {city.name} is off its hex: row {city.row}, column {city.column} "
                f"is {hexes.TERRAIN_NAMES[board.terrain(city.hex)]}, not a city (C)"
            )
        for side, name in enumerate(hexes.SIDES):
            behind = board.terrain(hexes.neighbour(city.hex, side))
            if name not in city.closed and behind == hexes.UNPLAYABLE:
                raise DataError(
                    f"{file}: {city.name} has its side {name} open towards a hex that is not "
                    f'playable; add "{name}" to closed'
                )
    for row, letters in enumerate(board.rows):
        for column, letter in enumerate(letters):
            if letter == hexes.CITY and (row, column) not in places:
                raise DataError(
                    f"{file}: map.rows: row {row}, column {column} is a city hex (C), "
                    "but no city of the list lies there"
                )
    total = sum(city.cubes for city in board.cities)
    if total > BAG:
        raise DataError(f"{file}: the cities draw {total} cubes; the bag holds {BAG}")


def _check_names(board: Board, file: str) -> None:
    """Every city named anywhere is a city of the board."""
    known = [city.name for city in board.cities]
    named: list[tuple[str, str]] = []
    for number, line in enumerate(board.lines, 1):
        if len(line.cities) < 2:
            raise DataError(f"{file}: lines: line {number} must join two cities or more")
        named += [(f"lines: line {number} joins", name) for name in line.cities]
    for number, card in enumerate(board.railbot_cards, 1):
        named += [(f"railbot: card {number} names", name) for name in card.cities]
    named += [("operations: a card names", card.city) for card in board.operations if card.city]
    named += [("solo.cities_not_in_play names", name) for name in board.cities_not_in_play]
    for route in board.sea_routes:
        named += [("sea: a route joins", name) for name in route.cities]
    if board.western_link:
        ends = (*board.western_link.cities, board.western_link.destination)
        named += [("western_link names", name) for name in ends]
    for where, name in named:
        if name not in known:
            raise DataError(f'{file}: {where} unknown city "{name}"{_nearest(name, known)}')
    lines = [line.name for line in board.lines]
    _check_unique(file, "lines.list", lines)
    if len(lines) > LINES_AT_MOST:
        raise DataError(
            f"{file}: lines.list has {len(lines)} lines; legal are 0 to {LINES_AT_MOST}"
        )
    for name in board.lines_not_in_play:
        if name not in lines:
            raise DataError(
                f'{file}: solo.lines_not_in_play names unknown line "{name}"{_nearest(name, lines)}'
            )
    discs = len(board.cities_not_in_play) + len(board.lines_not_in_play)
    if discs > NOT_IN_PLAY_DISCS:
        raise DataError(
            f"{file}: solo: {discs} cities and lines not in play; the box has {NOT_IN_PLAY_DISCS} discs"
        )


def _check_cards(board: Board, file: str) -> None:
    for where, cards, count in (
        ("railbot.cards", board.railbot_cards, MAP_CARDS),
        ("railbot.common", board.common_cards, COMMON_CARDS),
    ):
        if len(cards) != count:
            raise DataError(f"{file}: {where} has {len(cards)} cards; legal: {count}")
    every = board.railbot_cards + board.common_cards
    finals = [card for card in every if card.final_evaluation]
    if len(finals) != 1:
        raise DataError(
            f"{file}: railbot has {len(finals)} Final Evaluation cards; legal: 1, among the common ones"
        )
    for number, card in enumerate(board.railbot_cards, 1):
        if card.cities and len(card.cities) not in (3, 4):
            raise DataError(
                f"{file}: railbot: card {number} names {len(card.cities)} cities; legal: 3 or 4"
            )
        if any(
            first == second for first, second in zip(card.cities, card.cities[1:], strict=False)
        ):
            raise DataError(f"{file}: railbot: card {number} names a city twice in a row")
    slots = Counter(card.slot for card in every if not card.final_evaluation)
    if any(slots[slot] != SLOT_COUNTS[slot] for slot in SLOTS):
        raise DataError(
            f"{file}: railbot: slots left/middle/right are "
            f"{slots['left']}/{slots['middle']}/{slots['right']} over the 24 cards; legal: 12/6/6"
        )
    plain_left = [c for c in every if c.slot == "left" and not c.taxation and not c.deadhead]
    if len(plain_left) < 6:
        raise DataError(
            f"{file}: railbot: {len(plain_left)} left-slot cards are free of Taxation and Deadhead; "
            "the row needs at least 6 of them (S4)"
        )
    bounties = sum(card.count for card in board.operations if card.kind == "bounty")
    rest = sum(card.count for card in board.operations if card.kind not in ("bounty", "start"))
    if bounties > 16 or rest > 64:
        raise DataError(f"{file}: operations: at most 16 bounties and 64 other cards can be used")


def _check_colours(board: Board, file: str) -> None:
    """B21, B22: every colour needs a city, or a New City tile that can become one."""
    printed = {city.colour for city in board.cities if city.name not in board.cities_not_in_play}
    greys = GREY in printed
    for colour in COLOURS:
        if colour not in printed and (colour == "red" or not greys):
            raise DataError(
                f"{file}: no city in play is {colour}, so no {colour} cube can ever be delivered"
            )


def _check_reach(board: Board, file: str) -> None:
    """Every city in play can be reached from every other over playable hexes or by sea."""
    out = set(board.cities_not_in_play)
    in_play = [city for city in board.cities if city.name not in out]
    if len(in_play) < 2:
        raise DataError(f"{file}: fewer than two cities are in play")
    by_hex = {city.hex: city for city in in_play}
    ferries: dict[str, list[tuple[int, int]]] = {}
    at = {city.name: city.hex for city in in_play}
    for route in board.sea_routes:
        first, second = route.cities
        if first in at and second in at:
            ferries.setdefault(first, []).append(at[second])
            ferries.setdefault(second, []).append(at[first])
    reached = {in_play[0].hex}
    frontier = [in_play[0].hex]
    while frontier:
        hex_ = frontier.pop()
        city = by_hex.get(hex_)
        steps = list(ferries.get(city.name, [])) if city else []
        for side, name in enumerate(hexes.SIDES):
            if city and name in city.closed:
                continue
            behind = hexes.neighbour(hex_, side)
            letter = board.terrain(behind)
            if letter == hexes.UNPLAYABLE:
                continue
            if letter == hexes.CITY:
                entered = by_hex.get(behind)
                if city or not entered or hexes.SIDES[hexes.opposite(side)] in entered.closed:
                    continue  # B12: cities that touch have no Link between them
            steps.append(behind)
        for step in steps:
            if step not in reached:
                reached.add(step)
                frontier.append(step)
    for city in in_play:
        if city.hex not in reached:
            raise DataError(f"{file}: {city.name} cannot be reached from {in_play[0].name}")


def _check_unique(file: str, where: str, names: list[str]) -> None:
    for name, count in Counter(names).items():
        if count > 1:
            raise DataError(f'{file}: {where} names "{name}" twice')


def _nearest(name: str, known: list[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.5)
    return f'; did you mean "{near[0]}"?' if near else "; legal: " + ", ".join(known)

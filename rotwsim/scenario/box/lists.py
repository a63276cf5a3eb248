"""Major Lines and the Operations deck as a box has them: entries changed, added and left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rotwsim.scenario.limits import COPIES, POINTS
from rotwsim.scenario.provenance import with_places
from rotwsim.scenario.reading import describe, find_name, suggest
from rotwsim.scenario.schema import MajorLine, OperationsCard

if TYPE_CHECKING:
    from rotwsim.scenario.box.fill import SheetReader

NONE = "none"  # what a box does not have
HOTEL, BOUNTY = "hotel", "bounty"
LINES, CARDS = ("lines", "lines.list"), ("operations", "operations.cards")
OF_A_LINE, OF_A_CARD = ("cities", "points"), ("kind", "city", "count", "points")


def read_lines(sheet: SheetReader, key: str, value: object) -> None:
    """Points of a Major Line by its name, "none" for one that the box does not have."""
    for place, name, written in sheet.entries(key, value):
        if written == NONE:
            gone = sheet.line(place, name)
            _keep(sheet, LINES, lambda line, gone=gone: line.name != gone)
            continue
        points = sheet.number(place, written, POINTS)
        names = [line.name for line in sheet.board.lines]
        found = find_name(name, names)
        cities = None if found else _cities_of(sheet, place, name)
        if points is None:
            continue
        if found:
            number = names.index(found)
            _change(sheet, LINES, number, replace(sheet.board.lines[number], points=points))
        elif cities:
            _add(sheet, LINES, MajorLine(cities, points), OF_A_LINE)


def read_hotels(sheet: SheetReader, key: str, value: object) -> None:
    """All cities with a hotel."""
    names = sheet.known_cities(key, value)
    if not isinstance(value, list) or names is None:
        return
    _keep(sheet, CARDS, lambda card: card.kind != HOTEL or card.city in names)
    kept = [(n, card) for n, card in enumerate(sheet.board.operations) if card.kind == HOTEL]
    for number, card in kept:
        _change(sheet, CARDS, number, card)
    for name in sorted({*names}.difference(card.city or "" for _, card in kept)):
        _add(sheet, CARDS, OperationsCard(HOTEL, name), ("kind", "city", "count"))


def read_bounties(sheet: SheetReader, key: str, value: object) -> None:
    """Points of a Service Bounty by its city, "none" for one that the box does not have."""
    for place, name, written in sheet.entries(key, value):
        city = sheet.city(place, name)
        if city and written == NONE:
            _keep(sheet, CARDS, lambda card, city=city: (card.kind, card.city) != (BOUNTY, city))
            continue
        points = sheet.number(place, written, POINTS)
        if city is None or points is None:
            continue
        cards = sheet.board.operations
        found = [n for n, card in enumerate(cards) if (card.kind, card.city) == (BOUNTY, city)]
        if found:
            _change(sheet, CARDS, found[0], replace(cards[found[0]], points=points))
        else:
            _add(sheet, CARDS, OperationsCard(BOUNTY, city, points), OF_A_CARD)


def read_deck(sheet: SheetReader, key: str, value: object) -> None:
    """Copies of the other Operations cards."""
    kinds = [card.kind for card in sheet.board.operations if card.kind not in (HOTEL, BOUNTY)]
    for place, name, written in sheet.entries(key, value):
        found = find_name(name, kinds)
        if found is None:
            sheet.wrong(place, f"no card is called {describe(name)}{suggest(name, kinds)}")
        elif written == NONE:
            _keep(sheet, CARDS, lambda card, found=found: card.kind != found)
        else:
            count = sheet.number(place, written, COPIES)
            number = [card.kind for card in sheet.board.operations].index(found)
            if count is not None:
                card = replace(sheet.board.operations[number], count=count)
                _change(sheet, CARDS, number, card)


def _cities_of(sheet: SheetReader, place, name: str) -> tuple[str, ...] | None:
    """The cities of a line that we do not know, from its name "New York-Chicago"."""
    found = [sheet.city(place, part) for part in name.split("-")]
    if len(found) < 2:
        sheet.wrong(place, f"{describe(name)} must join two cities or more: New York-Chicago")
        return None
    return None if None in found else tuple(city for city in found if city)


def _change(sheet: SheetReader, which: tuple[str, str], number: int, entry) -> None:
    field, key = which
    entries = list(getattr(sheet.board, field))
    entries[number] = entry
    board = replace(sheet.board, **{field: tuple(entries)})
    sheet.settle(board, *(f"{key}[{number}].{name}" for name in (*OF_A_LINE, *OF_A_CARD)))


def _keep(sheet: SheetReader, which: tuple[str, str], stays: Callable[[Any], bool]) -> None:
    field, key = which
    entries = getattr(sheet.board, field)
    old = [place for place, entry in enumerate(entries) if stays(entry)]
    board = replace(sheet.board, **{field: tuple(entries[place] for place in old)})
    sheet.board = with_places(board, key, old, ())


def _add(sheet: SheetReader, which: tuple[str, str], entry, fields: tuple[str, ...]) -> None:
    field, key = which
    entries = getattr(sheet.board, field)
    board = replace(sheet.board, **{field: (*entries, entry)})
    board = with_places(board, key, [*range(len(entries)), None], fields)
    sheet.settle(board, *(f"{key}[{len(entries)}].{name}" for name in fields))

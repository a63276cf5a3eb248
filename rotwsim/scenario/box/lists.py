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
    from rotwsim.scenario.box.fill import Filling

NONE = "none"  # what a box does not have
HOTEL, BOUNTY = "hotel", "bounty"
LINES, CARDS = ("lines", "lines.list"), ("operations", "operations.cards")
OF_A_LINE, OF_A_CARD = ("cities", "points"), ("kind", "city", "count", "points")


def read_lines(filling: Filling, key: str, value: object) -> None:
    """Points of a Major Line by its name, "none" for one that the box does not have."""
    for place, name, written in filling.entries(key, value):
        if written == NONE:
            gone = filling.line(place, name)
            _keep(filling, LINES, lambda line, gone=gone: line.name != gone)
            continue
        points = filling.number(place, written, POINTS)
        names = [line.name for line in filling.board.lines]
        found = find_name(name, names)
        cities = None if found else _cities_of(filling, place, name)
        if points is None:
            continue
        if found:
            number = names.index(found)
            _change(filling, LINES, number, replace(filling.board.lines[number], points=points))
        elif cities:
            _add(filling, LINES, MajorLine(cities, points), OF_A_LINE)


def read_hotels(filling: Filling, key: str, value: object) -> None:
    """All cities with a hotel."""
    names = filling.known_cities(key, value)
    if not isinstance(value, list) or names is None:
        return
    _keep(filling, CARDS, lambda card: card.kind != HOTEL or card.city in names)
    kept = [(n, card) for n, card in enumerate(filling.board.operations) if card.kind == HOTEL]
    for number, card in kept:
        _change(filling, CARDS, number, card)
    for name in sorted({*names}.difference(card.city or "" for _, card in kept)):
        _add(filling, CARDS, OperationsCard(HOTEL, name), ("kind", "city", "count"))


def read_bounties(filling: Filling, key: str, value: object) -> None:
    """Points of a Service Bounty by its city, "none" for one that the box does not have."""
    for place, name, written in filling.entries(key, value):
        city = filling.city(place, name)
        if city and written == NONE:
            _keep(filling, CARDS, lambda card, city=city: (card.kind, card.city) != (BOUNTY, city))
            continue
        points = filling.number(place, written, POINTS)
        if city is None or points is None:
            continue
        cards = filling.board.operations
        found = [n for n, card in enumerate(cards) if (card.kind, card.city) == (BOUNTY, city)]
        if found:
            _change(filling, CARDS, found[0], replace(cards[found[0]], points=points))
        else:
            _add(filling, CARDS, OperationsCard(BOUNTY, city, points), OF_A_CARD)


def read_deck(filling: Filling, key: str, value: object) -> None:
    """Copies of the other Operations cards."""
    kinds = [card.kind for card in filling.board.operations if card.kind not in (HOTEL, BOUNTY)]
    for place, name, written in filling.entries(key, value):
        found = find_name(name, kinds)
        if found is None:
            filling.wrong(place, f"no card is called {describe(name)}{suggest(name, kinds)}")
        elif written == NONE:
            _keep(filling, CARDS, lambda card, found=found: card.kind != found)
        else:
            count = filling.number(place, written, COPIES)
            number = [card.kind for card in filling.board.operations].index(found)
            if count is not None:
                card = replace(filling.board.operations[number], count=count)
                _change(filling, CARDS, number, card)


def _cities_of(filling: Filling, place, name: str) -> tuple[str, ...] | None:
    """The cities of a line that we do not know, from its name "New York-Chicago"."""
    found = [filling.city(place, part) for part in name.split("-")]
    if len(found) < 2:
        filling.wrong(place, f"{describe(name)} must join two cities or more: New York-Chicago")
        return None
    return None if None in found else tuple(city for city in found if city)


def _change(filling: Filling, which: tuple[str, str], number: int, entry) -> None:
    field, key = which
    entries = list(getattr(filling.board, field))
    entries[number] = entry
    board = replace(filling.board, **{field: tuple(entries)})
    filling.settle(board, *(f"{key}[{number}].{name}" for name in (*OF_A_LINE, *OF_A_CARD)))


def _keep(filling: Filling, which: tuple[str, str], stays: Callable[[Any], bool]) -> None:
    field, key = which
    entries = getattr(filling.board, field)
    old = [place for place, entry in enumerate(entries) if stays(entry)]
    board = replace(filling.board, **{field: tuple(entries[place] for place in old)})
    filling.board = with_places(board, key, old, ())


def _add(filling: Filling, which: tuple[str, str], entry, fields: tuple[str, ...]) -> None:
    field, key = which
    entries = getattr(filling.board, field)
    board = replace(filling.board, **{field: (*entries, entry)})
    board = with_places(board, key, [*range(len(entries)), None], fields)
    filling.settle(board, *(f"{key}[{len(entries)}].{name}" for name in fields))

"""Cards and Major Lines as an owner writes them: "Boston, Albany, Buffalo, left, Baron"."""

# Longer than most: Railbot cards, Major Lines and the Operations deck are written in one style.

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from rotwsim.scenario.board_check import CITIES_ON_A_CARD, SLOT_COUNTS
from rotwsim.scenario.capacity import COPIES, POINTS
from rotwsim.scenario.provenance import is_unseen, with_fields, with_places
from rotwsim.scenario.reading import describe, find_name, plain
from rotwsim.scenario.schema import COLOURS, SLOTS, Board, MajorLine, OperationsCard, RailbotCard

if TYPE_CHECKING:
    from rotwsim.scenario.box.fill import SheetReader

Place = tuple[str, str] | tuple[str, str, int]  # table, key, and the entry of a list
List = tuple[str, str]  # of a board: its field, and the key of its entries
APART = re.compile(r"[,;/|]")
ICONS = {"baron": "baron", "major line": "major_line"}
EFFECTS = ("taxation", "deadhead")
FINAL_EVALUATION = "final evaluation"
MAP, COMMON = ("railbot_cards", "railbot.cards"), ("common_cards", "railbot.common")
OF_MAP = ("cities", "major_line", "baron")
ALWAYS = ("major_line", "baron")  # said of every card, the effects only where it has them
COMPARED = ("exhaust", "taxation", "deadhead")
OF_COMMON = (*COMPARED, *ALWAYS)


def read_map_cards(sheet: "SheetReader", key: str, value: object) -> None:
    """Each known card takes the place of the guess that shares most cities with it."""
    found = [(place, map_card(sheet, place, text)) for place, text in sheet.texts(key, value)]
    _lay(sheet, MAP, [(place, card) for place, card in found if card], OF_MAP)


def read_common_cards(sheet: "SheetReader", key: str, value: object) -> None:
    """Each known card takes the place of a card with the same effects, else of any guess."""
    texts = [each for each in sheet.texts(key, value) if plain(each[1]) != FINAL_EVALUATION]
    found = [(place, common_card(sheet, place, text)) for place, text in texts]
    _lay(sheet, COMMON, [(place, card) for place, card in found if card], OF_COMMON)


def with_slots_dealt(sheet: "SheetReader") -> Board:
    """The slots still guessed dealt so that all 24 cards together have as many as the rulebook.

    A guess stays where it can; left slots go first to cards that set-up may turn up (S4).
    """
    board = sheet.board
    cards = [*board.railbot_cards, *board.common_cards]
    places = [place for place, card in enumerate(cards) if not card.final_evaluation]
    fixed = [place for place in places if not is_slot_open(board, place)]
    counts = Counter(cards[place].slot for place in fixed)
    room = {slot: SLOT_COUNTS[slot] - counts[slot] for slot in SLOTS}
    for slot, left in room.items() if len(fixed) < len(places) else ():
        if left < 0:
            wrong = f"{counts[slot]} cards have the slot {slot}; the box has {SLOT_COUNTS[slot]}"
            sheet.wrong(("your_box", "map_cards"), wrong)
    if sheet.mistakes:
        return board
    waiting = []
    for place in (place for place in places if place not in fixed):
        slot = cards[place].slot or ""
        if room.get(slot, 0) > 0:
            room[slot] -= 1
        else:
            waiting.append(place)
    waiting.sort(key=lambda place: cards[place].taxation or cards[place].deadhead)
    for place in waiting:
        slot = next(slot for slot in SLOTS if room[slot])
        room[slot] -= 1
        cards[place] = replace(cards[place], slot=slot)
    split = len(board.railbot_cards)
    return replace(board, railbot_cards=tuple(cards[:split]), common_cards=tuple(cards[split:]))


def is_slot_open(board: Board, place: int) -> bool:
    """Whether the slot of a card, map cards first, is still a guess."""
    split = len(board.railbot_cards)
    key = f"railbot.cards[{place}]" if place < split else f"railbot.common[{place - split}]"
    return is_value_open(board, f"{key}.slot")


def is_value_open(board: Board, key: str) -> bool:
    return any(parameter.key == key and is_unseen(parameter) for parameter in board.provenance)


def map_card(sheet: "SheetReader", place: Place, text: str) -> RailbotCard | None:
    """Three or four cities, a slot, icons; None if something is wrong with them."""
    slot, flags, rest = _words(text)
    found = [sheet.city(place, name) for name in rest]
    cities = [city for city in found if city]
    if len(cities) < len(found):
        return None
    if len(cities) not in CITIES_ON_A_CARD:
        count = len(cities)
        return sheet.wrong(place, f"{describe(text)} names {count} cities; a map card has 3 or 4")
    if any(one == next_ for one, next_ in pairwise(cities)):
        return sheet.wrong(place, f"{describe(text)} names a city twice in a row")
    return RailbotCard(" / ".join(cities), slot, tuple(cities), **flags)


def common_card(sheet: "SheetReader", place: Place, text: str) -> RailbotCard | None:
    """A colour to exhaust, Taxation, Deadhead, or several of them; a slot, icons."""
    slot, flags, rest = _words(text)
    effects: dict[str, Any] = {}
    for written in rest:
        word = plain(written)
        colour = word.removeprefix("exhaust ")
        if word in EFFECTS:
            effects[word] = True
        elif colour in COLOURS:
            effects["exhaust"] = colour
        else:
            legal = "Exhaust and a colour, Taxation, Deadhead, left, middle, right"
            wrong = f"{describe(written)} is on no common card; legal: {legal}, Baron, Major Line"
            return sheet.wrong(place, wrong)
    if not effects:
        return sheet.wrong(place, f"{describe(text)} names no effect: Exhaust red, Taxation, …")
    names = RailbotCard("", None, **effects).effects
    return RailbotCard(" and ".join(name.title() for name in names), slot, **effects, **flags)


def _words(text: str) -> tuple[str | None, dict[str, Any], list[str]]:
    """The slot, the icons, and the other words of a card; a "?" among them says nothing."""
    slot, flags, rest = None, {}, []
    for part in APART.split(text):
        word = plain(part)
        if word in SLOTS:
            slot = word
        elif word in ICONS:
            flags[ICONS[word]] = True
        elif word:
            rest.append(part.strip())
    return slot, flags, rest


def _lay(
    sheet: "SheetReader",
    which: List,
    written: Sequence[tuple[Place, RailbotCard]],
    fields: tuple[str, ...],
) -> None:
    """Put the written cards in the places of guesses, the most similar first."""
    field, key = which
    cards = list(getattr(sheet.board, field))
    free = {
        number: any(is_value_open(sheet.board, f"{key}[{number}].{name}") for name in fields)
        for number, card in enumerate(cards)
        if not card.final_evaluation
    }
    board, keys = sheet.board, []
    for place, new in sorted(
        written, key=lambda each: -max(_similarity(each[1], c) for c in cards)
    ):
        open_places = [n for n in free if free[n] or _is_same(new, cards[n])]
        if not open_places:
            sheet.wrong(place, f"one card too many: {describe(new.name)}")
            continue
        number = max(open_places, key=lambda n: (_similarity(new, cards[n]), -n))
        del free[number]
        cards[number] = replace(new, slot=new.slot or cards[number].slot)
        entry = f"{key}[{number}]"
        said = [name for name in fields if name in ALWAYS or getattr(new, name)]
        board = with_fields(board, entry, [*said, "slot"])
        keys += [f"{entry}.{name}" for name in said + ["slot"] * bool(new.slot)]
    sheet.settle(replace(board, **{field: tuple(cards)}), *keys)


def _similarity(one: RailbotCard, other: RailbotCard) -> int:
    shared = sum(getattr(one, name) == getattr(other, name) for name in COMPARED)
    return len({*one.cities} & {*other.cities}) + shared


def _is_same(one: RailbotCard, other: RailbotCard) -> bool:
    """Whether a card that we know already is written down once more."""
    if one.cities:
        return set(one.cities) == set(other.cities)
    return one.name == other.name or _similarity(one, other) == len(COMPARED)


NONE = "none"  # what a box does not have
HOTEL, BOUNTY = "hotel", "bounty"
LINES, CARDS = ("lines", "lines.list"), ("operations", "operations.cards")
OF_A_LINE, OF_A_CARD = ("cities", "points"), ("kind", "city", "count", "points")
OF_BOTH = (*OF_A_LINE, *OF_A_CARD)


def read_lines(sheet: "SheetReader", key: str, value: object) -> None:
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
        if found and points is not None:
            sheet.change(LINES, names.index(found), OF_BOTH, points=points)
        elif cities and points is not None:
            _add(sheet, LINES, MajorLine(cities, points), OF_A_LINE)


def read_hotels(sheet: "SheetReader", key: str, value: object) -> None:
    names = sheet.names(key, value)
    if names is None:
        return
    _keep(sheet, CARDS, lambda card: card.kind != HOTEL or card.city in names)
    kept = [(n, card) for n, card in enumerate(sheet.board.operations) if card.kind == HOTEL]
    for number, _ in kept:
        sheet.change(CARDS, number, OF_BOTH)
    for name in sorted({*names}.difference(card.city or "" for _, card in kept)):
        _add(sheet, CARDS, OperationsCard(HOTEL, name), ("kind", "city", "count"))


def read_bounties(sheet: "SheetReader", key: str, value: object) -> None:
    """Points of a Service Bounty by its city, "none" for one that the box does not have."""
    for place, name, written in sheet.entries(key, value):
        city = sheet.city(place, name)
        if city and written == NONE:
            _keep(sheet, CARDS, lambda card, city=city: (card.kind, card.city) != (BOUNTY, city))
            continue
        points = sheet.number(place, written, POINTS)
        if city is None or points is None:
            continue
        bounties = [(card.kind, card.city) for card in sheet.board.operations]
        if (BOUNTY, city) in bounties:
            sheet.change(CARDS, bounties.index((BOUNTY, city)), OF_BOTH, points=points)
        else:
            _add(sheet, CARDS, OperationsCard(BOUNTY, city, points), OF_A_CARD)


def read_deck(sheet: "SheetReader", key: str, value: object) -> None:
    """Copies of the other Operations cards."""
    kinds = [card.kind for card in sheet.board.operations if card.kind not in (HOTEL, BOUNTY)]
    for place, name, written in sheet.entries(key, value):
        found = sheet.find(place, "card", name, kinds)
        if found and written == NONE:
            _keep(sheet, CARDS, lambda card, found=found: card.kind != found)
        elif found:
            count = sheet.number(place, written, COPIES)
            number = [card.kind for card in sheet.board.operations].index(found)
            if count is not None:
                sheet.change(CARDS, number, OF_BOTH, count=count)


def _cities_of(sheet: "SheetReader", place, name: str) -> tuple[str, ...] | None:
    """The cities of a line that we do not know, from its name "New York-Chicago"."""
    found = [sheet.city(place, part) for part in name.split("-")]
    if len(found) < 2:
        sheet.wrong(place, f"{describe(name)} must join two cities or more: New York-Chicago")
        return None
    return None if None in found else tuple(city for city in found if city)


def _keep(sheet: "SheetReader", which: List, stays: Callable[[Any], bool]) -> None:
    field, key = which
    entries = getattr(sheet.board, field)
    old = [place for place, entry in enumerate(entries) if stays(entry)]
    board = replace(sheet.board, **{field: tuple(entries[place] for place in old)})
    sheet.board = with_places(board, key, old, ())


def _add(sheet: "SheetReader", which: List, entry, fields: tuple[str, ...]) -> None:
    field, key = which
    entries = getattr(sheet.board, field)
    board = replace(sheet.board, **{field: (*entries, entry)})
    board = with_places(board, key, [*range(len(entries)), None], fields)
    sheet.settle(board, *(f"{key}[{len(entries)}].{name}" for name in fields))

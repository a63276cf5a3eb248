"""The sheet for owners of a box: every parameter of a board that is a guess, ready to fill in."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from rotwsim.scenario.box import cards
from rotwsim.scenario.box.cards import is_value_open
from rotwsim.scenario.box.fill import (
    CITIES,
    RAIL_BARONS,
    SEA,
    UNKNOWN,
    YOUR_BOX,
    entries_of,
    name_of,
)
from rotwsim.scenario.rulebook import SEATS
from rotwsim.scenario.schema import Board, RailbotCard

NO_ENTRY = "none"
MAP_PARAMETERS = ("map.rows", "map.ridges", "cities.list[0].at")
REMARK = 34  # the column in which our guess begins
OF_COMMON = ("exhaust", "taxation", "deadhead", "slot")


@dataclass(frozen=True)
class Entry:
    """A line to fill in; a list has no key. A guess may be known in part, and says so."""

    key: str
    title: str
    guess: str
    how: str = ""  # to write it into the file


@dataclass(frozen=True)
class Section:
    """Lines of one kind: the keys of a table, or the entries of one list."""

    table: str
    title: str
    how: str
    entries: tuple[Entry, ...]
    list_key: str = ""


def sections_of(board: Board) -> list[Section]:
    """What is open on this board, the solo game first."""
    sections = [make(board) for make in SECTIONS]
    return [section for section in sections if section.entries]


def is_map_open(board: Board) -> bool:
    """Whether the hexes themselves are a guess, which no sheet can hold."""
    return any(is_value_open(board, key) for key in MAP_PARAMETERS)


def as_toml(board: Board, extends: str, file: str) -> str:
    """The sheet as a board file, complete and valid before anything is filled in."""
    lines = [
        f"# Your box: {board.title}",
        "#",
        f'# Write what your box says in place of "{UNKNOWN}". What you leave stays our guess,',
        "# written behind the #; three cards filled in are three cards known. City names may",
        '# be in any case, without points and accents. "none" is for what your box does not have.',
        "#",
        f"#     rotwsim check {file}",
        "#",
        "# shows all mistakes at once, and what your parameters change.",
    ]
    if is_map_open(board):
        lines += [
            "#",
            "# Hexes, ridges and places of cities are rebuilt from geography and are not on this",
            "# sheet: docs/boards.md says how a whole board is written.",
        ]
    lines += [f"extends = {_text(extends)}", "", f"[{YOUR_BOX}]"]
    lines.append(_line(f'from = "{UNKNOWN}"', "which printing, and where you read it"))
    header = YOUR_BOX
    for section in sections_of(board):
        if section.table != header:
            lines += ["", _line(f"[{section.table}]", section.how)]
            header = section.table
        if section.list_key:
            lines.append(_line(f"{section.list_key} = [", section.how))
            lines += [
                _line(f'    "{UNKNOWN}",', f"our guess: {entry.guess}") for entry in section.entries
            ]
            lines.append("]")
            continue
        for entry in section.entries:
            how = f" ({entry.how})" if entry.how else ""
            lines.append(_line(f'{entry.key} = "{UNKNOWN}"', f"our guess: {entry.guess}{how}"))
    return "\n".join(lines) + "\n"


def card_words(card: RailbotCard, guessed: str = "") -> str:
    """A card as an owner would write it: "Boston, Albany, Buffalo, left, Baron"."""
    return ", ".join([*card.cities, *card.effects, str(card.slot), *card.icons]) + guessed


def _line(start: str, remark: str) -> str:
    return f"{start:<{REMARK - 1}} # {remark}" if remark else start


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _solo(board: Board) -> Section:
    city, line = board.cities[0].name, board.lines[0].name if board.lines else "A-B"
    parameters = (
        ("base_exhaust", "Base Exhaust", ""),
        ("empty_city_trigger", "Empty City Markers that end the game", ""),
        ("cities_not_in_play", "Cities not in play", f'write ["{city}"], or [] for none'),
        ("lines_not_in_play", "Major Lines not in play", f'write ["{line}"], or []'),
    )
    entries = []
    for key, title, how in parameters:
        if is_value_open(board, f"solo.{key}"):
            entries.append(Entry(key, title, _plain(getattr(board, key)), how))
    return Section(YOUR_BOX, "Appendix of the solo rulebook", "", tuple(entries))


def _map_cards(board: Board) -> Section:
    entries = []
    for place, card in enumerate(board.railbot_cards):
        are_cities_open = is_value_open(board, f"railbot.cards[{place}].cities")
        if are_cities_open or cards.is_slot_open(board, place):
            known = "" if are_cities_open else " (only slot and icons are guessed)"
            entries.append(Entry("", f"Card {place + 1}", card_words(card, known)))
    how = "in any order: 3 or 4 cities; left, middle or right; Major Line, Baron if printed"
    return Section(YOUR_BOX, "Railbot cards of this map", how, tuple(entries), "map_cards")


def _common_cards(board: Board) -> Section:
    entries, known_cards, split = [], [], len(board.railbot_cards)
    for place, card in enumerate(board.common_cards):
        key = f"railbot.common[{place}]"
        open_ = [name for name in OF_COMMON if is_value_open(board, f"{key}.{name}")]
        if open_:
            known = " (only the slot is guessed)" if open_ == ["slot"] else ""
            entries.append(Entry("", f"Card {place + split + 1}", card_words(card, known)))
        else:
            known_cards.append(card.name)
    how = "Exhaust and a colour, Taxation, Deadhead; slot; icons"
    how += f"; known: {', '.join(known_cards)}" if known_cards else ""
    return Section(YOUR_BOX, "Common Railbot cards", how, tuple(entries), "common_cards")


def _hotels(board: Board) -> Section:
    hotels = [n for n, card in enumerate(board.operations) if card.kind == cards.HOTEL]
    is_open = any(is_value_open(board, f"operations.cards[{n}].city") for n in hotels)
    guess = ", ".join(board.operations[n].city or "" for n in hotels)
    entries = _city_list(board, "hotels", "Hotels", guess) if is_open else ()
    return Section(YOUR_BOX, "Hotels of the Operations deck", "", entries)


def _rotor_cities(board: Board) -> Section:
    entries = ()
    if board.multiplayer and is_value_open(board, "multiplayer.rotor_cities"):
        guess = _plain(board.multiplayer.rotor_cities)
        entries = _city_list(board, "rotor_cities", "Rotor cities", guess)
    return Section(YOUR_BOX, "City Rotors, for 2 to 6 players", "", entries)


def _city_list(board: Board, key: str, title: str, guess: str) -> tuple[Entry]:
    return (Entry(key, title, guess, f'write ["{board.cities[0].name}", …]'),)


def _named(key: str, title: str, how: str, entries: Callable) -> Callable[[Board], Section]:
    """A section whose lines are names: `entries` gives keys of parameters, names and guesses."""

    def make(board: Board) -> Section:
        lines = [
            Entry(_text(name), name, str(guess))
            for keys, name, guess in entries(board)
            if any(is_value_open(board, each) for each in keys)
        ]
        return Section(f"{YOUR_BOX}.{key}", title, how, tuple(lines))

    return make


def _of(
    which: cards.List,
    fields: tuple[str, ...],
    guess: Callable,
    name: Callable = name_of,
    kinds: Callable = lambda entry: True,
) -> Callable[[Board], list]:
    """List entries of a list of the board: their keys, names and guesses."""
    return lambda board: [
        ([f"{which[1]}[{number}].{field}" for field in fields], name(entry), guess(entry))
        for number, entry in enumerate(entries_of(board, which))
        if kinds(entry)
    ]


def _of_markers(board: Board) -> list:
    markers = board.multiplayer.markers if board.multiplayer else ()
    return [
        ([f"multiplayer.markers.{seats}"], seats, number)
        for seats, number in zip(SEATS, markers, strict=False)
    ]


def _plain(value: object) -> str:
    return ", ".join(value) or NO_ENTRY if isinstance(value, tuple) else str(value)


POINTS = attrgetter("points")
OF_BOUNTIES = _of(
    cards.CARDS,
    ("city", "points"),
    POINTS,
    attrgetter("city"),
    lambda card: card.kind == cards.BOUNTY,
)
OF_DECK = _of(
    *(cards.CARDS, ("count",), attrgetter("count"), attrgetter("kind")),
    lambda card: card.kind not in (cards.HOTEL, cards.BOUNTY),
)
OF_CITIES = _of(CITIES, ("colour", "cubes"), lambda city: f"{city.colour} {city.cubes}")
OF_RAIL_BARONS = _of(RAIL_BARONS, ("points",), POINTS)
SECTIONS: Sequence[Callable[[Board], Section]] = (
    _solo,
    _map_cards,
    _common_cards,
    _hotels,
    _rotor_cities,
    _named("lines", "Major Lines", "points", _of(cards.LINES, ("cities", "points"), POINTS)),
    _named("bounties", "Service Bounties", "points", OF_BOUNTIES),
    _named("deck", "Other Operations cards", "how many", OF_DECK),
    _named("cities", "Cities", 'colour and cubes: "red 4"', OF_CITIES),
    _named("sea", "Sea routes", "dollars", _of(SEA, ("price",), attrgetter("price"))),
    _named("markers", "Empty City Markers by players", "for 2 to 6 players", _of_markers),
    _named("rail_barons", "Rail Barons of this map", "points, for 2 to 6", OF_RAIL_BARONS),
)

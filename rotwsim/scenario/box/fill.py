"""What an owner fills in under [your_box] of a board file: parameters of a box over our guesses.

A "?" stays our guess and stays assumed. All mistakes are shown at once, by line.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from rotwsim.scenario.box import cards
from rotwsim.scenario.box.cards import List, Place
from rotwsim.scenario.capacity import CUBES, EXHAUST, MARKERS, POINTS, PRICE, SEAT_MARKERS
from rotwsim.scenario.patient_reading import Mistakes, line_of
from rotwsim.scenario.provenance import with_printed
from rotwsim.scenario.reading import describe, find_name, plain, suggest
from rotwsim.scenario.rulebook import SEATS
from rotwsim.scenario.schema import COLOURS, GREY, Board

YOUR_BOX = "your_box"
UNKNOWN = "?"
CITIES, SEA = ("cities", "cities.list"), ("sea_routes", "sea.list")
RAIL_BARONS = ("rail_barons", "multiplayer.rail_barons")
LONGEST_NUMBER = 6  # letters


def with_your_box(board: Board, box: object, content: str) -> Board:
    """The board with what the box is known to say; `content` is the text of the file."""
    sheet = SheetReader(board, content)
    if not isinstance(box, dict):
        sheet.wrong((YOUR_BOX, ""), f"[{YOUR_BOX}] must be a table, not {describe(box)}")
        box = {}
    for key in box:
        if key not in READERS:
            legal = suggest(key, READERS)
            sheet.wrong((YOUR_BOX, key), f"{describe(key)} is no line of the sheet{legal}")
    for key, read in READERS.items():
        if key in box:
            read(sheet, key, box[key])
    if not sheet.mistakes:
        sheet.board = cards.with_slots_dealt(sheet)
    if sheet.mistakes:
        raise Mistakes(board.file, sheet.mistakes)
    return sheet.board


class SheetReader:
    """A board on its way from guesses to what a box says, and the mistakes met so far."""

    def __init__(self, board: Board, content: str):
        self.board, self.content = board, content
        self.source = "your box"
        self.mistakes: list[tuple[int | None, str]] = []
        self.cities = [city.name for city in board.cities]

    def settle(self, board: Board, *keys: str) -> None:
        """The board as it is now; the parameters of these keys come from the box."""
        self.board = with_printed(board, keys, self.source)

    def wrong(self, place: Place, what: str) -> None:
        table, key, entry = place if len(place) == 3 else (*place, None)
        self.mistakes.append((line_of(self.content, table, key, entry), what))

    def number(self, place: Place, value: object, legal: tuple[int, int]) -> int | None:
        """A whole number, also one in quotes; None where it is not known, or wrong."""
        if isinstance(value, str) and value.isdecimal() and len(value) <= LONGEST_NUMBER:
            value = int(value)
        if value == UNKNOWN:
            return None
        low, high = legal
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            wrong = f"{place[1]} is {describe(value)}; legal: {low} to {high}"
            return self.wrong(place, f'{wrong}, or "{UNKNOWN}"')
        return value

    def find(self, place: Place, what: str, written: str, known: Iterable[str]) -> str | None:
        """The known name that was meant; None, and a mistake, where there is none."""
        known = list(known)
        found = find_name(written, known)
        if found is None:
            self.wrong(place, f"no {what} is called {describe(written)}{suggest(written, known)}")
        return found

    def city(self, place: Place, written: str) -> str | None:
        return self.find(place, "city", written, self.cities)

    def line(self, place: Place, written: str) -> str | None:
        return self.find(place, "Major Line", written, (line.name for line in self.board.lines))

    def names(self, key: str, value: object, find: Callable | None = None) -> list[str] | None:
        """All cities, or what else, of a list; None if it is not filled in or one is unknown."""
        found = [(find or SheetReader.city)(self, *text) for text in self.texts(key, value)]
        is_known = isinstance(value, list) and None not in found
        return [name for name in found if name] if is_known else None

    def change(self, which: List, number: int, fields: Iterable[str], **values: object) -> None:
        """Change an entry of a list of the board; these fields of it come from the box."""
        field, key = which
        entries = list(entries_of(self.board, which))
        entries[number] = replace(entries[number], **values)
        changed = {field: tuple(entries)}
        board = self.board
        if which == RAIL_BARONS:
            board = with_multiplayer(board, **changed)
        else:
            board = replace(board, **changed)
        self.settle(board, *(f"{key}[{number}].{name}" for name in fields))

    def texts(self, key: str, value: object) -> list[tuple[Place, str]]:
        """The texts of a list that are filled in, each with its place; a "?" alone is none."""
        if value == UNKNOWN:
            return []
        if not isinstance(value, list):
            self.wrong((YOUR_BOX, key), f'{key} must be a list in [ ], or "{UNKNOWN}"')
            return []
        found = []
        for entry, text in enumerate(value):
            place = (YOUR_BOX, key, entry)
            if not isinstance(text, str):
                self.wrong(place, f"{key} has {describe(text)}; write it in quotes")
            elif text.strip() != UNKNOWN:
                found.append((place, text))
        return found

    def entries(self, key: str, value: object) -> list[tuple[Place, str, object]]:
        """What is filled in of a table below the box: its place, name and value."""
        if not isinstance(value, dict):
            self.wrong((YOUR_BOX, key), f"{key} must be a table [{YOUR_BOX}.{key}]")
            return []
        table = f"{YOUR_BOX}.{key}"
        return [((table, name), name, entry) for name, entry in value.items() if entry != UNKNOWN]


def _from(sheet: SheetReader, key: str, value: object) -> None:
    """Which printing it is, for later readers."""
    if not isinstance(value, str) or not value.isprintable():
        sheet.wrong((YOUR_BOX, key), f"{key} must be one line of text, not {describe(value)}")
    elif value.strip() not in ("", UNKNOWN):
        sheet.source = f"your box, {value.strip()}"


def _solo_parameter(sheet: SheetReader, key: str, value: object, *, legal: tuple[int, int]) -> None:
    number = sheet.number((YOUR_BOX, key), value, legal)
    if number is not None:
        sheet.settle(replace(sheet.board, **{key: number}), f"solo.{key}")


def _not_in_play(sheet: SheetReader, key: str, value: object, *, find: Callable) -> None:
    names = sheet.names(key, value, find)
    if names is not None:
        sheet.settle(replace(sheet.board, **{key: tuple(names)}), f"solo.{key}")


def _cities(sheet: SheetReader, key: str, value: object) -> None:
    """Colour and cubes of cities, written such as "red 4"."""
    for place, name, written in sheet.entries(key, value):
        city = sheet.city(place, name)
        words = plain(written).split() if isinstance(written, str) else []
        colour = words[0] if words else ""
        if len(words) != 2 or colour not in (*COLOURS, GREY) or not words[1].isdecimal():
            sheet.wrong(place, f'{name} is {describe(written)}; write a colour and cubes: "red 4"')
            continue
        cubes = sheet.number(place, words[1], CUBES)
        if city is not None and cubes is not None:
            number, fields = sheet.board.city_index(city), ("name", "colour", "cubes")
            sheet.change(CITIES, number, fields, colour=colour, cubes=cubes)


def _named_numbers(
    sheet: SheetReader, key: str, value: object, *, which: List, what: str, fields: tuple, legal
) -> None:
    """A number of entries of a list by their names; it is the last one of these fields."""
    names = [name_of(entry) for entry in entries_of(sheet.board, which)]
    for place, name, written in sheet.entries(key, value):
        number = sheet.number(place, written, legal)
        found = sheet.find(place, what, name, names)
        if found and number is not None:
            sheet.change(which, names.index(found), fields, **{fields[-1]: number})


def entries_of(board: Board, which: List) -> tuple:
    """Give a list of a board, or of what it has for multiplayer, which may be nothing."""
    holder = board.multiplayer if which == RAIL_BARONS else board
    return getattr(holder, which[0], ())


def name_of(entry) -> str:
    return getattr(entry, "name", "") or "-".join(entry.cities)


def with_multiplayer(board: Board, **values: object) -> Board:
    assert board.multiplayer
    return replace(board, multiplayer=replace(board.multiplayer, **values))


def _markers(sheet: SheetReader, key: str, value: object) -> None:
    for place, seats, written in sheet.entries(key, value):
        markers = sheet.number(place, written, SEAT_MARKERS)
        table = sheet.board.multiplayer
        if seats not in SEATS or table is None:
            sheet.wrong(place, f"{describe(seats)} seats; legal: {', '.join(SEATS)}")
        elif markers is not None:
            changed = list(table.markers)
            changed[SEATS.index(seats)] = markers
            board = with_multiplayer(sheet.board, markers=tuple(changed))
            sheet.settle(board, f"multiplayer.markers.{seats}")


def _rotor_cities(sheet: SheetReader, key: str, value: object) -> None:
    names = sheet.names(key, value)
    if names is not None and sheet.board.multiplayer:
        board = with_multiplayer(sheet.board, rotor_cities=tuple(names))
        sheet.settle(board, "multiplayer.rotor_cities")


OF_BARONS = ("name", "goal", "points")
# In the order in which they are read: a line not in play may be one that the box adds.
READERS: dict[str, Callable[[SheetReader, str, object], None]] = {
    "from": _from,
    "base_exhaust": partial(_solo_parameter, legal=EXHAUST),
    "empty_city_trigger": partial(_solo_parameter, legal=MARKERS),
    "lines": cards.read_lines,
    "cities_not_in_play": partial(_not_in_play, find=SheetReader.city),
    "lines_not_in_play": partial(_not_in_play, find=SheetReader.line),
    "map_cards": cards.read_map_cards,
    "common_cards": cards.read_common_cards,
    "hotels": cards.read_hotels,
    "bounties": cards.read_bounties,
    "deck": cards.read_deck,
    "cities": _cities,
    "sea": partial(_named_numbers, which=SEA, what="sea route", fields=("price",), legal=PRICE),
    "markers": _markers,
    "rotor_cities": _rotor_cities,
    "rail_barons": partial(
        _named_numbers, which=RAIL_BARONS, what="Rail Baron", fields=OF_BARONS, legal=POINTS
    ),
}

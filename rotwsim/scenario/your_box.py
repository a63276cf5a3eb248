"""[your_box] of a board file: what an owner read off a box, and the sheet that asks for it."""

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from typing import Any

from rotwsim.scenario.board_check import SLOT_COUNTS
from rotwsim.scenario.files import toml_key, toml_value
from rotwsim.scenario.provenance import is_unseen, owner_and_value
from rotwsim.scenario.reading import NOTES, describe, find_name, suggest
from rotwsim.scenario.schema import SLOTS, Board, DataError

YOUR_BOX = "your_box"
UNKNOWN, NONE = "?", "none"  # not read yet; not in this box
BOX = "your box"  # the source of what it says
ORIGIN = f"printed: {BOX}"
SLOT = "slot"  # a card may be known without it
CARDS = ("railbot.cards", "railbot.common")  # named by their numbers
NOT_ASKED = ("rows", "ridges", "at", "closed", "name", "rule", "goal", "kind", "city", "tiles")
NEW = ("cities", "kind")  # without one of these an entry is a misspelt name
TITLES = {
    "solo": "Appendix of the solo rulebook",
    "railbot.cards": "Railbot cards of this map",
    "railbot.common": "Common Railbot cards",
    "lines.list": "Major Lines",
    "operations.cards": "Operations deck",
    "cities.list": "Cities",
    "sea.list": "Sea routes",
    "western_link": "Western Link",
    "multiplayer": "City Rotors, for 2 to 6 players",
    "multiplayer.markers": "Empty City Markers by players",
    "multiplayer.rail_barons": "Rail Barons of this map, for 2 to 6 players",
}
REMARK = 34  # the column in which our guess begins


def lay_box(tables: dict, box: object, file: str) -> None:
    """Replace our guesses in the tables of a board file by what the box says."""
    given = _spelt(_table(box, f"{file}: {YOUR_BOX}"), _cities_of(tables))
    source = given.pop("from", UNKNOWN)
    if not isinstance(source, str):
        raise DataError(f"{file}: {YOUR_BOX}.from must be a text, not {describe(source)}")
    origin = ORIGIN if source.strip() in ("", UNKNOWN) else f"{ORIGIN}, {source.strip()}"
    for name, values in given.items():
        where = f"{file}: {YOUR_BOX}.{name}"
        if not isinstance(tables.get(name), dict):
            raise DataError(f"{where} is no table of a board{suggest(name, tables)}")
        _lay(tables[name], name, _table(values, where), where, origin)


def _cities_of(tables: dict) -> list[str]:
    """List the names of cities; what else is wrong with them is said later."""
    table = tables.get("cities")
    listed = table.get("list") if isinstance(table, dict) else None
    rows = [row for row in listed if isinstance(row, dict)] if isinstance(listed, list) else []
    return [row["name"] for row in rows if isinstance(row.get("name"), str)]


def _spelt(value: Any, cities: list[str], may_be_city: bool = False) -> Any:
    """Write names of cities as the board does, whatever their case, points and accents."""
    if isinstance(value, dict):
        return {key: _spelt(entry, cities, key == "city") for key, entry in value.items()}
    if isinstance(value, list):
        return [_spelt(entry, cities, True) for entry in value]
    is_name = may_be_city and isinstance(value, str)
    return find_name(value, cities) or value if is_name else value


def _lay(table: dict, key: str, given: dict, where: str, origin: str) -> None:
    for name, value in given.items():
        old, inside = table.get(name), f"{where}.{name}"
        if name in NOTES:
            raise DataError(f"{inside}: the origin follows from {YOUR_BOX}.from")
        if value == UNKNOWN:
            continue
        if isinstance(old, dict):
            _lay(old, f"{key}.{name}", _table(value, inside), inside, origin)
        elif isinstance(old, list) and isinstance(value, dict):
            table[name] = _laid_entries(table, old, f"{key}.{name}", value, inside, origin)
        else:
            table[name] = value
            table["origins"] = {**table.get("origins", {}), name: origin}


def _laid_entries(
    table: dict, entries: list[dict], key: str, given: dict, where: str, origin: str
) -> list[dict]:
    """Change, add and leave out entries of a list, each by its name or number."""
    laid: dict[str, dict] = {}
    for number, entry in enumerate(entries, 1):
        name = str(number) if key in CARDS else _name_of(entry)
        laid[f"{name} ({number})" if name in laid else name] = entry
    for written, value in given.items():
        name = find_name(written, laid) or ""
        if value == UNKNOWN:
            continue
        if not name and not (isinstance(value, dict) and {*NEW} & value.keys()):
            raise DataError(
                f"{where}: nothing is called {describe(written)}{suggest(written, laid)}"
            )
        if value == NONE:
            del laid[name]
            continue
        old, new = laid.get(name, {}), _table(value, f"{where}.{written}")
        if "at" in old or set(new) <= {SLOT}:  # the rest of the entry stays as it is
            origins = {**old.get("origins", {}), **dict.fromkeys(new, origin)}
            laid[name] = {**old, **new, "origins": origins}
            continue
        kept = old
        if key in CARDS:
            kept = {SLOT: old[SLOT]} if SLOT in old else {}
        laid[name or written] = {**kept, **new, "origin": origin, "origins": {}}
        if key in CARDS and SLOT in kept and SLOT not in new:
            of_slot = {**table, **old}.get("origin")
            laid[name]["origins"] = {SLOT: old.get("origins", {}).get(SLOT, of_slot)}
    return list(laid.values())


def _name_of(entry: dict) -> str:
    """Name an entry of a board file as the checked object does."""
    kind = str(entry.get("kind", "")).replace("_", " ").title()
    named = entry.get("name") or "-".join(entry.get("cities", ()))
    return named or f"{kind} {entry.get('city', '')}".strip()


def _table(value: object, where: str) -> dict:
    if not isinstance(value, dict):
        raise DataError(f'{where} is {describe(value)}; write a table in {{ }}, or "{UNKNOWN}"')
    return value


def with_slots_dealt(board: Board) -> Board:
    """Deal the slots still guessed so that all 24 cards have as many of each as the rulebook says.

    A guess stays where it can; left slots go first to cards that set-up may turn up (S4).
    """
    cards, split = [*board.railbot_cards, *board.common_cards], len(board.railbot_cards)
    keys = [f"railbot.cards[{n}].{SLOT}" for n in range(split)]
    keys += [f"railbot.common[{n}].{SLOT}" for n in range(len(cards) - split)]
    unseen = {parameter.key for parameter in board.provenance if is_unseen(parameter)}
    open_ = [n for n, key in enumerate(keys) if key in unseen]
    fixed = Counter(card.slot for n, card in enumerate(cards) if n not in open_)
    room = Counter({slot: SLOT_COUNTS[slot] - fixed[slot] for slot in SLOTS})
    waiting = []
    for place in open_:
        slot = cards[place].slot or ""
        if room[slot] > 0:
            room[slot] -= 1
        else:
            waiting.append(place)
    waiting.sort(key=lambda place: cards[place].taxation or cards[place].deadhead)
    for place, slot in zip(waiting, (+room).elements(), strict=False):
        cards[place] = replace(cards[place], slot=slot)
    return replace(board, railbot_cards=tuple(cards[:split]), common_cards=tuple(cards[split:]))


@dataclass(frozen=True)
class Section:
    """A table of the sheet: what we guess of each of its entries, by their keys."""

    table: str
    guesses: dict[str, Any]

    @property
    def title(self) -> str:
        return TITLES[self.table]

    @property
    def entries(self) -> list[tuple[str, str]]:
        """List the entries with our guess in words."""
        return [(key, _in_words(guess)) for key, guess in self.guesses.items()]


def sections_of(board: Board) -> list[Section]:
    """List what is open on this board by the tables of its file."""
    found: dict[str, dict[str, Any]] = defaultdict(dict)
    for parameter in filter(is_unseen, board.provenance):
        table, _, name = parameter.key.rpartition(".")
        if name in NOT_ASKED or table.startswith("map"):
            continue
        owner, value = owner_and_value(board, parameter.key)
        table, _, number = table.partition("[")
        if number:
            entry = str(int(number.rstrip("]")) + 1) if table in CARDS else owner
            guess = found[table].setdefault(entry, {})
            guess |= {name: value} if value or (value == 0 and value is not False) else {}
        else:
            found[table][name] = value
    return [Section(table, found[table]) for table in TITLES if table in found]


def is_map_open(board: Board) -> bool:
    """Whether the hexes themselves are a guess, which no sheet can hold."""
    return any(each.key == "map.rows" and is_unseen(each) for each in board.provenance)


def as_toml(board: Board, file: str) -> str:
    """Write the sheet as a board file, complete and valid before anything is filled in."""
    lines = [
        f"# Your box: {board.title}",
        "#",
        f'# Write what your box says in place of "{UNKNOWN}", in the form of our guess behind #.',
        f'# What you leave stays our guess. "{NONE}" is for an entry that your box does not have;',
        "# what is not on this sheet can be added. Railbot cards may be in any order.",
        "#",
        f"#     rotwsim check {file}",
    ]
    if is_map_open(board):
        lines += ["#", "# Hexes and places of cities are rebuilt: docs/boards.md says how to write"]
        lines += ["# a whole board."]
    lines += ["", f"extends = {toml_value(board.name)}", "", f"[{YOUR_BOX}]"]
    lines.append(f"from = {toml_value(UNKNOWN)}  # which printing")
    for section in sections_of(board):
        lines += ["", f"[{YOUR_BOX}.{section.table}]  # {section.title}"]
        for key, guess in section.guesses.items():
            start = f"{toml_key(key)} = {toml_value(UNKNOWN)}"
            lines.append(f"{start:<{REMARK}} # {toml_value(_plain(guess))}")
    return "\n".join(lines) + "\n"


def _plain(value: object) -> object:
    """Write tuples as lists, as files have them."""
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _in_words(guess: object) -> str:
    """Put a guess in words: "Boston, Albany, Buffalo, left, baron"."""
    if isinstance(guess, dict):
        parts = [name.replace("_", " ") if v is True else _in_words(v) for name, v in guess.items()]
        return ", ".join(parts)
    return ", ".join(guess) or NONE if isinstance(guess, tuple) else str(guess)

# Longer than most: one file format, section by section.
"""Read rules of one's own from a file and lay them over the rulebook."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from rotwsim.scenario.baron_words import read_baron
from rotwsim.scenario.board_file import board_names, find_board, is_file_name, read_railbot_card
from rotwsim.scenario.capacity import COPIES, POINTS
from rotwsim.scenario.mistakes import Mistakes, by_line, line_of
from rotwsim.scenario.options import SETTINGS, Span
from rotwsim.scenario.reading import Reader, describe, one_line, read_toml, suggest
from rotwsim.scenario.rulebook import load_rulebook, read_tweak
from rotwsim.scenario.schema import (
    COLOURS,
    IDEA,
    SLOTS,
    DataError,
    DuelBaron,
    Provenance,
    Rulebook,
    Tweak,
)

RULEBOOK = "rulebook"
ADD, CHANGE, REMOVE = DOINGS = ("add", "change", "remove")
SOURCE = "rules of your own"
# Parameters of [parameters] besides those of --set; all of them are fields of the Rulebook.
BOOK_PARAMETERS = {
    "taxation_incomes": Span(0, 10),
    "bounties": Span(0, 3),
    "cubes_per_colour": Span(5, 60),
    "tiles_with_perfect_engineering": Span(1, 12),
}
PARAMETERS = SETTINGS | BOOK_PARAMETERS
MONEY = Span(0, 100)  # an income, or the price of an engine
# Sections of numbers: key, field of the Rulebook, legal.
NUMBERS = {
    "income": (("by_score", "income_by_score", MONEY), ("above", "income_above", MONEY)),
    "engine_prices": (("prices", "engine_prices", MONEY),),
    "track_prices": (
        ("plain", "track_plain", Span(1, 20)),
        ("water", "track_water", Span(1, 20)),
        ("mountain", "track_mountain", Span(1, 20)),
        ("ridge", "track_ridge", Span(0, 20)),
    ),
    "bonds": (
        ("pays", "bond_pays", Span(1, 100)),
        ("interest", "bond_interest", SETTINGS["bond_interest"]),
        ("penalty", "bond_penalty", SETTINGS["bond_penalty"]),
    ),
}
EVERYWHERE, WITH_BARONS = "everywhere", "with_barons"  # keys of [targets] besides boards
SECTION_OF = {  # fields of the rulebook: section and key
    name: (section, key) for section, rows in NUMBERS.items() for key, name, _ in rows
} | {"target": ("targets", EVERYWHERE), "barons_raise_target": ("targets", WITH_BARONS)}
ELSEWHERE = {name: place for name, place in SECTION_OF.items() if name in PARAMETERS}
LISTS, NEEDED = ("by_score", "prices"), ("prices",)
CARD_FLAGS = ("taxation", "deadhead", "major_line", "baron")
NO_COLOUR = "none"  # as exhaust of a card
CARD_KEYS: dict[str, Callable[[Reader, str], Any]] = {  # that may change
    "slot": lambda entry, key: entry.choice(key, SLOTS),
    "cities": lambda entry, key: entry.texts(key),
    "exhaust": lambda entry, key: entry.choice(key, (*COLOURS, NO_COLOUR)),
    **dict.fromkeys(CARD_FLAGS, lambda entry, key: entry.flag(key)),
}
FILES_KEPT = 32
MOST_FILES = 5  # that extend one another


@dataclass(frozen=True)
class CardChange:
    """A row of [[railbot_cards]]: what to do with the card of this name, and what is given."""

    do: str
    name: str
    given: tuple[tuple[str, Any], ...]
    line: int | None


@dataclass(frozen=True)
class OwnRules:
    """A file of rules: the rulebook as it changes it, and what it will change on a board."""

    file: str = field(compare=False)
    digest: str
    title: str = field(compare=False)
    book: Rulebook = field(compare=False, repr=False)
    board: str = field(default="", compare=False)  # the only one it is for, if it says so
    parameters: tuple[tuple[str, int], ...] = field(default=(), compare=False)
    targets: tuple[tuple[str, int], ...] = field(default=(), compare=False)
    cards: tuple[CardChange, ...] = field(default=(), compare=False)
    operations: tuple[tuple[str, int, int, int | None], ...] = field(default=(), compare=False)

    def parameters_on(self, board: str, barons: bool) -> dict[str, int]:
        """Give the parameters that replace the usual ones on a board."""
        known = {name: value for name, value in self.parameters if name in SETTINGS}
        targets = dict(self.targets)
        target = targets.get(board, targets.get(EVERYWHERE))
        if target is not None:
            known["target"] = target
        if WITH_BARONS in targets and barons:
            known["target"], known["barons_raise_target"] = targets[WITH_BARONS], 0
        return known


def load_rules(file: str) -> OwnRules:
    """Read a file of rules; all mistakes are shown at once, by line."""
    return _read_rules(file, _state_of(file, f"{describe(str(file))}: no such file of rules"), ())


def is_rules_file(name: str) -> bool:
    """Say whether a file has rules, and no board or experiment."""
    if not is_file_name(name) or not Path(name).is_file():
        return False
    content = read_toml(Path(name), name)
    cards = content.get("operations", {})
    has_cards = isinstance(cards, dict) and "cards" in cards
    return not has_cards and (
        content.get("extends") == RULEBOOK or bool(set(content) & {*READERS, *PARAMETERS})
    )


def _state_of(file: str, if_missing: str) -> tuple[int, int]:
    """Give what changes with a file."""
    try:
        state = Path(file).stat()
    except (OSError, ValueError):
        raise DataError(one_line(if_missing)) from None
    return state.st_mtime_ns, state.st_size


@lru_cache(maxsize=FILES_KEPT)
def _read_rules(file: str, state: tuple[int, int], above: tuple[str, ...]) -> OwnRules:
    data = read_toml(Path(file), file)
    return rules_in(data, file, Path(file).read_text(encoding="utf-8-sig"), above)


def rules_in(data: dict, file: str, content: str = "", above: tuple[str, ...] = ()) -> OwnRules:
    """Check the tables of a file of rules; `content` is its text, in which mistakes have lines."""
    base = _base_of(data, file, content, (*above, file))
    top = Reader(data, file, "", (IDEA, SOURCE), mistakes=[])
    top.peek("extends", take=True)
    rules = replace(base, file=file, title=top.text("title", Path(file).stem, counted=False))
    for section, read in READERS.items():
        if top.has(section):
            rules = read(rules, top, section, content)
    for name in data.keys() & PARAMETERS.keys():
        top.peek(name, take=True)
        top.wrong(name, "is a parameter; write it below [parameters]")
    top.done(SECTIONS)
    from rotwsim.scenario.capacity import own_excess  # needs numpy

    mistakes = top.mistakes or list(own_excess(rules.book))
    if mistakes:
        raise Mistakes(file, [by_line(content, mistake, file) for mistake in mistakes])
    digest = hashlib.sha256(json.dumps([base.digest, data], sort_keys=True).encode()).hexdigest()
    return replace(rules, digest=digest[:16], book=_with_provenance(rules.book, top.provenance))


def _base_of(data: dict, file: str, content: str, above: tuple[str, ...]) -> OwnRules:
    """Begin with what a file extends: the rulebook, a board, or another file of rules."""
    plain = OwnRules(file, "", "", load_rulebook())
    name = data.get("extends", RULEBOOK)
    if not isinstance(name, str):
        raise DataError(f"{file}: extends must name {RULEBOOK}, a board or a file of rules")
    if name == RULEBOOK:
        return plain
    if is_file_name(name):
        other = str(Path(file).parent / name)
        if other in above or len(above) >= MOST_FILES:
            raise DataError(f"{file}: extends {describe(name)}: files extend one another in a ring")
        missing = f"{file}: extends: {describe(name)}: no such file"
        return _read_rules(other, _state_of(other, missing), above)
    try:
        path, _ = find_board(name)
    except DataError:
        wrong = f"extends is {describe(name)}{suggest(name, (RULEBOOK, *board_names()))}"
        raise Mistakes(file, [by_line(content, wrong, file)]) from None
    return replace(plain, board=path.stem.replace("_", "-"))


def _read_parameters(rules: OwnRules, top: Reader, section: str, content: str) -> OwnRules:
    given = _known_numbers(top.table(section), PARAMETERS)
    for name in given.keys() & ELSEWHERE.keys():
        other, key = ELSEWHERE[name]
        table = top.peek(other)
        if isinstance(table, dict) and key in table:
            top.wrong(f"{section}.{name}", f"is set by {key} of [{other}] too; keep one of them")
    found = dict(rules.parameters) | given
    fields = {name: value for name, value in found.items() if hasattr(rules.book, name)}
    book = replace(rules.book, **fields)
    return replace(rules, parameters=tuple(sorted(found.items())), book=book)


def _known_numbers(table: Reader, legal: Mapping[str, Span]) -> dict[str, int]:
    """Read a table whose keys are some of these."""
    given = [(key, legal[key]) for key in table.rest() if key in legal]
    found = {key: table.integer(key, int(span.low), int(span.high)) for key, span in given}
    table.done(legal)
    return found


def _read_numbers(rules: OwnRules, top: Reader, section: str, content: str) -> OwnRules:
    """Read numbers and lists of numbers that are fields of the rulebook."""
    table, fields = top.table(section), {}
    for key, name, legal in NUMBERS[section]:
        if table.has(key) or key in NEEDED:
            read = table.integers if key in LISTS else table.integer
            fields[name] = read(key, int(legal.low), int(legal.high))
    table.done()
    known = {name: value for name, value in fields.items() if name in SETTINGS}
    parameters = tuple(sorted((dict(rules.parameters) | known).items()))
    return replace(rules, book=replace(rules.book, **fields), parameters=parameters)


def _read_targets(rules: OwnRules, top: Reader, section: str, content: str) -> OwnRules:
    known = (EVERYWHERE, WITH_BARONS, *board_names())
    read = _known_numbers(top.table(section), dict.fromkeys(known, SETTINGS["target"]))
    return replace(rules, targets=tuple(sorted((dict(rules.targets) | read).items())))


def _read_rows(rules: OwnRules, top: Reader, section: str, content: str) -> OwnRules:
    """Read rows of the rulebook: Duel Barons or tweaks."""
    name, read = ROWS[section]
    rows = _changed_rows(top, section, getattr(rules.book, name), read)
    return replace(rules, book=replace(rules.book, **{name: rows}))


def _changed_rows(top: Reader, section: str, rows: tuple, read: Callable) -> tuple:
    """Add, change and remove rows by their names; a row says which, and changes if it does not."""
    found = list(rows)
    for number, entry in enumerate(top.tables(section), 1):
        names = [row.name for row in found]
        do, name = _what_to_do(entry)
        if do == ADD:
            if name in names:
                entry.wrong("name", f"is {describe(name)}, which is there already; change it")
            found.append(read(entry, None, number))
            continue
        if name not in names:
            what = f'is {describe(name)}, which is unknown (do = "add" adds it)'
            entry.wrong("name", what, names, name)
            continue
        place = names.index(name)
        if do == REMOVE:
            entry.done(("do", "name"))
            del found[place]
        else:
            found[place] = read(entry, found[place], number)
    return tuple(found)


def _what_to_do(entry: Reader) -> tuple[str, Any]:
    """Read what to do with which row; the name of a new one is read with the rest of it."""
    do = entry.choice("do", DOINGS) if entry.has("do") else CHANGE
    return do, entry.text("name") if do != ADD else entry.peek("name")


def _read_baron(entry: Reader, old: DuelBaron | None, number: int) -> DuelBaron:
    """Read a Baron; of one that changes, what is not given stays."""
    rule = old.rule if old else f"I{number}"
    if old:
        before = {key: value for key, value in asdict(old).items() if value and key != "rule"}
        for word, keys in (
            ("goal", ("goal_text", "goal_colours", "goal_cities", "tiers", "points")),
            ("effect", ("effect_text", "effect_colours", "amount", "less")),
        ):
            if entry.has(word) and entry.peek(word) != before[word]:
                before = {key: value for key, value in before.items() if key not in keys}
            elif any(entry.has(key) for key in keys if "text" not in key):
                before.pop(f"{word}_text", None)
        entry.fill(before)
    return replace(read_baron(entry, rule), rule=rule)


def _read_tweak(entry: Reader, old: Tweak | None, number: int) -> Tweak:
    if old:
        before = asdict(old) | {"set": dict(old.set), "add": dict(old.add)}
        entry.fill({key: value for key, value in before.items() if value})
    name = entry.peek("name") or "tweak"
    entry.fill({"rule": f"I{number}", "group": str(name), "text": str(name)})
    tweak = read_tweak(entry)
    for how, pairs in (("set", tweak.set), ("add", tweak.add)):
        for key, value in pairs:
            if key not in SETTINGS:
                entry.wrong(f"{how}.{key}", "is no parameter", SETTINGS, key)
            elif how == "set" and value not in SETTINGS[key]:
                entry.wrong(f"set.{key}", f"is {value}; legal are {SETTINGS[key]}")
    if not tweak.set and not tweak.add:
        entry.wrong("set", "and add are missing: the tweak changes nothing")
    return tweak


def _read_cards(rules: OwnRules, top: Reader, section: str, content: str) -> OwnRules:
    changes = list(rules.cards)
    for place, entry in enumerate(top.tables(section)):
        do, name = _what_to_do(entry)
        line = line_of(content, f"{section}[{place}]", "name")
        given: dict[str, Any] = {}
        if do == ADD:
            if entry.peek("exhaust") == NO_COLOUR:
                entry.peek("exhaust", take=True)
            card = asdict(read_railbot_card(entry))
            given = {key: card[key] for key in CARD_KEYS if card[key]}
            name = card["name"]
        elif do == CHANGE:
            given = {key: read(entry, key) for key, read in CARD_KEYS.items() if entry.has(key)}
            entry.done()
            if not given:
                entry.wrong("name", "is all that is given; say what changes on the card")
        else:
            entry.done(("do", "name"))
        changes.append(CardChange(do, str(name), tuple(given.items()), line))
    return replace(rules, cards=tuple(changes))


def _read_operations(rules: OwnRules, top: Reader, section: str, content: str) -> OwnRules:
    """Read counts by the name of a card or kind; a new Bounty needs its points."""
    table, found = top.table(section), list(rules.operations)
    for name in table.rest():
        points = 0
        if isinstance(table.peek(name), dict):
            entry = table.table(name)
            count = entry.integer("count", 0, COPIES[1])
            points = entry.integer("points", *POINTS) if entry.has("points") else 0
            entry.done()
        else:
            count = table.integer(name, 0, COPIES[1])
        found.append((name, count, points, line_of(content, section, name)))
    return replace(rules, operations=tuple(found))


ROWS = {"duel_barons": ("barons", _read_baron), "tweaks": ("tweaks", _read_tweak)}
READERS: dict[str, Callable[[OwnRules, Reader, str, str], OwnRules]] = {
    "parameters": _read_parameters,
    **dict.fromkeys(NUMBERS, _read_numbers),
    "targets": _read_targets,
    **dict.fromkeys(ROWS, _read_rows),
    "railbot_cards": _read_cards,
    "operations": _read_operations,
}
SECTIONS = ("extends", "title", *READERS)


def _with_provenance(book: Rulebook, own: list[Provenance]) -> Rulebook:
    """Count the values of the file as ideas, and no longer what they replace."""
    printed, given = load_rulebook(), {value.key for value in own if "[" not in value.key}
    names = {key.rpartition(".")[2] for key in given}
    names |= {name for name, (section, key) in SECTION_OF.items() if f"{section}.{key}" in given}
    rows = tuple(
        f"{key}[{place}]."
        for key in ("barons", "tweaks")
        for place, row in enumerate(getattr(printed, key))
        if row not in getattr(book, key)
    )

    def is_replaced(value: Provenance) -> bool:
        table, _, name = value.key.rpartition(".")
        is_number = "[" not in table and not table.startswith("rulings.")
        return value.key.startswith(rows) or (is_number and name in names)

    kept = [value for value in book.provenance if not is_replaced(value)]
    return replace(book, provenance=(*kept, *own))

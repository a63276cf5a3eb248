# Longer than most: one file format, each section read and laid over the rulebook or a board.
"""Read rules of one's own from a file and lay them over the rulebook and a board."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn

from rotwsim.scenario.baron_words import read_baron
from rotwsim.scenario.board_file import (
    board_names,
    find_board,
    is_file_name,
    read_railbot_card,
)
from rotwsim.scenario.capacity import COPIES, POINTS
from rotwsim.scenario.options import SETTINGS, Span
from rotwsim.scenario.own.patient_reading import PatientReader
from rotwsim.scenario.reading import (
    Mistakes,
    describe,
    find_name,
    one_line,
    read_toml,
    suggest,
)
from rotwsim.scenario.rulebook import load_rulebook, read_tweak
from rotwsim.scenario.schema import (
    COLOURS,
    IDEA,
    SLOTS,
    Board,
    DataError,
    DuelBaron,
    OperationsCard,
    Provenance,
    RailbotCard,
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
# Sections of numbers: key, field of the Rulebook, legal.
NUMBERS = {
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
MOST_MONEY = 100  # of an income or an engine
CARD_FLAGS = ("taxation", "deadhead", "major_line", "baron")
CARD_KEYS = ("slot", "cities", "exhaust", *CARD_FLAGS)
SECTIONS = (
    *("extends", "title", "parameters", "income", "engine_prices", "track_prices", "bonds"),
    *("duel_barons", "railbot_cards", "operations", "tweaks", "targets"),
)
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

    def on(self, board: Board) -> Board:
        """Change a board by these rules; refuse what it has no room or no city for."""
        from rotwsim.scenario.board_check import check_changed  # needs numpy

        if self.board and board.name != self.board:
            raise DataError(f"{self.file}: extends {self.board}; it is not for {board.name}")
        changed = replace(board, file=self.file)
        for key, value in self.parameters:
            if hasattr(board, key):
                changed = _with_idea(replace(changed, **{key: value}), f"solo.{key}")
        for change in self.cards:
            changed = _with_card(changed, change, self.file)
        for name, count, points, line in self.operations:
            changed = _with_copies(changed, name, count, points, _place(self.file, line))
        cities = [city.name for city in board.cities]
        for baron in self.book.barons:
            for city in baron.goal_cities:
                if city not in cities:
                    _refuse(self.file, f"{baron.name}: no city is called", city, cities)
        check_changed(changed, self.book)
        return replace(changed, file=board.file, unchanged=board, changed_by=self.digest)

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
    path = Path(file)
    try:
        state = path.stat()
    except (OSError, ValueError):
        raise DataError(one_line(f"{describe(str(file))}: no such file of rules")) from None
    return _read_rules(file, (state.st_mtime_ns, state.st_size), ())


def is_rules_file(name: str) -> bool:
    """Say whether a file has rules, and no board or experiment."""
    if not is_file_name(name) or not Path(name).is_file():
        return False
    content = read_toml(Path(name), name)
    cards = content.get("operations", {})
    has_cards = isinstance(cards, dict) and "cards" in cards
    return not has_cards and (
        content.get("extends") == RULEBOOK or bool(set(content) & set(SECTIONS[2:]))
    )


@lru_cache(maxsize=FILES_KEPT)
def _read_rules(file: str, state: tuple[int, int], above: tuple[str, ...]) -> OwnRules:
    data, path = read_toml(Path(file), file), Path(file)
    content = path.read_text(encoding="utf-8")
    base = _base_of(data, file, (*above, file))
    top = PatientReader(data, file, "", (IDEA, SOURCE))
    top.done_with(("extends",))
    title = top.text("title", path.stem)
    rules = replace(base, file=file, title=title)
    for section, read in READERS.items():
        if top.has(section):
            rules = read(rules, top, section, content)
    top.done(SECTIONS)
    mistakes = top.mistakes + ([] if top.mistakes else list(_beyond_room(rules.book)))
    if mistakes:
        raise Mistakes(file, [_by_line(content, mistake, file) for mistake in mistakes])
    digest = hashlib.sha256(json.dumps([base.digest, data], sort_keys=True).encode()).hexdigest()
    return replace(rules, digest=digest[:16], book=_with_provenance(rules.book, top.provenance))


def _base_of(data: dict, file: str, above: tuple[str, ...]) -> OwnRules:
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
        try:
            state = Path(other).stat()
        except (OSError, ValueError):
            raise DataError(one_line(f"{file}: extends: {describe(name)}: no such file")) from None
        return _read_rules(other, (state.st_mtime_ns, state.st_size), above)
    try:
        path, _ = find_board(name)
    except DataError as error:
        raise DataError(f"{file}: extends: {error}") from None
    return replace(plain, board=path.stem.replace("_", "-"))


def _read_parameters(rules: OwnRules, top: PatientReader, section: str, content: str) -> OwnRules:
    table = top.table(section)
    found = dict(rules.parameters)
    for key in table.rest():
        if key in PARAMETERS:
            legal = PARAMETERS[key]
            found[key] = table.integer(key, int(legal.low), int(legal.high))
    table.done(PARAMETERS)
    fields = {name: value for name, value in found.items() if hasattr(rules.book, name)}
    return replace(
        rules, parameters=tuple(sorted(found.items())), book=replace(rules.book, **fields)
    )


def _read_income(rules: OwnRules, top: PatientReader, section: str, content: str) -> OwnRules:
    table, book = top.table(section), rules.book
    if table.has("by_score"):
        book = replace(book, income_by_score=table.integers("by_score", 0, MOST_MONEY))
    if table.has("above"):
        book = replace(book, income_above=table.integer("above", 0, MOST_MONEY))
    table.done()
    return replace(rules, book=book)


def _read_engine(rules: OwnRules, top: PatientReader, section: str, content: str) -> OwnRules:
    table = top.table(section)
    prices = table.integers("prices", 0, MOST_MONEY)
    table.done()
    return replace(rules, book=replace(rules.book, engine_prices=prices))


def _read_numbers(rules: OwnRules, top: PatientReader, section: str, content: str) -> OwnRules:
    table, fields = top.table(section), {}
    for key, name, legal in NUMBERS[section]:
        if table.has(key):
            fields[name] = table.integer(key, int(legal.low), int(legal.high))
    table.done()
    parameters = dict(rules.parameters)
    parameters |= {name: value for name, value in fields.items() if name in SETTINGS}
    return replace(
        rules, book=replace(rules.book, **fields), parameters=tuple(sorted(parameters.items()))
    )


def _read_targets(rules: OwnRules, top: PatientReader, section: str, content: str) -> OwnRules:
    table, found = top.table(section), dict(rules.targets)
    legal = SETTINGS["target"]
    known = (EVERYWHERE, WITH_BARONS, *board_names())
    for key in table.rest():
        if key in known:
            found[key] = table.integer(key, int(legal.low), int(legal.high))
    table.done(known)
    return replace(rules, targets=tuple(sorted(found.items())))


def _read_barons(rules: OwnRules, top: PatientReader, section: str, content: str) -> OwnRules:
    return replace(
        rules,
        book=replace(
            rules.book, barons=_changed_rows(top, section, rules.book.barons, _read_baron)
        ),
    )


def _read_tweaks(rules: OwnRules, top: PatientReader, section: str, content: str) -> OwnRules:
    return replace(
        rules,
        book=replace(
            rules.book, tweaks=_changed_rows(top, section, rules.book.tweaks, _read_tweak)
        ),
    )


def _changed_rows(top: PatientReader, section: str, rows: tuple, read: Callable) -> tuple:
    """Add, change and remove rows by their names; a row says which, and changes if it does not."""
    found = list(rows)
    for number, entry in enumerate(top.tables(section), 1):
        names = [row.name for row in found]
        do = entry.choice("do", DOINGS) if entry.has("do") else CHANGE
        name = entry.text("name") if do != ADD else entry.peek("name")
        if do == ADD:
            if name in names:
                entry.wrong("name", f"is {describe(name)}, which is there already; change it")
            found.append(read(entry, None, number))
            continue
        if name not in names:
            hint = suggest(name, names)
            entry.wrong("name", f'is {describe(name)}, which is unknown (do = "add" adds it){hint}')
            continue
        place = names.index(name)
        if do == REMOVE:
            entry.done(("do", "name"))
            del found[place]
        else:
            found[place] = read(entry, found[place], number)
    return tuple(found)


def _read_baron(entry: PatientReader, old: DuelBaron | None, number: int) -> DuelBaron:
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
    try:
        return replace(read_baron(entry, rule), rule=rule)
    except DataError as error:
        entry.mistakes.append(str(error))
        return old or DuelBaron(rule, entry.key, "hotels", (1,), (1,), "nothing", "", "")


def _read_tweak(entry: PatientReader, old: Tweak | None, number: int) -> Tweak:
    if old:
        before = asdict(old) | {"set": dict(old.set), "add": dict(old.add)}
        entry.fill({key: value for key, value in before.items() if value})
    name = entry.peek("name") or "tweak"
    entry.fill({"rule": f"I{number}", "group": str(name), "text": str(name)})
    tweak = read_tweak(entry)
    for how, pairs in (("set", tweak.set), ("add", tweak.add)):
        for key, value in pairs:
            if key not in SETTINGS:
                entry.wrong(f"{how}.{key}", f"is no parameter{suggest(key, SETTINGS)}")
            elif how == "set" and value not in SETTINGS[key]:
                entry.wrong(f"set.{key}", f"is {value}; legal are {SETTINGS[key]}")
    if not tweak.set and not tweak.add:
        entry.wrong("set", "and add are missing: the tweak changes nothing")
    return tweak


def _read_cards(rules: OwnRules, top: PatientReader, section: str, content: str) -> OwnRules:
    changes = list(rules.cards)
    for place, entry in enumerate(top.tables(section)):
        do = entry.choice("do", DOINGS) if entry.has("do") else CHANGE
        name = entry.text("name") if do != ADD else entry.peek("name")
        line = line_of(content, f"{section}[{place}]", "name")
        given: dict[str, Any] = {}
        if do == ADD:
            card = asdict(read_railbot_card(entry))
            given = {key: card[key] for key in CARD_KEYS if card[key]}
            name = card["name"]
        elif do == CHANGE:
            if entry.has("slot"):
                given["slot"] = entry.choice("slot", SLOTS)
            if entry.has("cities"):
                given["cities"] = entry.texts("cities")
            if entry.has("exhaust"):
                given["exhaust"] = entry.choice("exhaust", (*COLOURS, "none"))
            given |= {flag: entry.flag(flag) for flag in CARD_FLAGS if entry.has(flag)}
            entry.done()
            if not given:
                entry.wrong("name", "is all that is given; say what changes on the card")
        else:
            entry.done(("do", "name"))
        changes.append(CardChange(do, str(name), tuple(given.items()), line))
    return replace(rules, cards=tuple(changes))


def _read_operations(rules: OwnRules, top: PatientReader, section: str, content: str) -> OwnRules:
    """Read counts by the name of a card or kind; a new Bounty needs its points."""
    table, found = top.table(section), list(rules.operations)
    for name in table.rest():
        line, points = line_of(content, section, name), 0
        if table.is_table(name):
            entry = table.table(name)
            count = entry.integer("count", 0, COPIES[1])
            points = entry.integer("points", *POINTS) if entry.has("points") else 0
            entry.done()
        else:
            count = table.integer(name, 0, COPIES[1])
        found.append((name, count, points, line))
    return replace(rules, operations=tuple(found))


READERS: dict[str, Callable[[OwnRules, PatientReader, str, str], OwnRules]] = {
    "parameters": _read_parameters,
    "income": _read_income,
    "engine_prices": _read_engine,
    "track_prices": _read_numbers,
    "bonds": _read_numbers,
    "targets": _read_targets,
    "duel_barons": _read_barons,
    "tweaks": _read_tweaks,
    "railbot_cards": _read_cards,
    "operations": _read_operations,
}


def _with_card(board: Board, change: CardChange, file: str) -> Board:
    """Add, change or remove one Railbot card, and say that this is an idea."""
    where = _place(file, change.line)
    lists = {"railbot.cards": board.railbot_cards, "railbot.common": board.common_cards}
    known = {card.name: key for key, cards in lists.items() for card in cards}
    given = dict(change.given)
    if change.do == ADD:
        if change.name in known:
            raise DataError(f"{where}: the card {describe(change.name)} is there already")
        key = "railbot.cards" if given.get("cities") else "railbot.common"
        cards = (*lists[key], RailbotCard(**({"name": change.name, "slot": None} | given)))
        number = len(cards) - 1
    else:
        name = find_name(change.name, known)
        if name is None:
            _refuse(where, "no Railbot card is called", change.name, known)
        key = known[name]
        number = [card.name for card in lists[key]].index(name)
        cards = lists[key]
        if cards[number].final_evaluation:
            raise DataError(f"{where}: Final Evaluation ends the game; it stays as it is")
        if change.do == REMOVE:
            cards = (*cards[:number], *cards[number + 1 :])
        else:
            if given.get("exhaust") == "none":
                given["exhaust"] = None
            changed = replace(cards[number], **given)
            cards = (*cards[:number], changed, *cards[number + 1 :])
    attribute = {"railbot.cards": "railbot_cards", "railbot.common": "common_cards"}[key]
    board = replace(board, **{attribute: cards})
    if change.do == REMOVE:
        return _without_row(board, key, number)
    return _with_idea(board, *(f"{key}[{number}].{name}" for name in given))


def _with_copies(board: Board, name: str, count: int, points: int, where: str) -> Board:
    """Set how many copies of an Operations card, or of each card of a kind, the deck has."""
    cards = list(board.operations)
    kinds = {card.kind for card in cards}
    named = {card.name: number for number, card in enumerate(cards)}
    known = find_name(name, named)
    if name in kinds and known is None:
        numbers = [number for number, card in enumerate(cards) if card.kind == name]
    elif known is not None:
        numbers = [named[known]]
    else:
        numbers = [len(cards)]
        cards.append(_new_card(board, name, points, where))
    for number in numbers:
        cards[number] = replace(cards[number], count=count, points=points or cards[number].points)
    board = replace(board, operations=tuple(card for card in cards if card.count))
    return _with_idea(board, *(f"operations.cards[{number}].count" for number in numbers))


def _new_card(board: Board, name: str, points: int, where: str) -> OperationsCard:
    """Make a Hotel or a Bounty of a city that had none."""
    kind, _, city = name.partition(" ")
    cities = [each.name for each in board.cities]
    found = find_name(city, cities) if city else None
    if kind.lower() not in ("hotel", "bounty") or found is None:
        legal = [card.name for card in board.operations] + [f"Hotel {city}" for city in cities]
        _refuse(where, "no Operations card is called", name, legal)
    if kind.lower() == "bounty" and not points:
        raise DataError(f'{where}: "{name}" is new; give its points: {{ count = 1, points = 4 }}')
    return OperationsCard(kind.lower(), found, points)


def _with_idea(board: Board, *keys: str) -> Board:
    """Say of these parameters that they are an idea; those that were not there are added."""
    there = {parameter.key for parameter in board.provenance}
    kept = [
        replace(parameter, origin=IDEA, source=SOURCE) if parameter.key in keys else parameter
        for parameter in board.provenance
    ]
    new = [Provenance(board.file, key, IDEA, SOURCE) for key in keys if key not in there]
    return replace(board, provenance=(*kept, *new))


def _without_row(board: Board, key: str, number: int) -> Board:
    """Drop the parameters of a removed card; later ones move up."""
    pattern = re.compile(rf"^{re.escape(key)}\[(\d+)\](.*)$")
    kept = []
    for parameter in board.provenance:
        found = pattern.match(parameter.key)
        if found and int(found[1]) == number:
            continue
        place = int(found[1]) - 1 if found and int(found[1]) > number else None
        kept.append(
            replace(parameter, key=f"{key}[{place}]{found[2]}")
            if found and place is not None
            else parameter
        )
    return replace(board, provenance=tuple(kept))


def _with_provenance(book: Rulebook, own: Iterable[Provenance]) -> Rulebook:
    """Count the values of the file as ideas, and no longer what they replace."""
    own = [value for value in own if value.key.partition("[")[0].partition(".")[0] != "title"]
    names = {value.key.rpartition(".")[2] for value in own}
    kept = [v for v in book.provenance if v.key.rpartition(".")[2] not in names]
    return replace(book, provenance=(*kept, *own))


def _beyond_room(book: Rulebook) -> Iterable[str]:
    """Say of which list there is more than there is room for."""
    from rotwsim.scenario.capacity import own_excess  # needs numpy

    return own_excess(book)


def _place(file: str, line: int | None) -> str:
    return f"{file}: line {line}" if line else file


def _refuse(where: str, what: str, name: str, legal: Iterable[str]) -> NoReturn:
    raise DataError(one_line(f"{where}: {what} {describe(name)}{suggest(name, legal)}"))


KEY_OF_MESSAGE = re.compile(r"^([\w-]+)(?:\[(\d+)\])?(?:\.(\S+))?")
HEADER = re.compile(r"^\s*(\[\[?)\s*([^\[\]]+?)\s*\]\]?\s*(?:#.*)?$")
KEY = re.compile(r"""^\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*=""")


def _by_line(content: str, mistake: str, file: str) -> tuple[int | None, str]:
    """Find the line of a message by the key that it begins with."""
    what = mistake.removeprefix(f"{file}: ")
    found = KEY_OF_MESSAGE.match(what)
    if not found:
        return None, what
    section = found[1] if found[2] is None else f"{found[1]}[{found[2]}]"
    return line_of(content, section, (found[3] or "").split(".")[0]), what


def line_of(content: str, section: str, key: str) -> int | None:
    """The line, from 1 on, of a key in [section], or in the nth [[section]] as section[n]; without
    the key that of its head.
    """
    within, rows, head = "", {}, None
    for number, line in enumerate(content.split("\n"), start=1):
        header = HEADER.match(line)
        if header:
            within = header[2]
            if header[1] == "[[":
                rows[within] = rows.get(within, -1) + 1
                within = f"{within}[{rows[within]}]"
            if within == section:
                head = number
            continue
        found = KEY.match(line)
        if found and within == section and key in found.groups():
            return number
        if found and not within and section.partition("[")[0] in found.groups():
            return number
    return head

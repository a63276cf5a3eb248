"""Lay rules of one's own over a board; list what they change, and what is unusual in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NoReturn

from rotwsim.scenario.baron_words import goal_of
from rotwsim.scenario.own_rules import (
    ADD,
    EVERYWHERE,
    NO_COLOUR,
    NUMBERS,
    REMOVE,
    SOURCE,
    WITH_BARONS,
    CardChange,
    OwnRules,
)
from rotwsim.scenario.provenance import without_entry
from rotwsim.scenario.reading import describe, find_name, one_line, suggest
from rotwsim.scenario.rulebook import load_rulebook
from rotwsim.scenario.schema import (
    IDEA,
    Board,
    DataError,
    DuelBaron,
    OperationsCard,
    Provenance,
    RailbotCard,
)

if TYPE_CHECKING:
    from rotwsim.scenario.scenario import Scenario

NEW, GONE = "new", "removed"
PARAMETER, BARON, CARD = "parameter", "Duel Baron", "Railbot card"
OPERATION, TWEAK = "Operations card", "tweak"
MOST_NUMBERS, FIRST_NUMBERS = 12, 10  # of a list in a line
FAR = 2.0  # times the printed number, or its half: unusual
INCOME = "income by score from 0 on"
SHOWN = {  # parameters whose key does not say enough
    "income_by_score": INCOME,
    "income_above": "income above the track",
    "engine_prices": "engine prices from level 2 on",
}
CARD_LISTS = {"railbot.cards": "railbot_cards", "railbot.common": "common_cards"}  # key, field
TARGET_NAMES = {EVERYWHERE: "target", WITH_BARONS: "target with Duel Barons"}


def changed_board(own: OwnRules, board: Board) -> Board:
    """Change a board by rules of one's own; refuse what it has no room or no city for."""
    from rotwsim.scenario.board_check import check_changed  # needs numpy

    if own.board and board.name != own.board:
        raise DataError(f"{own.file}: extends {own.board}; it is not for {board.name}")
    changed = replace(board, file=own.file)
    for key, value in own.parameters:
        if hasattr(board, key):
            changed = _with_idea(replace(changed, **{key: value}), f"solo.{key}")
    for change in own.cards:
        changed = _with_card(changed, change, own.file)
    for name, count, points, line in own.operations:
        changed = _with_copies(changed, name, count, points, _place(own.file, line))
    cities = [city.name for city in board.cities]
    for baron in own.book.barons:
        for city in baron.goal_cities:
            if city not in cities:
                _refuse(own.file, f"{baron.name}: no city is called", city, cities)
    check_changed(changed, own.book)
    return replace(changed, file=board.file, unchanged=board, changed_by=own.digest)


def _with_card(board: Board, change: CardChange, file: str) -> Board:
    """Add, change or remove one Railbot card, and say that this is an idea."""
    where = _place(file, change.line)
    given: dict[str, Any] = {
        key: None if value == NO_COLOUR else value for key, value in change.given
    }
    cities = [city.name for city in board.cities]
    for name in given.get("cities", ()):
        if name not in cities:
            _refuse(where, f"{change.name}: no city is called", name, cities)
    known = {
        card.name: (key, number)
        for key, of_board in CARD_LISTS.items()
        for number, card in enumerate(getattr(board, of_board))
    }
    if change.do == ADD:
        if change.name in known:
            raise DataError(f"{where}: the card {describe(change.name)} is there already")
        key = "railbot.cards" if given.get("cities") else "railbot.common"
        cards = list(getattr(board, CARD_LISTS[key]))
        number = len(cards)
        cards.append(RailbotCard(**({"name": change.name, "slot": None} | given)))
    else:
        name = find_name(change.name, known)
        if name is None:
            _refuse(where, "no Railbot card is called", change.name, known)
        key, number = known[name]
        cards = list(getattr(board, CARD_LISTS[key]))
        if cards[number].final_evaluation:
            raise DataError(f"{where}: Final Evaluation ends the game; it stays as it is")
        if change.do == REMOVE:
            del cards[number]
        else:
            cards[number] = replace(cards[number], **given)
    board = replace(board, **{CARD_LISTS[key]: tuple(cards)})
    if change.do == REMOVE:  # later cards move up
        return without_entry(board, key, number)
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


def _place(file: str, line: int | None) -> str:
    return f"{file}: line {line}" if line else file


def _refuse(where: str, what: str, name: str, legal: Iterable[str]) -> NoReturn:
    raise DataError(one_line(f"{where}: {what} {describe(name)}{suggest(name, legal)}"))


@dataclass(frozen=True)
class Change:
    """One thing that rules of one's own change: as printed, and as they say."""

    kind: str
    name: str
    before: str
    after: str

    def __str__(self) -> str:
        if self.after == GONE:
            return f"{self.kind} {self.name} is removed"
        added = f"{self.kind} {self.name}: {self.after}"
        return f"new {added}" if self.before == NEW else f"{added} (printed: {self.before})"


def changes_of(scenario: Scenario) -> list[Change]:
    """List what the rules of a scenario change, in the order of the file's sections."""
    if scenario.own is None:
        return []
    board = scenario.board.unchanged or scenario.board
    return [
        *_numbers(scenario, board),
        *_rows(BARON, load_rulebook().barons, scenario.book.barons, baron_words),
        *_rows(CARD, _cards(board), _cards(scenario.board), card_words),
        *_copies(board, scenario.board),
        *_rows(TWEAK, load_rulebook().tweaks, scenario.book.tweaks, lambda tweak: tweak.text),
    ]


def _numbers(scenario: Scenario, board: Board) -> Iterator[Change]:
    own, book, printed = scenario.own, scenario.book, load_rulebook()
    assert own is not None
    names = {name for name, _ in own.parameters}
    names |= {field for rows in NUMBERS.values() for _, field, _ in rows}
    for name in sorted(names):
        before = getattr(board, name, getattr(printed, name, 1))
        after = dict(own.parameters).get(name, getattr(book, name, before))
        if after != before:
            shown = SHOWN.get(name, name.replace("_", " "))
            yield Change(PARAMETER, shown, _numbers_text(before), _numbers_text(after))
    for name, value in own.targets:
        before = printed.target + (printed.barons_raise_target if name == WITH_BARONS else 0)
        shown = TARGET_NAMES.get(name, f"target on {name}")
        if before == value:
            continue
        yield Change(PARAMETER, shown, str(before), str(value))


def _numbers_text(numbers: int | tuple[int, ...]) -> str:
    if isinstance(numbers, int):
        return str(numbers)
    if len(numbers) <= MOST_NUMBERS:
        return ", ".join(map(str, numbers))
    first = ", ".join(map(str, numbers[:FIRST_NUMBERS]))
    return f"{first}, … (at most {max(numbers)}, {numbers[-1]} at {len(numbers) - 1})"


def _rows(kind: str, before: tuple, after: tuple, words) -> Iterator[Change]:
    old, new = ({row.name: row for row in rows} for rows in (before, after))
    for name, row in new.items():
        if name not in old:
            yield Change(kind, name, NEW, words(row))
        elif row != old[name]:
            yield Change(kind, name, words(old[name]), words(row))
    for name in old:
        if name not in new:
            yield Change(kind, name, words(old[name]), GONE)


def _cards(board: Board) -> tuple[RailbotCard, ...]:
    return board.railbot_cards + board.common_cards


def _copies(before: Board, after: Board) -> Iterator[Change]:
    old, new = ({card.name: card for card in board.operations} for board in (before, after))
    for name in dict.fromkeys((*old, *new)):
        copies = [_copies_text(cards.get(name)) for cards in (old, new)]
        if copies[0] != copies[1]:
            yield Change(OPERATION, name, *copies)


def _copies_text(card: OperationsCard | None) -> str:
    """Count the copies of a card, with the points of a Bounty."""
    if card is None:
        return "no copy"
    copies = "1 copy" if card.count == 1 else f"{card.count} copies"
    return f"{copies} of {card.points} points" if card.points else copies


def baron_words(baron: DuelBaron) -> str:
    """Put a Baron in a line: tiers, goal, points, effect."""
    tiers, points = ("/".join(map(str, numbers)) for numbers in (baron.tiers, baron.points))
    least = f", from a score of {baron.from_score} on" if baron.from_score else ""
    goal = f"{tiers} {baron.goal_text} for {points} points{least}"
    return f"{goal}; for the Railbot: {baron.effect_text}"


def card_words(card: RailbotCard) -> str:
    """Put a Railbot card in a line: slot, cities, effects."""
    parts = [card.slot or "", "–".join(card.cities), *card.effects, *card.icons]
    return ", ".join(part for part in parts if part)


def unusual_in(scenario: Scenario) -> list[str]:
    """Name what may be meant, but rarely is."""
    found = []
    for change in changes_of(scenario):
        if change.kind == PARAMETER and change.before.isdecimal() and change.after.isdecimal():
            before, after = int(change.before), int(change.after)
            if before and not before / FAR <= after <= before * FAR:
                found.append(f"{change.name} is {after}, far from the printed {before}")
    highest, printed = (len(book.engine_prices) + 1 for book in (scenario.book, load_rulebook()))
    if highest != printed:
        found.append(f"engines end at level {highest}; printed: {printed}")
    for baron in scenario.book.barons:
        goal = goal_of(baron)
        if goal.counts in ("engine", "long_delivery") and baron.tiers[-1] > highest:
            found.append(f"{baron.name} asks for {baron.tiers[-1]}; engines end at {highest}")
        if goal.counts == "few_bonds" and not baron.from_score:
            found.append(f"{baron.name} can be claimed before the first bond: give from_score")
        if goal.cities and baron.tiers[-1] > len(goal.cities) and goal.counts == "cities":
            found.append(f"{baron.name} asks for more cities than it names")
    deck = len(_cards(scenario.board)) - 1  # without Final Evaluation
    if deck != len(_cards(scenario.board.unchanged or scenario.board)) - 1:
        found.append(f"the Railbot deck has {deck} cards: {deck - 6} to {deck - 4} turns")
    return found

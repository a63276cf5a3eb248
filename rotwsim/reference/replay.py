"""Replays the log of a game by these rules and compares it row by row."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NoReturn

import numpy as np

from rotwsim.core.state import codes
from rotwsim.core.state import log as rows_of
from rotwsim.reference.game import (
    WORD,
    Choice,
    Choices,
    Cities,
    Game,
    LegalTile,
    Row,
    Stretches,
    choice_digest,
    signed,
)
from rotwsim.reference.given import Given
from rotwsim.reference.hexmap import Tile
from rotwsim.reference.money_and_outcome import recompute_multiplayer, recompute_outcome
from rotwsim.reference.railbot_paths import PATHS_OFFERED
from rotwsim.reference.setup_and_turns import play_game, play_multiplayer

NO_MORE = -1  # after the last city of a PATH
NUMBERS_OF_A_CHOICE = 6
ARGUMENTS = 3  # column of the first argument, after turn, event and seat
TOO_SHORT = 0, ARGUMENTS + 1  # where the head of a log says that it had no room
ALL_OFFERS = None  # in place of a number of places
OFFERS_CHECKED = 1  # places per occasion

MEASURES = ("ARGUMENTS", "COLUMNS", "ROWS", "FIRST", "IN_USE", "TOO_SHORT", "OFFERS_EVERY")
EVENT_NAMES = {
    number: name
    for name, number in vars(rows_of).items()
    if isinstance(number, int) and name.isupper() and name not in MEASURES
}
DECISION_NAMES = {
    number: name for name, number in vars(codes).items() if name.startswith("DECIDE_")
}


class Disagreement(Exception):
    """The log and these rules part: where, what the rules expect, what the log says."""

    def __init__(self, turn: int, row: int, expected: str, found: str):
        super().__init__(f"turn {turn}, row {row}: expected {expected}; the log says {found}")
        self.turn, self.row, self.expected, self.found = turn, row, expected, found


@dataclass
class ReplayResult:
    """A game that agrees, its OUTCOME as these rules compute it, and what was checked."""

    outcome: dict[str, int | list]
    rows: int
    decisions: Counter[str] = field(default_factory=Counter)  # by kind
    choices: int = 0  # legal choices compared, over all decisions
    path_ties_cut: int = 0  # ties of more than 64 paths, whose digest cannot be compared
    tiles: int = 0  # tiles whose legality and price was checked
    offers_listed: int = 0  # OFFERS rows in the log
    offers_checked: int = 0  # those of them that were searched for again on the hexes


def replay_log(
    given: Given, log: np.ndarray, offers: int | None = OFFERS_CHECKED, seed: int = 0
) -> ReplayResult:
    """Raise a Disagreement at the first row that does not follow from the rules.

    Of the OFFERS rows before one action `offers` are searched for again (ALL_OFFERS: every one),
    drawn with the seed.
    """
    reader = LogReader(log, offers, seed)
    game = Game(given, reader)
    (play_multiplayer if given.scenario.seats else play_game)(game)
    reader.close(game.turn)
    outcome = (recompute_multiplayer if given.scenario.seats else recompute_outcome)(game)
    return ReplayResult(outcome, len(reader.rows), **reader.checked)


class LogReader:
    """A log read from top to bottom; what the rules say must be the next row."""

    def __init__(self, log: np.ndarray, offers: int | None = OFFERS_CHECKED, seed: int = 0):
        head = log[0].tolist()
        used, is_short, self.offers_every = head[ARGUMENTS : ARGUMENTS + 3]
        if head[1] != rows_of.HEAD or not 1 <= used <= len(log) or self.offers_every < 0:
            raise Disagreement(0, 0, "the head of a log", describe(head))
        if is_short:
            raise Disagreement(0, 0, "a log with room for the game", "it was too short")
        self.rows: list[list[int]] = log[:used].tolist()
        self.at = 1
        self.offers, self.dice = offers, random.Random(seed)
        self.decisions: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()

    @property
    def checked(self) -> dict:
        """Return what was checked so far, as a ReplayResult names it."""
        names = ("choices", "path_ties_cut", "tiles", "offers_listed", "offers_checked")
        return {"decisions": self.decisions, **{name: self.counts[name] for name in names}}

    def note(self, turn: int, seat: int, effect: Row) -> None:
        """Read an effect that follows from the rules."""
        if not self._is_next(turn, seat, effect):
            self.refuse(turn, describe([turn, effect[0], seat, *effect[1:]]))
        self.at += 1

    def draw(self, turn: int, seat: int, possible: list[Row]) -> Row:
        """Read a random outcome, one of the possible rows."""
        for row in possible:
            if self._is_next(turn, seat, row):
                self.at += 1
                return row
        some = ", ".join(f"{EVENT_NAMES[event]} {_words(rest)}" for event, *rest in possible)
        self.refuse(turn, f"one of {some}")

    def decide(self, turn: int, seat: int, decision: int, choices: Choices) -> Choice:
        """Read which of several choices the player took."""
        row = self._decision(turn, seat, decision, len(choices.choices), choices.digest())
        length = len(choices.choices[0])
        numbers = tuple(row[3 : 3 + NUMBERS_OF_A_CHOICE])
        if not choices.allows(numbers[:length]) or any(numbers[length:]) or row[-1]:
            self.refuse(turn, f"a legal choice of {DECISION_NAMES[decision]}")
        self.at += 1
        return numbers[:length]

    def decide_path(
        self, turn: int, seat: int, paths: list[Stretches], is_last: Callable[[int], bool]
    ) -> Stretches:
        """Read the chosen path from the Links built next, as far as a city where it ends."""
        digest = sum(choice_digest(sum(path, ())) for path in paths)
        if len(paths) > PATHS_OFFERED:
            self.counts["path_ties_cut"] += 1
            digest = None
        offered = min(len(paths), PATHS_OFFERED)
        row = self._decision(turn, seat, codes.DECIDE_PATH, offered, digest)
        if any(row[3:]):
            self.refuse(turn, "no numbers of a choice for DECIDE_PATH")
        self.at += 1
        chosen = tuple(self._links_ahead(is_last))
        if digest is not None and chosen not in paths:
            some = ", ".join(_words(sum(path, ())) for path in paths)
            self.refuse(turn, f"LINK_BUILT rows for one of the paths {some}")
        return chosen

    def lay(
        self, turn: int, seat: int, owner: int, legal: list[LegalTile], example: Tile | None
    ) -> LegalTile:
        """Read a tile of those that may be laid next; the example is one that leads on."""
        row = self._row(turn, seat, rows_of.TILE)
        tile, price = tuple(row[:3]), row[3]
        fitting = [one for one in legal if one.tile == tile and one.price == price]
        if not fitting or row[4] != owner or any(row[5:]):
            some = ", ".join(f"{_words(one.tile)} for {one.price}" for one in legal)
            self.refuse(turn, f"a TILE of owner {owner} among: {some}" if legal else "no TILE")
        self.at += 1
        self.counts["tiles"] += 1
        return fitting[0]

    def show_offers(
        self, turn: int, seat: int, places: list[int], offers_of: Callable[[int], list[Choice]]
    ) -> None:
        """Check that the log lists every place in order; search for a sample of them again."""
        checked = set(places)
        if self.offers is not None:
            checked = set(self.dice.sample(places, min(self.offers, len(places))))
        for place in places:
            row = self._row(turn, seat, rows_of.OFFERS)
            if row[0] != place or any(row[3:]):
                self.refuse(turn, f"OFFERS {place}")
            if place in checked:
                offers = offers_of(place)
                digest = signed(sum(map(choice_digest, offers)) % WORD)
                if row[1:3] != [len(offers), digest]:
                    some = ", ".join(_words(offer[:4]) for offer in offers)
                    self.refuse(turn, f"OFFERS {place} {len(offers)} {digest}: {some}")
            self.at += 1
        self.counts["offers_listed"] += len(places)
        self.counts["offers_checked"] += len(checked)

    def show_path(self, turn: int, seat: int, paths: Callable[[], Iterator[Cities]]) -> None:
        """Read the cities of a delivery, on one of its paths."""
        numbers = self._row(turn, seat, rows_of.PATH)
        last = numbers.index(NO_MORE) if NO_MORE in numbers else len(numbers)
        is_filled = set(numbers[last + 1 :]) <= {0, NO_MORE}
        if not is_filled or tuple(numbers[:last]) not in paths():
            self.refuse(turn, f"a PATH such as {_words(next(paths(), ()))}")
        self.at += 1

    def close(self, turn: int) -> None:
        """Check that nothing follows after the last turn."""
        if self.at < len(self.rows):
            self.refuse(turn, "the end of the log")

    def refuse(self, turn: int, expected: str) -> NoReturn:
        found = describe(self.rows[self.at]) if self.at < len(self.rows) else "nothing more"
        raise Disagreement(turn, self.at, expected, found)

    def _links_ahead(self, is_last: Callable[[int], bool]) -> Iterable[tuple[int, int]]:
        for row in self.rows[self.at :]:
            if row[1] == rows_of.LINK_BUILT:
                _, first, second = row[ARGUMENTS : ARGUMENTS + 3]
                yield first, second
                if is_last(second):
                    return
            elif row[1] not in (rows_of.TILE, rows_of.LINE):
                return

    def _decision(
        self, turn: int, seat: int, decision: int, count: int, digest: int | None
    ) -> list[int]:
        """Return the arguments of the next row, if it is this decision with these choices."""
        row = self._row(turn, seat, rows_of.DECISION)
        expected = f"DECISION {DECISION_NAMES[decision]} with {count} choices"
        if row[:2] != [decision, count]:
            self.refuse(turn, expected)
        if digest is not None and row[2] != signed(digest % WORD):
            self.refuse(turn, f"{expected} and digest {signed(digest % WORD)}")
        self.decisions[DECISION_NAMES[decision]] += 1
        self.counts["choices"] += count
        return row

    def _is_next(self, turn: int, seat: int, row: Row) -> bool:
        """Say whether the next row is this event with these arguments, the others 0."""
        event, *arguments = row
        expected = [turn, event, seat, *arguments]
        expected += [0] * (rows_of.COLUMNS - len(expected))
        return self.at < len(self.rows) and self.rows[self.at] == expected

    def _row(self, turn: int, seat: int, event: int) -> list[int]:
        """Return the arguments of the next row, if it has this turn, event and seat."""
        if self.at >= len(self.rows) or self.rows[self.at][:ARGUMENTS] != [turn, event, seat]:
            self.refuse(turn, f"a row {EVENT_NAMES[event]} of seat {seat} in turn {turn}")
        return self.rows[self.at][ARGUMENTS:]


def describe(row: list[int]) -> str:
    """Write a row in words, without the zeros at its end."""
    turn, event, seat, *arguments = row
    while arguments and arguments[-1] == 0:
        arguments.pop()
    text = f"{EVENT_NAMES.get(event, event)} {_words(arguments)}"
    return f"{text} of seat {seat} in turn {turn}"


def _words(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))

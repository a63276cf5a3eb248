"""Replays the log of a game by these rules and compares it row by row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from rotwsim.core import codes
from rotwsim.core import log as rows_of
from rotwsim.reference.game import Game, Path, Way
from rotwsim.reference.given import Given
from rotwsim.reference.options import WORD, Option, Options, option_digest, signed
from rotwsim.reference.scoring import recompute_outcome
from rotwsim.reference.turn import play_game
from rotwsim.rules.routes import Route
from rotwsim.rules.scenario import Scenario

PATHS_OFFERED = 64  # a tie of more Railbot paths is cut off there
NO_MORE = -1  # after the last city of a PATH
NUMBERS_OF_AN_OPTION = 6

EVENT_NAMES = {
    number: name
    for name, number in vars(rows_of).items()
    if isinstance(number, int) and name.isupper() and name not in ("ARGUMENTS", "COLUMNS", "ROWS")
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

    outcome: dict[str, int | list[int]]
    rows: int
    decisions: Counter[str] = field(default_factory=Counter)  # by kind
    options: int = 0  # legal options compared, over all decisions
    path_ties_cut: int = 0  # ties of more than 64 paths, whose digest cannot be compared


def replay(scenario: Scenario, routes: tuple[Route, ...], log: np.ndarray) -> ReplayResult:
    """Raises a Disagreement at the first row that does not follow from the rules."""
    return replay_log(Given.of(scenario, routes), log)


def replay_log(given: Given, log: np.ndarray) -> ReplayResult:
    """The same for many games of one scenario, whose `Given` is made only once."""
    reader = LogReader(log)
    game = Game.of(given, reader)
    play_game(game)
    reader.close(game.turn)
    return ReplayResult(
        recompute_outcome(game),
        len(reader.rows),
        reader.decisions,
        reader.options,
        reader.path_ties_cut,
    )


class LogReader:
    """A log read from top to bottom; what the rules show it must be what comes next."""

    def __init__(self, log: np.ndarray):
        used, is_short = int(log[0, 2]), int(log[0, 3])
        if int(log[0, 1]) != rows_of.HEAD or not 1 <= used <= len(log):
            raise Disagreement(0, 0, "the head of a log", describe(log[0].tolist()))
        if is_short:
            raise Disagreement(0, 0, "a log with room for the game", "it was too short")
        self.rows: list[list[int]] = log[:used].tolist()
        self.at = 1
        self.decisions: Counter[str] = Counter()
        self.options = 0
        self.path_ties_cut = 0

    def note(self, turn: int, event: int, arguments: tuple[int, ...]) -> None:
        expected = [turn, event, *arguments]
        expected += [0] * (rows_of.COLUMNS - len(expected))
        if self.at >= len(self.rows) or self.rows[self.at] != expected:
            self._disagree(turn, describe(expected))
        self.at += 1

    def draw(self, turn: int, event: int, known: tuple[int, ...], possible: list[int]) -> int:
        row = self._row(turn, event)
        drawn = row[2 + len(known)]
        if tuple(row[2 : 2 + len(known)]) != known or any(row[3 + len(known) :]):
            self._disagree(turn, f"{EVENT_NAMES[event]} {_words(known)} …")
        if drawn not in possible:
            legal = f"{EVENT_NAMES[event]} {_words(known)} and then one of"
            self._disagree(turn, f"{legal} {_words(sorted(set(possible)))}")
        self.at += 1
        return drawn

    def decide(self, turn: int, decision: int, options: Options) -> Option:
        row = self._decision(turn, decision, len(options), options.digest())
        length = len(options.options[0])
        numbers = tuple(row[5 : 5 + NUMBERS_OF_AN_OPTION])
        if not options.allows(numbers[:length]) or any(numbers[length:]) or row[-1]:
            self._disagree(turn, f"a legal option of {DECISION_NAMES[decision]}")
        self.at += 1
        return numbers[:length]

    def decide_path(self, turn: int, paths: list[Path]) -> Path:
        """The chosen path is told by the Links built next; no path begins with another one."""
        digest = sum(map(option_digest, paths))
        if len(paths) > PATHS_OFFERED:
            self.path_ties_cut += 1
            digest = None
        offered = min(len(paths), PATHS_OFFERED)
        row = self._decision(turn, codes.DECIDE_PATH, offered, digest)
        if any(row[5:]):
            self._disagree(turn, "no numbers of an option for DECIDE_PATH")
        self.at += 1
        for path in paths:
            built = self.rows[self.at : self.at + len(path)]
            if [row[1:4] for row in built] == [
                [rows_of.LINK_BUILT, codes.RAILBOT, route] for route in path
            ]:
                return path
        some = ", ".join(_words(path) for path in paths[:PATHS_OFFERED])
        self._disagree(turn, f"LINK_BUILT rows for one of the paths {some}")

    def show_path(self, turn: int, way: Way) -> None:
        numbers = self._row(turn, rows_of.PATH)[2:]
        last = numbers.index(NO_MORE) if NO_MORE in numbers else len(numbers)
        is_filled = set(numbers[last + 1 :]) <= {0, NO_MORE}
        if not is_filled or not way.is_path(tuple(numbers[:last])):
            self._disagree(turn, f"a PATH such as {_words(way.example())}")
        self.at += 1

    def close(self, turn: int) -> None:
        """After the last turn nothing follows."""
        if self.at < len(self.rows):
            self._disagree(turn, "the end of the log")

    def _decision(self, turn: int, decision: int, count: int, digest: int | None) -> list[int]:
        """The next row, if it is this decision with these options."""
        row = self._row(turn, rows_of.DECISION)
        expected = f"DECISION {DECISION_NAMES[decision]} with {count} options"
        if row[2] != decision or row[3] != count:
            self._disagree(turn, expected)
        if digest is not None and row[4] != signed(digest % WORD):
            self._disagree(turn, f"{expected} and digest {signed(digest % WORD)}")
        self.decisions[DECISION_NAMES[decision]] += 1
        self.options += count
        return row

    def _row(self, turn: int, event: int) -> list[int]:
        """The next row, if it has this turn and event."""
        if self.at >= len(self.rows) or self.rows[self.at][:2] != [turn, event]:
            self._disagree(turn, f"a row {EVENT_NAMES[event]} in turn {turn}")
        return self.rows[self.at]

    def _disagree(self, turn: int, expected: str):
        found = describe(self.rows[self.at]) if self.at < len(self.rows) else "nothing more"
        raise Disagreement(turn, self.at, expected, found)


def describe(row: list[int]) -> str:
    """A row in words, without the zeros at its end."""
    turn, event, *arguments = row
    while arguments and arguments[-1] == 0:
        arguments.pop()
    return f"{EVENT_NAMES.get(event, event)} {_words(arguments)} in turn {turn}"


def _words(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))

"""An integer programme for track: moves that are made or not, and the rules they must obey."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from scipy.optimize import milp
from scipy.sparse import csr_array

from rotwsim.reference.game import Game
from rotwsim.reference.track.hexmap import NOWHERE

INFEASIBLE = 2  # status of the solver


class Programme:
    """Moves that are made or not, and linear rules for them; the cheapest choice is asked for."""

    def __init__(self, game: Game):
        self.game, self.hexmap = game, game.given.hexmap
        self.moves: list[Move] = []
        self.number: dict[Move, int] = {}
        self.entering: dict[object, list[int]] = defaultdict(list)
        self.leaving: dict[object, list[int]] = defaultdict(list)
        self.rules: list[Rule] = []

    def add(self, moves: Iterable[Move], start: object, target: object) -> list[int]:
        """Add moves of one walk from start to target: what comes to a place leaves it."""
        numbers = []
        for move in moves:
            if move.head != start and move.tail != target:
                self.number[move] = len(self.moves)
                numbers.append(len(self.moves))
                self.leaving[move.tail].append(len(self.moves))
                self.entering[move.head].append(len(self.moves))
                self.moves.append(move)
        places = {place for n in numbers for place in (self.moves[n].tail, self.moves[n].head)}
        for place in places | {start, target}:
            surplus = (place == start) - (place == target)
            self.rules.append(Rule(self.leaving[place], self.entering[place], surplus, surplus))
        return numbers

    def at_most(self, limit: int, moves: list[int]) -> None:
        self.rules.append(Rule(moves, [], -np.inf, limit))

    def once_per_hex(self, numbers: Iterable[int]) -> None:
        """Forbid that a Link uses a hex twice."""
        for moves in self._by_hex(numbers).values():
            self.at_most(1, moves)

    def forbid_ends(self, walk: list[Move]) -> None:
        """Make the next solution leave or reach another city, or one city fewer."""
        cities = {("begin", move.begin) for move in walk} | {("end", move.end) for move in walk}
        inside, outside = [], []
        for number, move in enumerate(self.moves):
            for end in (("begin", move.begin), ("end", move.end)):
                if end[1] is not None:
                    (inside if end in cities else outside).append(number)
        ends = len({end for end in cities if end[1] is not None})
        self.rules.append(Rule(inside, outside, -np.inf, ends - 1))

    def solve(self) -> list[int] | None:
        """Find the moves of the cheapest choice, or None if the rules allow none."""
        if not self.moves:
            return None
        rules = [*self.rules, *self._rules_of_the_ground()]
        rows, columns, values = [], [], []
        for row, rule in enumerate(rules):
            for sign, moves in ((1, rule.plus), (-1, rule.minus)):
                rows += [row] * len(moves)
                columns += moves
                values += [sign] * len(moves)
        shape = len(rules), len(self.moves)
        places = np.array([rows, columns], np.int32)  # scipy 1.12 solves with no wider ones
        matrix = csr_array((values, tuple(places)), shape=shape, dtype=float)
        low, high = [rule.low for rule in rules], [rule.high for rule in rules]
        result = milp(
            [move.price for move in self.moves],
            integrality=np.ones(len(self.moves)),
            bounds=(0, 1),
            constraints=(matrix, low, high),
        )
        if result.status == INFEASIBLE:
            return None
        if result.x is None:
            raise RuntimeError(f"the cheapest path was not found: {result.message}")
        return np.flatnonzero(result.x > 0.5).tolist()

    def _rules_of_the_ground(self) -> Iterator[Rule]:
        """List what the ground still carries (B14)."""
        ground = self.game.ground
        on_side, by_sea = defaultdict(list), defaultdict(list)
        for number, move in enumerate(self.moves):
            if move.step is not None:
                on_side[self.hexmap.side[move.step]].append(number)
            else:
                by_sea[move.sea].append(number)
        for moves in (*on_side.values(), *by_sea.values()):
            yield Rule(moves, [], -np.inf, 1)
        for hex_, moves in self._by_hex(range(len(self.moves))).items():
            yield Rule(moves, [], -np.inf, ground.tracks_per_hex - ground.tracks[hex_])

    def _by_hex(self, numbers: Iterable[int]) -> dict[int, list[int]]:
        """Group the moves that lay a tile by their hex."""
        by_hex = defaultdict(list)
        for number in numbers:
            step = self.moves[number].step
            if step is not None and self.hexmap.goal[step] == NOWHERE:
                by_hex[self.hexmap.hex_of(step)].append(number)
        return by_hex

    def price(self, used: list[int]) -> int:
        return sum(self.moves[number].price for number in used)

    def follow(self, used: list[int], start: object, target: object) -> list[Move]:
        """Follow the walk from start to target among the moves made."""
        by_tail = {self.moves[number].tail: self.moves[number] for number in used}
        walk = [by_tail[start]]
        while walk[-1].head != target:
            walk.append(by_tail[walk[-1].head])
        return walk


@dataclass(frozen=True)
class Move:
    """From place to place: a step on land between two steps or a city, or a crossing by sea."""

    tail: object
    head: object
    price: int
    step: int | None = None
    sea: int | None = None
    begin: int | None = None  # the city it leaves
    end: int | None = None  # the city it reaches


@dataclass(frozen=True)
class Rule:
    """Moves made among `plus` less those among `minus` lie between two numbers."""

    plus: list[int]
    minus: list[int]
    low: float
    high: float

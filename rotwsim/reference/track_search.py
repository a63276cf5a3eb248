"""Search for track: cheapest walks over the hexes (S23), and an integer programme where they fail.

A walk passes through a group of connected cities for nothing. It obeys B10 to B13 and the ground as
it is; it ignores that stretches of one path take each other's hexes and sides.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np
from scipy.optimize import milp
from scipy.sparse import csr_array

from rotwsim.reference.game import Game
from rotwsim.reference.given import Sea
from rotwsim.reference.hexmap import NOWHERE

Group = frozenset[int]  # of cities
Stretch = tuple[int, int]


class Spread:
    """What walks from a group of cities cost, as far as the target or over the whole map."""

    def __init__(self, game: Game, groups: dict, start: Group, target: Group | None = None):
        self.game, self.groups, self.start = game, groups, start
        self.hexmap, self.ground = game.given.hexmap, game.ground
        self.cost: dict[int, int] = {}  # by step
        self.group_cost: dict[Group, int] = {}
        self.begins: dict[int, frozenset[int]] = {}  # what begins_of has worked out
        self._settle(start, target)

    def _settle(self, start: Group, target: Group | None) -> None:
        hexmap, is_free, cost = self.hexmap, self.ground.is_free, self.cost
        price, goal, after = hexmap.price, hexmap.goal, hexmap.after
        reached = self.group_cost
        frontier: list[tuple[int, int]] = []
        self._enter_group(start, 0, frontier)
        while frontier:
            here, step = heapq.heappop(frontier)
            if target in reached and here > reached[target]:
                return
            if step < 0:  # a city reached by sea
                self._enter_group(self.groups[-1 - step], here, frontier)
                continue
            if step in cost:
                continue
            cost[step] = here
            if goal[step] != NOWHERE:
                self._enter_group(self.groups[goal[step]], here, frontier)
                continue
            for later in after[step]:
                if is_free[later] and later not in cost:
                    heapq.heappush(frontier, (here + price[later], later))

    def _enter_group(self, group: Group, here: int, frontier: list) -> None:
        if group in self.group_cost:
            return
        self.group_cost[group] = here
        price = self.hexmap.price
        for city in group:
            for step in self.hexmap.departures[city]:
                if self.ground.is_free[step]:
                    heapq.heappush(frontier, (here + price[step], step))
        for sea in free_seas(self.game).values():
            for begin, end in (sea.cities, sea.cities[::-1]):
                if begin in group:
                    heapq.heappush(frontier, (here + sea.price, -1 - end))

    def sequences(self, group: Group, later: frozenset = frozenset()) -> Iterator[tuple]:
        """List the sequences of stretches by which cheapest walks come from start to a group."""
        if group == self.start:
            yield ()
            return
        for stretch in sorted(self._stretches_into(group)):
            behind = self.groups[stretch[0]]
            if behind not in later:
                for path in self.sequences(behind, later | {group}):
                    yield (*path, stretch)

    def _stretches_into(self, group: Group) -> set[Stretch]:
        here = self.group_cost[group]
        found = set()
        for city in group:
            for step in self.hexmap.arrivals[city]:
                if self.cost.get(step) == here:
                    found |= {(begin, city) for begin in self.begins_of(step)}
        for begin, city in self.sea_stretches():
            if city in group:
                found.add((begin, city))
        return {(begin, city) for begin, city in found if self.groups[begin] != group}

    def sea_stretches(self) -> set[Stretch]:
        """Give the stretches by sea on cheapest walks."""
        found = set()
        for sea in free_seas(self.game).values():
            for begin, end in (sea.cities, sea.cities[::-1]):
                before, here = (self.group_cost.get(self.groups[city]) for city in (begin, end))
                if before is not None and before + sea.price == here:
                    found.add((begin, end))
        return found

    def begins_of(self, step: int) -> frozenset[int]:
        """Give the cities where cheapest walks to a step last left a group."""
        if step not in self.begins:
            origin = self.hexmap.origin[step]
            if origin != NOWHERE:
                self.begins[step] = frozenset((origin,))
            else:
                earlier = map(self.begins_of, self.before(step))
                self.begins[step] = frozenset().union(*earlier)
        return self.begins[step]

    def before(self, step: int) -> list[int]:
        """List the steps before this one on cheapest walks."""
        wanted = self.cost[step] - self.hexmap.price[step]
        return [one for one in self.hexmap.before[step] if self.cost.get(one) == wanted]


def free_seas(game: Game) -> dict[int, Sea]:
    """Give the sea routes that carry no Link yet, by their number."""
    seas = enumerate(game.given.sea_routes)
    return {number: sea for number, sea in seas if number not in game.ground.sea_used}


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


class Move(NamedTuple):
    """From place to place: a step on land between two steps or a city, or a crossing by sea."""

    tail: Any  # a place
    head: Any
    price: int
    step: int | None = None
    sea: int | None = None
    begin: int | None = None  # the city it leaves
    end: int | None = None  # the city it reaches


class Rule(NamedTuple):
    """Moves made among `plus` less those among `minus` lie between two numbers."""

    plus: list[int]
    minus: list[int]
    low: float
    high: float

"""The Railbot's cheapest path between two cities, with all its ties (S22, S23).

Walks over the hexes are spread from the first city's group until the second city's is reached; a
walk passes through groups of connected cities for nothing. Walks ignore that stretches of one path
take each other's hexes and sides (B14). So every sequence of stretches that cheapest walks offer is
tried on the ground; where none of them fits, `detours` finds the cheapest path that does.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from rotwsim.reference import detours
from rotwsim.reference.game import Game, Stretches
from rotwsim.reference.hexmap import NOWHERE
from rotwsim.reference.network import ANYONE

PATHS_OFFERED = 64  # a tie of more Railbot paths is cut off there
TRIES = 4000  # steps spent on one sequence of stretches before detours decides it

Steps = tuple[int, ...]  # of one stretch, the step into the city at its end; none by sea
Stretch = tuple[int, int]


@dataclass
class CheapestPaths:
    """The least price, and for each sequence of stretches at that price one way to build it."""

    price: int = 0
    paths: dict[Stretches, list[Steps]] = field(default_factory=dict)
    target: frozenset[int] = frozenset()  # cities where a path is complete

    def is_last(self, city: int) -> bool:
        return city in self.target


def cheapest_paths(game: Game, first: int, second: int) -> CheapestPaths:
    """All sequences of new Links that join two cities for the least price; none if there are none.

    If there are more than can be offered, one more than that are given.
    """
    groups = groups_of(game)
    spread = Spread(game, groups, groups[first], groups[second])
    found = CheapestPaths(target=groups[second])
    if groups[second] not in spread.group_cost:
        return found
    found.price = spread.group_cost[groups[second]]
    fitting = (
        (path, ways) for path in spread.sequences(groups[second]) if (ways := spread.fit(path))
    )
    found.paths = dict(islice(fitting, PATHS_OFFERED + 1))
    if not found.paths:
        found.price, found.paths = detours.cheapest_paths(
            game, groups, groups[first], groups[second], PATHS_OFFERED + 1
        )
    return found


def groups_of(game: Game) -> dict[int, frozenset[int]]:
    """By city: where existing Links take a path for nothing; with `fresh` the city alone."""
    if game.given.switches["railbot_path"] == "fresh":
        return {city: frozenset((city,)) for city in game.given.cities_in_play}
    return {city: frozenset(group) for group in game.network.groups(ANYONE) for city in group}


class Spread:
    """What walks from a group of cities cost, as far as the target; every step is settled once."""

    def __init__(self, game: Game, groups: dict, start: frozenset[int], target: frozenset[int]):
        self.game, self.groups, self.start = game, groups, start
        self.hexmap, self.ground = game.given.hexmap, game.ground
        self.cost: dict[int, int] = {}  # by step
        self.group_cost: dict[frozenset[int], int] = {}
        self.begins: dict[int, frozenset[int]] = {}  # what begins_of has worked out
        self._settle(start, target)

    def _settle(self, start: frozenset[int], target: frozenset[int]) -> None:
        hexmap, is_free, cost = self.hexmap, self.ground.is_free, self.cost
        price, goal, after = hexmap.price_list, hexmap.goal_list, hexmap.after
        frontier: list[tuple[int, int]] = []
        self._enter_group(start, 0, frontier)
        while frontier:
            here, step = heapq.heappop(frontier)
            if here > self.group_cost.get(target, here):
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

    def _enter_group(self, group: frozenset[int], here: int, frontier: list) -> None:
        if group in self.group_cost:
            return
        self.group_cost[group] = here
        price = self.hexmap.price_list
        for city in group:
            for step in self.hexmap.departures[city]:
                if self.ground.is_free[step]:
                    heapq.heappush(frontier, (here + price[step], step))
        for sea, (one, other) in self._seas():
            for begin, end in ((one, other), (other, one)):
                if begin in group:
                    heapq.heappush(frontier, (here + sea.price, -1 - end))

    def _seas(self):
        for number, sea in enumerate(self.game.given.sea_routes):
            if number not in self.ground.sea_used:
                yield sea, sea.cities

    def sequences(self, group: frozenset[int], later: frozenset = frozenset()) -> Iterator[tuple]:
        """Every sequence of stretches by which cheapest walks come from the start to a group."""
        if group == self.start:
            yield ()
            return
        for stretch in sorted(self._stretches_into(group)):
            behind = self.groups[stretch[0]]
            if behind not in later:
                for path in self.sequences(behind, later | {group}):
                    yield (*path, stretch)

    def _stretches_into(self, group: frozenset[int]) -> set[Stretch]:
        here = self.group_cost[group]
        found = set()
        for city in group:
            for step in self.hexmap.arrivals[city]:
                if self.cost.get(step) == here:
                    found |= {(begin, city) for begin in self.begins_of(step)}
        for begin, city in self._sea_stretches():
            if city in group:
                found.add((begin, city))
        return {(begin, city) for begin, city in found if self.groups[begin] != group}

    def _sea_stretches(self) -> set[Stretch]:
        """Stretches by sea on cheapest walks."""
        found = set()
        for sea, (one, other) in self._seas():
            for begin, end in ((one, other), (other, one)):
                before, here = (self.group_cost.get(self.groups[city]) for city in (begin, end))
                if before is not None and before + sea.price == here:
                    found.add((begin, end))
        return found

    def begins_of(self, step: int) -> frozenset[int]:
        """The cities where cheapest walks to a step last left a group."""
        if step not in self.begins:
            origin = self.hexmap.origin_list[step]
            if origin != NOWHERE:
                self.begins[step] = frozenset((origin,))
            else:
                earlier = map(self.begins_of, self._before(step))
                self.begins[step] = frozenset().union(*earlier)
        return self.begins[step]

    def _before(self, step: int) -> list[int]:
        """The steps before this one on cheapest walks."""
        wanted = self.cost[step] - self.hexmap.price_list[step]
        return [one for one in self.hexmap.before_list[step] if self.cost.get(one) == wanted]

    def fit(self, path: Stretches) -> list[Steps]:
        """One way to build all stretches together at this price (B14); empty if there is none."""
        attempt = _Attempt(self)
        if attempt.build(list(path)):
            return attempt.ways[::-1]
        if attempt.tries < TRIES:
            return []
        return detours.fit(self.game, path, self.group_cost[self.groups[path[-1][1]]])


class _Attempt:
    """Tries the cheapest chains of some stretches one after the other, the last stretch first."""

    def __init__(self, spread: Spread):
        self.spread = spread
        self.hexes: Counter[int] = Counter()
        self.sides: set[int] = set()
        self.ways: list[Steps] = []
        self.tries = 0

    def build(self, path: list[Stretch]) -> bool:
        if not path:
            return True
        begin, end = path[-1]
        if path[-1] in self.spread._sea_stretches() and self._go_on(path, ()):
            return True
        here = self.spread.group_cost[self.spread.groups[end]]
        return any(
            self.spread.cost.get(step) == here and self._extend(path, begin, (step,))
            for step in self.spread.hexmap.arrivals[end]
        )

    def _go_on(self, path: list[Stretch], steps: Steps) -> bool:
        self.ways.append(steps)
        if self.build(path[:-1]):
            return True
        self.ways.pop()
        return False

    def _extend(self, path: list[Stretch], begin: int, steps: Steps) -> bool:
        """The chain from its end back to the city where it begins, if the ground allows it."""
        self.tries += 1
        step, hexmap = steps[0], self.spread.hexmap
        side, hex_ = hexmap.side_list[step], hexmap.hex_of(step)
        if self.tries >= TRIES or begin not in self.spread.begins_of(step) or side in self.sides:
            return False
        is_tile = hexmap.goal_list[step] == NOWHERE
        if is_tile and not self._has_room(hex_, steps[1:]):
            return False
        self.sides.add(side)
        self.hexes[hex_] += is_tile
        if hexmap.origin_list[step] == begin:
            is_done = self._go_on(path, steps)
        else:
            is_done = any(
                self._extend(path, begin, (one, *steps)) for one in self.spread._before(step)
            )
        self.sides.remove(side)
        self.hexes[hex_] -= is_tile
        return is_done

    def _has_room(self, hex_: int, later: Steps) -> bool:
        """B14, and a Link uses no hex twice."""
        ground, hexmap = self.spread.ground, self.spread.hexmap
        if ground.tracks[hex_] + self.hexes[hex_] >= ground.tracks_per_hex:
            return False
        return all(hexmap.hex_of(step) != hex_ for step in later)

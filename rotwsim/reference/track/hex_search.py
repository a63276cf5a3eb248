"""Walks over the hexes between groups of connected cities, and what they cost at least (S23).

A walk passes through a group of cities for nothing. It obeys B10 to B13 and the ground as it is; it
ignores that stretches of one path take each other's hexes and sides.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from rotwsim.reference.game import Game
from rotwsim.reference.given import Sea
from rotwsim.reference.track.hexmap import NOWHERE

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

"""The Railbot's cheapest paths (S22, S23).

Every sequence of stretches that cheapest walks offer is tried on the ground, where the stretches of
one path must be legal together (B14). Where none of them fits, `detours` finds the cheapest path
that does.
"""

from collections import Counter
from dataclasses import dataclass, field
from itertools import islice

from rotwsim.reference import detours
from rotwsim.reference.game import Game, Stretches
from rotwsim.reference.hexmap import NOWHERE
from rotwsim.reference.network import ANYONE
from rotwsim.reference.track_search import Spread, Stretch

PATHS_OFFERED = 64  # a tie of more Railbot paths is cut off there
TRIES = 4000  # steps spent on one sequence of stretches before detours decides it

Steps = tuple[int, ...]  # of one stretch, the step into the city at its end; none by sea


@dataclass
class CheapestPaths:
    """The least price, and for each sequence of stretches at that price one way to build it."""

    price: int = 0
    paths: dict[Stretches, list[Steps]] = field(default_factory=dict)
    groups: dict[int, frozenset[int]] = field(default_factory=dict)  # by city
    start: frozenset[int] = frozenset()
    target: frozenset[int] = frozenset()

    def is_last(self, city: int) -> bool:
        return city in self.target

    def is_path(self, path: Stretches) -> bool:
        """Say whether stretches lead from start to target and to no group twice, at any price."""
        cities = {city for stretch in path for city in stretch}
        if not cities <= self.groups.keys():
            return False
        left = [self.groups[begin] for begin, _ in path]
        reached = [self.groups[end] for _, end in path]
        is_whole = [*left, self.target] == [self.start, *reached]
        return is_whole and len(set(left)) == len(left) and self.target not in left


def cheapest_paths(game: Game, first: int, second: int) -> CheapestPaths:
    """Find all sequences of new Links that join two cities for the least price, if any.

    If there are more than can be offered, one more than that are given.
    """
    groups = groups_of(game)
    spread = Spread(game, groups, groups[first], groups[second])
    found = CheapestPaths(groups=groups, start=groups[first], target=groups[second])
    if groups[second] not in spread.group_cost:
        return found
    found.price = spread.group_cost[groups[second]]
    fitting = (
        (path, routes)
        for path in spread.sequences(groups[second])
        if (routes := _fit(spread, path))
    )
    found.paths = dict(islice(fitting, PATHS_OFFERED + 1))
    if not found.paths:
        found.price, found.paths = detours.cheapest_paths(
            game, groups, first, second, PATHS_OFFERED + 1
        )
    return found


def groups_of(game: Game) -> dict[int, frozenset[int]]:
    """Give by city where Links take a path for nothing; with `fresh` the city alone."""
    if game.given.switches["railbot_path"] == "fresh":
        return {city: frozenset((city,)) for city in game.given.cities_in_play}
    return {city: frozenset(group) for group in game.network.groups(ANYONE) for city in group}


def _fit(spread: Spread, path: Stretches) -> list[Steps]:
    """Find one way to build all stretches together at their price (B14); empty if none."""
    attempt = _Attempt(spread)
    if attempt.build(list(path)):
        return attempt.routes[::-1]
    if attempt.tries < TRIES:
        return []
    return detours.fit(spread.game, path, spread.group_cost[spread.groups[path[-1][1]]])


class _Attempt:
    """Tries the cheapest chains of some stretches one after the other, the last stretch first."""

    def __init__(self, spread: Spread):
        self.spread = spread
        self.hexes: Counter[int] = Counter()
        self.sides: set[int] = set()
        self.routes: list[Steps] = []
        self.tries = 0

    def build(self, path: list[Stretch]) -> bool:
        if not path:
            return True
        begin, end = path[-1]
        if path[-1] in self.spread.sea_stretches() and self._go_on(path, ()):
            return True
        here = self.spread.group_cost[self.spread.groups[end]]
        return any(
            self.spread.cost.get(step) == here and self._extend(path, begin, (step,))
            for step in self.spread.hexmap.arrivals[end]
        )

    def _go_on(self, path: list[Stretch], steps: Steps) -> bool:
        self.routes.append(steps)
        if self.build(path[:-1]):
            return True
        self.routes.pop()
        return False

    def _extend(self, path: list[Stretch], begin: int, steps: Steps) -> bool:
        """Extend the chain back to the city where it begins, if the ground allows it."""
        self.tries += 1
        step, hexmap = steps[0], self.spread.hexmap
        side, hex_ = hexmap.side[step], hexmap.hex_of(step)
        if self.tries >= TRIES or begin not in self.spread.begins_of(step) or side in self.sides:
            return False
        is_tile = hexmap.goal[step] == NOWHERE
        if is_tile and not self._has_room(hex_, steps[1:]):
            return False
        self.sides.add(side)
        self.hexes[hex_] += is_tile
        if hexmap.origin[step] == begin:
            is_done = self._go_on(path, steps)
        else:
            is_done = any(
                self._extend(path, begin, (one, *steps)) for one in self.spread.before(step)
            )
        self.sides.remove(side)
        self.hexes[hex_] -= is_tile
        return is_done

    def _has_room(self, hex_: int, later: Steps) -> bool:
        """Say whether a hex has room (B14); a Link uses no hex twice."""
        ground, hexmap = self.spread.ground, self.spread.hexmap
        if ground.tracks[hex_] + self.hexes[hex_] >= ground.tracks_per_hex:
            return False
        return all(hexmap.hex_of(step) != hex_ for step in later)

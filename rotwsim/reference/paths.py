"""The Railbot's cheapest path between two cities, with all its ties (S23)."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from math import inf

from rotwsim.reference.game import Game, Path
from rotwsim.reference.network import ANYONE

Edge = tuple[int, int, int]  # price, route, group behind it


def cheapest_paths(game: Game, first: int, second: int) -> list[Path]:
    """All cheapest paths, each as its routes from the first city on; none if there is no path."""
    search = _Search(game, second)
    start = search.group_of[first]
    limit = search.measure(start)
    while limit < inf:
        search.found, search.next_limit = [], inf
        search.follow(start, 0, (), {start}, limit)
        if search.found:
            return search.found
        limit = search.next_limit  # what is cheaper excludes itself: look a little farther
    return []


class _Search:
    """Deepens by price: every path up to a limit is followed, those that are too dear are not.

    `group_of` tells for every city the place on the map where existing Links take a path for
    nothing: with `reuse` all cities connected by anyone's Links, with `fresh` the city alone.
    """

    def __init__(self, game: Game, target: int):
        self.game = game
        cities = range(len(game.given.in_play))
        if game.given.path_reuses_links:
            self.groups = [sorted(group) for group in game.network.groups(ANYONE)]
        else:
            self.groups = [[city] for city in cities]
        self.group_of = {city: n for n, group in enumerate(self.groups) for city in group}
        self.target = self.group_of[target]
        self.to_target: dict[int, int] = {}
        self.farther = 0  # every group not measured is at least this far away
        self.found: list[Path] = []
        self.next_limit: float = inf

    def measure(self, start: int) -> float:
        """How much it costs at least from groups to the target, up to the group of the start."""
        frontier = [(0, self.target)]
        while frontier:
            price, group = heapq.heappop(frontier)
            if group in self.to_target:
                continue
            self.to_target[group] = self.farther = price
            if group == start:
                return price
            for step, _, behind in self._edges(group):
                if behind not in self.to_target:
                    heapq.heappush(frontier, (price + step, behind))
        return inf

    def follow(self, group: int, price: int, path: Path, visited: set[int], limit: float) -> None:
        """Collects every path to the target from here on whose price is within the limit."""
        if group == self.target:
            self.found.append(path)
            return
        for step, route, behind in self._edges(group):
            at_least = price + step + self.to_target.get(behind, self.farther)
            if at_least > limit:
                self.next_limit = min(self.next_limit, at_least)
            elif behind not in visited and self._fits(path, route):
                self.follow(behind, price + step, (*path, route), visited | {behind}, limit)

    def _edges(self, group: int) -> Iterator[Edge]:
        """The missing stretches that can be built from a group to another one."""
        buildable, group_of = self.game.ground.buildable, self.group_of
        for city in self.groups[group]:
            for price, route, other in self.game.given.routes_at[city]:
                if route in buildable and group_of[other] != group:
                    yield price, route, group_of[other]

    def _fits(self, path: Path, route: int) -> bool:
        """B14 within the path itself: no shared side, no hex with too many tracks."""
        if not path:
            return True
        given, tracks = self.game.given, self.game.ground.tracks
        before = [given.routes[number] for number in path]
        sides = {side for stretch in before for side in stretch.sides}
        if not sides.isdisjoint(given.routes[route].sides):
            return False
        hexes = Counter(hex_ for stretch in before for hex_ in stretch.hexes)
        return all(
            tracks[hex_] + hexes[hex_] < given.book.tracks_per_hex
            for hex_ in given.routes[route].hexes
        )

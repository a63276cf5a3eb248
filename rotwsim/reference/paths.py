"""The Railbot's cheapest path between two cities, with all its ties (S23)."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from math import inf

from rotwsim.reference.game import Game, Path
from rotwsim.reference.network import ANYONE

Edge = tuple[int, int, int]  # price, route, group behind it


def cheapest_paths(game: Game, first: int, second: int) -> list[Path]:
    """All cheapest paths, each as its routes from the first city on; none if there is no path."""
    places = _Places(game)
    start, target = places.group_of[first], places.group_of[second]
    cost = places.spread(target, (), frozenset(), until=start)
    paths = list(places.descend(start, target, cost)) if start in cost else []
    fitting = [path for path in paths if not places.clash(path)]
    return fitting if fitting or not paths else _detours(places, start, target)


def _detours(places: _Places, start: int, target: int) -> list[Path]:
    """The cheapest paths where all cheaper ones exclude themselves.

    A path grows from both its ends, always at the one with fewer possible stretches; the beginning
    that can become the cheapest path grows first, so what is complete first is the cheapest.
    """
    growing = [(0, 0, (), (), start, target, frozenset())]
    found: list[Path] = []
    cheapest = inf
    while growing and growing[0][0] <= cheapest:
        at_least, price, front, back, here, there, left = heapq.heappop(growing)
        if here == there:
            cheapest = at_least
            found.append(front + back)
            continue
        path = front + back
        steps = [list(places.open_edges(end, path, left)) for end in (here, there)]
        forward = len(steps[0]) <= len(steps[1])
        cost = places.spread(there if forward else here, path, left)
        for step, route, behind in steps[0] if forward else steps[1]:
            if behind in cost:
                reached = price + step
                rest = reached + cost[behind]
                if forward:
                    grown = (*front, route), back, behind, there, left | {here}
                else:
                    grown = front, (route, *back), here, behind, left | {there}
                heapq.heappush(growing, (rest, reached, *grown))
    return found


class _Places:
    """The map as a path sees it.

    `group_of` tells for every city the place where existing Links take a path for nothing: with
    `reuse` all cities connected by anyone's Links, with `fresh` the city alone.
    """

    def __init__(self, game: Game):
        self.game = game
        cities = range(len(game.given.in_play))
        if game.given.path_reuses_links:
            self.groups = [sorted(group) for group in game.network.groups(ANYONE)]
        else:
            self.groups = [[city] for city in cities]
        self.group_of = {city: n for n, group in enumerate(self.groups) for city in group}

    def edges(self, group: int) -> Iterator[Edge]:
        """The missing stretches that can be built from a group to another one."""
        buildable, group_of = self.game.ground.buildable, self.group_of
        for city in self.groups[group]:
            for price, route, other in self.game.given.routes_at[city]:
                if route in buildable and group_of[other] != group:
                    yield price, route, group_of[other]

    def open_edges(self, group: int, path: Path, left: frozenset[int]) -> Iterator[Edge]:
        """Those that neither the stretches of a path exclude nor lead to groups left behind."""
        for edge in self.edges(group):
            if edge[2] not in left and not (path and self.clash((*path, edge[1]))):
                yield edge

    def spread(
        self, origin: int, path: Path, left: frozenset[int], until: int | None = None
    ) -> dict[int, int]:
        """What it costs at least from groups to the origin beside a path."""
        cost: dict[int, int] = {}
        frontier = [(0, origin)]
        while frontier:
            price, group = heapq.heappop(frontier)
            if group in cost:
                continue
            cost[group] = price
            if group == until:
                break
            for step, _, behind in self.open_edges(group, path, left):
                if behind not in cost:
                    heapq.heappush(frontier, (price + step, behind))
        return cost

    def descend(self, start: int, target: int, cost: dict[int, int]) -> Iterator[Path]:
        """Every path that costs no more than the cheapest, whether or not it excludes itself."""
        unfinished: list[tuple[int, Path]] = [(start, ())]
        while unfinished:
            group, path = unfinished.pop()
            if group == target:
                yield path
                continue
            for step, route, behind in self.edges(group):
                if cost.get(behind, inf) + step == cost[group]:
                    unfinished.append((behind, (*path, route)))

    def clash(self, path: Path) -> set[int]:
        """Stretches of a path that exclude each other (B14): on one side, or too many in a hex."""
        if len(path) < 2:
            return set()
        given, tracks = self.game.given, self.game.ground.tracks
        on_side: dict[object, set[int]] = {}
        in_hex: dict[object, set[int]] = {}
        for number in path:
            for side in given.routes[number].sides:
                on_side.setdefault(side, set()).add(number)
            for hex_ in given.routes[number].hexes:
                in_hex.setdefault(hex_, set()).add(number)
        for routes in on_side.values():
            if len(routes) > 1:
                return routes
        for hex_, routes in in_hex.items():
            if len(routes) > 1 and tracks[hex_] + len(routes) > given.book.tracks_per_hex:
                return routes
        return set()

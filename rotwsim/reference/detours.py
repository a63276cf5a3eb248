"""Railbot paths where all cheaper ones exclude themselves: an integer programme says what fits.

The rules of track are written down once as they stand: what enters a hex leaves it (B13), a side
carries one track, a hex two (B14), a path visits no group of cities twice (S23). The solver gives
the cheapest path under these rules; each one found is then forbidden to find the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import inf

from rotwsim.reference.game import Game, Stretches
from rotwsim.reference.hexmap import HEADINGS, NOWHERE, HexMap
from rotwsim.reference.track_search import Group, Move, Programme, Spread, free_seas

Steps = tuple[int, ...]
Routes = list[Steps]

FIRST_GROWTH = 4  # of the bound, in money; doubled each time
WITHOUT_BOUND = 1 << 30


def cheapest_paths(
    game: Game, groups: dict, first: int, second: int, most: int
) -> tuple[int, dict[Stretches, Routes]]:
    """Find the least price of a path that fits, and up to `most` sequences at it.

    Only what walks for at most a bound can reach is looked at; a path within the bound is then the
    cheapest of all. Otherwise the bound grows until it holds the whole map.
    """
    near = Nearness(game, groups, groups[first], groups[second])
    for bound in near.bounds():
        price, found = _paths_within(game, groups, near, bound, 1)
        if found:
            return _paths_within(game, groups, near, price, most)
    return 0, {}


def _paths_within(
    game: Game, groups: dict, near: Nearness, bound: int, most: int
) -> tuple[int, dict[Stretches, Routes]]:
    """Find the cheapest price up to a bound, and its sequences one after the other."""
    programme, alone = Programme(game), Alone(game)
    programme.add(near.moves(bound), near.start, near.target)
    for group in set(groups.values()):
        programme.at_most(1, programme.entering[group])  # S23: no group twice
    found: dict[Stretches, Routes] = {}
    while len(found) < most and (used := programme.solve()):
        price = programme.price(used)
        if price > bound:
            break
        walk = programme.follow(used, near.start, near.target)
        if loop := _loop(walk):
            programme.at_most(len(loop) - 1, [programme.number[move] for move in loop])
            continue
        bound = price
        path, routes = _stretches(walk)
        found[path] = routes
        programme.forbid_ends(walk)
        for other in _other_orders(alone, path, price):
            if other not in found and (routes := fit(game, other, price, alone)):
                found[other] = routes
    return bound, found


class Nearness:
    """What a path costs at least that makes a step or crosses a sea."""

    def __init__(self, game: Game, groups: dict, start: Group, target: Group):
        self.game, self.groups, self.start, self.target = game, groups, start, target
        self.there = Spread(game, groups, start)
        self.back = Spread(game, groups, target)
        self.at_least = _through(game.given.hexmap, self.there.cost, self.back.cost)

    def bounds(self) -> Iterator[int]:
        """Give growing bounds, from just above the cheapest walk to the dearest."""
        bound = self.there.group_cost[self.target]
        dearest = max(self.at_least.values(), default=0)
        growth = FIRST_GROWTH
        while bound < dearest:
            bound += growth
            growth *= 2
            yield bound
        yield WITHOUT_BOUND

    def moves(self, bound: int) -> Iterator[Move]:
        """List every step and sea crossing within a bound, with groups of cities as places."""
        steps = {step for step, price in self.at_least.items() if price <= bound}
        for move in _moves(self.game, steps, self.groups, self.groups):
            if move.sea is not None:
                there = self.there.group_cost.get(move.tail, inf)
                if there + move.price + self.back.group_cost.get(move.head, inf) > bound:
                    continue
            yield move


def _through(hexmap: HexMap, there: dict[int, int], back: dict[int, int]) -> dict[int, int]:
    """Add by step the walk that makes it and the one from the other end to the same hex."""
    found = {}
    for step, here in there.items():
        other = hexmap.back[step]
        if other in back:
            terrain = hexmap.terrain[hexmap.hex_of(step)]  # which both walks pay
            found[step] = here + back[other] - hexmap.price[other] - terrain
    return found


def fit(game: Game, path: Stretches, price: int, alone: Alone | None = None) -> Routes:
    """Find one way to build these stretches together for a price; empty if there is none."""
    alone = alone or Alone(game)
    slack = price - sum(alone.price(*stretch) for stretch in path)
    if slack < 0:
        return []
    programme = Programme(game)
    for begin, end in path:
        moves = alone.moves(begin, end, alone.price(begin, end) + slack)
        programme.once_per_hex(programme.add(moves, (begin, end, "begin"), (begin, end, "end")))
    used = programme.solve()
    if used is None or programme.price(used) > price:
        return []
    walks = [programme.follow(used, (*stretch, "begin"), (*stretch, "end")) for stretch in path]
    return [_stretches(walk)[1][0] for walk in walks]


class Alone:
    """What a stretch costs at least, whatever the others of its path take."""

    def __init__(self, game: Game):
        self.game, self.reached = game, {}

    def reach(self, city: int) -> dict[int, int]:
        """Give by step what a walk from a city costs that passes through no other city."""
        if city not in self.reached:
            start = frozenset((city,))
            dead_ends = dict.fromkeys(self.game.given.cities_in_play, frozenset())
            self.reached[city] = Spread(self.game, dead_ends | {city: start}, start).cost
        return self.reached[city]

    def price(self, begin: int, end: int) -> float:
        reach, arrivals = self.reach(begin), self.game.given.hexmap.arrivals[end]
        prices = [reach[step] for step in arrivals if step in reach]
        seas = free_seas(self.game).values()
        prices += [sea.price for sea in seas if set(sea.cities) == {begin, end}]
        return min(prices, default=inf)

    def moves(self, begin: int, end: int, most: float) -> Iterator[Move]:
        """List the moves of one stretch that can be part of a Link for at most a price."""
        prices = _through(self.game.given.hexmap, self.reach(begin), self.reach(end))
        near = {step for step, price in prices.items() if price <= most}
        name = begin, end
        return _moves(self.game, near, {begin: (*name, "begin")}, {end: (*name, "end")}, name)


def _moves(
    game: Game, steps: set[int], left: dict, reached: dict, name: tuple = ()
) -> Iterator[Move]:
    """List these steps and the sea crossings, from places that are left to those reached."""
    hexmap = game.given.hexmap
    for step in sorted(steps):
        goal, price = hexmap.goal[step], hexmap.price[step]
        if goal != NOWHERE and goal not in reached:
            continue
        head, end = (reached[goal], goal) if goal != NOWHERE else ((*name, step), None)
        if (origin := hexmap.origin[step]) in left:
            yield Move(left[origin], head, price, step, begin=origin, end=end)
        for earlier in hexmap.before[step]:
            if earlier in steps:
                yield Move((*name, earlier), head, price, step, end=end)
    for number, sea in free_seas(game).items():
        for begin, end in (sea.cities, sea.cities[::-1]):
            if begin in left and end in reached and left[begin] != reached[end]:
                ends = left[begin], reached[end]
                yield Move(*ends, sea.price, sea=number, begin=begin, end=end)


def _loop(walk: list[Move]) -> list[Move]:
    """Find the moves from a hex back to the same hex within one Link, if there are any."""
    seen: dict[int, int] = {}
    for place, move in enumerate(walk):
        if move.begin is not None:
            seen = {}
        if move.step is None or move.end is not None:
            continue
        hex_ = move.step // HEADINGS
        if hex_ in seen:
            return walk[seen[hex_] + 1 : place + 1]
        seen[hex_] = place
    return []


def _stretches(walk: list[Move]) -> tuple[Stretches, Routes]:
    """Divide a walk into its new Links, each as its two cities and as its steps."""
    path, routes, begin, steps = [], [], None, []
    for move in walk:
        if move.begin is not None:
            begin, steps = move.begin, []
        if move.step is not None:
            steps.append(move.step)
        if move.end is not None:
            path.append((begin, move.end))
            routes.append(tuple(steps))
    return tuple(path), routes


def _other_orders(alone: Alone, path: Stretches, price: int) -> Iterator[Stretches]:
    """Visit the groups between in another order, with the same cities left and reached."""
    stops = frozenset((end, begin) for (_, end), (begin, _) in pairwise(path))
    last = path[-1][1]

    def orders(city: int, left: frozenset, rest: float) -> Iterator[Stretches]:
        if not left and alone.price(city, last) <= rest:
            yield ((city, last),)
        for stop in sorted(left):
            cheaper = rest - alone.price(city, stop[0])
            if cheaper >= 0:
                for onward in orders(stop[1], left - {stop}, cheaper):
                    yield ((city, stop[0]), *onward)

    return (order for order in orders(path[0][0], stops, price) if order != path)

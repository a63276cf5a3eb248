"""Railbot paths where all cheaper ones exclude themselves: an integer programme says what fits.

The rules of track are written down once as they stand: what enters a hex leaves it (B13), a side
carries one track, a hex two (B14), a path visits no group of cities twice (S23). The solver gives
the cheapest path under these rules; each one found is then forbidden to find the next.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import pairwise, permutations

from rotwsim.reference.game import Game, Stretches
from rotwsim.reference.hexmap import HEADINGS, NOWHERE
from rotwsim.reference.programme import Move, Programme

Steps = tuple[int, ...]
Ways = list[Steps]


def cheapest_paths(
    game: Game, groups: dict, start: frozenset[int], target: frozenset[int], most: int
) -> tuple[int, dict[Stretches, Ways]]:
    """The least price of a path that fits on the ground, and up to so many sequences at it."""
    programme = Programme(game)
    programme.add(_moves_between(game, groups), start, target)
    for group in set(groups.values()):
        programme.at_most(1, programme.entering[group])  # S23: no group twice
    found: dict[Stretches, Ways] = {}
    price = None
    while len(found) < most:
        used = programme.solve()
        if used is None or (price is not None and programme.price(used) > price):
            break
        walk = programme.follow(used, start, target)
        if loop := _loop(walk):
            programme.at_most(len(loop) - 1, [programme.number[move] for move in loop])
            continue
        price = programme.price(used)
        path, ways = _stretches(walk)
        found[path] = ways
        programme.forbid_ends(walk)
        for other in _other_orders(path):
            if other not in found and (ways := fit(game, other, price)):
                found[other] = ways
    return price or 0, found


def fit(game: Game, path: Stretches, price: int) -> Ways:
    """One way to build these stretches together for a price; empty if there is none."""
    reach = {city: _reach(game, city) for stretch in path for city in stretch}
    alone = [_price_alone(game, reach[begin], begin, end) for begin, end in path]
    if None in alone or sum(alone) > price:
        return []
    slack = price - sum(alone)
    programme = Programme(game)
    for (begin, end), least in zip(path, alone, strict=True):
        moves = _moves_of(game, reach, begin, end, least + slack)
        numbers = programme.add(moves, (begin, end, "begin"), (begin, end, "end"))
        programme.once_per_hex(numbers)
    used = programme.solve()
    if used is None or programme.price(used) > price:
        return []
    walks = [programme.follow(used, (*stretch, "begin"), (*stretch, "end")) for stretch in path]
    return [_stretches(walk)[1][0] for walk in walks]


def _moves_between(game: Game, groups: dict) -> Iterator[Move]:
    """Every step that is free and every sea route, with groups of cities as places."""
    hexmap, is_free = game.given.hexmap, game.ground.is_free
    for step in hexmap.tile_steps.tolist() + hexmap.city_steps.tolist():
        if not is_free[step]:
            continue
        origin, goal, price = hexmap.origin_list[step], hexmap.goal_list[step], hexmap.price_list
        head = groups[goal] if goal != NOWHERE else step
        end = goal if goal != NOWHERE else None
        if origin != NOWHERE:
            yield Move(groups[origin], head, price[step], step, begin=origin, end=end)
        for earlier in hexmap.before_list[step]:
            if is_free[earlier]:
                yield Move(earlier, head, price[step], step, end=end)
    for number, sea in enumerate(game.given.sea_routes):
        if number not in game.ground.sea_used:
            for begin, end in (sea.cities, sea.cities[::-1]):
                if groups[begin] != groups[end]:
                    ends = groups[begin], groups[end]
                    yield Move(*ends, sea.price, sea=number, begin=begin, end=end)


def _moves_of(
    game: Game, reach: dict[int, dict[int, int]], begin: int, end: int, most: int
) -> Iterator[Move]:
    """The moves of one stretch that can be part of a Link for at most a price."""
    hexmap = game.given.hexmap
    name, price = (begin, end), hexmap.price_list
    there, back_again = reach[begin], reach[end]

    def is_near(step: int) -> bool:
        back = hexmap.back(step)
        if step not in there or back not in back_again:
            return False
        behind = back_again[back] - price[back] - hexmap.terrain[hexmap.hex_of(step)]
        return there[step] + behind <= most

    near = {step for step in there if is_near(step)}
    for step in near:
        goal = hexmap.goal_list[step]
        if goal not in (NOWHERE, end):
            continue
        head = (*name, "end") if goal == end else (*name, step)
        if hexmap.origin_list[step] == begin:
            yield Move((*name, "begin"), head, price[step], step, begin=begin)
        for earlier in hexmap.before_list[step]:
            if earlier in near:
                city = end if goal == end else None
                yield Move((*name, earlier), head, price[step], step, end=city)
    for number, sea in enumerate(game.given.sea_routes):
        if number not in game.ground.sea_used and set(sea.cities) == {begin, end}:
            ends = (*name, "begin"), (*name, "end")
            yield Move(*ends, sea.price, sea=number, begin=begin, end=end)


def _reach(game: Game, city: int) -> dict[int, int]:
    """By step: what a walk from a city costs that passes through no other city."""
    hexmap, is_free = game.given.hexmap, game.ground.is_free
    cost: dict[int, int] = {}
    frontier = [(hexmap.price_list[s], s) for s in hexmap.departures[city] if is_free[s]]
    heapq.heapify(frontier)
    while frontier:
        here, step = heapq.heappop(frontier)
        if step not in cost:
            cost[step] = here
            for later in hexmap.after[step]:
                if is_free[later] and later not in cost:
                    heapq.heappush(frontier, (here + hexmap.price_list[later], later))
    return cost


def _price_alone(game: Game, reach: dict[int, int], begin: int, end: int) -> int | None:
    """What a stretch costs at least, whatever the others take."""
    prices = [reach[step] for step in game.given.hexmap.arrivals[end] if step in reach]
    prices += [
        sea.price
        for number, sea in enumerate(game.given.sea_routes)
        if set(sea.cities) == {begin, end} and number not in game.ground.sea_used
    ]
    return min(prices, default=None)


def _loop(walk: list[Move]) -> list[Move]:
    """The moves from a hex back to the same hex within one Link, if there are any."""
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


def _stretches(walk: list[Move]) -> tuple[Stretches, Ways]:
    """The new Links of a walk, each as its two cities and as its steps."""
    path, ways, begin, steps = [], [], None, []
    for move in walk:
        if move.begin is not None:
            begin, steps = move.begin, []
        if move.step is not None:
            steps.append(move.step)
        if move.end is not None:
            path.append((begin, move.end))
            ways.append(tuple(steps))
    return tuple(path), ways


def _other_orders(path: Stretches) -> Iterator[Stretches]:
    """The same cities left and reached, the groups between visited in another order."""
    stops = [(end, begin) for (_, end), (begin, _) in pairwise(path)]
    for order in permutations(stops):
        cities = [path[0][0], *(city for stop in order for city in stop), path[-1][1]]
        other = tuple(zip(cities[::2], cities[1::2], strict=True))
        if other != path:
            yield other

"""From the listed ways of a board to the tables that tell the kernels what each tile touches."""

from __future__ import annotations

import numpy as np

from rotwsim.core import layout
from rotwsim.core.ways import FAR, LENGTH, PRICE, STEPS
from rotwsim.rules.routes import LISTED_PRICE, SIDES, Pair
from rotwsim.rules.schema import Board

BITS = layout.PAIR_WAYS
ALL = np.uint64(2**64 - 1)
UNREACHABLE = 1 << 20  # money


def fill_pairs(rules, board: Board, pairs: tuple[Pair, ...]) -> None:
    """All pairs of cities, and the lists of as many of them as there is room for."""
    out = {board.city_index(name) for name in board.cities_not_in_play}
    fields = {name: rules[name] for name in ("pair_first", "pair_second", "pair_price")}
    fields |= {name: rules[name] for name in ("pair_tiles", "pair_floor", "pair_of")}
    fields["pair_of"][:] = -1
    for number, pair in enumerate(pairs):
        fields["pair_first"][number], fields["pair_second"][number] = pair.first, pair.second
        fields["pair_price"][number] = pair.price
        fields["pair_tiles"][number] = pair.tiles
        fields["pair_floor"][number] = pair.floor
        if not out & {pair.first, pair.second}:
            fields["pair_of"][pair.first, pair.second] = number
            fields["pair_of"][pair.second, pair.first] = number
    rules.pairs = len(pairs)
    rules.bound = LISTED_PRICE
    _fill_near(rules, len(board.cities), pairs, out)
    _fill_lists(rules, pairs, out)
    cities = len(board.cities)
    rules.city_distance[:cities, :cities] = _distances(cities, pairs)


def _fill_near(rules, cities: int, pairs: tuple[Pair, ...], out: set[int]) -> None:
    """The pairs at each city in play, the cheapest first."""
    at_city: list[list[int]] = [[] for _ in range(cities)]
    for number, pair in enumerate(pairs):
        if not out & {pair.first, pair.second}:
            at_city[pair.first].append(number)
            at_city[pair.second].append(number)
    entry = 0
    for city, numbers in enumerate(at_city):
        rules.near_start[city] = entry
        cheapest_first = sorted(numbers, key=lambda number: pairs[number].price)
        rules.near_pair[entry : entry + len(numbers)] = cheapest_first
        entry += len(numbers)
    rules.near_start[cities] = entry


def _fill_lists(rules, pairs: tuple[Pair, ...], out: set[int]) -> None:
    """Each way is a bit; each side and each hex knows the bits of the ways that it carries."""
    barred, within = rules.barred, rules.within
    way_price, way_tiles = rules.way_price, rules.way_tiles
    way_start, way_step = rules.way_start, rules.way_step
    barred[:] = ALL
    step = listed = 0
    for number, pair in enumerate(pairs[: layout.LISTED]):
        rows = _with_seas(pair)
        steps = sum(0 if row is None else tiles + 1 for _, tiles, row in rows)
        is_far = pair.price > LISTED_PRICE and not pair.seas
        if is_far or step + steps > layout.WAY_STEPS:
            break
        in_play = not out & {pair.first, pair.second}
        rules.first_way[number] = BITS * number if in_play and rows else -1
        rules.first_price[number] = rows[0][0] if in_play and rows else FAR
        rules.pair_ways[number] = len(rows) if in_play else 0
        for place, (price, tiles, row) in enumerate(rows):
            way, bit = BITS * number + place, np.uint64(1) << np.uint64(place)
            way_price[way], way_tiles[way], way_start[way] = price, tiles, step
            within[number, tiles:] |= bit
            if row is None:
                rules.sea_way[rules.seas] = way
                rules.seas += 1
            else:
                way_step[step : step + tiles + 1] = row[STEPS : STEPS + tiles + 1]
                step += tiles + 1
            if in_play:
                barred[number] &= ALL ^ bit
        way_start[BITS * number + len(rows) : BITS * (number + 1) + 1] = step
        listed += 1
    rules.listed = listed
    while not _fill_touches(rules):
        rules.listed -= rules.listed // 4 + 1  # the others are searched for on the hexes
    rules.pair_floor[rules.listed :] = rules.pair_price[rules.listed :]


def _with_seas(pair: Pair) -> list[tuple[int, int, np.ndarray | None]]:
    """Price, tiles and row of each way; across the sea there is no row."""
    rows = [(int(row[PRICE]), int(row[LENGTH]), row) for row in pair.ways]
    rows += [(price, tiles, None) for price, tiles in pair.seas]
    return sorted(rows, key=lambda way: way[:2])


def _fill_touches(rules) -> bool:
    """What each side and each hex touches; False if there is no room for so many lists."""
    start = rules.way_start[: BITS * int(rules.listed) + 1].astype(np.int64)
    steps = rules.way_step[: start[-1]].astype(np.int64)
    way = np.repeat(np.arange(len(start) - 1), np.diff(start))
    # A side has two names, one from each hex; the step into a hex knows its own.
    hex_, walked = np.divmod(steps, SIDES)
    within = rules.hex_city[hex_] < 0
    entry = 0
    by_side = hex_ * SIDES + (walked + 3) % SIDES
    for keys, ways, starts in (
        (_one_name(rules, by_side), way, rules.side_start),
        (hex_[within], way[within], rules.full_start),
    ):
        key = keys * layout.LISTED + ways // BITS
        order = np.argsort(key, kind="stable")
        bits = np.uint64(1) << (ways[order] % BITS).astype(np.uint64)
        unique, first = np.unique(key[order], return_index=True)
        merged = np.bitwise_or.reduceat(bits, first) if len(first) else bits
        if entry + len(unique) > layout.TOUCHES:
            return False
        rules.touch_pair[entry : entry + len(unique)] = unique % layout.LISTED
        rules.touch_bits[entry : entry + len(unique)] = merged
        starts[:] = entry + np.searchsorted(unique // layout.LISTED, np.arange(len(starts)))
        entry += len(unique)
    return True


def _one_name(rules, sides: np.ndarray) -> np.ndarray:
    """Of the two names of each side the smaller."""
    hex_, side = np.divmod(sides, SIDES)
    other = rules.ahead[hex_, side].astype(np.int64) * SIDES + (side + 3) % SIDES
    return np.minimum(sides, np.where(other >= 0, other, sides))


def _distances(cities: int, pairs: tuple[Pair, ...]) -> np.ndarray:
    """The money for the cheapest chain of Links between any two cities."""
    distance = np.full((cities, cities), UNREACHABLE, np.int64)
    np.fill_diagonal(distance, 0)
    for pair in pairs:
        if pair.price < FAR:
            distance[pair.first, pair.second] = distance[pair.second, pair.first] = pair.price
    for between in range(cities):
        distance = np.minimum(distance, distance[:, [between]] + distance[[between], :])
    return distance

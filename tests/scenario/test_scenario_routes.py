"""Every listed route walked hex by hex, and the cheapest ones found again by another search.

The walk shares no code with `routes.py` or `hexes.py`: it uses doubled coordinates, in which the
neighbours of a hex are two columns away in its own row and one column away in the next rows.

Longer than a chapter: all claims are held against one walk over the board.
"""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from rotwsim.core.track.routes import LENGTH, PRICE, STEPS
from rotwsim.scenario.compile.routes import LISTED_PRICE, LISTED_ROUTES, Route, pairs_of
from rotwsim.scenario.hexes import side_key

AROUND = {"E": (2, 0), "NE": (1, -1), "NW": (-1, -1), "W": (-2, 0), "SW": (-1, 1), "SE": (1, 1)}
ROUND = list(AROUND)  # counter-clockwise
PRICES = {".": 2, "r": 3, "w": 3, "M": 4}
RIDGE = 4
LONGEST = 25


class Walk:
    """The board as a walker sees it: what is where, and what lies in between."""

    def __init__(self, board):
        self.letter = {
            (2 * column + row % 2, row): letter
            for row, letters in enumerate(board.rows)
            for column, letter in enumerate(letters)
            if letter != "#"
        }
        self.ridges = set()
        for (row, column), side in board.ridges:
            here = (2 * column + row % 2, row)
            self.ridges.add(frozenset((here, self.behind(here, ROUND[side]))))
        self.city = {(2 * c.column + c.row % 2, c.row): c for c in board.cities}
        self.place = {c.name: place for place, c in self.city.items()}

    @staticmethod
    def behind(place, side):
        return place[0] + AROUND[side][0], place[1] + AROUND[side][1]

    @staticmethod
    def doubled(hex_):
        row, column = hex_
        return 2 * column + row % 2, row

    @staticmethod
    def side_between(place, other):
        step = (other[0] - place[0], other[1] - place[1])
        return next(side for side, found in AROUND.items() if found == step)

    def ridge(self, place, other):
        return RIDGE if frozenset((place, other)) in self.ridges else 0


def turn(first_side, second_side):
    """By how many times 60 degrees a track bends between two steps."""
    apart = abs(ROUND.index(first_side) - ROUND.index(second_side))
    return min(apart, 6 - apart)


def chain_of(walk, board, route):
    first, second = board.cities[route.first], board.cities[route.second]
    tiles = [walk.doubled(hex_) for hex_ in route.hexes]
    return [walk.place[first.name], *tiles, walk.place[second.name]]


def prices_along(walk, chain):
    """What the tiles cost when laid in this order; the last pays for the far city's ridge."""
    tiles = chain[1:-1]
    costs = [
        PRICES[walk.letter[tile]] + walk.ridge(before, tile)
        for before, tile in zip(chain, tiles, strict=False)
    ]
    costs[-1] += walk.ridge(chain[-2], chain[-1])
    return tuple(costs)


@pytest.fixture(scope="module")
def walk(eastern_us):
    return Walk(eastern_us)


@pytest.fixture(scope="module")
def pairs(eastern_us, book):
    return [pair for pair in pairs_of(eastern_us, book) if pair.price <= LISTED_PRICE]


@pytest.fixture(scope="module")
def listed(eastern_us, pairs):
    """All listed routes as routes, by pair, the cheapest first."""
    columns = len(eastern_us.rows[0])
    return [[route_along(pair, row, columns) for row in pair.routes] for pair in pairs]


@pytest.fixture(scope="module")
def chains(walk, eastern_us, listed):
    return [(route, chain_of(walk, eastern_us, route)) for found in listed for route in found]


@pytest.fixture(scope="module")
def by_name(eastern_us, listed):
    found = {}
    for routes in listed:
        for route in routes:
            ends = frozenset(
                (eastern_us.cities[route.first].name, eastern_us.cities[route.second].name)
            )
            found.setdefault(ends, []).append(route)
    return found


def route_along(pair, row, columns):
    steps = [divmod(int(step), 6) for step in row[STEPS : STEPS + row[LENGTH] + 1]]
    sides = [side_key(divmod(hex_, columns), (walked + 3) % 6) for hex_, walked in steps]
    tiles = tuple(divmod(hex_, columns) for hex_, _ in steps[:-1])
    return Route(pair.first, pair.second, len(tiles), int(row[PRICE]), tiles, tuple(sides))


def routes_between(by_name, first, second):
    return by_name[frozenset((first, second))]


@pytest.mark.parametrize("other", ["New York", "Baltimore"])
def test_B10_philadelphia_is_one_tile_for_two_from_new_york_and_from_baltimore(by_name, other):
    cheapest = routes_between(by_name, "Philadelphia", other)[0]
    assert (cheapest.cost, cheapest.tiles) == (2, 1)


def test_B10_baltimore_pittsburgh_costs_20_with_four_tiles_and_18_with_five(by_name):
    found = {
        (route.cost, route.tiles) for route in routes_between(by_name, "Baltimore", "Pittsburgh")
    }
    assert {(20, 4), (18, 5)} <= found
    assert min(cost for cost, tiles in found if tiles <= 4) == 20


def test_B13_chicago_has_four_exits(eastern_us, chains):
    chicago = eastern_us.city_index("Chicago")
    exits = {route.sides[0] for route, _ in chains if route.first == chicago}
    exits |= {route.sides[-1] for route, _ in chains if route.second == chicago}
    assert len(exits) == 4
    assert 6 - len(eastern_us.cities[chicago].closed) == 4


def test_B10_every_route_is_priced_by_terrain_and_ridges_from_both_ends(walk, chains):
    for route, chain in chains:
        assert sum(prices_along(walk, chain)) == sum(prices_along(walk, chain[::-1])) == route.cost


def test_B10_ridges_at_a_citys_side_are_paid(walk, chains):
    at_cities = [
        route
        for route, chain in chains
        if walk.ridge(chain[0], chain[1]) or walk.ridge(chain[-2], chain[-1])
    ]
    assert at_cities, "Knoxville and others lie behind ridges"
    for route in at_cities:
        assert route.cost >= RIDGE + 2 * route.tiles


def test_B10_every_tile_lies_on_a_playable_hex_next_to_the_one_before(walk, chains):
    for _, chain in chains:
        assert all(tile in walk.letter for tile in chain)
        for place, other in pairwise(chain):
            assert (other[0] - place[0], other[1] - place[1]) in AROUND.values()


def test_B11_no_route_is_longer_than_five_build_actions_with_perfect_engineering(chains, book):
    assert book.longest_link == LONGEST
    for route, chain in chains:
        assert 1 <= route.tiles == len(chain) - 2 <= LONGEST


def test_B12_a_route_never_passes_through_a_city(walk, chains):
    for _, chain in chains:
        assert chain[0] in walk.city and chain[-1] in walk.city
        assert not any(tile in walk.city for tile in chain[1:-1])


def test_B13_tiles_turn_by_at_most_60_degrees(walk, chains):
    for _, chain in chains:
        steps = [walk.side_between(place, other) for place, other in pairwise(chain)]
        assert all(turn(first, second) <= 1 for first, second in pairwise(steps))


def test_B13_cities_are_left_and_entered_through_open_sides(walk, chains):
    for _, chain in chains:
        assert walk.side_between(chain[0], chain[1]) not in walk.city[chain[0]].closed
        assert walk.side_between(chain[-1], chain[-2]) not in walk.city[chain[-1]].closed


def test_B14_a_route_uses_each_hex_and_each_side_once(walk, chains):
    for route, chain in chains:
        assert len(set(chain)) == len(chain)
        assert len(set(route.sides)) == len(route.sides) == len(chain) - 1
        for ((row, column), side), (place, other) in zip(route.sides, pairwise(chain), strict=True):
            here = walk.doubled((row, column))
            assert {here, walk.behind(here, ROUND[side])} == {place, other}


def test_B14_one_side_has_one_name_in_all_routes(walk, chains):
    names = {}
    for route, _ in chains:
        for (row, column), side in route.sides:
            here = walk.doubled((row, column))
            between = frozenset((here, walk.behind(here, ROUND[side])))
            assert names.setdefault(between, ((row, column), side)) == ((row, column), side)


def test_B16_routes_of_a_pair_are_different_chains_the_cheapest_first(by_name):
    for found in by_name.values():
        assert 1 <= len(found) <= LISTED_ROUTES
        assert len({(route.hexes, route.sides) for route in found}) == len(found)
        costs = [(route.cost, route.tiles) for route in found]
        assert costs == sorted(costs)


def test_S23_a_list_holds_all_routes_below_the_price_it_is_proven_to(walk, eastern_us, pairs):
    """Counted by a walk of its own, for pairs close enough that the walk is short."""
    for pair in pairs:
        if pair.price <= 6:
            first, second = (eastern_us.cities[city].name for city in (pair.first, pair.second))
            below = sum(1 for _ in cheap_chains(walk, first, second, pair.floor - 1))
            assert below == sum(1 for row in pair.routes if row[PRICE] < pair.floor)


def cheap_chains(walk, first, second, limit):
    """All chains between two cities up to a price."""
    stack = [((walk.place[first],), None, 0)]
    while stack:
        chain, side, spent = stack.pop()
        here = chain[-1]
        for onward in AROUND:
            there = walk.behind(here, onward)
            if there not in walk.letter or (side and turn(side, onward) > 1) or there in chain:
                continue
            if here in walk.city and onward in walk.city[here].closed:
                continue
            price = spent + PRICES.get(walk.letter[there], 0) + walk.ridge(here, there)
            if price > limit or (here in walk.city and there in walk.city):
                continue
            if there == walk.place[second]:
                if walk.side_between(there, here) not in walk.city[there].closed:
                    yield price
            elif there not in walk.city:
                stack.append(((*chain, there), onward, price))


@pytest.mark.slow
def test_B13_the_same_pairs_and_prices_are_found_by_another_search(
    walk, eastern_us, eastern_routes
):
    """Dijkstra over (tiles laid, hex, direction), from every city to all others."""
    by_name = {}
    for route in eastern_routes:
        ends = [eastern_us.cities[city].name for city in (route.first, route.second)]
        by_name[frozenset(ends)] = route.cost
    names = [city.name for city in eastern_us.cities]
    costs = cheapest_costs(walk, names)
    for row, first in enumerate(names):
        for column, second in enumerate(names):
            if first != second:
                found = by_name.get(frozenset((first, second)), np.inf)
                assert found == costs[row, column], (first, second)


def cheapest_costs(walk, names):
    """By two cities: the price of the cheapest Link, tile by tile up to the longest one."""
    number = {}  # of a hex and the direction in which it is entered, or of a city
    tails, heads, prices = [], [], []
    for tail, head, price in steps_of_track(walk):
        tails.append(number.setdefault(tail, len(number)))
        heads.append(number.setdefault(head, len(number)))
        prices.append(price)
    tails, heads, size = np.array(tails), np.array(heads), len(number)
    layers = size * np.arange(LONGEST + 1)[:, None]  # by tiles laid; a step leads to the next one
    edges = (
        np.tile(prices, LONGEST + 1),
        ((layers + tails).ravel(), (layers + size + heads).ravel()),
    )
    graph = csr_array(edges, shape=(size * (LONGEST + 2),) * 2)
    costs = dijkstra(graph, indices=[number["from", name] for name in names])
    arrived = layers.T + size + np.array([number["to", name] for name in names])[:, None]
    return costs[:, arrived].min(axis=2)


def steps_of_track(walk):
    """Every step from a city to a tile, from tile to tile and from a tile into a city."""
    for place, city in walk.city.items():
        for side in AROUND:
            tile = walk.behind(place, side)
            if side not in city.closed and walk.letter.get(tile, "C") != "C":
                price = PRICES[walk.letter[tile]] + walk.ridge(place, tile)
                yield ("from", city.name), (tile, side), price
    for tile, letter in walk.letter.items():
        for side, onward in product(AROUND, AROUND):
            ahead = walk.behind(tile, onward)
            if letter == "C" or turn(side, onward) > 1 or ahead not in walk.letter:
                continue
            if ahead not in walk.city:
                price = PRICES[walk.letter[ahead]] + walk.ridge(tile, ahead)
                yield (tile, side), (ahead, onward), price
            elif ROUND[(ROUND.index(onward) + 3) % 6] not in walk.city[ahead].closed:
                yield (tile, side), ("to", walk.city[ahead].name), walk.ridge(tile, ahead)

"""Track on small random maps: prices, offers and Railbot paths agree with listing everything."""

import random
from collections import Counter, defaultdict
from itertools import pairwise

import pytest

from rotwsim.core.state.codes import RAILBOT, SOLO
from rotwsim.reference.building import build_railbot_link
from rotwsim.reference.game import Track
from rotwsim.reference.hexmap import tiles_of
from rotwsim.reference.link_offers import (
    CONTINUED,
    NEVER,
    Layers,
    entered_twice,
    offers_at,
    search_from,
)
from rotwsim.reference.railbot_paths import cheapest_paths
from rotwsim.scenario.hexes import SIDES, neighbour, opposite, side_key

from .builder import game_on, map_board, me

PRICE = {".": 2, "r": 3, "w": 3, "M": 4}
RIDGE = 4
LONGEST = 25


class Listed:
    """Every Link of a board by brute force, in plain geometry; track lies where a test put it."""

    def __init__(self, board):
        self.board = board
        self.city_at = {city.hex: number for number, city in enumerate(board.cities)}
        self.tracks, self.used = Counter(), set()

    def is_open(self, city, side):
        return SIDES[side] not in self.board.cities[city].closed

    def links(self, begin):
        """Price, chain of (hex, entered, left) and end of every Link that may be built now."""
        city = self.board.cities[begin].hex
        for side in range(6):
            if self.is_open(begin, side) and side_key(city, side) not in self.used:
                yield from self.grow(begin, city, side, ())

    def grow(self, begin, hex_, heading, chain):
        here = neighbour(hex_, heading)
        if self.board.terrain(here) in "C#" or self.tracks[here] >= 2:
            return
        if here in {laid for laid, _, _ in chain}:
            return
        for turn in (-1, 0, 1):
            left = (heading + turn) % 6
            if side_key(here, left) in self.used:
                continue
            longer = (*chain, (here, opposite(heading), left))
            end = self.city_at.get(neighbour(here, left))
            if end is None:
                yield from self.grow(begin, here, left, longer)
            elif end != begin and self.is_open(end, opposite(left)):
                yield self.price(longer), longer, end

    def price(self, chain):
        sides = {side_key(hex_, side) for hex_, *pair in chain for side in pair}
        terrain = sum(PRICE[self.board.terrain(hex_)] for hex_, _, _ in chain)
        return terrain + RIDGE * len(sides & self.board.ridges)

    def lay(self, chain, sign=1):
        for hex_, *pair in chain:
            self.tracks[hex_] += sign
            sides = {side_key(hex_, side) for side in pair}
            self.used = self.used | sides if sign == 1 else self.used - sides

    def prices(self, begin, limits):
        found = defaultdict(lambda: [NEVER] * len(limits))
        for price, chain, end in self.links(begin):
            for place, limit in enumerate(limits):
                if len(chain) <= limit:
                    found[end][place] = min(found[end][place], price)
        return dict(found)

    def paths(self, groups, first, second):
        """All cheapest sequences of stretches, by trying every route on the ground."""
        best: dict[int, set] = defaultdict(set)
        self.bound = NEVER
        self.walk(groups, groups[first], groups[second], frozenset(), 0, (), best)
        return (min(best), best[min(best)]) if best else (0, set())

    def walk(self, groups, here, target, left, price, path, best):
        if here == target:
            self.bound = min(self.bound, price)
            best[price].add(path)
            return
        for begin in sorted(here):
            for step, chain, end in list(self.links(begin)):
                group = groups[end]
                if group == here or group in left or price + step > self.bound:
                    continue
                self.lay(chain)
                stretch = (begin, end)
                self.walk(
                    groups, group, target, left | {here}, price + step, (*path, stretch), best
                )
                self.lay(chain, -1)


def random_game(dice, rows, columns, cities, letters="....rwM#", most_closed=3, **options):
    """A map with some terrain, ridges, closed sides, and a few Links that lie already."""
    drawn = [[dice.choice(letters) for _ in range(columns)] for _ in range(rows)]
    places = dice.sample([(r, c) for r in range(rows) for c in range(columns)], cities)
    for row, column in places:
        drawn[row][column] = "C"
    ridges = [
        ((r, c), dice.choice(SIDES))
        for r in range(rows)
        for c in range(columns)
        if dice.random() < 0.2
    ]
    closed = {
        city: tuple(dice.sample(SIDES, dice.randint(0, most_closed))) for city in range(cities)
    }
    board = map_board(*map("".join, drawn), ridges=ridges, closed=closed)
    game, listed = game_on(board, **options), Listed(board)
    for _ in range(dice.randint(0, 4)):
        links = [
            (begin, end, chain) for begin in range(cities) for _, chain, end in listed.links(begin)
        ]
        if links:
            begin, end, chain = dice.choice(links)
            listed.lay(chain)
            for (row, column), entered, left in chain:
                game.ground.lay((row * columns + column, entered, left))
            if dice.random() < 0.5:  # the others are open track of somebody: they only block
                game.network.add(dice.choice((SOLO, RAILBOT)), begin, end)
    return game, listed


@pytest.mark.parametrize("seed", range(12))
def test_B10_to_B14_the_cheapest_links_are_those_of_listing_every_chain(seed):
    dice = random.Random(seed)
    for _ in range(10):
        game, listed = random_game(dice, 4, 5, 4)
        limits = [2, 4, 8, LONGEST]
        for begin in range(4):
            search = search_from(game, Track(begin))
            assert search.prices(limits) == listed.prices(begin, limits)
            for end, (*_, price) in search.prices(limits).items():
                found, steps = search.chain(end, LONGEST)
                chain = [
                    (divmod(hex_, 5), entered, left) for hex_, entered, left in tiles_of(steps)
                ]
                assert price == found == listed.price(chain)
                assert len({hex_ for hex_, _, _ in chain}) == len(chain)


@pytest.mark.parametrize("seed", range(6))
def test_B11_offers_fall_in_price_with_the_number_of_builds(seed):
    dice = random.Random(seed)
    game, listed = random_game(dice, 4, 5, 4, settings={"tiles_per_build": 2})
    for begin in range(4):
        limits = [min(2 * build, LONGEST) for build in range(1, 14)]
        expected = set()
        for end, prices in listed.prices(begin, limits).items():
            falling = list(pairwise([NEVER, *prices]))
            expected |= {
                (begin, end, build, price, 0, 0)
                for build, (before, price) in enumerate(falling, 1)
                if price < before and end > begin
            }
        offers = offers_at(game, me(game), begin)
        assert set(offers) == expected and len(offers) == len(expected)


@pytest.mark.parametrize("seed", range(12))
def test_B15_open_track_goes_on_by_every_legal_route_and_no_other(seed):
    dice = random.Random(seed)
    for _ in range(12):
        game, listed = random_game(dice, 4, 5, 4, settings={"tiles_per_build": 2})
        begin = dice.randrange(4)
        longer = [chain for _, chain, _ in listed.links(begin) if len(chain) > 1]
        if not longer:
            continue
        chain = dice.choice(longer)
        laid = chain[: dice.randint(1, len(chain) - 1)]
        me(game).open_track = Track(begin, [(5 * r + c, *sides) for (r, c), *sides in laid])
        expected = {}
        for price, other, end in listed.links(begin):
            if other[: len(laid)] == laid:
                build = -(-(len(other) - len(laid)) // 2)
                rest = price - open_price(listed, laid)
                expected.setdefault(end, {}).setdefault(build, set()).add(rest)
        for tile in me(game).open_track.chain:
            game.ground.lay(tile)
        assert offers_at(game, me(game), CONTINUED) == falling_offers(begin, expected)


def open_price(listed, laid):
    """The tiles of open track so far: the side it leaves through is crossed by the next one."""
    entered = {side_key(hex_, side) for hex_, side, _ in laid}
    terrain = sum(PRICE[listed.board.terrain(hex_)] for hex_, _, _ in laid)
    return terrain + RIDGE * len(entered & listed.board.ridges)


def falling_offers(begin, prices):
    offers = []
    for end, by_build in sorted(prices.items()):
        lowest = NEVER
        for build, found in sorted(by_build.items()):
            if min(found) < lowest:
                lowest = min(found)
                offers.append((begin, end, build, lowest, 0, 0))
    return offers


def test_B14_a_link_does_not_cross_itself_where_the_cheapest_walk_would():
    """The cities touch and the south is narrow: a walk turns round in a loop through one hex."""
    board = map_board(".####", "..#C.", "....C", "...M.", ".#.#.")
    game, listed = game_on(board), Listed(board)
    for begin, end in ((0, 1), (1, 0)):
        search = search_from(game, Track(begin))
        walked, steps = Layers(search, LONGEST).walk_to(end)
        price, chain = search.chain(end, LONGEST)
        assert entered_twice(steps) is not None and entered_twice(chain) is None
        assert (walked, price) == (18, 20)
        assert search.prices([LONGEST]) == listed.prices(begin, [LONGEST]) == {end: [20]}


@pytest.mark.slow
def test_B14_no_link_where_every_walk_crosses_itself():
    dice, refused = random.Random(14), 0
    for _ in range(150):
        game, listed = random_game(dice, 4, 5, 3, letters=".....#", most_closed=5)
        for begin in range(3):
            search = search_from(game, Track(begin))
            for end in {0, 1, 2} - {begin}:
                _, steps = Layers(search, LONGEST).walk_to(end)
                if entered_twice(steps) is not None:
                    refused += 1
                    assert search.chain(end, LONGEST) == (NEVER, ())
                    assert end not in listed.prices(begin, [LONGEST])
    assert refused > 3


@pytest.mark.parametrize("choice", ["reuse", "fresh"])
@pytest.mark.parametrize("seed", range(30))
def test_S23_B14_the_railbots_paths_are_those_of_trying_every_route(choice, seed):
    dice = random.Random(seed)
    for _ in range(6):
        game, listed = random_game(dice, 3, 5, 4, rulings={"railbot_path": choice})
        groups = {city: frozenset((city,)) for city in range(4)}
        if choice == "reuse":
            groups = {c: frozenset(g) for g in game.network.groups(None) for c in g}
        for first, second in ((0, 3), (2, 1)):
            if groups[first] == groups[second]:
                continue
            price, paths = listed.paths(groups, first, second)
            found = cheapest_paths(game, first, second)
            assert (found.price, set(found.paths)) == (price, paths)
            for routes in found.paths.values():
                chains = [[(divmod(h, 5), a, b) for h, a, b in tiles_of(route)] for route in routes]
                assert sum(map(listed.price, chains)) == price
            if paths:
                path = dice.choice(sorted(paths))
                for (begin, end), steps in zip(path, found.paths[path], strict=True):
                    build_railbot_link(game, me(game), begin, end, steps)
                break

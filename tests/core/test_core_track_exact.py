"""Offers and Railbot paths against brute force, on random small boards (B10 to B16, S22, S23)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.play.setup import set_up_board
from rotwsim.core.state import layout
from rotwsim.core.state.log import no_log
from rotwsim.core.track.found_routes import price_of, route_now, step_at, steps_of
from rotwsim.core.track.links import OFFER, OFFERS, complete_link, list_offers, price_around
from rotwsim.core.track.railbot_paths import find_cheapest_paths
from rotwsim.core.track.routes import FAR
from rotwsim.core.track.tiles import lay_link
from rotwsim.runner.play import rules_of
from rotwsim.scenario.hexes import SIDES, side_key
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError, SeaRoute

from .boards import map_board
from .brute_track import ROUND, BruteTrack, behind, offers, paths

QUICK, BOARDS = 4, 30
SEEDS = [
    *range(QUICK),
    *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(QUICK, BOARDS)),
]
NAMES = "ABCDEFG"


@kernel
def paths_between(states, rules, first, second, found, lengths):
    return find_cheapest_paths(states[0], rules[0], first, second, found, lengths)


@kernel
def found_price(states, rules, pair, steps):
    """The price of the cheapest route of a pair and, in `steps`, the route itself."""
    route = route_now(states[0], rules[0], pair)
    if route < 0:
        return FAR
    for place in range(steps_of(states[0], rules[0], route)):
        steps[place] = step_at(states[0], rules[0], route, place)
    return price_of(states[0], rules[0], route)


@kernel
def prices_around(states, rules, first, second, prices):
    """The cheapest price by tiles, no hex watched from the beginning."""
    price_around(states[0], rules[0], first, second, np.empty(0, np.int64), prices)


def random_board(random: Random, rows: int, columns: int, cities: int):
    """A small map with ridges, closed sides, gaps, now and then a sea route."""
    while True:
        letters = [random.choices(".rM#", (6, 2, 2, 2), k=columns) for _ in range(rows)]
        places = random.sample([(r, c) for r in range(rows) for c in range(columns)], cities)
        for row, column in places:
            letters[row][column] = "C"
        board = map_board(
            *("".join(row) for row in letters),
            ridges=[
                side_key((row, column), side)
                for row in range(rows)
                for column in range(columns)
                for side in range(6)
                if random.random() < 0.05
            ],
            **{name: "red" for name in NAMES[:cities]},
        )
        closed = [tuple(s for s in SIDES if random.random() < 0.2) for _ in range(cities)]
        board = replace(
            board,
            cities=tuple(
                replace(city, closed=shut) for city, shut in zip(board.cities, closed, strict=True)
            ),
        )
        if random.random() < 0.3:
            board = replace(
                board, sea_routes=(SeaRoute(tuple(random.sample(NAMES[:cities], 2)), 9, 3),)
            )
        try:
            return board, rules_of(Scenario.of(board, player="passive"))
        except DataError:
            continue


def filled(random: Random, board, rules, links: int):
    """A position with some Links on random chains, in core and by brute force."""
    states = np.zeros(1, layout.STATE)
    set_up_board(states[0], rules[0])
    track = BruteTrack(board)
    for _ in range(links):
        first, second = random.sample(range(len(board.cities)), 2)
        found = [chain for _, chain in track.chains(first, second, most=8)]
        if found:
            chain = random.choice(found)
            track.lay(chain)
            steps = [
                track.number(there) * 6 + ROUND.index(side)
                for here, there in pairwise(chain)
                for side in ROUND
                if behind(here, side) == there
            ]
            lay_link(states[0], rules[0], np.array(steps), 0, len(steps))
            complete_link(states[0], rules[0], first, second, 7, len(steps) - 1, 0, no_log())
    track.forget()
    return states, track


@pytest.mark.parametrize("seed", SEEDS)
def test_B15_every_offer_is_the_cheapest_link_for_its_build_actions(seed):
    random = Random(seed)
    board, rules = random_board(random, 5, 6, 4)
    states, track = filled(random, board, rules, random.randrange(4))
    for limit in (2, 4, 5):
        found = set()
        rows = np.zeros((OFFERS, OFFER), np.int64)
        for city in range(len(board.cities)):
            count = list_offers(states[0], rules[0], city, limit, rows)
            found |= {tuple(row) for row in rows[:count].tolist()}
        assert found == offers(track, len(board.cities), limit)


@pytest.mark.parametrize("ruling", ["reuse", "fresh"])
@pytest.mark.parametrize("seed", SEEDS)
def test_S23_the_railbots_paths_are_all_the_cheapest_ones(seed, ruling):
    random = Random(1000 + seed)
    board, rules = random_board(random, 4, 5, random.choice((4, 5)))
    rules[0].path_fresh = ruling == "fresh"
    states, track = filled(random, board, rules, random.randrange(3))
    cities = range(len(board.cities))
    nodes = [city if ruling == "fresh" else int(states[0].group[city]) for city in cities]
    for first in cities:
        for second in cities:
            if states[0].group[first] == states[0].group[second]:
                continue
            rows = np.zeros((layout.PATHS, 2 * layout.STRETCHES), np.int16)
            lengths = np.zeros(layout.PATHS, np.int64)
            count = paths_between(states, rules, first, second, rows, lengths)
            found = {tuple(rows[n, : 2 * lengths[n]].tolist()) for n in range(count)}
            _, expected = paths(track, nodes, first, second)
            assert found == expected
    assert states[0].unproven_paths == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_B10_where_the_list_of_a_pair_ran_out_its_cheapest_link_is_found_on_the_hexes(seed):
    random = Random(2000 + seed)
    board, rules = random_board(random, 6, 7, 5)
    states, track = filled(random, board, rules, random.randrange(6))
    track.seas = {}
    listed = int(rules[0].listed)
    rules[0].pair_floor[:listed] = 0  # as if nothing on the lists were known to be the cheapest
    states[0].route[:listed], states[0].route_price[:listed] = -1, FAR
    for pair in range(listed):
        first, second = int(rules[0].pair_first[pair]), int(rules[0].pair_second[pair])
        if track.touch(first, second):  # joined by a sea route only (B12)
            continue
        steps = np.full(layout.TILES + 1, -1)
        price = found_price(states, rules, pair, steps)
        cheapest = track.link_price(first, second)
        assert price == (cheapest if cheapest <= rules[0].bound else FAR)
        crossed = [step // 6 for step in steps if step >= 0]
        assert len(crossed) == len(set(crossed)), "a Link crosses no hex twice"
        assert price == FAR or crossed[-1] == rules[0].city_hex[second]
    assert states[0].searches_cut == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_B14_routes_around_any_number_of_crossings_are_the_cheapest(seed):
    random = Random(3000 + seed)
    board, rules = random_board(random, 6, 7, 5)
    states, track = filled(random, board, rules, random.randrange(2, 8))
    track.seas = {}
    for first in range(5):
        for second in range(5):
            if first == second or track.touch(first, second):
                continue
            prices = np.full(layout.TILES + 1, FAR)
            prices_around(states, rules, first, second, prices)
            cheapest = [track.link_price(first, second, n) for n in range(1, prices.size)]
            assert prices[1:].tolist() == [min(price, FAR) for price in cheapest]
    assert states[0].searches_cut == 0

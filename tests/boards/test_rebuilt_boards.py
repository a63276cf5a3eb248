"""The rebuilt boards: what is known of each map holds, and each can be played."""

from __future__ import annotations

from collections import Counter

import pytest

from rotwsim.runner.play import rules_of
from rotwsim.scenario import hexes
from rotwsim.scenario.board_file import load_board, load_rulebook
from rotwsim.scenario.compile.routes import LISTED_PRICE, pairs_of, routes_of
from rotwsim.scenario.provenance import is_unseen, ranges_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import COLOURS, Board

CITIES = {
    "eastern-us-rebuilt": 52,
    "europe": 44,
    "great-britain": 38,
    "mexico": 35,
    "portugal": 28,
    "sweden": 33,
    "western-us": 49,
}
CUBES_PER_CITY = 110 / 52  # Eastern US
TILES_OF_A_TURN = 12  # three Build actions


@pytest.fixture(scope="module")
def boards() -> dict[str, Board]:
    return {name: load_board(name) for name in CITIES}


def links(board: Board) -> dict[frozenset[str], int]:
    """The cheapest cost of one Link between two cities."""
    found: dict[frozenset[str], int] = {}
    for route in routes_of(board, load_rulebook()):
        ends = frozenset((board.cities[route.first].name, board.cities[route.second].name))
        found[ends] = min(route.cost, found.get(ends, route.cost))
    return found


def link(board: Board, first: str, second: str) -> int | None:
    return links(board).get(frozenset((first, second)))


def playable(board: Board) -> int:
    return sum(letter != hexes.UNPLAYABLE for row in board.rows for letter in row)


def operations(board: Board, kind: str | None = None) -> int:
    return sum(card.count for card in board.operations if kind in (None, card.kind))


def cards_naming(board: Board, kind: str) -> set[str]:
    return {card.city for card in board.operations if card.kind == kind}


@pytest.mark.parametrize("name", CITIES)
def test_board_has_its_number_of_cities_two_apart(boards, name):
    places = [city.hex for city in boards[name].cities]
    assert len(places) == CITIES[name]
    pairs = [(a, b) for place, a in enumerate(places) for b in places[:place]]
    assert min(hexes.distance(a, b) for a, b in pairs) >= 2


@pytest.mark.parametrize("name", CITIES)
def test_every_pair_within_the_price_has_its_list_of_routes(boards, name):
    rules = rules_of(Scenario.of(boards[name], player="passive"))[0]
    cheap = [pair for pair in pairs_of(boards[name], load_rulebook()) if pair.price <= LISTED_PRICE]
    assert rules.listed >= len(cheap)


@pytest.mark.slow
@pytest.mark.parametrize("name", CITIES)
def test_links_reach_every_city(boards, name):
    board = boards[name]
    near: dict[str, set[str]] = {}
    for first, second in map(tuple, links(board)):
        near.setdefault(first, set()).add(second)
        near.setdefault(second, set()).add(first)
    reached, queue = {board.cities[0].name}, [board.cities[0].name]
    while queue:
        new = near[queue.pop()] - reached
        reached |= new
        queue += new
    assert reached == {city.name for city in board.cities}


@pytest.mark.parametrize("name", CITIES)
def test_every_colour_has_two_cities_or_new_cities(boards, name):
    printed = Counter(city.colour for city in boards[name].cities)
    tiles = dict(zip(COLOURS, load_rulebook().new_city_tiles, strict=True))
    for colour in COLOURS:
        assert printed[colour] >= 2 or (printed[colour] == 0 and tiles[colour] >= 2)


@pytest.mark.parametrize("name", CITIES)
def test_cubes_keep_the_proportion_of_eastern_us(boards, name):
    cubes = sum(city.cubes for city in boards[name].cities)
    assert cubes / CITIES[name] == pytest.approx(CUBES_PER_CITY, rel=0.05)


@pytest.mark.parametrize("name", CITIES)
def test_railbot_cards_cover_the_map_and_carry_their_icons(boards, name):
    cards = boards[name].railbot_cards
    named = {city for card in cards for city in card.cities}
    assert Counter(card.slot for card in cards) == {"left": 8, "middle": 3, "right": 3}
    assert sum(card.major_line for card in cards) == sum(card.baron for card in cards) == 4
    assert len(named) >= min(CITIES[name], 50)


@pytest.mark.parametrize("name", CITIES)
def test_solo_figures_are_inferred_within_their_ranges(boards, name):
    board, known = boards[name], load_board("eastern-us")
    assert board.base_exhaust == known.base_exhaust
    span = ranges_of(board)["solo.empty_city_trigger"]
    assert span.low < board.empty_city_trigger < span.high < CITIES[name]
    assert not board.cities_not_in_play and not board.lines_not_in_play


@pytest.mark.parametrize("name", CITIES)
def test_nothing_rebuilt_passes_for_printed(boards, name):
    own = [figure for figure in boards[name].provenance if figure.file.startswith("boards/")]
    assert own and {figure.origin for figure in own} <= {"assumed", "inferred", "reported"}
    seen = [f for f in own if f.key.startswith(("map", "solo")) and not is_unseen(f)]
    assert not seen


def test_sizes_fit_the_real_maps(boards):
    size = {name: playable(board) for name, board in boards.items()}
    eastern_us = playable(load_board("eastern-us"))
    assert size["europe"] < 0.7 * eastern_us  # reported: a board of two thirds
    assert size["great-britain"] < eastern_us / 2 and size["mexico"] < eastern_us / 2
    assert size["portugal"] == min(size.values())
    assert CITIES["portugal"] == min(CITIES.values())


@pytest.mark.slow
def test_routes_cost_about_what_they_cost_on_the_printed_board(boards):
    def median(board: Board) -> float:
        routes = routes_of(board, load_rulebook())
        costs = sorted(route.cost for route in routes if route.tiles <= TILES_OF_A_TURN)
        return costs[len(costs) // 2]

    printed = median(load_board("eastern-us"))
    assert median(boards["eastern-us-rebuilt"]) == pytest.approx(printed, rel=0.1)
    for board in boards.values():
        assert median(board) == pytest.approx(printed, rel=0.3)


def test_sweden_holds_what_the_solo_rulebook_shows(boards):
    sweden = boards["sweden"]
    colour = {city.name: city.colour for city in sweden.cities}
    assert {"Stockholm", "Norrköping", "Kalmar", "Alvesta", "Malmö"} <= colour.keys()
    assert colour["Malmö"] == "black"
    triples = {card.cities for card in sweden.railbot_cards}
    assert {("Stockholm", "Norrköping", "Kalmar"), ("Kalmar", "Alvesta", "Malmö")} <= triples


def test_S22_kalmar_alvesta_is_one_link_and_alvesta_malmö_can_be_two(boards):
    sweden = boards["sweden"]
    direct = link(sweden, "Kalmar", "Alvesta")
    routes = links(sweden)
    through = [
        routes[frozenset(("Kalmar", city.name))] + routes[frozenset((city.name, "Alvesta"))]
        for city in sweden.cities
        if frozenset(("Kalmar", city.name)) in routes
        and frozenset((city.name, "Alvesta")) in routes
    ]
    assert direct is not None and direct < min(through)  # so the Railbot builds one Link
    assert link(sweden, "Alvesta", "Hässleholm") and link(sweden, "Hässleholm", "Malmö")


def test_europe_holds_the_known_cities_lines_and_cards(boards):
    europe = boards["europe"]
    western = {"Lisbon", "Madrid", "Paris", "Marseilles", "Amsterdam", "Milan"}
    eastern = {"Berlin", "Vienna", "Rome", "Naples", "Moscow", "Constantinople"}
    assert western | eastern <= {city.name for city in europe.cities}
    assert {line.name for line in europe.lines} == {
        "Amsterdam-Marseilles",
        "Madrid-Milan",
        "Berlin-Rome",
        "Paris-Constantinople",
        "Moscow-Vienna",
    }
    bounties = {"Marseilles", "Naples", "Lisbon", "Constantinople", "Moscow"}
    assert bounties <= cards_naming(europe, "bounty")
    assert "Milan" in cards_naming(europe, "hotel")


def test_portugal_has_islands_by_sea_no_black_city_and_lines_with_stops(boards):
    portugal = boards["portugal"]
    islands = {"Funchal", "Ponta Delgada", "Angra do Heroísmo", "Horta"}
    assert islands <= {name for route in portugal.sea_routes for name in route.cities}
    assert all(route.price > 0 for route in portugal.sea_routes)
    assert "black" not in {city.colour for city in portugal.cities}
    assert all(len(line.cities) > 2 for line in portugal.lines)
    assert operations(portugal) == 34


def test_great_britain_has_27_operations_cards(boards):
    assert operations(boards["great-britain"]) == 27


def test_western_us_has_the_coast_cities_that_are_reported(boards):
    names = {city.name for city in boards["western-us"].cities}
    coast = {"Tacoma", "Portland", "Eureka", "San Francisco", "Los Angeles", "San Diego"}
    assert coast <= names and "Seattle" not in names
    said = [
        f
        for f in boards["western-us"].provenance
        if f.key.startswith("cities") and not is_unseen(f)
    ]
    assert len(said) == len(coast) and {f.origin for f in said} == {"reported"}


def test_mexico_is_mostly_hills_and_shortest_around_mexico_city(boards):
    mexico = boards["mexico"]
    letters = Counter("".join(mexico.rows))
    assert letters[hexes.MOUNTAIN] > playable(mexico) / 2
    hex_of = {city.name: city.hex for city in mexico.cities}
    around = {
        name: sum(0 < hexes.distance(place, other) <= 3 for other in hex_of.values())
        for name, place in hex_of.items()
    }
    densest = max(around, key=around.get)
    assert hexes.distance(hex_of[densest], hex_of["Mexico City"]) <= 3


@pytest.mark.parametrize("name", CITIES)
def test_bounties_and_hotels_lie_in_cities_that_accept_cubes(boards, name):
    board = boards[name]
    coloured = {city.name for city in board.cities if city.colour != "grey"}
    assert cards_naming(board, "bounty") | cards_naming(board, "hotel") <= coloured
    assert 2 <= operations(board, "bounty") <= 16

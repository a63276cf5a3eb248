"""From a scenario to the one RULES record that the kernels read."""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace

import numpy as np

from rotwsim.core import layout
from rotwsim.core.codes import LEFT
from rotwsim.rules import schema
from rotwsim.rules.load import load_rulebook
from rotwsim.rules.options import BANS, STREAMS
from rotwsim.rules.routes import Route, routes_of
from rotwsim.rules.scenario import Scenario
from rotwsim.rules.schema import COLOURS, GREY, SLOTS, DataError

COLOUR_CODE = {colour: code for code, colour in enumerate((*COLOURS, GREY))}
MILLIONTHS = 1_000_000
BOARDS_KEPT = 16
UNREACHABLE = 1 << 20  # money


def compile_rules(scenario: Scenario, player: int, weights: list[float]) -> np.ndarray:
    """An array with the one record of a scenario; number and weights come from the players."""
    # Copied as bytes: a copy of records leaves the gaps between fields to chance.
    table = _board_table(scenario.board).view(np.uint8).copy().view(layout.RULES)
    rules = table[0]
    _fill_figures(rules, scenario)
    _fill_railbot_cards(rules, scenario)
    _fill_operations_cards(rules, scenario)
    _fill_barons(rules, scenario)
    for stream, games in scenario.stream_shift:
        rules.stream_shift[STREAMS.index(stream)] = games
    rules.player = player
    rules.slip = round(scenario.slip * MILLIONTHS)
    rules.budget = scenario.budget
    rules.without = sum(1 << BANS.index(option) for option in scenario.without)
    rules.weights[: len(weights)] = weights
    return table


@lru_cache(maxsize=BOARDS_KEPT)
def _board_table(board: schema.Board) -> np.ndarray:
    """What the board alone decides; many scenarios of one board share it."""
    table = np.zeros(1, layout.RULES)
    _fill_cities(table[0], board)
    _fill_routes(table[0], board, routes_of(board, load_rulebook()))
    _fill_lines(table[0], board)
    _fill_western_link(table[0], board)
    return table


def _fill_cities(rules, board: schema.Board) -> None:
    rules.cities = len(board.cities)
    for number, city in enumerate(board.cities):
        rules.in_play[number] = city.name not in board.cities_not_in_play
        rules.printed_colour[number] = COLOUR_CODE[city.colour]
        rules.printed_cubes[number] = city.cubes


def _fill_routes(rules, board: schema.Board, routes: tuple[Route, ...]) -> None:
    hexes: dict = {}
    sides: dict = {}
    for route in routes:
        for hex_ in route.hexes:
            hexes.setdefault(hex_, len(hexes))
        for side in route.sides:
            sides.setdefault(side, len(sides))
    for what, count, most in (
        ("routes", len(routes), layout.ROUTES),
        ("hexes", len(hexes), layout.HEXES),
        ("hex sides", len(sides), layout.HEX_SIDES),
    ):
        if count > most:
            raise DataError(
                f"{board.name}: {count} {what} are more than the {most} there is room for"
            )
    rules.routes = len(routes)
    rules.words = (len(routes) + 63) // 64
    price = load_rulebook().track_plain
    at_city: list[list[int]] = [[] for _ in board.cities]
    # Looked up once: a record takes microseconds to find a field by its name.
    fields = SimpleNamespace(**{name: rules[name] for name in layout.RULES.names})
    for number, route in enumerate(routes):
        word, bit = number >> 6, np.uint64(1 << (number & 63))
        fields.route_first[number], fields.route_second[number] = route.first, route.second
        fields.route_tiles[number], fields.route_cost[number] = route.tiles, route.cost
        fields.route_hexes[number], fields.route_sides[number] = len(route.hexes), len(route.sides)
        for end in (0, 1):
            fields.tile_cost[number, end, : route.tiles] = route.costs[end]
            fields.tile_grant[number, end, : route.tiles] = [price * p for p in route.plain[end]]
        for place, hex_ in enumerate(route.hexes):
            fields.route_hex[number, place] = hexes[hex_]
            fields.hex_routes[hexes[hex_], word] |= bit
        for place, side in enumerate(route.sides):
            fields.route_side[number, place] = sides[side]
            fields.side_routes[sides[side], word] |= bit
        if not (fields.in_play[route.first] and fields.in_play[route.second]):
            fields.barred[word] |= bit
        at_city[route.first].append(number)
        at_city[route.second].append(number)
    entry = 0
    for city, numbers in enumerate(at_city):
        fields.city_start[city] = entry
        for number in sorted(numbers, key=lambda number: (routes[number].cost, number)):
            fields.city_route[entry] = number
            entry += 1
    fields.city_start[len(at_city)] = entry
    cities = len(at_city)
    fields.city_distance[:cities, :cities] = _distances(cities, routes)


def _distances(cities: int, routes: tuple[Route, ...]) -> np.ndarray:
    """The money for the cheapest chain of routes between any two cities."""
    distance = np.full((cities, cities), UNREACHABLE, np.int64)
    np.fill_diagonal(distance, 0)
    for route in routes:
        cost = min(route.cost, distance[route.first, route.second])
        distance[route.first, route.second] = distance[route.second, route.first] = cost
    for between in range(cities):
        distance = np.minimum(distance, distance[:, [between]] + distance[[between], :])
    return distance


def _fill_lines(rules, board: schema.Board) -> None:
    rules.lines = len(board.lines)
    for number, line in enumerate(board.lines):
        if len(line.cities) > layout.LINE_CITIES:
            raise DataError(
                f"{board.name}: line {line.name} has more than {layout.LINE_CITIES} cities"
            )
        rules.line_cities[number] = len(line.cities)
        rules.line_points[number] = line.points
        for place, name in enumerate(line.cities):
            rules.line_city[number, place] = board.city_index(name)
        out = set(board.cities_not_in_play)
        rules.line_in_play[number] = line.name not in board.lines_not_in_play and not (
            out & set(line.cities)
        )


def _fill_western_link(rules, board: schema.Board) -> None:
    link = board.western_link
    if link is None:
        return
    rules.western_price = link.price
    for name in link.cities:
        rules.western_city[board.city_index(name)] = 1
    rules.western_colour = COLOUR_CODE[link.colour]
    rules.western_cubes = link.cubes
    rules.western_destination = board.city_index(link.destination)
    rules.western_bonus = link.bonus_cubes


def _fill_figures(rules, scenario: Scenario) -> None:
    book = load_rulebook()
    for name, value in scenario.figures.items():
        if name != "barons_raise_target":
            setattr(rules, name, value)
    rules.bond_pays = book.bond_pays
    rules.income[: len(book.income_by_score)] = book.income_by_score
    rules.income_scores = len(book.income_by_score)
    rules.income_above = book.income_above
    rules.top_level = len(book.engine_prices) + 1
    rules.engine_price[2 : rules.top_level + 1] = book.engine_prices
    rules.tiles_with_perfect = book.tiles_with_perfect_engineering
    rules.cubes_per_colour = book.cubes_per_colour
    rules.new_cities[:] = book.new_city_tiles
    rules.bounties = book.bounties
    rules.taxation_incomes = book.taxation_incomes
    rules.seats = 1
    rules.left_cards_removed = book.left_cards_removed
    rules.cards_above_final = book.cards_above_final_evaluation
    rules.cubes_to_bag = scenario.switches["removed_cubes"] == "bag"
    rules.path_fresh = scenario.switches["railbot_path"] == "fresh"


def _fill_railbot_cards(rules, scenario: Scenario) -> None:
    cards = scenario.railbot_cards
    rules.railbot_cards = len(cards)
    for number, card in enumerate(cards):
        rules.card_slot[number] = SLOTS.index(card.slot) if card.slot else LEFT
        rules.card_cities[number] = len(card.cities)
        for place, name in enumerate(card.cities):
            rules.card_city[number, place] = scenario.board.city_index(name)
        rules.card_exhaust[number] = COLOUR_CODE[card.exhaust] if card.exhaust else -1
        rules.card_taxation[number] = card.taxation
        rules.card_deadhead[number] = card.deadhead
        rules.card_line[number] = card.major_line
        rules.card_baron[number] = card.baron
        if card.final_evaluation:
            rules.final_evaluation = number


def _fill_operations_cards(rules, scenario: Scenario) -> None:
    cards = scenario.operations_cards
    rules.operations_cards = len(cards)
    for number, card in enumerate(cards):
        rules.operation_kind[number] = schema.OPERATIONS_KINDS.index(card.kind)
        rules.operation_city[number] = scenario.board.city_index(card.city) if card.city else -1
        rules.operation_points[number] = card.points


def _fill_barons(rules, scenario: Scenario) -> None:
    printed = load_rulebook().barons
    for number, baron in enumerate(scenario.duel_barons):
        rules.baron_goal[number] = schema.BARON_GOALS.index(baron.goal)
        is_harmless = baron.effect == schema.NO_EFFECT
        effect = -1 if is_harmless else schema.BARON_EFFECTS.index(baron.effect)
        rules.baron_effect[number] = effect
        rules.baron_less[number] = baron.less
        rules.baron_printed[number] = schema.BARON_EFFECTS.index(printed[number].effect)
        rules.baron_tiers[number] = len(baron.tiers)
        rules.baron_tier[number, : len(baron.tiers)] = baron.tiers
        rules.baron_points[number, : len(baron.points)] = baron.points
        forced_in, forced_out = baron.name in scenario.barons_in, baron.name in scenario.barons_out
        rules.baron_forced[number] = int(forced_in) - int(forced_out)

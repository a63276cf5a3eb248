"""Write what multiplayer adds to the RULES record: parameters by seats, modules, Rail Barons."""

from __future__ import annotations

from rotwsim.core.state import layout
from rotwsim.scenario.multiplayer import multiplayer_board
from rotwsim.scenario.multiplayer_schema import BIDDING, RAIL_BARON_GOALS
from rotwsim.scenario.rulebook import load_rulebook
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import BARON_GOALS, COLOURS

NO_BARON = -1  # that the first seat must keep
GOALS = BARON_GOALS + RAIL_BARON_GOALS  # as core.codes numbers them


def fill_multiplayer(rules, scenario: Scenario) -> None:
    """The part of the record that is 0 in solo."""
    table, seats = load_rulebook().multiplayer, len(scenario.seats)
    rules.bidding = BIDDING.index(scenario.bidding)
    rules.lowest_bid = table.lowest_bid
    rules.highest_bid = table.highest_bid
    rules.rounds = rules.actions_before_railbot = table.rounds
    rules.most_turns = table.most_turns
    rules.open_cards = table.open_cards_per_seat * seats
    rules.operations_used = 1
    rules.display_limit = layout.DISPLAY
    rules.lines_as_cards = scenario.switches["lines"] == "cards"
    rules.ties_shared = scenario.switches["baron_ties"] == "shared"
    if seats <= table.seats_with_fewer_cubes:  # M2
        for city in range(rules.cities):
            printed = rules.printed_cubes[city]
            fewer = max(table.cubes_at_least, printed - table.cubes_fewer)
            rules.printed_cubes[city] = fewer if printed > 0 else 0
    _fill_options(rules, scenario)
    _fill_rail_barons(rules, scenario)


def _fill_options(rules, scenario: Scenario) -> None:
    """M30, M31."""
    table, board = load_rulebook().multiplayer, scenario.board
    for place, colour in enumerate(table.wheel):
        after = table.wheel[(place + 1) % len(table.wheel)]
        rules.wheel[COLOURS.index(colour)] = COLOURS.index(after)
    if "rotors" in scenario.modules:
        for name in multiplayer_board(board).rotor_cities:
            rules.rotor_city[board.city_index(name)] = 1
    if "mines" in scenario.modules:
        rules.mine_price = table.mine_price
        rules.mines_each = table.mines_per_seat
        rules.mine_draws = table.mine_draws


def _fill_rail_barons(rules, scenario: Scenario) -> None:
    barons = scenario.rail_barons
    names = [baron.name for baron in barons]
    rules.rail_barons = len(barons)
    rules.baron_to_keep = names.index(scenario.rail_baron) if scenario.rail_baron else NO_BARON
    rules.barons_dealt = load_rulebook().multiplayer.rail_barons_dealt if barons else 0
    for number, baron in enumerate(barons):
        rules.rail_goal[number] = GOALS.index(baron.goal)
        rules.rail_points[number] = baron.points
        rules.rail_least[number] = baron.tier
        rules.rail_most[number] = baron.most
        rules.rail_cities[number] = len(baron.cities)
        for place, name in enumerate(baron.cities):
            rules.rail_city[number, place] = scenario.board.city_index(name)

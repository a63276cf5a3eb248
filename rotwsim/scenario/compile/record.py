# Longer than most: every field of the record is filled in one chapter.
"""From a scenario to the one RULES record that the kernels read."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from rotwsim.core.state import layout
from rotwsim.core.state.codes import LEFT, NO_EFFECT
from rotwsim.scenario import baron_words, options, schema
from rotwsim.scenario.compile.ground import Ground, fill_pairs
from rotwsim.scenario.compile.routes import check_pairs, pairs_on
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import COLOURS, GREY, SLOTS, DataError
from rotwsim.scenario.who_plays import multiplayer_board

COLOUR_CODE = {colour: code for code, colour in enumerate((*COLOURS, GREY))}
MILLIONTHS = 1_000_000
BOARDS_KEPT = 16
MAPS_KEPT = 4


def compile_rules(
    scenario: Scenario,
    player: int,
    weights: list[float],
    seat_players: Sequence[int] = (),
    learned: np.ndarray | None = None,
) -> np.ndarray:
    """An array with the one record of a scenario; numbers, in multiplayer one per seat, weights and
    what was learned (points by phase and feature) come from the players.
    """
    board = scenario.board
    if scenario.seats:  # M1: all cities and lines of the map are in play
        board = replace(board, cities_not_in_play=(), lines_not_in_play=())
    table = _copy_of(_board_table(board, Ground.of(board, scenario.book)))
    rules = table[0]
    _fill_parameters(rules, scenario)
    if scenario.seats:
        fill_multiplayer(rules, scenario)
    else:
        _fill_solo_parameters(rules, scenario)
        _fill_railbot_cards(rules, scenario)
        _fill_barons(rules, scenario)
    _fill_operations_cards(rules, scenario)
    for stream, games in scenario.stream_shift:
        rules.stream_shift[options.STREAMS.index(stream)] = games
    rules.player = player
    rules.seat_player[: len(seat_players)] = seat_players
    rules.slip = round(scenario.slip * MILLIONTHS)
    rules.slip_kind = options.SLIP_KINDS.index(scenario.slip_kind)
    rules.budget = scenario.budget
    rules.aim = options.AIMS.index(scenario.aim)
    rules.errs, rules.knob = options.ERRORS.index(scenario.errs), scenario.knob
    rules.without = sum(1 << options.BANS.index(option) for option in scenario.without)
    rules.weights[: len(weights)] = weights
    if learned is not None:
        rules.learned[: learned.shape[0], : learned.shape[1]] = learned
    return table


@lru_cache(maxsize=BOARDS_KEPT)
def _board_table(board: schema.Board, ground: Ground) -> np.ndarray:
    """What board and ground decide; many scenarios of one board share it."""
    check_pairs(board, ground)  # says so if the map is too large
    out = frozenset(board.city_index(name) for name in board.cities_not_in_play)
    table = _copy_of(_map_table(ground, out))
    _fill_cities(table[0], board)
    _fill_lines(table[0], board)
    _fill_western_link(table[0], board)
    return table


@lru_cache(maxsize=MAPS_KEPT)
def _map_table(ground: Ground, out: frozenset[int]) -> np.ndarray:
    """What the hexes decide; boards that differ in cards, cubes or colours share it."""
    table = np.zeros(1, layout.RULES)
    ground.fill(table[0], out)
    fill_pairs(table[0], len(ground.places), pairs_on(ground), out)
    return table


def _copy_of(table: np.ndarray) -> np.ndarray:
    """Copied as bytes: a copy of records leaves the gaps between fields to chance."""
    return table.view(np.uint8).copy().view(layout.RULES)


def _fill_cities(rules, board: schema.Board) -> None:
    rules.cities = len(board.cities)
    for number, city in enumerate(board.cities):
        rules.in_play[number] = city.name not in board.cities_not_in_play
        rules.printed_colour[number] = COLOUR_CODE[city.colour]
        rules.printed_cubes[number] = city.cubes


def _fill_lines(rules, board: schema.Board) -> None:
    rules.lines, out = len(board.lines), set(board.cities_not_in_play)
    for number, line in enumerate(board.lines):
        _fill_city_list(rules, "line", number, line.cities, board)
        rules.line_points[number] = line.points
        is_out = line.name in board.lines_not_in_play or out & set(line.cities)
        rules.line_in_play[number] = not is_out


def _fill_city_list(
    rules, table: str, number: int, cities: Sequence[str], board: schema.Board
) -> None:
    rules[f"{table}_cities"][number] = len(cities)
    rules[f"{table}_city"][number, : len(cities)] = [board.city_index(name) for name in cities]


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


def _fill_parameters(rules, scenario: Scenario) -> None:
    book = scenario.book
    for name, value in scenario.parameters.items():
        if name != "barons_raise_target":
            setattr(rules, name, value)
    _fill_fields(rules, book, "bond_pays", "income_above", "cubes_per_colour")
    rules.income[: len(book.income_by_score)] = book.income_by_score
    rules.income_scores = len(book.income_by_score)
    rules.one_peak = _has_one_peak((*book.income_by_score, book.income_above))
    rules.top_level = len(book.engine_prices) + 1
    rules.engine_price[2 : rules.top_level + 1] = book.engine_prices
    rules.tiles_with_perfect = book.tiles_with_perfect_engineering
    rules.new_cities[:] = book.new_city_tiles
    rules.seats = max(1, len(scenario.seats))
    rules.cubes_to_bag = scenario.switches["removed_cubes"] == "bag"


def _fill_fields(rules, source: object, *names: str) -> None:
    for name in names:
        setattr(rules, name, getattr(source, name))


def _has_one_peak(incomes: tuple[int, ...]) -> bool:
    """Whether income rises with the score up to some score and never again."""
    peak = incomes.index(max(incomes))
    up, down = list(incomes[: peak + 1]), list(incomes[peak:])
    return up == sorted(up) and down == sorted(down, reverse=True)


def _fill_solo_parameters(rules, scenario: Scenario) -> None:
    book, switches = scenario.book, scenario.switches
    _fill_fields(rules, book, "bounties", "taxation_incomes", "left_cards_removed")
    rules.cards_above_final = book.cards_above_final_evaluation
    rules.path_fresh = switches["railbot_path"] == "fresh"
    rules.lines_by_links = switches["railbot_lines"] == "connected"
    rules.point_without_cube = switches["point_without_cube"] == "yes"
    rules.lower_price = switches["tychoon_price"] == "lower"
    rules.one_baron_a_turn = switches["barons_per_turn"] == "one"


def _fill_railbot_cards(rules, scenario: Scenario) -> None:
    cards = scenario.railbot_cards
    rules.railbot_cards = count = len(cards)
    rules.card_slot[:count] = [SLOTS.index(card.slot) if card.slot else LEFT for card in cards]
    exhausted = [COLOUR_CODE[card.exhaust] if card.exhaust else -1 for card in cards]
    rules.card_exhaust[:count] = exhausted
    rules.card_taxation[:count] = [card.taxation for card in cards]
    rules.card_deadhead[:count] = [card.deadhead for card in cards]
    rules.card_line[:count] = [card.major_line for card in cards]
    rules.card_baron[:count] = [card.baron for card in cards]
    for number, card in enumerate(cards):
        _fill_city_list(rules, "card", number, card.cities, scenario.board)
        if card.final_evaluation:
            rules.final_evaluation = number


def _fill_operations_cards(rules, scenario: Scenario) -> None:
    cards = scenario.operations_cards
    if len(cards) > layout.OPERATIONS_CARDS:
        raise DataError(
            f"{scenario.board.file or scenario.board.name}: operations.cards: {len(cards)} cards "
            f"with those of multiplayer; legal are at most {layout.OPERATIONS_CARDS}"
        )
    rules.operations_cards = count = len(cards)
    kinds, index = schema.OPERATIONS_KINDS, scenario.board.city_index
    rules.operation_kind[:count] = [kinds.index(card.kind) for card in cards]
    rules.operation_city[:count] = [index(card.city) if card.city else -1 for card in cards]
    rules.operation_points[:count] = [card.points for card in cards]
    goals = [schema.START_GOALS.index(card.goal) if card.goal else -1 for card in cards]
    rules.operation_goal[:count] = goals
    rules.operation_level[:count] = [card.tier for card in cards]
    rules.operation_line[:count] = [card.line for card in cards]


def _fill_barons(rules, scenario: Scenario) -> None:
    printed, board = scenario.book.barons, scenario.board
    rules.barons = len(printed)
    for number, baron in enumerate(scenario.duel_barons):
        goal = baron_words.goal_of(baron)
        effect, expected = map(baron_words.effect_of, (baron, printed[number]))
        rules.baron_goal[number] = baron_words.goal_code(goal.counts)
        rules.baron_colours[number] = _bits(goal.colours)
        cities = [board.city_index(name) for name in goal.cities]
        rules.baron_cities[number] = sum(1 << city for city in cities) if cities else EVERY_CITY
        rules.baron_from_score[number] = baron.from_score
        hopes = schema.PRINTED_GOALS  # what a goal of one's own may pay is not known
        rules.baron_hope[number] = hopes.index(baron.goal) if baron.goal in hopes else UNKNOWN
        rules.baron_effect[number] = _code_of(effect.acts)
        rules.baron_printed[number] = _code_of(expected.acts)
        rules.baron_amount[number] = expected.amount
        rules.baron_effect_colours[number] = _bits(expected.colours)
        sign = -1 if goal.counts == baron_words.FEW else 1  # fewer bonds are more
        rules.baron_tiers[number] = len(baron.tiers)
        rules.baron_tier[number, : len(baron.tiers)] = [sign * tier for tier in baron.tiers]
        rules.baron_points[number, : len(baron.points)] = baron.points
        forced_in, forced_out = baron.name in scenario.barons_in, baron.name in scenario.barons_out
        rules.baron_forced[number] = int(forced_in) - int(forced_out)


def _bits(colours: Sequence[str]) -> int:
    return sum(1 << COLOUR_CODE[colour] for colour in colours)


def _code_of(acts: str) -> int:
    return NO_EFFECT if acts == baron_words.NOTHING else baron_words.ACTS.index(acts)


EVERY_CITY = 2**64 - 1
UNKNOWN = -1
NO_BARON = -1  # that the first seat must keep
GOALS = baron_words.COUNTS + schema.RAIL_BARON_GOALS  # as core.codes numbers them


def fill_multiplayer(rules, scenario: Scenario) -> None:
    """The part of the record that is 0 in solo."""
    table, seats = scenario.book.multiplayer, len(scenario.seats)
    rules.bidding = schema.BIDDING.index(scenario.bidding)
    _fill_fields(rules, table, "lowest_bid", "highest_bid", "rounds", "most_turns")
    rules.actions_before_railbot = table.rounds
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
    table, board = scenario.book.multiplayer, scenario.board
    for place, colour in enumerate(table.wheel):
        after = table.wheel[(place + 1) % len(table.wheel)]
        rules.wheel[COLOURS.index(colour)] = COLOURS.index(after)
    if "rotors" in scenario.modules:
        for name in multiplayer_board(board).rotor_cities:
            rules.rotor_city[board.city_index(name)] = 1
    if "mines" in scenario.modules:
        _fill_fields(rules, table, "mine_price", "mine_draws")
        rules.mines_each = table.mines_per_seat


def _fill_rail_barons(rules, scenario: Scenario) -> None:
    barons = scenario.rail_barons
    names = [baron.name for baron in barons]
    rules.rail_barons = len(barons)
    rules.baron_to_keep = names.index(scenario.rail_baron) if scenario.rail_baron else NO_BARON
    rules.barons_dealt = scenario.book.multiplayer.rail_barons_dealt if barons else 0
    for number, baron in enumerate(barons):
        word = baron_words.goal_words().get(baron.goal)
        rules.rail_goal[number] = GOALS.index(word.does if word else baron.goal)
        rules.rail_colours[number] = _bits(word.colours) if word else 0
        rules.rail_points[number] = baron.points
        rules.rail_least[number] = baron.tier
        rules.rail_most[number] = baron.most
        _fill_city_list(rules, "rail", number, baron.cities, scenario.board)

"""Set-up and turn in multiplayer: cubes, cards, rounds, deliveries, lines (M1 to M19).

Longer than a chapter: the rules of a whole turn in their order.
"""

from dataclasses import replace

import pytest

from rotwsim.core.state import codes
from rotwsim.reference.actions_and_delivery import (
    deliver,
    legal_actions,
    legal_deliveries,
    links_of,
    upgrade,
)
from rotwsim.reference.cities_and_operations import deal_multiplayer_card, score_lines
from rotwsim.reference.game import action
from rotwsim.reference.given import Given
from rotwsim.reference.setup_and_turns import (
    play_multiplayer_turn,
    set_up_multiplayer,
    take_turn_in_round,
)
from rotwsim.scenario.scenario import Scenario

from .builder import (
    ALVESTA,
    BLACK,
    BOUNTY,
    EXECUTIVE,
    HOTEL,
    KALMAR,
    LAND_GRANT,
    LINE_TABLE,
    LUND,
    MALMO,
    OPERATIONS,
    RED,
    START_DELIVERY,
    START_ENGINE,
    START_FAR,
    STARTS,
    cheapest_tiles,
    cubes,
    line_board,
    links,
    table_game,
    tally,
    told,
)

PASS = action(codes.PASS)


# Set-up


def board_with_cubes(*printed: int):
    base = line_board(operations=OPERATIONS + STARTS, multiplayer=LINE_TABLE)
    cities = tuple(replace(c, cubes=n) for c, n in zip(base.cities, printed, strict=True))
    return replace(base, cities=cities)


@pytest.mark.parametrize("seats, drawn", [(2, [4, 1, 1, 2]), (3, [4, 1, 1, 2]), (4, [5, 1, 2, 3])])
def test_M2_two_or_three_players_draw_a_cube_fewer_but_at_least_one(seats, drawn):
    board = board_with_cubes(5, 1, 2, 3, 0, 0, 0)
    deck = list(range(len(OPERATIONS)))
    game = table_game(seats, draws=[RED] * sum(drawn) + deck + [1], board=board)
    set_up_multiplayer(game)
    assert [sum(here) for here in game.cubes] == [*drawn, 0, 0, 0]


def test_M1_everybody_begins_with_nothing_and_the_first_bidder_is_drawn():
    deck = list(range(len(OPERATIONS)))
    game = table_game(3, draws=[*deck, 2])
    set_up_multiplayer(game)
    assert game.first_bidder == 2 and told(game, "SET_FIRST") == [(0, "SET_FIRST", 2)]
    assert {(s.cash, s.bonds, s.score, s.engine) for s in game.seats} == {(0, 0, 0, 1)}


def test_M1_cities_and_lines_that_are_out_in_solo_are_in_play_at_a_table():
    board = line_board(
        multiplayer=LINE_TABLE, cities_not_in_play=("Lund",), lines_not_in_play=("Kalmar-Malmö",)
    )
    solo, table = (Given(Scenario.of(board, seats=seats)) for seats in ([], ["2*random"]))
    assert not solo.in_play[LUND] and not any(line.in_play for line in solo.lines)
    assert all(table.in_play) and all(line.in_play for line in table.lines)


def test_M4_start_cards_and_two_cards_for_each_player_lie_open():
    deck = [EXECUTIVE, BOUNTY, HOTEL, LAND_GRANT, *(n for n in range(7) if n not in (4, 1, 0, 5))]
    game = table_game(2, draws=[*deck, 0])
    set_up_multiplayer(game)
    starts = [START_DELIVERY, START_FAR, START_ENGINE]
    assert game.display == [*starts, *deck[:4]] and game.operations_deck == deck[4:]
    assert [row[2] for row in told(game, "CARD_ADDED")] == game.display


def test_M4_one_card_joins_without_a_limit_and_an_empty_deck_adds_nothing():
    game = table_game(2)
    game.display, game.operations_deck = [BOUNTY] * 30, [HOTEL]
    deal_multiplayer_card(game)
    deal_multiplayer_card(game)
    assert len(game.display) == 31 and told(game, "CARD_GONE") == []


def test_M13_an_executive_is_discarded_for_the_next_card():
    game = table_game(2, bidding="worst_is_first")
    game.operations_deck = [EXECUTIVE, HOTEL]
    deal_multiplayer_card(game)
    assert game.display == [HOTEL]
    rows = told(game, "CARD_GONE", "CARD_ADDED")
    assert rows == [(0, "CARD_GONE", EXECUTIVE, codes.CARD_DISCARDED), (0, "CARD_ADDED", HOTEL)]


def test_M6_two_rail_barons_to_each_seat_and_one_is_kept():
    deck = list(range(len(OPERATIONS)))
    game = table_game(3, [(1,), (0,), (1,)], [*deck, 0, 4, 2, 10, 0, 1, 7], barons="map")
    set_up_multiplayer(game)
    dealt = [(seat, baron) for seat, _, _, baron in told(game, "SET_RAIL_BARON")]
    assert dealt == [(0, 4), (0, 2), (1, 10), (1, 0), (2, 1), (2, 7)]
    assert [seat.rail_baron for seat in game.seats] == [2, 10, 7]


# The turn


def test_M10_a_turn_is_auction_rounds_income_and_one_card():
    game = table_game(2, [(0,), (2,), *[PASS] * 6])
    game.turn, game.operations_deck = 0, [HOTEL]
    for seat in game.seats:
        seat.score = 1
    play_multiplayer_turn(game)
    asked = [row[0] for row in told(game) if row[1] in ("INCOME", "ORDER")]
    assert game.order == [1, 0] and asked == [1, 0, 1, 0]
    kinds = [row[1] for row in told(game)]
    assert kinds == [
        *["TURN", "BID", "BID", "ORDER", "ORDER", "PAID"],
        *["INCOME", "PAID", "INCOME", "CARD_ADDED", "STATUS", "STATUS"],
    ]
    assert [row[0] for row in told(game, "STATUS")] == [0, 1]


def test_M16_an_executive_gives_two_actions_before_the_next_player():
    take = action(codes.TAKE_CARD, 0)
    game = table_game(2, [take, take, PASS, action(codes.UPGRADE), PASS])
    game.display = [EXECUTIVE, EXECUTIVE]
    take_turn_in_round(game, game.seats[1])
    assert not game.log.decisions and {row[0] for row in told(game)} == {1}
    assert game.seats[1].engine == 2


def test_M17_open_track_of_a_player_blocks_its_hexes_for_all_until_the_rounds_end():
    begin = (codes.BUILD, KALMAR, ALVESTA, 1, 0, 0)
    game = table_game(2, [(0,), (0,), PASS, begin, PASS, PASS, PASS, PASS])
    game.turn, game.log.tiles = 0, cheapest_tiles(game, KALMAR, ALVESTA)[:1]
    open_tiles = game.log.tiles[:]
    play_multiplayer_turn(game)
    assert told(game, "TRACK_REMOVED") == [(0, "TRACK_REMOVED", KALMAR, 1)]
    rows = [row[1] for row in told(game)]
    assert rows.index("TRACK_REMOVED") < rows.index("INCOME")
    assert game.seats[0].bonds == 1 and game.ground.tracks[open_tiles[0][0]] == 0


def test_M17_players_may_build_parallel_links():
    game = table_game(2)
    for owner in (0, 1):
        game.network.add(owner, KALMAR, ALVESTA)
    assert len(game.network.links) == 2 and game.network.are_connected((KALMAR, ALVESTA), 1)


# Deliveries


def test_B30_M18_the_first_link_is_own_and_every_tally_is_an_option():
    game = table_game(3)
    links(game, 0, 0)
    links(game, 1, 1)
    game.network.add(2, ALVESTA, MALMO)
    cubes(game, KALMAR, "black")
    cubes(game, ALVESTA, "black")
    for seat in game.seats:
        seat.engine = 2
    choices = set(legal_deliveries(game, game.seats[0]))
    here = (codes.DELIVER, KALMAR, BLACK, MALMO)
    assert choices == {(*here, tally(0, 1), 0), (*here, tally(0, 2), 0)}
    (only,) = legal_deliveries(game, game.seats[2])
    assert only == (codes.DELIVER, ALVESTA, BLACK, MALMO, tally(2), 0)
    assert links_of(tally(0, 2, 2)) == {0: 1, 2: 2}


def test_M18_every_owner_scores_at_once_and_hotels_pay_their_owners():
    game = table_game(3)
    links(game, 0, 0)
    links(game, 1, 1)
    cubes(game, KALMAR, "black", "black")
    game.seats[0].hotels[MALMO], game.seats[2].hotels[MALMO] = 1, 1
    deliver(game, game.seats[0], KALMAR, BLACK, MALMO, tally(0, 1), 0)
    assert told(game, "POINTS") == [
        (0, "POINTS", 1, codes.FROM_DELIVERIES),
        (1, "POINTS", 1, codes.FROM_OTHERS),
        (0, "POINTS", 1, codes.FROM_HOTELS),
        (2, "POINTS", 1, codes.FROM_HOTELS),
    ]
    assert [seat.score for seat in game.seats] == [2, 1, 1]
    assert game.seats[0].points_given == 1


def test_M5_bounty_and_start_cards_go_to_who_delivers_first():
    game = table_game(2)
    links(game, 0, 0, 1, 2)
    game.display = [START_DELIVERY, START_FAR, START_ENGINE, BOUNTY]
    cubes(game, KALMAR, "red", "red", "red")
    deliver(game, game.seats[0], KALMAR, RED, LUND, tally(0, 0, 0), 0)
    gone = [row[2] for row in told(game, "CARD_GONE")]
    assert gone == [BOUNTY, START_DELIVERY, START_FAR] and game.display == [START_ENGINE]
    assert game.seats[0].score == 3 + 4 + 1 + 3
    deliver(game, game.seats[0], KALMAR, RED, LUND, tally(0, 0, 0), 0)
    assert game.seats[0].score == 11 + 3


def test_B47_a_short_first_delivery_leaves_the_card_for_three_links():
    game = table_game(2)
    links(game, 1, 2)
    game.display = [START_DELIVERY, START_FAR]
    cubes(game, MALMO, "red", "red")
    deliver(game, game.seats[1], MALMO, RED, LUND, tally(1), 0)
    assert game.display == [START_FAR] and game.seats[1].score == 1 + 1


def test_B47_the_first_engine_of_level_4_scores_four():
    game = table_game(2)
    game.display = [START_ENGINE]
    for _ in range(2):
        upgrade(game, game.seats[1])
    assert game.display == [START_ENGINE]
    upgrade(game, game.seats[1])
    rows = told(game, "ENGINE", "CARD_GONE", "POINTS")[-3:]
    assert rows == [
        (1, "ENGINE", 4),
        (1, "CARD_GONE", START_ENGINE, codes.CARD_FULFILLED),
        (1, "POINTS", 4, codes.FROM_STARTS),
    ]


# Lines


def test_M19_lines_count_own_links_only_and_go_to_the_first():
    game = table_game(2)
    links(game, 0, 0)
    links(game, 1, 1)
    score_lines(game, game.seats[1])
    assert told(game, "LINE") == []
    game.network.add(1, KALMAR, ALVESTA)
    score_lines(game, game.seats[1])
    assert told(game, "LINE", "POINTS") == [
        (1, "LINE", 0, 1),
        (1, "POINTS", 6, codes.FROM_LINES),
    ]
    game.network.add(0, ALVESTA, MALMO)
    score_lines(game, game.seats[0])
    assert game.seats[0].score == 0


def game_with_line_cards(**options):
    game = table_game(2, rulings={"lines": "cards"}, **options)
    game.line_cards = {0: START_ENGINE + 1, 1: START_ENGINE + 2}
    return game


def test_M5_a_line_that_is_a_card_counts_while_it_lies_in_the_display():
    game = game_with_line_cards()
    links(game, 0, 0, 1)
    score_lines(game, game.seats[0])
    assert told(game, "LINE") == []
    game.display = [game.line_cards[0]]
    assert not any(o[0] == codes.TAKE_CARD for o in legal_actions(game, game.seats[0]).choices)
    score_lines(game, game.seats[0])
    kinds = [row[1] for row in told(game)]
    assert kinds == ["CARD_GONE", "LINE", "POINTS"] and game.display == []


def test_M5_a_line_fulfilled_when_its_card_appears_pays_everybody_who_fulfils_it():
    game = game_with_line_cards()
    for owner in (0, 1):
        game.network.add(owner, KALMAR, MALMO)
    game.operations_deck = [game.line_cards[0]]
    deal_multiplayer_card(game)
    assert told(game) == [
        (0, "CARD_ADDED", game.line_cards[0]),
        (0, "CARD_GONE", game.line_cards[0], codes.CARD_FULFILLED),
        (0, "LINE", 0, 0),
        (0, "POINTS", 6, codes.FROM_LINES),
        (1, "LINE", 0, 1),
        (1, "POINTS", 6, codes.FROM_LINES),
    ]
    assert [seat.lines for seat in game.seats] == [1, 1]


def test_M19_a_western_link_is_bought_once_and_its_cubes_are_anybodys():
    game = table_game(2)
    assert action(codes.WESTERN_LINK, ALVESTA) in legal_actions(game, game.seats[1]).choices
    game.log.decisions = [action(codes.WESTERN_LINK, ALVESTA)]
    take_turn_in_round(game, game.seats[1])
    for seat in game.seats:
        assert all(o[0] != codes.WESTERN_LINK for o in legal_actions(game, seat).choices)
    links(game, 0, 1, 2)
    game.seats[0].engine = 2
    assert [o[3] for o in legal_deliveries(game, game.seats[0])] == [LUND]


# Rotors

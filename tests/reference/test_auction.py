"""The four styles of auction, worked by hand: who bids, who pays, in what order they act."""

import pytest

from rotwsim.core.state.codes import PAID_BID
from rotwsim.reference.setup_and_turns import hold_auction

from .builder import Game, table_game, told


def auction(seats: int, bids: list[int], order=(), first_bidder=0, scores=(), **options) -> Game:
    """An auction with these bids, 0 for a pass, as they are asked for."""
    game = table_game(seats, [(bid,) for bid in bids], **options)
    game.first_bidder, game.order = first_bidder, list(order)
    game.turn = 2 if order else 1
    for seat, score in zip(game.seats, scores, strict=False):
        seat.score = score
    hold_auction(game)
    assert not game.log.decisions, "not every bid was asked for"
    return game


def bidders(game: Game) -> list[tuple[int, int]]:
    return [(seat, amount) for seat, _, amount in told(game, "BID")]


def payments(game: Game) -> list[tuple[int, int]]:
    """Seat and amount, in the order they are paid."""
    assert all(row[-1] == PAID_BID for row in told(game, "PAID"))
    return [(seat, amount) for seat, _, amount, *_ in told(game, "PAID")]


def test_M11_the_last_bidder_pays_and_is_first_and_the_others_follow_clockwise():
    game = auction(4, [1, 0, 3, 0, 0], first_bidder=1)
    assert bidders(game) == [(1, 1), (2, 0), (3, 3), (0, 0), (1, 0)]
    assert game.order == [3, 0, 1, 2] and payments(game) == [(3, 3)]
    assert told(game, "ORDER") == [(s, "ORDER", p, s) for p, s in enumerate([3, 0, 1, 2])]


def test_M11_the_first_player_of_the_last_turn_bids_first():
    game = auction(3, [2, 0, 0], order=[2, 0, 1])
    assert bidders(game) == [(2, 2), (0, 0), (1, 0)]
    assert game.order == [2, 0, 1] and payments(game) == [(2, 2)]


def test_M11_all_pass_and_the_marker_moves_one_seat_clockwise_for_nothing():
    game = auction(4, [0, 0, 0, 0], first_bidder=3)
    assert game.order == [0, 1, 2, 3] and payments(game) == []
    game = auction(4, [0, 0, 0, 0], order=[1, 2, 3, 0])
    assert game.order == [2, 3, 0, 1] and payments(game) == []


def test_M11_the_last_who_has_not_passed_may_still_bid_one():
    game = auction(2, [0, 1], first_bidder=1)
    assert bidders(game) == [(1, 0), (0, 1)]
    assert game.order == [0, 1] and payments(game) == [(0, 1)]


def test_M11_everybody_bids_once():
    game = auction(4, [1, 2, 5, 6, 0, 0, 0])
    assert bidders(game) == [(0, 1), (1, 2), (2, 5), (3, 6), (0, 0), (1, 0), (2, 0)]
    assert game.order == [3, 0, 1, 2] and payments(game) == [(3, 6)]


def test_M11_six_bidders():
    game = auction(6, [1, 2, 0, 3, 0, 4, 0, 5, 0, 7, 0], first_bidder=4)
    asked = [4, 5, 0, 1, 2, 3, 4, 5, 1, 3, 5]
    assert [seat for seat, _ in bidders(game)] == asked
    assert game.order == [3, 4, 5, 0, 1, 2] and payments(game) == [(3, 7)]


def test_M11_a_bid_is_higher_than_the_last_and_whole():
    game = auction(2, [7, 0])
    first, second = game.log.offered
    assert first == {(bid,) for bid in range(61)}
    assert second == {(0,), *((bid,) for bid in range(8, 61))}


def test_M15_above_the_highest_bid_there_is_only_a_pass_and_nobody_is_asked():
    game = auction(3, [60])
    assert bidders(game) == [(0, 60), (1, 0), (2, 0)]
    assert len(game.log.offered) == 1 and game.order == [0, 1, 2]


def test_M15_a_bid_beyond_the_cash_is_paid_with_bonds():
    game = auction(2, [9, 0], settings={"start_cash": 3})
    assert told(game, "PAID") == [(0, "PAID", 9, 2, PAID_BID)]
    assert (game.seats[0].cash, game.seats[0].bonds) == (4, 2)
    assert (game.seats[1].cash, game.seats[1].bonds) == (3, 0)


FOUR = [1, 4, 0, 5, 0, 0]  # seats 2, 0, 1, 3, then 2 and 0: 1 passes first, then 2, then 0


def test_M12_the_first_to_pass_is_last_and_the_others_pay_half_rounded_up():
    game = auction(4, FOUR, order=[2, 0, 1, 3], bidding="first_to_pass")
    assert bidders(game) == [(2, 1), (0, 4), (1, 0), (3, 5), (2, 0), (0, 0)]
    assert game.order == [3, 0, 2, 1]
    assert payments(game) == [(3, 5), (0, 2), (2, 1)]


def test_M12_all_pass_and_the_last_who_could_is_first_for_nothing():
    game = auction(4, [0, 0, 0], order=[2, 0, 1, 3], bidding="first_to_pass")
    assert game.order == [3, 1, 0, 2] and payments(game) == []


def test_M12_in_turn_1_bidding_goes_clockwise_from_the_first_bidder():
    game = auction(3, [2, 0, 0], first_bidder=1, bidding="first_to_pass")
    assert bidders(game) == [(1, 2), (2, 0), (0, 0)]
    assert game.order == [1, 0, 2] and payments(game) == [(1, 2)]


def test_M12_everybody_bids_once_and_half_of_three_is_two():
    game = auction(3, [3, 5, 7, 0, 0], bidding="first_to_pass")
    assert game.order == [2, 1, 0] and payments(game) == [(2, 7), (1, 3), (0, 2)]


def test_M12_six_bidders():
    bids = [1, 0, 2, 3, 0, 4, 5, 0, 6, 0, 0]
    game = auction(6, bids, order=[5, 4, 3, 2, 1, 0], bidding="first_to_pass")
    assert [seat for seat, _ in bidders(game)] == [5, 4, 3, 2, 1, 0, 5, 3, 2, 0, 5]
    assert game.order == [2, 5, 0, 3, 1, 4]
    assert payments(game) == [(2, 6), (5, 3), (0, 2), (3, 1)]


def test_M14_first_and_second_pay_in_full_and_the_last_nothing():
    game = auction(4, FOUR, order=[2, 0, 1, 3], bidding="whole_order")
    assert game.order == [3, 0, 2, 1]
    assert payments(game) == [(3, 5), (0, 4), (2, 1)]


def test_M14_who_bid_and_passed_first_pays_nothing():
    game = auction(3, [5, 6, 7, 0, 0], bidding="whole_order")
    assert game.order == [2, 1, 0] and payments(game) == [(2, 7), (1, 6)]


def test_M14_of_two_players_the_second_is_the_last():
    game = auction(2, [3, 4, 0], bidding="whole_order")
    assert game.order == [1, 0] and payments(game) == [(1, 4)]


def test_M15_half_a_bid_beyond_the_cash_is_paid_with_bonds_too():
    game = auction(2, [20, 21, 0], bidding="first_to_pass")
    assert told(game, "PAID") == [(1, "PAID", 21, 5, PAID_BID), (0, "PAID", 10, 2, PAID_BID)]


def test_M13_turn_1_has_a_traditional_auction():
    game = auction(3, [0, 2, 0], first_bidder=2, bidding="worst_is_first")
    assert game.order == [0, 1, 2] and payments(game) == [(0, 2)]


def test_M13_later_the_lowest_score_is_first_and_nobody_bids():
    game = auction(4, [], order=[0, 1, 2, 3], scores=[9, 2, 7, 4], bidding="worst_is_first")
    assert game.order == [1, 3, 2, 0] and bidders(game) == payments(game) == []


@pytest.mark.parametrize("last, now", [([0, 1, 2, 3], [3, 1, 2, 0]), ([3, 2, 1, 0], [1, 3, 0, 2])])
def test_M13_of_equal_scores_who_was_later_goes_first(last, now):
    game = auction(4, [], order=last, scores=[5, 3, 5, 3], bidding="worst_is_first")
    assert game.order == now


def test_M10_what_bids_cost_and_who_was_first_is_counted():
    game = auction(3, [3, 5, 7, 0, 0], bidding="first_to_pass")
    assert [seat.bids_paid for seat in game.seats] == [2, 3, 7]
    assert [seat.turns_first for seat in game.seats] == [0, 0, 1]

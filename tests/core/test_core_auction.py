"""Auctions worked by hand: who is asked, who acts when, who pays what (M11 to M15)."""

import pytest

from rotwsim.core.state import codes

from .seats import Party


def paid(party: Party) -> list[tuple[int, int]]:
    """Seat and amount of every bid paid, in the order of payment."""
    return [
        (seat, amount) for seat, amount, _, why in party.rows("PAID", 3) if why == codes.PAID_BID
    ]


def test_M11_last_bidder_pays_and_is_first_the_others_follow_clockwise():
    party = Party(seats=4, first=1)
    party.cash(10, 10, 10, 10)
    party.auction(1, 2, 0, 0, 3, 0)  # seats 1 2 3 0, then 1 raises and 2 passes
    assert party.order == [1, 2, 3, 0]
    assert party.money == [10, 7, 10, 10]
    assert paid(party) == [(1, 3)]


def test_M11_all_pass_the_marker_moves_one_seat_and_nobody_pays():
    party = Party(seats=4, first=2)
    party.auction(0, 0, 0, 0)
    assert party.order == [3, 0, 1, 2]
    assert party.bonds == [0, 0, 0, 0]
    assert paid(party) == []


def test_M11_last_seat_is_still_asked_when_the_others_passed_without_a_bid():
    party = Party(seats=3, first=0)
    party.cash(5, 5, 5)
    party.auction(0, 0, 1)
    assert party.order == [2, 0, 1]
    assert party.money == [5, 5, 4]


def test_M11_everybody_bids_once():
    party = Party(seats=3, first=0)
    party.cash(9, 9, 9)
    party.auction(1, 2, 3, 0, 0)
    assert party.order == [2, 0, 1]
    assert paid(party) == [(2, 3)]


def test_M11_each_bid_is_higher_than_the_last_and_at_least_1():
    party = Party(seats=2)
    assert party.options == [0, *range(1, 61)]
    party.answer(party.options.index(7))
    assert party.options == [0, *range(8, 61)]


def test_M11_six_bidders():
    party = Party(seats=6, first=4)
    party.cash(*[20] * 6)
    party.auction(1, 2, 3, 4, 5, 6, 0, 8, 0, 0, 9, 0, 0)
    # 4 5 0 1 2 3 bid 1 to 6; 4 passes, 5 bids 8, 0 and 1 pass, 2 bids 9, 3 and 5 pass
    assert party.order == [2, 3, 4, 5, 0, 1]
    assert paid(party) == [(2, 9)]


def test_M15_nobody_can_bid_above_the_highest_bid():
    party = Party(seats=3)
    party.auction(60)  # the others can only pass
    assert party.order == [0, 1, 2]
    assert party.rows("BID", 1) == [(0, 60), (1, 0), (2, 0)]


def test_M11_the_next_auction_begins_with_the_first_of_the_last_turn():
    party = Party(seats=3)
    party.pass_turn(0, 1, 0)
    assert party.state.turn == 2
    assert party.seat == 1


def test_M12_first_to_pass_is_last_and_the_others_pay_half_rounded_up():
    party = Party(seats=4, bidding="first_to_pass")
    party.cash(*[20] * 4)
    party.auction(1, 2, 0, 3, 4, 5, 0, 0)  # 2 passes first, then 3, then 0
    assert party.order == [1, 0, 3, 2]
    assert paid(party) == [(1, 5), (0, 2), (3, 2)]
    assert party.money == [18, 15, 20, 18]


def test_M12_all_pass_without_a_bid_the_last_left_is_first_and_pays_nothing():
    party = Party(seats=4, bidding="first_to_pass")
    party.auction(0, 0, 0)
    assert party.order == [3, 2, 1, 0]
    assert paid(party) == []


def test_M12_everybody_bids_once():
    party = Party(seats=3, bidding="first_to_pass")
    party.cash(9, 9, 9)
    party.auction(1, 2, 3, 0, 0)
    assert party.order == [2, 1, 0]
    assert paid(party) == [(2, 3), (1, 1), (0, 1)]


def test_M12_bidding_goes_in_the_order_of_the_last_turn():
    party = Party(seats=3, bidding="first_to_pass")
    party.pass_turn(0, 0)
    assert party.order == [2, 1, 0]
    party.answer(0)
    party.answer(0)
    assert [row[0] for row in party.rows("BID", 1)] == [0, 1, 2, 1]


def test_M12_six_bidders():
    party = Party(seats=6, first=3, bidding="first_to_pass")
    party.cash(*[20] * 6)
    party.auction(1, 0, 2, 3, 0, 5, 0, 6, 0, 0)
    # 3: 1, 4 passes, 5: 2, 0: 3, 1 passes, 2: 5, 3 passes, 5: 6, 0 and 2 pass
    assert party.order == [5, 2, 0, 3, 1, 4]
    assert paid(party) == [(5, 6), (2, 3), (0, 2), (3, 1)]


def test_M13_opening_auction_is_traditional_then_lowest_score_is_first():
    party = Party(seats=4, bidding="worst_is_first")
    party.cash(*[5] * 4)
    party.auction(2, 0, 0, 0)
    assert party.order == [0, 1, 2, 3]
    assert paid(party) == [(0, 2)]
    party.scores(9, 4, 6, 1)
    for _ in range(3):
        party.pass_round()
    assert party.order == [3, 1, 2, 0]
    assert party.state.decision == codes.DECIDE_ACTION, "no bids any more"


def test_M13_of_equal_scores_who_was_later_goes_first():
    party = Party(seats=4, bidding="worst_is_first")
    party.auction(0, 0, 0, 0)
    assert party.order == [1, 2, 3, 0]
    party.scores(3, 3, 3, 1)
    for _ in range(3):
        party.pass_round()
    assert party.order == [3, 0, 2, 1]


def test_M13_executives_are_discarded_when_they_appear():
    party = Party(seats=6, bidding="worst_is_first")
    for _ in range(40):
        if party.state.over:
            break
        bids = [0] * 6 if party.state.decision == codes.DECIDE_BID else []
        party.pass_turn(*bids)
    assert "Executive" not in party.shown
    gone = [row for row in party.rows("CARD_GONE", 2) if row[2] == codes.CARD_DISCARDED]
    assert len(gone) == 2
    assert party.state.operations_next == party.state.operations_count


def test_M14_first_and_second_pay_in_full_the_last_nothing_the_others_half():
    party = Party(seats=4, bidding="whole_order")
    party.cash(*[20] * 4)
    party.auction(3, 4, 5, 6, 0, 0, 0)
    assert party.order == [3, 2, 1, 0]
    assert paid(party) == [(3, 6), (2, 5), (1, 2)]


def test_M14_of_two_the_second_is_the_last_and_pays_nothing():
    party = Party(seats=2, bidding="whole_order")
    party.cash(9, 9)
    party.auction(1, 3, 4, 0)
    assert party.order == [0, 1]
    assert party.money == [5, 9]


def test_M14_six_bidders_all_pass_but_one():
    party = Party(seats=6, bidding="whole_order")
    party.auction(0, 0, 0, 0, 0)
    assert party.order == [5, 4, 3, 2, 1, 0]
    assert paid(party) == []


@pytest.mark.parametrize("style", ["traditional", "first_to_pass", "whole_order"])
def test_M15_a_bid_beyond_the_cash_is_paid_with_bonds(style):
    party = Party(seats=3, bidding=style)
    party.cash(1, 0, 0)
    party.auction(13, 0, 0)
    assert party.order[0] == 0
    assert party.bonds == [3, 0, 0]  # 12 are missing: three bonds of 5
    assert party.money == [3, 0, 0]

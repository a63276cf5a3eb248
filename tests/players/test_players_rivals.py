"""Judgement in multiplayer: races with other seats, points given to them, one's own Rail Baron."""

from __future__ import annotations

import numpy as np
import pytest

from rotwsim.core.play.multiplayer import act, advance, answer
from rotwsim.core.play.setup import set_up_multiplayer
from rotwsim.core.state import codes, layout
from rotwsim.core.state.log import no_log
from rotwsim.core.state.streams import GOLDEN
from rotwsim.players import registry
from rotwsim.players.strategies import multiplayer_master
from rotwsim.players.strategies.bidding import points_of_keeping, wishes_of
from rotwsim.players.strategies.passive_to_expert import CLUB_FLAGS
from rotwsim.players.value.network import rivals_at
from rotwsim.players.value.rank_actions import rank_actions
from rotwsim.players.value.records import CANDIDATE
from rotwsim.players.value.rivals import lead_of, start_points
from rotwsim.players.value.weights import BID_CAP
from rotwsim.runner.play import rules_of
from rotwsim.scenario.scenario import Scenario

from .asking import choose_action_in_multiplayer, choose_in_multiplayer

FAR_IN = 60  # decisions played before a position is looked at


class Midgame:
    """A table some way into its game, at an action or at a bid."""

    def __init__(
        self,
        seats: str = "4*club",
        wanted: int = codes.DECIDE_ACTION,
        *,
        game: int = 0,
        far_in: int = FAR_IN,
        **options,
    ):
        self.rules = rules_of(Scenario.of("eastern-us", seats=seats.split(","), **options))
        self.states = np.zeros(1, layout.STATE)
        self.state = self.states[0]
        set_up_multiplayer(self.state, self.rules[0], 3, game, no_log())
        advance(self.state, self.rules[0], no_log())
        decisions = 0
        while decisions < far_in or self.state.decision != wanted:
            self.play_on()
            decisions += 1

    def play_on(self) -> None:
        if self.state.decision == codes.DECIDE_ACTION:
            act(
                self.state,
                self.rules[0],
                choose_action_in_multiplayer(self.state, self.rules),
                no_log(),
            )
        else:
            answer(
                self.state, self.rules[0], choose_in_multiplayer(self.state, self.rules), no_log()
            )
        advance(self.state, self.rules[0], no_log())

    def show(self, kind: int, copies: int = 1) -> None:
        """Just these cards lie open."""
        cards = self.rules[0].operation_kind[: self.rules[0].operations_cards]
        found = np.flatnonzero(cards == kind)[:copies]
        self.state.display[: len(found)], self.state.display_count = found, len(found)

    def lost_by_the_last_place(self) -> float:
        seat = int(self.state.seat)
        forget_places(self.state)
        choose_in_multiplayer(self.state, self.rules)
        return float(self.state.note_place[seat, self.rules[0].seats - 1])


def forget_places(state) -> None:
    """The next bid notes its places, and what other seats wish for, anew."""
    state.note_bid_turn[state.seat] = 0
    state.note_wish_turn[:] = 0


@pytest.fixture(scope="module")
def at_a_bid() -> Midgame:
    return Midgame(wanted=codes.DECIDE_BID)


def test_M16_every_executive_that_lies_open_makes_the_first_place_worth_more(at_a_bid):
    lost = []
    for executives in (0, 1, 2):
        at_a_bid.show(codes.EXECUTIVE, executives)
        lost.append(at_a_bid.lost_by_the_last_place())
    assert lost[0] < lost[1] < lost[2]


def test_M11_a_bid_never_costs_more_than_the_place_is_worth(at_a_bid):
    at_a_bid.show(codes.EXECUTIVE, 1)
    state, rules = at_a_bid.state, at_a_bid.rules[0]
    seat = int(state.seat)
    at_a_bid.lost_by_the_last_place()
    other = (seat + 1) % rules.seats
    worth = float(state.note_place[seat, rules.seats - 1]) / state.note_price[seat] * 5
    answers = []
    for highest in range(1, 59):
        state.highest = state.bid[other] = highest
        state.choices[1] = highest + 1
        answers.append(int(choose_in_multiplayer(state, at_a_bid.rules)))
    assert answers[0] == 1 and answers == sorted(answers, reverse=True)
    assert sum(answers) == pytest.approx(worth - 1, abs=1.01)


@pytest.mark.parametrize("seats", ["4*expert", "2*club,casual,expert", "6*club"])
def test_what_a_seat_remembers_of_others_in_an_auction_is_what_it_would_find_again(seats):
    party = Midgame(seats, codes.DECIDE_BID)
    bids = 0
    while not party.state.over:
        if party.state.decision == codes.DECIDE_BID:
            seat, notes = int(party.state.seat), []
            for forget in (lambda state: None, forget_places):
                states = party.states.copy()
                forget(states[0])
                notes.append(
                    (choose_in_multiplayer(states[0], party.rules), *states[0].note_place[seat])
                )
            assert notes[0] == notes[1]
            bids += 1
        party.play_on()
    assert bids > 10


def test_a_seat_with_fewer_chances_than_are_kept_wishes_for_nothing_else():
    party = Midgame(wanted=codes.DECIDE_BID)
    state, rules, seat = party.state, party.rules[0], int(party.state.seat)
    other = (seat + 1) % rules.seats
    assert wishes_of(state, rules, seat, other)[:, 0].all()
    state.goods[:], state.cubes[:], state.engine[other] = 0, 0, rules.top_level
    state.turn += 1
    assert not wishes_of(state, rules, seat, other)[-1].any()


def test_M12_a_half_bid_already_due_makes_passing_dearer():
    party = Midgame(wanted=codes.DECIDE_BID, bidding="first_to_pass")
    state, seat = party.state, int(party.state.seat)
    party.rules[0].weights[BID_CAP] = 0.0  # a player that caps its bids stops before
    state.note_bid_turn[seat] = state.turn
    state.note_place[seat, :4] = (0.0, 1.0, 2.0, 3.0)
    state.note_price[seat] = 5.0
    answers = {}
    for bid in (0, 3):
        state.bid[seat], state.choices[1] = bid, 4
        answers[bid] = int(choose_in_multiplayer(state, party.rules))
    assert answers == {0: 0, 3: 1}


def test_M18_the_rivals_of_a_city_are_the_other_seats_with_links_there():
    state = Midgame().state
    for city in range(20):
        owners = set(state.spoke_owner[city, : state.spokes[city]].tolist())
        assert rivals_at(state, 0, city) == len(owners - {0})


def test_B47_start_cards_count_as_soon_as_they_are_fulfilled():
    party = Midgame()
    party.show(codes.START, 3)
    points = [
        start_points(party.state, party.rules[0], codes.START_DELIVERY, links)
        for links in (1, 2, 3)
    ]
    assert points == [1, 1, 4]
    assert start_points(party.state, party.rules[0], codes.START_ENGINE, 4) == 4


def test_the_lead_is_over_the_best_other_seat():
    party = Midgame()
    party.state.score[:4], party.state.bonds[:4] = (30, 50, 20, 40), (0, 15, 0, 1)
    assert lead_of(party.state, party.rules[0], 0) == 30 - 39


def test_M6_the_barons_of_other_seats_do_not_move_an_action():
    party = Midgame("4*expert")
    chosen = set()
    for shift, states in enumerate(seen_alike(party)):
        states[0].streams[:] += np.uint64(shift)
        chosen.add(choose_action_in_multiplayer(states[0], party.rules))
    assert len(chosen) == 1


@pytest.mark.parametrize("game", [2, 5])
def test_M6_the_barons_of_other_seats_do_not_move_a_bid(game):
    party = Midgame("4*expert", codes.DECIDE_BID, game=game, far_in=0)
    bids = 0
    while not party.state.over:
        if party.state.decision == codes.DECIDE_BID:
            seat, notes = int(party.state.seat), set()
            for states in seen_alike(party):
                forget_places(states[0])
                notes.add(
                    (choose_in_multiplayer(states[0], party.rules), *states[0].note_place[seat])
                )
            assert len(notes) == 1
            bids += 1
        party.play_on()
    assert bids > 40


def test_M6_what_a_master_cannot_see_does_not_move_what_it_tries_out():
    party = Midgame("4*expert", budget=4)
    copies, search = (
        np.zeros(1, layout.STATE),
        multiplayer_master.search_of(registry.multiplayer_party()),
    )
    own, chosen = codes.PLAYER_STREAM + int(party.state.seat), set()
    for shift, states in enumerate(seen_alike(party)):
        states[0].streams[np.arange(len(states[0].streams)) != own] += np.uint64(shift)
        states[0].player = registry.MASTER
        chosen.add(
            search.choose_action(states, copies, party.rules, registry.new_mind(party.rules))
        )
    assert len(chosen) == 1


def seen_alike(party: Midgame) -> list[np.ndarray]:
    """The same position for the seat that acts: others keep other Barons, other cards will come."""
    found = []
    for shift in range(3):
        states = party.states.copy()
        others = [other for other in range(4) if other != int(party.state.seat)]
        states[0].kept[others] = np.roll(states[0].kept[others], shift)
        cards = states[0].operations[states[0].operations_next : states[0].operations_count]
        cards[:] = np.roll(cards, shift)
        found.append(states)
    return found


def test_R3_a_link_at_the_city_of_the_own_baron_is_worth_two_points_more():
    party = Midgame()
    state, rules, seat = party.state, party.rules[0], int(party.state.seat)
    goals = rules.rail_goal[: rules.rail_barons].tolist()
    at_city, money = goals.index(codes.GOAL_LINKS_AT), goals.index(codes.GOAL_MOST_MONEY)
    state.kept[seat] = money
    plain = links_judged(state, rules, seat)
    link = next(link for link in plain if state.spokes[link[1]] == 0)
    rules.rail_city[at_city, 0] = link[1]
    state.kept[seat] = at_city
    assert links_judged(state, rules, seat)[link] - plain[link] == pytest.approx(2.0)


def links_judged(state, rules, seat) -> dict[tuple[int, ...], float]:
    """The worth of every Link that a club player considers, by its two cities."""
    ranking = np.zeros(200, CANDIDATE)
    rank_actions(state, rules, seat, CLUB_FLAGS, ranking)
    return {
        tuple(map(int, row["action"][1:3])): float(row["worth"])
        for row in ranking
        if row["action"][0] == codes.BUILD
    }


def test_M6_a_baron_whose_goal_is_hopeless_is_not_kept():
    rules = rules_of(Scenario.of("eastern-us", seats=["2*club"]))
    states = np.zeros(1, layout.STATE)
    state = states[0]
    set_up_multiplayer(state, rules[0], 1, 0, no_log())
    advance(state, rules[0], no_log())
    goals = rules[0].rail_goal[: rules[0].rail_barons].tolist()
    state.dealt[0] = goals.index(codes.GOAL_WESTERN_LINK), goals.index(codes.GOAL_LARGEST_ENGINE)
    hopes = [points_of_keeping(state, rules[0], 0, place, CLUB_FLAGS) for place in (0, 1)]
    assert hopes[0] < hopes[1]
    assert choose_in_multiplayer(state, rules) == 1


def test_M6_a_master_deals_the_unseen_barons_and_cards_anew():
    party = Midgame("2*expert")
    state, rules = party.state, party.rules[0]
    seat = int(state.seat)
    own, kept = set(state.dealt[seat].tolist()), int(state.kept[seat])
    theirs = set()
    for game in range(40):
        copies = party.states.copy()
        multiplayer_master.deal_anew(copies[0], rules, GOLDEN, game)
        assert int(copies[0].kept[seat]) == kept
        theirs.add(int(copies[0].kept[1 - seat]))
        cards = slice(state.operations_next, state.operations_count)
        assert sorted(copies[0].operations[cards]) == sorted(state.operations[cards])
    assert len(theirs) > 5 and not theirs & own


def test_every_player_that_judges_has_a_record_of_its_own():
    rules = rules_of(Scenario.of("eastern-us", seats=["casual", "expert", "club", "expert"]))
    assert rules[0].seat_judgement[:4].tolist() == [0, 1, 2, 1] and len(rules) == 3
    assert rules[1].learned.any() and not rules[0].learned.any()
    assert registry.NUMBERS["expert"] == rules[2].seat_player[1]

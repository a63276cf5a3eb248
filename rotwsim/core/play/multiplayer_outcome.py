"""The outcome of a multiplayer game: final scores, places and what each seat did (M41, M42)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.scoring_and_seats import result_of
from rotwsim.core.state import codes
from rotwsim.core.state.layout import MULTIPLAYER_TURNS, NUMBER, SEATS, record_of
from rotwsim.core.track.links import links_owned

GAME_FIELDS = [
    ("won", NUMBER),  # 1 if the first seat has the first place, alone or shared
    ("result", NUMBER),  # its final score
    ("turns trigger markers", NUMBER),
    ("margin", NUMBER),  # of the first place over the second
    ("unfinished", NUMBER),  # 1 if the game was ended (M43)
    ("money_bid", NUMBER),  # what all bids cost
    ("executive_turns", NUMBER),  # auctions with a Railroad Executive open …
    ("executive_price", NUMBER),  # … and what the first place cost in all of them
    ("first_price", NUMBER, MULTIPLAYER_TURNS),  # what it cost in each turn
]
SEAT_FIELDS = [
    ("place", NUMBER, SEATS),  # from 1 on
    ("sharing", NUMBER, SEATS),  # how many share the first place, 0 for the other seats
    ("score", NUMBER, SEATS),  # points less bonds, with the Rail Baron
    ("points bonds", NUMBER, SEATS),
    ("before_barons", NUMBER, SEATS),  # points less bonds
    ("baron", NUMBER, SEATS),  # the Rail Baron kept, or -1
    ("baron_points bids_paid turns_first", NUMBER, SEATS),
    ("bids_first", NUMBER, SEATS),  # 1 for the seat that bids first in the first turn (M1)
    ("first_order", NUMBER, SEATS),  # place in the order of the first turn, from 1 on
    ("half_score", NUMBER, SEATS),  # points less bonds when half of the turns were over
    ("links engine deliveries longest_delivery", NUMBER, SEATS),
    ("points_given", NUMBER, SEATS),  # to others for their Links
    ("points_received", NUMBER, SEATS),  # for Links that others used
    ("points_deliveries points_hotels points_bounties points_lines points_starts", NUMBER, SEATS),
    ("money", NUMBER, SEATS),
]
MULTIPLAYER_OUTCOME = record_of(GAME_FIELDS + SEAT_FIELDS)


@kernel
def record_multiplayer(state, rules, outcome):
    """Fills the outcome of a finished game."""
    outcome.turns = state.turn
    outcome.trigger = state.trigger
    outcome.markers = state.markers
    outcome.unfinished = 1 if state.trigger == codes.UNFINISHED else 0
    outcome.money_bid = 0
    outcome.executive_turns = state.executive_turns
    outcome.executive_price = state.executive_price
    for turn in range(MULTIPLAYER_TURNS):
        outcome.first_price[turn] = state.first_price[turn]
    for seat in range(rules.seats):
        record_seat(state, rules, seat, outcome)
        # An odd turn counts to the second half.
        half = state.turn // 2
        outcome.bids_first[seat] = 1 if state.first_bidder == seat else 0
        outcome.first_order[seat] = state.first_order[seat]
        outcome.half_score[seat] = state.net_after_turn[half - 1, seat] if half > 0 else 0
        outcome.money_bid += state.bids_paid[seat]
    rank_seats(rules, outcome)
    outcome.won = 1 if outcome.place[0] == 1 else 0
    outcome.result = outcome.score[0]


@kernel
def record_seat(state, rules, seat, outcome):
    """Fill what a seat did, and its score: points less bonds, then the Rail Baron (M41)."""
    outcome.points[seat] = state.score[seat]
    outcome.bonds[seat] = state.bonds[seat]
    outcome.before_barons[seat] = result_of(state, rules, seat)
    outcome.baron[seat] = state.kept[seat]
    outcome.baron_points[seat] = state.kept_points[seat]
    outcome.score[seat] = outcome.before_barons[seat] + state.kept_points[seat]
    outcome.money[seat] = state.cash[seat]
    outcome.bids_paid[seat] = state.bids_paid[seat]
    outcome.turns_first[seat] = state.turns_first[seat]
    outcome.links[seat] = links_owned(state, seat)
    outcome.engine[seat] = state.engine[seat]
    outcome.deliveries[seat] = 0
    for colour in range(codes.COLOURS):
        outcome.deliveries[seat] += state.delivered[seat, colour]
    outcome.longest_delivery[seat] = state.longest[seat]
    outcome.points_given[seat] = state.given[seat]
    outcome.points_received[seat] = state.points[seat, codes.FROM_OTHERS]
    outcome.points_deliveries[seat] = state.points[seat, codes.FROM_DELIVERIES]
    outcome.points_hotels[seat] = state.points[seat, codes.FROM_HOTELS]
    outcome.points_bounties[seat] = state.points[seat, codes.FROM_BOUNTIES]
    outcome.points_lines[seat] = state.points[seat, codes.FROM_LINES]
    outcome.points_starts[seat] = state.points[seat, codes.FROM_STARTS]


@kernel
def rank_seats(rules, outcome):
    """M42: the place of a seat, and by how much the first leads the second."""
    firsts = 0
    for seat in range(rules.seats):
        outcome.place[seat] = 1
        for other in range(rules.seats):
            if is_better(outcome, other, seat):
                outcome.place[seat] += 1
        if outcome.place[seat] == 1:
            firsts += 1
    first, second = 0, 0
    for seat in range(rules.seats):
        if outcome.place[seat] == 1:
            outcome.sharing[seat] = firsts
            first = outcome.score[seat]
        elif outcome.place[seat] == 2:
            second = outcome.score[seat]
    outcome.margin = 0 if firsts > 1 else first - second


@kernel
def is_better(outcome, other, seat):
    """M42: most points, then fewer bonds, then more Links."""
    if outcome.score[other] != outcome.score[seat]:
        return outcome.score[other] > outcome.score[seat]
    if outcome.bonds[other] != outcome.bonds[seat]:
        return outcome.bonds[other] < outcome.bonds[seat]
    return outcome.links[other] > outcome.links[seat]

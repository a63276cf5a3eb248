"""The master in multiplayer: tries the expert's best actions out, all seats playing on to the end.

What the seat cannot see is dealt anew, masters play on as experts. The action that leaves the seat
farthest ahead of the others is taken; the expert's own judgement counts a little.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from rotwsim.core.jit.decorators import kernel, kernel_for, stack_array
from rotwsim.core.rules.rail_barons_and_modules import points_at_end
from rotwsim.core.rules.scoring_and_seats import result_of
from rotwsim.core.state import codes
from rotwsim.core.state.layout import RAIL_BARONS
from rotwsim.core.state.streams import draw_below, draw_word
from rotwsim.players.action import action_of, an_action, sort_by_worth, worth_trying
from rotwsim.players.registry import MASTER, Party, new_mind, party_of, with_owners
from rotwsim.players.strategies import master
from rotwsim.players.strategies.bidding import executive_to_take
from rotwsim.players.strategies.master import new_candidates, new_log
from rotwsim.players.strategies.passive_to_expert import EXPERT_FLAGS
from rotwsim.players.value.buildable_links import can_go_on, continue_track
from rotwsim.players.value.rank_actions import rank_actions

new_barons = stack_array(RAIL_BARONS, np.int64)
TRY_WITHIN_POINTS = 4.0  # points: what the expert judges this much worse is not tried out
TRUST = 2.0  # games tried out that a point of the expert's own judgement weighs as much as
ROUNDS = 3
DEFAULT_BUDGET = 8  # games per decision: one takes as long as several in solo
MET = 3  # times as likely is a Rail Baron whose goal a seat meets already
BEST_SHARE = 0.5  # by which the best of the other seats counts, their mean by the rest


class Search(NamedTuple):
    """The kernels of a master among the seats of a party."""

    choose_action: Any  # (states, copies, rules, mind)
    try_out: Any  # (states, copies, rules, action, key, game)


@cache
def search_of(party: Party) -> Search:
    """Make a master that plays on with the seats of a party."""
    act, play_on, choose_at_once = party.game.act, party.play_on, party.choose_action

    @kernel_for(__name__, party.name)
    def choose_action(states, copies, rules, mind):
        """Choose what leaves the seat farthest ahead over the games tried; others do not search."""
        state, own = states[0], rules[rules[0].seat_judgement[states[0].seat]]
        if state.player != MASTER:
            return choose_at_once(states, copies, rules, mind)
        place = executive_to_take(state, own, EXPERT_FLAGS)
        if place >= 0:
            return an_action(codes.TAKE_CARD, place)
        if can_go_on(state, own):
            return continue_track(state, own, state.seat)
        best = new_candidates()
        rank_actions(state, own, state.seat, EXPERT_FLAGS, best)
        candidates = worth_trying(best, TRY_WITHIN_POINTS)
        for place in range(candidates):
            best[place].worth *= TRUST
        if candidates > 1:
            try_in_rounds(states, copies, rules, best, candidates)
        return with_owners(state, own, state.seat, action_of(best, 0))

    @kernel_for(__name__, party.name)
    def try_in_rounds(states, copies, rules, best, candidates):
        """Try all in rounds, each time without the worse half; the best comes first."""
        budget = rules[0].budget if rules[0].budget > 0 else DEFAULT_BUDGET
        key = draw_word(states[0], codes.PLAYER_STREAM + states[0].seat)
        tried = 0
        for _ in range(ROUNDS):
            games = max(1, budget // (ROUNDS * candidates))
            for game in range(tried, tried + games):
                for place in range(candidates):
                    action = action_of(best, place)
                    best[place].worth += try_out(states, copies, rules, action, key, game)
            tried += games
            sort_by_worth(best, candidates)
            candidates = (candidates + 1) // 2
            if candidates < 2:
                return

    @kernel_for(__name__, party.name)
    def try_out(states, copies, rules, action, key, game):
        """Play on after an action, dealt by key and game; return how far the seat is ahead."""
        copies[0] = states[0]
        copy, seat, log = copies[0], states[0].seat, new_log()
        deal_anew(copy, rules[0], key, game)
        act(copy, rules[0], with_owners(copy, rules[0], seat, action), log)
        play_on(copies, copies, rules, new_mind(rules), log)
        return ahead(copy, rules[0], seat)

    return Search(choose_action, try_out)


def searching(party: Party) -> Party:
    """Let the masters of a party try games out."""
    search = search_of(party)
    return party_of(f"{party.name}_search", party.game, search.choose_action, party.choose)


@kernel
def deal_anew(state, rules, key, game):
    """Fresh random words, the face-down cards shuffled, other Rail Barons for the other seats."""
    streams = codes.STREAMS + rules.seats
    master.renew_streams(state, key, game, streams - 1, streams)
    master.shuffle_operations(state)
    if rules.barons_dealt == 0:
        return
    barons = new_barons()
    count = list_unseen_barons(state, rules, barons)
    for other in range(rules.seats):
        if other != state.seat:
            place = guess_baron(state, rules, other, barons, count)
            count -= 1
            state.kept[other] = barons[place]
            barons[place] = barons[count]


@kernel
def guess_baron(state, rules, other, barons, count):
    """Draw the Baron that a seat may keep, more often one whose goal it has met."""
    chances, total = new_barons(), 0
    for place in range(count):
        chances[place] = MET if points_at_end(state, rules, other, barons[place]) > 0 else 1
        total += chances[place]
    drawn = draw_below(state, codes.BARONS_STREAM, total)
    for place in range(count):
        drawn -= chances[place]
        if drawn < 0:
            return place
    return count - 1


@kernel
def list_unseen_barons(state, rules, barons):
    """M6: all Rail Barons but those that were dealt to the seat itself; returns their number."""
    count = 0
    for baron in range(rules.rail_barons):
        is_own = False
        for place in range(rules.barons_dealt):
            is_own = is_own or state.dealt[state.seat, place] == baron
        if not is_own:
            barons[count] = baron
            count += 1
    return count


@kernel
def ahead(state, rules, seat):
    """The final score of a seat less what the other seats have, the best of them above all."""
    own, best, total = 0, -(1 << 20), 0
    for other in range(rules.seats):
        score = result_of(state, rules, other) + state.kept_points[other]
        if other == seat:
            own = score
        else:
            best = max(best, score)
            total += score
    return own - BEST_SHARE * best - (1.0 - BEST_SHARE) * total / (rules.seats - 1)

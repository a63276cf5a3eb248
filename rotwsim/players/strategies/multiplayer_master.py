"""The master at a table: tries the expert's best actions out, all seats playing on to the end.

For every candidate the game is copied, what the seat cannot see is dealt anew, the other seats are
played on as the players they are, masters as experts; the action that leaves the seat farthest
ahead of the others is taken, its own judgement counting a little.
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.jit.intrinsics import stack_array
from rotwsim.core.play.multiplayer import act_at_table
from rotwsim.core.rules.scoring import result_of
from rotwsim.core.state.codes import BARONS_STREAM, OPERATIONS_STREAM, PLAYER_STREAM, STREAMS
from rotwsim.core.state.layout import RAIL_BARONS
from rotwsim.core.state.log import mix
from rotwsim.core.state.streams import GOLDEN, draw_word, shuffle
from rotwsim.players.multiplayer_players import play_table, with_owners
from rotwsim.players.strategies import expert
from rotwsim.players.strategies.master import SEARCHED, new_candidates, new_log, put_in_order
from rotwsim.players.value.buildable_links import can_go_on, continue_track
from rotwsim.players.value.rank_actions import rank_actions
from rotwsim.players.value.ranking import action_of, sort_by_worth, worth_trying
from rotwsim.players.value.records import SURVEY

new_barons = stack_array(RAIL_BARONS, np.int64)
TRY_WITHIN_POINTS = 4.0  # points: what the expert judges this much worse is not tried out
TRUST = 2.0  # games tried out that a point of the expert's own judgement weighs as much as
ROUNDS = 3
DEFAULT_BUDGET = 8  # games per decision: one at a table takes as long as several in solo
BEST_SHARE = 0.5  # by which the best of the other seats counts, their mean by the rest


@kernel
def choose_action(states, copies, rules):
    """The candidate that leaves the seat farthest ahead over the games tried."""
    state, own = states[0], rules[rules[0].seat_judgement[states[0].seat]]
    if can_go_on(state, own):
        return continue_track(state, own, state.seat)
    best = new_candidates()
    rank_actions(state, own, state.seat, expert.JUDGEMENT_FLAGS, best)
    candidates = worth_trying(best, TRY_WITHIN_POINTS)
    for place in range(candidates):
        best[place].worth *= TRUST
    if candidates > 1:
        try_in_rounds(states, copies, rules, best, candidates)
    return with_owners(state, own, state.seat, action_of(best, 0))


@kernel
def try_in_rounds(states, copies, rules, best, candidates):
    """Adds what games with the whole table bring to the worth of the candidates, the best first in
    the end; after each round the worse half falls out.
    """
    budget = rules[0].budget if rules[0].budget > 0 else DEFAULT_BUDGET
    key = draw_word(states[0], PLAYER_STREAM + states[0].seat)
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


@kernel
def try_out(states, copies, rules, action, key, game):
    """How far one game after an action leaves the seat ahead; key and game deal the same for each
    candidate.
    """
    copies[0] = states[0]
    copy, seat = copies[0], states[0].seat
    log = new_log()
    deal_anew(copy, rules[0], key, game)
    act_at_table(copy, rules[0], with_owners(copy, rules[0], seat, action), log)
    play_table(copy, rules, np.zeros(rules[0].seats, SURVEY), log)
    return ahead(copy, rules[0], seat)


@kernel
def deal_anew(state, rules, key, game):
    """Fresh random words, the face-down cards shuffled, other Rail Barons for the other seats.

    They are put in order first, so that nothing depends on how they really lie.
    """
    for purpose in range(STREAMS + rules.seats - 1):
        step = np.uint64(game * (STREAMS + rules.seats) + purpose + SEARCHED)
        state.streams[purpose] = mix(key + step * GOLDEN)
    hidden = state.operations[state.operations_next : state.operations_count]
    put_in_order(hidden)
    shuffle(state, OPERATIONS_STREAM, hidden, hidden.shape[0])
    if rules.barons_dealt == 0:
        return
    barons = new_barons()
    count = list_unseen_barons(state, rules, barons)
    shuffle(state, BARONS_STREAM, barons, count)
    for other in range(rules.seats):
        if other != state.seat:
            count -= 1
            state.kept[other] = barons[count]


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
    best, total = -(1 << 20), 0
    for other in range(rules.seats):
        if other != seat:
            score = result_of(state, rules, other) + state.kept_points[other]
            best = max(best, score)
            total += score
    own = result_of(state, rules, seat) + state.kept_points[seat]
    return own - BEST_SHARE * best - (1.0 - BEST_SHARE) * total / (rules.seats - 1)

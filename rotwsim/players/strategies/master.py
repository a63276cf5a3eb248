"""master: tries the expert's best actions on copies of the game, each played to the end.

What a person cannot see is dealt at random, and the expert plays on. The action with the best mean
result is taken, or the one that reaches the target most often with --aim win. The two best actions
get more games; --budget limits them. All other decisions are those of the expert.
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel, stack_array
from rotwsim.core.play.solo import GAME, act
from rotwsim.core.rules.scoring_and_seats import result_of
from rotwsim.core.state import codes
from rotwsim.core.state.layout import RAILBOT_CARDS
from rotwsim.core.state.log import COLUMNS, mix
from rotwsim.core.state.streams import GOLDEN, draw_below, draw_word, shuffle
from rotwsim.players.action import action_of, sort_by_worth, worth_trying
from rotwsim.players.registry import EXPERT, SOLO_PARTY, party_of, slip, slips
from rotwsim.players.strategies.passive_to_expert import EXPERT_FLAGS
from rotwsim.players.value.buildable_links import can_go_on, continue_track
from rotwsim.players.value.position_value import counted
from rotwsim.players.value.rank_actions import forget, rank_by_turn
from rotwsim.players.value.records import CANDIDATE, Mind, new_planned, new_surveys

CANDIDATES = 4
TRY_WITHIN_POINTS = 6.0  # points: what the expert judges this much worse is not tried out
LEAD = 9.0  # points, of all games tried out together, by which the better of two is found
DEFAULT_BUDGET = 10
SEARCHED = 77  # sets the streams of tried games apart from those of the real one

new_candidates = stack_array(CANDIDATES, CANDIDATE)
new_cards = stack_array(RAILBOT_CARDS, np.int32, zeros=True)
new_log = stack_array((0, COLUMNS), np.int64)
play_on = SOLO_PARTY.play_on


@kernel
def choose_action(states, copies, rules, mind):
    """Choose the candidate with the best mean result over the games tried."""
    state, own = states[0], rules[0]
    if slips(state):
        return slip(state, own, EXPERT_FLAGS)
    if can_go_on(state, own):
        return continue_track(state, own, state.seat)
    best = new_candidates()
    rank_by_turn(state, own, state.seat, EXPERT_FLAGS, best)
    candidates = worth_trying(best, TRY_WITHIN_POINTS)
    key = draw_word(state, codes.PLAYER_STREAM)
    if candidates > 1:
        try_in_rounds(states, copies, rules, key, best, candidates)
    return action_of(best, 0)


@kernel
def try_in_rounds(states, copies, rules, key, best, candidates):
    """Try all once, then the two best until one leads clearly or the budget is spent."""
    budget = rules[0].budget if rules[0].budget > 0 else DEFAULT_BUDGET
    for game in range(1 + max(0, budget - CANDIDATES) // 2):
        for place in range(candidates):
            result = try_out(states, copies, rules, action_of(best, place), key, game)
            best[place].worth += counted(rules[0], result)
        sort_by_worth(best, candidates)
        candidates = 2
        if best[0].worth - best[1].worth > LEAD:
            return


@kernel
def try_out(states, copies, rules, action, key, game):
    """Play on after an action; return the result. Key and game deal the same to every candidate."""
    copies[0] = states[0]
    copy, log = copies[0], new_log()
    deal_anew(copy, rules[0], key, game)
    copy.player, copy.slip = EXPERT, 0
    act(copy, rules[0], action, log)
    mind = Mind(new_planned(), new_surveys())
    forget(mind)
    mind.planned[0].at_once = 1
    play_on(copies, copies, rules, mind, log)
    return result_of(copy, rules[0], copy.seat)


SEARCH = party_of("_solo_search", GAME, choose_action, SOLO_PARTY.choose)


@kernel
def deal_anew(state, rules, key, game):
    """Fresh random words; cards that lie face down are shuffled with those that left unseen."""
    renew_streams(state, key, game, codes.STREAMS, codes.STREAMS)
    deal_railbot_deck(state, rules)
    shuffle_operations(state)


@kernel
def renew_streams(state, key, game, streams, step):
    for purpose in range(streams):
        word = np.uint64(game * step + purpose + SEARCHED)
        state.streams[purpose] = mix(key + word * GOLDEN)


@kernel
def shuffle_operations(state):
    """Shuffle hidden cards; they are put in order first: nothing depends on how they really lie."""
    hidden = state.operations[state.operations_next : state.operations_count]
    put_in_order(hidden)
    shuffle(state, codes.OPERATIONS_STREAM, hidden, hidden.shape[0])


@kernel
def deal_railbot_deck(state, rules):
    """S4, S5: which cards left the game is unknown; Final Evaluation is among the bottom three."""
    unseen = new_cards()
    count = list_unseen(state, rules, unseen)
    waiting = state.deck_count - state.deck_next
    if waiting + state.removed_count == count:  # Final Evaluation was seen: no card matters now
        return
    shuffle(state, codes.RAILBOT_STREAM, unseen, count)
    count = remove_left_cards(state, rules, unseen, count)
    depths = min(rules.cards_above_final + 1, waiting)
    final = state.deck_count - 1 - draw_below(state, codes.RAILBOT_STREAM, depths)
    taken = 0
    for place in range(state.deck_next, state.deck_count):
        state.deck[place] = rules.final_evaluation if place == final else unseen[taken]
        taken += place != final
    for place in range(taken, count):
        state.removed[rules.left_cards_removed + place - taken] = unseen[place]


@kernel
def list_unseen(state, rules, unseen):
    """The cards in the deck and those removed, in order, without Final Evaluation."""
    is_unseen = new_cards()
    for place in range(state.deck_next, state.deck_count):
        is_unseen[state.deck[place]] = 1
    for place in range(state.removed_count):
        is_unseen[state.removed[place]] = 1
    count = 0
    for card in range(rules.railbot_cards):
        if is_unseen[card] and card != rules.final_evaluation:
            unseen[count] = card
            count += 1
    return count


@kernel
def remove_left_cards(state, rules, cards, count):
    """S4: only cards with the left-card icon can be among those removed unseen at set-up."""
    removed, kept = 0, 0
    for place in range(count):
        if removed < rules.left_cards_removed and rules.card_slot[cards[place]] == codes.LEFT:
            state.removed[removed] = cards[place]
            removed += 1
        else:
            cards[kept] = cards[place]
            kept += 1
    return kept


@kernel
def put_in_order(cards):
    for place in range(1, cards.shape[0]):
        row = place
        while row > 0 and cards[row - 1] > cards[row]:
            cards[row - 1], cards[row] = cards[row], cards[row - 1]
            row -= 1

"""List the players and ask the right one, solo and in multiplayer; play a game to its end."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from rotwsim.core.jit.decorators import kernel, kernel_for
from rotwsim.core.play import multiplayer, solo
from rotwsim.core.play.turn_actions import Game
from rotwsim.core.rules import delivery
from rotwsim.core.state import codes
from rotwsim.core.state.streams import draw_for
from rotwsim.players.action import WITHOUT_BARONS, an_action, choose_noted, is_banned
from rotwsim.players.strategies import bidding
from rotwsim.players.strategies.passive_to_expert import (
    CASUAL_FLAGS,
    CLUB_FLAGS,
    EXPERT_FLAGS,
    novice_action,
    random_action,
)
from rotwsim.players.value import railbot_choices
from rotwsim.players.value.rank_actions import choose_best, choose_second_best, choose_with_next
from rotwsim.players.value.records import INTENT, SURVEY, SURVEYS, Mind

NO_JUDGEMENT = 0  # compares no actions
# In the order of data/players.toml: how a player compares actions where its file is not asked (a
# slip, a reason in a replay, a bid in multiplayer).
JUDGEMENT_FLAGS = {
    **dict.fromkeys(("passive", "random", "novice"), NO_JUDGEMENT),
    **{"casual": CASUAL_FLAGS, "club": CLUB_FLAGS},
    **dict.fromkeys(("expert", "master", "person"), EXPERT_FLAGS),
}
NUMBERS = {name: number for number, name in enumerate(JUDGEMENT_FLAGS)}
PASSIVE, RANDOM, NOVICE, CASUAL, CLUB, EXPERT, MASTER, PERSON = NUMBERS.values()
JUDGEMENTS = tuple(JUDGEMENT_FLAGS.values())
FIRST_OWN = 1_000  # of the numbers of players from files, see own.py
MILLIONTHS = 1_000_000


class Asked(NamedTuple):
    """The kernels that ask a player by its number; each is a chain of ifs."""

    ask: Any  # (player, state, rules, seat, mind) for an action
    answer: Any  # (player, state, rules) for the place of its choice in any other decision
    judgement_of: Any  # (player) how it compares actions


def own_numbers(rules) -> tuple[int, ...]:
    """List the players from files among those of a game, each once."""
    numbers = {int(rules[0].player), *map(int, rules[0].seat_player)}
    return tuple(sorted(number for number in numbers if number >= FIRST_OWN))


@kernel
def ask(player, state, rules, seat, mind):
    """Ask a player of the solo game for its action; the master tries games out, see master.py."""
    if player == RANDOM:
        return random_action(state, rules, seat)
    if player == NOVICE:
        return novice_action(state, rules, seat)
    if player == CASUAL or player == CLUB:
        return choose_best(state, rules, seat, judgement_of(player), mind.surveys)
    if player == EXPERT:
        return choose_with_next(state, rules, seat, EXPERT_FLAGS, mind)
    return an_action(codes.PASS)


@kernel
def answer(player, state, rules):
    """Ask a player of the solo game in every other decision."""
    if player == PASSIVE:
        return 0
    if player == RANDOM or player == NOVICE:
        if state.decision == codes.DECIDE_CLAIM and is_banned(rules, WITHOUT_BARONS):
            return 0  # also in a slip
        return draw_for(state, state.choice_count)
    return railbot_choices.choose(state, rules, state.seat)


@kernel
def judgement_of(player):
    return JUDGEMENTS[player]


@kernel
def slips(state):
    """Draw whether the player slips in this decision."""
    return state.slip > 0 and draw_for(state, MILLIONTHS) < state.slip


@kernel
def slip(state, rules, judgement):
    """Take the second best action, or that of a novice."""
    if rules.slip_kind == codes.SLIP_SECOND_BEST and judgement != NO_JUDGEMENT:
        return choose_second_best(state, rules, state.seat, judgement)
    return novice_action(state, rules, state.seat)


@cache
def with_slips(asked: Asked, ending: str = "") -> Asked:
    """Let the players of the solo game slip."""
    ask, answer, judgement_of = asked

    @kernel_for(__name__, ending)
    def ask_or_slip(player, state, rules, seat, mind):
        if slips(state):
            return slip(state, rules, judgement_of(player))
        return ask(player, state, rules, seat, mind)

    @kernel_for(__name__, ending)
    def answer_or_slip(player, state, rules):
        is_novice = slips(state) and rules.slip_kind == codes.SLIP_NOVICE
        return answer(NOVICE if is_novice else player, state, rules)

    return Asked(ask_or_slip, answer_or_slip, judgement_of)


SOLO = Asked(ask, answer, judgement_of)
answer_or_slip = with_slips(SOLO).answer


@kernel
def choose(state, rules):
    """Choose a place in the solo game."""
    return answer_or_slip(state.player, state, rules)


@kernel
def ask_in_multiplayer(player, state, rules, seat, mind):
    """Ask a player for its action; those that compare actions look one action ahead here."""
    if player == RANDOM:
        return random_action(state, rules, seat)
    if player == NOVICE:
        return novice_action(state, rules, seat)
    if judgement_of(player) != NO_JUDGEMENT:
        place = bidding.executive_to_take(state, rules, judgement_of(player))
        if place >= 0:
            return an_action(codes.TAKE_CARD, place)
        action = choose_best(state, rules, seat, judgement_of(player), mind.surveys)
        return with_owners(state, rules, seat, action)
    return an_action(codes.PASS)


@kernel
def answer_in_multiplayer(player, state, rules):
    if player == RANDOM or player == NOVICE:
        if state.decision != codes.DECIDE_BID:
            return draw_for(state, state.choice_count)
        if state.player == NOVICE:
            return bidding.bid_like_a_novice(state)
        return 1 + draw_for(state, state.choice_count - 1) if draw_for(state, 2) else 0
    return answer_by_judgement(state, rules, judgement_of(player))


@kernel
def answer_by_judgement(state, rules, judgement):
    """Bid, keep a Rail Baron and place cities by judgement; without one take the first choice."""
    if judgement == NO_JUDGEMENT:
        return 0
    if state.decision == codes.DECIDE_BID:
        return 1 if bidding.gain_of_bid(state, rules, state.seat, judgement) > 0.0 else 0
    if state.decision == codes.DECIDE_KEEP:
        return bidding.keep_baron_by(state, rules, state.seat, judgement)
    return choose_noted(state)


@kernel
def with_owners(state, rules, seat, action):
    """Send a delivery over the chain with most own Links, then with the fewest of others."""
    if action[0] != codes.DELIVER:
        return action
    found = delivery.new_found()
    best, most = 0, -delivery.DELIVERIES
    for row in range(delivery.find_deliveries_from(state, rules, seat, action[1], found, 0)):
        if found[row, 1] == action[2] and found[row, 2] == action[3]:
            worth = delivery.chain_worth(found[row, 3], seat)
            if worth > most:
                best, most = row, worth
    return an_action(codes.DELIVER, action[1], action[2], action[3], found[best, 3])


MULTIPLAYER = Asked(ask_in_multiplayer, answer_in_multiplayer, judgement_of)


class Party(NamedTuple):
    """A game and who decides in it."""

    name: str  # what its kernels have at the end of their names
    game: Game
    choose_action: Any  # (states, copies, rules, mind)
    choose: Any  # (states, rules), the place in every other decision
    play_on: Any  # (states, copies, rules, mind, log), to the end of the game


def party_of(name: str, game: Game, choose_action, choose) -> Party:
    """Make the loop of a game for those who decide in it."""
    advance, act, answer = game.advance, game.act, game.answer

    @kernel_for(__name__, name)
    def play_on(states, copies, rules, mind, log):
        """Play to the end of the game; who tries games out does so on the copies."""
        state = states[0]
        advance(state, rules[0], log)
        while not state.over:
            if state.decision == codes.DECIDE_ACTION:
                act(state, rules[0], choose_action(states, copies, rules, mind), log)
            else:
                answer(state, rules[0], choose(states, rules), log)
            advance(state, rules[0], log)

    return Party(name, game, choose_action, choose, play_on)


@cache
def deciding_at_once(asked: Asked, game: Game, name: str) -> Party:
    """Make the party of players that decide at once; `rules` has a record per judgement."""
    ask, answer, _ = asked

    @kernel_for(__name__, name)
    def choose_action(states, copies, rules, mind):
        """Choose the next action of the seat that acts, which has its own part of the mind."""
        state, seat = states[0], states[0].seat
        each = mind.surveys.shape[0] // mind.planned.shape[0]
        surveys = mind.surveys[seat * each : (seat + 1) * each]
        part = Mind(mind.planned[seat : seat + 1], surveys)
        return ask(state.player, state, rules[rules[0].seat_judgement[seat]], seat, part)

    @kernel_for(__name__, name)
    def choose(states, rules):
        state = states[0]
        return answer(state.player, state, rules[rules[0].seat_judgement[state.seat]])

    return party_of(name, game, choose_action, choose)


def solo_party(asked: Asked = SOLO, ending: str = "") -> Party:
    return deciding_at_once(with_slips(asked, ending), solo.GAME, f"_solo{ending}")


def multiplayer_party(asked: Asked = MULTIPLAYER, ending: str = "") -> Party:
    return deciding_at_once(asked, multiplayer.GAME, f"_multiplayer{ending}")


SOLO_PARTY = solo_party()


@kernel
def new_mind(rules):
    """Make a mind with a part for each seat; a solo player keeps several surveys."""
    seats = max(1, rules[0].seats)
    return Mind(np.zeros(seats, INTENT), np.zeros(max(SURVEYS, seats), SURVEY))

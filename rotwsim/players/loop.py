"""Play a game to its end: on to the next decision, the player's answer, and on."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from rotwsim.core.jit.decorators import kernel, kernel_for
from rotwsim.core.play import multiplayer, solo
from rotwsim.core.play.turn_actions import Game
from rotwsim.core.state.codes import DECIDE_ACTION
from rotwsim.players import registry
from rotwsim.players.registry import Asked, multiplayer_choices, solo_choices
from rotwsim.players.value.records import INTENT, SURVEY, SURVEYS, Mind


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
            if state.decision == DECIDE_ACTION:
                act(state, rules[0], choose_action(states, copies, rules, mind), log)
            else:
                answer(state, rules[0], choose(states, rules), log)
            advance(state, rules[0], log)

    return Party(name, game, choose_action, choose, play_on)


def solo_party(asked: Asked = registry.SOLO, ending: str = "") -> Party:
    """Make the party of a solo player that decides at once."""
    choose_planned, choose_place = solo_choices(asked, ending)

    @kernel_for(__name__, ending)
    def choose_in_solo(states, copies, rules, mind):
        return choose_planned(states[0], rules[0], mind)

    @kernel_for(__name__, ending)
    def answer_in_solo(states, rules):
        return choose_place(states[0], rules[0])

    return party_of(f"_solo{ending}", solo.GAME, choose_in_solo, answer_in_solo)


@cache
def multiplayer_party(asked: Asked = registry.MULTIPLAYER, ending: str = "") -> Party:
    """Make the party of seats that decide at once; `rules` has a record per judgement."""
    choose_planned, choose_place = multiplayer_choices(asked, ending)

    @kernel_for(__name__, ending)
    def choose_in_seat(states, copies, rules, mind):
        return choose_planned(states[0], rules, mind)

    @kernel_for(__name__, ending)
    def answer_in_seat(states, rules):
        return choose_place(states[0], rules)

    return party_of(f"_multiplayer{ending}", multiplayer.GAME, choose_in_seat, answer_in_seat)


SOLO = solo_party()


@kernel
def new_mind(rules):
    """Make a mind with a part for each seat; a solo player keeps several surveys."""
    seats = max(1, rules[0].seats)
    return Mind(np.zeros(seats, INTENT), np.zeros(max(SURVEYS, seats), SURVEY))

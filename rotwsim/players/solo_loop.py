"""The loop of a game: on to the next decision, the player's answer, and on."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.play.turn import act, advance, answer
from rotwsim.core.state.codes import DECIDE_ACTION
from rotwsim.players.registry import choose, choose_planned


@kernel
def play_on(state, rules, mind, log):
    """To the end of the game, with players that decide without trying games out."""
    advance(state, rules, log)
    while not state.over:
        if state.decision == DECIDE_ACTION:
            act(state, rules, choose_planned(state, rules, mind), log)
        else:
            answer(state, rules, choose(state, rules), log)
        advance(state, rules, log)

"""The one list of players: whom to ask for an action, and who answers in every other decision."""

import inspect

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.codes import DECIDE_CLAIM, SLIP_NOVICE, SLIP_SECOND_BEST
from rotwsim.core.state.streams import draw_for
from rotwsim.players.action import WITHOUT_BARONS, is_banned
from rotwsim.players.strategies import (
    casual,
    club,
    expert,
    expert_unpruned,
    novice,
    passive,
    random,
)
from rotwsim.players.value import railbot_choices
from rotwsim.players.value.rank_actions import choose_second_best, forget
from rotwsim.players.value.records import Mind, new_planned, new_surveys

NO_JUDGEMENT = 0  # compares no actions
# A line a player, in the order of data/players.toml: who chooses its actions, and how it compares
# them where it is not asked itself (a slip, a reason in a replay, at a table). Those that compare
# actions take the mind besides state, rules and seat.
PLAYERS = {
    "passive": (passive.choose_action, NO_JUDGEMENT),
    "random": (random.choose_action, NO_JUDGEMENT),
    "novice": (novice.choose_action, NO_JUDGEMENT),
    "casual": (casual.choose_action, casual.JUDGEMENT_FLAGS),
    "club": (club.choose_action, club.JUDGEMENT_FLAGS),
    "expert": (expert.choose_action, expert.JUDGEMENT_FLAGS),
    "expert-unpruned": (expert_unpruned.choose_action, expert_unpruned.JUDGEMENT_FLAGS),
    "master": (passive.choose_action, expert.JUDGEMENT_FLAGS),  # tries them out, see master.py
}
NUMBERS = {name: number for number, name in enumerate(PLAYERS)}
JUDGEMENTS = tuple(judgement for _, judgement in PLAYERS.values())
PASSIVE, RANDOM, NOVICE = NUMBERS["passive"], NUMBERS["random"], NUMBERS["novice"]
EXPERT, MASTER = NUMBERS["expert"], NUMBERS["master"]
MILLIONTHS = 1_000_000


def _chain_of_ifs():
    """A function that asks the player of a number, written out from the list: numba would compile
    functions that are handed over anew at every start.
    """
    lines = ["def ask(player, state, rules, seat, mind):"]
    names = {"__name__": __name__}
    for number, (chooser, _) in enumerate(PLAYERS.values()):
        names[f"chooser_{number}"] = chooser
        arguments = ", ".join(inspect.signature(chooser).parameters)
        lines.append(f"    if player == {number}:")
        lines.append(f"        return chooser_{number}({arguments})")
    lines.append("    return chooser_0(state, rules, seat)")
    exec(compile("\n".join(lines), __file__, "exec"), names)
    return names["ask"]


ask = kernel(_chain_of_ifs())


@kernel
def choose_action(state, rules):
    """The next action of a player that decides without trying games out."""
    mind = Mind(new_planned(), new_surveys())
    forget(mind)
    return choose_planned(state, rules, mind)


@kernel
def choose_planned(state, rules, mind):
    """The same by a player that keeps in mind what it meant and saw at its last action."""
    player = state.player
    if slips(state):
        if rules.slip_kind == SLIP_SECOND_BEST and judgement_of(player) != NO_JUDGEMENT:
            return choose_second_best(state, rules, state.seat, judgement_of(player))
        player = NOVICE
    return ask(player, state, rules, state.seat, mind)


@kernel
def choose(state, rules):
    """The place of the chosen option in every other decision."""
    player = state.player
    if slips(state) and rules.slip_kind == SLIP_NOVICE:
        player = NOVICE
    if player == PASSIVE:
        return 0
    if player == RANDOM or player == NOVICE:
        if state.decision == DECIDE_CLAIM and is_banned(rules, WITHOUT_BARONS):
            return 0  # also in a slip
        return random.choose(state, state.choice_count)
    return railbot_choices.choose(state, rules, state.seat)


@kernel
def slips(state):
    """Whether the player slips in this decision."""
    return state.slip > 0 and draw_for(state, MILLIONTHS) < state.slip


@kernel
def judgement_of(player):
    """How a player compares actions."""
    return JUDGEMENTS[player]

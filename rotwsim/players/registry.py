"""List the players and ask the right one: for an action, and in every other decision."""

from functools import cache
from typing import Any, NamedTuple

from rotwsim.core.jit.decorators import kernel, kernel_for
from rotwsim.core.state.codes import DECIDE_CLAIM, SLIP_NOVICE, SLIP_SECOND_BEST
from rotwsim.core.state.streams import draw_for
from rotwsim.players.action import WITHOUT_BARONS, is_banned
from rotwsim.players.strategies import casual, club, expert, novice, passive, random
from rotwsim.players.value import railbot_choices
from rotwsim.players.value.rank_actions import choose_second_best, forget
from rotwsim.players.value.records import Mind, new_planned, new_surveys

NO_JUDGEMENT = 0  # compares no actions
# In the order of data/players.toml: how a player compares actions where its file is not asked (a
# slip, a reason in a replay, a bid in multiplayer).
JUDGEMENT_FLAGS = {
    "passive": NO_JUDGEMENT,
    "random": NO_JUDGEMENT,
    "novice": NO_JUDGEMENT,
    "casual": casual.JUDGEMENT_FLAGS,
    "club": club.JUDGEMENT_FLAGS,
    "expert": expert.JUDGEMENT_FLAGS,
    "master": expert.JUDGEMENT_FLAGS,
    "person": expert.JUDGEMENT_FLAGS,  # errs in its own blocks, see person.py
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
        return random.choose_action(state, rules, seat)
    if player == NOVICE:
        return novice.choose_action(state, rules, seat)
    if player == CASUAL:
        return casual.choose_action(state, rules, seat, mind)
    if player == CLUB:
        return club.choose_action(state, rules, seat, mind)
    if player == EXPERT:
        return expert.choose_action(state, rules, seat, mind)
    return passive.choose_action(state, rules, seat)


@kernel
def answer(player, state, rules):
    """Ask a player of the solo game in every other decision."""
    if player == PASSIVE:
        return 0
    if player == RANDOM or player == NOVICE:
        if state.decision == DECIDE_CLAIM and is_banned(rules, WITHOUT_BARONS):
            return 0  # also in a slip
        return random.choose(state, state.choice_count)
    return railbot_choices.choose(state, rules, state.seat)


@kernel
def judgement_of(player):
    """Say how a player compares actions."""
    return JUDGEMENTS[player]


@kernel
def slips(state):
    """Draw whether the player slips in this decision."""
    return state.slip > 0 and draw_for(state, MILLIONTHS) < state.slip


@cache
def solo_choices(asked: Asked, ending: str = "") -> tuple[Any, Any]:
    """Make the kernels that choose an action and a place in the solo game, slips included."""
    ask, answer, judgement_of = asked

    @kernel_for(__name__, ending)
    def choose_planned(state, rules, mind):
        """Choose the next action of a player that keeps in mind what it planned and saw."""
        player = state.player
        if slips(state):
            if rules.slip_kind == SLIP_SECOND_BEST and judgement_of(player) != NO_JUDGEMENT:
                return choose_second_best(state, rules, state.seat, judgement_of(player))
            player = NOVICE
        return ask(player, state, rules, state.seat, mind)

    @kernel_for(__name__, ending)
    def choose(state, rules):
        """Choose a place in every other decision."""
        player = state.player
        if slips(state) and rules.slip_kind == SLIP_NOVICE:
            player = NOVICE
        return answer(player, state, rules)

    return choose_planned, choose


SOLO = Asked(ask, answer, judgement_of)
choose_planned, choose = solo_choices(SOLO)


@kernel
def choose_action(state, rules):
    """Choose the next action of a player that keeps nothing in mind and tries no games out."""
    mind = Mind(new_planned(), new_surveys())
    forget(mind)
    return choose_planned(state, rules, mind)

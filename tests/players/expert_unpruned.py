"""expert-unpruned: the expert without its short cuts, to check them."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.players.strategies.passive_to_expert import EXPERT_FLAGS
from rotwsim.players.value.rank_actions import PRUNED, choose_with_next

LIKE = "expert"
JUDGEMENT_FLAGS = EXPERT_FLAGS - PRUNED


@kernel
def choose_action(state, rules, seat, mind):
    """Choose as the expert, among all actions."""
    return choose_with_next(state, rules, seat, JUDGEMENT_FLAGS, mind)

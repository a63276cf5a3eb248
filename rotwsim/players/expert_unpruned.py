"""expert-unpruned: the expert without its short cuts, to check them."""

from rotwsim.core.jit import kernel
from rotwsim.players import expert
from rotwsim.players.compare import PRUNED
from rotwsim.players.whole_turn import choose_with_next

MANNER = expert.MANNER - PRUNED


@kernel
def choose_action(state, rules, seat, mind):
    """As the expert, among all actions."""
    return choose_with_next(state, rules, seat, MANNER, mind)

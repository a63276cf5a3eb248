"""expert: judges like club, corrected by what games tried out to the end taught.

To the worth of every action it adds what features of the action were found to be worth more or less
than club thinks (features.py names them, data/learned/solo.toml holds the numbers, `rotwsim dev
train` finds them). Considers all that club does, and sooner than it the engine, the surroundings of
a new city and the length of chains. The first two actions of a turn, before the Railbot acts, are
chosen together: the first by the best that can follow it (rank_actions.py).
"""

from rotwsim.core.jit.decorators import kernel
from rotwsim.players.value.rank_actions import CHANCES, LEARNED, PRUNED, choose_with_next

JUDGEMENT_FLAGS = PRUNED | CHANCES | LEARNED


@kernel
def choose_action(state, rules, seat, mind):
    """The action worth most by judgement corrected by experience, the first of a turn with the
    second.
    """
    return choose_with_next(state, rules, seat, JUDGEMENT_FLAGS, mind)

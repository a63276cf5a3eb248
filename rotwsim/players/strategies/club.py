"""club: compares every sensible action by what the position would be worth after it.

The worth of a position (plan.py): the best deliveries still to come with the engine upgrades they
deserve, less the bonds that the money projected to the end leaves. Deliveries, engine, Links with
the cubes that would travel farther over them, New Cities, cards, Western Link and Insurance are all
measured by it. Considers: cash flow, Taxation, both ends of the game, hotels, bounties, Major
Lines, Duel Barons, the row.
"""

from rotwsim.core.jit.decorators import kernel
from rotwsim.players.value.rank_actions import CHANCES, PRUNED, choose_best

JUDGEMENT_FLAGS = PRUNED | CHANCES


@kernel
def choose_action(state, rules, seat, mind):
    """The action worth most by judgement designed by hand."""
    return choose_best(state, rules, seat, JUDGEMENT_FLAGS, mind.surveys)

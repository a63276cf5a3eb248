"""casual: looks one action ahead and values a position by its best remaining deliveries.

Considers deliveries, engine and Links and the bonds an action takes at once; ignores interest, cash
flow, cards, Insurance, Major Lines and the like. Sensible in the Railbot step: gives up what is
worth least to it. At a table it bids what acting first gains by this judgement, and passes no
action until the end is near.
"""

from rotwsim.core.jit.decorators import kernel
from rotwsim.players.value.rank_actions import PRUNED, choose_best

JUDGEMENT_FLAGS = PRUNED


@kernel
def choose_action(state, rules, seat, mind):
    """The best among deliveries, engine and Links; its weights leave out the rest."""
    return choose_best(state, rules, seat, JUDGEMENT_FLAGS, mind.surveys)

"""Form an action of six numbers, and say which actions a restricted player may not use."""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.codes import COLOURS, DECIDE_NEW_CITY


@kernel
def an_action(kind, a=0, b=0, c=0, d=0, e=0):
    """Kind and five arguments, see core.codes."""
    return (
        np.int64(kind),
        np.int64(a),
        np.int64(b),
        np.int64(c),
        np.int64(d),
        np.int64(e),
    )


@kernel
def choose_noted(state):
    """The place of a New City or of City Growth as noted when the card was judged."""
    wanted = state.note_growth
    if state.decision == DECIDE_NEW_CITY:
        wanted = state.note_city * COLOURS + state.note_colour
    for place in range(state.choice_count):
        if state.choices[place] == wanted:
            return place
    return 0


(
    WITHOUT_INSURANCE,
    WITHOUT_HOTELS,
    WITHOUT_BOUNTIES,
    WITHOUT_URBANIZE,
    WITHOUT_NEW_INDUSTRY,
    WITHOUT_GROWTH,
    WITHOUT_EXECUTIVE,
    WITHOUT_LAND_GRANT,
    WITHOUT_ENGINEERING,
    WITHOUT_LINES,
    WITHOUT_BARONS,
    WITHOUT_WESTERN_LINK,
) = range(12)
CARD_BANS = (  # by kind of Operations card
    WITHOUT_HOTELS,
    WITHOUT_BOUNTIES,
    WITHOUT_NEW_INDUSTRY,
    WITHOUT_GROWTH,
    WITHOUT_EXECUTIVE,
    WITHOUT_LAND_GRANT,
    WITHOUT_ENGINEERING,
)


@kernel
def is_banned(rules, option):
    return (rules.without >> option) & 1 == 1

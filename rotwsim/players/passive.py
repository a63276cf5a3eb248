"""passive: always passes and takes the first legal option; the Railbot on its own."""

from rotwsim.core.codes import PASS
from rotwsim.core.jit import kernel
from rotwsim.players.answers import an_action


@kernel
def choose_action(state, rules, seat):
    """A pass."""
    return an_action(PASS)

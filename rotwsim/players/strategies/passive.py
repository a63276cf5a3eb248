"""passive: always passes and takes the first legal option; the Railbot on its own."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.codes import PASS
from rotwsim.players.action import an_action


@kernel
def choose_action(state, rules, seat):
    """A pass."""
    return an_action(PASS)

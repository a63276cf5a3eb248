"""Playing for the target: risk where it lies above what is expected."""

from math import exp, sqrt

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.codes import AIM_WIN
from rotwsim.players.value.weights import RISK_POINTS

# In the last turns the result lies this much above score and plan, and spreads around that by this
# much times the root of the turns: means over 400 games of the expert on each of four boards.
LAST_TURNS = 8
DRIFT = 7.0
SPREAD = 5.0
WIDTH = 8.0  # points of a result around the target in which it decides between win and loss


@kernel
def risk_needed(rules, outlook, quiet):
    """Points by which sure actions count less; `quiet` is the worth of doing nothing.

    Where the target lies below what is expected, counting sure actions more won no more games.
    """
    if rules.aim != AIM_WIN or outlook.turns > LAST_TURNS or outlook.turns == 1:
        return 0.0
    expected = outlook.score + quiet + DRIFT
    missing = (rules.target - expected) / (SPREAD * sqrt(outlook.turns))
    return rules.weights[RISK_POINTS] * max(0.0, min(1.0, missing))


@kernel
def counted(rules, result):
    """A result as the aim counts it: near the target a point is a point, far from it nothing."""
    if rules.aim != AIM_WIN:
        return float(result)
    return 4.0 * WIDTH / (1.0 + exp((rules.target - result) / WIDTH))

"""Carrying out an action at a table (B3, M16 to M19, M31)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.play.actions import spend_action
from rotwsim.core.rules.engine import upgrade_engine
from rotwsim.core.rules.mines import mine
from rotwsim.core.rules.multiplayer_delivery import deliver_at_table
from rotwsim.core.rules.multiplayer_display import fulfil_starts
from rotwsim.core.state.codes import DELIVER, MINE, NOBODY, START_ENGINE, UPGRADE, WESTERN_LINK


@kernel
def carry_out_at_table(state, rules, seat, action, log):
    """Spends one action on what the seat chose."""
    kind = action[0]
    spend_action(state, rules, seat, action, log)
    if kind == UPGRADE:
        upgrade_first(state, rules, seat, log)
    elif kind == DELIVER:
        deliver_at_table(state, rules, seat, action[1], action[2], action[3], action[4], log)
    elif kind == WESTERN_LINK:
        state.western_built[seat] += 1
    elif kind == MINE:
        mine(state, rules, seat, action[1], log)


@kernel
def upgrade_first(state, rules, seat, log):
    """B33; who is first with a level is remembered (R8), and a Start card may pay (B47)."""
    upgrade_engine(state, rules, seat, log)
    level = state.engine[seat]
    if state.level_first[level] == NOBODY:
        state.level_first[level] = seat
    fulfil_starts(state, rules, seat, START_ENGINE, level, log)

"""Carrying out an action at a table (B3, M16 to M19, M31)."""

from rotwsim.core.cities import build_western_link, urbanize
from rotwsim.core.codes import (
    BUILD,
    DELIVER,
    MINE,
    NOBODY,
    PASS,
    START_ENGINE,
    TAKE_CARD,
    UPGRADE,
    URBANIZE,
    WESTERN_LINK,
)
from rotwsim.core.engine import upgrade_engine
from rotwsim.core.jit import kernel
from rotwsim.core.mines import mine
from rotwsim.core.open_cards import fulfil_starts
from rotwsim.core.operations import take_card
from rotwsim.core.table_delivery import deliver_at_table
from rotwsim.core.track import build


@kernel
def carry_out_at_table(state, rules, seat, action, log):
    """Spends one action on what the seat chose."""
    state.actions_left -= 1
    state.actions_done += 1
    kind = action[0]
    if kind == PASS:
        state.passes += 1
    elif kind == BUILD:
        build(state, rules, seat, action[1], action[2], action[3], action[4], action[5], log)
    elif kind == URBANIZE:
        urbanize(state, rules, seat, action[1], action[2], log)
    elif kind == UPGRADE:
        upgrade_first(state, rules, seat, log)
    elif kind == DELIVER:
        deliver_at_table(state, rules, seat, action[1], action[2], action[3], action[4], log)
    elif kind == TAKE_CARD:
        take_card(state, rules, seat, action[1], log)
    elif kind == WESTERN_LINK:
        build_western_link(state, rules, seat, action[1], log)
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

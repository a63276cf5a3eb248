"""The engine: its level in force and its upgrades (B33, D12)."""

from rotwsim.core.codes import PAID_ENGINE
from rotwsim.core.jit import kernel
from rotwsim.core.log import ENGINE, note
from rotwsim.core.money import pay


@kernel
def engine_level(state, seat):
    """D12: the engine may count one level lower."""
    return max(1, state.engine[seat] - state.engine_lower)


@kernel
def can_upgrade(state, rules, seat):
    return state.engine[seat] < rules.top_level


@kernel
def upgrade_price(state, rules, seat):
    """B33, D12: the price of the next level, by the printed one."""
    return rules.engine_price[state.engine[seat] + 1]


@kernel
def upgrade_engine(state, rules, seat, log):
    """B33: one level per action, at the price of the next level."""
    pay(state, rules, seat, upgrade_price(state, rules, seat), PAID_ENGINE, log)
    state.engine[seat] += 1
    note(log, state, ENGINE, state.engine[seat])

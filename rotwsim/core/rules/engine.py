"""The engine: its level in force and its upgrades (B33, D12)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.money import pay
from rotwsim.core.state.codes import PAID_ENGINE
from rotwsim.core.state.log import ENGINE, note

LOWEST_PRICED = 2  # everybody begins with level 1


@kernel
def engine_level(state, seat):
    """D12: the engine may count one level lower."""
    return max(1, state.engine[seat] - state.engine_lower)


@kernel
def can_upgrade(state, rules, seat):
    return state.engine[seat] < rules.top_level


@kernel
def upgrade_price(state, rules, seat):
    """B33, D12: the price of the next level, by the printed one or by the level in force."""
    level = state.engine[seat] + 1
    if rules.lower_price:
        level = max(LOWEST_PRICED, level - state.engine_lower)
    return rules.engine_price[level]


@kernel
def upgrade_engine(state, rules, seat, log):
    """B33: one level per action, at the price of the next level."""
    pay(state, rules, seat, upgrade_price(state, rules, seat), PAID_ENGINE, log)
    state.engine[seat] += 1
    note(log, state, ENGINE, state.engine[seat])

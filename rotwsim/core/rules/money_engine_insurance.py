"""Money, the engine, Insurance: income, bonds, upgrades, token (B1 to B5, B33, S15, D12, D17)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.codes import MOST_BONDS, NOBODY, PAID_ENGINE, PAID_INTEREST
from rotwsim.core.state.log import ENGINE, INCOME, INSURANCE, PAID, note


@kernel
def income_at(rules, score):
    """B4: income depends on the current score."""
    if score < rules.income_scores:
        return rules.income[score]
    return rules.income_above


@kernel
def income_of(state, rules, seat):
    """B4: what a seat receives now; the Railbot's Barons may take some of it."""
    return max(0, income_at(rules, state.score[seat]) - state.income_less)


@kernel
def bonds_needed(state, rules, seat, amount):
    """B2: as many bonds as a payment needs and no more."""
    missing = amount - state.cash[seat]
    if missing <= 0:
        return 0
    return (missing + rules.bond_pays - 1) // rules.bond_pays


@kernel
def pay(state, rules, seat, amount, reason, log):
    """Pays, taking bonds where the cash does not suffice; who is ruined owes no more."""
    if amount <= 0:
        return
    bonds = min(bonds_needed(state, rules, seat, amount), MOST_BONDS - state.bonds[seat])
    state.bonds[seat] += bonds
    state.cash[seat] = max(0, state.cash[seat] + bonds * rules.bond_pays - amount)
    note(log, state, PAID, amount, bonds, reason)


@kernel
def collect_income(state, rules, seat, log):
    """B5: income first, then interest; a bond taken for interest pays none in the same phase."""
    income = income_of(state, rules, seat)
    state.cash[seat] += income
    note(log, state, INCOME, income)
    pay(state, rules, seat, state.bonds[seat] * rules.bond_interest, PAID_INTEREST, log)


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
    """B33: one level per action, at the price of the next level; R8: who has a level first."""
    pay(state, rules, seat, upgrade_price(state, rules, seat), PAID_ENGINE, log)
    state.engine[seat] += 1
    level = state.engine[seat]
    if state.level_first[level] == NOBODY:
        state.level_first[level] = seat
    note(log, state, ENGINE, level)


INSURABLE = 2  # places of the row, from the left


@kernel
def insure(state, rules, place, log):
    """Put the token on a card for two actions (S15), or also later ones (D17)."""
    state.actions_left -= rules.insurance_actions - 1
    state.actions_forfeit = min(rules.actions_after_railbot, state.dear_insurance)
    state.insured = place
    state.insurance_bought += 1
    note(log, state, INSURANCE, place)


@kernel
def can_insure(state, rules):
    """S15: nothing else was done this turn, the Railbot is still to come, the token is free."""
    return (
        state.insured < 0
        and state.actions_done == 0
        and state.before_railbot == 1
        and rules.railbot_acts == 1
        and state.actions_left >= rules.insurance_actions
    )

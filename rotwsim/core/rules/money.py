"""Money: income by score, payments, bonds, interest (B1 to B5)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.codes import MOST_BONDS, PAID_INTEREST
from rotwsim.core.state.log import INCOME, PAID, note


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

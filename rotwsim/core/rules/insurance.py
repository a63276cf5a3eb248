"""Insurance: a token that takes the effect from a card of the Railbot row (S15, D17)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.log import INSURANCE, note

INSURABLE = 2  # places of the row, from the left


@kernel
def insure(state, rules, place, log):
    """S15: the first two actions of a turn put the token on a card; D17: more, as far as there are
    actions after the Railbot step.
    """
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


@kernel
def use_insurance(state):
    """S15: the insured card has no effect at all, the token comes back."""
    state.insured = -1
    state.insurance_used += 1

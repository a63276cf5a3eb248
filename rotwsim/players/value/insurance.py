"""Insurance, judged by the loss that a card of the row threatens and the chance that it comes."""

import math

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.insurance import INSURABLE, can_insure
from rotwsim.core.rules.money import income_at
from rotwsim.core.state.codes import INSURE, NOBODY
from rotwsim.players.action import WITHOUT_INSURANCE, an_action, is_banned
from rotwsim.players.learned.corrections import correct_insurance
from rotwsim.players.value.horizon import after
from rotwsim.players.value.position_value import position_worth
from rotwsim.players.value.ranking import NOTHING_YET, offer
from rotwsim.players.value.weights import (
    BARON_THREAT,
    DEADHEAD_THREAT,
    INSURANCE_CAUTION,
    LEAST_TAX,
    LINKS_THREAT,
)

LEARNED_LEAD = 8.0  # points up to which trials compare actions, see samples.TRY_WITHIN_POINTS
BEYOND = 2.0  # points for each time that the lead is 2.7 times as large
CALM_TURNS = 4  # before the end; earlier only Taxation and Barons are insured


@kernel
def consider_insurance(state, rules, outlook, survey, best):
    """S15: two actions against the loss that a card of the row threatens."""
    spent = rules.insurance_actions + state.dear_insurance
    if is_banned(rules, WITHOUT_INSURANCE) or outlook.actions <= spent:
        return
    if not can_insure(state, rules):
        return
    prospect = after(outlook, actions=spent)
    pass_value = position_worth(state, rules, survey.counts, prospect, floor=NOTHING_YET)
    chance = min(1.0, rules.weights[INSURANCE_CAUTION] * chance_to_come_up(state))
    top = best[0].worth
    for place in range(INSURABLE):
        if is_harmful(state, rules, outlook, state.row[place]) or outlook.turns <= CALM_TURNS:
            loss = card_loss(state, rules, outlook, survey, state.row[place])
            if outlook.learned and loss <= 0.0:
                continue
            worth, more = pass_value + chance * loss, 0.0
            if outlook.learned:
                more = correct_insurance(rules, outlook, survey, loss) - outlook.need
                more -= excess_of(worth + more - top)
            offer(best, survey, worth + more, more, an_action(INSURE, place))


@kernel
def excess_of(lead):
    """What is too much of a lead over the best other action. It was learned where Insurance nearly
    pays; farther out the lead grows beyond all bounds, and games played on find 5 to 17 points.
    """
    if lead <= LEARNED_LEAD:
        return 0.0
    return lead - LEARNED_LEAD - BEYOND * math.log(lead / LEARNED_LEAD)


@kernel
def is_harmful(state, rules, outlook, card):
    """Whether a card is insured before the last turns too; a small tax would but bind the token."""
    least = rules.weights[LEAST_TAX] * outlook.turns
    if rules.card_taxation[card] > 0 and tax_now(rules, outlook) >= least:
        return True
    return threatens_baron(state, rules, outlook, card)


@kernel
def tax_now(rules, outlook):
    """S26: the money that Taxation would take."""
    return rules.taxation_incomes * income_at(rules, outlook.score)


@kernel
def threatens_baron(state, rules, outlook, card):
    """Whether a card takes a Baron; club does not see when none is free."""
    if rules.card_baron[card] == 0 or not outlook.learned:
        return rules.card_baron[card] > 0 and state.barons > 0
    for place in range(state.barons):
        if state.baron_owner[place] == NOBODY:
            return True
    return False


@kernel
def card_loss(state, rules, outlook, survey, card):
    """Points that a Railbot card would cost if it were resolved now."""
    loss = 0.0
    if rules.card_taxation[card]:
        loss += taxation_loss(state, rules, outlook, survey)
    if rules.card_deadhead[card]:
        loss += rules.weights[DEADHEAD_THREAT]
    if threatens_baron(state, rules, outlook, card):
        loss += rules.weights[BARON_THREAT]
    if rules.card_cities[card] > 0:
        loss += rules.weights[LINKS_THREAT]
    return loss


@kernel
def taxation_loss(state, rules, outlook, survey):
    """S26: what the position is worth less without the money."""
    before = after(outlook, actions=0)
    then = after(outlook, actions=0, money=tax_now(rules, outlook))
    free = position_worth(state, rules, survey.counts, before, floor=NOTHING_YET)
    return free - position_worth(state, rules, survey.counts, then, floor=NOTHING_YET)


@kernel
def chance_to_come_up(state):
    """The chance that a card of the row is resolved before the game ends; each slot is about as
    likely.
    """
    flips = state.deck_count - state.deck_next - 2
    if flips <= 0:
        return 0.0
    stays = 1.0
    for _ in range(flips):
        stays *= 2.0 / 3.0
    return 1.0 - stays

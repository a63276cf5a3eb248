"""person: judges like the expert and errs in every decision; a knob sets how much.

noisy: each of the twelve best choices looks better or worse than it is, by a random amount.
careless: some decisions are made as a novice would. habit: the judgement of club, with noise.
hasty: no look at the second action of a turn, no long aims, and noise. The noise follows from the
game, turn, step and choice: where two games offer the same choice in the same step, the person sees
the same. With the knob at 0, noisy and careless play like the expert.
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel, stack_array
from rotwsim.core.rules.duel_barons import points_of_baron
from rotwsim.core.state import codes
from rotwsim.core.state.decisions import digest_of
from rotwsim.core.state.layout import OPTIONS
from rotwsim.core.state.log import digest_step, mix
from rotwsim.core.state.streams import GOLDEN
from rotwsim.players import action as actions
from rotwsim.players.action import NOTHING_YET, WITHOUT_BARONS, is_banned
from rotwsim.players.registry import with_owners
from rotwsim.players.strategies.bidding import bid_like_a_novice, gain_of_bid, points_of_keeping
from rotwsim.players.strategies.passive_to_expert import CLUB_FLAGS, EXPERT_FLAGS, novice_action
from rotwsim.players.value import cities, railbot_choices, rank_actions
from rotwsim.players.value.buildable_links import can_go_on, continue_track
from rotwsim.players.value.network import find_survey
from rotwsim.players.value.position_value import look_at_seat
from rotwsim.players.value.records import CANDIDATE
from rotwsim.players.value.weights import GROWTH_POINTS

RANKED = 12  # best choices among which noise decides
STEPS = 64  # of a turn, at most
SLIPPING = 1 << 20  # a choice that no decision has: whether the person slips
ALL_COLOURS = (1 << codes.COLOURS) - 1
UNIT = 2.0**-53
GUMBEL_BITS = 12  # the noise has this many equally likely values, its quantiles
GUMBEL = -np.log(-np.log((np.arange(1 << GUMBEL_BITS) + 0.5) / (1 << GUMBEL_BITS)))

new_candidates = stack_array(RANKED, CANDIDATE)
new_worths = stack_array(OPTIONS, np.float64)


@kernel
def choose_action(state, rules, mind):
    """Choose the next action of the solo game."""
    seat = state.seat
    if can_go_on(state, rules):
        return continue_track(state, rules, seat)
    if rules.errs == codes.CARELESS:
        if slips(state, rules):
            return novice_action(state, rules, seat)
        return rank_actions.choose_with_next(state, rules, seat, EXPERT_FLAGS, mind)
    judgement = judgement_of(rules)
    best = new_candidates()
    rank_actions.rank_with_surveys(state, rules, seat, judgement, best, mind.surveys)
    add_noise(state, rules, best)
    if rules.errs == codes.NOISY:
        within = rank_actions.TRY_WITHIN_POINTS / (1.0 + rules.knob)  # noise drowns the others
        rank_actions.look_at_next(state, rules, seat, judgement, best, within, mind)
        mind.planned[0].turn = 0  # the next action has noise too
    return actions.action_of(best, 0)


@kernel
def choose_multiplayer_action(state, rules, survey):
    """Choose the next action of a multiplayer game."""
    seat = state.seat
    if can_go_on(state, rules):
        return continue_track(state, rules, seat)
    if rules.errs == codes.CARELESS and slips(state, rules):
        return novice_action(state, rules, seat)
    best = new_candidates()
    rank_actions.rank_with_surveys(state, rules, seat, judgement_of(rules), best, survey)
    if rules.errs != codes.CARELESS:
        add_noise(state, rules, best)
    return with_owners(state, rules, seat, actions.action_of(best, 0))


@kernel
def judgement_of(rules):
    return CLUB_FLAGS if rules.errs == codes.HABIT else EXPERT_FLAGS


@kernel
def add_noise(state, rules, best):
    """Add noise to the worth of ranked actions; the best of them come first."""
    for row in range(RANKED):
        if best[row].worth > NOTHING_YET:
            error = noise(state, rules, identity_of(state, best[row].action))
            best[row].worth += error
            best[row].credit += error  # it stays where the next action is looked at
    for place in range(rank_actions.CANDIDATES):  # nobody looks at the others
        most = place
        for row in range(place + 1, RANKED):
            if best[row].worth > best[most].worth:
                most = row
        if most != place:
            actions.swap_rows(best, place, most)


@kernel
def identity_of(state, action):
    """Name an action by what a person sees of it: the Link, the cube, the card."""
    kind = action[0]
    identity = digest_step(np.uint64(0), kind)
    if kind == codes.TAKE_CARD:
        return digest_step(identity, state.display[action[1]])
    if kind == codes.INSURE:
        return digest_step(identity, state.row[action[1]])
    if kind == codes.BUILD:
        ends = min(action[1], action[2]), max(action[1], action[2])
        return digest_step(digest_step(identity, ends[0]), ends[1])
    identity = digest_step(digest_step(identity, action[1]), action[2])
    return digest_step(identity, action[3]) if kind == codes.DELIVER else identity


@kernel
def noise(state, rules, identity):
    """Draw Gumbel noise of knob points for a choice of this step."""
    return rules.knob * GUMBEL[word_of(state, identity) >> np.uint64(64 - GUMBEL_BITS)]


@kernel
def word_of(state, identity):
    """Draw 64 random bits, the same for the same choice in the same step of a game."""
    step = STEPS * (state.turn * STEPS + state.decision) + 8 * state.third_to_come
    step += state.actions_left
    key = mix(state.streams[codes.PLAYER_STREAM + state.seat] + np.uint64(step) * GOLDEN)
    return mix(key + identity)


@kernel
def uniform(state, identity):
    return np.float64(word_of(state, identity) >> np.uint64(11)) * UNIT


@kernel
def slips(state, rules):
    """Draw whether a careless person slips in this step."""
    about = 0 if state.decision == codes.DECIDE_ACTION else state.asked
    return uniform(state, digest_step(np.uint64(SLIPPING), about)) < rules.knob


@kernel
def choose(state, rules):
    """Choose in every other decision, solo or multiplayer: the place of the choice."""
    worths, is_careless = new_worths(), rules.errs == codes.CARELESS
    if is_careless and slips(state, rules):
        return slip(state, rules, worths)
    is_a_bid = state.decision == codes.DECIDE_BID or state.decision == codes.DECIDE_KEEP
    if (is_careless or rules.knob == 0.0) and not is_a_bid:
        return railbot_choices.choose(state, rules, state.seat)
    value_choices(state, rules, state.seat, judgement_of(rules), worths)
    if is_careless or rules.knob == 0.0:
        return np.argmax(worths[: state.choice_count])
    return pick(state, rules, worths)


@kernel
def slip(state, rules, worths):
    """Choose evenly, as a novice; claim no Baron that is banned, bid as a novice does."""
    if state.decision == codes.DECIDE_BID:
        return bid_like_a_novice(state)
    if state.decision == codes.DECIDE_CLAIM and is_banned(rules, WITHOUT_BARONS):
        return 0
    for place in range(state.choice_count):
        worths[place] = uniform(state, identity_of_choice(state, place))
    return np.argmax(worths[: state.choice_count])


@kernel
def identity_of_choice(state, place):
    return digest_step(digest_of(state, place), state.asked)


@kernel
def pick(state, rules, worths):
    """Take the best by worth and noise among the twelve worth most."""
    best, most = 0, NOTHING_YET
    for _ in range(min(RANKED, state.choice_count)):
        place = np.argmax(worths[: state.choice_count])
        worth = worths[place] + noise(state, rules, identity_of_choice(state, place))
        if worth > most:
            best, most = place, worth
        worths[place] = NOTHING_YET
    return best


@kernel
def value_choices(state, rules, seat, judgement, worths):
    """Value every choice of the open decision in points, as the expert does."""
    if state.decision == codes.DECIDE_NEW_CITY or state.decision == codes.DECIDE_GROWTH:
        value_cities(state, rules, seat, judgement, worths)
        return
    wanted = 0
    if state.decision == codes.DECIDE_CLAIM:
        wanted = railbot_choices.choose_claim(state, rules, seat)
    for place in range(state.choice_count):
        if state.decision == codes.DECIDE_CLAIM:
            worths[place] = claim_worth(state, rules, seat, place, wanted)
        elif state.decision == codes.DECIDE_BID:
            worths[place] = 0.0 if place == 0 else NOTHING_YET  # nobody looks above the lowest bid
            if place == 1:
                worths[place] = gain_of_bid(state, rules, seat, judgement)
        elif state.decision == codes.DECIDE_KEEP:
            worths[place] = points_of_keeping(state, rules, seat, place, judgement)
        else:
            worths[place] = -railbot_choices.loss_of(state, rules, seat, place)


@kernel
def claim_worth(state, rules, seat, place, wanted):
    """Value a claim by its points, or by what waiting for the top tier would add to them."""
    if place == 0:
        return 0.0
    if is_banned(rules, WITHOUT_BARONS):
        return NOTHING_YET
    baron = state.choices[place]
    points = float(points_of_baron(state, rules, seat, baron))
    top = railbot_choices.top_points(rules, state.baron_row[baron])
    return points if wanted > 0 else points - top


@kernel
def value_cities(state, rules, seat, judgement, worths):
    """Value the places of a New City or of City Growth; none is better than the one noted."""
    outlooks, surveys = rank_actions.new_outlooks(), rank_actions.new_survey()
    best, outlook = rank_actions.new_candidate(), outlooks[0]
    rank_actions.judge_by(outlook, judgement)
    surveys[0].used = 0
    look_at_seat(state, rules, seat, outlook)
    find_survey(state, rules, outlook, surveys)
    rank_actions.compare_plain(state, rules, seat, outlook, surveys[0], best)
    cities.plan_least(outlook, surveys[0])
    for place in range(state.choice_count):
        worths[place] = city_gain(state, rules, outlook, surveys[0], state.choices[place])
    noted = actions.choose_noted(state)
    most = worths[noted]
    for place in range(state.choice_count):
        worths[place] = min(worths[place], most)


@kernel
def city_gain(state, rules, outlook, survey, choice):
    """Points that the cubes of a New City and its market bring, or those of City Growth."""
    if state.decision == codes.DECIDE_GROWTH:
        gain = cities.cube_gain(outlook, survey, choice, rules.growth_cubes)
        return rules.weights[GROWTH_POINTS] * gain
    city, colour, gains = choice // codes.COLOURS, choice % codes.COLOURS, cities.new_gains()
    cities.promised(state, outlook, survey, city, ALL_COLOURS, gains)
    return gains[colour] + cities.cube_gain(outlook, survey, city, rules.urbanize_cubes) / 2.0

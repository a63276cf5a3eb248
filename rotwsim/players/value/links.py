"""New Links, judged by the cubes that would travel farther over them and the aims they serve."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.jit.stack import stack_array
from rotwsim.core.track.building import build_limit
from rotwsim.players.learned.corrections import correct_link
from rotwsim.players.learned.link_features import CUBES_8, mark_cities
from rotwsim.players.value.buildable_links import (
    begin_link,
    find_nearest,
    find_offers,
    has_open_track,
)
from rotwsim.players.value.horizon import actions_this_turn, after
from rotwsim.players.value.link_gains import (
    count_with_link,
    find_gains,
    forget_lengths,
    start_gains,
)
from rotwsim.players.value.objectives import line_gain, link_aims, measure_lines, wants_double_link
from rotwsim.players.value.position_value import (
    NO_WORTH,
    most_points,
    owed_at_once,
    top_target,
    worth_with_engine,
)
from rotwsim.players.value.ranking import floor_of, offer
from rotwsim.players.value.records import MOST_BUILDS, NOT_YET, OFFER, OFFERS, SEARCH
from rotwsim.players.value.rivals import link_at_table
from rotwsim.players.value.weights import BOND_POINTS, DEAREST_LINK, LINKS_BEGUN, REACH_POINTS

# What the pruned player leaves out: dear Links while there is no network, Links to a city without
# cubes, and (offers.py) Links to a city that the network can reach much more cheaply.
DEAREST_OPENING = 8
ROUNDING = 1e-6
new_searches = stack_array(1, SEARCH)
new_offers = stack_array(OFFERS, OFFER)


@kernel
def consider_links(state, rules, outlook, survey, best):
    """Links from the network to its neighbours; any Link while the network has hardly begun."""
    if not has_open_track(state):  # no other track may be begun beside it (B15)
        searches, offers = new_searches(), new_offers()
        look_over_links(state, rules, outlook, survey, searches, offers, best)


@kernel
def look_over_links(state, rules, outlook, survey, searches, offers, best):
    """Considers each Link on offer; the arrays come in because a record does not keep its array
    alive.
    """
    search = searches[0]
    prepare_search(state, rules, outlook, survey, search)
    for city in range(rules.cities):
        if search.begun and not survey.served[city]:
            continue
        for place in range(find_offers(state, rules, outlook, survey, search, city, offers)):
            consider_link(state, rules, outlook, survey, search, offers[place], best)


@kernel
def prepare_search(state, rules, outlook, survey, search):
    """The bounds of the search, and what all Links are judged by."""
    search.begun = 1 if outlook.links >= rules.weights[LINKS_BEGUN] else 0
    search.dearest = int(rules.weights[DEAREST_LINK])
    if outlook.pruned and not search.begun:
        search.dearest = min(search.dearest, DEAREST_OPENING)
    search.tiles = build_limit(state, rules, outlook.seat)
    search.most_builds = min(actions_this_turn(state, rules), MOST_BUILDS)
    search.double = 1 if wants_double_link(state, rules) else 0
    start_gains(rules, search)
    find_nearest(state, rules, survey, search)
    measure_lines(state, rules, outlook, search)
    know_points(state, rules, outlook, survey, search)
    if outlook.learned:
        for city in range(rules.cities):
            search.around[city, CUBES_8] = NOT_YET
        mark_cities(state, rules, survey, search)


@kernel
def know_points(state, rules, outlook, survey, search):
    """known[builds, level]: points to come with one Link more that moves no cube farther."""
    top = min(outlook.highest, top_target(state, rules, outlook.level))
    for builds in range(1, search.most_builds + 1):
        prospect = after(outlook, actions=builds, links=1)
        for target in range(max(outlook.lowest, outlook.level), top + 1):
            search.known[builds, target] = most_points(rules, survey.counts, prospect, target)


@kernel
def consider_link(state, rules, outlook, survey, search, link, best):
    """A Link by its aims, the cities it newly serves and the cubes that travel farther."""
    aim = link_aims(state, rules, outlook, link.near, link.far)
    if same_part(state, outlook, link) and aim <= 0.0:
        return
    lines = line_gain(state, rules, outlook, search, link.near, link.far)
    bonus = aim + lines
    if not outlook.learned or outlook.turns > 1:
        for city in (link.far, link.near):
            if not survey.served[city]:
                bonus += rules.weights[REACH_POINTS] * state.cubes[city]
    find_gains(state, outlook, survey, search, link.near, link.far)
    if not outlook.pruned or bonus > 0.0 or gains_any(outlook, search):
        if outlook.learned:
            told = 0.0 if outlook.table else aim  # at a table it is a feature of the table
            bonus += correct_link(state, rules, outlook, survey, search, link, lines, told)
            if outlook.table:
                bonus += link_at_table(state, rules, outlook, survey, link, aim)
        to_beat = floor_of(best) - bonus
        worth = bonus + link_worth(state, rules, outlook, survey, search, link, to_beat)
        if worth > floor_of(best):
            action = begin_link(state, rules, outlook.seat, link)
            offer(best, survey, worth, bonus, action)
    forget_lengths(search)


@kernel
def same_part(state, outlook, link):
    """Whether the player's own Links connect the ends of a Link already."""
    group = state.own_group[outlook.seat]
    return group[link.near] == group[link.far]


@kernel
def gains_any(outlook, search):
    for target in range(outlook.level, outlook.ahead + 1):
        if search.gain[target] > 0:
            return True
    return False


@kernel
def link_worth(state, rules, outlook, survey, search, link, floor):
    """As `plan.position_worth`, with a Link whose gains were found; only engine levels are looked
    at that could exceed the floor without further bonds.
    """
    links = 0 if same_part(state, outlook, link) else 1
    prospect = after(outlook, actions=link.builds, money=link.price, links=links)
    owed = rules.weights[BOND_POINTS] * owed_at_once(rules, prospect)
    best = NO_WORTH
    price = 0.0
    for target in range(outlook.level, top_target(state, rules, outlook.level) + 1):
        if target > outlook.level:
            price += rules.engine_price[target + state.engine_lower]
        if prospect.actions < target - outlook.level or target > outlook.highest:
            break
        if target < outlook.lowest:
            continue
        most = search.known[link.builds, target] + search.gain[target] - owed
        if most > max(best, floor) - ROUNDING:
            count_with_link(state, survey, search, target)
            worth = worth_with_engine(
                rules, survey.counts_after, prospect, target, price, max(best, floor)
            )
            best = max(best, worth)
    return best

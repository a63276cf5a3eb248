# Longer than most: a Link is listed, tried and judged in one chapter.
"""Judge new Links by the cubes that travel farther over them and the objectives they serve."""

import numpy as np

from rotwsim.core.jit.decorators import kernel, stack_array
from rotwsim.core.rules.delivery import link_points
from rotwsim.core.state.codes import COLOURS
from rotwsim.core.track.building import build_limit
from rotwsim.players.action import floor_of, offer
from rotwsim.players.learned.corrections import CUBES_8, correct_link, mark_cities
from rotwsim.players.value import position_value, weights
from rotwsim.players.value.buildable_links import begin_link, has_open_track, list_offers
from rotwsim.players.value.network import FIRST_COLOUR, counted_as, end_of, links_of, passed_by
from rotwsim.players.value.objectives import line_gain, link_aims, measure_lines, wants_double_link
from rotwsim.players.value.rail_baron_objectives import rail_spending
from rotwsim.players.value.records import MOST_BUILDS, NOT_YET, POINTS, SEARCH
from rotwsim.players.value.rivals import haste, multiplayer_link

# What the pruned player leaves out: dear Links while there is no network, Links to a city without
# cubes, and (buildable_links.py) Links to a city that the network can reach much more cheaply.
DEAREST_OPENING = 8
ROUNDING = 1e-6
new_searches = stack_array(1, SEARCH)


@kernel
def consider_links(state, rules, outlook, survey, best):
    """Links from the network to its neighbours; any Link while the network has hardly begun."""
    if not has_open_track(state):  # no other track may be begun beside it (B15)
        look_over_links(state, rules, outlook, survey, new_searches(), best)


@kernel
def look_over_links(state, rules, outlook, survey, searches, best):
    """Consider each Link on offer; a record does not keep its array alive, so an array comes in."""
    search = searches[0]
    prepare_search(state, rules, outlook, survey, search)
    found = consider_offers(state, rules, outlook, survey, search, best)
    if outlook.multiplayer and search.begun and found < rules.weights[weights.FEW_LINKS]:
        search.begun, search.elsewhere = 0, 1  # walled in: B11 allows a Link anywhere
        consider_offers(state, rules, outlook, survey, search, best)


@kernel
def consider_offers(state, rules, outlook, survey, search, best):
    """Consider each Link on offer that these actions can finish; return their number."""
    list_offers(state, rules, outlook, survey, search)
    found = 0
    for place in range(survey.offers):
        if survey.offer[place].builds <= search.most_builds:
            consider_link(state, rules, outlook, survey, search, survey.offer[place], best)
            found += 1
    return found


@kernel
def prepare_search(state, rules, outlook, survey, search):
    """The bounds of the search, and what all Links are judged by."""
    search.begun = 1 if outlook.links >= rules.weights[weights.LINKS_BEGUN] else 0
    search.dearest = int(rules.weights[weights.DEAREST_LINK])
    if outlook.pruned and not search.begun:
        search.dearest = min(search.dearest, DEAREST_OPENING)
    search.tiles = build_limit(state, rules, outlook.seat)
    actions = position_value.actions_this_turn(state, rules)
    if outlook.multiplayer and rules.weights[weights.SURE_TRACK] > 0.0:
        actions = state.actions_left  # the next seat may block the rest, which is removed (M17)
    search.most_builds = min(actions, MOST_BUILDS)
    # In solo the list serves the next action too; in multiplayer others lay track before it.
    search.most_tiles = search.tiles * (search.most_builds if outlook.multiplayer else MOST_BUILDS)
    search.elsewhere = 0
    search.double = 1 if wants_double_link(state, rules) else 0
    start_gains(rules, search)
    measure_lines(state, rules, outlook, search)
    know_points(state, rules, outlook, survey, search)
    if outlook.learned:
        for city in range(rules.cities):
            search.around[city, CUBES_8] = NOT_YET
        mark_cities(state, rules, survey, search)


@kernel
def know_points(state, rules, outlook, survey, search):
    """known[builds, level]: points to come with one Link more that moves no cube farther."""
    top = min(outlook.highest, position_value.top_target(state, rules, outlook.level))
    for builds in range(1, search.most_builds + 1):
        prospect = position_value.after(outlook, actions=builds, links=1)
        for target in range(max(outlook.lowest, outlook.level), top + 1):
            points = position_value.most_points(rules, survey.counts, prospect, target)
            search.known[builds, target] = points


@kernel
def consider_link(state, rules, outlook, survey, search, link, best):
    """A Link by its aims, the cities it newly serves and the cubes that travel farther."""
    aim = link_aims(state, rules, outlook, link.near, link.far)
    if same_part(state, outlook, link) and aim <= 0.0:
        return
    if outlook.multiplayer:
        aim -= rail_spending(state, rules, outlook, link.price)
    lines = line_gain(state, rules, outlook, search, link.near, link.far)
    bonus = aim + lines
    if not outlook.learned or outlook.turns > 1:
        for city in (link.far, link.near):
            if not survey.served[city]:
                bonus += rules.weights[weights.REACH_POINTS] * state.cubes[city]
    find_gains(state, outlook, survey, search, link.near, link.far)
    gained = False
    for target in range(outlook.level, outlook.ahead + 1):
        gained |= search.gain[target] > 0
    if gained or bonus > 0.0 or not outlook.pruned:
        if outlook.learned:
            credited = 0.0 if outlook.multiplayer else aim  # in multiplayer it is a feature
            bonus += correct_link(state, rules, outlook, survey, search, link, lines, credited)
            if outlook.multiplayer:
                bonus += multiplayer_link(state, rules, outlook, survey, link, aim)
                bonus -= haste(rules, outlook, link.price)
        to_beat = floor_of(best) - bonus
        worth = bonus + link_worth(state, rules, outlook, survey, search, link, to_beat)
        if worth > floor_of(best):
            offer(best, survey, worth, bonus, begin_link(state, rules, outlook.seat, link))
    forget_lengths(search)


@kernel
def same_part(state, outlook, link):
    group = state.own_group[outlook.seat]
    return group[link.near] == group[link.far]


@kernel
def link_worth(state, rules, outlook, survey, search, link, floor):
    """Value a Link whose gains were found at engine levels that may exceed the floor."""
    links = 0 if same_part(state, outlook, link) else 1
    prospect = position_value.after(outlook, actions=link.builds, money=link.price, links=links)
    owed = position_value.cost_of_bonds(rules, position_value.owed_at_once(rules, prospect))
    best = position_value.NO_WORTH
    price = 0.0
    for target in range(outlook.level, position_value.top_target(state, rules, outlook.level) + 1):
        if target > outlook.level:
            price += rules.engine_price[target + state.engine_lower]
        if prospect.actions < target - outlook.level or target > outlook.highest:
            break
        if target < outlook.lowest:
            continue
        most = search.known[link.builds, target] + search.gain[target] - owed
        if most > max(best, floor) - ROUNDING:
            count_with_link(state, survey, search, target)
            worth = position_value.worth_with_engine(
                rules, survey.counts_after, prospect, target, price, max(best, floor)
            )
            best = max(best, worth)
    return best


TOP_LENGTHS = 0x1FE  # bits 1 to 8
# by bit set of lengths
LONGEST = np.array([max(0, lengths.bit_length() - 1) for lengths in range(TOP_LENGTHS + 1)])


@kernel
def start_gains(rules, search):
    """Makes a search ready for the first Link, whatever it held before."""
    search.sent_from = -1
    search.touched_count = 0
    for city in range(rules.cities):
        for colour in range(COLOURS):
            search.lengths[city, colour] = 0


@kernel
def find_gains(state, outlook, survey, search, here, there):
    """What a Link between two cities adds to the cubes that could use it, per engine level.

    A Link that closes a ring is not credited for the longer routes round.
    """
    search.market = -1
    accepts = state.accepts[there]
    if survey.served[there] or accepts == 0 or accepts & (accepts - 1):  # none, or several
        extend_chains(state, survey, search, here, there)
        start_from_nothing(outlook, search.gain)
    else:  # what comes to such a market depends on its colour alone
        search.market = FIRST_COLOUR[accepts]
        send_to_market(state, outlook, survey, search, here, search.market)
        for target in range(outlook.level, outlook.ahead + 1):
            search.gain[target] = search.sent_gain[search.market, target]
    extend_chains(state, survey, search, there, here)
    for place in range(search.touched_count):
        city, colour = search.touched[place] // COLOURS, search.touched[place] % COLOURS
        lengths = search.lengths[city, colour]
        add_gains(state, outlook, survey, city, colour, lengths, search.gain)


@kernel
def start_from_nothing(outlook, gains):
    for target in range(outlook.level, outlook.ahead + 1):
        gains[target] = 0.0


@kernel
def add_gains(state, outlook, survey, city, colour, lengths, gains):
    """Points that the cubes of a colour on a city gain over these lengths, per engine level."""
    for target in range(outlook.level, outlook.ahead + 1):
        more = points_over(state, lengths, colour, target) - survey.worth[city, colour, target]
        if more > 0:
            gains[target] += more * state.goods[city, colour] * survey.share[city]


@kernel
def send_to_market(state, outlook, survey, search, near, colour):
    """List the cubes, and gains, for a new market of one colour beyond `near`, once for all."""
    if search.sent_from != near:
        search.sent_from = near
        for other in range(COLOURS):
            search.sent[other] = -1
    if search.sent[colour] >= 0:
        return
    search.beyond[colour] = 1
    extend_to(state, survey, search, near, 1 << colour)
    gains = search.sent_gain[colour]
    start_from_nothing(outlook, gains)
    for place in range(search.touched_count):
        city = search.touched[place] // COLOURS
        lengths = search.lengths[city, colour]
        search.sent_city[colour, place], search.sent_lengths[colour, place] = city, lengths
        add_gains(state, outlook, survey, city, colour, lengths, gains)
    search.sent[colour] = search.touched_count
    forget_lengths(search)


@kernel
def count_with_link(state, survey, search, target):
    """Cubes by points at an engine level, as they would be with the Link whose gains were found."""
    for points in range(POINTS):
        survey.counts_after[target, points] = survey.counts[target, points]
    colour = search.market
    if colour >= 0:
        for place in range(search.sent[colour]):
            city, lengths = search.sent_city[colour, place], search.sent_lengths[colour, place]
            move_cubes(state, survey, city, colour, lengths, target)
    for place in range(search.touched_count):
        city, colour = search.touched[place] // COLOURS, search.touched[place] % COLOURS
        move_cubes(state, survey, city, colour, search.lengths[city, colour], target)


@kernel
def move_cubes(state, survey, city, colour, lengths, target):
    """Counts the cubes of a colour on a city by the points that they score over these lengths."""
    points = points_over(state, lengths, colour, target)
    before = survey.worth[city, colour, target]
    if points > before:
        cubes = state.goods[city, colour] * survey.share[city]
        if survey.served[city]:
            survey.counts_after[target, counted_as(before)] -= cubes
        survey.counts_after[target, counted_as(points)] += cubes


@kernel
def forget_lengths(search):
    for place in range(search.touched_count):
        search.lengths[search.touched[place] // COLOURS, search.touched[place] % COLOURS] = 0
    search.touched_count = 0


@kernel
def extend_chains(state, survey, search, near, far):
    """Cubes that reach `near` and go on over the new Link to `far` and beyond."""
    if not survey.served[far] and state.accepts[far] == 0:
        return
    wanted = 0  # colours that are delivered at `far` or beyond
    for colour in range(COLOURS):
        # Bit n: a cube of the colour that arrives is delivered n Links further on (B31).
        is_taken = state.accepts[far] & (1 << colour)
        search.beyond[colour] = 1 if is_taken else survey.reach[far, colour]
        if search.beyond[colour]:
            wanted |= 1 << colour
    extend_to(state, survey, search, near, wanted)


@kernel
def extend_to(state, survey, search, near, wanted):
    """Cubes of the wanted colours that reach `near` and go on over the new Link."""
    send_cubes(search, near, wanted & survey.holds[near], 1)
    wanted &= ~state.accepts[near]  # B31
    if wanted == 0:
        return
    for place in range(survey.chains[near]):
        chain = survey.chain[near, place]
        colours = wanted & survey.holds[end_of(chain)] & ~passed_by(chain)
        if colours:
            send_cubes(search, end_of(chain), colours, links_of(chain) + 1)


@kernel
def send_cubes(search, city, colours, links):
    """Cubes of a city that come to the far end of the new Link over these Links."""
    while colours:
        colour = FIRST_COLOUR[colours]
        colours &= colours - 1
        lengths = (search.beyond[colour] << links) & TOP_LENGTHS
        if lengths:
            if search.lengths[city, colour] == 0:
                search.touched[search.touched_count] = city * COLOURS + colour
                search.touched_count += 1
            search.lengths[city, colour] |= lengths


@kernel
def points_over(state, lengths, colour, level):
    """Points of a cube that may travel the longest of these lengths that an engine can carry."""
    return link_points(state, colour, LONGEST[lengths & ((2 << level) - 1)])

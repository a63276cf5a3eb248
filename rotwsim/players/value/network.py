"""What the network can do: for every cube, how far it can travel and what that would score.

One walk over all chains of Links from each city of the player's network fills a SURVEY. It keeps
the chains too, so that the worth of a new Link can be known without walking again.
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel, stack_array
from rotwsim.core.rules.delivery import OWNERS, link_points
from rotwsim.core.rules.operations_and_lines import list_bounties
from rotwsim.core.state.codes import COLOURS
from rotwsim.core.state.layout import CITIES, LEVELS, NUMBER
from rotwsim.core.track.links import links_at
from rotwsim.players.action import WITHOUT_BOUNTIES, is_banned
from rotwsim.players.value.records import CHAINS, KEY, NOT_YET, POINTS
from rotwsim.players.value.weights import CONTEST

ONE = np.uint64(1)
ALL_COLOURS = (1 << COLOURS) - 1
# The first colour of a set, by its bits.
FIRST_COLOUR = np.array([(bits & -bits).bit_length() - 1 for bits in range(ALL_COLOURS + 1)])
HOTELS_AT = 8  # bits for the hotels at a city, where what is to gain there is one number
# A chain in one number: the city it leads to, its Links, and the colours of the cities between.
LINKS_AT = 6
COLOURS_AT = 10

OWNER_SETS = 256  # the Railbot included
SEATS_IN = np.array([bin(owners).count("1") for owners in range(OWNER_SETS)])

new_key = stack_array(KEY, NUMBER)
new_bounties = stack_array(CITIES, NUMBER, zeros=True)


@kernel
def survey_network(state, rules, outlook, survey):
    """Fill a survey for the position; its chains stay where they are known to be the same."""
    for city in range(rules.cities):
        survey.holds[city] = survey.bounty[city] = survey.rivals[city] = 0
        survey.share[city] = 1.0
        if outlook.multiplayer:
            survey.rivals[city] = rivals_at(state, outlook.seat, city)
            survey.share[city] = 1.0 / (1.0 + rules.weights[CONTEST] * survey.rivals[city])
        for colour in range(COLOURS):
            if state.goods[city, colour] > 0:
                survey.holds[city] |= 1 << colour
    note_bounties(state, rules, survey.bounty)
    if not outlook.known:
        walk_network(state, rules, outlook, survey)
        survey.offers_bounds = NOT_YET
    count_cubes(state, rules, survey)
    survey.market_city = NOT_YET


@kernel
def rivals_at(state, seat, city):
    owners = 0
    for spoke in range(state.spokes[city]):
        if state.spoke_owner[city, spoke] != seat:
            owners |= 1 << state.spoke_owner[city, spoke]
    return SEATS_IN[owners]


@kernel
def note_bounties(state, rules, points):
    if not is_banned(rules, WITHOUT_BOUNTIES):
        list_bounties(state, rules, points)


@kernel
def find_survey(state, rules, outlook, surveys):
    """Find the survey with these chains, or the oldest for new ones; the outlook notes which."""
    key = new_key()
    size = write_key(state, rules, outlook, key)
    used, oldest, found = 0, 0, -1
    for place in range(surveys.shape[0]):
        used = max(used, surveys[place].used)
        if surveys[place].used < surveys[oldest].used:
            oldest = place
        if surveys[place].used > 0 and is_same_key(surveys[place].key, key, size):
            found = place
    outlook.known = 1 if found >= 0 else 0
    if found < 0:
        found = oldest
        outlook.tidy = 1 if surveys[found].used > 0 else 0
        for place in range(size):
            surveys[found].key[place] = key[place]
    surveys[found].used = used + 1
    return found


@kernel
def write_key(state, rules, outlook, key):
    """List all that `walk_network` depends on; return how many numbers that is."""
    key[1], key[2], key[3] = outlook.seat, outlook.level, outlook.foreign
    key[4] = 2 * outlook.multiplayer + state.no_hotels
    size = 5
    for colour in range(COLOURS):
        key[size + colour] = state.colour_less[colour]
    size += COLOURS
    bounties = new_bounties()
    note_bounties(state, rules, bounties)
    for city in range(rules.cities):
        gain = bounties[city] << HOTELS_AT | state.hotel[outlook.seat, city]
        key[size + city] = gain << COLOURS | state.accepts[city]
    size += rules.cities
    for link in range(state.links):
        if outlook.foreign > 0 or state.link_owner[link] == outlook.seat:
            ends = state.link_first[link] * CITIES + state.link_second[link]
            key[size] = ends * OWNERS + state.link_owner[link]
            size += 1
    key[0] = size
    return size


@kernel
def is_same_key(key, other, size):
    for place in range(size):
        if key[place] != other[place]:
            return False
    return True


@kernel
def walk_network(state, rules, outlook, survey):
    """Walk all chains of the network; a stronger engine can do all that a weaker one can."""
    for city in range(rules.cities):
        if survey.served[city] or not outlook.tidy:
            survey.served[city] = survey.chains[city] = survey.longest[city] = 0
            for colour in range(COLOURS):
                survey.reach[city, colour] = survey.points[city, colour] = 0
                for level in range(LEVELS):
                    survey.worth[city, colour, level] = 0
        survey.own_links[city] = links_at(state, outlook.seat, city)
        if survey.own_links[city] > 0:
            survey.served[city] = 1
            walk_chains(state, outlook, survey, city)
            for colour in range(COLOURS):
                worth = survey.worth[city, colour]
                for level in range(1, LEVELS):
                    worth[level] = max(worth[level], worth[level - 1])


@kernel
def walk_chains(state, outlook, survey, start):
    """Walk all chains from a city: first Link own, no city twice, few Links of others."""
    at, spoke, foreign, passed = survey.at, survey.spoke, survey.others, survey.passed
    at[0], spoke[0], foreign[0], passed[0] = start, 0, 0, 0
    depth = 0
    visited = ONE << np.uint64(start)
    while depth >= 0:
        here = at[depth]
        if depth == LEVELS - 1 or spoke[depth] == state.spokes[here]:
            visited &= ~(ONE << np.uint64(here))
            depth -= 1
            continue
        there = state.spoke_city[here, spoke[depth]]
        others = foreign[depth] + (state.spoke_owner[here, spoke[depth]] != outlook.seat)
        spoke[depth] += 1
        if (visited >> np.uint64(there)) & ONE or others > (outlook.foreign if depth > 0 else 0):
            continue
        between = passed[depth]
        links = depth + 1
        if others == 0:
            if survey.chains[start] < CHAINS:
                survey.chain[start, survey.chains[start]] = pack_chain(there, links, between)
                survey.chains[start] += 1
            survey.longest[start] = max(survey.longest[start], links)
        arrive(state, outlook, survey, start, there, links, others, between)
        between |= state.accepts[there]  # B31
        if between == ALL_COLOURS and others > 0:
            continue
        depth = links
        at[depth], spoke[depth], foreign[depth], passed[depth] = there, 0, others, between
        visited |= ONE << np.uint64(there)


@kernel
def arrive(state, outlook, survey, start, there, links, others, between):
    """Note cubes of the colours accepted here and by no city between (B31)."""
    taken = state.accepts[there] & ~between
    while taken:
        colour = FIRST_COLOUR[taken]
        taken &= taken - 1
        worth = link_points(state, colour, links - others)
        if not outlook.multiplayer:  # S14; in multiplayer others gain what one does not lose (M18)
            worth -= others
        if not state.no_hotels:
            worth += state.hotel[outlook.seat, there]
        if others == 0:
            survey.reach[start, colour] |= 1 << links
        if worth > survey.worth[start, colour, links]:
            survey.worth[start, colour, links] = worth
        if links > outlook.level:
            continue
        points, most = worth + survey.bounty[there], survey.points[start, colour]
        gives_less = outlook.multiplayer and others < survey.foreign[start, colour]
        if points > most or (points == most and gives_less):
            survey.points[start, colour] = points
            survey.goal[start, colour] = there
            survey.own[start, colour] = links - others
            survey.foreign[start, colour] = others


@kernel
def count_cubes(state, rules, survey):
    """counts[level, points]: cubes that would score so much at an engine level."""
    for level in range(LEVELS):
        for points in range(POINTS):
            survey.counts[level, points] = 0
    for city in range(rules.cities):
        if survey.served[city] and state.cubes[city] > 0:
            for colour in range(COLOURS):
                if state.goods[city, colour] > 0:
                    shift_cubes(survey, city, colour, state.goods[city, colour])


@kernel
def shift_cubes(survey, city, colour, cubes):
    for level in range(1, LEVELS):
        points = counted_as(survey.worth[city, colour, level])
        survey.counts[level, points] += cubes * survey.share[city]


@kernel
def counted_as(points):
    return min(points, POINTS - 1)


@kernel
def pack_chain(end, links, between):
    return end | (links << LINKS_AT) | (between << COLOURS_AT)


@kernel
def end_of(chain):
    return chain & ((1 << LINKS_AT) - 1)


@kernel
def links_of(chain):
    return (chain >> LINKS_AT) & ((1 << (COLOURS_AT - LINKS_AT)) - 1)


@kernel
def passed_by(chain):
    """The colours that the cities between its ends take (B31)."""
    return chain >> COLOURS_AT


@kernel
def stops_on(chain, colour):
    """Whether a city between its ends takes cubes of this colour (B31)."""
    return passed_by(chain) & (1 << colour) != 0

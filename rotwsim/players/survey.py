"""What the network can do: for every cube, how far it can travel and what that would score.

One walk over all chains of Links from each city of the player's network fills a SURVEY: the lengths
over own Links at which a cube of each colour arrives, the best points at every engine level, the
best delivery that is legal now, and the chains themselves, so that the worth of a new Link can be
told without walking again.
"""

import numpy as np

from rotwsim.core.codes import BOUNTY, COLOURS, GREY, RAILBOT, SOLO
from rotwsim.core.engine import engine_level
from rotwsim.core.jit import kernel, step
from rotwsim.core.layout import CITIES
from rotwsim.players.bans import WITHOUT_BOUNTIES, is_banned

ONE = np.uint64(1)
LEVELS = 9  # engine levels 0 to 8
CHAINS = 192  # kept per city
FOREIGN_LINKS = 1  # Railbot Links a considered chain may use
ALL_COLOURS = (1 << COLOURS) - 1

SURVEY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("reach", np.int32, (CITIES, COLOURS)),  # bit n: arrives over n own Links
                ("worth", np.int32, (CITIES, COLOURS, LEVELS)),  # best points at an engine level
                ("points", np.int32, (CITIES, COLOURS)),  # of the best delivery now, 0 if none
                ("goal", np.int32, (CITIES, COLOURS)),  # its destination
                ("own", np.int32, (CITIES, COLOURS)),  # own Links it uses
                ("railbot", np.int32, (CITIES, COLOURS)),  # Railbot Links it uses
                ("bounty", np.int32, CITIES),  # points of bounties in the display, by city
                ("chains", np.int32, CITIES),
                ("served", np.int32, CITIES),  # 1 if a city has a Link of the player
            ],
            align=True,
        ),
    )
)


@kernel
def survey_network(state, rules, survey, chain):
    """Fills a zeroed survey for the position.

    chain[city, …] are the chains of own Links from a city, packed: last city, links, colours
    between.
    """
    level = engine_level(state, SOLO)
    for place in range(state.display_count):
        card = state.display[place]
        if rules.operation_kind[card] == BOUNTY and not is_banned(rules, WITHOUT_BOUNTIES):
            survey.bounty[rules.operation_city[card]] += rules.operation_points[card]
    for city in range(rules.cities):
        for spoke in range(state.spokes[city]):
            if state.spoke_owner[city, spoke] == SOLO:
                survey.served[city] = 1
        if survey.served[city]:
            walk_chains(state, survey, chain, city, level)
            raise_worth(survey, city)


@step
def walk_chains(state, survey, chain, start, level):
    """All chains from a city: first Link own, no city twice, at most one Railbot Link."""
    at = np.empty(LEVELS, np.int64)
    spoke = np.empty(LEVELS, np.int64)
    foreign = np.empty(LEVELS, np.int64)
    passed = np.empty(LEVELS, np.int64)  # colours of the cities entered
    at[0] = start
    spoke[0] = 0
    foreign[0] = 0
    passed[0] = 0
    depth = 0
    visited = ONE << np.uint64(start)
    while depth >= 0:
        here = at[depth]
        if depth == LEVELS - 1 or spoke[depth] == state.spokes[here]:
            visited &= ~(ONE << np.uint64(here))
            depth -= 1
            continue
        there = state.spoke_city[here, spoke[depth]]
        railbot = foreign[depth] + (1 if state.spoke_owner[here, spoke[depth]] == RAILBOT else 0)
        spoke[depth] += 1
        if (visited >> np.uint64(there)) & ONE or railbot > (FOREIGN_LINKS if depth > 0 else 0):
            continue
        links = depth + 1
        between = passed[depth]
        colour = state.colour[there]
        if railbot == 0 and survey.chains[start] < CHAINS:
            chain[start, survey.chains[start]] = there | (links << 6) | (between << 10)
            survey.chains[start] += 1
        now_passed = between
        if colour != GREY:
            now_passed |= 1 << colour
            if not between & (1 << colour):
                arrive(state, survey, start, colour, there, links, railbot, level)
        if now_passed == ALL_COLOURS and railbot > 0:
            continue
        depth = links
        at[depth] = there
        spoke[depth] = 0
        foreign[depth] = railbot
        passed[depth] = now_passed
        visited |= ONE << np.uint64(there)


@step
def arrive(state, survey, start, colour, there, links, railbot, level):
    """A cube of this colour from the start would be delivered here."""
    own = links - railbot
    worth = max(0, own - state.colour_less[colour]) - railbot
    if not state.no_hotels:
        worth += state.hotel[SOLO, there]
    if railbot == 0:
        survey.reach[start, colour] |= 1 << links
    if worth > survey.worth[start, colour, links]:
        survey.worth[start, colour, links] = worth
    if links <= level:
        points = worth + survey.bounty[there]
        if points > survey.points[start, colour]:
            survey.points[start, colour] = points
            survey.goal[start, colour] = there
            survey.own[start, colour] = own
            survey.railbot[start, colour] = railbot


@step
def raise_worth(survey, city):
    """A stronger engine can do all that a weaker one can."""
    for colour in range(COLOURS):
        for level in range(1, LEVELS):
            below = survey.worth[city, colour, level - 1]
            if below > survey.worth[city, colour, level]:
                survey.worth[city, colour, level] = below

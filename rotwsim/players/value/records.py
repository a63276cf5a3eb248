"""The records in which players think: every field with its meaning, and the maxima."""

from collections import namedtuple

import numpy as np

from rotwsim.core.jit.decorators import stack_array
from rotwsim.core.play.turn_actions import ACTION
from rotwsim.core.state import layout
from rotwsim.core.state.codes import COLOURS
from rotwsim.core.state.layout import BITS, CITIES, LEVELS, NUMBER, SHORT, SMALL, record_of

POINTS = 16  # a delivery is counted as at most 15 points
CHAINS = 192  # chains of own Links kept per city
MOST_BUILDS = 3  # Build actions for one Link within a turn
OFFERS = 2 * layout.LISTED * MOST_BUILDS  # of all Links together, each from both ends
SLICES = 7  # binary digits of the cubes of one colour on a city
NOT_YET = -2  # looked for
AROUND = 8  # numbers that describe what is around a city
KEY = 5 + COLOURS + CITIES + layout.LINKS  # numbers that chains depend on, see network.write_key

OUTLOOK_FIELDS = [
    ("seat", np.int64),  # whose decision it is
    ("multiplayer", np.int64),  # 1 in multiplayer
    ("foreign", np.int64),  # Links of others that a considered chain may use
    ("pruned", np.int64),  # 1: actions that hardly ever pay are not looked at
    ("chances", np.int64),  # 1: cards, New Cities, Western Link and Insurance are looked at too
    ("learned", np.int64),  # 1: what was learned is added to the worth of actions
    ("keep_features", np.int64),  # 1: the features of the best actions are kept
    ("known", np.int64),  # 1: the survey has the chains of the position already
    ("tidy", np.int64),  # 1: it holds zeros for cities that it does not serve
    ("phase", np.int64),  # of the game, see features.py
    ("time", np.float64),  # turns left, counted in whole games
    ("level", np.int64),  # engine level in force
    ("ahead", np.int64),  # highest engine level looked at
    ("lowest", np.int64),  # engine level looked at as an aim …
    ("highest", np.int64),  # … and the last one
    ("links", np.int64),  # own Links
    ("actions", np.int64),  # left in the game, those of this turn included
    ("turns", np.int64),  # left, this one included
    ("cash bonds score", np.int64),
    ("least_planned", np.int64),  # points of the least delivery that they reach one level up
    ("need", np.float64),  # points of risk that the target asks for, see position_value.risk_needed
]

OFFER_FIELDS = [
    ("near", SMALL),  # the city a Link is built from …
    ("far", SMALL),  # … and the one it leads to
    ("route", NUMBER),  # on the list of its pair
    ("builds", SMALL),  # Build actions it takes
    ("price", NUMBER),
]
OFFER = record_of(OFFER_FIELDS)

SURVEY_FIELDS = [
    ("served", NUMBER, CITIES),  # 1 if a city has a Link of the player
    ("own_links", NUMBER, CITIES),  # such Links
    ("holds", NUMBER, CITIES),  # bit set of the colours of its cubes
    ("reach", NUMBER, (CITIES, COLOURS)),  # bit n: a cube arrives over n own Links
    ("worth", SHORT, (CITIES, COLOURS, LEVELS)),  # its best points at an engine level
    # the best delivery now
    ("points", NUMBER, (CITIES, COLOURS)),  # 0 if there is none
    ("goal", NUMBER, (CITIES, COLOURS)),  # its destination
    ("own", NUMBER, (CITIES, COLOURS)),  # own Links it uses
    ("foreign", NUMBER, (CITIES, COLOURS)),  # Links of others it uses
    ("bounty", NUMBER, CITIES),  # points of bounties in the display, by city
    ("rivals", NUMBER, CITIES),  # other seats with a Link at a city
    ("share", np.float64, CITIES),  # of the cubes of a city that is counted on
    # chains of own Links
    ("chains", NUMBER, CITIES),  # their number, by the city they start from
    ("chain", SHORT, (CITIES, CHAINS)),  # packed, see network.pack_chain
    ("longest", NUMBER, CITIES),  # Links of the longest
    # of the chain walked, by the Links it has
    ("at", np.int64, LEVELS),  # the city reached
    ("spoke", np.int64, LEVELS),  # of that city, to be walked next
    ("others", np.int64, LEVELS),  # Links of others used
    ("passed", np.int64, LEVELS),  # colours of the cities entered
    # the New City that promises most, see cities.best_market
    ("market_city", np.int64),  # or NOT_YET
    ("market_colour", np.int64),
    # cubes that would score so much at an engine level
    ("counts", np.float64, (LEVELS, POINTS)),
    ("counts_after", np.float64, (LEVELS, POINTS)),  # as the action looked at would leave them
    # of the deliveries with these points the one that would gain least from waiting
    ("cube_city cube_colour", np.int64, POINTS),
    ("cube_later", np.float64, POINTS),  # what it would gain
    # what learned judgement needs besides
    ("by_level", np.float64, LEVELS),  # points of all cubes together, from the present level on
    ("good", np.float64),  # good cubes, see features.py
    ("total", np.float64),  # cubes that score
    ("markets", np.int64),  # bit set of the colours that served cities take
    ("waiting", np.int64, COLOURS),  # cubes on served cities
    ("farthest", np.int64),  # Links of the longest chain of all
    ("features", np.float64, layout.FEATURES),  # of the action looked at, those of its kind …
    ("keep_features", np.int64),  # … alone, where 1: they go with the action into the ranking
    # what the chains were walked for
    ("key", NUMBER, KEY),  # see network.write_key
    ("used", np.int64),  # the higher, the later; 0 where there are no chains
    # the Links on offer, in the order in which they are judged
    ("offers", NUMBER),  # their number
    ("offer", OFFER, OFFERS),
    ("nearest", NUMBER, CITIES),  # price of the cheapest free route from the network to a city
    # what they were listed for, besides the chains
    ("offers_bounds", np.int64),  # of the search, or NOT_YET
    ("offers_avoid", BITS),  # cities that no Link should lead to, a bit each
    ("offers_blocked", BITS, layout.LISTED),  # routes that could not be built
]

SEARCH_FIELDS = [
    # bounds of a search for Links
    ("begun", NUMBER),  # 1: only Links at the network are looked at
    ("dearest", NUMBER),  # price above which a Link is not looked at
    ("tiles", NUMBER),  # of one Build action
    ("most_builds", NUMBER),  # Build actions left for one Link in this turn
    ("most_tiles", NUMBER),  # of a Link that is listed
    ("elsewhere", NUMBER),  # 1: only Links apart from the network are looked at
    ("avoid", BITS),  # cities that no Link should lead to, a bit each
    ("double", NUMBER),  # 1: a second Link between two joined cities may be wanted
    # what it needs to know
    ("open_lines", NUMBER),  # Major Lines
    ("open_line", NUMBER, layout.LINES),
    ("gaps", NUMBER, (layout.LINES, 2)),  # of them, see objectives.measure_lines
    ("hope", np.float64, layout.LINES),  # share of their points that is counted on
    ("known", np.float64, (MOST_BUILDS + 1, LEVELS)),  # see links.know_points
    # the Link looked at
    ("gain", np.float64, LEVELS),  # points that cubes gain by it, by engine level
    ("beyond", NUMBER, COLOURS),  # lengths from its far end on to a delivery
    ("lengths", NUMBER, (CITIES, COLOURS)),  # bit n: a cube arrives over n own Links, one new
    ("touched", NUMBER, CITIES * COLOURS),  # the cubes with such lengths: city * COLOURS + colour
    ("touched_count", NUMBER),
    # cubes of a colour that come to a market one new Link beyond a city, see links.send_to_market
    ("sent_from", NUMBER),  # the city
    ("sent", NUMBER, COLOURS),  # how many cities have such cubes, or -1 before they are looked for
    ("sent_city sent_lengths", NUMBER, (COLOURS, CITIES)),
    ("sent_gain", np.float64, (COLOURS, LEVELS)),
    ("market", NUMBER),  # the colour of them that the Link looked at sends, or -1
    # cities without own Links, a bit each
    ("of_colour", BITS, COLOURS),
    ("cubes_of", BITS, (COLOURS, SLICES)),  # those whose number of cubes of a colour has this bit
    ("slices", NUMBER),  # as many bits as the largest of these numbers has
    ("around", NUMBER, (CITIES, AROUND)),  # see corrections.look_around; the first may be NOT_YET
]

CANDIDATE_FIELDS = [
    ("worth", np.float64),  # of the position after it
    ("action", np.int64, ACTION),
    ("credit", np.float64),  # what of the worth is judgement of the action, not the position
    ("features", np.float64, layout.FEATURES),  # where they are asked for; 0 for other kinds
]

INTENT_FIELDS = [
    ("at_once", np.int64),  # 1: no action is ever looked behind
    ("turn", np.int64),  # in which something is meant to be done next, 0 if nothing is
    ("actions_left", np.int64),  # in that turn, when it is to be done
    ("action", np.int64, ACTION),
    ("note_worth", NUMBER, (CITIES, COLOURS)),  # what is noted with it, as in the state
]


OUTLOOK = record_of(OUTLOOK_FIELDS)
SURVEY = record_of(SURVEY_FIELDS)
SEARCH = record_of(SEARCH_FIELDS)
CANDIDATE = record_of(CANDIDATE_FIELDS)
INTENT = record_of(INTENT_FIELDS)

# What a player keeps from one action to the next: one intent, and surveys of positions seen last.
Mind = namedtuple("Mind", "planned surveys")
SURVEYS = 3
new_planned = stack_array(1, INTENT)
new_surveys = stack_array(SURVEYS, SURVEY)

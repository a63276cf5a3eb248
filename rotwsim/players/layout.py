"""The records in which players think: every field with its meaning, and the maxima."""

import numpy as np

from rotwsim.core.actions import ACTION
from rotwsim.core.codes import COLOURS
from rotwsim.core.layout import CITIES, LEVELS, LINES, NUMBER

POINTS = 16  # a delivery is counted as at most 15 points
CHAINS = 192  # chains of own Links kept per city
MOST_BUILDS = 3  # Build actions for one Link within a turn

OUTLOOK_FIELDS = [
    ("seat", np.int64),  # whose decision it is
    ("pruned", np.int64),  # 1: actions that hardly ever pay are not looked at
    ("chances", np.int64),  # 1: cards, New Cities, Western Link and Insurance are looked at too
    ("level", np.int64),  # engine level in force
    ("ahead", np.int64),  # highest engine level looked at
    ("links", np.int64),  # own Links
    ("actions", np.int64),  # left in the game, those of this turn included
    ("turns", np.int64),  # left, this one included
    ("cash", np.int64),
    ("bonds", np.int64),
    ("score", np.int64),
]

SURVEY_FIELDS = [
    ("served", NUMBER, CITIES),  # 1 if a city has a Link of the player
    ("reach", NUMBER, (CITIES, COLOURS)),  # bit n: a cube arrives over n own Links
    ("worth", NUMBER, (CITIES, COLOURS, LEVELS)),  # its best points at an engine level
    # the best delivery now
    ("points", NUMBER, (CITIES, COLOURS)),  # 0 if there is none
    ("goal", NUMBER, (CITIES, COLOURS)),  # its destination
    ("own", NUMBER, (CITIES, COLOURS)),  # own Links it uses
    ("foreign", NUMBER, (CITIES, COLOURS)),  # Links of others it uses
    ("bounty", NUMBER, CITIES),  # points of bounties in the display, by city
    # chains of own Links
    ("chains", NUMBER, CITIES),  # their number, by the city they start from
    ("chain", NUMBER, (CITIES, CHAINS)),  # packed, see survey.pack_chain
    # cubes that would score so much at an engine level
    ("counts", np.int64, (LEVELS, POINTS)),
    ("counts_after", np.int64, (LEVELS, POINTS)),  # as the action looked at would leave them
]

SEARCH_FIELDS = [
    # bounds of a search for Links
    ("begun", NUMBER),  # 1: only Links at the network are looked at
    ("dearest", NUMBER),  # price above which a Link is not looked at
    ("tiles", NUMBER),  # of one Build action
    ("most_builds", NUMBER),  # Build actions left for one Link in this turn
    ("double", NUMBER),  # 1: a second Link between two joined cities may be wanted
    # what it needs to know
    ("nearest", NUMBER, CITIES),  # price of the cheapest free track from the network to a city
    ("seen", NUMBER, CITIES),  # mark of the last offer to a city
    ("gaps", NUMBER, (LINES, 2)),  # see aims.measure_lines
    ("known", np.float64, (MOST_BUILDS + 1, LEVELS)),  # see links.know_points
    # the Link looked at
    ("gain", np.int64, LEVELS),  # points that cubes gain by it, by engine level
    ("lengths", NUMBER, (CITIES, COLOURS)),  # bit n: a cube arrives over n own Links, one new
    ("touched", NUMBER, CITIES * COLOURS),  # the cubes with such lengths: city * COLOURS + colour
    ("touched_count", NUMBER),
]

OFFER_FIELDS = [
    ("near", NUMBER),  # the city a Link is built from …
    ("far", NUMBER),  # … and the one it leads to
    ("route", NUMBER),
    ("builds", NUMBER),  # Build actions it takes
    ("price", NUMBER),
]

CANDIDATE_FIELDS = [
    ("worth", np.float64),  # of the position after it
    ("action", np.int64, ACTION),
]


def _record(fields: list) -> np.dtype:
    return np.dtype((np.record, np.dtype(fields, align=True)))


OUTLOOK = _record(OUTLOOK_FIELDS)
SURVEY = _record(SURVEY_FIELDS)
SEARCH = _record(SEARCH_FIELDS)
OFFER = _record(OFFER_FIELDS)
CANDIDATE = _record(CANDIDATE_FIELDS)

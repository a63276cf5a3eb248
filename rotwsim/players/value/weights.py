"""The weights of the hand-designed judgement, by their place in `rules.weights`.

The values of each player are in data/players.toml, the meanings in data/settings.toml, under the
same names in small letters.
"""

# fmt: off
(
    IDLE_ACTION, IDLE_LEVEL, IDLE_LINK, LINKS_BEGUN, ENGINE_AHEAD,
    FUTURE_SPENDING, SPENDING_TURNS, TAXATION_RATE, BOND_POINTS, DEAREST_LINK,
    HOTEL_SHARE, HOTEL_REMOVAL, GROWTH_POINTS, GRANT_MONEY, ENGINEERING_POINTS,
    INSURANCE_CAUTION, BARON_THREAT, DEADHEAD_THREAT, LINKS_THREAT,
    BARON_WAIT, GOAL_SHARE, MARKER_TURNS, REACH_POINTS, WESTERN_POINTS, DELIVERY_DELAY,
    RAMP, FORESIGHT, IDLE_TURNS, LINE_SHARE, DETOUR, LEAST_TAX, RISK_POINTS,
    # for the goals of Barons, in the order of core.codes
    HOPE_HOTELS, HOPE_ENGINE, HOPE_LONG_DELIVERY, HOPE_COLOURED_CITIES,
    HOPE_SAME_COLOUR_PAIRS, HOPE_MAJOR_LINES, HOPE_PURPLE_LINKS, HOPE_EACH_COLOUR,
    HOPE_PURPLE_BLACK, HOPE_RED_CITIES, HOPE_DOUBLE_LINK, HOPE_BLUE_YELLOW,
    # multiplayer
    RIVAL_POINT, CONTEST, TURNS_PER_MARKER, MARKER_HASTE, FOREIGN_LINKS,
    OPENING_LINKS, EARLY_PHASE, FIRST_PLACE, EXECUTIVE_SHARE, DOLLAR_POINTS, DOLLAR_GROWTH,
    BID_CAP, FEW_LINKS, SURE_TRACK, MONEY_GOALS, GUESSED_BARONS, PATIENCE, BOND_GROWTH,
) = range(62)
# fmt: on
# Everything defined so far: there is no second list to keep in step.
NAMES = tuple(name.lower() for name in list(vars()) if name.isupper())
HOPE = HOPE_HOTELS  # the first of the twelve

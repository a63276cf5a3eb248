"""The numbers that stand for colours, owners, actions, decisions and events."""

# Colours of cubes, in the order of rules.schema.COLOURS; a city may also be grey.
RED, BLUE, YELLOW, BLACK, PURPLE = range(5)
COLOURS = 5
GREY = 5

# Owners of Links, Major Lines and Duel Barons; seats count from 0.
NOBODY = -1
SOLO = 0
RAILBOT = 7

# Kinds of Operations cards, in the order of rules.schema.OPERATIONS_KINDS; Start cards and Major
# Only the multiplayer game has lines as cards (M5).
HOTEL, BOUNTY, NEW_INDUSTRY, CITY_GROWTH, EXECUTIVE, LAND_GRANT, PERFECT_ENGINEERING = range(7)
CARD_KINDS = 7
START, MAJOR_LINE = 7, 8

# What Start cards ask for (B47), in the order of scenario.schema.START_GOALS.
START_DELIVERY, START_ENGINE = range(2)

# Bidding styles (M11 to M14), in the order of scenario.schema.BIDDING.
TRADITIONAL, FIRST_TO_PASS, WORST_IS_FIRST, WHOLE_ORDER = range(4)

# Slots of the Railbot row, left to right.
LEFT, MIDDLE, RIGHT = range(3)
ROW = 3

# What goals of the Duel Barons count, in the order of scenario.baron_words.COUNTS. Those of cities,
# Links and cubes count the colours, or the cities, that a Baron names.
GOAL_HOTELS, GOAL_ENGINE, GOAL_LONG_DELIVERY, GOAL_CITIES, GOAL_PAIRS = range(5)
GOAL_MAJOR_LINES, GOAL_LINKS, GOAL_SETS, GOAL_DOUBLE_LINK, GOAL_COLOURS = range(5, 10)
GOAL_DELIVERED, GOAL_FEW_BONDS, GOAL_CASH, GOAL_CARDS, GOAL_NEW_CITIES, GOAL_SCORE = range(10, 16)

# Further goals of the Rail Barons (R1 to R12), in the order of scenario's RAIL_BARON_GOALS.
GOAL_MOST_MONEY, GOAL_LONGEST_CHAIN, GOAL_FEWEST_BONDS, GOAL_MOST_LINKS = range(16, 20)
GOAL_MOST_CITIES, GOAL_LARGEST_ENGINE, GOAL_LINKS_AT, GOAL_WESTERN_LINK = range(20, 24)
GOAL_CONNECTED, GOAL_FIRST_ENGINE = range(24, 26)

# Opponent Effects, in the order of scenario.baron_words.ACTS; some have an amount and colours.
EFFECT_TAXATION, EFFECT_RESOLVE_CARD, EFFECT_ENGINE_LOWER, EFFECT_EXHAUST = range(4)
EFFECT_DEADHEAD, EFFECT_CLAIM_LINE, EFFECT_NO_NEW_CITIES, EFFECT_DEAR_INSURANCE = range(4, 8)
EFFECT_POINTS_LESS, EFFECT_NO_HOTELS, EFFECT_PAY, EFFECT_INCOME_LESS = range(8, 12)
NO_EFFECT = -1

# Actions (B3, S15, B48, M31): six numbers each, the kind and five arguments, 0 where unused.
PASS = 0  #         -
BUILD = 1  #        city, city aimed for, tiles, Land Grant used, listed route or -1 (see track.py)
URBANIZE = 2  #     city, colour
UPGRADE = 3  #      -
DELIVER = 4  #      city, colour, destination, own Links used, Railbot Links used; in
#                   multiplayer the sum of 16 ** owner over the Links used, and 0
TAKE_CARD = 5  #    place in the display, 0 farthest from the deck
INSURE = 6  #       place in the row, 0 or 1
WESTERN_LINK = 7  # city
ACTIONS = 8
MINE = 8  #         city; multiplayer only

# What a player does that slips: as a novice would, or the action that it judges second best.
SLIP_NOVICE, SLIP_SECOND_BEST = range(2)
# How a person errs, in the order of scenario.options.ERRORS.
NOISY, CARELESS, HABIT, HASTY = range(4)
# What a player plays for: points, or the target.
AIM_POINTS, AIM_WIN = range(2)

# Decisions, with their choices. The player is asked only when there is more than one; an action is
# always asked for.
NO_DECISION = -1
DECIDE_ACTION = 0
DECIDE_CLAIM = 1  #     place of a claimable Baron in the row of Barons, or -1 to claim none now
DECIDE_LOST_CUBE = 2  # colour of the cube that leaves the first city of a connected pair (S22)
DECIDE_EXHAUST = 3  #   city that loses one cube of the exhausted colour (S25)
DECIDE_LINE = 4  #      unclaimed Major Line in play, given to the Railbot (S28)
DECIDE_BARON = 5  #     place in the row of an unclaimed Baron, given to the Railbot (S28)
DECIDE_PATH = 6  #      the stretches of one of several equally cheap Railbot paths (S23)
DECIDE_NEW_CITY = 7  #  city, colour of a free Urbanize (B44)
DECIDE_GROWTH = 8  #    city that gains the cubes (B44)
DECIDE_KEEP = 9  #      place, 0 or 1, of the Rail Baron that the seat keeps (M6)
DECIDE_BID = 10  #      the amount bid, 0 to pass (M11)

# What ends the game (S40, M40, M43).
NOT_YET, BY_MARKERS, BY_EVALUATION, UNFINISHED = range(4)

# Random streams, one per purpose.
GOODS_STREAM, RAILBOT_STREAM, OPERATIONS_STREAM, BARONS_STREAM, PLAYER_STREAM = range(5)
STREAMS = 5

# Where points come from, and where they go.
FROM_DELIVERIES, FROM_HOTELS, FROM_BOUNTIES, FROM_LINES, FROM_BARONS, FROM_REMOVALS = range(6)
LOST_TO_RAILBOT_LINKS = 6
SOURCES = 7
FROM_OTHERS, FROM_STARTS = 7, 8  # multiplayer: Links that others used (M18), Start cards (B47)

# Why a cube leaves a city.
CUBE_DELIVERED, CUBE_LOST_TO_LINKS, CUBE_EXHAUSTED = range(3)

# Why a card leaves the display.
CARD_TAKEN, CARD_PUSHED_OFF, CARD_DEADHEADED, CARD_FULFILLED, CARD_SPOILED = range(5)
CARD_DISCARDED = 5  # an Executive under worst_is_first (M13), before it joins the display

MOST_BONDS = 1_000_000  # ruin: far beyond any game at printed prices, far below what a number holds

# What is paid for.
PAID_TRACK, PAID_URBANIZE, PAID_ENGINE, PAID_TAXATION, PAID_INTEREST, PAID_WESTERN_LINK = range(6)
PAID_BID, PAID_MINE, PAID_BARON = 6, 7, 8

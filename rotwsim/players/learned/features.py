"""Features: what the learned part of the expert looks at in an action, one named list.

Their worth in points, by phase of the game, is in data/learned/solo.toml under the same names in
small letters. T marks a feature multiplied by the turns left, counted in games of twenty turns. A
good cube is one on the network that scores at least the engine level less one.

At the end those that only multiplayer has, with their worth in data/learned/multiplayer.toml: what
the other seats have to do with an action. A rival of a city is another seat with a Link at it. The
lead is in tens of points over the best of the other seats.
"""

# A delivery
(
    DELIVER,
    DELIVER_T,
    DELIVER_TT,
    DELIVER_POINTS,
    DELIVER_POINTS_T,
    DELIVER_LEVEL,  # of the engine
    DELIVER_SOON,  # points that the cube would gain by two engine levels …
    DELIVER_SOON_T,
    DELIVER_LATE,  # … and by the strongest engine
    DELIVER_LATE_T,
    DELIVER_LAST,  # 1 for the last cube of its city, which gets a marker
    DELIVER_LAST_T,
    DELIVER_LAST_MARKERS,  # the same by the share of markers lying
    DELIVER_ENDS,  # 1 if that marker ends the game
    DELIVER_BOUNTY,  # points of it
    DELIVER_FOREIGN,  # Links of others used
    DELIVER_INCOME_T,  # income gained
    DELIVER_GOOD,  # good cubes
    DELIVER_AIM,  # points credited for the goals of Barons
) = range(19)
DELIVER_END = DELIVER_AIM + 1

# An engine level
(
    UPGRADE,
    UPGRADE_T,
    UPGRADE_TT,
    UPGRADE_LEVEL,
    UPGRADE_LEVEL_T,
    UPGRADE_BONDS,  # needed for the price
    UPGRADE_BONDS_T,
    UPGRADE_SOON,  # points that all cubes gain by one level …
    UPGRADE_LATE,  # … and by two
    UPGRADE_LATE_T,
    UPGRADE_CASH,  # left after paying, as far as it counts
    UPGRADE_GOOD,
    UPGRADE_HELD,  # bonds
    UPGRADE_LINKS,
    UPGRADE_UNUSED,  # levels beyond the longest chain of Links
    UPGRADE_UNUSED_T,
    UPGRADE_AIM,
) = range(DELIVER_END, DELIVER_END + 17)
UPGRADE_END = UPGRADE_AIM + 1

# A Link
(
    BUILD,
    BUILD_T,
    BUILD_TT,
    BUILD_LEVEL,  # of the engine
    BUILD_LINKS,  # there are
    BUILD_PRICE,
    BUILD_PRICE_T,
    BUILD_PRICE_HELD,  # price times bonds held
    BUILD_BONDS,  # needed for the price
    BUILD_BONDS_T,
    BUILD_CASH,  # left after paying, as far as it counts
    BUILD_GOOD,
    BUILD_MORE,  # further Build actions it takes
    BUILD_CUBES,  # on cities newly reached
    BUILD_CUBES_T,
    BUILD_CUBES_LINKS,  # the same times the Links there are
    BUILD_MARKET,  # 1 if it brings a colour that the network lacks as a market
    BUILD_WAITING,  # cubes on the network that wait for that colour
    BUILD_GREY,  # 1 if it leads to a grey city
    BUILD_RING,  # 1 if both ends have Links of the player already
    BUILD_NOW,  # points that cubes gain by it at the present engine level …
    BUILD_SOON,  # … one level up …
    BUILD_LATE,  # … and three levels up
    BUILD_LATE_T,
    BUILD_NEAR,  # own Links at the city it starts from
    BUILD_TIP,  # 1 if there is just one: it goes on where a chain ends
    BUILD_FAR,  # Links of anybody at the city it leads to
    BUILD_CUBES_8,  # cubes on cities without own Links within 8 money of that city …
    BUILD_CITIES_8,  # … and such cities with a colour
    BUILD_CUBES_16,  # within 16 money
    BUILD_CITIES_16,
    BUILD_FITTING_8,  # cubes of that city and of those around it that find their colour there or …
    BUILD_FITTING_16,  # … on the network
    BUILD_AWAITED_8,  # cubes on the network that find there the colour they wait for
    BUILD_AWAITED_16,
    BUILD_CHAIN,  # Links of the longest chain through it
    BUILD_LONGER,  # Links by which that exceeds the longest there is
    BUILD_LINES,  # points credited for Major Lines
    BUILD_AIM,
) = range(UPGRADE_END, UPGRADE_END + 39)
BUILD_END = BUILD_AIM + 1

# A New City
(
    URBANIZE,
    URBANIZE_T,
    URBANIZE_LEVEL,
    URBANIZE_BONDS,  # held
    URBANIZE_GOOD,
    URBANIZE_NOW,  # points that cubes gain by it at the present engine level …
    URBANIZE_LATE,  # … and two levels up
    URBANIZE_MARKET,  # 1 if the network lacks its colour as a market
    URBANIZE_CUBES,  # points that its new cubes may bring
) = range(BUILD_END, BUILD_END + 9)
URBANIZE_END = URBANIZE_CUBES + 1

# An Operations card, by kind: itself, T, good cubes, all cubes that the network can deliver; a
# Bounty is not taken by an action
CARD_FEATURES = 4
CARDS = ("hotel", "new_industry", "city_growth", "executive", "land_grant", "perfect_engineering")
CARD_END = URBANIZE_END + CARD_FEATURES * len(CARDS)

# Insurance
(
    INSURE,
    INSURE_T,
    INSURE_LOSS,  # points that the card threatens
    INSURE_LOSS_T,
    INSURE_INCOME,  # income, which Taxation takes
) = range(CARD_END, CARD_END + 5)
INSURE_END = INSURE_INCOME + 1

# Everything defined so far but the ends: there is no second list to keep in step.
NAMES = tuple(
    name.lower()
    for name in list(vars())
    if name.isupper() and not name.endswith("_END") and name not in ("CARD_FEATURES", "CARDS")
)
NAMES = (
    *NAMES[: NAMES.index("insure")],
    *(card + part for card in CARDS for part in ("", "_t", "_good", "_cubes")),
    *NAMES[NAMES.index("insure") :],
)
OPENING, EARLY, MIDDLE, LATE = range(4)  # phases of the game
PHASES = ("opening", "early", "middle", "late")
OPENING_LINKS = 3  # fewer own Links; solo only
EARLY_TURNS = 13  # left, and more
MIDDLE_TURNS = 7

NOT_TAKEN = -1  # in place of a Bounty's first feature
# The first feature of a card, by kind in the order of core.codes.
FIRST_OF_CARD = tuple(NAMES.index(card) for card in CARDS)
FIRST_OF_CARD = (FIRST_OF_CARD[0], NOT_TAKEN, *FIRST_OF_CARD[1:])


NOT_OF_MULTIPLAYER = {"FIRST", "NOT_OF_MULTIPLAYER", *vars()}
FIRST = 128  # place of the first feature of multiplayer, where those of solo can never end

# A delivery
(
    DELIVER_RIVALS,  # of the cube's city
    DELIVER_RIVALS_T,
    DELIVER_GIVEN,  # points that other seats gain
    DELIVER_LAST_LEAD,  # lead, where the last cube of a city leaves
    DELIVER_ENDS_LEAD,  # lead, where that ends the game
    DELIVER_START,  # points of Start cards
    DELIVER_FLOW,  # income less interest, in tens
) = range(FIRST, FIRST + 7)
DELIVER_RIVALS_END = DELIVER_FLOW + 1

# An engine level
(
    UPGRADE_BEHIND,  # levels of the strongest other engine beyond the own one, or below 0
    UPGRADE_START,  # points of Start cards
    UPGRADE_GOAL,  # points credited for the own Rail Baron
    UPGRADE_FLOW,
    UPGRADE_BONDS_FLOW,  # bonds needed, times the flow
) = range(DELIVER_RIVALS_END, DELIVER_RIVALS_END + 5)
UPGRADE_BEHIND_END = UPGRADE_BONDS_FLOW + 1

# A Link
(
    BUILD_RIVALS_NEAR,  # of the city it starts from …
    BUILD_RIVALS_FAR,  # … and of the one it leads to
    BUILD_RIVALS_FAR_T,
    BUILD_CONTESTED,  # cubes on cities newly reached, times the rivals there
    BUILD_BESIDE,  # 1 if another seat joins the same two cities
    BUILD_GOAL,  # points credited for the own Rail Baron
    BUILD_FLOW,
    BUILD_BONDS_FLOW,
    BUILD_FREE,  # 1 if neither end has a rival and the network has fewer than three Links
    BUILD_APART,  # 1 if it begins a second network
    BUILD_APART_T,
) = range(UPGRADE_BEHIND_END, UPGRADE_BEHIND_END + 11)
BUILD_RIVALS_END = BUILD_APART_T + 1

# A New City
(
    URBANIZE_RIVALS,  # of the city
    URBANIZE_FLOW,
) = range(BUILD_RIVALS_END, BUILD_RIVALS_END + 2)
URBANIZE_RIVALS_END = URBANIZE_FLOW + 1

# An Operations card
(
    CARD_WANTED,  # other seats that act before this one does again in this turn
    CARD_LEAD,
    CARD_FLOW,
) = range(URBANIZE_RIVALS_END, URBANIZE_RIVALS_END + 3)
CARD_WANTED_END = CARD_FLOW + 1

MULTIPLAYER_NAMES = tuple(
    name.lower()
    for name in list(vars())
    if name.isupper() and not name.endswith("_END") and name not in NOT_OF_MULTIPLAYER
)

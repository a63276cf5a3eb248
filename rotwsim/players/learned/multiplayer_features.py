"""Features of an action that only a table has: what the other seats have to do with it.

Their worth is in data/learned/multiplayer.toml under the same names in small letters, beside
that of the features of features.py. T marks a feature multiplied by the turns left,
counted in games of twenty turns. A rival of a city is another seat with a Link at it. The lead is
in tens of points over the best of the other seats.
"""

FIRST = 128  # their place begins where that of the solo features can never end

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
DELIVER_END = DELIVER_FLOW + 1

# An engine level
(
    UPGRADE_BEHIND,  # levels of the strongest other engine beyond the own one, or below 0
    UPGRADE_START,  # points of Start cards
    UPGRADE_GOAL,  # points credited for the own Rail Baron
    UPGRADE_FLOW,
    UPGRADE_BONDS_FLOW,  # bonds needed, times the flow
) = range(DELIVER_END, DELIVER_END + 5)
UPGRADE_END = UPGRADE_BONDS_FLOW + 1

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
) = range(UPGRADE_END, UPGRADE_END + 11)
BUILD_END = BUILD_APART_T + 1

# A New City
(
    URBANIZE_RIVALS,  # of the city
    URBANIZE_FLOW,
) = range(BUILD_END, BUILD_END + 2)
URBANIZE_RIVALS_END = URBANIZE_FLOW + 1

# An Operations card
(
    CARD_WANTED,  # other seats that act before this one does again in this turn
    CARD_LEAD,
    CARD_FLOW,
) = range(URBANIZE_RIVALS_END, URBANIZE_RIVALS_END + 3)
CARD_END = CARD_FLOW + 1

# Everything defined so far but the ends: there is no second list to keep in step.
NAMES = tuple(
    name.lower()
    for name in list(vars())
    if name.isupper() and not name.endswith("_END") and name != "FIRST"
)

"""Features of an action that only a table has: what the other seats have to do with it.

Their worth is in data/learned_table.toml under the same names in small letters, beside that of
the features of features.py. T marks a feature multiplied by the turns left, counted in games of
twenty turns. A rival of a city is another seat with a Link at it. The lead is in tens of points
over the best of the other seats.
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
) = range(FIRST, FIRST + 6)
DELIVER_END = DELIVER_START + 1

# An engine level
(
    UPGRADE_BEHIND,  # levels of the strongest other engine beyond the own one, or below 0
    UPGRADE_START,  # points of Start cards
    UPGRADE_GOAL,  # points credited for the own Rail Baron
) = range(DELIVER_END, DELIVER_END + 3)
UPGRADE_END = UPGRADE_GOAL + 1

# A Link
(
    BUILD_RIVALS_NEAR,  # of the city it starts from …
    BUILD_RIVALS_FAR,  # … and of the one it leads to
    BUILD_RIVALS_FAR_T,
    BUILD_CONTESTED,  # cubes on cities newly reached, times the rivals there
    BUILD_BESIDE,  # 1 if another seat joins the same two cities
    BUILD_GOAL,  # points credited for the own Rail Baron
) = range(UPGRADE_END, UPGRADE_END + 6)
BUILD_END = BUILD_GOAL + 1

# A New City
URBANIZE_RIVALS = BUILD_END  # of the city
URBANIZE_RIVALS_END = URBANIZE_RIVALS + 1

# An Operations card
(
    CARD_WANTED,  # other seats that act before this one does again in this turn
    CARD_LEAD,
) = range(URBANIZE_RIVALS_END, URBANIZE_RIVALS_END + 2)
CARD_END = CARD_LEAD + 1

# Everything defined so far but the ends: there is no second list to keep in step.
NAMES = tuple(
    name.lower()
    for name in list(vars())
    if name.isupper() and not name.endswith("_END") and name != "FIRST"
)

"""Features: what the learned part of the expert looks at in an action, one named list.

Their worth in points, by phase of the game, is in data/learned/solo.toml under the same names in
small letters. T marks a feature multiplied by the turns left, counted in games of twenty turns. A
good cube is one on the network that scores at least the engine level less one.

At the end those that only multiplayer has, with their worth in data/learned/multiplayer.toml: what
the other seats have to do with an action. A rival of a city is another seat with a Link at it. The
lead is in tens of points over the best of the other seats, the flow income less interest, in tens.
"""

OPENING, EARLY, MIDDLE, LATE = range(4)  # phases of the game
PHASES = ("opening", "early", "middle", "late")
OPENING_LINKS = 3  # fewer own Links; solo only
EARLY_TURNS = 13  # left, and more; solo only
MIDDLE_TURNS = 7
CARDS = ("hotel", "new_industry", "city_growth", "executive", "land_grant", "perfect_engineering")
CARD_FEATURES = 4  # itself, T, good cubes, all cubes that the network can deliver
NOT_TAKEN = -1  # in place of the first feature of a Bounty, which no action takes
FIRST = 128  # place of the first feature of multiplayer, where those of solo can never end
NO_FEATURES = {"NO_FEATURES", *vars()}


def defined() -> list[str]:
    """List the features defined so far: there is no second list to keep in step."""
    names = [name for name in globals() if name.isupper() and name not in NO_FEATURES]
    return [name.lower() for name in names if not name.endswith("_END")]


# fmt: off
# A delivery
(
    DELIVER, DELIVER_T, DELIVER_TT,
    DELIVER_POINTS, DELIVER_POINTS_T,
    DELIVER_LEVEL,  # of the engine
    DELIVER_SOON, DELIVER_SOON_T,  # points that the cube would gain by two engine levels …
    DELIVER_LATE, DELIVER_LATE_T,  # … and by the strongest engine
    DELIVER_LAST, DELIVER_LAST_T,  # 1 for the last cube of its city, which gets a marker
    DELIVER_LAST_MARKERS,  # the same by the share of markers lying
    DELIVER_ENDS,  # 1 if that marker ends the game
    DELIVER_BOUNTY,  # points of it
    DELIVER_FOREIGN,  # Links of others used
    DELIVER_INCOME_T,  # income gained
    DELIVER_GOOD,  # good cubes
    DELIVER_AIM,  # points credited for the goals of Barons
    DELIVER_END,
) = range(20)

# An engine level
(
    UPGRADE, UPGRADE_T, UPGRADE_TT,
    UPGRADE_LEVEL, UPGRADE_LEVEL_T,
    UPGRADE_BONDS, UPGRADE_BONDS_T,  # needed for the price
    UPGRADE_SOON,  # points that all cubes gain by one level …
    UPGRADE_LATE, UPGRADE_LATE_T,  # … and by two
    UPGRADE_CASH,  # left after paying, as far as it counts
    UPGRADE_GOOD,
    UPGRADE_HELD,  # bonds
    UPGRADE_LINKS,
    UPGRADE_UNUSED, UPGRADE_UNUSED_T,  # levels beyond the longest chain of Links
    UPGRADE_AIM,
    UPGRADE_END,
) = range(DELIVER_END, DELIVER_END + 18)

# A Link
(
    BUILD, BUILD_T, BUILD_TT,
    BUILD_LEVEL,  # of the engine
    BUILD_LINKS,  # there are
    BUILD_PRICE, BUILD_PRICE_T,
    BUILD_PRICE_HELD,  # price times bonds held
    BUILD_BONDS, BUILD_BONDS_T,  # needed for the price
    BUILD_CASH,  # left after paying, as far as it counts
    BUILD_GOOD,
    BUILD_MORE,  # further Build actions it takes
    BUILD_CUBES, BUILD_CUBES_T,  # on cities newly reached
    BUILD_CUBES_LINKS,  # the same times the Links there are
    BUILD_MARKET,  # 1 if it brings a colour that the network lacks as a market
    BUILD_WAITING,  # cubes on the network that wait for that colour
    BUILD_GREY,  # 1 if it leads to a grey city
    BUILD_RING,  # 1 if both ends have Links of the player already
    BUILD_NOW,  # points that cubes gain by it at the present engine level …
    BUILD_SOON,  # … one level up …
    BUILD_LATE, BUILD_LATE_T,  # … and three levels up
    BUILD_NEAR,  # own Links at the city it starts from
    BUILD_TIP,  # 1 if there is just one: it goes on where a chain ends
    BUILD_FAR,  # Links of anybody at the city it leads to
    BUILD_CUBES_8,  # cubes on cities without own Links within 8 money of that city …
    BUILD_CITIES_8,  # … and such cities with a colour
    BUILD_CUBES_16, BUILD_CITIES_16,  # within 16 money
    BUILD_FITTING_8, BUILD_FITTING_16,  # cubes of that city and of those around it that find their
    # colour there or on the network
    BUILD_AWAITED_8, BUILD_AWAITED_16,  # cubes on the network that find there the colour they await
    BUILD_CHAIN,  # Links of the longest chain through it
    BUILD_LONGER,  # Links by which that exceeds the longest there is
    BUILD_LINES,  # points credited for Major Lines
    BUILD_AIM,
    BUILD_END,
) = range(UPGRADE_END, UPGRADE_END + 40)

# A New City
(
    URBANIZE, URBANIZE_T,
    URBANIZE_LEVEL,
    URBANIZE_BONDS,  # held
    URBANIZE_GOOD,
    URBANIZE_NOW,  # points that cubes gain by it at the present engine level …
    URBANIZE_LATE,  # … and two levels up
    URBANIZE_MARKET,  # 1 if the network lacks its colour as a market
    URBANIZE_CUBES,  # points that its new cubes may bring
    URBANIZE_END,
) = range(BUILD_END, BUILD_END + 10)

# Operations cards, by kind
cards = (*defined(), *(card + part for card in CARDS for part in ("", "_t", "_good", "_cubes")))
CARD_END = len(cards)

# Insurance
(
    INSURE, INSURE_T,
    INSURE_LOSS, INSURE_LOSS_T,  # points that the card threatens
    INSURE_INCOME,  # income, which Taxation takes
    INSURE_END,
) = range(CARD_END, CARD_END + 6)

NAMES = (*cards, *defined()[-(INSURE_END - INSURE):])
NO_FEATURES |= {"NAMES", *map(str.upper, defined())}

# A delivery in multiplayer
(
    DELIVER_RIVALS, DELIVER_RIVALS_T,  # of the cube's city
    DELIVER_GIVEN,  # points that other seats gain
    DELIVER_LAST_LEAD,  # lead, where the last cube of a city leaves
    DELIVER_ENDS_LEAD,  # lead, where that ends the game
    DELIVER_START,  # points of Start cards
    DELIVER_FLOW,
    DELIVER_RIVALS_END,
) = range(FIRST, FIRST + 8)

# An engine level
(
    UPGRADE_BEHIND,  # levels of the strongest other engine beyond the own one, or below 0
    UPGRADE_START,  # points of Start cards
    UPGRADE_GOAL,  # points credited for the own Rail Baron
    UPGRADE_FLOW,
    UPGRADE_BONDS_FLOW,  # bonds needed, times the flow
    UPGRADE_BEHIND_END,
) = range(DELIVER_RIVALS_END, DELIVER_RIVALS_END + 6)

# A Link
(
    BUILD_RIVALS_NEAR,  # of the city it starts from …
    BUILD_RIVALS_FAR, BUILD_RIVALS_FAR_T,  # … and of the one it leads to
    BUILD_CONTESTED,  # cubes on cities newly reached, times the rivals there
    BUILD_BESIDE,  # 1 if another seat joins the same two cities
    BUILD_GOAL,  # points credited for the own Rail Baron
    BUILD_FLOW,
    BUILD_BONDS_FLOW,
    BUILD_FREE,  # 1 if neither end has a rival and the network has fewer than three Links
    BUILD_APART, BUILD_APART_T,  # 1 if it begins a second network
    BUILD_RIVALS_END,
) = range(UPGRADE_BEHIND_END, UPGRADE_BEHIND_END + 12)

# A New City
(
    URBANIZE_RIVALS,  # of the city
    URBANIZE_FLOW,
    URBANIZE_RIVALS_END,
) = range(BUILD_RIVALS_END, BUILD_RIVALS_END + 3)

# An Operations card
(
    CARD_WANTED,  # other seats that act before this one does again in this turn
    CARD_LEAD,
    CARD_FLOW,
    CARD_WANTED_END,
) = range(URBANIZE_RIVALS_END, URBANIZE_RIVALS_END + 4)
# fmt: on

MULTIPLAYER_NAMES = tuple(defined())

# The first feature of a card, by kind in the order of core.codes.
FIRST_OF_CARD = tuple(NAMES.index(card) for card in CARDS)
FIRST_OF_CARD = (FIRST_OF_CARD[0], NOT_TAKEN, *FIRST_OF_CARD[1:])

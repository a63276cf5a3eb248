"""The weights of the hand-designed judgement, by their place in `rules.weights`; values in
data/players.toml.
"""

(
    IDLE_ACTION,  # points an action without a cube to deliver is worth
    IDLE_LEVEL,  # more of that per engine level that the network can use
    IDLE_LINK,  # engine levels that an own Link makes useful
    LINKS_BEGUN,  # own Links from which only Links at the network are considered
    ENGINE_AHEAD,  # engine levels considered beyond the present one
    FUTURE_SPENDING,  # money per turn kept in mind for Links not planned yet
    SPENDING_TURNS,  # turns in which planned engine upgrades are paid
    TAXATION_RATE,  # share of the income that Taxation takes on average
    BOND_POINTS,  # points a bond at the end costs
    DEAREST_LINK,  # price above which a Link is not considered
    HOTEL_SHARE,  # points a hotel pays per cube that could be delivered there
    HOTEL_REMOVAL,  # points a hotel pays per turn left
    GROWTH_POINTS,  # points of a cube added by City Growth to a served city, per level
    NEW_CUBE_POINTS,  # points of a cube that a New City brings, per level
    GRANT_MONEY,  # money a Land Grant saves
    ENGINEERING_POINTS,  # points of Perfect Engineering per ten turns left
    INSURANCE_CAUTION,  # chance given to the insured card to come up, as a multiple of the real one
    BARON_THREAT,  # points lost when the Railbot takes a Baron
    DEADHEAD_THREAT,  # points lost to a Deadhead
    LINKS_THREAT,  # points lost to a Building Links card
    BARON_WAIT,  # turns before the end from which any reached tier is claimed
    GOAL_SHARE,  # share of a Baron's points credited to a step towards them
    MARKER_TURNS,  # turns expected per Empty City Marker still missing
    REACH_POINTS,  # points of a cube on a city that a Link newly serves
    WESTERN_POINTS,  # points of the further cubes of a Western Link
    DELIVERY_DELAY,  # points a delivery gains by being made now
    RAMP,  # how much slower than on average points come at first, in a whole game
    FORESIGHT,  # 1: money is projected to the end, 0: bonds count with plain interest
    IDLE_TURNS,  # turns before the end from which an idle action is worth less and less
    LINE_SHARE,  # share of a Major Line's points credited to Links that bring it nearer
    HOPE,  # share of its top points that a Baron's goal is expected to pay; one per goal
) = range(31)

NAMES = (
    "idle_action",
    "idle_level",
    "idle_link",
    "links_begun",
    "engine_ahead",
    "future_spending",
    "spending_turns",
    "taxation_rate",
    "bond_points",
    "dearest_link",
    "hotel_share",
    "hotel_removal",
    "growth_points",
    "new_cube_points",
    "grant_money",
    "engineering_points",
    "insurance_caution",
    "baron_threat",
    "deadhead_threat",
    "links_threat",
    "baron_wait",
    "goal_share",
    "marker_turns",
    "reach_points",
    "western_points",
    "delivery_delay",
    "ramp",
    "foresight",
    "idle_turns",
    "line_share",
    "hope_hotels",
    "hope_engine",
    "hope_long_delivery",
    "hope_coloured_cities",
    "hope_same_colour_pairs",
    "hope_major_lines",
    "hope_purple_links",
    "hope_each_colour",
    "hope_purple_black",
    "hope_red_cities",
    "hope_double_link",
    "hope_blue_yellow",
)

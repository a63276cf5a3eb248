"""The weights of the hand-designed judgement, by their place in `rules.weights`; values in
data/players.toml under the same names in small letters.
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
    DETOUR,  # money by which a Link may be dearer than the cheapest to its city
    LEAST_TAX,  # money a turn left: a tax below it is insured in the last turns only
    RISK_POINTS,  # by which sure actions count less where the target is far above the plan
    # share of its top points that a Baron's goal is expected to pay, in the order of core.codes
    HOPE_HOTELS,
    HOPE_ENGINE,
    HOPE_LONG_DELIVERY,
    HOPE_COLOURED_CITIES,
    HOPE_SAME_COLOUR_PAIRS,
    HOPE_MAJOR_LINES,
    HOPE_PURPLE_LINKS,
    HOPE_EACH_COLOUR,
    HOPE_PURPLE_BLACK,
    HOPE_RED_CITIES,
    HOPE_DOUBLE_LINK,
    HOPE_BLUE_YELLOW,
    # multiplayer
    RIVAL_POINT,  # points that a point costs which any one of the other seats gains
    CONTEST,  # how much each other seat at a city lowers the share of its cubes counted on
    TURNS_PER_MARKER,  # turns expected per Empty City Marker of a seat
    MARKER_HASTE,  # power of the markers placed by which the turns run out
    FOREIGN_LINKS,  # of other seats that a considered chain may use
    OPENING_LINKS,  # own Links below which the opening phase lasts
    EARLY_PHASE,  # turns left from which the early phase lasts
    LATE_PHASE,  # turns left below which the late phase begins
    FIRST_PLACE,  # points that the first place of turn 1 is worth besides what others may take
    EXECUTIVE_SHARE,  # of an Executive's worth that is bid; 0: it is judged as any other card
    DOLLAR_POINTS,  # points of $1 at the end; 0: by the bonds it would take
    DOLLAR_GROWTH,  # by how much, in logarithms, $1 is worth more for each turn left
    BID_CAP,  # 1: no bid above the worth of the place over that of passing now
    FEW_LINKS,  # on offer from the network, below which Links anywhere are considered
    SURE_TRACK,  # 1: no track that others may block, no last action that only helps others
    MONEY_GOALS,  # share of a Rail Baron's points for money or few bonds that spending puts at risk
    GUESSED_BARONS,  # progress from which another seat is taken to want a Rail Baron; 0: none is
    PATIENCE,  # points that a bond costs besides, if the next income would do instead
    BOND_GROWTH,  # points by which each further bond at the end costs more
) = range(64)
# Everything defined so far: there is no second list to keep in step.
NAMES = tuple(name.lower() for name in list(vars()) if name.isupper())
HOPE = HOPE_HOTELS  # the first of the twelve

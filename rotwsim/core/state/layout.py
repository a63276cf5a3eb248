"""STATE, RULES and OUTCOME: every field of the records with its meaning, and the maxima.

A row has one or more fields of one form, and as a comment what is not plain from their names.
"""

# Longer than most: all fields of the records, each with its meaning, are one list to look up.
import os

import numpy as np

from rotwsim.core.state.codes import CARD_KINDS, COLOURS, ROW, SOURCES, STREAMS

# Room for six costs the solo game nothing: 924 expert games per CPU second, 916 with room for one
# (Eastern US, best of twelve runs each), so one core serves solo and tables.
SEATS = 6
CITIES = 64
PAIRS = CITIES * (CITIES - 1) // 2
ALL_SOURCES = SOURCES + 2  # of points, those of multiplayer included
LISTED = 512  # pairs of cities with a list of routes
PAIR_ROUTES = 64  # on one list: a bit each of the pair's word
ROUTES = PAIR_ROUTES * LISTED
ROUTE_STEPS = 1 << 19  # of all listed routes together
TOUCHES = 1 << 17  # pairs touched by a side or a hex, of all sides and hexes together
TILES = 25  # of one Link
HEXES = 1536  # rows times columns of a map
SIDES = 6
SEAS = 16
LINKS = 320  # CITIES * SPOKES // 2
SPOKES = 10  # Links at one city: six sides, and the sea
LINES = 16
LINE_CITIES = 4
CARD_CITIES = 4
RAILBOT_CARDS = 32
OPERATIONS_CARDS = 80
DISPLAY = OPERATIONS_CARDS  # in multiplayer it has no limit (M4)
BARONS = 16  # the twelve printed ones, and room for four of one's own
RAIL_BARONS = 36
DEALT = 2  # Rail Barons for each seat (M6)
BARON_ROW = 12
TIERS = 5
TURNS = 24
MULTIPLAYER_TURNS = 40  # of a multiplayer game (M43)
SCORES = 128
LEVELS = 9
WEIGHTS = 64
PHASES = 4  # of a game, in which learned judgement differs
FEATURES = 160  # of actions, see players/learned/features.py and players/learned/features.py
STRETCHES = CITIES - 1  # Links built for one pair of a Railbot card
PATHS = 64  # equally cheap Railbot paths offered to the player
PATH_CITIES = 1024  # two for each stretch, of all paths on offer together
OPTIONS = CITIES * COLOURS  # of one decision
AGENDA = 32  # tasks due at once: a card, its third card, five colours, and what called them
TASK = 3  # a task and its two arguments
WISHES = 3  # best actions of a seat that the others reckon with in an auction
CHANCE = 3  # numbers of an action that name what it takes: its kind, and a cube or a Link

NUMBER = np.int32
BITS = np.uint64
# Narrow fields make records small; tests/core/test_core_layout.py shows that none overflows.
# Kernels compute with wide numbers, but plain Python computes in the width of a field.
IS_PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"
SMALL, SHORT = (NUMBER, NUMBER) if IS_PLAIN else (np.int8, np.int16)

STATE_FIELDS = [
    ("streams", BITS, STREAMS + SEATS - 1),  # random word per purpose, then per further seat
    # goods and cities
    ("bag", NUMBER, COLOURS),  # cubes in the bag
    ("goods", SHORT, (CITIES, COLOURS)),  # cubes on each city
    ("cubes", SHORT, CITIES),  # their sum
    ("colour", SMALL, CITIES),  # of a city, printed or of its New City tile
    ("accepts", NUMBER, CITIES),  # bit set of the colours that it accepts now
    ("marker", SMALL, CITIES),  # 1 with an Empty City Marker
    ("markers", NUMBER),  # their number
    ("new_cities", NUMBER, COLOURS),  # New City tiles left
    # track
    ("laid", SHORT, HEXES),  # bit per side that carries a track; above these the tracks on it
    ("blocked", BITS, LISTED),  # bit per listed route of a pair that cannot be built now
    ("route", SHORT, LISTED),  # the cheapest listed route of a pair that is free now, or -1
    ("route_price", NUMBER, LISTED),  # its price
    ("find", np.int64, LISTED),  # the route found off the list of a pair, see finds.py
    ("find_price", NUMBER, LISTED),  # its price
    ("searches_cut", NUMBER),  # routes that cross themselves on more hexes than are watched
    ("hard_paths", NUMBER),  # Railbot paths searched for on the hexes
    ("unproven_paths", NUMBER),  # … where the search gave up before the proof
    ("links", NUMBER),  # complete Links
    ("link_first", SMALL, LINKS),  # the city its track began at
    ("link_second link_owner", SMALL, LINKS),
    ("spokes", SMALL, CITIES),  # Links at each city
    ("spoke_city", SMALL, (CITIES, SPOKES)),  # where they lead
    ("spoke_owner", SMALL, (CITIES, SPOKES)),
    ("group", SMALL, CITIES),  # cities connected by anyone's Links share a number
    ("railbot_group", SMALL, CITIES),  # … by Railbot Links alone
    ("own_group", SMALL, (SEATS, CITIES)),  # … by a player's Links alone
    ("open_city", NUMBER),  # the city where open track begins, or -1
    ("open_aim", NUMBER),  # the city it is laid for
    ("open_tiles", NUMBER),  # laid of it
    ("open_paid", NUMBER),  # their price
    ("open_sea", NUMBER),  # the sea route it is on, or -1
    ("open_step", SHORT, TILES + 1),  # those laid, then those planned up to the city aimed for
    ("open_plan", NUMBER),  # steps in all, the one into the city included
    # the same without the open track, kept while there is any
    ("kept_laid", SHORT, HEXES),
    ("kept_blocked", BITS, LISTED),
    ("kept_route", SHORT, LISTED),
    ("kept_price", NUMBER, LISTED),
    # players
    ("cash bonds score", NUMBER, SEATS),
    ("engine", NUMBER, SEATS),  # printed level
    ("grants", NUMBER, SEATS),  # Land Grants held
    ("perfect", NUMBER, SEATS),  # Perfect Engineering held
    ("hotel", SHORT, (SEATS, CITIES)),  # hotels owned, by city
    ("delivered", NUMBER, (SEATS, COLOURS)),  # cubes delivered, by colour
    ("longest", NUMBER, SEATS),  # Links of the longest delivery
    # Railbot
    ("row", NUMBER, ROW),
    ("flipped", NUMBER),  # the card flipped last …
    ("selected", NUMBER),  # … and the place of the row that it selects
    ("insured", NUMBER),  # place of the Insurance token, or -1
    ("deck", NUMBER, RAILBOT_CARDS),
    ("deck_next", NUMBER),  # place of the top card
    ("deck_count", NUMBER),
    ("removed", NUMBER, RAILBOT_CARDS),  # Railbot cards out of the game, unseen
    ("removed_count", NUMBER),
    # Operations cards
    ("display", NUMBER, DISPLAY),  # farthest from the deck first
    ("display_count display_limit", NUMBER),
    ("operations", NUMBER, OPERATIONS_CARDS),
    ("operations_next operations_count", NUMBER),
    # lines, Barons, Western Link
    ("line_owner", NUMBER, LINES),
    ("baron_row", NUMBER, BARON_ROW),
    ("barons", NUMBER),  # in the row
    ("barons_claimed", NUMBER),  # in this turn
    ("baron_owner", NUMBER, BARON_ROW),  # by place in the row
    ("baron_turn baron_points", NUMBER, BARON_ROW),
    ("engine_lower", NUMBER),  # D12
    ("dear_insurance", NUMBER),  # D17
    ("no_hotels", NUMBER),  # D20
    ("colour_less", NUMBER, COLOURS),  # D18, D19, D21: points less for a delivery to this colour
    ("income_less", NUMBER),  # that a Baron of one's own takes from each income
    ("western_used", NUMBER, CITIES),
    # the turn
    ("turn", NUMBER),
    ("last_turn", NUMBER),  # 1 in the last turn
    ("over", NUMBER),  # 1 after it
    ("trigger", NUMBER),
    ("before_railbot", NUMBER),  # 1 while the Railbot step of this turn is still to come
    ("third_to_come", NUMBER),  # 1 while the actions after the Railbot step are still to come
    ("actions_left", NUMBER),  # on this side of the Railbot step
    ("actions_done", NUMBER),  # in this turn
    ("actions_forfeit", NUMBER),  # of the third action (D17)
    ("actions_logged", NUMBER),  # in this game, if it has a log
    ("seat", NUMBER),  # whose turn it is
    ("step", NUMBER),  # of the order of play, the next one
    ("agenda", NUMBER, (AGENDA, TASK)),  # what is due before it, the last first
    ("agenda_count", NUMBER),
    # the open decision
    ("decision", NUMBER),  # its kind, or -1
    ("choices", SHORT, OPTIONS),
    ("choice_count", NUMBER),
    ("asked", NUMBER),  # what it is about: the city that loses a cube, the colour exhausted
    ("path_start", SHORT, PATHS + 1),  # Railbot paths on offer: where each begins …
    ("path_city", SMALL, PATH_CITIES),  # … and the two cities of each of its stretches
    # who plays
    ("player", NUMBER),
    ("slip", NUMBER),  # share of decisions replaced by novice ones, in millionths
    # the player's own notes, which no rule reads
    ("note_worth", SHORT, (CITIES, COLOURS)),  # what a cube there is worth to the player
    ("note_city", NUMBER),  # where it would put a New City …
    ("note_colour", NUMBER),  # … and in which colour
    ("note_growth", NUMBER),  # where it would use City Growth
    # tallies
    ("points", NUMBER, (SEATS, ALL_SOURCES)),
    ("points_after_turn", NUMBER, TURNS),
    ("deliveries lost_to_links lost_to_exhaust taxation_paid deadheads insurance_bought", NUMBER),
    ("insurance_used", NUMBER),
    ("cards_taken", NUMBER, CARD_KINDS),
    ("urbanized passes", NUMBER),
    ("loaded_at", NUMBER, CITIES),  # cubes delivered from a city
    ("delivered_to", NUMBER, CITIES),
    # multiplayer: the order of play
    ("order", NUMBER, SEATS),  # the seats in turn order
    ("place", NUMBER),  # in this order, of the seat whose go it is
    ("rounds_left", NUMBER),  # of actions after this one
    # the auction
    ("bid", NUMBER, SEATS),  # the highest of each seat
    ("highest", NUMBER),  # of all
    ("passed", NUMBER, SEATS),  # 1 if a seat has passed
    ("out", NUMBER, SEATS),  # the seats that passed, the first to do so first
    ("outs", NUMBER),  # their number
    ("asked_place", NUMBER),  # in the order of bidding, of the seat asked next
    # open track of the seats whose go it is not (M17); the fields as above
    ("tracks_aside", NUMBER),  # how many of them have any
    ("aside_city aside_aim aside_tiles aside_paid aside_sea", NUMBER, SEATS),
    ("aside_step", SHORT, (SEATS, TILES + 1)),
    ("aside_plan", NUMBER, SEATS),
    # Rail Barons, rotors, mines and what goals ask for
    ("dealt", NUMBER, (SEATS, DEALT)),  # Rail Barons (M6)
    ("kept", NUMBER, SEATS),  # the one that a seat keeps, or -1
    ("kept_points", NUMBER, SEATS),  # that it pays at the end (M41)
    ("rotor", NUMBER, CITIES),  # second colour that a rotor city shows, or -1
    ("mined", NUMBER, CITIES),
    ("mines", NUMBER, SEATS),  # mined by each seat
    ("lines_scored western_built", NUMBER, SEATS),
    ("level_first", NUMBER, LEVELS),  # the seat that reached an engine level first, or -1
    # tallies of multiplayer
    ("bids_paid turns_first", NUMBER, SEATS),
    ("given", NUMBER, SEATS),  # points to others for their Links
    ("first_bidder", NUMBER),  # M1
    ("first_order", NUMBER, SEATS),  # the place of a seat in the order of the first turn, from 1 on
    ("first_price", NUMBER, MULTIPLAYER_TURNS),  # what the first place of each turn cost
    ("executive_turns", NUMBER),  # auctions with a Railroad Executive open …
    ("executive_price", NUMBER),  # … and what the first place cost in all of them
    ("net_after_turn", NUMBER, (MULTIPLAYER_TURNS, SEATS)),  # points less bonds
    # notes of the seats, which no rule reads
    ("note_place", np.float64, (SEATS, SEATS)),  # points lost by a place in the order …
    ("note_price", np.float64, SEATS),  # … points that a bond for a bid costs …
    ("note_bid_turn", NUMBER, SEATS),  # … as a seat saw them in this turn
    # by judgement and seat: the best actions of a seat in an auction, and the turn of the auction
    ("note_wish", SMALL, (SEATS, SEATS, WISHES, CHANCE)),
    ("note_wish_turn", NUMBER, (SEATS, SEATS)),
]

RULES_FIELDS = [
    # board
    ("cities", NUMBER),
    ("in_play printed_colour printed_cubes", NUMBER, CITIES),
    # ground: what can be built on, seen from each hex and side
    ("hexes", NUMBER),  # rows times columns
    ("columns", NUMBER),
    ("hex_price", SHORT, HEXES),
    ("hex_grant", SHORT, HEXES),  # what a Land Grant saves on it
    ("hex_city", SMALL, HEXES),  # its city, or -1
    ("city_hex", NUMBER, CITIES),
    ("ahead", SHORT, (HEXES, SIDES)),  # the hex behind a side that track may cross, or -1
    ("ridge", SHORT, (HEXES, SIDES)),  # the price of crossing it
    ("full", NUMBER),  # `laid` of a hex that takes no more track
    ("cheapest_tile dearest_tile", NUMBER),
    ("axial", NUMBER, (HEXES, 2)),  # a hex by the two axes that make distances easy
    ("bound", NUMBER),  # price up to which pairs have lists and Links are searched for
    ("longest_link", NUMBER),
    # pairs of cities, the cheapest first, and their listed routes
    ("pairs", NUMBER),
    ("listed", NUMBER),  # the first ones, which have a list
    ("pair_of", SHORT, (CITIES, CITIES)),  # -1: no Link is possible
    ("pair_first pair_second", SMALL, PAIRS),
    ("pair_price", NUMBER, PAIRS),  # of the cheapest Link on the empty board
    ("pair_tiles", NUMBER, PAIRS),  # the fewest of any Link on the empty board
    ("pair_floor", NUMBER, PAIRS),  # what a route off the list costs at least
    ("pair_routes", NUMBER, LISTED),  # on the list of a pair in play
    ("first_route", NUMBER, LISTED),  # `route` and `route_price` on the empty board
    ("first_price", NUMBER, LISTED),
    ("barred", BITS, LISTED),  # bits without a route, and routes at cities not in play
    ("within", BITS, (LISTED, TILES + 1)),  # routes with at most these tiles
    ("route_price", NUMBER, ROUTES),
    ("route_tiles", SMALL, ROUTES),
    ("route_start", NUMBER, ROUTES + 1),  # its steps from the first city on; none across the sea
    ("route_step", SHORT, ROUTE_STEPS),
    ("side_start", NUMBER, HEXES * SIDES + 1),  # the pairs that track across a side touches
    ("full_start", NUMBER, HEXES + 1),  # … that a full hex touches
    ("touch_pair", SHORT, TOUCHES),
    ("touch_bits", BITS, TOUCHES),
    ("seas", NUMBER),
    ("sea_route", NUMBER, SEAS),
    ("near_start", NUMBER, CITIES + 1),  # pairs at a city: near_pair[near_start[c] : …]
    ("near_pair", SHORT, 2 * PAIRS),  # the cheapest first
    ("near_city", SMALL, 2 * PAIRS),  # the other city of the pair
    ("near_price", SHORT, 2 * PAIRS),  # `pair_price`
    ("city_distance", NUMBER, (CITIES, CITIES)),  # money for the cheapest chain of Links
    ("within_8", BITS, CITIES),  # cities that cost at most 8, a bit each
    ("within_16", BITS, CITIES),
    ("lines", NUMBER),
    ("line_cities", NUMBER, LINES),
    ("line_city", NUMBER, (LINES, LINE_CITIES)),
    ("line_points line_in_play", NUMBER, LINES),
    ("western_price", NUMBER),
    ("western_city", NUMBER, CITIES),  # 1 where a Western Link can be bought
    ("western_colour western_cubes western_destination western_bonus", NUMBER),
    # base figures
    ("start_cash bond_pays bond_interest bond_penalty", NUMBER),
    ("income", NUMBER, SCORES),  # by score
    ("income_scores", NUMBER),  # scores in the table
    ("income_above", NUMBER),
    ("one_peak", NUMBER),  # 1: income rises with the score up to some score and never again
    ("top_level", NUMBER),
    ("engine_price", NUMBER, LEVELS),  # by the level reached
    ("tiles_per_build tiles_with_perfect cubes_per_colour urbanize_price urbanize_cubes", NUMBER),
    ("new_cities", NUMBER, COLOURS),
    ("growth_cubes executive_actions actions_before_railbot actions_after_railbot", NUMBER),
    ("insurance_actions seats", NUMBER),
    # solo figures
    ("target base_exhaust taxation_incomes", NUMBER),
    ("empty_city_trigger", NUMBER),  # 0: no marker limit
    ("display_limit bounties left_cards_removed cards_above_final cards_removed", NUMBER),
    ("railbot_acts", NUMBER),  # 0: cards are flipped as a clock, nothing is resolved
    ("operations_used", NUMBER),  # 0: no Operations cards
    ("barons_in_row", NUMBER),  # 0 without the Duel Barons
    # rulings
    ("cubes_to_bag path_fresh", NUMBER),
    ("lines_by_links", NUMBER),  # 1: Railbot Links that connect a line claim it
    ("point_without_cube", NUMBER),
    ("lower_price", NUMBER),  # 1: under D12 the next level costs what the lower one does
    ("one_baron_a_turn", NUMBER),
    # cards
    ("railbot_cards", NUMBER),
    ("card_slot card_cities", NUMBER, RAILBOT_CARDS),
    ("card_city", NUMBER, (RAILBOT_CARDS, CARD_CITIES)),
    ("card_exhaust", NUMBER, RAILBOT_CARDS),  # colour, or -1
    ("card_taxation card_deadhead card_line card_baron", NUMBER, RAILBOT_CARDS),
    ("final_evaluation", NUMBER),  # its card
    ("operations_cards", NUMBER),
    ("operation_kind operation_city operation_points", NUMBER, OPERATIONS_CARDS),
    ("barons", NUMBER),  # from which the row is dealt
    ("baron_goal", NUMBER, BARONS),  # what it counts …
    ("baron_colours", NUMBER, BARONS),  # … of the colours in this bit set, grey included, …
    ("baron_cities", BITS, BARONS),  # … at the cities in this one …
    ("baron_from_score", NUMBER, BARONS),  # … and the score from which it may be claimed
    ("baron_hope", NUMBER, BARONS),  # place of its goal among those of known hope, or -1
    ("baron_effect", NUMBER, BARONS),  # -1 where a scenario makes it harmless
    ("baron_amount", NUMBER, BARONS),  # of its effect …
    ("baron_effect_colours", NUMBER, BARONS),  # … and the bit set of colours that it concerns
    ("baron_printed", NUMBER, BARONS),  # the effect that a player expects
    ("baron_tiers", NUMBER, BARONS),
    ("baron_tier baron_points", NUMBER, (BARONS, TIERS)),
    ("baron_forced", NUMBER, BARONS),  # 1 into the row, -1 out of it, 0 as dealt
    # multiplayer, all 0 in solo
    ("bidding", NUMBER),  # its style (M11 to M14)
    ("lowest_bid highest_bid", NUMBER),
    ("rounds", NUMBER),  # of actions in a turn (M10)
    ("most_turns", NUMBER),  # M43
    ("open_cards", NUMBER),  # dealt beside the Start cards (M4)
    ("lines_as_cards", NUMBER),  # M5
    ("barons_dealt", NUMBER),  # Rail Barons for each seat (M6)
    ("baron_to_keep", NUMBER),  # the Rail Baron that the first seat is dealt and keeps, or -1
    ("ties_shared", NUMBER),  # a tie fulfils the goal of a Rail Baron
    ("mine_price", NUMBER),  # M31
    ("mines_each mine_draws", NUMBER),
    ("rotor_city", NUMBER, CITIES),  # 1 for a rotor city (M30)
    ("wheel", NUMBER, COLOURS),  # the colour that follows another on it
    ("operation_goal", NUMBER, OPERATIONS_CARDS),  # what a Start card asks for …
    ("operation_level", NUMBER, OPERATIONS_CARDS),  # … and how many Links, or what engine level
    ("operation_line", NUMBER, OPERATIONS_CARDS),  # the Major Line of a card, or -1
    ("rail_barons", NUMBER),
    ("rail_goal", NUMBER, RAIL_BARONS),
    ("rail_colours", NUMBER, RAIL_BARONS),  # bit set of the colours that a goal counts
    ("rail_points", NUMBER, RAIL_BARONS),
    ("rail_least", NUMBER, RAIL_BARONS),  # what the goal asks for at least
    ("rail_most", NUMBER, RAIL_BARONS),  # points at most, where they are paid for each
    ("rail_cities", NUMBER, RAIL_BARONS),  # that a goal names
    ("rail_city", NUMBER, (RAIL_BARONS, LINE_CITIES)),
    ("seat_player", NUMBER, SEATS),
    ("seat_judgement", NUMBER, SEATS),  # the record of the array that holds a seat's judgement
    ("stream_shift", NUMBER, STREAMS + SEATS - 1),  # games by which each random stream is shifted
    # who plays
    ("player slip slip_kind", NUMBER),
    ("without", NUMBER),  # bit set of what the player may not use
    ("budget", NUMBER),  # of a searching player
    ("aim", NUMBER),  # points or a win
    ("errs", NUMBER),  # how a person errs …
    ("knob", np.float64),  # … and how much: points of noise, or the share of slips
    ("weights", np.float64, WEIGHTS),
    ("learned", np.float64, (PHASES, FEATURES)),  # points of a feature
]

OUTCOME_FIELDS = [
    ("result", NUMBER),  # points less bonds (S41)
    ("points bonds won", NUMBER),
    ("margin", NUMBER),  # result less target
    ("target turns trigger engine money own_links railbot_links deliveries", NUMBER),
    ("longest_delivery points_deliveries points_hotels points_bounties points_lines", NUMBER),
    ("points_barons", NUMBER),
    ("points_removals", NUMBER),  # S22: pairs joined by the player's Links
    ("points_lost", NUMBER),  # to Railbot Links
    ("cubes_lost_to_links cubes_lost_to_exhaust taxation_paid deadheads insurance_bought", NUMBER),
    ("insurance_used cards_hotel cards_new_industry cards_city_growth cards_executive", NUMBER),
    ("cards_land_grant cards_perfect_engineering urbanized western_links passes markers", NUMBER),
    ("barons_in_row", NUMBER),  # bit per Baron
    ("barons_own barons_railbot", NUMBER),
    ("baron_turn", NUMBER, BARONS),  # turn in which each was claimed by anyone, 0 if not
    ("baron_points", NUMBER, BARONS),  # points each paid the player
    ("points_after_turn", NUMBER, TURNS),
]


def record_of(fields: list) -> np.dtype:
    """Make the record of these fields, as numba takes it."""
    forms = {name: form for names, *form in fields for name in names.split()}
    formats = [form[0] if len(form) == 1 else tuple(form) for form in forms.values()]
    dtype = np.dtype({"names": [*forms], "formats": formats}, align=True)
    return np.dtype((np.record, dtype))


def names_of(fields: list) -> list[str]:
    return [name for names, *_ in fields for name in names.split()]


STATE = record_of(STATE_FIELDS)
RULES = record_of(RULES_FIELDS)
OUTCOME = record_of(OUTCOME_FIELDS)

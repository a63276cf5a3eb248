"""Duel Barons: their goals, claims and Opponent Effects (D1 to D21)."""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.rules.money_engine_insurance import engine_level
from rotwsim.core.rules.scoring_and_seats import score_points
from rotwsim.core.state import codes
from rotwsim.core.state.decisions import CLAIM_BARONS, add_choice, ask, enter
from rotwsim.core.state.log import BARON, note
from rotwsim.core.track.links import ALL_PLACES, colours_together, is_counted, largest_group

MOST = 1 << 20  # more than any goal counts


@kernel
def may_claim_barons(state):
    """D1: at the start of the turn and after each action."""
    if state.barons > 0:
        enter(state, CLAIM_BARONS)


@kernel
def ask_for_claim(state, rules):
    """D1: any unclaimed Baron whose goal is met may be claimed, or none now."""
    if rules.one_baron_a_turn and state.barons_claimed > 0:
        return
    add_choice(state, -1)
    for place in range(state.barons):
        is_free = state.baron_owner[place] == codes.NOBODY
        if is_free and points_of_baron(state, rules, state.seat, place) > 0:
            add_choice(state, place)
    ask(state, codes.DECIDE_CLAIM)


@kernel
def claim_baron(state, rules, seat, place, log):
    """The Baron pays at the tier that holds now."""
    points = points_of_baron(state, rules, seat, place)
    state.baron_owner[place] = seat
    state.baron_turn[place] = state.turn
    state.baron_points[place] = points
    state.barons_claimed += 1
    note(log, state, BARON, state.baron_row[place], seat, points)
    score_points(state, seat, points, codes.FROM_BARONS, log)


@kernel
def points_of_baron(state, rules, seat, place):
    """The points a Baron pays now: those of the highest tier reached, 0 if none is."""
    baron = state.baron_row[place]
    if state.score[seat] < rules.baron_from_score[baron]:
        return 0
    reached = baron_reached(state, rules, seat, baron)
    points = 0
    for tier in range(rules.baron_tiers[baron]):
        if reached >= rules.baron_tier[baron, tier]:
            points = rules.baron_points[baron, tier]
    return points


@kernel
def baron_reached(state, rules, seat, baron):
    """How far the player is on the goal of a Duel Baron."""
    colours, cities = rules.baron_colours[baron], rules.baron_cities[baron]
    return goal_reached(state, rules, seat, rules.baron_goal[baron], colours, cities)


@kernel
def goal_reached(state, rules, seat, goal, colours, cities=ALL_PLACES):
    """Count towards a goal in the unit of its tiers; bit sets say which cities count."""
    if goal == codes.GOAL_HOTELS:
        return hotels_owned(state, rules, seat)
    if goal == codes.GOAL_ENGINE:
        return engine_level(state, seat)
    if goal == codes.GOAL_LONG_DELIVERY:
        return state.longest[seat]
    if goal == codes.GOAL_CITIES:
        return largest_group(state, rules, seat, colours, cities)  # D13
    if goal == codes.GOAL_PAIRS:
        return colours_with_a_pair(state, rules, seat, colours)
    if goal == codes.GOAL_MAJOR_LINES:
        return lines_owned(state, rules, seat)
    if goal == codes.GOAL_LINKS:
        return links_at_cities(state, seat, colours, cities)
    if goal == codes.GOAL_SETS or goal == codes.GOAL_DELIVERED:
        return cubes_delivered(state, seat, goal, colours)
    if goal == codes.GOAL_DOUBLE_LINK:
        return most_links_between_two(state, rules, seat)
    if goal == codes.GOAL_COLOURS:
        return colours_together(state, rules, seat, colours)
    if goal == codes.GOAL_FEW_BONDS:  # its tiers are negative, too
        return -state.bonds[seat]
    if goal == codes.GOAL_CASH:
        return state.cash[seat]
    if goal == codes.GOAL_CARDS:
        return cards_taken(state)
    if goal == codes.GOAL_NEW_CITIES:
        return state.urbanized
    if goal == codes.GOAL_SCORE:
        return state.score[seat]
    return 0


@kernel
def hotels_owned(state, rules, seat):
    hotels = 0
    for city in range(rules.cities):
        hotels += state.hotel[seat, city]
    return hotels


@kernel
def lines_owned(state, rules, seat):
    lines = 0
    for line in range(rules.lines):
        if state.line_owner[line] == seat:
            lines += 1
    return lines


@kernel
def colours_with_a_pair(state, rules, seat, colours):
    """D14: colours of which two cities are connected by own Links."""
    pairs = 0
    for colour in range(codes.COLOURS):
        if (colours >> colour) & 1 and largest_group(state, rules, seat, 1 << colour) >= 2:
            pairs += 1
    return pairs


@kernel
def links_at_cities(state, seat, colours, cities):
    """D16: own Links with such a city at an end; a Link counts once."""
    links = 0
    for link in range(state.links):
        if state.link_owner[link] == seat:
            first, second = state.link_first[link], state.link_second[link]
            if is_counted(state, first, colours, cities) or is_counted(
                state, second, colours, cities
            ):
                links += 1
    return links


@kernel
def cubes_delivered(state, seat, goal, colours):
    """D17, D18, D21: whole sets, a cube of each of the colours; or all cubes of them."""
    fewest, total = MOST, 0
    for colour in range(codes.COLOURS):
        if (colours >> colour) & 1:
            fewest = min(fewest, state.delivered[seat, colour])
            total += state.delivered[seat, colour]
    return fewest if goal == codes.GOAL_SETS else total


@kernel
def cards_taken(state):
    """Operations cards taken so far, of any kind."""
    cards = 0
    for kind in range(codes.CARD_KINDS):
        cards += state.cards_taken[kind]
    return cards


@kernel
def most_links_between_two(state, rules, seat):
    """D20: most own Links between the same two cities."""
    most = 0
    for city in range(rules.cities):
        for spoke in range(state.spokes[city]):
            same = 0
            for other in range(state.spokes[city]):
                if (
                    state.spoke_city[city, other] == state.spoke_city[city, spoke]
                    and state.spoke_owner[city, other] == seat
                ):
                    same += 1
            most = max(most, same)
    return most


@kernel
def give_baron(state, place, log):
    """S28: the Railbot has the Baron; its Opponent Effect follows."""
    state.baron_owner[place] = codes.RAILBOT
    state.baron_turn[place] = state.turn
    note(log, state, BARON, state.baron_row[place], codes.RAILBOT, 0)


@kernel
def lasting_effect(state, rules, baron, effect):
    """The Opponent Effects that change the rest of the game; railbot has those that act at once."""
    amount, colours = rules.baron_amount[baron], rules.baron_effect_colours[baron]
    if effect == codes.EFFECT_ENGINE_LOWER:
        state.engine_lower = min(rules.top_level - 1, state.engine_lower + amount)
    elif effect == codes.EFFECT_DEAR_INSURANCE:
        state.dear_insurance += amount
    elif effect == codes.EFFECT_NO_HOTELS:
        state.no_hotels = 1
    elif effect == codes.EFFECT_INCOME_LESS:
        state.income_less += amount
    for colour in range(codes.COLOURS):
        if (colours >> colour) & 1:
            if effect == codes.EFFECT_NO_NEW_CITIES:
                state.new_cities[colour] = 0
            elif effect == codes.EFFECT_POINTS_LESS:
                state.colour_less[colour] += amount

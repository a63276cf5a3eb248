"""Set up a game: goods, cards and Barons, solo (S1 to S7) and multiplayer (M1 to M6)."""

import numpy as np

from rotwsim.core.jit.decorators import kernel, stack_array
from rotwsim.core.rules.cities_and_goods import draw_cube
from rotwsim.core.rules.operations_and_lines import deal_operations_card, lay_open, reveal_card
from rotwsim.core.rules.rail_barons_and_modules import set_up_rotors
from rotwsim.core.rules.scoring_and_seats import clockwise, hand_over
from rotwsim.core.state import codes
from rotwsim.core.state import log as rows_of
from rotwsim.core.state.decisions import add_choice, ask
from rotwsim.core.state.layout import BARONS, LEVELS, OPERATIONS_CARDS, RAIL_BARONS, RAILBOT_CARDS
from rotwsim.core.state.log import note
from rotwsim.core.state.streams import draw_below, shuffle, start_streams
from rotwsim.core.track.tiles import set_up_track

new_railbot = stack_array(RAILBOT_CARDS, np.int32)
new_operations = stack_array(OPERATIONS_CARDS, np.int32)
new_barons = stack_array(BARONS, np.int32)


@kernel
def set_up(state, rules, seed, game, log):
    """Everything before the first turn; the state comes in zeroed."""
    start_streams(state, rules, seed, game)
    set_up_board(state, rules)
    set_up_seats(state, rules)
    deal_goods(state, rules, log)
    deal_railbot(state, rules, log)
    if rules.operations_used:
        deal_operations(state, rules, log)
    deal_barons(state, rules, log)
    if rules.operations_used:
        deal_operations_card(state, rules, log)


@kernel
def set_up_board(state, rules):
    for city in range(rules.cities):
        colour = rules.printed_colour[city]
        state.colour[city] = colour
        state.accepts[city] = 0 if colour == codes.GREY else 1 << colour  # B21
        state.group[city] = city
        state.railbot_group[city] = city
        for seat in range(rules.seats):
            state.own_group[seat, city] = city
    set_up_track(state, rules)
    for colour in range(codes.COLOURS):
        state.new_cities[colour] = rules.new_cities[colour]
    for line in range(rules.lines):
        state.line_owner[line] = codes.NOBODY
    state.insured = -1
    state.decision = codes.NO_DECISION


@kernel
def set_up_seats(state, rules):
    """B1."""
    for seat in range(rules.seats):
        state.cash[seat] = rules.start_cash
        state.engine[seat] = 1
    state.display_limit = rules.display_limit
    state.player = rules.player
    state.slip = rules.slip


@kernel
def deal_goods(state, rules, log):
    """B20, S2: every city in play draws its printed number blind."""
    for colour in range(codes.COLOURS):
        state.bag[colour] = rules.cubes_per_colour
    for city in range(rules.cities):
        if rules.in_play[city] == 0:
            continue
        for _ in range(rules.printed_cubes[city]):
            colour = draw_cube(state)
            if colour < 0:
                return
            state.goods[city, colour] += 1
            state.cubes[city] += 1
            note(log, state, rows_of.SET_CUBE, city, colour)


@kernel
def deal_railbot(state, rules, log):
    """Remove three left cards unseen, lay three in the row, bury Final Evaluation (S4, S5, T4)."""
    left = new_railbot()
    lefts = 0
    cards = 0
    for card in range(rules.railbot_cards):
        if card == rules.final_evaluation:
            continue
        if rules.card_slot[card] == codes.LEFT:
            left[lefts] = card
            lefts += 1
        else:
            state.deck[cards] = card
            cards += 1
    shuffle(state, codes.RAILBOT_STREAM, left, lefts)
    for place in range(lefts):
        card = left[place]
        if place < rules.left_cards_removed:
            remove_card(state, card)
            note(log, state, rows_of.SET_REMOVED, card)
    in_row = 0
    for place in range(rules.left_cards_removed, lefts):
        card = left[place]
        if in_row < codes.ROW and not rules.card_taxation[card] and not rules.card_deadhead[card]:
            state.row[in_row] = card
            note(log, state, rows_of.SET_ROW, in_row, card)
            in_row += 1
        else:
            state.deck[cards] = card
            cards += 1
    shuffle(state, codes.RAILBOT_STREAM, state.deck, cards)
    bury_final_evaluation(state, rules, cards, log)


@kernel
def remove_card(state, card):
    state.removed[state.removed_count] = card
    state.removed_count += 1


@kernel
def bury_final_evaluation(state, rules, cards, log):
    """Mix it with the bottom two (S5); T4 takes cards off the bottom, the rest stays the same."""
    depth = draw_below(state, codes.RAILBOT_STREAM, rules.cards_above_final + 1)
    for _ in range(rules.cards_removed):
        cards -= 1
        remove_card(state, state.deck[cards])
        note(log, state, rows_of.SET_DROPPED, state.deck[cards])
    final = cards - depth
    for place in range(cards, final, -1):
        state.deck[place] = state.deck[place - 1]
    state.deck[final] = rules.final_evaluation
    state.deck_count = cards + 1
    for place in range(state.deck_count):
        note(log, state, rows_of.SET_DECK, place, state.deck[place])


@kernel
def deal_operations(state, rules, log):
    """S6: two random bounties open the display; the other bounties leave the game."""
    bounties = new_operations()
    count = 0
    for card in range(rules.operations_cards):
        if rules.operation_kind[card] == codes.BOUNTY:
            bounties[count] = card
            count += 1
        else:
            state.operations[state.operations_count] = card
            state.operations_count += 1
    shuffle(state, codes.OPERATIONS_STREAM, bounties, count)
    shuffle(state, codes.OPERATIONS_STREAM, state.operations, state.operations_count)
    for place in range(state.operations_count):
        note(log, state, rows_of.SET_OPERATIONS, place, state.operations[place])
    for place in range(min(count, rules.bounties)):
        state.display[place] = bounties[place]
        state.display_count += 1
        note(log, state, rows_of.SET_BOUNTY, place, bounties[place])


@kernel
def deal_barons(state, rules, log):
    """D1: the row of Barons; forced ones come first, so that the others stay as dealt."""
    order = new_barons()
    for baron in range(rules.barons):
        order[baron] = baron
    shuffle(state, codes.BARONS_STREAM, order, rules.barons)
    for wanted in range(1, -1, -1):
        for place in range(rules.barons):
            if rules.baron_forced[order[place]] == wanted and state.barons < rules.barons_in_row:
                state.baron_row[state.barons] = order[place]
                state.baron_owner[state.barons] = codes.NOBODY
                note(log, state, rows_of.SET_BARON, state.barons, order[place])
                state.barons += 1


new_rail_barons = stack_array(RAIL_BARONS, np.int64)
NOT_OPEN = -2  # owner of a Major Line whose card has not appeared


@kernel
def set_up_multiplayer(state, rules, seed, game, log):
    """Everything before the first decision; the state comes in zeroed."""
    start_streams(state, rules, seed, game)
    set_up_board(state, rules)
    set_up_rotors(state, rules)
    set_up_seats(state, rules)
    for seat in range(rules.seats):
        state.aside_city[seat] = -1
        state.kept[seat] = -1
    for level in range(LEVELS):
        state.level_first[level] = codes.NOBODY
    deal_goods(state, rules, log)
    open_display(state, rules, log)
    draw_first_bidder(state, rules, log)
    deal_rail_barons(state, rules, log)


@kernel
def open_display(state, rules, log):
    """M4, M5: Start cards lie open, the others are shuffled and some of them laid beside."""
    for card in range(rules.operations_cards):
        if rules.operation_kind[card] != codes.START:
            state.operations[state.operations_count] = card
            state.operations_count += 1
        if rules.operation_kind[card] == codes.MAJOR_LINE:
            state.line_owner[rules.operation_line[card]] = NOT_OPEN
    shuffle(state, codes.OPERATIONS_STREAM, state.operations, state.operations_count)
    for place in range(state.operations_count):
        note(log, state, rows_of.SET_OPERATIONS, place, state.operations[place])
    for card in range(rules.operations_cards):
        if rules.operation_kind[card] == codes.START:
            lay_open(state, card, log)
    for _ in range(rules.open_cards):
        reveal_card(state, rules, log)


@kernel
def draw_first_bidder(state, rules, log):
    """M1: a random seat; the marker is there before the first auction."""
    first = draw_below(state, codes.RAILBOT_STREAM, rules.seats)
    for place in range(rules.seats):
        state.order[place] = clockwise(rules, first, place)
    state.first_bidder = first
    note(log, state, rows_of.SET_FIRST, first)


@kernel
def deal_rail_barons(state, rules, log):
    """M6: two to each seat; one that the first seat must keep changes places with its first."""
    barons = new_rail_barons()
    for baron in range(rules.rail_barons):
        barons[baron] = baron
    shuffle(state, codes.BARONS_STREAM, barons, rules.rail_barons)
    for place in range(1, rules.rail_barons):
        if barons[place] == rules.baron_to_keep:
            barons[place] = barons[0]
            barons[0] = rules.baron_to_keep
    for seat in range(rules.seats):
        hand_over(state, rules, seat)
        for place in range(rules.barons_dealt):
            state.dealt[seat, place] = barons[seat * rules.barons_dealt + place]
            note(log, state, rows_of.SET_RAIL_BARON, place, state.dealt[seat, place])
    hand_over(state, rules, 0)


@kernel
def ask_which_to_keep(state, rules):
    """M6: one of the Barons dealt; the other is returned unseen."""
    is_bound = state.seat == 0 and rules.baron_to_keep >= 0
    for place in range(1 if is_bound else rules.barons_dealt):
        add_choice(state, place)
    ask(state, codes.DECIDE_KEEP)


@kernel
def keep_baron(state, place):
    state.kept[state.seat] = state.dealt[state.seat, place]

# Longer than most: set-up, solo turns, the auction and multiplayer turns.
"""Set up a game and play its turns: solo (S1 to S10, S40), and for 2 to 6 (M1 to M15, M40)."""

from rotwsim.core.state import codes, log
from rotwsim.core.state.codes import DECIDE_BID, DECIDE_KEEP, PAID_BID, ROW
from rotwsim.core.state.log import BID, ORDER, TRIGGER, TURN
from rotwsim.reference import cities_and_operations
from rotwsim.reference.actions_and_delivery import (
    carry_out,
    decide_action,
    legal_insurance,
    note_status,
)
from rotwsim.reference.barons import offer_claims, reveal_rail_barons
from rotwsim.reference.building import remove_open_track
from rotwsim.reference.game import Game, Seat
from rotwsim.reference.money_and_outcome import before_barons, collect_income, pay
from rotwsim.reference.railbot_cards_taxation_exhaust import take_railbot_step


def set_up(game: Game) -> None:
    """Draw what chance decides before the first turn; the log has it under the first seat."""
    seat = game.seats[0]
    draw_goods(game, seat)
    _deal_railbot_cards(game, seat)
    if game.given.parameters["operations_used"]:
        _deal_operations_cards(game, seat)
    _deal_barons(game, seat)
    cities_and_operations.deal_card(game, seat)  # S6: next to the bounties


def draw_goods(game: Game, seat: Seat) -> None:
    """Draw the cubes of every city in play blind, with few seats one fewer (B20, S2, M2)."""
    few = game.given.book.multiplayer
    is_few = 0 < len(game.given.scenario.seats) <= few.seats_with_fewer_cubes
    for city in game.given.cities_in_play:
        printed = game.given.cubes[city]
        count = max(few.cubes_at_least, printed - few.cubes_fewer) if is_few else printed
        for _ in range(min(printed, count)):
            colour = game.draw(
                seat, log.SET_CUBE, (city,), cities_and_operations.colours_in(game.bag)
            )
            game.bag[colour] -= 1
            game.cubes[city][colour] += 1


def deal(game: Game, seat: Seat, event: int, cards: list[int], count: int) -> list[int]:
    """Draw that many of these cards, place by place; the list of cards loses them."""
    drawn = []
    for place in range(count):
        drawn.append(game.draw(seat, event, (place,), cards))
        cards.remove(drawn[-1])
    return drawn


def _deal_railbot_cards(game: Game, seat: Seat) -> None:
    given = game.given
    rest = list(range(len(given.railbot_cards)))

    def is_left(card: int) -> bool:
        return given.railbot_cards[card].slot == "left"

    for _ in range(given.book.left_cards_removed):  # S4
        rest.remove(game.draw(seat, log.SET_REMOVED, (), filter(is_left, rest)))
    # S4: Taxation and Deadhead are not in the first row.
    cards = given.railbot_cards
    mild = [c for c in rest if is_left(c) and not (cards[c].taxation or cards[c].deadhead)]
    game.row += deal(game, seat, log.SET_ROW, mild, ROW)
    rest = [card for card in rest if card not in game.row]
    (final,) = (card for card in rest if given.railbot_cards[card].final_evaluation)
    for _ in range(given.parameters["cards_removed"]):  # T4
        rest.remove(game.draw(seat, log.SET_DROPPED, (), (card for card in rest if card != final)))
    from_here = len(rest) - 1 - given.book.cards_above_final_evaluation  # S5: in the bottom three
    for place in range(len(rest)):
        possible = [card for card in rest if card != final or place >= from_here]
        card = game.draw(seat, log.SET_DECK, (place,), possible)
        rest.remove(card)
        game.railbot_deck.append(card)


def _deal_operations_cards(game: Game, seat: Seat) -> None:
    """Deal deck and bounties; bounties that are not drawn leave the game (S6)."""
    cards = game.given.operations_cards
    deck = [card for card, printed in enumerate(cards) if printed.kind != "bounty"]
    bounties = [card for card, printed in enumerate(cards) if printed.kind == "bounty"]
    game.operations_deck += deal(game, seat, log.SET_OPERATIONS, deck, len(deck))
    count = min(game.given.book.bounties, len(bounties))
    game.display += deal(game, seat, log.SET_BOUNTY, bounties, count)


def _deal_barons(game: Game, seat: Seat) -> None:
    """Deal distinct Barons; the scenario may force some in or out (D1)."""
    scenario, places = game.given.scenario, game.given.parameters["barons_in_row"]
    names = [baron.name for baron in game.given.barons]
    out = {names.index(name) for name in scenario.barons_out}
    forced = {names.index(name) for name in scenario.barons_in}
    for place in range(places):
        waiting = forced.difference(game.baron_row)
        possible = set(range(len(names))) - out - set(game.baron_row)
        if len(waiting) == places - place:
            possible &= waiting
        game.baron_row.append(game.draw(seat, log.SET_BARON, (place,), sorted(possible)))


def set_up_multiplayer(game: Game) -> None:
    """Set up the game; the log has what belongs to no seat under the first one."""
    draw_goods(game, game.seats[0])
    cities_and_operations.set_rotors(game)
    _lay_out_cards(game)
    seats = range(len(game.seats))
    game.first_bidder = game.draw(game.seats[0], log.SET_FIRST, (), seats)
    if game.given.scenario.rail_barons:
        _deal_rail_barons(game)


def _lay_out_cards(game: Game) -> None:
    """Lay out all Start cards and two further cards for each player (M4)."""
    cards = game.given.operations_cards
    game.line_cards = {
        printed.line: card for card, printed in enumerate(cards) if printed.kind == "major_line"
    }
    deck = [card for card, printed in enumerate(cards) if printed.kind != "start"]
    game.operations_deck += deal(game, game.seats[0], log.SET_OPERATIONS, deck, len(deck))
    for card, printed in enumerate(cards):
        if printed.kind == "start":
            game.display.append(card)
            game.note(game.seats[0], log.CARD_ADDED, card)
    for _ in range(game.given.book.multiplayer.open_cards_per_seat * len(game.seats)):
        cities_and_operations.deal_multiplayer_card(game)


def _deal_rail_barons(game: Game) -> None:
    """Deal two to each seat; each keeps one, the first seat the one it is bound to (M6)."""
    names = [baron.name for baron in game.given.scenario.rail_barons]
    bound = names.index(kept) if (kept := game.given.scenario.rail_baron) else None
    rest = list(range(len(names)))
    dealt: list[list[int]] = []
    for seat in game.seats:
        dealt.append([])
        for place in range(game.given.book.multiplayer.rail_barons_dealt):
            possible = rest if place or seat.number or bound is None else [bound]
            baron = game.draw(seat, log.SET_RAIL_BARON, (place,), possible)
            rest.remove(baron)
            dealt[-1].append(baron)
    for seat, barons in zip(game.seats, dealt, strict=True):
        free = 1 if bound in barons else len(barons)
        (place,) = game.choose(seat, DECIDE_KEEP, [(place,) for place in range(free)])
        seat.rail_baron = barons[place]


def play_game(game: Game) -> None:
    """Set up, then play turns until the one after the trigger (S40)."""
    set_up(game)
    (seat,) = game.seats
    while not game.last_turn:
        play_turn(game, seat)


def play_turn(game: Game, seat: Seat) -> None:
    """Play two actions, the Railbot, the third action, income, one new card (S10)."""
    game.turn += 1
    game.last_turn = game.trigger != codes.NOT_YET
    seat.actions_done = seat.actions_forfeited = seat.barons_claimed = 0
    parameters = game.given.parameters
    game.note(seat, TURN, game.turn, int(game.last_turn))
    offer_claims(game, seat)
    take_actions(
        game, seat, parameters["actions_before_railbot"], railbot_to_come=not game.last_turn
    )
    if not game.last_turn:  # S21, S40
        take_railbot_step(game, seat)
    after = parameters["actions_after_railbot"] - seat.actions_forfeited
    take_actions(game, seat, after, railbot_to_come=False)
    remove_open_track(game, seat)
    collect_income(game, seat)
    cities_and_operations.deal_card(game, seat)
    seat.points_after_turn.append(seat.score)
    note_status(game, seat)


def take_actions(game: Game, seat: Seat, actions: int, railbot_to_come: bool) -> None:
    """Take the actions on one side of the Railbot step; Executives add theirs here (B45)."""
    while actions > 0:
        insurance = legal_insurance(game, seat, actions) if railbot_to_come else []
        chosen = decide_action(game, seat, insurance)
        actions -= game.given.parameters["insurance_actions"] if chosen[0] == codes.INSURE else 1
        actions += carry_out(game, seat, chosen)
        seat.actions_done += 1
        offer_claims(game, seat)  # D1


def play_multiplayer(game: Game) -> None:
    """Set up, play turns until the one after the trigger (M40), then show Barons (M41)."""
    set_up_multiplayer(game)
    while not is_over(game):
        play_multiplayer_turn(game)
    if not game.last_turn:  # M43
        game.trigger = codes.UNFINISHED
        game.note(game.seats[0], TRIGGER, codes.UNFINISHED)
    reveal_rail_barons(game)


def is_over(game: Game) -> bool:
    """Say whether the turn after the trigger is played, or too many turns are (M43)."""
    return game.last_turn or game.turn >= game.given.book.multiplayer.most_turns


def play_multiplayer_turn(game: Game) -> None:
    """Play auction, rounds of one action each, income, one card but for the last turn (M10, M4)."""
    game.turn += 1
    game.last_turn = game.trigger != codes.NOT_YET
    game.note(game.seats[0], TURN, game.turn, int(game.last_turn))
    hold_auction(game)
    in_order = [game.seats[number] for number in game.order]
    for _ in range(game.given.book.multiplayer.rounds):
        for seat in in_order:
            take_turn_in_round(game, seat)
    for seat in in_order:  # M17: open track of every player stays until the end of the rounds
        remove_open_track(game, seat)
    for seat in in_order:
        collect_income(game, seat)
        seat.net_after_turn.append(before_barons(game, seat))
    if not is_over(game):
        cities_and_operations.deal_multiplayer_card(game)
    for seat in game.seats:
        note_status(game, seat)


def take_turn_in_round(game: Game, seat: Seat) -> None:
    """Take one action; Executives add theirs before the next player (M16)."""
    actions = 1
    while actions > 0:
        actions += carry_out(game, seat, decide_action(game, seat)) - 1


PASSED = 0  # in place of a bid


def hold_auction(game: Game) -> None:
    """Settle the order of the turn and what each seat pays for it."""
    style = game.given.scenario.bidding
    if style == "worst_is_first" and game.turn > 1:
        # M13: lowest score first; of equal ones the later of the last turn
        game.order = sorted(reversed(game.order), key=lambda number: game.seats[number].score)
        prices = {}
    elif style in ("traditional", "worst_is_first"):
        game.order, prices = _for_the_first_seat(game)
    else:
        game.order, bids = _for_every_seat(game)
        prices = _full_and_half(game.order, bids, style)
    for place, number in enumerate(game.order):
        game.note(game.seats[number], ORDER, place, number)
    game.seats[game.order[0]].turns_first += 1
    for number in game.order:
        pay(game, game.seats[number], prices.get(number, 0), PAID_BID)  # M15: also with bonds
        game.seats[number].bids_paid += prices.get(number, 0)
    cards = [game.given.operations_cards[card] for card in game.display]
    has_executive = any(card.kind == "executive" for card in cards)
    game.first_places.append((prices.get(game.order[0], 0), has_executive))
    if game.turn == 1:
        for place, number in enumerate(game.order, 1):
            game.seats[number].first_order = place


def _for_the_first_seat(game: Game) -> tuple[list[int], dict[int, int]]:
    """Bid for the first place; a pass is final, the others follow clockwise (M11)."""
    last_first = game.order[0] if game.order else game.first_bidder
    table = _clockwise(game, last_first)
    highest, holder, waiting = 0, None, list(table)
    while waiting and waiting != [holder]:
        number = waiting.pop(0)
        bid = _ask(game, game.seats[number], highest)
        if bid != PASSED:
            highest, holder = bid, number
            waiting.append(number)
    if holder is None:  # all pass: the marker moves one seat clockwise, nobody pays
        return _clockwise(game, table[1]), {}
    return _clockwise(game, holder), {holder: highest}


def _for_every_seat(game: Game) -> tuple[list[int], dict[int, int]]:
    """Bid for all places: the first to pass is last (M12, M14); give the highest bids too."""
    waiting = list(game.order) or _clockwise(game, game.first_bidder)
    highest, bids, passed = 0, {}, []
    while len(waiting) > 1:
        number = waiting.pop(0)
        bid = _ask(game, game.seats[number], highest)
        if bid == PASSED:
            passed.append(number)
        else:
            highest = bids[number] = bid
            waiting.append(number)
    return [*waiting, *reversed(passed)], bids


def _full_and_half(order: list[int], bids: dict[int, int], style: str) -> dict[int, int]:
    """Charge the first in full, others half, rounded up (M12); or two, the last none (M14)."""
    full = 2 if style == "whole_order" else 1
    prices = {number: bids.get(number, 0) for number in order}
    prices |= {number: (prices[number] + 1) // 2 for number in order[full:]}
    return prices | {order[-1]: 0} if style == "whole_order" else prices


def _ask(game: Game, seat: Seat, highest: int) -> int:
    """Ask for a bid above the highest so far, within the limits, or a pass."""
    table = game.given.book.multiplayer
    lowest = max(table.lowest_bid, highest + 1)
    choices = [(PASSED,), *((bid,) for bid in range(lowest, table.highest_bid + 1))]
    (bid,) = game.choose(seat, DECIDE_BID, choices)
    game.note(seat, BID, bid)
    return bid


def _clockwise(game: Game, first: int) -> list[int]:
    """List the seats clockwise from one on, as they are numbered (M1)."""
    seats = len(game.seats)
    return [(first + place) % seats for place in range(seats)]

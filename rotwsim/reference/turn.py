"""The turns of a game: solo (S10, S40), and for 2 to 6 with their auction (M10 to M15, M40)."""

from __future__ import annotations

from rotwsim.core.state import codes
from rotwsim.core.state.codes import DECIDE_BID, PAID_BID
from rotwsim.core.state.log import BID, ORDER, TRIGGER, TURN
from rotwsim.reference.actions import carry_out, decide_action, legal_insurance, note_status
from rotwsim.reference.barons import offer_claims, reveal_rail_barons
from rotwsim.reference.game import Game, Seat
from rotwsim.reference.money import collect_income, pay
from rotwsim.reference.operations import deal_card, deal_multiplayer_card
from rotwsim.reference.outcome import before_barons
from rotwsim.reference.railbot import take_railbot_step
from rotwsim.reference.setup import set_up, set_up_multiplayer
from rotwsim.reference.track.building import remove_open_track


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
    deal_card(game, seat)
    seat.tally.points_after_turn.append(seat.score)
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
        seat.tally.net_after_turn.append(before_barons(game, seat))
    if not is_over(game):
        deal_multiplayer_card(game)
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
        game.order, prices = _by_score(game), {}
    elif style in ("traditional", "worst_is_first"):
        game.order, prices = _for_the_first_seat(game)
    else:
        game.order, bids = _for_every_seat(game)
        prices = _full_and_half(game.order, bids, style)
    for place, number in enumerate(game.order):
        game.note(game.seats[number], ORDER, place, number)
    game.seats[game.order[0]].tally.turns_first += 1
    for number in game.order:
        pay(game, game.seats[number], prices.get(number, 0), PAID_BID)  # M15: also with bonds
        game.seats[number].tally.bids_paid += prices.get(number, 0)
    _remember(game, prices.get(game.order[0], 0))


def _remember(game: Game, price: int) -> None:
    """Keep what the first place cost, whether an Executive was open, and the first order."""
    cards = [game.given.operations_cards[card] for card in game.display]
    has_executive = any(card.kind == "executive" for card in cards)
    game.first_places.append((price, has_executive))
    if game.turn == 1:
        for place, number in enumerate(game.order, 1):
            game.seats[number].tally.first_order = place


def _by_score(game: Game) -> list[int]:
    """Order seats by score, lowest first; of equal ones the later of the last turn (M13)."""
    later_first = list(reversed(game.order))
    return sorted(later_first, key=lambda number: game.seats[number].score)


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
    prices = {}
    for place, number in enumerate(order):
        bid = bids.get(number, 0)
        prices[number] = bid if place < full else (bid + 1) // 2
    if style == "whole_order":
        prices[order[-1]] = 0
    return prices


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

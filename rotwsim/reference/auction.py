"""The auction for the order of a turn, in four styles (M11 to M15)."""

from __future__ import annotations

from rotwsim.core.state.codes import DECIDE_BID, PAID_BID
from rotwsim.core.state.log import BID, ORDER
from rotwsim.reference.game import Game, Seat
from rotwsim.reference.money import pay

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

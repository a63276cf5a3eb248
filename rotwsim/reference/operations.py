"""Operations cards, the display and Major Lines (B40 to B47, S12, S27, S28, S32, M4, M5)."""

from __future__ import annotations

from collections.abc import Iterator

from rotwsim.core.state import codes
from rotwsim.core.state.codes import CARD_FULFILLED, FROM_LINES, NOBODY
from rotwsim.core.state.log import CARD_ADDED, CARD_GONE, LIMIT, LINE
from rotwsim.reference.cities import found_industry, grow_city
from rotwsim.reference.game import Game, Seat
from rotwsim.reference.money_and_outcome import score


def legal_display_places(game: Game) -> Iterator[int]:
    """List the cards that may be taken; a bounty goes to who fulfils it (B40)."""
    taken = {kind.kind for kind in game.given.book.operations_kinds if kind.taken}
    for place, card in enumerate(game.display):
        if game.given.operations_cards[card].kind in taken:
            yield place


def take_card(game: Game, seat: Seat, place: int) -> int:
    """Take a card and carry out its effect; give the number of further actions (B45)."""
    card = game.display[place]
    kind, city = game.given.operations_cards[card].kind, game.given.operations_city[card]
    game.leave_display(seat, card, codes.CARD_TAKEN)
    seat.tally.cards_taken[kind] += 1
    match kind:
        case "hotel" if city is not None:
            seat.hotels[city] += 1
        case "new_industry":
            found_industry(game, seat)
        case "city_growth":
            grow_city(game, seat)
        case "executive":
            return game.given.parameters["executive_actions"]
        case "land_grant":
            seat.land_grants += 1
        case "perfect_engineering":
            seat.perfect_engineering += 1
    return 0


def deal_card(game: Game, seat: Seat) -> None:
    """Deal one card; over the limit it pushes off the one farthest from the deck (S12)."""
    if not game.operations_deck:
        return
    card = game.operations_deck.pop(0)
    game.display.append(card)
    game.note(seat, CARD_ADDED, card)
    if len(game.display) > game.display_limit:
        game.leave_display(seat, game.display[0], codes.CARD_PUSHED_OFF)


def lower_display_limit(game: Game, seat: Seat) -> None:
    """Lower the limit by a Deadhead; a full display first loses its farthest card (S27)."""
    if game.display and len(game.display) >= game.display_limit:
        game.leave_display(seat, game.display[0], codes.CARD_DEADHEADED)
    game.display_limit = max(0, game.display_limit - 1)
    game.deadheads += 1
    game.note(seat, LIMIT, game.display_limit)


def fulfil_bounties(game: Game, seat: Seat, city: int) -> None:
    """Score a bounty for the first delivery to its city; the card leaves (B42)."""
    for card in _bounties_for(game, city):
        game.leave_display(seat, card, codes.CARD_FULFILLED)
        score(game, seat, game.given.operations_cards[card].points, codes.FROM_BOUNTIES)


def spoil_bounties(game: Game, seat: Seat, city: int) -> None:
    """Discard the bounties of a city that lost a cube to the Railbot (S32)."""
    for card in _bounties_for(game, city):
        game.leave_display(seat, card, codes.CARD_SPOILED)


def _bounties_for(game: Game, city: int) -> list[int]:
    return [
        card
        for card in game.display
        if game.given.operations_cards[card].kind == "bounty"
        and game.given.operations_city[card] == city
    ]


def deal_multiplayer_card(game: Game) -> None:
    """Deal without limit (M4); worst_is_first discards Executives for the next (M13)."""
    cards, nobody = game.given.operations_cards, game.seats[0]
    while game.operations_deck:
        card = game.operations_deck.pop(0)
        if cards[card].kind == "executive" and game.given.scenario.bidding == "worst_is_first":
            game.note(nobody, CARD_GONE, card, codes.CARD_DISCARDED)
            continue
        game.display.append(card)
        game.note(nobody, CARD_ADDED, card)
        if cards[card].kind == "major_line":
            _pay_all_who_fulfil(game, card)
        return


def _pay_all_who_fulfil(game: Game, card: int) -> None:
    """Pay every player who fulfils a line already when its card appears (M5)."""
    number = game.given.operations_cards[card].line
    line = game.given.lines[number]
    fulfilling = [s for s in game.seats if game.network.are_connected(line.cities, s.number)]
    if fulfilling:
        game.leave_display(game.seats[0], card, codes.CARD_FULFILLED)
    for seat in fulfilling:
        give_line(game, seat, number, seat.number)
        score(game, seat, line.points, codes.FROM_LINES)


def fulfil_starts(game: Game, seat: Seat, goal: str, reached: int) -> None:
    """Give every open Start card of this goal to the first who reaches it (M5)."""
    for card in list(game.display):
        printed = game.given.operations_cards[card]
        if printed.kind == "start" and printed.goal == goal and reached >= printed.tier:
            game.leave_display(seat, card, codes.CARD_FULFILLED)
            score(game, seat, printed.points, codes.FROM_STARTS)


def score_lines(game: Game, seat: Seat) -> None:
    """Score every unclaimed line whose cities the player's own Links now connect (B43)."""
    for line in lines_connected_by(game, seat.number):
        if line in game.line_cards:
            game.leave_display(seat, game.line_cards[line], CARD_FULFILLED)
        give_line(game, seat, line, seat.number)
        score(game, seat, game.given.lines[line].points, FROM_LINES)


def lines_connected_by(game: Game, owner: int) -> list[int]:
    """List the unclaimed lines whose cities one owner's Links connect."""
    return [
        line
        for line in unclaimed_lines(game)
        if game.network.are_connected(game.given.lines[line].cities, owner)
    ]


def give_line(game: Game, seat: Seat, line: int, owner: int) -> None:
    game.line_owner[line] = owner
    seat.lines += owner == seat.number
    game.note(seat, LINE, line, owner)


def unclaimed_lines(game: Game) -> list[int]:
    """List the lines in play that nobody has (S1); as cards only those on display (M5)."""
    return [
        number
        for number, line in enumerate(game.given.lines)
        if line.in_play
        and game.line_owner[number] == NOBODY
        and (number not in game.line_cards or game.line_cards[number] in game.display)
    ]

"""Set up a game: solo (S1 to S7), and for 2 to 6 (M1 to M6)."""

from __future__ import annotations

from rotwsim.core.state import log
from rotwsim.core.state.codes import DECIDE_KEEP, ROW
from rotwsim.reference.cities import colours_in, set_rotors
from rotwsim.reference.game import Game, Seat
from rotwsim.reference.operations import deal_card, deal_multiplayer_card


def set_up(game: Game) -> None:
    """Draw what chance decides before the first turn; the log has it under the first seat."""
    seat = game.seats[0]
    draw_goods(game, seat)
    _deal_railbot_cards(game, seat)
    if game.given.parameters["operations_used"]:
        _deal_operations_cards(game, seat)
    _deal_barons(game, seat)
    deal_card(game, seat)  # S6: next to the bounties


def draw_goods(game: Game, seat: Seat) -> None:
    """Draw the cubes of every city in play blind, with few seats one fewer (B20, S2, M2)."""
    few = game.given.book.multiplayer
    is_few = 0 < len(game.given.scenario.seats) <= few.seats_with_fewer_cubes
    for city in game.given.cities_in_play:
        printed = game.given.cubes[city]
        count = max(few.cubes_at_least, printed - few.cubes_fewer) if is_few else printed
        for _ in range(min(printed, count)):
            colour = game.draw(seat, log.SET_CUBE, (city,), colours_in(game.bag))
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
    mild = [card for card in rest if is_left(card) and not _is_replaced(game, card)]
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


def _is_replaced(game: Game, card: int) -> bool:
    """Say whether a card may not be in the first row: Taxation and Deadhead (S4)."""
    return game.given.railbot_cards[card].taxation or game.given.railbot_cards[card].deadhead


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
    set_rotors(game)
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
        deal_multiplayer_card(game)


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

"""Set-up for 2 to 6: cubes, Operations cards, first bidder, Rail Barons (M1 to M6)."""

from __future__ import annotations

from rotwsim.core.state.codes import DECIDE_KEEP
from rotwsim.core.state.log import CARD_ADDED, SET_CUBE, SET_FIRST, SET_OPERATIONS, SET_RAIL_BARON
from rotwsim.reference.game import Game
from rotwsim.reference.goods import colours_in
from rotwsim.reference.multiplayer_display import deal_table_card
from rotwsim.reference.rotors import set_rotors


def set_up_table(game: Game) -> None:
    """Set up the game; the log has what belongs to no seat under the first one."""
    _draw_goods(game)
    set_rotors(game)
    _lay_out_cards(game)
    seats = range(len(game.seats))
    game.first_bidder = game.draw(game.seats[0], SET_FIRST, (), seats)
    if game.given.scenario.rail_barons:
        _deal_rail_barons(game)


def _draw_goods(game: Game) -> None:
    """B20, M2: with few players every city draws one cube fewer, but at least one."""
    table = game.given.book.multiplayer
    fewer = table.cubes_fewer if len(game.seats) <= table.seats_with_fewer_cubes else 0
    for city, printed in enumerate(game.given.cubes):
        for _ in range(min(printed, max(table.cubes_at_least, printed - fewer))):
            colour = game.draw(game.seats[0], SET_CUBE, (city,), colours_in(game.bag))
            game.bag[colour] -= 1
            game.cubes[city][colour] += 1


def _lay_out_cards(game: Game) -> None:
    """M4: all Start cards and two further cards for each player lie open."""
    cards = game.given.operations_cards
    game.line_cards = {
        printed.line: card for card, printed in enumerate(cards) if printed.kind == "major_line"
    }
    deck = [card for card, printed in enumerate(cards) if printed.kind != "start"]
    for place in range(len(deck)):
        card = game.draw(game.seats[0], SET_OPERATIONS, (place,), deck)
        deck.remove(card)
        game.operations_deck.append(card)
    for card, printed in enumerate(cards):
        if printed.kind == "start":
            game.display.append(card)
            game.note(game.seats[0], CARD_ADDED, card)
    for _ in range(game.given.book.multiplayer.open_cards_per_seat * len(game.seats)):
        deal_table_card(game)


def _deal_rail_barons(game: Game) -> None:
    """M6: two to each seat; then each keeps one, the first seat the one that it is bound to."""
    names = [baron.name for baron in game.given.scenario.rail_barons]
    bound = names.index(kept) if (kept := game.given.scenario.rail_baron) else None
    rest = list(range(len(names)))
    dealt: list[list[int]] = []
    for seat in game.seats:
        dealt.append([])
        for place in range(game.given.book.multiplayer.rail_barons_dealt):
            possible = rest if place or seat.number or bound is None else [bound]
            baron = game.draw(seat, SET_RAIL_BARON, (place,), possible)
            rest.remove(baron)
            dealt[-1].append(baron)
    for seat, barons in zip(game.seats, dealt, strict=True):
        free = 1 if bound in barons else len(barons)
        (place,) = game.choose(seat, DECIDE_KEEP, [(place,) for place in range(free)])
        seat.rail_baron = barons[place]

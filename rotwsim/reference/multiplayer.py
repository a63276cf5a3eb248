"""A game for 2 to 6 from set-up to its last turn, and the turn at a table (M10, M40, M43)."""

from __future__ import annotations

from rotwsim.core.state.codes import NOT_YET, UNFINISHED
from rotwsim.core.state.log import TRIGGER, TURN
from rotwsim.reference.actions import carry_out, decide_action, note_status
from rotwsim.reference.auction import hold_auction
from rotwsim.reference.game import Game
from rotwsim.reference.money import collect_income
from rotwsim.reference.multiplayer_display import deal_table_card
from rotwsim.reference.multiplayer_outcome import before_barons
from rotwsim.reference.multiplayer_setup import set_up_table
from rotwsim.reference.rail_barons import reveal_rail_barons
from rotwsim.reference.seat import Seat
from rotwsim.reference.track.building import remove_open_track


def play_table(game: Game) -> None:
    """Set-up, turns until the one after the trigger is played (M40), then the Rail Barons (M41)."""
    set_up_table(game)
    while not is_over(game):
        play_table_turn(game)
    if not game.last_turn:  # M43
        game.trigger = UNFINISHED
        game.note(game.seats[0], TRIGGER, UNFINISHED)
    reveal_rail_barons(game)


def is_over(game: Game) -> bool:
    """The turn after the trigger is played, or too many turns are (M43)."""
    return game.last_turn or game.turn >= game.given.book.multiplayer.most_turns


def play_table_turn(game: Game) -> None:
    """M10: auction, rounds of one action each, income for everybody, one new Operations card, but
    none after the last turn (M4).
    """
    game.turn += 1
    game.last_turn = game.trigger != NOT_YET
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
        deal_table_card(game)
    for seat in game.seats:
        note_status(game, seat)


def take_turn_in_round(game: Game, seat: Seat) -> None:
    """M16: one action; Executives add theirs before the next player."""
    actions = 1
    while actions > 0:
        actions += carry_out(game, seat, decide_action(game, seat)) - 1

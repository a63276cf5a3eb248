"""A game from set-up to its last turn: solo (S10, S40), and for 2 to 6 (M10, M40, M43)."""

from __future__ import annotations

from rotwsim.core.state import codes
from rotwsim.core.state.log import TRIGGER, TURN
from rotwsim.reference.actions import carry_out, decide_action, legal_insurance, note_status
from rotwsim.reference.auction import hold_auction
from rotwsim.reference.barons import offer_claims, reveal_rail_barons
from rotwsim.reference.game import Game, Seat
from rotwsim.reference.money import collect_income
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

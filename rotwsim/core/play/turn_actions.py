"""The actions of a turn: list the legal ones, log and spend one; play on from decision to decision
(B3, S10, S15, S30, M10, M16).

A game repeats these steps:

    advance(state, rules, log)                   until a decision is open, or the game is over
    act(state, rules, action, log)               if it is about an action,
    answer(state, rules, place, log)             else the place of the choice taken

The order of play is what differs: `solo.py` and `multiplayer.py` each make their own three.
"""

from typing import Any, NamedTuple

import numpy as np

from rotwsim.core.jit.decorators import kernel, kernel_for
from rotwsim.core.rules import cities_and_goods
from rotwsim.core.rules.delivery import deliver, find_deliveries, new_found, stated_tally
from rotwsim.core.rules.money_engine_insurance import (
    INSURABLE,
    can_insure,
    can_upgrade,
    upgrade_engine,
)
from rotwsim.core.rules.operations_and_lines import can_take, fulfil_starts, take_card
from rotwsim.core.rules.rail_barons_and_modules import can_mine
from rotwsim.core.state import codes
from rotwsim.core.state.decisions import close, is_choice, note_answer
from rotwsim.core.state.log import OFFERS as OFFERS_LOGGED
from rotwsim.core.state.log import OFFERS_EVERY, STATUS, note, note_decision, option_digest
from rotwsim.core.track.building import build, build_limit
from rotwsim.core.track.links import OFFERS, list_offers


class Game(NamedTuple):
    """The kernels by which one of the two games is played."""

    set_up: Any
    advance: Any
    act: Any
    answer: Any
    record: Any  # fills the outcome


def game_of(home: str, set_up, take_next_step, carry_out, settle, record) -> Game:
    """Make the kernels of a game; only the kernels of the game that is played are compiled."""

    @kernel_for(home)
    def advance(state, rules, log):
        """Play on until a decision is open: its kind, its choices and its seat are in the state."""
        while not state.over:
            if state.decision == codes.NO_DECISION:
                take_next_step(state, rules, log)
            elif is_choice(state):
                return
            else:
                settle(state, rules, 0, log)

    @kernel_for(home)
    def act(state, rules, action, log):
        """Carry out the action that was decided on."""
        if log.shape[0] > 0:
            note_action(state, rules, action, log)
        close(state)
        carry_out(state, rules, state.seat, action, log)

    @kernel_for(home)
    def answer(state, rules, place, log):
        """Take the choice at this place of the open decision."""
        if log.shape[0] > 0:
            note_answer(state, place, log)
        settle(state, rules, place, log)

    return Game(set_up, advance, act, answer, record)


ACTION = 6  # columns: kind and five arguments
LEGAL_ACTIONS = 8192


@kernel
def begin_actions(state, actions):
    """Begin a turn with this number of actions."""
    state.actions_left = actions
    state.actions_done = 0
    state.actions_forfeit = 0


@kernel
def spend_action(state, rules, seat, action, log):
    """Do what an action does in both games."""
    state.actions_left -= 1
    state.actions_done += 1
    kind = action[0]
    if kind == codes.PASS:
        state.passes += 1
    elif kind == codes.BUILD:
        build(state, rules, seat, action[1], action[2], action[3], action[4], action[5], log)
    elif kind == codes.URBANIZE:
        cities_and_goods.urbanize(state, rules, seat, action[1], action[2], log)
    elif kind == codes.UPGRADE:
        upgrade_engine(state, rules, seat, log)
        fulfil_starts(state, rules, seat, codes.START_ENGINE, state.engine[seat], log)
    elif kind == codes.DELIVER:
        tally = stated_tally(rules, seat, action[4], action[5])
        deliver(state, rules, seat, action[1], action[2], action[3], tally, log)
    elif kind == codes.TAKE_CARD:
        take_card(state, rules, seat, action[1], log)
    elif kind == codes.WESTERN_LINK:
        cities_and_goods.build_western_link(state, rules, seat, action[1], log)


@kernel
def note_status(state, rules, log):
    """Log what each seat has at the end of a turn, when it is nobody's go."""
    if log.shape[0] == 0:
        return
    on_board, in_bag, seat_now = 0, 0, state.seat
    for city in range(rules.cities):
        on_board += state.cubes[city]
    for colour in range(codes.COLOURS):
        in_bag += state.bag[colour]
    for seat in range(rules.seats):
        state.seat = seat
        points, cash = state.score[seat], state.cash[seat]
        bonds, engine = state.bonds[seat], state.engine[seat]
        note(log, state, STATUS, points, cash, bonds, engine, state.markers, on_board, in_bag)
    state.seat = seat_now


@kernel
def note_action(state, rules, action, log):
    """Log the action, number and digest of all but Builds, and now and then offers of track."""
    every = log[0, OFFERS_EVERY]
    if every > 0 and state.actions_logged % every == 0:
        note_offers(state, rules, state.seat, log)
    state.actions_logged += 1
    legal = np.empty((LEGAL_ACTIONS, ACTION), np.int64)
    count = legal_actions(state, rules, state.seat, legal)
    digest = np.uint64(0)
    for place in range(count):
        digest += option_digest(legal[place])
    shown = action
    if action[0] == codes.BUILD:
        city = state.open_city if state.open_city >= 0 else action[1]
        shown = (codes.BUILD, city, action[2], action[3], action[4], 0)
    note_decision(log, state, codes.DECIDE_ACTION, count, digest, shown)


@kernel
def note_offers(state, rules, seat, log):
    """Logs the number and digest of all offers of track, city by city."""
    offers = np.zeros((OFFERS, ACTION), np.int64)
    for city in range(rules.cities):
        if (state.open_city >= 0 and city != state.open_city) or rules.in_play[city] == 0:
            continue
        count = list_offers(state, rules, city, build_limit(state, rules, seat), offers)
        digest = np.uint64(0)
        for place in range(count):
            digest += option_digest(offers[place])
        shown_city = -1 if state.open_city >= 0 else city
        note(log, state, OFFERS_LOGGED, shown_city, count, np.int64(digest))


@kernel
def legal_actions(state, rules, seat, legal):
    """All legal actions as rows, without Builds: `links.py` lists what track can be had."""
    count = add_action(legal, 0, codes.PASS)
    for city in range(rules.cities):
        if cities_and_goods.can_urbanize(state, rules, city):
            for colour in range(codes.COLOURS):
                if state.new_cities[colour] > 0:
                    count = add_action(legal, count, codes.URBANIZE, city, colour)
        if cities_and_goods.can_build_western_link(state, rules, city):
            count = add_action(legal, count, codes.WESTERN_LINK, city)
    if can_upgrade(state, rules, seat):
        count = add_action(legal, count, codes.UPGRADE)
    for place in range(state.display_count):
        if can_take(rules, state.display[place]):
            count = add_action(legal, count, codes.TAKE_CARD, place)
    if can_insure(state, rules):
        for place in range(INSURABLE):
            count = add_action(legal, count, codes.INSURE, place)
    for city in range(rules.cities):
        if can_mine(state, rules, seat, city):
            count = add_action(legal, count, codes.MINE, city)
    found = new_found()
    for row in range(find_deliveries(state, rules, seat, found)):
        city, colour, goal, own, lost = found[row]
        count = add_action(legal, count, codes.DELIVER, city, colour, goal, own, lost)
    return count


@kernel
def add_action(legal, count, kind, a=0, b=0, c=0, d=0, e=0):
    """Write one more row; return the number of rows."""
    row = legal[count]
    row[0], row[1], row[2], row[3], row[4], row[5] = kind, a, b, c, d, e
    return count + 1

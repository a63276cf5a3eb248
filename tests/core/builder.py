"""A small readable game builder: a table with a line of cities, put into a described position.

    table = Table(barons=True)
    table.cubes("Malmö", "red", "blue")
    table.own_link("Malmö", "Lund")
    table.deliver("red", "Malmö", "Lund", own=1)
    assert table.score == 1

The passive player sits at the table: where a decision is left to the player, the first option is
taken. Everything runs through few kernels, those of whole turns, so that little is compiled.

Longer than a chapter: one vocabulary for all tests that describe a position.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.play import solo as order
from rotwsim.core.play.setup import set_up, set_up_board, set_up_seats
from rotwsim.core.play.solo import (
    BEGIN_TURN,
    begin_third_action,
    begin_turn,
    end_turn,
    take_next_step,
)
from rotwsim.core.play.turn_actions import ACTION, LEGAL_ACTIONS, legal_actions
from rotwsim.core.rules.duel_barons import claim_baron, points_of_baron
from rotwsim.core.rules.railbot_cards_taxation_exhaust import take_railbot_step
from rotwsim.core.state import codes, layout, log
from rotwsim.core.state.decisions import is_choice
from rotwsim.core.track.building import begin_track, lay_tile, tiles_planned
from rotwsim.core.track.links import OFFER, OFFERS, complete_link, list_offers
from rotwsim.players import registry
from rotwsim.players.strategies import master
from rotwsim.players.value.rank_actions import forget
from rotwsim.players.value.records import (
    INTENT,
    SURVEY,
    SURVEYS,
    Mind,
    new_planned,
    new_surveys,
)
from rotwsim.reference.replay import EVENT_NAMES
from rotwsim.runner.play import rules_of
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import COLOURS, GREY, Board

from .boards import line_board

ARGUMENTS = {  # of the events that tests look at
    "PAID": 3,
    "LINK_BUILT": 3,
    "TILE": 5,
    "TRACK_REMOVED": 2,
    "CUBE_GONE": 3,
    "CUBE_DRAWN": 2,
    "MARKER": 2,
    "POINTS": 2,
    "CARD_GONE": 2,
    "RESOLVE": 3,
    "LINE": 2,
    "BARON": 3,
    "TURN": 2,
}


class Table:
    """One game: its position is described by the test, its moves are those of the kernels."""

    def __init__(self, board: Board | None = None, player: str = "passive", **options):
        self.scenario = Scenario.of(board or line_board(), player=player, **options)
        self.board = self.scenario.board
        self.names = [city.name for city in self.board.cities]
        self._rules = rules_of(self.scenario)
        self.rules = self._rules[0]
        self._states = np.zeros(1, layout.STATE)
        self.state = self._states[0]
        self.log = log.new_log()
        set_up_board(self.state, self.rules)
        set_up_seats(self.state, self.rules)
        self.state.bag[:] = self.rules.cubes_per_colour
        if self.board.name == "test":
            self.row("Blank left", "Blank middle", "Blank right")
        self.state.turn, self.state.actions_left, self.state.before_railbot = 1, 2, 1

    @classmethod
    def dealt(cls, seed: int = 1, game: int = 0, **options) -> Table:
        """The table after a real set-up."""
        table = cls(**options)
        table.deal(seed, game)
        return table

    def deal(self, seed: int, game: int) -> None:
        self.state.fill(0)
        self.log[:] = log.new_log()
        set_up(self.state, self.rules, seed, game, self.log)

    # The position

    def cubes(self, city: str, *colours: str) -> None:
        """Cubes from the bag lie on a city."""
        for colour in colours:
            self.state.bag[code(colour)] -= 1
            self.state.goods[self.city(city), code(colour)] += 1
            self.state.cubes[self.city(city)] += 1

    def own_link(self, *cities: str, owner: int = codes.SOLO) -> None:
        """Links of the player join these cities one after the other."""
        for first, second in pairwise(cities):
            ends = self.city(first), self.city(second)
            put_link(self.state, self.rules, *ends, self.route(first, second), owner)

    def railbot_link(self, *cities: str) -> None:
        self.own_link(*cities, owner=codes.RAILBOT)

    def row(self, *cards: str) -> None:
        self.state.row[:] = [self.railbot_card(card) for card in cards]

    def display(self, *cards: str) -> None:
        """The display, farthest from the deck first."""
        self.state.display[: len(cards)] = [self.operations_card(card) for card in cards]
        self.state.display_count = len(cards)

    def deck(self, *cards: str) -> None:
        """The Operations deck from the top."""
        self.state.operations[: len(cards)] = [self.operations_card(card) for card in cards]
        self.state.operations_next, self.state.operations_count = 0, len(cards)

    def railbot_deck(self, *cards: str) -> None:
        self.state.deck[: len(cards)] = [self.railbot_card(card) for card in cards]
        self.state.deck_next, self.state.deck_count = 0, len(cards)

    def barons(self, *names: str) -> None:
        """These Duel Barons lie open; part of a name is enough."""
        self.state.barons = len(names)
        for place, name in enumerate(names):
            self.state.baron_row[place] = self.baron(name)
            self.state.baron_owner[place] = codes.NOBODY

    def hotel(self, city: str) -> None:
        self.state.hotel[codes.SOLO, self.city(city)] += 1

    # The moves

    def act(self, kind: int, *arguments: int) -> None:
        action = tuple(map(int, (kind, *arguments, *[0] * (ACTION - 1 - len(arguments)))))
        order.act(self.state, self.rules, action, self.log)
        self.work_off()

    def build(
        self, first: str, second: str, tiles: int = 0, grant: bool = False, route: int | None = None
    ) -> None:
        """Lays tiles from the first city on, all that are missing unless told."""
        state = self.state
        if state.open_city >= 0:
            missing, route = state.open_plan - 1 - state.open_tiles, 0
        else:
            route = self.route(first, second) if route is None else route
            missing = self.rules.route_tiles[route]
        self.act(codes.BUILD, self.city(first), self.city(second), tiles or missing, grant, route)

    def deliver(self, colour: str, start: str, to: str, own: int, railbot: int = 0) -> None:
        delivery = self.city(start), code(colour), self.city(to), own, railbot
        assert (codes.DELIVER, *delivery) in self.legal(codes.DELIVER)
        self.act(codes.DELIVER, *delivery)

    def take(self, card: str) -> None:
        display = self.state.display[: self.state.display_count].tolist()
        self.act(codes.TAKE_CARD, display.index(self.operations_card(card)))

    def flip(self, card: str) -> None:
        """The Railbot step with this card on top of the deck."""
        self.railbot_deck(card)
        take_railbot_step(self.state, self.rules, self.log)
        self.work_off()

    def resolve(self, card: str) -> None:
        """The Railbot step that resolves this card."""
        self.row(card, "Blank middle", "Blank right")
        self.flip("Blank left")

    def claim(self, baron: str) -> None:
        """The player claims a Baron; the passive player would decline."""
        place = self.state.baron_row[: self.state.barons].tolist().index(self.baron(baron))
        claim_baron(self.state, self.rules, codes.SOLO, place, self.log)

    def worth(self, baron: str) -> int:
        """The points a Baron would pay now; it lies alone in the row."""
        self.barons(baron)
        return int(points_of_baron(self.state, self.rules, codes.SOLO, 0))

    def railbot_gets(self, *barons: str) -> None:
        """The Railbot resolves a Baron icon for each of these."""
        for baron in barons:
            self.barons(baron)
            self.resolve("Baron")

    def begin_turn(self) -> None:
        begin_turn(self.state, self.rules, self.log)
        self.work_off()

    def end_turn(self) -> None:
        end_turn(self.state, self.rules, self.log)

    def third_action(self) -> None:
        begin_third_action(self.state, self.rules)

    def play_turn(self) -> None:
        play_turn(self._states, self.rules, self.log)

    def work_off(self) -> None:
        """All that is due now, decisions included."""
        work_off(self._states, self.rules, self.log)

    # What is there

    def legal(self, kind: int) -> set[tuple[int, ...]]:
        """The legal actions of a kind; for Builds there are offers."""
        found = np.zeros((LEGAL_ACTIONS, ACTION), np.int64)
        count = legal_actions(self.state, self.rules, codes.SOLO, found)
        return {tuple(row) for row in found[:count].tolist() if row[0] == kind}

    def offers(self, limit: int = 4) -> set[tuple[str, str, int, int]]:
        """All that is on offer: the two cities, Build actions and price."""
        found, rows = set(), np.zeros((OFFERS, OFFER), np.int64)
        cities = range(self.rules.cities)
        for city in [self.state.open_city] if self.state.open_city >= 0 else cities:
            count = list_offers(self.state, self.rules, city, limit, rows)
            for first, second, builds, price in rows[:count].tolist():
                found.add((self.names[first], self.names[second], builds, price))
        return found

    def buildable(self) -> set[tuple[str, str]]:
        return {(first, second) for first, second, _, _ in self.offers()}

    def deliveries(self) -> set[tuple]:
        """Legal deliveries as colour, city, destination, own Links, Railbot Links."""
        return {
            (COLOURS[colour], self.names[start], self.names[to], own, railbot)
            for _, start, colour, to, own, railbot in self.legal(codes.DELIVER)
        }

    def links(self, owner: int = codes.SOLO) -> list[tuple[str, str]]:
        state = self.state
        return [
            (self.names[state.link_first[link]], self.names[state.link_second[link]])
            for link in range(state.links)
            if state.link_owner[link] == owner
        ]

    def on(self, city: str) -> list[str]:
        """The colours of the cubes on a city."""
        numbers = self.state.goods[self.city(city)]
        return [name for colour, name in enumerate(COLOURS) for _ in range(numbers[colour])]

    def events(self, *kinds: str) -> list[tuple]:
        """What the log tells so far, without decisions: names and arguments."""
        told = []
        for _, event, _, *arguments in self.log[1 : self.log[0, log.IN_USE]].tolist():
            name = EVENT_NAMES[event]
            told.append((name, *arguments[: ARGUMENTS.get(name, 1)]))
        return [row for row in told if row[0] in kinds or (not kinds and row[0] != "DECISION")]

    def asked(self) -> list[tuple[int, int]]:
        """The decisions other than actions: kind and number of options."""
        rows = self.log[1 : self.log[0, log.IN_USE]]
        rows = rows[(rows[:, 1] == log.DECISION) & (rows[:, log.FIRST] != codes.DECIDE_ACTION)]
        return [tuple(row) for row in rows[:, log.FIRST : log.FIRST + 2].tolist()]

    def shown(self) -> list[str]:
        """The names of the cards in the display."""
        cards = self.state.display[: self.state.display_count]
        return [self.scenario.operations_cards[card].name for card in cards]

    def row_names(self) -> list[str]:
        return [self.scenario.railbot_cards[card].name for card in self.state.row]

    @property
    def score(self) -> int:
        return int(self.state.score[codes.SOLO])

    @property
    def cash(self) -> int:
        return int(self.state.cash[codes.SOLO])

    @property
    def bonds(self) -> int:
        return int(self.state.bonds[codes.SOLO])

    # Names and numbers

    def city(self, name: str) -> int:
        return self.names.index(name)

    def railbot_card(self, name: str) -> int:
        return [card.name for card in self.scenario.railbot_cards].index(name)

    def operations_card(self, name: str) -> int:
        return [card.name for card in self.scenario.operations_cards].index(name)

    def baron(self, name: str) -> int:
        (number,) = (n for n, baron in enumerate(load_rulebook().barons) if name in baron.name)
        return number

    def route(self, first: str, second: str) -> int:
        """The cheapest route that is free now."""
        return int(self.state.route[self.rules.pair_of[self.city(first), self.city(second)]])

    def hexes_of(self, route: int) -> list[tuple[int, int]]:
        """The hexes of a listed route as row and column, from the first city of its pair on."""
        steps = self.rules.route_step[
            self.rules.route_start[route] : self.rules.route_start[route + 1]
        ]
        return [divmod(int(step) // 6, len(self.board.rows[0])) for step in steps[:-1]]

    def listed(self, first: str, second: str) -> list[int]:
        """All listed routes of a pair, the cheapest first."""
        pair = self.rules.pair_of[self.city(first), self.city(second)]
        start = 64 * int(pair)
        return list(range(start, start + int(self.rules.pair_routes[pair])))

    def is_free(self, route: int) -> bool:
        return not int(self.state.blocked[route >> 6]) >> (route & 63) & 1


@kernel
def put_link(state, rules, first, second, route, owner):
    """A whole Link at once, paid by nobody."""
    begin_track(state, rules, first, second, route)
    tiles = tiles_planned(state, rules)
    for tile in range(tiles):
        lay_tile(state, rules, tile)
    state.open_city = -1
    complete_link(state, rules, first, second, owner, tiles, 0, no_log_rows())


@kernel
def no_log_rows():
    return np.zeros((0, log.COLUMNS), np.int64)


def play_turn(states, rules, log) -> None:
    """From the beginning of a turn to its end, after the income and the new card."""
    state = states[0]
    state.step = BEGIN_TURN
    while True:
        take_next_step(state, rules, log)
        work_off(states, rules, log)
        if state.step == BEGIN_TURN:
            return


def work_off(states, rules, log) -> None:
    """All that is due now; the player answers what is asked."""
    state = states[0]
    while state.decision != codes.NO_DECISION or state.agenda_count > 0:
        if state.decision == codes.NO_DECISION:
            order.do_what_is_due(state, rules, log)
        elif not is_choice(state):
            order.settle(state, rules, 0, log)
        elif state.decision == codes.DECIDE_ACTION:
            order.act(state, rules, action_of(states, rules), log)
        else:
            order.answer(state, rules, registry.choose(state, rules), log)


def new_mind() -> Mind:
    """A mind of a solo player that knows nothing yet."""
    return Mind(np.zeros(1, INTENT), np.zeros(SURVEYS, SURVEY))


ask_or_slip = registry.with_slips(registry.SOLO).ask


@kernel
def choose_action(state, rules):
    """The next action of a player that keeps nothing in mind and tries no games out."""
    mind = Mind(new_planned(), new_surveys())
    forget(mind)
    return ask_or_slip(state.player, state, rules, state.seat, mind)


def action_of(states, rules) -> tuple[int, ...]:
    """What the player does next; the master tries games out on a copy."""
    if states[0].player == registry.MASTER:
        return master.choose_action(
            states, np.zeros(1, layout.STATE), np.array([rules], layout.RULES), new_mind()
        )
    return choose_action(states[0], rules)


def code(colour: str) -> int:
    """The number of a colour."""
    return (*COLOURS, GREY).index(colour)

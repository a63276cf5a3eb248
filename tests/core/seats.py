"""A small readable builder for the game of 2 to 6: seats that do what the test says.

    party = Party(seats=3, bidding="first_to_pass")
    party.cash(10, 10, 10)
    party.auction(2, 0, 3, 0)
    assert party.order == [2, 0, 1]

All seats are passive; every decision is answered by the test, through the kernels of whole games.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from rotwsim.core.play.multiplayer import act, advance, answer
from rotwsim.core.play.multiplayer_outcome import MULTIPLAYER_OUTCOME, record_multiplayer
from rotwsim.core.play.setup import set_up_multiplayer
from rotwsim.core.state import codes, layout, log
from rotwsim.core.track.links import complete_link
from rotwsim.reference.replay import EVENT_NAMES
from rotwsim.runner.play import outcome_of, rules_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import COLOURS


class Party:
    """One multiplayer game, dealt, and after the choice of Rail Barons."""

    def __init__(self, board: str = "eastern-us", seats: int = 4, first: int = 0, **options):
        self.scenario = Scenario.of(board, seats=["passive"] * seats, **options)
        self.seats = seats
        self.names = [city.name for city in self.scenario.board.cities]
        self._rules = rules_of(self.scenario)
        self.rules = self._rules[0]
        self._states = np.zeros(1, layout.STATE)
        self.state = self._states[0]
        self.log = log.new_log()
        set_up_multiplayer(self.state, self.rules, 1, 0, self.log)
        self.state.order[:seats] = [(first + place) % seats for place in range(seats)]
        self.advance()
        while self.state.decision == codes.DECIDE_KEEP:
            self.answer(0)

    # The position

    def cash(self, *amounts: int) -> None:
        self.state.cash[: len(amounts)] = amounts

    def scores(self, *points: int) -> None:
        self.state.score[: len(points)] = points

    def city(self, name: str) -> int:
        return self.names.index(name)

    def cubes(self, city: str, *colours: str) -> None:
        """Just these cubes lie on a city; the bag has the others."""
        place = self.city(city)
        self.state.bag += self.state.goods[place]
        self.state.goods[place] = 0
        for colour in colours:
            self.state.goods[place, COLOURS.index(colour)] += 1
            self.state.bag[COLOURS.index(colour)] -= 1
        self.state.cubes[place] = len(colours)

    def link(self, owner: int, *cities: str) -> None:
        """Links of a seat join these cities one after the other, on no hexes."""
        for first, second in pairwise(cities):
            ends = self.city(first), self.city(second)
            complete_link(self.state, self.rules, *ends, owner, 1, 2, log.no_log())

    def display(self, *cards: str) -> None:
        names = [card.name for card in self.scenario.operations_cards]
        self.state.display[: len(cards)] = [names.index(card) for card in cards]
        self.state.display_count = len(cards)

    # The moves

    def advance(self) -> None:
        advance(self.state, self.rules, self.log)

    def answer(self, place: int) -> None:
        answer(self.state, self.rules, place, self.log)
        self.advance()

    def auction(self, *bids: int) -> None:
        """The answers of the seats in the order in which they are asked; 0 passes."""
        for bid in bids:
            assert self.state.decision == codes.DECIDE_BID, "nobody is asked for this bid"
            self.answer(self.options.index(bid))
        assert self.state.decision != codes.DECIDE_BID, f"seat {self.seat} is still asked"

    def act(self, kind: int, *arguments: int) -> None:
        """One action of the seat whose go it is."""
        assert self.state.decision == codes.DECIDE_ACTION
        action = (kind, *arguments, *[0] * (5 - len(arguments)))
        act(self.state, self.rules, tuple(map(int, action)), self.log)
        self.advance()

    def deliver(self, colour: str, city: str, destination: str, **links: int) -> None:
        """The seat whose go it is delivers over so many Links of each seat: seat0=2, seat1=1."""
        tally = sum(count << (4 * int(name[4:])) for name, count in links.items())
        places = self.city(city), COLOURS.index(colour), self.city(destination)
        self.act(codes.DELIVER, *places, tally)

    def pass_round(self) -> None:
        """Every seat passes its action once."""
        for _ in range(self.seats):
            self.act(codes.PASS)

    def pass_turn(self, *bids: int) -> None:
        """A whole turn without actions."""
        self.auction(*bids)
        for _ in range(3):
            self.pass_round()

    # What came of it

    @property
    def seat(self) -> int:
        return int(self.state.seat)

    @property
    def options(self) -> list[int]:
        return self.state.choices[: self.state.choice_count].tolist()

    @property
    def order(self) -> list[int]:
        return self.state.order[: self.seats].tolist()

    @property
    def money(self) -> list[int]:
        return self.state.cash[: self.seats].tolist()

    @property
    def bonds(self) -> list[int]:
        return self.state.bonds[: self.seats].tolist()

    @property
    def points(self) -> list[int]:
        return self.state.score[: self.seats].tolist()

    @property
    def shown(self) -> list[str]:
        """The cards of the display."""
        cards = self.scenario.operations_cards
        return [cards[card].name for card in self.state.display[: self.state.display_count]]

    def outcome(self) -> dict:
        outcomes = np.zeros(1, MULTIPLAYER_OUTCOME)
        record_multiplayer(self.state, self.rules, outcomes[0])
        return outcome_of(outcomes[0])

    def rows(self, event: str, arguments: int) -> list[tuple[int, ...]]:
        """The rows of an event: seat and first arguments."""
        used = self.log[1 : self.log[0, log.IN_USE]]
        found = used[used[:, 1] == {name: code for code, name in EVENT_NAMES.items()}[event]]
        return [tuple(row[2 : log.FIRST + arguments].tolist()) for row in found]

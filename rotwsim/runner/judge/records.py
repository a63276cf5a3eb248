"""What the judgement of a game consists of: stops, values with their errors, areas of errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from rotwsim.core.state import codes
from rotwsim.players import rollouts
from rotwsim.scenario.scenario import Scenario

POINTS, CHANCE = range(2)  # what is counted: the result, and whether the target is reached
STREAMS = ("cubes", "Railbot deck", "Operations deck", "Barons")  # by number
Choice = tuple[int, ...]


@dataclass(frozen=True)
class Traced:
    """A game retraced: its stops with what happened there; see `players/rollouts.py`."""

    stops: np.ndarray
    facts: np.ndarray
    choices: np.ndarray
    features: np.ndarray
    result: int

    def __len__(self) -> int:
        return len(self.facts)

    def is_decision(self, row: int) -> bool:
        return int(self.facts[row, rollouts.STREAM]) == rollouts.NO_STREAM

    def taken(self, row: int) -> Choice:
        return tuple(map(int, self.facts[row, rollouts.CHOICE :]))

    def listed(self, row: int) -> list[Choice]:
        """List the choices to compare, the expert's first; the one taken is among them."""
        count = int(self.facts[row, rollouts.COUNT])
        found = [tuple(map(int, each)) for each in self.choices[row, :count]]
        return found if self.taken(row) in found else [*found, self.taken(row)]


@dataclass(frozen=True, eq=False)
class Value:
    """A mean with its standard error, in points and in chance to win."""

    mean: np.ndarray
    error: np.ndarray

    @property
    def points(self) -> float:
        return float(self.mean[POINTS])

    @property
    def chance(self) -> float:
        return float(self.mean[CHANCE])

    @property
    def points_error(self) -> float:
        return float(self.error[POINTS])

    @property
    def chance_error(self) -> float:
        return float(self.error[CHANCE])

    def __add__(self, other: Value) -> Value:
        return Value(self.mean + other.mean, np.hypot(self.error, other.error))

    def __sub__(self, other: Value) -> Value:
        return Value(self.mean - other.mean, np.hypot(self.error, other.error))


NONE = Value(np.zeros(2), np.zeros(2))


def total(values: Sequence[Value]) -> Value:
    """Add values whose errors are independent."""
    return sum(values, NONE)


@dataclass
class Stop:
    """One stop of a game: a decision, or what chance showed."""

    row: int
    turn: int
    stream: int  # of chance; NO_STREAM at a decision
    decision: int
    before: Value = NONE  # the level
    after: Value = NONE
    luck: Value = NONE
    error: Value = NONE  # against the expert's choice; negative where the one taken is better
    loss: Value = NONE  # against the best choice found
    taken: Choice = ()
    best: Choice = ()
    rollouts: int = 0
    level_games: int = 0  # rollouts of the expert's choice
    level: Value = NONE  # by the rollouts from here, played on by the expert

    @property
    def is_decision(self) -> bool:
        return self.stream == rollouts.NO_STREAM


@dataclass
class Judged:
    """A game in numbers."""

    scenario: Scenario
    seed: int
    game: int
    target: int
    result: int
    start: Value
    deal: list[Value]  # the luck of the deal, by stream
    stops: list[Stop]
    traced: Traced = field(repr=False)
    count: int = 0  # rollouts

    @property
    def won(self) -> bool:
        return self.result >= self.target

    @property
    def decisions(self) -> list[Stop]:
        return [stop for stop in self.stops if stop.is_decision]

    @property
    def errors(self) -> Value:
        """Add up what decisions cost against the expert's play."""
        return total([stop.error for stop in self.decisions])

    def luck_by_stream(self) -> list[Value]:
        """Add up luck by stream, that of the deal too."""
        found = []
        for stream, dealt in enumerate(self.deal):
            shown = [stop.luck for stop in self.stops if stop.stream == stream]
            found.append(total([dealt, *shown]))
        return found

    @property
    def luck(self) -> Value:
        """Give all luck: as exact as start and errors, since all of them add up to the result."""
        final = np.array([self.result, float(self.won)])
        mean = final - self.start.mean + self.errors.mean
        return Value(mean, np.hypot(self.start.error, self.errors.error))


OPENING = 3  # turns
PAID = (codes.BUILD, codes.UPGRADE, codes.URBANIZE, codes.WESTERN_LINK)
MANY_BONDS = 2  # of one action
BONDS = rollouts.FEATURES.index("bonds")
AREA_OF_DECISION = {
    codes.DECIDE_CLAIM: "Barons",
    codes.DECIDE_BARON: "Barons",
    codes.DECIDE_NEW_CITY: "cards",
    codes.DECIDE_GROWTH: "cards",
}
AREA_OF_ACTION = {  # of two kinds of action the first one here names the error
    codes.INSURE: "Insurance",
    codes.UPGRADE: "engine",
    codes.TAKE_CARD: "cards",
    codes.URBANIZE: "New Cities",
    codes.WESTERN_LINK: "New Cities",
    codes.BUILD: "Links",
    codes.DELIVER: "deliveries",
    codes.PASS: "deliveries",
}
RAILBOT_CHOICES = "Railbot choices"
AREAS = (
    *("opening", "Links", "engine", "deliveries", "cards", "New Cities", "Insurance", "debt"),
    *(RAILBOT_CHOICES, "Barons"),
)


def area_of(traced: Traced, stop: Stop) -> str:
    """Name what a decision was about: the opening, debt, or the kind of action done or missed."""
    if stop.turn <= OPENING:
        return "opening"
    if stop.decision != codes.DECIDE_ACTION:
        return AREA_OF_DECISION.get(stop.decision, RAILBOT_CHOICES)
    kinds = stop.taken[0], stop.best[0]
    later = min(stop.row + 1, len(traced) - 1)
    bonds = traced.features[later, BONDS] - traced.features[stop.row, BONDS]
    if bonds >= MANY_BONDS and kinds[0] in PAID and kinds[1] not in PAID:
        return "debt"
    return next(area for kind, area in AREA_OF_ACTION.items() if kind in kinds)

"""What the seats of a table did, game by game, and the tables that an analysis plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from rotwsim.analysis.pool import Arm, ArmGames
from rotwsim.runner.game_columns import seat_column
from rotwsim.scenario.multiplayer_schema import BIDDING
from rotwsim.scenario.player_numbers import multiplayer_players
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

SEATS = 4
FEWEST_GAMES = 2
SITTING = "casual"  # who sits down where the scenario's own player cannot


def at_table(scenario: Scenario, seats: int = 0) -> Scenario:
    """Seat the scenario's player `seats` times; keep its own seats, if it has any and none are
    asked for.
    """
    if scenario.seats and not seats:
        return scenario
    players = set(scenario.seats) or {seated_player(scenario)}
    if len(players) > 1:
        raise DataError("tables of several sizes need the same player in all seats")
    solo = {} if scenario.seats else {"player": Scenario.__dataclass_fields__["player"].default}
    return scenario.varied(seats=[f"{seats or SEATS}*{players.pop()}"], **solo)


def seated_player(scenario: Scenario) -> str:
    """The scenario's player, or one that can sit at a table."""
    return scenario.player if scenario.player in multiplayer_players() else SITTING


def check_sample(games: int) -> None:
    if games < FEWEST_GAMES:
        raise DataError(f"{games} game is no sample; seats need at least {FEWEST_GAMES}")


def style_arms(scenario: Scenario, styles: Sequence[str] = (), name: str = "") -> list[Arm]:
    """A table in each bidding style, its own one first; all styles unless some are named."""
    wanted = list(dict.fromkeys(styles or [scenario.bidding, *BIDDING]))
    begin = f"{name}, " if name else ""
    return [
        Arm(f"{begin}{in_words(style)}", scenario.varied(bidding=style), label=in_words(style))
        for style in wanted
    ]


def in_words(name: str) -> str:
    """A bidding style or option as people write it."""
    return name.replace("_", " ")


@dataclass(frozen=True)
class Seated:
    """The games of an arm at a table; arrays hold a row per game and a column per seat."""

    arm: ArmGames

    def of(self, field: str) -> np.ndarray:
        """A column of every seat."""
        columns = [self.arm.table[seat_column(field, seat)].to_numpy() for seat in self.seats]
        return np.stack(columns, axis=1)

    @property
    def seats(self) -> range:
        return range(len(self.arm.scenario.seats))

    @cached_property
    def wins(self) -> np.ndarray:
        """The share of the win of each seat (M42)."""
        sharing = self.of("sharing")
        return np.where(sharing > 0, 1 / np.maximum(sharing, 1), 0.0)

    @cached_property
    def scores(self) -> np.ndarray:
        return self.of("score").astype(float)

    @cached_property
    def clockwise(self) -> np.ndarray:
        """How far each seat sits from the first bidder of the game, from 0 on (M1)."""
        first = self.of("bids_first").argmax(axis=1)
        return (np.arange(len(self.seats)) - first[:, None]) % len(self.seats)

    @cached_property
    def first_order(self) -> np.ndarray:
        """The place of each seat in the order of the first turn, from 0 on."""
        return self.of("first_order") - 1

    @cached_property
    def comebacks(self) -> np.ndarray:
        """The share of the win that goes to seats that did not lead at half time."""
        half = self.of("half_score")
        leads = half == half.max(axis=1, keepdims=True)
        return 1 - (self.wins * leads).sum(axis=1)


def by_place(values: np.ndarray, places: np.ndarray) -> np.ndarray:
    """The values of the seats of each game, put into the order of their places."""
    return np.take_along_axis(values, np.argsort(places, axis=1, kind="stable"), axis=1)

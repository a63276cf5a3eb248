"""What an analysis will play, all its stages together: cost and progress are those of the whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rotwsim.scenario.scenario import Scenario


@dataclass(frozen=True)
class Batch:
    """Games to come: so many of each scenario.

    A stage names games whose scenarios are not known before, or that are not stored; the scenarios
    given then stand for as many of their kind.
    """

    scenarios: Sequence[Scenario]
    games: int
    stage: str = ""

    @property
    def names(self) -> list[str]:
        """What the parts of a stage are counted under."""
        return [f"{self.stage} {number}" for number in range(1, len(self.scenarios) + 1)]


@dataclass
class Part:
    """The games of one scenario: how many are wanted, played in this call, and there before."""

    scenario: Scenario
    wanted: int
    done: int = 0
    held: int = 0

    @property
    def left(self) -> int:
        """Games that still have to be played."""
        return max(0, self.wanted - max(self.done, self.held))


class Ahead:
    """Games wanted and done, by the run that they belong to, or by the stage and a number."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self.speed: dict[tuple, float] = {}  # of one job, by player, so that each is tried once
        self.is_most = False  # whether some games may prove unnecessary
        self._latest = 1.0  # speed
        self._told = 0

    def want(self, name: str, scenario: Scenario, games: int, held: int = 0) -> None:
        """More games are to come of a run, or of a stage that is not counted yet."""
        part = self.parts.setdefault(name, Part(scenario, 0))
        part.wanted, part.held = max(part.wanted, games), max(part.held, min(held, games))

    def want_stage(self, batch: Batch) -> None:
        """A whole stage is to come; asked for a second time it is not counted again."""
        for name, scenario in zip(batch.names, batch.scenarios, strict=True):
            self.want(name, scenario, batch.games)

    def begin_stage(self, stage: str) -> None:
        """From here on its games are counted one by one; the rest of what was expected is off."""
        for name, part in self.parts.items():
            if name.startswith(f"{stage} "):
                part.wanted = part.done

    def enough(self, name: str) -> None:
        """No more games of this run are wanted than there are."""
        self.parts[name].wanted = self.parts[name].done

    def count(self, name: str, games: int) -> None:
        """So many games of a run are there."""
        self.parts[name].done = max(self.parts[name].done, games)

    @property
    def wanted(self) -> int:
        return sum(max(part.wanted, part.done) for part in self.parts.values())

    @property
    def done(self) -> int:
        return sum(part.done for part in self.parts.values())

    def is_news(self) -> bool:
        """Whether more is wanted than was said before; from then on it counts as said."""
        told, self._told = self._told, max(self._told, self.wanted)
        return self._told > told

    def time(self, scenario: Scenario, speed: float) -> None:
        """Games of this player take so long: `speed` is that of one job, in games per second."""
        self.speed[who(scenario)] = self._latest = speed

    def seconds_left(self, jobs: int) -> float:
        """The time for what is left, at the latest speed where a player was not timed yet."""
        parts = [part for part in self.parts.values() if part.left]
        alone = sum(p.left / self.speed.get(who(p.scenario), self._latest) for p in parts)
        return alone / jobs


def who(scenario: Scenario) -> tuple:
    """What decides how fast games go."""
    return scenario.player, scenario.budget, scenario.seats

"""Count the games that a command will play, for its cost and progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rotwsim.scenario.scenario import Scenario


@dataclass(frozen=True)
class Batch:
    """Planned games: the same number of each scenario.

    A stage names games whose scenarios are not known in advance, or that are not stored; the
    scenarios given then represent as many of their kind.
    """

    scenarios: Sequence[Scenario]
    games: int
    stage: str = ""

    @property
    def names(self) -> list[str]:
        """Name the parts of a stage."""
        return [f"{self.stage} {number}" for number in range(1, len(self.scenarios) + 1)]


@dataclass
class Part:
    """The games of one scenario: wanted, played in this call, and stored before."""

    scenario: Scenario
    wanted: int
    done: int = 0
    held: int = 0

    @property
    def left(self) -> int:
        """Return the games that still have to be played."""
        return max(0, self.wanted - max(self.done, self.held))


class Workload:
    """Games wanted and done, by their run, or by stage and number."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self.speed: dict[tuple, float] = {}  # of one job, by player, so that each is measured once
        self.is_most = False  # whether some games may prove unnecessary
        self._latest = 1.0  # speed
        self._announced = 0

    def want(self, name: str, scenario: Scenario, games: int, held: int = 0) -> None:
        """Plan games of a run, or of a stage that is not counted yet."""
        part = self.parts.setdefault(name, Part(scenario, 0))
        part.wanted, part.held = max(part.wanted, games), max(part.held, min(held, games))

    def want_stage(self, batch: Batch) -> None:
        """Plan a whole stage; asked for a second time it is not counted again."""
        for name, scenario in zip(batch.names, batch.scenarios, strict=True):
            self.want(name, scenario, batch.games)

    def begin_stage(self, stage: str) -> None:
        """Drop what was planned of a stage: from here on its games are counted one by one."""
        for name, part in self.parts.items():
            if name.startswith(f"{stage} "):
                part.wanted = part.done

    def enough(self, name: str) -> None:
        """Stop wanting more games of this run."""
        self.parts[name].wanted = self.parts[name].done

    def count(self, name: str, games: int) -> None:
        """Note how many games of a run are there."""
        self.parts[name].done = max(self.parts[name].done, games)

    @property
    def wanted(self) -> int:
        return sum(max(part.wanted, part.done) for part in self.parts.values())

    @property
    def done(self) -> int:
        return sum(part.done for part in self.parts.values())

    def needs_announcement(self) -> bool:
        """Check whether more is wanted than was announced; then count it as announced."""
        before, self._announced = self._announced, max(self._announced, self.wanted)
        return self._announced > before

    def time(self, scenario: Scenario, speed: float) -> None:
        """Note the speed of a player: games per second of one job."""
        self.speed[who(scenario)] = self._latest = speed

    def seconds_left(self, jobs: int) -> float:
        """Estimate the time for what is left; players not timed yet get the latest speed."""
        parts = [part for part in self.parts.values() if part.left]
        alone = sum(p.left / self.speed.get(who(p.scenario), self._latest) for p in parts)
        return alone / jobs


def who(scenario: Scenario) -> tuple:
    """Return what decides how fast games go."""
    return scenario.player, scenario.budget, scenario.seats

"""Plausible boxes played: random fillings of a board, each with the tweaks, on the same seeds."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace

import numpy as np

from rotwsim.balance.doubts import Setting, filled
from rotwsim.balance.games import Games, Interrupted, Watched
from rotwsim.core.log import no_log
from rotwsim.rules.load import load_rulebook
from rotwsim.rules.scenario import Scenario
from rotwsim.runner.parallel import check_jobs
from rotwsim.runner.play import new_outcomes, play_games, rules_of
from rotwsim.runner.run import Progress
from rotwsim.runner.stopping import stopped_by_interrupt
from rotwsim.runner.table import TRIGGERS

TARGET = "target"  # the group of the tweaks that only count the same games otherwise
OF_BARONS = ("barons_in", "barons_out", "barons_harmless")


@dataclass(frozen=True)
class Variant:
    """The standard game or that with Duel Barons, as printed or with tweaks."""

    barons: bool = False
    tweaks: tuple[str, ...] = ()

    def of(self, scenario: Scenario, player: str) -> Scenario:
        """This variant of a scenario; a choice of Barons counts only where they are used."""
        changes = {} if self.barons else dict.fromkeys(OF_BARONS, ())
        return scenario.varied(player=player, barons=self.barons, tweaks=self.tweaks, **changes)

    @property
    def played_as(self) -> Variant:
        """The variant whose games these are too: no player looks at the target."""
        groups = tweak_groups()
        return replace(self, tweaks=tuple(t for t in self.tweaks if groups[t] != TARGET))


@dataclass(frozen=True)
class Boxes:
    """The games of many fillings: a row per filling, a column per game, by player and variant."""

    fillings: tuple[Setting, ...]
    results: dict[tuple[str, Variant], np.ndarray]
    by_markers: dict[tuple[str, Variant], np.ndarray]
    targets: dict[Variant, int]

    @property
    def games(self) -> int:
        return next(iter(self.results.values())).shape[1]

    @property
    def players(self) -> list[str]:
        return list(dict.fromkeys(player for player, _ in self.results))

    def won(self, player: str, variant: Variant) -> np.ndarray:
        """Which games were won, as numbers."""
        return (self.results[player, variant.played_as] >= self.targets[variant]).astype(float)

    def ended_by_markers(self, player: str) -> np.ndarray:
        """Which games of the standard game ended by Empty City Markers, as numbers."""
        return self.by_markers[player, Variant()].astype(float)


def tweak_groups() -> dict[str, str]:
    """The group of each tweak, by its name."""
    return {tweak.name: tweak.group for tweak in load_rulebook().tweaks}


def with_each_tweak(barons: bool = False) -> list[Variant]:
    """The game as printed, and with each tweak."""
    return [Variant(barons), *(Variant(barons, (name,)) for name in tweak_groups())]


def draw_fillings(scenario: Scenario, count: int, random: np.random.Generator) -> list[Setting]:
    """Random fillings of everything unseen, the Baron icons too."""
    with_barons = scenario.varied(barons=True, tweaks=())
    return [filled(with_barons, random) for _ in range(count)]


def play_boxes(
    games: Games,
    fillings: Sequence[Setting],
    players: Sequence[str],
    variants: Sequence[Variant],
    count: int,
) -> Boxes:
    """Games 0 to `count` - 1 of every filling, player and variant; a filling is one job."""
    played = list(dict.fromkeys(variant.played_as for variant in variants))
    arms = [(player, variant) for player in players for variant in played]
    first = fillings[0].scenario
    for player in players:
        games.ready(played[0].of(first, player))
    games.begin([variant.of(first, player) for player, variant in arms] * len(fillings), count)
    found: dict[int, np.ndarray] = {}
    began = time.perf_counter()
    with (
        stopped_by_interrupt() as stopped,
        ThreadPoolExecutor(check_jobs(games.machines.get("jobs"))) as pool,
    ):
        waiting = {
            pool.submit(_play_filling, filling.scenario, arms, games.seed, count): place
            for place, filling in enumerate(fillings)
        }
        for done in as_completed(waiting):
            found[waiting[done]] = done.result()
            if stopped.by:
                pool.shutdown(wait=False, cancel_futures=True)
                raise Interrupted(f"stopped by {stopped.by} after {len(found)} fillings")
            _tell(games, len(found), len(fillings), count * len(arms), began)
    table = np.stack([found[place] for place in range(len(fillings))])
    return Boxes(
        tuple(fillings),
        {arm: table[:, place, 0] for place, arm in enumerate(arms)},
        {arm: table[:, place, 1] == TRIGGERS.index("markers") for place, arm in enumerate(arms)},
        {variant: variant.of(first, players[0]).figures["target"] for variant in variants},
    )


def _play_filling(
    scenario: Scenario, arms: Sequence[tuple[str, Variant]], seed: int, count: int
) -> np.ndarray:
    """Results and triggers of every arm."""
    found = np.zeros((len(arms), 2, count), np.int32)
    for place, (player, variant) in enumerate(arms):
        rules = rules_of(variant.of(scenario, player))
        outcomes = new_outcomes(rules, count)
        play_games(rules, seed, 0, outcomes, no_log())
        found[place] = outcomes["result"], outcomes["trigger"]
    return found


def _tell(games: Games, done: int, wanted: int, each: int, began: float) -> None:
    seconds = time.perf_counter() - began
    run = Progress(done * each, wanted * each, 0, done * each, seconds)
    left = seconds * (wanted - done) / done
    games.watch(Watched(f"{done} of {wanted} fillings", 1, 1, run, left))

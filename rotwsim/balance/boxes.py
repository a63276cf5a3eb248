"""Plausible boxes played: random fillings of a board, each with the tweaks, on the same seeds."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace

import numpy as np

from rotwsim.balance.ahead import Batch
from rotwsim.balance.doubts import Setting, filled
from rotwsim.balance.games import Games, Interrupted
from rotwsim.core.log import no_log
from rotwsim.rules.load import load_rulebook
from rotwsim.rules.scenario import Scenario
from rotwsim.runner.play import new_outcomes, play_games, rules_of
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
    first, arms = fillings[0].scenario, _arms(players, variants)
    for player in players:
        games.ready(arms[0][1].of(first, player))
    ahead = boxes_ahead(first, len(fillings), players, variants, count)
    games.expect([ahead])
    found: dict[int, np.ndarray] = {}
    with (
        stopped_by_interrupt() as stopped,
        ThreadPoolExecutor(games.jobs) as pool,
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
            for name in ahead.names:
                games.ahead.count(name, count * len(found))
            games.tell(f"{len(found)} of {len(fillings)} boxes")
    table = np.stack([found[place] for place in range(len(fillings))])
    return Boxes(
        tuple(fillings),
        {arm: table[:, place, 0] for place, arm in enumerate(arms)},
        {arm: table[:, place, 1] == TRIGGERS.index("markers") for place, arm in enumerate(arms)},
        {variant: variant.of(first, players[0]).figures["target"] for variant in variants},
    )


def boxes_ahead(
    scenario: Scenario,
    fillings: int,
    players: Sequence[str],
    variants: Sequence[Variant],
    count: int,
) -> Batch:
    """What so many fillings of a scenario will cost."""
    played = [variant.of(scenario, player) for player, variant in _arms(players, variants)]
    return Batch(played, fillings * count, stage=f"{fillings} boxes")


def _arms(players: Sequence[str], variants: Sequence[Variant]) -> list[tuple[str, Variant]]:
    """Who plays which variant; those that only count the same games otherwise are left out."""
    played = dict.fromkeys(variant.played_as for variant in variants)
    return [(player, variant) for player in players for variant in played]


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

"""Search for changes of the rules that give wanted win rates to people of several skills.

Single changes are played first. An emulator adds their log odds, skill by skill, and proposes
combinations; successive halving plays the best of them on shared seeds, each time with more games.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from rotwsim.analysis.goal import TARGET, Change, Goal, changed, in_words
from rotwsim.analysis.goal_emulator import (
    all_changes,
    allowed_choices,
    emulator_of,
    single_changes,
)
from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.runner.person_calibration import with_knob
from rotwsim.runner.workload import Batch
from rotwsim.scenario.options import ERRORS, PERSON
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

SINGLE_GAMES = 400
ROUNDS = ((24, 500), (12, 1_500), (6, 4_000))  # candidates, and games of each at each skill
FINALISTS = 5
ONE_BY_ONE, ROUND = "single changes", "round {}"


@dataclass
class Searcher:
    """The games of a search by change; the target costs none, it is read off the results."""

    games: Games
    goal: Goal
    people: list[Scenario]  # by board and skill, as printed
    wishes: np.ndarray  # of these people
    known: dict[Change, list[ArmGames]] = field(default_factory=dict)
    targets: dict[Change, list[int]] = field(default_factory=dict)  # of these people, by change

    def of(self, people: list[Scenario], wishes: np.ndarray, games: Games) -> Searcher:
        """Begin with nothing played, for other people or on other seeds."""
        return Searcher(games, self.goal, people, wishes)

    def play(self, changes: Sequence[Change], count: int, stage: str) -> None:
        """Play changes for every person, those without a target once."""
        arms = [
            Arm(in_words(change, self.people[0]), scenario)
            for change in changes
            for scenario in self.scenarios(without_target(change))
        ]
        played = self.games.all(arms, count, stage)
        size = len(self.people)
        for place, change in enumerate(changes):
            self.known[without_target(change)] = played[place * size : (place + 1) * size]

    def scenarios(self, change: Change) -> list[Scenario]:
        return [changed(person, change) for person in self.people]

    def rates(self, change: Change) -> np.ndarray:
        """Give the win rate of every person with a change that was played."""
        if change not in self.targets:
            self.targets[change] = [s.parameters[TARGET] for s in self.scenarios(change)]
        arms = zip(self.known[without_target(change)], self.targets[change], strict=True)
        # Half a game on either side keeps odds finite.
        return np.array(
            [
                (np.sum(arm.table["result"].to_numpy() >= target) + 0.5) / (arm.games + 1)
                for arm, target in arms
            ]
        )

    def distance(self, change: Change) -> float:
        """Give the root mean square distance of a change to the wishes."""
        return self.distance_of(self.rates(change))

    def distance_of(self, rates: np.ndarray) -> float:
        return float(np.sqrt(np.mean((rates - self.wishes) ** 2)))

    def turns(self, change: Change) -> float:
        arms = self.known[without_target(change)]
        return float(np.mean([arm.table["turns"].mean() for arm in arms]))


def without_target(change: Change) -> Change:
    """Drop the target, which changes no game."""
    return tuple(part for part in change if part[0].name != TARGET)


def find(searcher: Searcher) -> list[Change]:
    """Search and give the finalists: the nearest, and what is near with fewer changes."""
    searcher.play([(), *single_changes(searcher.goal.choices)], SINGLE_GAMES, ONE_BY_ONE)
    emulator, most = emulator_of(searcher), searcher.goal.most_changes
    changes = all_changes(allowed_choices(searcher, emulator), most, searcher.people[0])
    candidates = [change for _, change in emulator.ranked(changes, searcher.distance_of)]
    for number, (count, played) in enumerate(ROUNDS, 1):
        chosen = spread(candidates, count)
        searcher.play(chosen, played, ROUND.format(number))
        candidates = [c for c in chosen if searcher.turns(c) <= searcher.goal.most_turns]
        candidates += [c for c in refined(searcher, candidates) if c not in candidates]
        candidates.sort(key=searcher.distance)
    if not candidates:
        raise DataError(f"{searcher.goal.file}: no combination keeps the limits")
    return pareto(candidates)[:FINALISTS]


def batches(goal: Goal, people: list[Scenario]) -> list[Batch]:
    """Say what the search will play at most, stage by stage."""
    stages = [(ONE_BY_ONE, 1 + len(list(single_changes(goal.choices))), SINGLE_GAMES)]
    stages += [(ROUND.format(number), *each) for number, each in enumerate(ROUNDS, 1)]
    return [Batch(people * count, games, stage) for stage, count, games in stages]


def people_of(goal: Goal, errs: str = ERRORS[0]) -> list[Scenario]:
    """Give a person of each skill on each board, who keeps the knob when rules change."""
    return [
        with_knob(Scenario.of(board, barons=goal.barons, player=PERSON, wins=wins, errs=errs))
        for board in goal.boards
        for wins, _ in goal.wishes
    ]


def wishes_of(goal: Goal) -> np.ndarray:
    """Give the wanted win rate of each person."""
    return np.array([wanted for _, wanted in goal.wishes] * len(goal.boards))


def spread(candidates: list[Change], count: int) -> list[Change]:
    """Take the nearest, of the same choices at most a third, and single changes among them."""
    taken: dict[Change, Change] = {}  # by what is played
    kinds: Counter[tuple] = Counter()
    for change in candidates:
        kind, rest = tuple(sorted(choice.name for choice, _ in change)), without_target(change)
        if len(taken) < count and rest not in taken and kinds[kind] < max(2, count // 3):
            kinds[kind] += 1
            taken[rest] = change
    return list(taken.values())


def refined(searcher: Searcher, candidates: list[Change]) -> Iterator[Change]:
    """Try every target on what was played: it costs no games."""
    targets = [choice for choice in searcher.goal.choices if choice.name == TARGET]
    for change in candidates:
        rest = without_target(change)
        if targets and len(rest) < searcher.goal.most_changes:
            for value in targets[0].values:
                yield (*rest, (targets[0], value))


def pareto(candidates: list[Change]) -> list[Change]:
    """Keep the nearest, and what needs fewer changes than everything nearer."""
    front, others, fewest = [], [], math.inf
    for change in candidates:
        (front if len(change) < fewest else others).append(change)
        fewest = min(fewest, len(change))
    seen: dict[Change, Change] = {}
    for change in [*front, *others]:
        seen.setdefault(without_target(change), change)
    return list(seen.values())

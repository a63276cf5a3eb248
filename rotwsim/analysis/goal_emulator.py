"""Predict the win rates of combinations without games: log odds of single changes are added."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import accumulate, chain, combinations, product
from math import prod
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from rotwsim.analysis.goal import TARGET, Change, Choice, is_combination
from rotwsim.scenario.scenario import Scenario

if TYPE_CHECKING:
    from rotwsim.analysis.goal_search import Searcher

MOST_VALUES = 3  # of a parameter that are played alone; the others are interpolated
MOST_COMBINATIONS = 40_000
DRAW_SEED = 1  # of combinations, where there are more


@dataclass(frozen=True)
class Emulator:
    """What single changes do to each person, in log odds; a target is read off the results."""

    base: np.ndarray
    effects: dict[Choice, Callable[[int], np.ndarray]]

    def predicted(self, change: Change) -> np.ndarray:
        """Add the log odds of single changes to those of the printed games."""
        total = self.base
        for choice, value in change:
            total = total + self.effects[choice](value)
        return 1 / (1 + np.exp(-total))

    def ranked(
        self, changes: Iterable[Change], distance: Callable[[np.ndarray], float]
    ) -> list[tuple[float, Change]]:
        """Sort changes by the distance of what they predict, of equals the simpler first."""
        found = [(distance(self.predicted(change)), change) for change in changes]
        return sorted(found, key=lambda row: (row[0], len(row[1])))


def emulator_of(searcher: Searcher) -> Emulator:
    """Learn from the single changes that were played."""
    base = log_odds(searcher.rates(()))
    effects: dict[Choice, Callable[[int], np.ndarray]] = {}
    for choice in searcher.goal.choices:
        if choice.name == TARGET:  # counted in the printed games
            effects[choice] = cache(partial(_moved, searcher, choice, base))
        else:
            effects[choice] = _interpolated(searcher, choice, base)
    return Emulator(base, effects)


def allowed_choices(searcher: Searcher, emulator: Emulator) -> list[Choice]:
    """List the choices without tweaks that work against their side; the target comes last."""
    goal = searcher.goal
    found = [
        choice
        for choice in goal.choices
        if not (goal.sides and _is_opposite(searcher, choice, emulator))
    ]
    return sorted(found, key=lambda choice: choice.name == TARGET)


def single_changes(choices: Sequence[Choice]) -> Iterator[Change]:
    """List each choice alone at its ends and its middle; the target needs no games."""
    for choice in choices:
        if choice.name != TARGET:
            yield from (((choice, value),) for value in _played_values(choice))


def _played_values(choice: Choice) -> list[int]:
    places = np.linspace(0, len(choice.values) - 1, min(MOST_VALUES, len(choice.values)))
    return list(dict.fromkeys(choice.values[round(float(place))] for place in places))


def _moved(searcher: Searcher, choice: Choice, base: np.ndarray, value: int) -> np.ndarray:
    return log_odds(searcher.rates(((choice, value),))) - base


def _interpolated(
    searcher: Searcher, choice: Choice, base: np.ndarray
) -> Callable[[int], np.ndarray]:
    """Give the log odds that a value adds to each person, on lines between the values played."""
    played = {v: _moved(searcher, choice, base, v) for v in _played_values(choice)}
    tables = []
    for place, person in enumerate(searcher.people):
        points = {value: moved[place] for value, moved in played.items()}
        if not choice.is_switch:
            points[choice.printed(person)] = 0.0
        tables.append(np.array(sorted(points.items())).T)
    return lambda value: np.array([_on_line(value, *table) for table in tables])


def _on_line(value: int, values: np.ndarray, heights: np.ndarray) -> float:
    height = float(np.interp(value, values, heights))
    beyond = value - min(max(value, values[0]), values[-1])
    if not beyond:
        return height
    return height + beyond * float((heights[-1] - heights[0]) / (values[-1] - values[0]))


def _is_opposite(searcher: Searcher, choice: Choice, emulator: Emulator) -> bool:
    """Say whether a tweak works against what the rulebook says of it."""
    if not choice.tweak:
        return False
    side = next(t.side for t in searcher.people[0].book.tweaks if t.name == choice.name)
    effect = emulator.effects[choice](1)
    return float(np.mean(effect)) * (1 if side == "easier" else -1) < 0


def log_odds(rates: np.ndarray) -> np.ndarray:
    return np.log(rates / (1 - rates))


def all_changes(choices: Sequence[Choice], most: int, scenario: Scenario) -> Iterator[Change]:
    """List combinations of at most `most` changes that do not touch the same; of too many a part:
    all single changes, and others drawn evenly.
    """
    kinds = _kinds(choices, most, scenario)
    if sum(map(_size, kinds)) <= MOST_COMBINATIONS:
        yield from chain.from_iterable(map(_combined, kinds))
        return
    single = [change for kind in kinds if len(kind) == 1 for change in _combined(kind)]
    several = [kind for kind in kinds if len(kind) > 1]
    ends, random = list(accumulate(map(_size, several))), Random(DRAW_SEED)
    drawn: dict[Change, None] = {}
    while len(single) + len(drawn) < MOST_COMBINATIONS:
        (kind,) = random.choices(several, cum_weights=ends)
        drawn[tuple((choice, random.choice(choice.values)) for choice in kind)] = None
    yield from (*single, *drawn)


def count_changes(choices: Sequence[Choice], most: int, scenario: Scenario) -> int:
    """Count the combinations of at most `most` changes."""
    return sum(map(_size, _kinds(choices, most, scenario)))


def _kinds(choices: Sequence[Choice], most: int, scenario: Scenario) -> list[tuple[Choice, ...]]:
    """List which choices go together, the fewest first."""
    return [
        chosen
        for size in range(1, most + 1)
        for chosen in combinations(choices, size)
        if is_combination(tuple((choice, 1) for choice in chosen), scenario)
    ]


def _size(kind: tuple[Choice, ...]) -> int:
    return prod(len(choice.values) for choice in kind)


def _combined(kind: tuple[Choice, ...]) -> Iterator[Change]:
    for values in product(*(choice.values for choice in kind)):
        yield tuple(zip(kind, values, strict=True))

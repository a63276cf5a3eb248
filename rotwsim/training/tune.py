"""Tune the weights of a player's judgement by CMA-ES on training seeds, several boards at once."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from joblib import Parallel, delayed

from rotwsim.core.state import layout
from rotwsim.core.state.log import no_log
from rotwsim.players.value.weights import NAMES
from rotwsim.runner.play import play_games, rules_of, weights_of
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

TRAINING_SEED = 1_000_003  # reports use small seeds; confirmation uses seeds beyond these
CONFIRMATION_SEED = 2_000_003
WORST = -50  # a ruined game counts no less, so that ruin does not drown everything else
# Not a matter of degree, or of multiplayer alone.
FIXED = ("foresight", "rival_point", "contest", "turns_per_marker", "marker_haste", "foreign_links")
RELATIVE_STEP = 0.3
SMALLEST_STEP = 0.05


@dataclass
class TuningProgress:
    """The state of the tuning after a generation."""

    generation: int
    best: float
    start: float
    weights: dict[str, float]


def tune(
    scenarios: list[Scenario],
    games: int,
    generations: int,
    folder: Path,
    jobs: int = 2,
    population: int = 12,
    step: float = 1.0,
    watch: Callable[[TuningProgress], None] = lambda progress: None,
) -> dict[str, float]:
    """Find the best weights; every generation plays its own training seeds, the same for all
    candidates.

    The folder keeps the state after each generation; the same call again goes on from there.
    """
    import cma

    folder.mkdir(parents=True, exist_ok=True)
    tuned = [name for name in NAMES if name not in FIXED]
    start = dict(zip(NAMES, weights_of(scenarios[0]), strict=True))
    scale = {name: max(abs(start[name]) * RELATIVE_STEP, SMALLEST_STEP) for name in tuned}
    rules = [rules_of(scenario) for scenario in scenarios]
    options = {"popsize": population, "verbose": -9, "seed": TRAINING_SEED}
    search = cma.CMAEvolutionStrategy(np.zeros(len(tuned)), step, options)
    facts = {"tuned": tuned, "start": start, "games": games, "population": population, "step": step}
    state = State.of(folder, facts)
    for generation in state.generations:
        candidates = search.ask()
        if not np.allclose(candidates, generation["candidates"]):
            raise DataError(f"{folder}: another version of cma began this; give another folder")
        search.tell(candidates, generation["losses"])
    while search.countiter < generations:
        seed = TRAINING_SEED + search.countiter
        candidates = search.ask()
        weights = [_weights(candidate, start, scale, tuned) for candidate in candidates]
        weights.append(_weights(search.mean, start, scale, tuned))
        weights.append(start)
        scores: Any = Parallel(n_jobs=jobs, prefer="threads")(
            delayed(mean_result)(rules, values, games, seed) for values in weights
        )
        losses = [-score for score in scores[:-2]]
        search.tell(candidates, losses)
        state.keep(candidates, losses)
        watch(TuningProgress(search.countiter, scores[-2], scores[-1], weights[-2]))
    best = _weights(search.mean, start, scale, tuned)
    (folder / "weights.json").write_text(json.dumps(best, indent=1))
    return best


@dataclass(frozen=True)
class State:
    """What a tuning is and what its generations found, kept as plain numbers.

    The search itself is not stored: the same answers lead to the same search again.
    """

    file: Path
    facts: dict
    generations: list[dict]

    @staticmethod
    def of(folder: Path, facts: dict) -> "State":
        """Read the state of a folder, or begin one."""
        file = folder / "state.json"
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
            generations = kept.pop("generations")
            shape = (facts["population"], len(facts["tuned"]))
            for each in generations:
                is_whole = np.shape(each["candidates"]) == shape
                if not is_whole or np.shape(each["losses"]) != shape[:1]:
                    raise ValueError("generations")
        except FileNotFoundError:
            return State(file, facts, [])
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise DataError(f"{file} is damaged; give another folder, or remove it") from None
        if kept != facts:
            raise DataError(f"{folder}: holds another tuning; give another folder")
        return State(file, facts, generations)

    def keep(self, candidates: list[np.ndarray], losses: list[float]) -> None:
        """Add a generation; the file is whole at any moment."""
        self.generations.append(
            {"candidates": [list(map(float, each)) for each in candidates], "losses": losses}
        )
        content = json.dumps({**self.facts, "generations": self.generations})
        write_whole(self.file, content.encode(), lasting=True)


def mean_result(rules: list[np.ndarray], weights: dict[str, float], games: int, seed: int) -> float:
    """Measure the mean result over all boards with these weights."""
    found = (results(table, weights, games, seed) for table in rules)
    return sum(float(np.maximum(each, WORST).mean()) for each in found) / len(rules)


def results(rules: np.ndarray, weights: dict[str, float], games: int, seed: int) -> np.ndarray:
    """Play games by rules with these weights."""
    changed = rules.copy()
    changed[0].weights[: len(NAMES)] = [weights[name] for name in NAMES]
    outcomes = np.zeros(games, layout.OUTCOME)
    play_games(changed, seed, 0, outcomes, no_log())
    return outcomes["result"].copy()


def confirm(
    scenarios: list[Scenario], weights: dict[str, float], games: int
) -> list[tuple[str, np.ndarray, np.ndarray]]:
    """Play fresh seeds, disjoint from training: per board results before and after."""
    rows = []
    for scenario in scenarios:
        before = dict(zip(NAMES, weights_of(scenario), strict=True))
        pair = (
            results(rules_of(scenario), each, games, CONFIRMATION_SEED)
            for each in (before, weights)
        )
        rows.append((scenario.board.name, *pair))
    return rows


def _weights(candidate, start: dict, scale: dict, tuned: list[str]) -> dict[str, float]:
    moved = {
        name: start[name] + float(step) * scale[name]
        for name, step in zip(tuned, candidate, strict=True)
    }
    return {**start, **moved}

"""Tune the weights of a player's judgement by CMA-ES on training seeds, several boards at once."""

import json
from collections.abc import Callable
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
STATE = "state.json"


def tune(
    scenarios: list[Scenario],
    games: int,
    generations: int,
    folder: Path,
    jobs: int = 2,
    population: int = 12,
    watch: Callable[[int, float, float], None] = lambda generation, best, start: None,
) -> np.ndarray:
    """Find the best weights; every generation plays its own training seeds, the same for all
    candidates. `watch` gets the mean result of the best weights and of those before.

    The folder keeps what the generations found, as plain numbers: the same answers lead to the same
    search again, so that the same call goes on from there.
    """
    import cma

    tuned = [place for place, name in enumerate(NAMES) if name not in FIXED]
    start = np.array(weights_of(scenarios[0]))
    scale = np.maximum(np.abs(start[tuned]) * RELATIVE_STEP, SMALLEST_STEP)
    options = {"popsize": population, "verbose": -9, "seed": TRAINING_SEED}
    asked = [[scenario.title(), scenario.data_digest()] for scenario in scenarios]
    facts = {"scenarios": asked, "start": start.tolist(), "games": games, "population": population}
    kept = kept_generations(folder, facts, (population, len(tuned)))
    search = cma.CMAEvolutionStrategy(np.zeros(len(tuned)), 1.0, options)

    def moved(steps: np.ndarray) -> np.ndarray:
        weights = start.copy()
        weights[tuned] += steps * scale
        return weights

    while search.countiter < generations:
        number, candidates = search.countiter, search.ask()
        if number < len(kept):
            if not np.allclose(candidates, kept[number]["candidates"]):
                raise DataError(f"{folder}: another version of cma began this; give another folder")
            search.tell(candidates, kept[number]["losses"])
            continue
        weights = [*map(moved, candidates), moved(search.mean), start]
        scores: Any = Parallel(n_jobs=jobs, prefer="threads")(
            delayed(mean_result)(scenarios, values, games, TRAINING_SEED + number)
            for values in weights
        )
        *found, best, before = scores
        losses = [-score for score in found]
        search.tell(candidates, losses)
        kept.append({"candidates": np.array(candidates).tolist(), "losses": losses})
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(folder / STATE, json.dumps({**facts, "generations": kept}), lasting=True)
        watch(search.countiter, best, before)
    return moved(search.mean)


def kept_generations(folder: Path, facts: dict, shape: tuple[int, int]) -> list[dict]:
    """Read the generations of a tuning that was stopped; none where it was not begun."""
    file = folder / STATE
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        generations = kept.pop("generations")
        shapes = [(np.shape(one["candidates"]), np.shape(one["losses"])) for one in generations]
    except FileNotFoundError:
        return []
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        shapes = [None]
    if any(each != (shape, shape[:1]) for each in shapes):
        raise DataError(f"{file} is damaged; give another folder, or remove it")
    if kept != facts:
        raise DataError(f"{folder}: holds another tuning; give another folder")
    return generations


def mean_result(scenarios: list[Scenario], weights: np.ndarray, games: int, seed: int) -> float:
    found = [results(scenario, weights, games, seed) for scenario in scenarios]
    return float(np.mean([np.maximum(each, WORST).mean() for each in found]))


def results(scenario: Scenario, weights: np.ndarray, games: int, seed: int) -> np.ndarray:
    rules = rules_of(scenario)
    rules[0].weights[: len(NAMES)] = weights
    outcomes = np.zeros(games, layout.OUTCOME)
    play_games(rules, seed, 0, outcomes, no_log())
    return outcomes["result"].copy()

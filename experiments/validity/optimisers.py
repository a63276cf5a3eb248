"""Do optimisers of others find hidden settings with as many games as our search?

`python -m experiments.validity.optimisers --goals 3 --seeds 3 --only optuna nevergrad` needs
`pip install optuna nevergrad`. All choose from the same changes, read the target off the results,
and share the games played: a change that several try is counted for each of them.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Mapping
from random import Random

import numpy as np

from experiments.validity.hidden_goals import HIDDEN, hidden_goal
from rotwsim.analysis.goal import Change, Goal, in_words, is_combination
from rotwsim.analysis.goal_emulator import all_changes
from rotwsim.analysis.goal_search import Searcher, find, people_of, wishes_of, without_target
from rotwsim.analysis.pool import Games

FRESH_SEED, FRESH_GAMES = 1_000_004, 8_000
TRIAL_GAMES = 1_000  # at each skill, for optimisers that give every trial as many
RUNGS = (500, 1_500, 4_500)  # for one that halves
MOST_TRIALS = 150  # a trial of a change that was played costs no games
WORST = 1.0  # the distance of what is no combination
NO_SECOND = "no second change"
Tried = dict[Change, float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--goals", type=int, default=len(HIDDEN))
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=list(OPTIMISERS), default=list(OPTIMISERS))
    asked = parser.parse_args()
    for hidden in HIDDEN[asked.first : asked.first + asked.goals]:
        goal = hidden_goal(hidden, asked.jobs)
        with tempfile.TemporaryDirectory() as folder, Games(1, folder, jobs=asked.jobs) as games:
            for name, change, spent in _searches(games, goal, asked):
                print(
                    f"{name}: {spent:,} games, {_on_fresh_seeds(games, goal, change)}", flush=True
                )


def _searches(
    games: Games, goal: Goal, asked: argparse.Namespace
) -> Iterator[tuple[str, Change, int]]:
    """Give what each search calls the nearest, ours first: its games are the others' budget."""
    ours = _searcher(games, goal)
    nearest = find(ours)[0]
    budget = _spent(ours)
    yield "our search", nearest, budget
    for name in asked.only:
        for seed in range(1, asked.seeds + 1):
            other = _searcher(games, goal)
            tried = OPTIMISERS[name](other, budget, seed)
            yield f"{name}, seed {seed}", min(tried, key=tried.__getitem__), _spent(other)


def _searcher(games: Games, goal: Goal) -> Searcher:
    return Searcher(games, goal, people_of(goal), wishes_of(goal))


def _spent(searcher: Searcher) -> int:
    """Count the games of all that was tried."""
    return sum(arm.games for arms in searcher.known.values() for arm in arms)


def _on_fresh_seeds(games: Games, goal: Goal, change: Change) -> str:
    """Play the change that was found on seeds that no search has seen."""
    fresh = _searcher(games.reseeded(FRESH_SEED), goal)
    fresh.play([change], FRESH_GAMES, "")
    most = float(np.abs(fresh.rates(change) - fresh.wishes).max())
    words = in_words(change, fresh.people[0])
    return f"{100 * fresh.distance(change):.2f} pp from the wish, {100 * most:.2f} at most: {words}"


def _measured(searcher: Searcher, change: Change, games: int) -> float:
    """Give the distance of a change, by at least as many games at each skill."""
    known = searcher.known.get(without_target(change))
    if not known or known[0].games < games:
        searcher.play([change], games, "")
    return searcher.distance(change)


def _by_random(searcher: Searcher, budget: int, seed: int) -> Tried:
    """Try changes drawn evenly: the yardstick of the others."""
    goal, tried = searcher.goal, {}
    changes = list(all_changes(goal.choices, goal.most_changes, searcher.people[0]))
    for change in Random(seed).sample(changes, len(changes)):
        if _spent(searcher) >= budget:
            break
        tried[change] = _measured(searcher, change, TRIAL_GAMES)
    return tried


def _by_optuna(searcher: Searcher, budget: int, seed: int) -> Tried:
    """Let a tree of Parzen estimators propose; successive halving says who plays more games."""
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(
        sampler=optuna.samplers.TPESampler(seed=seed, multivariate=True, group=True),
        pruner=optuna.pruners.SuccessiveHalvingPruner(reduction_factor=RUNGS[1] // RUNGS[0]),
    )
    names, values = _space(searcher.goal)
    tried: dict[int, Tried] = {games: {} for games in RUNGS}
    for _ in range(MOST_TRIALS):
        if _spent(searcher) >= budget:
            break
        trial = study.ask()
        kinds = [trial.suggest_categorical(key, each) for key, each in names.items()]
        places = {
            name: trial.suggest_int(name, 0, values[name] - 1) for name in kinds if name in values
        }
        change = _change_of(searcher.goal, kinds, places)
        if not is_combination(change, searcher.people[0]):
            study.tell(trial, WORST)
            continue
        for games in RUNGS:
            off = tried[games][change] = _measured(searcher, change, games)
            trial.report(off, games // RUNGS[0])
            if trial.should_prune():
                break
        study.tell(trial, off)
    return next(found for found in reversed(tried.values()) if found)


def _by_nevergrad(searcher: Searcher, budget: int, seed: int) -> Tried:
    """Let the optimiser that nevergrad chooses for such a space and budget propose."""
    import nevergrad

    names, values = _space(searcher.goal)
    space = nevergrad.p.Dict(
        **{key: nevergrad.p.Choice(each) for key, each in names.items()},
        **{
            name: nevergrad.p.Scalar(lower=0, upper=n - 1).set_integer_casting()
            for name, n in values.items()
        },
    )
    space.random_state.seed(seed)
    trials = budget // (TRIAL_GAMES * len(searcher.people))
    optimiser, tried = nevergrad.optimizers.NGOpt(space, budget=trials), {}
    for _ in range(MOST_TRIALS):
        if _spent(searcher) >= budget:
            break
        asked = optimiser.ask()
        change = _change_of(searcher.goal, [asked.value[key] for key in names], asked.value)
        off = WORST
        if is_combination(change, searcher.people[0]):
            off = tried[change] = _measured(searcher, change, TRIAL_GAMES)
        optimiser.tell(asked, off)
    return tried


def _space(goal: Goal) -> tuple[dict[str, list[str]], dict[str, int]]:
    """Give what may be changed first and second, and how many values each parameter has."""
    names = [choice.name for choice in goal.choices]
    values = {choice.name: len(choice.values) for choice in goal.choices if not choice.is_switch}
    return {"first": names, "second": [*names, NO_SECOND]}, values


def _change_of(goal: Goal, kinds: list[str], places: Mapping[str, int]) -> Change:
    """Make a change of the names of its choices and the places of their values."""
    by_name = {choice.name: choice for choice in goal.choices}
    chosen = [by_name[name] for name in kinds if name != NO_SECOND]
    return tuple((choice, choice.values[places.get(choice.name, 0)]) for choice in chosen)


OPTIMISERS: dict[str, Callable[[Searcher, int, int], Tried]] = {
    "random": _by_random,
    "optuna": _by_optuna,
    "nevergrad": _by_nevergrad,
}

if __name__ == "__main__":
    main()

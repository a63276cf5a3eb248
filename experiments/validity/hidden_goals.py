"""Does the search find hidden settings? Wishes are the win rates of a known setting.

`python -m experiments.validity.hidden_goals --goals 3 --jobs 2`; `--optimiser optuna` or nevergrad
(pip install it first) searches with as many games before its finalists are played on fresh seeds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from rotwsim.analysis.goal import Change, Choice, Goal, in_words, is_combination
from rotwsim.analysis.goal_search import (
    FINALISTS,
    FRESH_GAMES,
    FRESH_SEED,
    Searcher,
    people_of,
    search,
    wishes_of,
)
from rotwsim.analysis.pool import Games
from rotwsim.scenario.scenario import Scenario

BOARD = "eastern-us"
HIDDEN = (
    {"start_cash": 6, "base_exhaust": 5},
    {"target": 121, "cards_removed": 1},
    {"target": 131},
)
RANGES = {"start_cash": (0, 10), "target": (112, 138), "base_exhaust": (2, 6)}
TWEAKS = ("display-4", "markers-1")
TRUE_GAMES, TRUE_SEED = 8_000, 77
ENOUGH = 0.02  # off at any skill
BUDGET, TRIAL_GAMES, WORST = 120_000, 1_000, 1.0  # of an optimiser: games, of a trial, a distance
TRIAL_COST = 3 * TRIAL_GAMES


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--goals", type=int, default=len(HIDDEN))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--optimiser", choices=("optuna", "nevergrad"))
    asked = parser.parse_args()
    for hidden in HIDDEN[: asked.goals]:
        begun = time.process_time()
        goal = hidden_goal(hidden, asked.jobs)
        if asked.optimiser:
            print(
                f"{asked.optimiser}: {by_optimiser(asked.optimiser, goal, asked.jobs)}", flush=True
            )
            continue
        with Games(1, jobs=asked.jobs) as games:
            found = search(games, Scenario.of(BOARD), goal)
            played = games.counted
        curve, table = found.tables["goal_curve"], found.tables["goal"]
        best = curve[curve["name"] == table["name"].iloc[0]]
        name = table["name"].iloc[0]
        off = float(np.abs(best["win_rate"] - best["wanted"]).max())
        print(
            f"hidden {hidden}: found {name}, {100 * off:.1f} pp off at most on "
            f"fresh seeds, search to fresh {100 * table['searched_gap'].max():.1f} pp, "
            f"{played:,} games, {time.process_time() - begun:.0f} s of CPU: "
            f"{'found' if off <= ENOUGH else 'MISSED'}",
            flush=True,
        )


def by_optimiser(name: str, goal: Goal, jobs: int) -> str:
    """Let an optimiser of others choose what is played, then play its five best on fresh seeds."""
    with Games(1, jobs=jobs) as games:
        searcher = Searcher(games, goal, people_of(goal), wishes_of(goal))
        tried: dict[Change, float] = {}

        def distance(places: list[float]) -> float:
            change = change_at(goal, places)
            if not is_combination(change, searcher.people[0]):
                return WORST
            searcher.play([change], TRIAL_GAMES, "")
            tried[change] = searcher.distance(change)
            return tried[change]

        ASK[name](distance, lambda: games.counted >= BUDGET)
        searched = games.counted
        fresh = searcher.of(searcher.people, searcher.wishes, games.reseeded(1 + FRESH_SEED))
        best = sorted(tried, key=lambda change: tried[change])[:FINALISTS]
        fresh.play(best, FRESH_GAMES, "")
        chosen = min(best, key=fresh.distance)
        off = float(np.abs(fresh.rates(chosen) - fresh.wishes).max())
    words = in_words(chosen, searcher.people[0])
    found = "found" if off <= ENOUGH else "MISSED"
    return f"{words}, {100 * off:.1f} pp off at most, {searched:,} games of search: {found}"


def change_at(goal: Goal, places: list[float]) -> Change:
    """Turn four numbers from 0 to 1 into at most two changes; the second may be none."""
    found: list[tuple[Choice, int]] = []
    for number in (0, 2):
        options = [*goal.choices, *([None] if number else [])]
        choice = options[min(int(places[number] * len(options)), len(options) - 1)]
        if choice:
            place = min(int(places[number + 1] * len(choice.values)), len(choice.values) - 1)
            found.append((choice, choice.values[place]))
    return tuple(found)


def ask_optuna(distance: Callable[[list[float]], float], is_over: Callable[[], bool]) -> None:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=1, multivariate=True))
    while not is_over():
        study.optimize(
            lambda trial: distance([trial.suggest_float(f"x{n}", 0, 1) for n in range(4)]), 1
        )


def ask_nevergrad(distance: Callable[[list[float]], float], is_over: Callable[[], bool]) -> None:
    import nevergrad

    wanted = nevergrad.p.Array(shape=(4,), lower=0, upper=1)
    wanted.random_state.seed(1)
    optimiser = nevergrad.optimizers.NGOpt(parametrization=wanted, budget=BUDGET // TRIAL_COST)
    while not is_over():
        asked = optimiser.ask()
        optimiser.tell(asked, distance(list(asked.value)))


def hidden_goal(hidden: dict[str, int], jobs: int) -> Goal:
    """Measure the win rates of a setting at three skills, and wish for them."""
    now = Scenario.of(BOARD).parameters
    choices = [
        Choice(name, tuple(v for v in range(low, high + 1) if v != now[name]), now[name])
        for name, (low, high) in RANGES.items()
    ] + [Choice("cards_removed", (1, 2), 0), *(Choice(name, tweak=True) for name in TWEAKS)]
    skills = ((25.0, 0.5), (50.0, 0.5), (75.0, 0.5))
    goal = Goal("hidden", skills, (BOARD,), False, tuple(choices))
    by_name = {choice.name: choice for choice in choices}
    change = tuple((by_name[name], value) for name, value in hidden.items())
    with Games(TRUE_SEED, jobs=jobs) as games:
        true = Searcher(games, goal, people_of(goal), wishes_of(goal))
        true.play([change], TRUE_GAMES, "")
        rates = true.rates(change)
    print(f"wishes of {in_words(change, true.people[0])}: {np.round(100 * rates, 1)}", flush=True)
    wishes = tuple((wins, float(rate)) for (wins, _), rate in zip(skills, rates, strict=True))
    return replace(goal, wishes=wishes)


ASK = {"optuna": ask_optuna, "nevergrad": ask_nevergrad}

if __name__ == "__main__":
    main()

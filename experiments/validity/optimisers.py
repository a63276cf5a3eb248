"""Do optuna or nevergrad search better than we do? Games of a stand-in make the trial cheap.

The stand-in knows mean and spread of the results of three people, fitted to real games at random
settings; games of one seed share their luck. All get as many games as our search took, our trick
to read a target off played games, and a last round for their five best.
`python -m experiments.validity.optimisers --goals 12 --seeds 3`; pip install both first.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from statistics import NormalDist
from types import SimpleNamespace
from zlib import crc32

import numpy as np

from experiments.validity.hidden_goals import BOARD, goal_of
from rotwsim.analysis.goal import TARGET, Change, Goal, changed, is_combination
from rotwsim.analysis.goal_answer import FRESH_GAMES, FRESH_SEED
from rotwsim.analysis.goal_search import (
    FINALISTS,
    Searcher,
    find,
    pareto,
    people_of,
    refined,
    wishes_of,
    without_target,
)
from rotwsim.analysis.pool import Arm, Games
from rotwsim.scenario.scenario import Scenario

SETTINGS, FIT_GAMES = 60, 250  # of the fit
TRIAL_GAMES = 500  # of a trial of another optimiser, at each skill
ENOUGH = 0.02


def features_of(scenario: Scenario) -> np.ndarray:
    """Describe a scenario: changes, their squares and their products."""
    now = scenario.parameters
    moved = [now["start_cash"], now["base_exhaust"] - 4, now["cards_removed"]]
    moved += [5 - now["display_limit"], now["empty_city_trigger"] - 9]
    pairs = [a * b for place, a in enumerate(moved) for b in moved[:place]]
    return np.array([1, *moved, *(one**2 for one in moved[:3]), *pairs], float)


@dataclass
class StandIn:
    """Plays at once what games on average look like, as Games does for a search."""

    seed: int
    means: dict[float, np.ndarray]  # weights of the features, by the wins of a person
    spread: dict[float, float]
    shared: float  # of the variance, by all games of a seed
    counted: int = 0

    def reseeded(self, seed: int) -> StandIn:
        return replace(self, seed=seed)

    def all(self, arms: list[Arm], count: int, stage: str = "") -> list:
        return [self._played(arm.scenario, count) for arm in arms]

    def _played(self, scenario: Scenario, count: int) -> SimpleNamespace:
        self.counted += count
        luck = np.random.default_rng(self.seed).standard_normal(count)
        own = crc32(repr((self.seed, scenario.settings, scenario.tweaks, scenario.wins)).encode())
        more = np.random.default_rng(own).standard_normal(count)
        noise = np.sqrt(self.shared) * luck + np.sqrt(1 - self.shared) * more
        table = {"result": self.mean(scenario) + self.spread[scenario.wins] * noise}
        return SimpleNamespace(table=table | {"turns": np.full(count, 18.0)}, games=count)

    def mean(self, scenario: Scenario) -> float:
        return float(features_of(scenario) @ self.means[scenario.wins])

    def true_rate(self, scenario: Scenario) -> float:
        found = NormalDist(self.mean(scenario), self.spread[scenario.wins])
        return 1 - found.cdf(scenario.parameters[TARGET] - 0.5)


def fitted(goal: Goal) -> StandIn:
    """Play random settings and fit the stand-in to them."""
    people = people_of(goal)
    draw = random.Random(5)
    changes = [(), *(random_change(goal, people[0], draw) for _ in range(SETTINGS))]
    means, spread, shared = {}, {}, []
    with Games(3) as games:
        for person in people:
            scenarios = [changed(person, without_target(change)) for change in changes]
            played = games.all([Arm(one.title(), one) for one in scenarios], FIT_GAMES)
            results = np.array([arm.table["result"].to_numpy() for arm in played])
            features = np.array([features_of(one) for one in scenarios])
            means[person.wins], *_ = np.linalg.lstsq(features, results.mean(axis=1), rcond=None)
            spread[person.wins] = float(results.std(axis=1, ddof=1).mean())
            shared.append(np.corrcoef(results)[0, 1:].mean())
            off = results.mean(axis=1) - features @ means[person.wins]
            print(f"{person.wins:g} %: {off.std():.1f} points off the means of the fit", flush=True)
    return StandIn(1, means, spread, float(np.mean(shared)))


def random_change(goal: Goal, person: Scenario, draw: random.Random) -> Change:
    """Draw one change or two that go together."""
    while True:
        chosen = draw.sample(goal.choices, draw.choice((1, 2, 2)))
        change = tuple((choice, draw.choice(choice.values)) for choice in chosen)
        if is_combination(change, person):
            return change


def by_optimiser(ask: Callable, searcher: Searcher, budget: int) -> list[Change]:
    """Let an optimiser choose what is played, and give its best, with any target."""
    goal, tried = searcher.goal, set()

    def distance(change: Change) -> float:
        if not is_combination(change, searcher.people[0]):
            return 1.0
        if without_target(change) not in searcher.known:
            searcher.play([change], TRIAL_GAMES, "")
        near = [change, *refined(searcher, [change])]
        tried.update(near)
        return min(map(searcher.distance, near))

    last = FINALISTS * FRESH_GAMES * len(searcher.people)
    ask(goal, searcher.games, distance, budget - last)
    best = pareto(sorted(tried, key=searcher.distance))
    best = sorted(best, key=searcher.distance)[:FINALISTS]
    searcher.play(best, FRESH_GAMES, "")
    again = [*best, *(c for c in refined(searcher, best) if c not in best)]
    return pareto(sorted(again, key=searcher.distance))[:FINALISTS]


def ask_optuna(goal: Goal, games: StandIn, distance: Callable, budget: int) -> None:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    sampler = optuna.samplers.TPESampler(seed=games.seed, multivariate=True, group=True)
    names = {choice.name: choice for choice in goal.choices}

    def trial_of(trial) -> float:
        change = []
        for place, options in enumerate(([*names], [*names, "none"])):
            name = trial.suggest_categorical(f"choice{place}", options)
            if name != "none":
                values = names[name].values
                at = trial.suggest_int(f"{name}{place}", 0, len(values) - 1)
                change.append((names[name], values[at]))
        return distance(tuple(change))

    study = optuna.create_study(sampler=sampler)
    for _ in range(2_000):  # what was played already costs nothing
        if games.counted >= budget:
            break
        study.optimize(trial_of, 1)


def ask_nevergrad(goal: Goal, games: StandIn, distance: Callable, budget: int) -> None:
    import nevergrad as ng

    choices = [*goal.choices, None]
    wanted = ng.p.Tuple(
        ng.p.Choice(range(len(choices) - 1)),
        ng.p.Scalar(lower=0, upper=1),
        ng.p.Choice(range(len(choices))),
        ng.p.Scalar(lower=0, upper=1),
    )
    wanted.random_state.seed(games.seed)
    optimiser = ng.optimizers.NGOpt(wanted, budget=budget // (3 * TRIAL_GAMES))
    for _ in range(2_000):
        if games.counted >= budget:
            break
        asked = optimiser.ask()
        change = []
        for which, share in (asked.value[:2], asked.value[2:]):
            if choice := choices[which]:
                place = min(int(share * len(choice.values)), len(choice.values) - 1)
                change.append((choice, choice.values[place]))
        optimiser.tell(asked, distance(tuple(change)))


def ask_at_random(goal: Goal, games: StandIn, distance: Callable, budget: int) -> None:
    draw = random.Random(games.seed)
    while games.counted < budget:
        distance(random_change(goal, Scenario.of(BOARD), draw))


OTHERS = {"optuna": ask_optuna, "nevergrad": ask_nevergrad, "random": ask_at_random}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--goals", type=int, default=12)
    parser.add_argument("--seeds", type=int, default=3)
    asked = parser.parse_args()
    plain = goal_of({25: 0.5, 50: 0.5, 75: 0.5})
    people, draw = people_of(plain), random.Random(11)
    stand_in = fitted(plain)
    print(f"spread {stand_in.spread}, shared {stand_in.shared:.2f}", flush=True)
    gaps: dict[str, list[float]] = {name: [] for name in ("ours", *OTHERS)}
    budgets = []
    for _ in range(asked.goals):
        hidden = random_change(plain, people[0], draw)
        rates = [stand_in.true_rate(changed(person, hidden)) for person in people]
        goal = replace(plain, wishes=tuple(zip((25.0, 50.0, 75.0), rates, strict=True)))
        for seed in range(1, asked.seeds + 1):
            for name in gaps:
                games = replace(stand_in, seed=seed)
                searcher = Searcher(games, goal, people, wishes_of(goal))
                if name == "ours":
                    finalists, budget = find(searcher), games.counted
                    budgets.append(budget)
                else:
                    finalists = by_optimiser(OTHERS[name], searcher, budget)
                fresh = searcher.of(people, searcher.wishes, games.reseeded(seed + FRESH_SEED))
                fresh.play(finalists, FRESH_GAMES, "")
                best = min(finalists, key=fresh.distance)
                true = [stand_in.true_rate(changed(person, best)) for person in people]
                gaps[name].append(float(np.abs(np.array(true) - rates).max()))
        print({name: round(100 * float(np.mean(found)), 2) for name, found in gaps.items()})
    print(f"{len(budgets)} searches, {np.mean(budgets):,.0f} games each")
    for name, found in gaps.items():
        shown = np.array(found)
        print(
            f"{name}: {100 * shown.mean():.2f} pp off at the worst skill (median "
            f"{100 * np.median(shown):.2f}, worst {100 * shown.max():.2f}), "
            f"{100 * (shown <= ENOUGH).mean():.0f} % within 2 pp"
        )


if __name__ == "__main__":
    main()

"""Does the search find hidden settings? Wishes are the win rates of a known setting.

`python -m experiments.validity.hidden_goals --goals 3 --jobs 2`
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace

import numpy as np

from rotwsim.analysis.goal import Choice, Goal, in_words
from rotwsim.analysis.goal_search import Searcher, people_of, search, wishes_of
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--goals", type=int, default=len(HIDDEN))
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    for hidden in HIDDEN[: asked.goals]:
        begun = time.process_time()
        goal = hidden_goal(hidden, asked.jobs)
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


if __name__ == "__main__":
    main()

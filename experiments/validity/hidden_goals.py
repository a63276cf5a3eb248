"""Does the search find hidden settings? Wishes are the win rates of a known setting.

`python -m experiments.validity.hidden_goals --goals 3 --jobs 2`; `--first 1` begins with the second.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from rotwsim.analysis.goal import Choice, Goal, in_words
from rotwsim.analysis.goal_answer import search
from rotwsim.analysis.goal_search import Searcher, people_of, wishes_of
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
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    chosen = HIDDEN[asked.first : asked.first + asked.goals]
    found = sum(find_again(hidden, asked.jobs) for hidden in chosen)
    print(f"{found} of {len(chosen)} hidden settings found")


def find_again(hidden: dict[str, int], jobs: int) -> bool:
    """Search for the win rates of a setting; say what was found, and whether it is near enough."""
    begun = time.process_time()
    goal = hidden_goal(hidden, jobs)
    with Games(1, jobs=jobs) as games:
        found = search(games, Scenario.of(BOARD), goal)
        played = games.counted
    curve, table = found.tables["goal_curve"], found.tables["goal"]
    name = table["name"].iloc[0]
    best = curve[curve["name"] == name]
    off = float(np.abs(best["win_rate"] - best["wanted"]).max())
    is_found = off <= ENOUGH
    print(
        f"hidden {hidden}: found {name}, {100 * off:.1f} pp off at most on "
        f"fresh seeds, search to fresh {100 * table['searched_gap'].max():.1f} pp, "
        f"{played:,} games, {time.process_time() - begun:.0f} s of CPU: "
        f"{'found' if is_found else 'MISSED'}",
        flush=True,
    )
    return is_found


def goal_of(wishes: Mapping[float, float]) -> Goal:
    """Wish for win rates by skill, with all that may be changed."""
    now = Scenario.of(BOARD).parameters
    choices = [
        Choice(name, tuple(v for v in range(low, high + 1) if v != now[name]))
        for name, (low, high) in RANGES.items()
    ] + [Choice("cards_removed", (1, 2)), *(Choice(name, tweak=True) for name in TWEAKS)]
    asked = tuple((float(wins), rate) for wins, rate in wishes.items())
    return Goal("hidden", asked, (BOARD,), False, tuple(choices))


def hidden_goal(hidden: dict[str, int], jobs: int) -> Goal:
    """Measure the win rates of a setting at three skills, and wish for them."""
    goal = goal_of({25: 0.5, 50: 0.5, 75: 0.5})
    by_name = {choice.name: choice for choice in goal.choices}
    change = tuple((by_name[name], value) for name, value in hidden.items())
    with Games(TRUE_SEED, jobs=jobs) as games:
        true = Searcher(games, goal, people_of(goal), wishes_of(goal))
        true.play([change], TRUE_GAMES, "")
        rates = true.rates(change)
    print(f"wishes of {in_words(change, true.people[0])}: {np.round(100 * rates, 1)}", flush=True)
    skills = [wins for wins, _ in goal.wishes]
    return replace(goal, wishes=tuple(zip(skills, map(float, rates), strict=True)))


if __name__ == "__main__":
    main()

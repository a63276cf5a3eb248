"""How much does the expert gain by working toward a Duel Baron, for each goal word?

`python -m experiments.validity.baron_goals --games 2000` plays each goal with that Baron alone in
the row, and once more with an expert who ignores it.
"""

from __future__ import annotations

import argparse

import numpy as np

from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.scenario.own_rules import ADD, RULEBOOK, rules_in
from rotwsim.scenario.scenario import Scenario

POINTS = [3, 6]
GOALS = (  # a goal, tiers that an expert reaches in some games, what the Baron says besides
    ("hotels", (2, 4), {}),
    ("engine", (6, 8), {}),
    ("long_delivery", (5, 7), {}),
    ("links", (6, 9), {"goal_colours": ["red", "blue"]}),
    ("cities", (2, 3), {"goal_cities": ["Boston", "Chicago", "Atlanta"]}),
    ("colours", (4, 5), {}),
    ("pairs", (2, 4), {}),
    ("delivered", (4, 7), {"goal_colours": ["red"]}),
    ("sets", (2, 3), {}),
    ("double_link", (2, 3), {}),
    ("major_lines", (1, 3), {}),
    ("few_bonds", (12, 8), {"from_score": 50}),
    ("cash", (30, 60), {}),
    ("cards", (8, 12), {}),
    ("new_cities", (1, 3), {}),
    ("score", (90, 130), {}),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    print(f"{'goal':15}{'tiers':>8}{'Baron pays':>12}{'ignored':>9}{'result':>8}{'95 %':>7}")
    with Games(1, jobs=asked.jobs) as games:
        for goal, tiers, besides in GOALS:
            scenario = scenario_with(goal, tiers, besides)
            blind = scenario.varied(without=["barons"])
            pair = games.all([Arm("with", scenario), Arm("without", blind)], asked.games)
            paid = [float(column(arm, "points_barons").mean()) for arm in pair]
            gained = column(pair[0], "result") - column(pair[1], "result")
            chance = 1.96 * float(gained.std(ddof=1)) / len(gained) ** 0.5
            shown = "/".join(map(str, tiers))
            print(
                f"{goal:15}{shown:>8}{paid[0]:12.2f}{paid[1]:9.2f}{gained.mean():+8.2f}{chance:7.2f}",
                flush=True,
            )


def scenario_with(goal: str, tiers: tuple[int, ...], besides: dict) -> Scenario:
    """Play with one Baron of this goal in the row and no others."""
    baron = {"do": ADD, "name": goal, "goal": goal, "tiers": list(tiers), "points": POINTS}
    baron |= {"effect": "nothing"} | besides
    rules = {
        "extends": RULEBOOK,
        "parameters": {"barons_in_row": 1},
        "duel_barons": [baron],
    }
    plain = Scenario.of("eastern-us", barons=True, player="expert")
    return plain.with_rules(rules_in(rules, f"{goal}.toml")).varied(barons_in=[goal])


def column(arm: ArmGames, name: str) -> np.ndarray:
    return arm.table[name].to_numpy(dtype=float)


if __name__ == "__main__":
    main()

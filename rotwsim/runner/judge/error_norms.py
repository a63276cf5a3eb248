"""What persons of several skills lose by errors, and what a person's own errors say of the skill.

data/measured/errors.toml is written by `python -m rotwsim.runner.judge.error_norms` (`make
errors`); profiles of `rotwsim review` compare with it.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np

from rotwsim.scenario.files import write_whole
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import MEASURED
from rotwsim.scenario.scenario import Scenario

PATH = MEASURED / "errors.toml"
SKILLS = (25, 40, 50, 60, 75)  # per cent of the standard games won
SEED, GAMES = 930_001, 300
ONE_IN_TWENTY = 1.645  # standard errors


def skill_likelihood(errors: Sequence[float], results: Sequence[float] = ()) -> dict[int, float]:
    """Give the log likelihood of each skill by the points lost a game, and by results if given.

    A game counts as a draw from the games of persons of that skill: errors and results together,
    as they go together there.
    """
    found = {}
    for wins, norm in norms().items():
        seen = np.column_stack([errors, results]) if len(results) else np.array(errors)[:, None]
        size = seen.shape[1]
        mean, spread = np.array(norm["mean"])[:size], np.array(norm["spread"])[:size, :size]
        gaps = seen - mean
        square = (gaps @ np.linalg.inv(spread) * gaps).sum()
        found[wins] = float(-0.5 * (square + len(seen) * np.log(np.linalg.det(spread))))
    return found


def norms() -> dict[int, dict]:
    """Read mean and covariance of errors and results by skill."""
    rows = read_toml(PATH, PATH.name)["norms"]
    return {int(wins): row for wins, row in rows.items()}


def games_to_separate(low: int = 40, high: int = 60) -> dict[str, float]:
    """Give how many games set two persons apart, with one error in twenty, by each measure."""
    rows = norms()
    gap = np.array(rows[high]["mean"]) - np.array(rows[low]["mean"])
    spread = (np.array(rows[high]["spread"]) + np.array(rows[low]["spread"])) / 2
    share = (low + high) / 200
    distance = {
        "wins": ((high - low) / 100) ** 2 / (share * (1 - share)),
        "errors": gap[0] ** 2 / spread[0, 0],
        "results": gap[1] ** 2 / spread[1, 1],
        "errors and results": gap @ np.linalg.inv(spread) @ gap,
    }
    return {name: (2 * ONE_IN_TWENTY) ** 2 / float(one) for name, one in distance.items()}


def main() -> None:
    """Judge games of persons on Eastern US and write what they lose."""
    from rotwsim.core.state.log import no_log
    from rotwsim.runner.judge.many_games import judge_games
    from rotwsim.runner.judge.records import AREAS
    from rotwsim.runner.play import new_outcomes, play_games, rules_of

    given = argparse.ArgumentParser(description=main.__doc__)
    given.add_argument("--games", type=int, default=GAMES, help="of each person")
    asked = given.parse_args()
    lines = [
        "# Points that persons lose a game by errors, by area, and mean and covariance of errors",
        "# and results; Eastern US without Barons. Written by `make errors`.",
        f"\ngames = {asked.games}  # of each person\n",
    ]
    for wins in SKILLS:
        scenario = Scenario.of("eastern-us", player="person", wins=float(wins))
        rules = rules_of(scenario)
        outcomes = new_outcomes(rules, asked.games)
        play_games(rules, SEED, 0, outcomes, no_log())
        judged = judge_games(scenario, SEED, outcomes["result"], 1)
        both = np.column_stack([judged.errors.sum(axis=1), judged.results])
        areas = zip(AREAS, judged.errors.mean(axis=0), strict=True)
        shown = [f'"{area}" = {points:.2f}' for area, points in areas]
        lines += [f"[persons.{wins}]", *shown, f"\n[norms.{wins}]"]
        spread = np.cov(both.T).round(2).tolist()
        lines += [f"mean = {both.mean(axis=0).round(2).tolist()}", f"spread = {spread}\n"]
        print(f"wins {wins} %: loses {both[:, 0].mean():.1f} points a game", flush=True)
    write_whole(PATH, "\n".join(lines))
    print({name: round(games, 1) for name, games in games_to_separate().items()})


if __name__ == "__main__":
    main()

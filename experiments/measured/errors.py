"""Measure what people of several skills lose by errors: `python -m experiments.measured.errors`."""

from __future__ import annotations

import argparse

import numpy as np

from rotwsim.runner.judge.many_games import ArmJudged, judge_games
from rotwsim.runner.judge.one_game import AREAS
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.rulebook import MEASURED
from rotwsim.scenario.scenario import Scenario

PATH = MEASURED / "errors.toml"
SKILLS = (10, 25, 40, 50, 60, 75, 90)  # per cent of the standard games won
SEED, GAMES = 930_001, 300
HEAD = """\
# Points that persons lose a game by errors, by area, and mean and covariance of errors and
# results, without the noise of few rollouts; Eastern US without Barons. Written by `make errors`.

games = {games}  # of each person
"""


def main() -> None:
    """Judge games of persons on Eastern US and write what they lose."""
    given = argparse.ArgumentParser(description=main.__doc__)
    given.add_argument("--games", type=int, default=GAMES, help="of each person")
    games = given.parse_args().games
    lines = [HEAD.format(games=games)]
    for wins in SKILLS:
        scenario = Scenario.of("eastern-us", player="person", wins=float(wins))
        lines += lines_of(wins, judge_games(scenario, SEED, games))
    write_whole(PATH, "\n".join(lines))


def lines_of(wins: int, judged: ArmJudged) -> list[str]:
    """Write what a person loses by area, and how errors and results go together."""
    both = np.column_stack([judged.errors.sum(axis=1), judged.results])
    spread = np.cov(both.T)
    spread[0, 0] -= np.mean([game.errors_noise for game in judged.games])
    shown = zip(AREAS, judged.errors.mean(axis=0), strict=True)
    print(f"wins {wins} %: loses {both[:, 0].mean():.1f} points a game", flush=True)
    return [
        f"[persons.{wins}]",
        *(f'"{area}" = {points:.2f}' for area, points in shown),
        f"\n[norms.{wins}]",
        f"mean = {both.mean(axis=0).round(2).tolist()}",
        f"spread = {spread.round(2).tolist()}\n",
    ]


if __name__ == "__main__":
    main()

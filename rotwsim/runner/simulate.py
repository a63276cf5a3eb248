"""Games as a table for notebooks: one call, one DataFrame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rotwsim.rules.scenario import Scenario
from rotwsim.runner.run import run_games
from rotwsim.runner.seat_rows import seat_rows

if TYPE_CHECKING:
    import pandas as pd


def simulate(
    scenario: Scenario | str, games: int = 1000, seed: int = 1, jobs: int | None = None, **options
) -> pd.DataFrame:
    """Plays games of a scenario (or of a board by its name) and returns one row per game, at a
    table one row per game and seat.

    `jobs` is the number of cores, all unless told; further options are those of `run_games`.
    The table's `attrs` say what was played: scenario, seed, digest.

    >>> rotwsim.simulate(Scenario.of("eastern-us", player="random"), games=1000).won.mean()
    >>> rotwsim.simulate(Scenario.of(seats=["4*casual"]), games=100).groupby("seat").score.mean()
    """
    if isinstance(scenario, str):
        scenario = Scenario.of(scenario)
    run = run_games(scenario, games, seed, jobs=jobs, **options)
    if run.interrupted:
        raise KeyboardInterrupt
    table = seat_rows(scenario, run.table) if scenario.seats else run.table
    table.attrs.update(scenario=scenario.describe(), seed=run.seed, digest=run.digest)
    return table

"""Games as a table for notebooks: one call, one DataFrame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from inspect import signature
from typing import TYPE_CHECKING

from rotwsim.runner.notebook import notebook_bar
from rotwsim.runner.readable_frame import named
from rotwsim.runner.run import run_games
from rotwsim.runner.seat_rows import seat_rows
from rotwsim.scenario.options import among
from rotwsim.scenario.scenario import Scenario, scenario_of

if TYPE_CHECKING:
    import pandas as pd


def simulate(
    scenario: Scenario | str, games: int = 1000, seed: int = 1, jobs: int | None = None, **options
) -> pd.DataFrame:
    """Plays games of a scenario (or of a board by its name) and returns one row per game, at a
    table one row per game and seat.

    `jobs` is the number of cores, all unless told; further options are those of `run_games`.
    The table's `attrs` say what was played: scenario, seed, digest; `rotwsim.columns()` tells what
    its columns mean. A notebook shows a bar.

    >>> games = rotwsim.simulate(rotwsim.Scenario.of(player="random"), games=20)
    >>> len(games), bool(games.won.any())
    (20, False)
    """
    check_keywords("simulate", options, run_games)
    scenario = scenario_of(scenario)
    with notebook_bar() as tell:
        shown = {"watch": lambda run: tell(run.games, run.wanted), **options}
        run = run_games(scenario, games, seed, jobs=jobs, **shown)
    if run.interrupted:
        raise KeyboardInterrupt
    if scenario.seats:
        table = seat_rows(scenario, run.table)
    else:
        table = named(scenario, run.table) if "columns" not in options else run.table
    table.attrs.update(scenario=scenario.describe(), seed=run.seed, digest=run.digest)
    return table


def check_keywords(name: str, given: Mapping, function: Callable) -> None:
    """Refuses a keyword that a function does not take, with the nearest that it does."""
    for keyword in given:
        among(f"option of {name}", keyword, list(signature(function).parameters))

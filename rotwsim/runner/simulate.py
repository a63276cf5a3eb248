"""Play games and return a DataFrame, with a progress bar in notebooks."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from inspect import signature
from typing import TYPE_CHECKING, Any

from rotwsim.runner.game_columns import named, seat_rows
from rotwsim.runner.run import run_games
from rotwsim.runner.skill import with_knob
from rotwsim.scenario.options import PERSON, among
from rotwsim.scenario.scenario import Scenario, scenario_of

if TYPE_CHECKING:
    import pandas as pd


def simulate(
    scenario: Scenario | str,
    games: int = 1000,
    seed: int = 1,
    jobs: int | None = None,
    *,
    wins: float = 0,
    errs: str = "",
    on: str = "",
    **options,
) -> pd.DataFrame:
    """Play games of a scenario (or of a board by its name) and return one row per game, in
    multiplayer one row per game and seat.

    A person plays a board given by its name: one who wins half of the standard games, or `wins` per
    cent of them, on the board `on` if it is named, and errs as `errs` says. `jobs` is the number of
    cores, by default all; further options are those of `run_games`. The table's `attrs` say what
    was played: scenario, seed, digest; `rotwsim.columns()` explains its columns. A notebook shows
    a bar.

    >>> games = rotwsim.simulate(rotwsim.Scenario.of(player="random"), games=20)
    >>> len(games), bool(games.won.any())
    (20, False)
    """
    check_keywords("simulate", options, run_games)
    scenario = with_knob(scenario_of(scenario, player=PERSON, wins=wins, errs=errs, on=on))
    with notebook_bar() as show:
        shown = {"watch": lambda run: show(run.games, run.wanted), **options}
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
    """Refuse a keyword that a function does not take, with the nearest that it does."""
    for keyword in given:
        among(f"option of {name}", keyword, list(signature(function).parameters))


PATIENCE = 2.0  # seconds without a bar
NO_BAR = "ROTWSIM_NO_BAR"  # set while notebooks are stored: a bar would leave its lines in them
BAR = 24  # letters

Show = Callable[[int, int], None]


@contextmanager
def notebook_bar() -> Iterator[Show]:
    """Give `show(done, wanted)`, which draws a bar after two seconds in a notebook."""
    if not in_notebook() or os.environ.get(NO_BAR):
        yield lambda done, wanted: None
        return
    from IPython.display import display

    begun = time.monotonic()
    handle: Any = None

    def draw(line: str) -> None:
        nonlocal handle
        shown = {"text/plain": line}
        if handle is None:
            handle = display(shown, raw=True, display_id=True)
        else:
            handle.update(shown, raw=True)

    def show(done: int, wanted: int) -> None:
        if time.monotonic() - begun >= PATIENCE:
            full = BAR * done // max(wanted, 1)
            draw(f"{'█' * full}{'░' * (BAR - full)} {done:,}/{wanted:,} games")

    try:
        yield show
    finally:
        if handle:
            draw("")  # a stored notebook has no bar in it


def in_notebook() -> bool:
    """Check whether this process is the kernel of a notebook."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return type(shell).__name__ == "ZMQInteractiveShell"

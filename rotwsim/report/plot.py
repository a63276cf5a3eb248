"""Plots for notebooks, in the look of the pages.

>>> games = rotwsim.simulate(rotwsim.Scenario.of(player="random"), games=20)
>>> figure = rotwsim.plot.scores({"standard game": games})
>>> len(figure.axes)
1
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

NEEDED = ("result", "target")


def scores(
    games: Mapping[str, pd.DataFrame] | pd.DataFrame | Path | str,
    by: str = "",
    *,
    target: float | None = None,
    width: float = 9.0,
) -> Figure:
    """Draw the ridge plot of scores: a hill per way to play, won in blue and lost in orange.

    `games` are tables of `rotwsim.simulate` by name, one table with a column to split it `by`, or
    the folder of an experiment. `target` replaces that of the games; `width` is in inches.
    """
    from rotwsim.report.figures.style import drawn_for, in_style

    with in_style(), drawn_for(width):
        if isinstance(games, Path | str):
            return _of_folder(str(games))
        return _of_tables(_split(games, by), target)


def _of_folder(wanted: str) -> Figure:
    from rotwsim.report.figures import scores as figures
    from rotwsim.report.results import find_results, read_results
    from rotwsim.scenario.schema import DataError

    results = read_results(find_results(wanted))
    for draw in (figures.scores_by_tweak, figures.scores_by_baron, figures.scores_by_map):
        for picture in draw(results):
            return picture.figure
    raise DataError(f"{wanted} has no scores of solo games")


def _split(games: Mapping | pd.DataFrame, by: str) -> dict[str, pd.DataFrame]:
    from rotwsim.scenario.options import among

    if isinstance(games, Mapping):
        return {str(name): table for name, table in games.items()}
    if not by:
        return {"": games}
    among("column", by, list(map(str, games.columns)))
    return {str(name): own for name, own in games.groupby(by, sort=False)}


def _of_tables(tables: Mapping[str, pd.DataFrame], target: float | None) -> Figure:
    from rotwsim.report.figures.ridge import Hill, Range, ridge
    from rotwsim.scenario.schema import DataError

    hills = []
    for name, table in tables.items():
        missing = [c for c in NEEDED if c not in table and not (c == "target" and target)]
        if missing or not len(table):
            raise DataError(
                f"{name or 'the table'} has no {' and no '.join(missing) or 'games'}; a ridge plot "
                "takes solo games as rotwsim.simulate gives them"
            )
        counts = table["result"].value_counts().sort_index()
        aim = target if target is not None else table["target"].iloc[0]
        hills.append(Hill(name, counts.index.to_list(), counts.to_list(), float(aim)))
    return ridge([Range(hills)])

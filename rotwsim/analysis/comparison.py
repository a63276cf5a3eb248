"""Compare in Python: scenarios, texts or tables of games in, one row per variant out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any, ClassVar

import pandas as pd

from rotwsim.analysis.pool import Games, counted_games
from rotwsim.analysis.questions.compare import BASELINE, arm_of
from rotwsim.analysis.questions.compare import compare as compare_played
from rotwsim.analysis.results import Answer
from rotwsim.analysis.verdict_table import Side, verdict_table
from rotwsim.runner.person_calibration import with_knob
from rotwsim.scenario.options import PERSON
from rotwsim.scenario.scenario import Scenario, scenario_of
from rotwsim.scenario.schema import DataError
from rotwsim.stats import MARGIN

Given = Scenario | pd.DataFrame | str  # what a side can be given as


class Comparison(pd.DataFrame):
    """One row per variant, the easiest first; what else was found is in `answer`."""

    answer: Answer
    _metadata: ClassVar[list[str]] = ["answer"]

    @property
    def _constructor(self) -> type[pd.DataFrame]:
        return pd.DataFrame  # a part of the rows is a plain table

    @property
    def flips(self) -> pd.DataFrame:
        """Games that only one side won, each with the words that replay it."""
        return self.answer.tables.get("flips", pd.DataFrame())

    @property
    def causes(self) -> pd.DataFrame:
        return self.answer.tables.get("causes", pd.DataFrame())


def compare(
    baseline: Given = "eastern-us",
    variants: Mapping[str, Given] | Sequence[Given] | Given = (),
    *,
    all_tweaks: bool = False,
    games: int | None = None,
    precision: float | None = None,
    sequential: bool = False,
    margin: float = MARGIN,
    wins: float = 0,
    errs: str = "",
    on: str = "",
    seed: int = 1,
    out: Path | str | None = None,
    jobs: int | None = None,
    using: Games | None = None,
) -> Comparison:
    """Put win rates side by side, with seats those of the first; all shares are fractions.

    The baseline is a scenario, a board by name, or a table of games; variants are scenarios, tables
    or texts such as "short: tweak=cards-2", one, a list or by name. Tables are compared with tables
    and must hold the same games of the same seed. With a precision or a sequential test a variant
    stops as soon as its difference is known to ± precision, or decided; `games` is then the most.
    `wins`, `errs` and `on` name the person who plays, by default one who wins half of the standard
    games, see `rotwsim.simulate`.
    `using` plays the games in place of seed, out and jobs.

    >>> scenario = rotwsim.Scenario.of(player="club")
    >>> found = rotwsim.compare(scenario, ["short: tweak=cards-2", "player=casual"], games=50)
    >>> found.games.tolist()
    [50, 50]
    """
    named = names_of(variants)
    if isinstance(baseline, pd.DataFrame):
        plays = {"games": games, "precision": precision, "sequential": sequential or None}
        plays |= {"out": out, "all_tweaks": all_tweaks or None, "jobs": jobs, "using": using}
        plays |= {"wins": wins or None, "errs": errs or None, "on": on or None}
        if useless := [name for name, value in plays.items() if value is not None]:
            raise DataError(f"tables hold games already; leave out {', '.join(useless)}")
        sides = [Side(name, table) for name, table in named]
        for side in sides:
            if not isinstance(side.table, pd.DataFrame):
                raise DataError(f'"{side.name}" is no table of games, but its baseline is')
        answer = Answer({"compare": verdict_table(Side(BASELINE, baseline), sides, margin)})
    else:
        # Variants keep the person of the baseline.
        scenario = with_knob(scenario_of(baseline, player=PERSON, wins=wins, errs=errs, on=on))
        for name, given in named:
            if isinstance(given, pd.DataFrame):
                raise DataError(f'"{name}" is a table of games, but its baseline is none')
        arms = [arm_of(name, given, scenario) for name, given in named]
        with nullcontext(using) if using else counted_games(seed, out, jobs) as played:
            stop = games, precision, sequential
            answer = compare_played(played, scenario, arms, all_tweaks, *stop, margin)
    found = Comparison(answer.tables["compare"])
    found.answer = answer
    return found


def names_of(variants: Any) -> list[tuple[str, Any]]:
    """Name the variants: given by name, one alone or in a list; texts name themselves."""
    if isinstance(variants, Mapping):
        return list(variants.items())
    if isinstance(variants, str | Scenario | pd.DataFrame):
        variants = [variants]
    return [
        (given, None) if isinstance(given, str) else (f"variant {number}", given)
        for number, given in enumerate(variants, start=1)
    ]

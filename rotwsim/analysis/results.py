"""The results folder: a manifest, and every table, as CSV or, where it is long, as Parquet."""

from __future__ import annotations

import json
import platform
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from rotwsim.analysis.pool import ArmGames
from rotwsim.runner.store import now, remove_unfinished, versions
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.player_numbers import signature_of
from rotwsim.scenario.schema import DataError
from rotwsim.stats import CONFIDENCE, MARGIN, Estimate

if TYPE_CHECKING:
    import pandas as pd

    from rotwsim.scenario.scenario import Scenario

MANIFEST = "manifest.json"
TABLES = "tables"
FORMS = ("csv", "parquet")
LONGEST_CSV = 1_000  # rows; a longer table is Parquet
PACKAGES = ("rotwsim", "numpy", "numba", "pandas", "scipy", "pyarrow", "joblib")
DIGITS = 6  # significant ones in CSV; Parquet keeps all
Table: TypeAlias = "pd.DataFrame"  # pandas is loaded when there are games
Given = ParamSpec("Given")


@dataclass
class Answer:
    """What an analysis found: tables, arms to show, what is striking, what is not allowed for."""

    tables: dict[str, Table] = field(default_factory=dict)
    arms: list[ArmGames] = field(default_factory=list)
    alerts: list[str] = field(default_factory=list)
    caveats: list[str] = field(default_factory=list)
    games: int = 0  # that it rests on, shown as arms or not
    question: str = ""  # where a file asks, not the parameters

    def add(self, other: Answer) -> None:
        """Takes in another answer; tables of the same name are put below each other."""
        for name, table in other.tables.items():
            self.tables[name] = stacked(
                [self.tables[name], table] if name in self.tables else [table]
            )
        known = {arm.name for arm in self.arms}
        self.arms += [arm for arm in other.arms if arm.name not in known]
        self.alerts += [alert for alert in other.alerts if alert not in self.alerts]
        self.caveats += [caveat for caveat in other.caveats if caveat not in self.caveats]


def frame(rows: Iterable[dict] | dict, columns: Sequence[str] | None = None) -> Table:
    """Make a table; one that may be without rows names its columns."""
    import pandas as pd

    given = rows if isinstance(rows, dict) else list(rows)
    return pd.DataFrame(given, columns=None if columns is None else list(columns))


def tabled(
    by: str = "", columns: Sequence[str] | None = None
) -> Callable[[Callable[Given, Iterable[dict]]], Callable[Given, Table]]:
    """Make a function that gives rows give a table of them, the largest of a column first."""

    def decorate(rows: Callable[Given, Iterable[dict]]) -> Callable[Given, Table]:
        @wraps(rows)
        def table(*args: Given.args, **named: Given.kwargs) -> Table:
            found = frame(rows(*args, **named), columns)
            return found.sort_values(by, ascending=False, ignore_index=True) if by else found

        return table

    return decorate


def ends(name: str, found: Estimate, of: str = "") -> dict[str, float]:
    """Give the columns of an estimate: the value by its name, and the ends of what `of` says."""
    return {name: found.value, f"{of}low": found.low, f"{of}high": found.high}


def board_facts(scenario: Scenario) -> dict[str, Any]:
    board = scenario.board
    return {"board": board.name, "board_title": board.title, "barons": bool(scenario.barons)}


def rows_of(table: Table) -> list[Any]:
    return list(table.itertuples())


def table_of(
    rows: Callable[[ArmGames], Iterable[dict]],
    arms: Iterable[ArmGames],
    head: Callable[[ArmGames], dict] = lambda arm: {"arm": arm.name},
) -> Table:
    """Put the rows that each arm gives below each other, after what heads them."""
    return frame([head(arm) | row for arm in arms for row in rows(arm)])


def stacked(parts: Sequence[dict | Table]) -> Table:
    import pandas as pd

    return pd.concat([pd.DataFrame(part) for part in parts], ignore_index=True)


def nearest_target(results: ArrayLike, wins: float) -> int:
    """Find the target that the number of games nearest to these wins reaches."""
    results = np.asarray(results)
    targets = np.arange(int(results.min()), int(results.max()) + 2)
    reached = len(results) - np.searchsorted(np.sort(results), targets)
    return int(targets[np.argmin(np.abs(reached - wins))])


@dataclass(frozen=True)
class Asked:
    """What was asked: the question in a sentence, a name, and the experiment as data."""

    question: str
    name: str
    command: str
    experiment: dict = field(default_factory=dict)
    analyses: tuple[str, ...] = ()
    margin: float = MARGIN
    started: str = field(default_factory=now)
    begun: float = field(default_factory=time.perf_counter)


def write_results(folder: Path, asked: Asked, answer: Answer) -> None:
    """Write the whole folder; of earlier tables only those that its manifest names are removed."""
    from rotwsim.analysis.tables import arm_tables

    earlier = check_folder(folder)
    tables = {**(arm_tables(answer.arms) if answer.arms else {}), **answer.tables}
    place = folder / TABLES
    place.mkdir(parents=True, exist_ok=True)
    for name in set(earlier) - set(tables):
        for form in FORMS:
            (place / f"{name}.{form}").unlink(missing_ok=True)
    remove_unfinished(place)
    for name, table in tables.items():
        is_long = len(table) > LONGEST_CSV
        content = table.to_parquet(index=False) if is_long else as_csv(table, DIGITS).encode()
        write_whole(place / f"{name}.{FORMS[is_long]}", content)
        (place / f"{name}.{FORMS[not is_long]}").unlink(missing_ok=True)  # of an earlier answer
    manifest = manifest_of(asked, answer, list(tables))
    text = json.dumps(manifest, indent=2, ensure_ascii=False, default=str)
    write_whole(folder / MANIFEST, f"{text}\n".encode(), lasting=True)


def check_folder(folder: Path) -> list[str]:
    """Refuse a folder that holds something else; give the tables an earlier answer left there."""
    if folder.exists() and not folder.is_dir():
        raise DataError(f"{folder} is a file; --out names a folder")
    manifest = folder / MANIFEST
    if not manifest.exists():
        return []
    try:
        content = json.loads(manifest.read_text(encoding="utf-8"))
    except ValueError:
        content = None
    if not isinstance(content, dict) or "analyses" not in content:
        raise DataError(f"{folder} holds something else; give another folder to --out")
    named = content.get("tables", [])
    # A name with a path in it is none that was written here.
    return [name for name in named if isinstance(name, str) and name.isidentifier()]


def manifest_of(asked: Asked, answer: Answer, tables: list[str]) -> dict:
    """Give everything that is needed to do it again, and what was striking."""
    return {
        "question": asked.question,
        "name": asked.name,
        "command": asked.command,
        "experiment": asked.experiment,
        "analyses": list(asked.analyses),
        "games": answer.games or sum(arm.games for arm in answer.arms),
        "arms": [described(arm) for arm in answer.arms],
        "tables": tables,
        "confidence": CONFIDENCE,
        "margin": asked.margin,
        "alerts": answer.alerts,
        "caveats": answer.caveats,
        "versions": dict(versions(PACKAGES)),
        "machine": f"{platform.system()} {platform.machine()}",
        "started": asked.started,
        "seconds": round(time.perf_counter() - asked.begun, 1),
    }


def games_quoted(folder: Path) -> dict[str, int]:
    """Count the games that results below a folder speak of, by the folder of the games."""
    quoted: dict[str, int] = {}
    for path in sorted(folder.glob(f"*/{MANIFEST}")):
        try:
            arms = json.loads(path.read_text(encoding="utf-8"))["arms"]
            quoted |= {arm["folder"]: int(arm["games"]) for arm in arms}
        except (ValueError, KeyError, TypeError):
            continue  # a folder of something else
    return quoted


def described(arm: ArmGames) -> dict:
    return {
        "arm": arm.name,
        "title": arm.scenario.title(),
        "command": f"rotwsim run {arm.scenario.command()} --games {arm.games} --seed {arm.seed}",
        "scenario": arm.scenario.describe(),
        "games": arm.games,
        "seed": arm.seed,
        "digest": arm.digest,
        "signature": signature_of(arm.scenario),
        "folder": arm.folder,
    }


FORMULA = r"=+\-@\t\r"  # letters that a spreadsheet takes for the start of one
GUARD = "'"


def as_csv(table: Table, digits: int) -> str:
    """Write rows with `digits` significant digits; text that begins like a formula is guarded."""
    return guarded(table).to_csv(index=False, float_format=f"%.{digits}g", lineterminator="\n")


def guarded(table: Table) -> Table:
    """Give the table with an apostrophe in front of every text that begins like a formula."""
    return table.replace(rf"^(?=[{FORMULA}])", GUARD, regex=True)


def unguarded(table: Table) -> Table:
    """Give the table as it was before it was guarded."""
    return table.replace(rf"^{GUARD}(?=[{FORMULA}])", "", regex=True)

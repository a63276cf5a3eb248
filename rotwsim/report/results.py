"""A results folder as `rotwsim experiment` writes it: read, cleaned, and what is wrong with it.

Whatever leaves this file can be drawn and counted: numbers are finite, shares are shares, low ends
do not exceed high ends. `faults` names what was left out.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from rotwsim.analysis.results import unguarded
from rotwsim.report.columns import FLAG, LIMITS, TEXT, kinds_of, known_tables
from rotwsim.report.wording import SPACE, with_people
from rotwsim.scenario.reading import describe, one_line, suggest
from rotwsim.scenario.schema import DataError
from rotwsim.stats import CONFIDENCE, MARGIN

MANIFEST = "manifest.json"
FOLDER = Path("results")
INTERVALS = tuple(
    (f"{start}low", f"{start}high")
    for start in ("", "result_", "effect_", "effect_wins_", "fair_", "boxes_", "boxes_difference_")
)
# How columns begin that results of earlier versions do not have.
MAY_LACK = ("boxes_", "with_", "without_", "besides", "keys", "kinds_", "more_games")
MAY_BE_EMPTY = "flips"
YES = {"true", "1", "1.0", "yes"}
Row = dict[str, Any]


class Rows(list[Row]):
    """Rows of a table as plain records: what findings and figures are made of."""

    def column(self, name: str) -> list[Any]:
        """List the values of a column; none where the table has no such column."""
        return [row[name] for row in self if name in row]

    def has(self, *names: str) -> bool:
        return bool(self) and set(names) <= set(self[0])

    def kinds(self, name: str) -> list[Any]:
        """List the different values of a column in the order of the rows."""
        return list(dict.fromkeys(self.column(name)))

    def where(self, keep: Callable[[Row], object] | None = None, **values: object) -> Rows:
        """Choose the rows that pass a test and have these values."""
        return Rows(
            row
            for row in self
            if (keep is None or keep(row)) and all(row.get(name) == v for name, v in values.items())
        )

    def ordered(self, by: str | Callable[[Row], Any], *, descending: bool = False) -> Rows:
        """Sort by a column, or by what a function makes of a row."""
        key = (lambda row: row[by]) if isinstance(by, str) else by
        return Rows(sorted(self, key=key, reverse=descending))

    def by(self, *names: str) -> dict[Any, Rows]:
        """Group by a column, or by several, in the order of the rows."""
        groups: dict[Any, Rows] = {}
        for row in self:
            key = row[names[0]] if len(names) == 1 else tuple(row[name] for name in names)
            groups.setdefault(key, Rows()).append(row)
        return groups

    def once(self, *names: str) -> Rows:
        return Rows(group[0] for group in self.by(*names).values())

    def largest(self, name: str) -> Row:
        return max(self, key=lambda row: row[name])

    def smallest(self, name: str) -> Row:
        return min(self, key=lambda row: row[name])

    def farthest(self, name: str) -> Row:
        """Find the row whose value is farthest from zero."""
        return max(self, key=lambda row: abs(row[name]))

    def assign(self, **columns: list[Any]) -> Rows:
        """Add columns, each a list of a value per row."""
        return Rows(
            row | dict(zip(columns, values, strict=True))
            for row, *values in zip(self, *columns.values(), strict=True)
        )


def is_known(row: Row, name: str) -> bool:
    """Ask whether a row has a value, which NaN is not."""
    value = row.get(name)
    return value is not None and value == value


def rows_of(table: pd.DataFrame) -> Rows:
    return Rows({str(k): value for k, value in row.items()} for row in table.to_dict("records"))


@dataclass(frozen=True)
class Results:
    """What an experiment gave: the manifest, its tables by name, and what could not be used."""

    folder: Path
    manifest: dict
    tables: dict[str, pd.DataFrame]
    faults: list[str] = field(default_factory=list)
    kept: dict[str, Rows] = field(default_factory=dict, init=False, compare=False)

    def rows(self, table: str, *columns: str) -> Rows:
        """Choose the rows in which these columns are known; none if a column is missing."""
        if table not in self.kept:
            found = self.tables.get(table)
            self.kept[table] = Rows() if found is None else rows_of(found)
        return self.kept[table].where(lambda row: all(is_known(row, name) for name in columns))

    @cached_property
    def margin(self) -> float:
        """Read the difference of win rates that matters, as a fraction."""
        return self._number("margin", MARGIN)

    @cached_property
    def confidence(self) -> float:
        level = self._number("confidence", CONFIDENCE)
        return level if level < 1 else CONFIDENCE

    @property
    def level(self) -> str:
        return f"{100 * self.confidence:.4g}{SPACE}%"

    @property
    def arms(self) -> list[dict]:
        return self.listed("arms", dict)

    @property
    def caveats(self) -> list[str]:
        """List what the numbers do not allow for, as the analysis says."""
        return [one_line(text) for text in self.listed("caveats") if text]

    def listed(self, key: str, kind: type = object) -> list:
        """Read a list of the manifest, as far as it holds values of this kind."""
        found = self.manifest.get(key)
        return [one for one in found if isinstance(one, kind)] if isinstance(found, list) else []

    def asked(self, *keys: str) -> Any:
        """Read a value from the tables of the experiment's file."""
        found = self.manifest.get("experiment")
        for key in keys:
            found = found.get(key) if isinstance(found, dict) else None
        return found

    def text(self, key: str) -> str:
        value = self.manifest.get(key)
        return one_line(value) if isinstance(value, str | int | float) else ""

    def _number(self, key: str, default: float) -> float:
        value = self.manifest.get(key, default)
        return value if isinstance(value, float) and value > 0 else default


def find_results(wanted: str) -> Path:
    """Find the folder of a result: a folder, an experiment file, or the name of either."""
    path = Path(wanted)
    for folder in (path, FOLDER / path.stem if path.suffix == ".toml" else FOLDER / wanted):
        if folder.is_dir():
            return folder
    known = sorted(found.parent.name for found in FOLDER.glob(f"*/{MANIFEST}"))
    raise DataError(f"no results of {describe(wanted)} in {FOLDER}{suggest(wanted, known)}")


def read_results(folder: Path) -> Results:
    """Read a folder; a table that is damaged is left out and named in `faults`."""
    manifest = _read_manifest(folder)
    faults: list[str] = []
    found = {}
    places = folder / "tables"
    present = {path.stem for path in places.glob("*") if path.suffix in (".csv", ".parquet")}
    for name in [*known_tables(), *sorted(present - set(known_tables()))]:
        if name in present:
            table = _read_table(places, name, faults)
            if table is not None and (clean := _cleaned(name, table, faults)) is not None:
                found[name] = clean
    if not found:
        said = f": {faults[0]}" if faults else ""
        raise DataError(f"{folder} holds no table that a report could be made of{said}")
    results = Results(folder, manifest, found, faults)
    if "arms" in found:
        found["arms"] = with_people(found["arms"], results.asked("scenario", "wins"))
    return results


def _read_manifest(folder: Path) -> dict:
    path = folder / MANIFEST
    if not path.is_file():
        raise DataError(f"{folder} has no {MANIFEST}; rotwsim experiment writes one")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise DataError(f"{path} is damaged: {error}") from None
    if not isinstance(manifest, dict):
        raise DataError(f"{path} is damaged: it holds no JSON object")
    if not (folder / "tables").is_dir():
        what = "the games of a single run" if "behaviour" in manifest else "no folder tables"
        raise DataError(f"{folder} holds {what}; a report is made of what rotwsim experiment wrote")
    return manifest


def _read_table(places: Path, name: str, faults: list[str]) -> pd.DataFrame | None:
    """Read a table from its Parquet file, from its CSV if that is damaged."""
    for path in (places / f"{name}.parquet", places / f"{name}.csv"):
        try:
            if path.suffix == ".csv" and path.is_file():
                return unguarded(pd.read_csv(path, keep_default_na=False, na_values=[""]))
            if path.is_file():  # as bytes: a path must be UTF-8 for pyarrow
                return pd.read_parquet(io.BytesIO(path.read_bytes()))
        except (ValueError, OSError) as error:  # what pandas and pyarrow raise on bad files
            faults.append(one_line(f"{path.name} cannot be read: {error}")[:200])
    return None


def _cleaned(name: str, table: pd.DataFrame, faults: list[str]) -> pd.DataFrame | None:
    """Read every column as its kind; leave out rows that cannot be."""
    kinds = kinds_of(name)
    if not set(kinds) & set(table.columns) and kinds:
        faults.append(f"{name} has none of its columns")
        return None
    missing = [c for c in kinds if c not in table.columns and not c.startswith(MAY_LACK)]
    if missing:
        faults.append(f"{name} has no column {', '.join(missing)}: what rests on it is left out")
    clean = pd.DataFrame(
        {str(c): _column(pd.Series(table[c]), kinds.get(c)) for c in [*kinds, *table] if c in table}
    )
    good = _possible(clean, kinds) & ~clean.duplicated()
    if not good.all():
        faults.append(f"{name}: {int((~good).sum())} of {len(clean)} rows are impossible or double")
    if not good.any():
        if len(clean) or name != MAY_BE_EMPTY:
            faults.append(f"{name} is empty")
        return None
    return pd.DataFrame(clean[good]).reset_index(drop=True)


def _column(column: pd.Series, kind: str | None) -> pd.Series:
    if kind is None:
        return column
    if kind == TEXT:
        return column.astype(object).where(column.notna(), "").map(one_line).astype(str)
    if kind == FLAG:
        return column.map(lambda value: str(value).lower() in YES).astype(bool)
    numbers = pd.Series(pd.to_numeric(column, errors="coerce"), dtype=float)
    return pd.Series(numbers.where(np.isfinite(numbers)))


def _possible(table: pd.DataFrame, kinds: dict[str, str]) -> pd.Series:
    """Find the rows whose values their kinds allow and whose intervals are not reversed."""
    good = pd.Series(True, index=table.index)
    for column, kind in kinds.items():
        low, high = LIMITS.get(kind, (None, None)) if column in table else (None, None)
        good &= True if low is None else ~(table[column] < low)
        good &= True if high is None else ~(table[column] > high)
    for low, high in INTERVALS:
        if low in table and high in table:
            good &= ~(table[low] > table[high])
    return good

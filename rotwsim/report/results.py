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
from rotwsim.report.wording import with_people
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
MAY_BE_EMPTY = ("flips",)
YES = {"true", "1", "1.0", "yes"}
Row = dict[str, Any]


class Rows(list[Row]):
    """Rows of a table as plain records: what findings and figures are made of."""

    def column(self, name: str) -> list[Any]:
        """List the values of a column; none where the table has no such column."""
        return [row[name] for row in self if name in row]

    def has(self, *names: str) -> bool:
        """Ask whether there are rows, and whether they have these columns."""
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

    def ordered(self, name: str, *, descending: bool = False) -> Rows:
        """Sort by a column."""
        return Rows(sorted(self, key=lambda row: row[name], reverse=descending))

    def by(self, *names: str) -> dict[Any, Rows]:
        """Group by a column, or by several, in the order of the rows."""
        groups: dict[Any, Rows] = {}
        for row in self:
            key = row[names[0]] if len(names) == 1 else tuple(row[name] for name in names)
            groups.setdefault(key, Rows()).append(row)
        return groups

    def once(self, *names: str) -> Rows:
        """Keep the first row of each group."""
        return Rows(group[0] for group in self.by(*names).values())

    def largest(self, name: str) -> Row:
        """Find the row with the largest value."""
        return max(self, key=lambda row: row[name])

    def smallest(self, name: str) -> Row:
        """Find the row with the smallest value."""
        return min(self, key=lambda row: row[name])

    def farthest(self, name: str) -> Row:
        """Find the row whose value is farthest from zero."""
        return max(self, key=lambda row: abs(row[name]))

    def assign(self, **columns: list[Any]) -> Rows:
        """Add columns, each a list of a value per row."""
        return Rows(
            row | {name: values[place] for name, values in columns.items()}
            for place, row in enumerate(self)
        )


def is_known(row: Row, name: str) -> bool:
    """Ask whether a row has a value, which NaN is not."""
    value = row.get(name)
    return value is not None and value == value


def rows_of(table: pd.DataFrame) -> Rows:
    """Read the rows of a table."""
    return Rows(
        {str(name): value for name, value in row.items()} for row in table.to_dict("records")
    )


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
        """Read the level of the intervals, 0.95 unless the manifest says otherwise."""
        level = self._number("confidence", CONFIDENCE)
        return level if level < 1 else CONFIDENCE

    @cached_property
    def arms(self) -> list[dict]:
        """List the arms as the manifest describes them."""
        arms = self.manifest.get("arms")
        return [arm for arm in arms if isinstance(arm, dict)] if isinstance(arms, list) else []

    @cached_property
    def caveats(self) -> list[str]:
        """List what the numbers do not allow for, as the analysis says."""
        said = self.manifest.get("caveats")
        return [one_line(text) for text in said if text] if isinstance(said, list) else []

    def text(self, key: str) -> str:
        """Read a text of the manifest, or nothing."""
        value = self.manifest.get(key)
        return one_line(value) if isinstance(value, str | int | float) else ""

    def _number(self, key: str, default: float) -> float:
        value = self.manifest.get(key, default)
        return value if isinstance(value, float) and value > 0 else default


def find_results(wanted: str) -> Path:
    """Find the folder of a result: a folder, an experiment file, or the name of either."""
    path = Path(wanted)
    if path.is_dir():
        return path
    if path.suffix == ".toml" or not path.exists():
        folder = FOLDER / path.stem if path.suffix == ".toml" else FOLDER / wanted
        if folder.is_dir():
            return folder
        known = sorted(found.parent.name for found in FOLDER.glob(f"*/{MANIFEST}"))
        raise DataError(f"no results of {describe(wanted)} in {FOLDER}{suggest(wanted, known)}")
    raise DataError(f"{wanted} is neither a results folder nor an experiment file")


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
    if "arms" in found:
        found["arms"] = with_people(found["arms"], manifest)
    return Results(folder, manifest, found, faults)


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
    for suffix in (".parquet", ".csv"):
        path = places / f"{name}{suffix}"
        if path.is_file():
            try:
                return _read(path)
            except (ValueError, OSError) as error:  # what pandas and pyarrow raise on bad files
                faults.append(one_line(f"{path.name} cannot be read: {error}")[:200])
    return None


def _read(path: Path) -> pd.DataFrame:
    if path.suffix == ".csv":
        return unguarded(pd.read_csv(path, keep_default_na=False, na_values=[""]))
    return pd.read_parquet(io.BytesIO(path.read_bytes()))  # a path must be UTF-8 for pyarrow


def _cleaned(name: str, table: pd.DataFrame, faults: list[str]) -> pd.DataFrame | None:
    """Read every column as its kind; leave out rows that cannot be."""
    kinds = kinds_of(name)
    lacking = [column for column in kinds if column not in table.columns]
    missing = [column for column in lacking if not column.startswith(MAY_LACK)]
    if not set(kinds) & set(table.columns) and kinds:
        faults.append(f"{name} has none of its columns")
        return None
    if missing:
        faults.append(f"{name} has no column {', '.join(missing)}: what rests on it is left out")
    clean = pd.DataFrame(
        {str(c): _column(pd.Series(table[c]), kinds.get(c)) for c in [*kinds, *table] if c in table}
    )
    good = _possible(clean, kinds) & ~clean.duplicated()
    if not good.all():
        faults.append(f"{name}: {int((~good).sum())} of {len(clean)} rows are impossible or double")
    if not good.any():
        if len(clean) or name not in MAY_BE_EMPTY:
            faults.append(f"{name} is empty")
        return None
    return pd.DataFrame(clean[good]).reset_index(drop=True)


def _column(column: pd.Series, kind: str | None) -> pd.Series:
    if kind is None:
        return column
    if kind == TEXT:
        return column.map(lambda value: "" if _is_nothing(value) else one_line(value)).astype(str)
    if kind == FLAG:
        return column.map(lambda value: str(value).lower() in YES).astype(bool)
    numbers = pd.Series(pd.to_numeric(column, errors="coerce"), dtype=float)
    return pd.Series(numbers.where(np.isfinite(numbers)))


def _is_nothing(value: object) -> bool:
    return value is None or value is pd.NA or (isinstance(value, float) and np.isnan(value))


def _possible(table: pd.DataFrame, kinds: dict[str, str]) -> pd.Series:
    """Find the rows whose values their kinds allow and whose intervals are not reversed."""
    good = pd.Series(True, index=table.index)
    for column, kind in kinds.items():
        if column in table and kind in LIMITS:
            low, high = LIMITS[kind]
            good &= ~(table[column] < low)
            good &= True if high is None else ~(table[column] > high)
    for low, high in INTERVALS:
        if low in table and high in table:
            good &= ~(table[low] > table[high])
    return good

"""Reads back what an experiment wrote."""

from __future__ import annotations

from pathlib import Path

import pandas as pd


def read_table(folder: Path, name: str) -> pd.DataFrame:
    """A table in the form in which it lies there."""
    place = folder / "tables" / name
    if place.with_suffix(".parquet").exists():
        return pd.read_parquet(place.with_suffix(".parquet"))
    return pd.read_csv(place.with_suffix(".csv"))

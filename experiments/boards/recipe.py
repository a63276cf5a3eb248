"""A recipe: the little that a person has to say about a map before the data sets do the rest."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from pathlib import Path

FOLDER = Path(__file__).parent
RECIPES = FOLDER / "recipes"
FITTED = FOLDER / "fitted.toml"


class RecipeError(ValueError):
    """Something in a recipe is wrong; the message names the recipe and the key."""


@dataclass(frozen=True)
class Region:
    """Which land belongs to the map: countries ("SE"), parts ("GB.ENG"), without ("-MX.02")."""

    countries: tuple[str, ...]
    south: float
    north: float
    west: float
    east: float
    without: tuple[tuple[float, float, float, float], ...] = ()  # south, north, west, east


@dataclass(frozen=True)
class Projection:
    """The projection, its scale and how far it is turned; the board's frame, if it is given."""

    parallels: tuple[float, float]
    meridian: float
    latitude: float
    km_per_hex: float
    rotation: float = 0.0
    middle: tuple[float, float] | None = None
    size: tuple[int, int] | None = None


@dataclass(frozen=True)
class Terrain:
    """How the ground is judged; without a share of mountains the fitted limit holds."""

    mountains: str = "height_and_relief"
    mountain_share: float | None = None  # of the playable hexes; instead of the limit
    ridges_per_mountain: float = 1.1  # as on Eastern US
    fitted_on: str = (
        "all"  # "other half": each hex with the limits fitted on the quarters where it does not lie
    )


@dataclass(frozen=True)
class River:
    """A river followed from its first to its last point, by way of those between."""

    name: str
    course: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Town:
    """A city of the map; `weight` is its population around 1900 in thousands."""

    name: str
    weight: float
    geonames: str | None = None
    part: str | None = None
    colour: str | None = None
    cubes: int | None = None  # where a source tells them
    inset: tuple[int, int] | None = None


@dataclass(frozen=True)
class Line:
    cities: tuple[str, ...]
    known: bool = False


@dataclass(frozen=True)
class Recipe:
    name: str
    title: str
    about: str
    seed: int
    trigger: int  # Empty City Markers that end about a third of the games of club
    region: Region
    projection: Projection
    terrain: Terrain
    cities: tuple[Town, ...]
    lines: tuple[Line, ...]
    river_levels: tuple[int, ...] = ()
    rivers: tuple[River, ...] = ()
    colours_missing: tuple[str, ...] = ()
    hotels: tuple[str, ...] = ()
    bounties: tuple[str, ...] = ()
    deck: int | None = None
    railbot: tuple[tuple[str, ...], ...] = ()
    sea: tuple[tuple[str, str], ...] = ()
    inset_columns: int = 0
    western_link: dict = field(default_factory=dict)
    known_cities: tuple[str, ...] = ()
    known_from: str = "reviews, session reports, seeds"
    trigger_range: tuple[int, ...] = ()  # low and high, where it is not that of Eastern US


@dataclass(frozen=True)
class Limits:
    """The thresholds that turn measures into terrain, fitted on the printed board."""

    land: float
    height_and_relief: float
    relief: float
    lake: float
    river: float


def recipe_names() -> list[str]:
    return sorted(path.stem.replace("_", "-") for path in RECIPES.glob("*.toml"))


def read_recipe(name: str) -> Recipe:
    """The recipe of a map by the name of its board."""
    path = RECIPES / f"{name.replace('-', '_')}.toml"
    if not path.is_file():
        raise RecipeError(f'no recipe is called "{name}"; legal: {", ".join(recipe_names())}')
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    parts = {
        "region": _made(Region, data.pop("region"), path.name),
        "projection": _made(Projection, data.pop("projection"), path.name),
        "terrain": _made(Terrain, data.pop("terrain", {}), path.name),
        "cities": tuple(_made(Town, entry, path.name) for entry in data.pop("cities")),
        "lines": tuple(_made(Line, entry, path.name) for entry in data.pop("lines")),
        "rivers": tuple(_made(River, entry, path.name) for entry in data.pop("rivers", [])),
    }
    return _made(Recipe, {**data, **parts}, path.name)


def read_limits(part: str) -> Limits:
    """Limits fitted on a part of the printed board, see ground.part_of."""
    return Limits(**tomllib.loads(FITTED.read_text(encoding="utf-8"))[part])


def _made(kind: type, table: dict, file: str):
    legal = [entry.name for entry in fields(kind)]
    for key in table:
        if key not in legal:
            raise RecipeError(f"{file}: {key} is not a key of {kind.__name__}; legal: {legal}")
    try:
        return kind(**{key: _frozen(value) for key, value in table.items()})
    except TypeError as error:
        raise RecipeError(f"{file}: {error}") from None


def _frozen(value):
    return tuple(_frozen(item) for item in value) if isinstance(value, (list, tuple)) else value

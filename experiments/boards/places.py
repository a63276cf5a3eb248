"""Where the cities lie: found by name among the settlements, snapped to hexes two apart."""

from __future__ import annotations

from functools import cache

import numpy as np

from experiments.boards import sources
from experiments.boards.ground import Ground
from experiments.boards.plane import hex_at
from experiments.boards.recipe import Recipe, RecipeError, Town
from rotwsim.scenario import hexes

APART = 2
REACH = 3  # hexes searched around the true place
DRY = 0.15  # a city's hex has at least this share of land
SWEEPS = 4
OFF_LAND = (
    0.5  # what a step onto a hex that would not be playable without the city weighs, in hexes
)


def find_town(town: Town, countries: tuple[str, ...]) -> sources.Settlement:
    """The greatest settlement of that name in the region's countries."""
    name = town.geonames or town.name
    homes = {country.split(".")[0] for country in countries if country[0] != "-"}
    named, nicknamed = _by_name(frozenset(homes))
    for index in (named, nicknamed):
        found = [place for place in index.get(name, []) if town.part in (None, place.part)]
        if found:
            break
    if not found:
        raise RecipeError(f'no settlement is called "{name}" in {", ".join(sorted(homes))}')
    return max(found, key=lambda place: (place.population, place.latitude))


def true_points(recipe: Recipe, ground: Ground) -> dict[str, complex]:
    """Where each city lies on the board before it is snapped; cities of an inset are left out."""
    points = {}
    for town in recipe.cities:
        if town.inset is None:
            place = find_town(town, recipe.region.countries)
            points[town.name] = complex(ground.plane.to_board(place.latitude, place.longitude))
    return points


def snap(recipe: Recipe, ground: Ground, letter: np.ndarray) -> dict[str, hexes.Hex]:
    """A hex for every city: the greatest first, then all again while one can come nearer."""
    points = true_points(recipe, ground)
    weights = {town.name: town.weight for town in recipe.cities}
    order = sorted(points, key=lambda name: (-weights[name], name))
    hex_of: dict[str, hexes.Hex] = {}
    for _ in range(SWEEPS):
        before = dict(hex_of)
        for name in order:
            others = [place for other, place in hex_of.items() if other != name]
            hex_of[name] = _nearest(name, points[name], others, ground, letter)
        if hex_of == before:
            break
    return hex_of


@cache
def _by_name(countries: frozenset[str]) -> tuple[dict, dict]:
    """The settlements of some countries by their name, and by their other names."""
    named: dict[str, list[sources.Settlement]] = {}
    nicknamed: dict[str, list[sources.Settlement]] = {}
    for place in sources.settlements():
        if place.country in countries:
            named.setdefault(place.name, []).append(place)
            for name in place.other_names:
                nicknamed.setdefault(name, []).append(place)
    return named, nicknamed


def _nearest(name: str, point: complex, others: list, ground: Ground, letter: np.ndarray):
    row, column = hex_at(point)
    choices = []
    for near_row in range(row - REACH, row + REACH + 1):
        for near_column in range(column - REACH, column + REACH + 1):
            place = (near_row, near_column)
            if not (0 <= near_row < ground.shape[0] and 0 <= near_column < ground.shape[1]):
                continue
            if ground.land[place] < DRY or any(hexes.distance(place, o) < APART for o in others):
                continue
            away = abs(complex(*hexes.centre(place)) - point)
            if letter[place] == hexes.UNPLAYABLE:
                away += OFF_LAND
            choices.append((away, place))
    if not choices:
        raise RecipeError(f"{name} finds no free hex; leave a neighbour out or lower km_per_hex")
    return min(choices)[1]

"""Fits the limits of the terrain on the printed Eastern US board, on all of it and on each half.

python -m experiments.boards.fit      writes fitted.toml
"""

from __future__ import annotations

from dataclasses import asdict
from functools import cache

import numpy as np

from experiments.boards.ground import Ground, part_of, survey
from experiments.boards.outcome import PRINTED, REBUILT
from experiments.boards.places import find_town
from experiments.boards.plane import Plane, centres
from experiments.boards.recipe import FITTED, Limits, Recipe, read_recipe
from experiments.boards.rivers import river_lengths
from rotwsim.scenario import hexes
from rotwsim.scenario.board_file import load_board

# north and south was the first split; the south has no lakes, so boards use the opposite quarters
PARTS = ("all", "nw_se", "ne_sw", "north", "south")
NEARLY_BEST = 0.02  # so that the limit does not hang on single hexes
TRIED = {
    "land": np.arange(0.30, 0.81, 0.01),
    "height_and_relief": np.arange(300.0, 1001.0, 5.0),
    "relief": np.arange(100.0, 601.0, 5.0),
    "lake": np.arange(0.02, 0.81, 0.01),
    "river": np.arange(0.05, 0.81, 0.05),
}


def fit_limits(part: str) -> Limits:
    """The middle of the limits that agree best, or nearly so, with a part of the printed board."""
    best = {}
    for layer, tried in TRIED.items():
        scores = np.array([layer_score(layer, limit, part) for limit in tried])
        best[layer] = round(float(np.median(tried[scores >= scores.max() - NEARLY_BEST])), 3)
    return Limits(**best)


def layer_score(layer: str, limit: float, part: str) -> float:
    """Agreement of one layer on a part of the map: share of hexes for land, F1 for the others."""
    ground, river, printed = _eastern_us()
    where = part_of(part, printed.shape).copy()
    if layer == "land":
        same = (ground.land >= limit) == (printed != hexes.UNPLAYABLE)
        return float(same[where].mean())
    where &= (printed != hexes.UNPLAYABLE) & (printed != hexes.CITY)
    if layer == "lake":
        return f1(ground.lake >= limit, printed == hexes.WATER, where & (printed != hexes.MOUNTAIN))
    if layer == "river":
        open_ground = (printed == hexes.PLAIN) | (printed == hexes.RIVER)
        return f1(river >= limit, printed == hexes.RIVER, where & open_ground)
    return f1(ground.measure(layer) >= limit, printed == hexes.MOUNTAIN, where)


def place_errors(fitted_on: str, scored_on: str) -> np.ndarray:
    """Distance in hexes of cities from their printed places, in a frame fitted on others."""
    recipe = read_recipe(REBUILT)
    board = load_board(PRINTED)
    printed = {city.name: complex(*hexes.centre(city.hex)) for city in board.cities}
    shape = len(board.rows), len(board.rows[0])
    on_plane = _unscaled(recipe)
    used = [city.name for city in board.cities if part_of(fitted_on, shape)[city.hex]]
    scored = [city.name for city in board.cities if part_of(scored_on, shape)[city.hex]]
    scale, shift = fit_frame([on_plane[name] for name in used], [printed[name] for name in used])
    return np.array([abs(scale * on_plane[name] + shift - printed[name]) for name in scored])


def fit_frame(on_plane: list[complex], on_board: list[complex]) -> tuple[complex, complex]:
    """Scale with rotation, and shift, that bring places in km nearest to their hexes."""
    design = np.stack([np.array(on_plane), np.ones(len(on_plane))], axis=1)
    (scale, shift), *_ = np.linalg.lstsq(design, np.array(on_board), rcond=None)
    return complex(scale), complex(shift)


def f1(predicted: np.ndarray, truth: np.ndarray, where: np.ndarray) -> float:
    hits = (predicted & truth & where).sum()
    return float(2 * hits / max(1, (predicted & where).sum() + (truth & where).sum()))


@cache
def _eastern_us() -> tuple[Ground, np.ndarray, np.ndarray]:
    recipe = read_recipe(REBUILT)
    ground = survey(recipe)
    river = river_lengths(recipe, ground.plane, ground.shape)
    printed = np.array([list(row) for row in load_board(PRINTED).rows])
    assert printed.shape == centres(*ground.shape).shape
    return ground, river, printed


def _unscaled(recipe: Recipe) -> dict[str, complex]:
    given = recipe.projection
    plane = Plane(given.parallels, given.meridian, given.latitude, 1.0, 0.0)
    places = {town.name: find_town(town, recipe.region.countries) for town in recipe.cities}
    return {
        name: complex(plane.to_board(place.latitude, place.longitude))
        for name, place in places.items()
    }


def main() -> None:
    lines = ["# Written by python -m experiments.boards.fit: limits fitted on printed Eastern US."]
    for part in PARTS:
        lines += ["", f"[{part}]"]
        lines += [f"{key} = {value}" for key, value in asdict(fit_limits(part)).items()]
    FITTED.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()

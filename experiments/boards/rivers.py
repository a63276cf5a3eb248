"""Rivers: all of some levels of the hierarchy, or named ones followed along their course."""

from __future__ import annotations

from itertools import pairwise

import networkx as nx
import numpy as np
from scipy.spatial import cKDTree

from experiments.boards import sources
from experiments.boards.plane import Plane, hex_at
from experiments.boards.recipe import Recipe, RecipeError, River

STEP = 0.05  # hexes between two points of a stretch
BRIDGE = 5.0  # hexes; over reservoirs and wide mouths the data has no river line
DETOUR = 3  # along the river where the data has one: a hex without counts as so many
OFF_COURSE = 1.0  # a point of a recipe may lie this far from the river


def river_lengths(recipe: Recipe, plane: Plane, shape: tuple[int, int]) -> np.ndarray:
    """How much river runs through each hex, in hexes."""
    length = np.zeros(shape)
    stretches = _near(plane, shape)
    kept = [points for level, points in stretches if level in recipe.river_levels]
    if recipe.rivers:
        network = _Network([points for _, points in stretches])
        kept += [network.follow(river, plane, recipe.name) for river in recipe.rivers]
    for points in kept:
        for point, step in _walked(points):
            row, column = hex_at(point)
            if 0 <= row < shape[0] and 0 <= column < shape[1]:
                length[row, column] += step
    return length


def _near(plane: Plane, shape: tuple[int, int]) -> list[tuple[int, np.ndarray]]:
    """The stretches that touch the board, as points on it."""
    found = []
    for level, latitude, longitude in sources.rivers():
        if np.cos(np.radians(latitude[0] - plane.latitude)) < 0.8:
            continue
        points = plane.to_board(latitude, longitude)
        x, y = points.real, -points.imag
        if x.max() > -2 and x.min() < shape[1] + 2 and y.max() > -2 and y.min() < shape[0] + 2:
            found.append((level, points))
    return found


class _Network:
    """All stretches tied together, so that a course can be followed through them."""

    def __init__(self, stretches: list[np.ndarray]):
        self.points = np.concatenate(stretches)
        self.graph = nx.Graph()
        ends, first = [], 0
        for points in stretches:
            for place in range(first, first + len(points) - 1):
                self._tie(place, place + 1)
            ends += [first, first + len(points) - 1]
            first += len(points)
        self.tree = cKDTree(_pairs(self.points))
        near_ends = cKDTree(_pairs(self.points[ends])).query_pairs(BRIDGE)
        for first_end, second_end in sorted(near_ends):
            self._tie(ends[first_end], ends[second_end], DETOUR)

    def follow(self, river: River, plane: Plane, map_name: str) -> np.ndarray:
        stops = []
        for latitude, longitude in river.course:
            point = complex(plane.to_board(latitude, longitude))
            distance, nearest = self.tree.query((point.real, point.imag))
            if distance > OFF_COURSE:
                raise RecipeError(f"{map_name}: {river.name}: no river at {latitude}, {longitude}")
            stops.append(int(nearest))
        way = stops[:1]
        for start, end in pairwise(stops):
            try:
                way += nx.shortest_path(self.graph, start, end, weight="length")[1:]
            except nx.NetworkXNoPath:
                raise RecipeError(f"{map_name}: {river.name}: the data has a gap") from None
        return self.points[way]

    def _tie(self, first: int, second: int, detour: float = 1) -> None:
        if not self.graph.has_edge(first, second):
            length = detour * abs(self.points[first] - self.points[second])
            self.graph.add_edge(first, second, length=float(length))


def _pairs(points: np.ndarray) -> np.ndarray:
    return np.stack([points.real, points.imag], axis=1)


def _walked(points: np.ndarray):
    """Points at even steps along a stretch, with the length of the step."""
    for start, end in pairwise(points):
        count = max(1, round(abs(end - start) / STEP))
        for part in range(count):
            yield start + (end - start) * (part + 0.5) / count, abs(end - start) / count

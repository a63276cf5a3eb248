"""From latitude and longitude to the board: an equal-area projection, scaled, turned, in hexes.

Points of the board are complex numbers; neighbouring hexes are one unit apart, y grows northwards.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from rotwsim.scenario import hexes

EARTH_KM = 6371.0
ROW_STEP = 0.75**0.5
CORNER = 3**-0.5
SAMPLES_ACROSS = 17


@dataclass(frozen=True)
class Plane:
    """Albers' projection around a middle point that lies at `middle` on the board."""

    parallels: tuple[float, float]
    meridian: float
    latitude: float
    km_per_hex: float
    rotation: float
    middle: complex = 0j

    def to_board(self, latitude, longitude) -> np.ndarray:
        n, c, rho_middle = self._cone()
        rho = EARTH_KM * np.sqrt(c - 2 * n * np.sin(np.radians(latitude))) / n
        west_to_east = (np.asarray(longitude) - self.meridian + 180) % 360 - 180
        theta = n * np.radians(west_to_east)
        km = rho * np.sin(theta) + 1j * (rho_middle - rho * np.cos(theta))
        return km * self._turn() / self.km_per_hex + self.middle

    def to_earth(self, point) -> tuple[np.ndarray, np.ndarray]:
        n, c, rho_middle = self._cone()
        km = (np.asarray(point) - self.middle) * self.km_per_hex / self._turn()
        rho = np.hypot(km.real, rho_middle - km.imag)
        theta = np.arctan2(km.real, rho_middle - km.imag)
        latitude = np.degrees(np.arcsin((c - (rho * n / EARTH_KM) ** 2) / (2 * n)))
        return latitude, self.meridian + np.degrees(theta / n)

    def _cone(self) -> tuple[float, float, float]:
        first, second = np.radians(self.parallels)
        n = (np.sin(first) + np.sin(second)) / 2
        c = np.cos(first) ** 2 + 2 * n * np.sin(first)
        rho_middle = EARTH_KM * np.sqrt(c - 2 * n * np.sin(np.radians(self.latitude))) / n
        return n, c, rho_middle

    def _turn(self) -> complex:
        return np.exp(1j * np.radians(self.rotation))


def centres(rows: int, columns: int) -> np.ndarray:
    """The middle of every hex of a board, as an array of rows and columns."""
    return np.array(
        [
            [complex(*hexes.centre((row, column))) for column in range(columns)]
            for row in range(rows)
        ]
    )


def samples() -> np.ndarray:
    """Points spread evenly over a hex around zero."""
    line = np.linspace(-CORNER, CORNER, SAMPLES_ACROSS)
    x, y = np.meshgrid(line, line)
    inside = (np.abs(x) <= 0.5) & (np.abs(x) * 0.5 + np.abs(y) * ROW_STEP <= 0.5)
    return x[inside] + 1j * y[inside]


def hex_at(point: complex) -> hexes.Hex:
    """The hex in which a point of the board lies."""
    near = round(-point.imag / ROW_STEP)
    candidates = []
    for row in (near - 1, near, near + 1):
        column = round(point.real - 0.5 * (row % 2))
        candidates.append((abs(complex(*hexes.centre((row, column))) - point), row, column))
    _, row, column = min(candidates)
    return row, column


def side_ends(hex_: hexes.Hex, side: int) -> tuple[complex, complex]:
    """The two corners between which a side of a hex lies."""
    outwards = np.exp(1j * np.pi / 3 * side)
    middle = complex(*hexes.centre(hex_)) + 0.5 * outwards
    along = 0.5j * CORNER * outwards
    return middle - along, middle + along

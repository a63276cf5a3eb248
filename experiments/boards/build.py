"""From a recipe to the text of a board file: ground, cities, ridges, colours, cards."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace

import numpy as np

from experiments.boards.cards import line_points, operations_deck, solo_figures, table_figures
from experiments.boards.colours import colour_cities
from experiments.boards.ground import Ground, letters, survey
from experiments.boards.places import find_town, snap
from experiments.boards.plane import EARTH_KM
from experiments.boards.railbot import railbot_cards
from experiments.boards.recipe import Recipe
from experiments.boards.ridges import Side, lay_ridges
from experiments.boards.rivers import river_lengths
from experiments.boards.write import board_text
from rotwsim.scenario import hexes

OPEN_SIDES = 2  # no city of the printed board has fewer; at a land's end one is enough
KM_PER_SEA_DOLLAR, CHEAPEST_SEA = 100, 4


@dataclass(frozen=True)
class Sheet:
    """The hexes of a board: rows of letters, ridges, and the hex of every city."""

    rows: list[str]
    ridges: list[Side]
    hex_of: dict[str, hexes.Hex]


def build_board(recipe: Recipe) -> str:
    """The text of the board file."""
    sheet = lay_sheet(recipe)
    colours = colour_cities(recipe, sheet.hex_of)
    cities, lines = _city_entries(recipe, sheet, colours), _line_entries(recipe, sheet)
    return board_text(
        recipe,
        sheet.rows,
        sheet.ridges,
        cities=cities,
        lines=lines,
        operations=operations_deck(recipe, sheet.hex_of, colours),
        railbot=railbot_cards(recipe, sheet.rows, sheet.hex_of),
        solo=solo_figures(recipe),
        sea=_sea_entries(recipe),
        table=table_figures(cities, lines),
    )


def lay_sheet(recipe: Recipe) -> Sheet:
    """Everything that lies on hexes."""
    ground = survey(recipe)
    river = river_lengths(recipe, ground.plane, ground.shape)
    letter = letters(ground, recipe, river)
    hex_of = snap(recipe, ground, letter)
    _open_coasts(letter, hex_of, ground)
    for place in hex_of.values():
        letter[place] = hexes.CITY
    _drop_what_no_city_reaches(letter, hex_of)
    ridges = lay_ridges(letter, ground.plane, recipe.terrain.ridges_per_mountain)
    sheet = Sheet(["".join(row) for row in letter], ridges, hex_of)
    return sheet if recipe.projection.size else _with_insets(_cropped(sheet), recipe)


def _open_coasts(letter: np.ndarray, hex_of: dict, ground: Ground) -> None:
    """A city on a coast too thin to be playable gets the driest hexes beside it as ways inland."""
    cities = set(hex_of.values())
    for place in sorted(cities):
        around = _around(place, letter)
        ways = [near for near in around if letter[near] != hexes.UNPLAYABLE]
        shut = [near for near in around if near not in ways and ground.land[near] > 0]
        for near in sorted(shut, key=lambda near: (-ground.land[near], near)):
            beyond = [hex_ for hex_ in _around(near, letter) if hex_ not in cities]
            leads_on = any(letter[hex_] != hexes.UNPLAYABLE for hex_ in beyond)
            if len(ways) < OPEN_SIDES and (leads_on or not ways):
                letter[near] = hexes.WATER
                ways.append(near)


def _drop_what_no_city_reaches(letter: np.ndarray, hex_of: dict) -> None:
    """Islands without a city and land cut off by the region's border are not playable."""
    reached = set(hex_of.values())
    queue = deque(sorted(reached))
    while queue:
        here = queue.popleft()
        for near in _around(here, letter):
            if letter[near] != hexes.UNPLAYABLE and near not in reached:
                reached.add(near)
                queue.append(near)
    for row, column in zip(*np.nonzero(letter != hexes.UNPLAYABLE), strict=True):
        if (int(row), int(column)) not in reached:
            letter[row, column] = hexes.UNPLAYABLE


def _cropped(sheet: Sheet) -> Sheet:
    """The same without empty rows and columns at the border."""
    used = [
        (row, column)
        for row, letters_ in enumerate(sheet.rows)
        for column, letter in enumerate(letters_)
        if letter != hexes.UNPLAYABLE
    ]
    top = min(row for row, _ in used)

    def moved(place: hexes.Hex) -> hexes.Hex:
        """Without an odd number of rows even and odd ones change places, and so does the shift."""
        row, column = place
        return row - top, column - 1 if top % 2 and row % 2 == 0 else column

    left = min(moved(place)[1] for place in used)
    target = {place: (moved(place)[0], moved(place)[1] - left) for place in used}
    height = max(row for row, _ in target.values()) + 1
    width = max(column for _, column in target.values()) + 1
    canvas = [[hexes.UNPLAYABLE] * width for _ in range(height)]
    for (row, column), (new_row, new_column) in target.items():
        canvas[new_row][new_column] = sheet.rows[row][column]
    return Sheet(
        ["".join(row) for row in canvas],
        sorted((target[hex_], side) for hex_, side in sheet.ridges),
        {name: target[place] for name, place in sheet.hex_of.items()},
    )


def _with_insets(sheet: Sheet, recipe: Recipe) -> Sheet:
    """Columns in the west for cities that lie too far away to be drawn in their place."""
    wide = recipe.inset_columns
    canvas = [list(hexes.UNPLAYABLE * wide + row) for row in sheet.rows]
    hex_of = {name: (row, column + wide) for name, (row, column) in sheet.hex_of.items()}
    for town in recipe.cities:
        if town.inset:
            hex_of[town.name] = town.inset
            canvas[town.inset[0]][town.inset[1]] = hexes.CITY
    ridges = [((row, column + wide), side) for (row, column), side in sheet.ridges]
    return replace(sheet, rows=["".join(row) for row in canvas], ridges=ridges, hex_of=hex_of)


def _city_entries(recipe: Recipe, sheet: Sheet, colours: dict) -> list[dict]:
    entries = []
    for town in sorted(recipe.cities, key=lambda town: sheet.hex_of[town.name]):
        place = sheet.hex_of[town.name]
        colour, cubes = colours[town.name]
        entry: dict = {"name": town.name, "at": list(place), "colour": colour, "cubes": cubes}
        closed = [
            name
            for side, name in enumerate(hexes.SIDES)
            if _letter(sheet.rows, hexes.neighbour(place, side)) == hexes.UNPLAYABLE
        ]
        if closed:
            entry["closed"] = closed
        known = {}
        if town.name in recipe.known_cities:
            known["name"] = f"reported: {recipe.known_from}"
        if town.colour:
            known["colour"] = "reported: example in the solo rulebook"
        if town.cubes:
            known["cubes"] = "reported: example in the solo rulebook, one of its black cubes leaves"
        if known:
            entry["origins"] = known
        entries.append(entry)
    return entries


def _line_entries(recipe: Recipe, sheet: Sheet) -> list[dict]:
    entries = []
    for line in recipe.lines:
        points = line_points(line.cities, sheet.hex_of)
        entry: dict = {"cities": list(line.cities), "points": points}
        if line.known:
            entry["origins"] = {"cities": "reported: reviews and session reports"}
        entries.append(entry)
    return entries


def _sea_entries(recipe: Recipe) -> list[dict]:
    """A sea route costs a dollar for every hundred kilometres."""
    places = {town.name: find_town(town, recipe.region.countries) for town in recipe.cities}
    entries = []
    for first, second in recipe.sea:
        km = kilometres(places[first], places[second])
        price = max(CHEAPEST_SEA, round(km / KM_PER_SEA_DOLLAR))
        entries.append({"cities": [first, second], "price": price, "tiles": 1})
    return entries


def kilometres(first, second) -> float:
    north, other_north = np.radians(first.latitude), np.radians(second.latitude)
    turn = np.radians(first.longitude - second.longitude)
    cosine = np.sin(north) * np.sin(other_north) + np.cos(north) * np.cos(other_north) * np.cos(
        turn
    )
    return float(EARTH_KM * np.arccos(cosine))


def _around(hex_: hexes.Hex, letter: np.ndarray) -> list[hexes.Hex]:
    near = [hexes.neighbour(hex_, side) for side in range(6)]
    return [place for place in near if _inside(place, letter.shape)]


def _letter(rows: list[str], hex_: hexes.Hex) -> str:
    inside = _inside(hex_, (len(rows), len(rows[0])))
    return rows[hex_[0]][hex_[1]] if inside else hexes.UNPLAYABLE


def _inside(hex_: hexes.Hex, shape: tuple[int, int]) -> bool:
    return 0 <= hex_[0] < shape[0] and 0 <= hex_[1] < shape[1]

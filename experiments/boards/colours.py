"""Colours and cubes: the Eastern US proportions, given out by importance and spread over the map.

Nobody can derive them from geography. The rule: important cities are coloured before others
and far-off ones before neighbours of coloured ones; red goes to the greatest, then blue, yellow,
purple, black; cities of one colour lie far apart. A fixed seed breaks what is nearly equal.
"""

from __future__ import annotations

from random import Random

from experiments.boards.recipe import Recipe
from rotwsim.scenario import hexes
from rotwsim.scenario.schema import GREY

# cubes of the printed Eastern US cities, by colour, the greatest first
PATTERN = {
    "red": (5, 4, 4),
    "blue": (5, 4, 4, 4, 3),
    "yellow": (4, 4, 3, 3, 2, 2, 2),
    "purple": (3, 3, 3, 3),
    "black": (3, 3, 2, 2),
    GREY: (2,) * 6 + (1,) * 23,
}
FEWEST = 2  # cities of a colour that is printed at all
NEARLY_EQUAL = 0.06  # how far the seed may move an importance between 0 and 1
SPREAD = 0.5  # what lying far from cities already chosen weighs against importance
FAR = 8  # hexes; farther apart counts no more

Hexes = dict[str, hexes.Hex]


def colour_cities(recipe: Recipe, hex_of: Hexes) -> dict[str, tuple[str, int]]:
    """Colour and cubes of every city."""
    random = Random(recipe.seed)
    importance = _importance(recipe)
    jitter = {name: importance[name] + NEARLY_EQUAL * random.random() for name in importance}
    fixed = {town.name: town.colour for town in recipe.cities if town.colour}
    counts = colour_counts(len(hex_of), recipe.colours_missing)
    coloured = _coloured(recipe, sum(counts.values()) - counts[GREY], jitter, hex_of, fixed)
    colour_of = dict(fixed)
    for colour in (colour for colour in counts if colour != GREY):
        while sum(value == colour for value in colour_of.values()) < counts[colour]:
            own = [hex_of[name] for name, value in colour_of.items() if value == colour]
            left = [name for name in coloured if name not in colour_of]
            colour_of[_best(left, jitter, own, hex_of, 2 * FAR)] = colour
    for name in hex_of:
        colour_of.setdefault(name, GREY)
    sizes = {town.name: town.cubes for town in recipe.cities if town.cubes}
    return {
        name: (colour, sizes.get(name, cubes))
        for name, (colour, cubes) in _with_cubes(colour_of, importance).items()
    }


def colour_counts(cities: int, missing: tuple[str, ...] = ()) -> dict[str, int]:
    """How many cities of each colour, in the printed proportions; a missing colour becomes grey."""
    printed = sum(len(cubes) for cubes in PATTERN.values())
    counts = {
        colour: 0 if colour in missing else max(FEWEST, round(len(cubes) * cities / printed))
        for colour, cubes in PATTERN.items()
        if colour != GREY
    }
    return {**counts, GREY: cities - sum(counts.values())}


def _importance(recipe: Recipe) -> dict[str, float]:
    """From 1 for the greatest city down to 0, by rank."""
    order = sorted(recipe.cities, key=lambda town: (town.weight, town.name))
    return {town.name: place / (len(order) - 1) for place, town in enumerate(order)}


def _coloured(
    recipe: Recipe, count: int, importance: dict, hex_of: Hexes, fixed: dict
) -> list[str]:
    """The cities that are not grey: those of known cards, then important and far-off ones."""
    chosen = sorted({*fixed, *recipe.hotels, *recipe.bounties})
    while len(chosen) < count:
        left = [name for name in hex_of if name not in chosen]
        places = [hex_of[name] for name in chosen]
        chosen.append(_best(left, importance, places, hex_of, FAR))
    return chosen


def _best(left: list[str], importance: dict, places: list, hex_of: Hexes, far: int) -> str:
    def worth(name: str) -> float:
        nearest = min((hexes.distance(hex_of[name], place) for place in places), default=far)
        return importance[name] + SPREAD * min(nearest, far) / far

    return max(left, key=lambda name: (worth(name), name))


def _with_cubes(colour_of: dict[str, str], importance: dict) -> dict[str, tuple[str, int]]:
    cubes = {}
    for colour, pattern in PATTERN.items():
        own = [name for name in colour_of if colour_of[name] == colour]
        own.sort(key=lambda name: (-importance[name], name))
        for place, name in enumerate(own):
            cubes[name] = pattern[int((place + 0.5) * len(pattern) / len(own))]
    return {name: (colour_of[name], cubes[name]) for name in colour_of}

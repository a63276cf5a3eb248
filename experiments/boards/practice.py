"""Maps to practise on, one for each land of practice.toml: python -m experiments.boards.practice

Nobody plays on them. The expert learns on them what maps have in common; a recipe is made of the
land's bounds and its greatest settlements of today.
"""

from __future__ import annotations

import tomllib
from itertools import combinations
from pathlib import Path

import click

from experiments.boards.build import build_board, kilometres
from experiments.boards.ground import belongs
from experiments.boards.recipe import (
    FOLDER,
    Line,
    Projection,
    Recipe,
    RecipeError,
    Region,
    Terrain,
    Town,
)
from experiments.boards.sources import FOLDER_VARIABLE, MissingData, check_installed, settlements
from rotwsim.scenario.board_file import PRINTED, load_board

HEXES_APART = 2.2  # cities at least, so that each finds a hex
LINES, LINE_CITIES, LINES_OF_A_CITY = 5, 10, 2
MARKERS_TIMES_CITIES = 468  # as on Eastern US, nine markers and 52 cities


@click.command()
@click.argument("names", nargs=-1)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=PRINTED / "practice",
    help="Folder for the maps; the package's own by default.",
)
@click.option("--data", envvar=FOLDER_VARIABLE, help="Folder of the Debian data files.")
def main(names: tuple[str, ...], out: Path, data: str | None) -> None:
    """Write the named maps to practise on, or all."""
    lands = read_lands()
    for name in names:
        if name not in lands:
            raise click.ClickException(f'no land is called "{name}"; legal: {", ".join(lands)}')
    try:
        check_installed(data)
        for name in names or lands:
            path = out / f"{name.replace('-', '_')}.toml"
            path.write_text(build_board(recipe_of(name, **lands[name])), encoding="utf-8")
            click.echo(f"{path.name}: {len(load_board(path).cities)} cities")
    except (MissingData, RecipeError) as error:
        raise click.ClickException(str(error)) from None


def read_lands() -> dict[str, dict]:
    return tomllib.loads((FOLDER / "practice.toml").read_text(encoding="utf-8"))


def recipe_of(name: str, countries: list, bounds: list, cities: int, **shape: float) -> Recipe:
    """The recipe of a land: its greatest settlements, and lines between the greatest of them."""
    south, north, west, east = bounds
    region = Region(tuple(countries), south, north, west, east)
    found = greatest(region, cities, shape["km_per_hex"] * HEXES_APART)
    depth = (north - south) / 6
    return Recipe(
        name=name,
        title=name.replace("-", " ").capitalize(),
        about="a map to practise on",
        seed=1,
        trigger=round(MARKERS_TIMES_CITIES / cities),
        region=region,
        projection=Projection(
            (south + depth, north - depth),
            (west + east) / 2,
            (south + north) / 2,
            shape["km_per_hex"],
        ),
        terrain=Terrain(mountain_share=shape["mountain_share"]),
        cities=tuple(Town(place.name, place.population / 1000, part=place.part) for place in found),
        lines=far_lines(found),
        river_levels=(1, 2),
    )


def greatest(region: Region, count: int, apart: float) -> list:
    """The greatest settlements within the bounds that lie so many kilometres apart."""
    chosen: list = []
    for place in sorted(settlements(), key=lambda place: (-place.population, place.name)):
        if not belongs(place, set(region.countries)) or not within(region, place):
            continue
        if place.name in {other.name for other in chosen}:
            continue
        if all(kilometres(place, other) >= apart for other in chosen):
            chosen.append(place)
        if len(chosen) == count:
            return chosen
    raise RecipeError(f"{region.countries}: only {len(chosen)} cities of {count} fit")


def within(region: Region, place) -> bool:
    return (
        region.south < place.latitude < region.north and region.west < place.longitude < region.east
    )


def far_lines(cities: list) -> tuple[Line, ...]:
    """Between the greatest cities, the farthest apart first, each city the end of two at most."""
    pairs = sorted(
        combinations(cities[:LINE_CITIES], 2),
        key=lambda pair: (-kilometres(*pair), pair[0].name, pair[1].name),
    )
    ends: dict[str, int] = {}
    lines: list[Line] = []
    for first, second in pairs:
        if max(ends.get(first.name, 0), ends.get(second.name, 0)) < LINES_OF_A_CITY:
            lines.append(Line((first.name, second.name)))
            for place in (first, second):
                ends[place.name] = ends.get(place.name, 0) + 1
    return tuple(lines[:LINES])


if __name__ == "__main__":
    main()

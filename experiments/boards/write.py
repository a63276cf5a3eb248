"""The text of a board file: the form of eastern_us.toml, every table with its origin."""

from __future__ import annotations

from experiments.boards.recipe import Recipe
from experiments.boards.ridges import Side
from rotwsim.scenario.hexes import SIDES

RIDGES_PER_LINE = 8
FEWER_CITIES = (
    "players deliver as many cubes as on larger maps, so more of the fewer cities fall empty; "
    "the box has 24 markers"
)
MULTIPLAYER_NOTE = (
    "# For 2 to 6. Left out, as their effects are not known: "
    "Fuel Depots, Trading Depots, Maritime Connections."
)
FIELDS_OF_WESTERN_LINK = ("price", "cities", "colour", "cubes", "destination", "bonus_cubes")


def board_text(
    recipe: Recipe,
    rows: list[str],
    ridges: list[Side],
    *,
    cities: list[dict],
    lines: list[dict],
    operations: list[dict],
    railbot: list[dict],
    solo: dict[str, int],
    sea: list[dict],
    table: dict,
) -> str:
    """All tables in the order of the known board."""
    origin = _origins(recipe)
    parts = [
        f"# {recipe.title}, rebuilt from geography by experiments/boards: {recipe.about}.",
        "# Pointy-top hexes; odd rows are shifted half a hex to the right; row 0 is in the north.",
        "# . plain   r river   w partly lake or coast   M mountain   C city   # not playable",
        f"name = {_value(recipe.name)}",
        f"title = {_value(recipe.title)}",
        "",
        "[map]",
        f"origin = {_value(origin['map'])}",
        *_block("rows", [_value(row) for row in rows]),
        *_block("ridges", _ridge_lines(ridges)),
        f"origins = {_value({'ridges': origin['ridges']})}",
    ]
    for name, key, entries in (
        ("cities", "list", cities),
        ("lines", "list", lines),
        ("operations", "cards", operations),
        ("railbot", "cards", railbot),
        ("sea", "list", sea),
    ):
        if entries:
            parts += ["", f"[{name}]", f"origin = {_value(origin[name])}"]
            parts += _block(key, [_value(entry) for entry in entries])
    parts += ["", "[solo]", f"origin = {_value(origin['solo'])}"]
    parts += [f"{key} = {value}" for key, value in solo.items()]
    out = ("cities_not_in_play", "lines_not_in_play")
    parts += [f"{key} = []" for key in out]
    parts += [f"origins = {_value(dict.fromkeys(out, origin['not_in_play']))}"]
    if recipe.western_link:
        parts += ["", "[western_link]", f"origin = {_value(recipe.western_link['origin'])}"]
        parts += [f"{key} = {_value(recipe.western_link[key])}" for key in FIELDS_OF_WESTERN_LINK]
    parts += ["", MULTIPLAYER_NOTE, "[multiplayer]", f"origin = {_value(origin['multiplayer'])}"]
    parts += [f"{key} = {_value(table[key])}" for key in ("markers", "rotor_cities")]
    parts += _block("rail_barons", [_value(entry) for entry in table["rail_barons"]])
    parts += [f"origins = {_value({key: origin[key] for key in ('rotor_cities', 'rail_barons')})}"]
    if recipe.trigger_range:
        low, high = recipe.trigger_range
        parts += ["", "[[ranges]]", 'key = "solo.empty_city_trigger"', f"low = {low}"]
        parts += [f"high = {high}", f"reason = {_value(FEWER_CITIES)}"]
    return "\n".join(parts) + "\n"


def _origins(recipe: Recipe) -> dict[str, str]:
    deck = f" in a deck of {recipe.deck} cards, as reported" if recipe.deck else ""
    share = recipe.terrain.mountain_share
    mountains = f"{share:.0%} mountains by choice, other " if share else ""
    return {
        "map": f"assumed: rebuilt from geography, {mountains}limits fitted on Eastern US",
        "ridges": "assumed: rebuilt along the ranges, "
        f"{recipe.terrain.ridges_per_mountain} per mountain hex",
        "cities": "assumed: rebuilt from places in geonames, colours and cubes in the Eastern US "
        f"proportions by rounded population around 1900, seed {recipe.seed}",
        "lines": "assumed: historic main lines, points by distance as on Eastern US",
        "operations": f"assumed: Eastern US proportions{deck}; "
        "hotels in great, bounties in far-off cities",
        "railbot": "assumed: rebuilt as chains of neighbouring cities that cover the map",
        "sea": "assumed: a dollar for every 100 km; "
        "reported is only that islands are reached at a price",
        "solo": "inferred: as Eastern US, with the trigger by which markers end about a "
        "third of the games of club",
        "not_in_play": "assumed: as Eastern US",
        "multiplayer": "assumed: scaled from Eastern US by the number of cities",
        "rotor_cities": "assumed: cities printed with 4 or more cubes",
        "rail_barons": "assumed: a connection for every Major Line",
    }


def _ridge_lines(ridges: list[Side]) -> list[str]:
    """Ridges by hex, a few to a line, each side once."""
    by_hex: dict[tuple[int, int], list[int]] = {}
    for hex_, side in sorted(ridges):
        by_hex.setdefault(hex_, []).append(side)
    texts = [
        _value(f"{row},{column}:{'+'.join(SIDES[side] for side in sides)}")
        for (row, column), sides in by_hex.items()
    ]
    starts = range(0, len(texts), RIDGES_PER_LINE)
    return [", ".join(texts[start : start + RIDGES_PER_LINE]) for start in starts]


def _block(key: str, lines: list[str]) -> list[str]:
    return [f"{key} = [", *(f"    {line}," for line in lines), "]"]


def _value(value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)

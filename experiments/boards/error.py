"""How far a rebuilt board is from the printed one: Eastern US by the pipeline and as printed.

python -m experiments.boards.error      prints the tables of the README; outcome.py has the games
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from experiments.boards.fit import f1, fit_limits, layer_score, place_errors
from experiments.boards.outcome import PRINTED, REBUILT, Row, markdown
from rotwsim.scenario import hexes
from rotwsim.scenario.board_file import load_board, load_rulebook
from rotwsim.scenario.compile.routes import Route, routes_of
from rotwsim.scenario.schema import GREY, Board

LAYERS = {
    "land": "playable land, share of hexes",
    "height_and_relief": "mountains by height and relief, F1",
    "relief": "mountains by relief alone, F1",
    "lake": "lake shores, F1",
    "river": "rivers, F1",
}
SPLITS = (  # fitted on, scored on
    ("all", "all"),
    ("nw_se", "ne_sw"),
    ("ne_sw", "nw_se"),
    ("north", "south"),
    ("south", "north"),
)
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


def layer_table() -> list[Row]:
    """Agreement of each layer: fitted and scored on all, then scored on the half left out."""
    head = [f"{fitted} → {scored}" for fitted, scored in SPLITS]
    rows: list[Row] = [("layer", "limit", *head)]
    limits = {fitted: fit_limits(fitted) for fitted, _ in SPLITS}
    for layer, words in LAYERS.items():
        scores = [
            layer_score(layer, getattr(limits[fitted], layer), scored) for fitted, scored in SPLITS
        ]
        limit = f"{getattr(limits['all'], layer):g}"
        rows.append((words, limit, *(f"{score:.2f}" for score in scores)))
    errors = [place_errors(fitted, scored) for fitted, scored in SPLITS]
    cells = [f"{np.median(error):.2f} ({np.quantile(error, 0.9):.2f})" for error in errors]
    rows.append(("city places, median (90 %) error in hexes", "", *cells))
    return rows


def board_table(printed: Board, rebuilt: Board) -> list[Row]:
    """The rebuilt board file against the printed one, hex by hex."""
    known, made = (np.array([list(row) for row in board.rows]) for board in (printed, rebuilt))
    playable = (known != hexes.UNPLAYABLE) & (made != hexes.UNPLAYABLE)
    open_ground = playable & (known != hexes.CITY) & (made != hexes.CITY)
    both = "both playable, no city"
    water = [np.isin(letters, (hexes.RIVER, hexes.WATER)) for letters in (made, known)]
    shared = len(printed.ridges & rebuilt.ridges)
    ridges = 2 * shared / (len(printed.ridges) + len(rebuilt.ridges))
    places = {city.name: city for city in printed.cities}
    away = [hexes.distance(city.hex, places[city.name].hex) for city in rebuilt.cities]
    colours = [(city.colour, places[city.name].colour) for city in rebuilt.cities]
    greys = [(made_colour == GREY, known_colour == GREY) for made_colour, known_colour in colours]
    prices = load_rulebook()
    price = [_prices(letters, prices)[open_ground] for letters in (known, made)]
    same_land = ((known != hexes.UNPLAYABLE) == (made != hexes.UNPLAYABLE)).mean()
    mountains = f1(made == hexes.MOUNTAIN, known == hexes.MOUNTAIN, open_ground)
    return [
        ("part of the board", "agreement"),
        ("playable or not, share of hexes", f"{same_land:.2f}"),
        (f"same price of a hex ({both})", f"{(price[0] == price[1]).mean():.2f}"),
        (f"mountains, F1 ({both})", f"{mountains:.2f}"),
        (f"water, F1 ({both})", f"{f1(*water, open_ground):.2f}"),
        (f"mean price of a hex, printed / rebuilt ({both})", _beside(price, np.mean, ".2f")),
        (
            "ridges, F1",
            f"{ridges:.2f} ({len(printed.ridges)} printed, {len(rebuilt.ridges)} rebuilt)",
        ),
        (
            "the same, if as many sides between mountains were drawn by lot",
            f"{_by_lot(printed, rebuilt):.2f}",
        ),
        ("cities on the same hex", f"{np.mean(np.array(away) == 0):.2f}"),
        ("cities on the same or a neighbouring hex", f"{np.mean(np.array(away) <= 1):.2f}"),
        ("cities of the same colour (by chance)", _beyond_chance(colours)),
        ("coloured or grey alike (by chance)", _beyond_chance(greys)),
    ]


def route_table(printed: Board, rebuilt: Board) -> list[Row]:
    """The cheapest route of every pair of cities that one Link can join."""
    known, made = _cheapest(printed), _cheapest(rebuilt)
    common = [pair for pair in known if pair in made]
    costs = [np.array([routes[pair].cost for pair in routes]) for routes in (known, made)]
    change = np.array([made[pair].cost - known[pair].cost for pair in common])
    rank = np.corrcoef([known[p].cost for p in common], [made[p].cost for p in common])[0, 1]
    rows = [
        ("routes", "printed", "rebuilt"),
        ("pairs of cities that a Link can join", str(len(known)), str(len(made))),
        ("of them on both boards", str(len(common)), str(len(common))),
    ]
    for quantile in QUANTILES:
        cost = [f"{np.quantile(values, quantile):.0f}" for values in costs]
        rows.append((f"cost of the cheapest route, {quantile:.0%} of pairs below", *cost))
    for words, value in (("cost per tile, median", _per_tile), ("tiles, median", _tiles)):
        rows.append(
            (words, *(f"{np.median([*map(value, r.values())]):.2f}" for r in (known, made)))
        )
    means = [np.mean([routes[pair].cost for pair in common]) for routes in (known, made)]
    rows.append(("common pairs: mean cost", *(f"{mean:.1f}" for mean in means)))
    rows.append(("common pairs: median size of the change", "", f"{np.median(np.abs(change)):.1f}"))
    rows.append(("common pairs: correlation of costs", "", f"{rank:.2f}"))
    return rows


def _beyond_chance(pairs: list[tuple]) -> str:
    """Share of equal pairs, and what the same values dealt blindly would give."""
    made, known = (Counter(values) for values in zip(*pairs, strict=True))
    chance = sum(made[value] * known[value] for value in made) / len(pairs) ** 2
    return f"{np.mean([a == b for a, b in pairs]):.2f} ({chance:.2f})"


def _by_lot(printed: Board, rebuilt: Board) -> float:
    """F1 of a blind choice: each side between two rebuilt mountains as likely as another."""
    sides = [
        ((row, column), side)
        for row, letters in enumerate(rebuilt.rows)
        for column, letter in enumerate(letters)
        for side in (0, 4, 5)
        if letter == hexes.MOUNTAIN == rebuilt.terrain(hexes.neighbour((row, column), side))
    ]
    hits = len(rebuilt.ridges) * sum(side in printed.ridges for side in sides) / len(sides)
    return 2 * hits / (len(printed.ridges) + len(rebuilt.ridges))


def _prices(letters: np.ndarray, book) -> np.ndarray:
    price = np.full(letters.shape, book.track_plain)
    price[np.isin(letters, (hexes.RIVER, hexes.WATER))] = book.track_water
    price[letters == hexes.MOUNTAIN] = book.track_mountain
    return price


def _cheapest(board: Board) -> dict[frozenset[str], Route]:
    """By the names of both ends; routes come cheapest first."""
    found: dict[frozenset[str], Route] = {}
    for route in routes_of(board, load_rulebook()):
        ends = frozenset((board.cities[route.first].name, board.cities[route.second].name))
        found.setdefault(ends, route)
    return dict(sorted(found.items(), key=lambda item: sorted(item[0])))


def _per_tile(route: Route) -> float:
    return route.cost / route.tiles


def _tiles(route: Route) -> int:
    return route.tiles


def _beside(values: list, summary, form: str) -> str:
    return " / ".join(f"{summary(value):{form}}" for value in values)


def main() -> None:
    printed, rebuilt = load_board(PRINTED), load_board(REBUILT)
    tables = [layer_table(), board_table(printed, rebuilt), route_table(printed, rebuilt)]
    print("\n\n".join(markdown(rows) for rows in tables))


if __name__ == "__main__":
    main()

"""Major Lines, the Operations deck and the solo figures, in the proportions of the known board."""

from __future__ import annotations

from itertools import pairwise

from experiments.boards.recipe import Recipe
from rotwsim.scenario import hexes
from rotwsim.scenario.board_file import load_board
from rotwsim.scenario.schema import GREY

EASTERN_DECK = {
    "hotel": 6,
    "bounty": 6,
    "land_grant": 2,
    "new_industry": 4,
    "city_growth": 3,
    "executive": 2,
    "perfect_engineering": 2,
}
START_CARDS = 3
EASTERN_CITIES = 52
ROTOR_CUBES, CONNECTION_POINTS = 4, 6
HEXES_PER_LINE_POINT, LINE_POINTS = 2, (4, 10)
BOUNTY_POINTS = (2, 5)
BOUNTY_IN_THE_MIDDLE = (
    3.2  # points of a bounty whose city lies as far from the others as cities do on average
)
BY_DISTANCE = "assumed: by distance, as on Eastern US"


def line_points(stops: tuple[str, ...], hex_of: dict[str, hexes.Hex]) -> int:
    """As on Eastern US: a point for every two hexes, four at least and ten at most."""
    length = sum(hexes.distance(hex_of[start], hex_of[end]) for start, end in pairwise(stops))
    least, most = LINE_POINTS
    return min(most, max(least, round(length / HEXES_PER_LINE_POINT)))


def operations_deck(recipe: Recipe, hex_of: dict, colours: dict) -> list[dict]:
    """The deck's cards as entries of the board file; known ones say so."""
    counts = deck_counts(recipe.deck)
    weight = {town.name: town.weight for town in recipe.cities}
    open_cities = [name for name, (colour, _) in colours.items() if colour != GREY]
    hotels = list(recipe.hotels)
    by_weight = sorted(open_cities, key=lambda name: (-weight[name], name))
    by_weight.sort(key=lambda name: name in recipe.bounties)
    hotels += [name for name in by_weight if name not in hotels]
    hotels = hotels[: counts["hotel"]]
    remote = remoteness(hex_of)
    bounties = list(recipe.bounties)
    by_distance = sorted(open_cities, key=lambda name: (-remote[name], name))
    by_distance.sort(
        key=lambda name: name in hotels
    )  # hotels' cities only where no others are left
    bounties += [name for name in by_distance if name not in bounties]
    bounties = bounties[: counts["bounty"]]
    least, most = BOUNTY_POINTS
    cards: list[dict] = []
    for city in hotels:
        cards.append(_marked({"kind": "hotel", "city": city}, city in recipe.hotels))
    for city in bounties:
        points = min(most, max(least, round(BOUNTY_IN_THE_MIDDLE * remote[city])))
        card = {"kind": "bounty", "city": city, "points": points}
        cards.append(_marked(card, city in recipe.bounties))
    for kind, count in counts.items():
        if kind not in ("hotel", "bounty"):
            cards.append({"kind": kind, "count": count})
    return [*cards, {"kind": "start", "count": START_CARDS}]


def deck_counts(cards: int | None) -> dict[str, int]:
    """Cards of each kind: as printed, or in proportion for a deck of known size."""
    if cards is None:
        return dict(EASTERN_DECK)
    wanted = cards - START_CARDS
    share = {kind: n * wanted / sum(EASTERN_DECK.values()) for kind, n in EASTERN_DECK.items()}
    counts = {kind: int(value) for kind, value in share.items()}
    rest = sorted(share, key=lambda kind: (int(share[kind]) - share[kind], list(share).index(kind)))
    for kind in rest[: wanted - sum(counts.values())]:
        counts[kind] += 1
    return counts


def remoteness(hex_of: dict[str, hexes.Hex]) -> dict[str, float]:
    """How far a city lies from the others, 1 for the average city."""
    mean = {
        name: sum(hexes.distance(place, other) for other in hex_of.values()) / (len(hex_of) - 1)
        for name, place in hex_of.items()
    }
    average = sum(mean.values()) / len(mean)
    return {name: value / average for name, value in mean.items()}


def solo_figures(recipe: Recipe) -> dict[str, int]:
    """Base Exhaust as on Eastern US; the trigger that was inferred for the map."""
    known = load_board("eastern-us")
    return {"base_exhaust": known.base_exhaust, "empty_city_trigger": recipe.trigger}


def table_figures(cities: list[dict], lines: list[dict]) -> dict:
    """Markers by seats and cities (M3), rotors in great cities (M30), a goal for every line."""
    markers = {
        seats: round((6 + 2 * seats) * len(cities) / EASTERN_CITIES) for seats in range(2, 7)
    }
    return {
        "markers": markers,
        "rotor_cities": [city["name"] for city in cities if city["cubes"] >= ROTOR_CUBES],
        "rail_barons": [
            {
                "rule": "R12",
                "name": "-".join(line["cities"]),
                "goal": "connected",
                "cities": line["cities"],
                "points": CONNECTION_POINTS,
            }
            for line in lines
        ],
    }


def _marked(card: dict, known: bool) -> dict:
    if known:
        card["origin"] = "reported: reviews and session reports"
    if "points" in card and known:
        card["origins"] = {"points": BY_DISTANCE}
    return card

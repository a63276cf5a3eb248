"""The Railbot's 14 map cards: chains of three or four neighbouring cities that cover the map."""

from __future__ import annotations

from collections import Counter, deque
from itertools import pairwise

from experiments.boards.recipe import Recipe
from rotwsim.scenario import hexes

# as assumed for Eastern US: cities on each card, its slot, Major Line (L) and Baron (B) icons
LENGTHS = (3, 4, 4, 3, 4, 3, 4, 3, 3, 4, 4, 4, 4, 4)
SLOTS = "LLMLRLLMRLLMLR"
SLOT_NAMES = {"L": "left", "M": "middle", "R": "right"}
ICONS = "-BL-BL--BL-BL-"
LONELY = 1.0
NAMED_AGAIN = (
    0.2,
    0.05,
    0.0,
)  # what naming a city is worth that 1, 2, 3 or more cards name already
SHORT = 0.01  # what a hex of a card's length costs
SWEEPS = 10

Hexes = dict[str, hexes.Hex]


def railbot_cards(recipe: Recipe, rows: list[str], hex_of: Hexes) -> list[dict]:
    """Cards as entries of the board file, known ones first."""
    distance = walking_distances(rows, hex_of, recipe.sea)
    near = neighbours(distance)
    chains = _chains(near)
    # a city with few neighbours stands in few chains, so it counts more while no card names it
    need = {name: 1 + LONELY / len(near[name]) for name in near}
    known = [tuple(cities) for cities in recipe.railbot]
    lengths = [len(cities) for cities in known] + list(LENGTHS[len(known) :])
    chosen: list[tuple[str, ...]] = list(known)
    for length in lengths[len(known) :]:
        chosen.append(_best(chains[length], chosen, distance, need))
    for _ in range(SWEEPS):
        before = list(chosen)
        for place in range(len(known), len(chosen)):
            others = chosen[:place] + chosen[place + 1 :]
            chosen[place] = _best(chains[lengths[place]], others, distance, need)
        if chosen == before:
            break
    cards = []
    for place, cities in enumerate(chosen):
        card: dict = {"cities": list(cities), "slot": SLOT_NAMES[SLOTS[place]]}
        if ICONS[place] == "L":
            card["major_line"] = True
        if ICONS[place] == "B":
            card["baron"] = True
        if cities in known:
            card["origins"] = {"cities": "reported: example in the solo rulebook"}
        cards.append(card)
    return cards


def neighbours(distance: dict[tuple[str, str], int]) -> dict[str, set[str]]:
    """Pairs of cities with no third one in the circle between them."""
    names = sorted({name for pair in distance for name in pair})
    found: dict[str, set[str]] = {name: set() for name in names}
    for (first, second), apart in distance.items():
        between = (
            distance[first, third] ** 2 + distance[third, second] ** 2 <= apart**2
            for third in names
            if (first, third) in distance and (third, second) in distance
        )
        if not any(between):
            found[first].add(second)
    return found


def walking_distances(rows: list[str], hex_of: Hexes, sea: tuple) -> dict[tuple[str, str], int]:
    """Steps over playable hexes between every two cities; a sea route is one long step."""
    at = {place: name for name, place in hex_of.items()}
    ferry: dict[str, list[str]] = {}
    for first, second in sea:
        ferry.setdefault(first, []).append(second)
        ferry.setdefault(second, []).append(first)
    distance = {}
    for name, start in hex_of.items():
        steps, queue = {start: 0}, deque([start])
        while queue:
            here = queue.popleft()
            around = [hexes.neighbour(here, side) for side in range(6)]
            around += [hex_of[other] for other in ferry.get(at.get(here, ""), [])]
            for behind in around:
                row, column = behind
                if not (0 <= row < len(rows) and 0 <= column < len(rows[0])):
                    continue
                if rows[row][column] != hexes.UNPLAYABLE and behind not in steps:
                    steps[behind] = steps[here] + 1
                    queue.append(behind)
        for other, place in hex_of.items():
            if other != name and place in steps:
                distance[name, other] = steps[place]
    return distance


def _chains(near: dict[str, set[str]]) -> dict[int, list[tuple[str, ...]]]:
    """Every chain of three and of four cities, each once."""
    threes = [(a, b, c) for b in near for a in near[b] for c in near[b] if a != c]
    fours = [(*three, last) for three in threes for last in near[three[-1]] if last not in three]
    return {
        3: sorted(t for t in threes if t[0] < t[-1]),
        4: sorted(f for f in fours if f[0] < f[-1]),
    }


def _best(chains: list, others: list, distance: dict, need: dict) -> tuple[str, ...]:
    named = Counter(city for cities in others for city in cities)
    joined = {frozenset(pair) for cities in others for pair in pairwise(cities)}

    def worth(cities: tuple[str, ...]) -> float:
        pairs = list(pairwise(cities))
        value = sum(
            NAMED_AGAIN[min(named[city], len(NAMED_AGAIN)) - 1] if named[city] else need[city]
            for city in cities
        )
        value -= 0.5 * sum(frozenset(pair) in joined for pair in pairs)
        return value - SHORT * sum(distance[pair] for pair in pairs)

    return max(chains, key=lambda cities: (worth(cities), cities))

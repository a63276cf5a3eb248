"""The longest chain of Links that uses none twice, as an integer programme (R2).

Links form such a chain if they hang together and at most two cities have an odd number of them.
"""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx
import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

Pair = tuple[int, int]


def longest_trail(links: Sequence[Pair]) -> int:
    """How many of these Links the longest chain has; cities may come twice."""
    if not links:
        return 0
    together: list[np.ndarray] = []  # rules that keep a choice in one piece
    while True:
        chosen = _most_links(links, together)
        graph = nx.MultiGraph([links[number] for number in chosen])
        pieces = list(nx.connected_components(graph))
        if len(pieces) == 1:
            return len(chosen)
        for piece in pieces:
            together += _joined(links, chosen, piece)


def _most_links(links: Sequence[Pair], together: list[np.ndarray]) -> list[int]:
    """The largest choice in which at most two cities have an odd number of Links.

    By city: Links chosen = 2 × half + odd, where odd is 0 or 1.
    """
    cities = sorted({city for pair in links for city in pair})
    number, halves = len(links), len(links)
    odds = halves + len(cities)
    width = odds + len(cities)
    even = np.zeros((len(cities), width))
    for link, pair in enumerate(links):
        for city in pair:
            even[cities.index(city), link] += 1
    for place in range(len(cities)):
        even[place, halves + place], even[place, odds + place] = -2, -1
    two_odd = np.zeros((1, width))
    two_odd[0, odds:] = 1
    rules = [LinearConstraint(even, 0, 0), LinearConstraint(two_odd, -np.inf, 2)]
    for rule in together:
        row = np.zeros((1, width))
        row[0, :number] = rule
        rules.append(LinearConstraint(row, -np.inf, 1))
    high = np.ones(width)
    high[halves:odds] = number
    wanted = np.zeros(width)
    wanted[:number] = -1
    result = milp(wanted, integrality=np.ones(width), bounds=Bounds(0, high), constraints=rules)
    if result.x is None:
        raise RuntimeError(f"the longest chain was not found: {result.message}")
    return np.flatnonzero(result.x[:number] > 0.5).tolist()


def _joined(links: Sequence[Pair], chosen: list[int], piece: set[int]) -> list[np.ndarray]:
    """A Link inside the piece and one outside need a Link that leads out of it."""
    leading_out = [link for link, pair in enumerate(links) if len(piece & set(pair)) == 1]
    inside = next(link for link in chosen if links[link][0] in piece)
    rules = []
    for outside in (link for link in chosen if links[link][0] not in piece):
        rule = np.zeros(len(links))
        rule[[inside, outside]] = 1
        rule[leading_out] = -1
        rules.append(rule)
    return rules

"""The network of complete Links: owners, connected cities, the longest chain of Links (R2)."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import reduce
from typing import NamedTuple

import numpy as np
from scipy.optimize import LinearConstraint, milp

ANYONE = None  # in place of an owner: Links of everybody


class Link(NamedTuple):
    owner: int
    first: int
    second: int


class Network:
    """All Links on the board, and the groups of cities that they connect."""

    def __init__(self, cities: int):
        self.cities = cities
        self.links: list[Link] = []
        # by city: the next city and the owner of the Link
        self.neighbours: dict[int, set[tuple[int, int]]] = {city: set() for city in range(cities)}
        self._joined: dict[int | None, list[set[int]]] = defaultdict(list)  # by owner

    def add(self, owner: int, first: int, second: int) -> None:
        """Add a complete Link."""
        self.links.append(Link(owner, first, second))
        self.neighbours[first].add((second, owner))
        self.neighbours[second].add((first, owner))
        for whose in (owner, ANYONE):
            self._joined[whose] = _connected(self._joined[whose], (first, second))

    def links_of(self, owner: int) -> list[Link]:
        return [link for link in self.links if link.owner == owner]

    def joined_groups(self, owner: int | None) -> list[set[int]]:
        """Group the cities that Links of an owner connect; lone cities are left out."""
        return self._joined[owner]

    def groups(self, owner: int | None) -> list[set[int]]:
        """Group all cities; a lone city is a group."""
        joined = self._joined[owner]
        lone = set(range(self.cities)).difference(*joined)
        return [*joined, *({city} for city in lone)]

    def cities_of(self, owner: int) -> set[int]:
        """Give the cities where an owner has a Link."""
        return set().union(*self._joined[owner])

    def are_connected(self, cities, owner: int | None) -> bool:
        """Say whether all these cities, two at least, are in one group."""
        wanted = set(cities)
        return any(wanted <= group for group in self._joined[owner])

    def links_by_pair(self, owner: int) -> Counter[tuple[int, int]]:
        """Count an owner's Links between the same two cities (B16)."""
        return Counter(
            (min(link.first, link.second), max(link.first, link.second))
            for link in self.links_of(owner)
        )


def _connected(groups: list[set[int]], pair: tuple[int, int]) -> list[set[int]]:
    """Join the groups that a Link connects."""
    touching = [group for group in groups if not group.isdisjoint(pair)]
    return [group for group in groups if group not in touching] + [set(pair).union(*touching)]


Pair = tuple[int, int]


def longest_trail(links: Sequence[Pair]) -> int:
    """Count the Links of the longest chain; cities may come twice."""
    if not links:
        return 0
    together: list[np.ndarray] = []  # rules that keep a choice in one piece
    while True:
        chosen = _most_links(links, together)
        pieces = reduce(_connected, [links[number] for number in chosen], [])
        if len(pieces) == 1:
            return len(chosen)
        for piece in pieces:
            together += _in_one_piece(links, chosen, piece)


def _most_links(links: Sequence[Pair], together: list[np.ndarray]) -> list[int]:
    """Choose most Links so that at most two cities have an odd number of them.

    By city: Links chosen = 2 × half + odd, where odd is 0 or 1.
    """
    cities = sorted({city for pair in links for city in pair})
    number, places = len(links), len(cities)
    at_city = [[city in pair for pair in links] for city in cities]
    even = np.hstack([at_city, -2 * np.eye(places), -np.eye(places)])
    rules = [LinearConstraint(even, 0, 0)]
    rules.append(LinearConstraint(np.repeat([0, 0, 1], [number, places, places]), ub=2))
    rules += [LinearConstraint(np.append(rule, np.zeros(2 * places)), ub=1) for rule in together]
    high = np.repeat([1, number, 1], [number, places, places])
    wanted = np.repeat([-1, 0], [number, 2 * places])
    whole = np.ones(number + 2 * places)
    result = milp(wanted, integrality=whole, bounds=(0, high), constraints=rules)
    if result.x is None:
        raise RuntimeError(f"the longest chain was not found: {result.message}")
    return np.flatnonzero(result.x[:number] > 0.5).tolist()


def _in_one_piece(links: Sequence[Pair], chosen: list[int], piece: set[int]) -> list[np.ndarray]:
    """Write the rule: a Link inside the piece and one outside need one that leads out."""
    leading_out = [link for link, pair in enumerate(links) if len(piece & set(pair)) == 1]
    inside = next(link for link in chosen if links[link][0] in piece)
    rules = []
    for outside in (link for link in chosen if links[link][0] not in piece):
        rule = np.zeros(len(links))
        rule[[inside, outside]] = 1
        rule[leading_out] = -1
        rules.append(rule)
    return rules

"""The network of complete Links: owners, connected cities, the longest chain of Links (R2)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import LinearConstraint, milp

ANYONE = None  # in place of an owner: Links of everybody


@dataclass(frozen=True)
class Link:
    owner: int
    first: int
    second: int


@dataclass
class Network:
    cities: int
    links: list[Link] = field(default_factory=list)
    neighbours: dict[int, set[tuple[int, int]]] = field(default_factory=dict)  # (city, owner)
    _cities: dict[int, set[int]] = field(default_factory=dict)  # by owner
    _groups: dict[int | None, list[set[int]]] = field(default_factory=dict)
    _joined: dict[int | None, list[set[int]]] = field(default_factory=dict)

    def __post_init__(self):
        self.neighbours = {city: set() for city in range(self.cities)}

    def add(self, owner: int, first: int, second: int) -> None:
        """Add a complete Link."""
        self.links.append(Link(owner, first, second))
        self.neighbours[first].add((second, owner))
        self.neighbours[second].add((first, owner))
        self._cities.setdefault(owner, set()).update((first, second))
        for whose in (owner, ANYONE):
            self._groups[whose] = _once_connected(self.groups(whose), first, second)
            self._joined[whose] = [group for group in self._groups[whose] if len(group) > 1]

    def links_of(self, owner: int) -> list[Link]:
        return [link for link in self.links if link.owner == owner]

    def cities_of(self, owner: int) -> set[int]:
        """Give the cities where an owner has a Link."""
        return self._cities.get(owner, set())

    def groups(self, owner: int | None) -> list[set[int]]:
        """Group the cities as Links of an owner connect them; a lone city is a group."""
        if owner not in self._groups:
            self._groups[owner] = [{city} for city in range(self.cities)]
        return self._groups[owner]

    def joined_groups(self, owner: int | None) -> list[set[int]]:
        """Give the groups without lone cities."""
        return self._joined.get(owner, [])

    def are_connected(self, cities, owner: int | None) -> bool:
        """Say whether all these cities, two at least, are in one group."""
        wanted = set(cities)
        return any(wanted <= group for group in self.joined_groups(owner))

    def links_by_pair(self, owner: int) -> Counter[tuple[int, int]]:
        """Count an owner's Links between the same two cities (B16)."""
        return Counter(
            (min(link.first, link.second), max(link.first, link.second))
            for link in self.links_of(owner)
        )


def _once_connected(groups: list[set[int]], first: int, second: int) -> list[set[int]]:
    """Join the groups of two cities; each stays in the place of its lowest city."""
    one, *other = (group for group in groups if first in group or second in group)
    if not other:
        return groups
    return [one.union(*other) if group is one else group for group in groups if group not in other]


Pair = tuple[int, int]


def longest_trail(links: Sequence[Pair]) -> int:
    """Count the Links of the longest chain; cities may come twice."""
    if not links:
        return 0
    together: list[np.ndarray] = []  # rules that keep a choice in one piece
    while True:
        chosen = _most_links(links, together)
        pieces = _pieces([links[number] for number in chosen])
        if len(pieces) == 1:
            return len(chosen)
        for piece in pieces:
            together += _joined(links, chosen, piece)


def _most_links(links: Sequence[Pair], together: list[np.ndarray]) -> list[int]:
    """Choose most Links so that at most two cities have an odd number of them.

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
    result = milp(wanted, integrality=np.ones(width), bounds=(0, high), constraints=rules)
    if result.x is None:
        raise RuntimeError(f"the longest chain was not found: {result.message}")
    return np.flatnonzero(result.x[:number] > 0.5).tolist()


def _pieces(links: list[Pair]) -> list[set[int]]:
    """Group the cities of these Links as they connect them."""
    pieces: list[set[int]] = []
    for pair in links:
        touching = [piece for piece in pieces if not piece.isdisjoint(pair)]
        pieces = [piece for piece in pieces if piece.isdisjoint(pair)]
        pieces.append(set(pair).union(*touching))
    return pieces


def _joined(links: Sequence[Pair], chosen: list[int], piece: set[int]) -> list[np.ndarray]:
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

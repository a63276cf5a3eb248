"""The network of complete Links: who owns them and which cities they connect."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

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
        """A Link is complete."""
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
        """The cities where an owner has a Link."""
        return self._cities.get(owner, set())

    def groups(self, owner: int | None) -> list[set[int]]:
        """The cities in groups that Links of an owner connect; a lone city is a group."""
        if owner not in self._groups:
            self._groups[owner] = [{city} for city in range(self.cities)]
        return self._groups[owner]

    def joined_groups(self, owner: int | None) -> list[set[int]]:
        """The same without lone cities."""
        return self._joined.get(owner, [])

    def are_connected(self, cities, owner: int | None) -> bool:
        """All these cities, two at least, lie in one group."""
        wanted = set(cities)
        return any(wanted <= group for group in self.joined_groups(owner))

    def links_by_pair(self, owner: int) -> Counter[tuple[int, int]]:
        """B16: an owner's Links between the same two cities."""
        return Counter(tuple(sorted((link.first, link.second))) for link in self.links_of(owner))


def _once_connected(groups: list[set[int]], first: int, second: int) -> list[set[int]]:
    """The groups once two cities are connected; each stays in the place of its lowest city."""
    one, *other = (group for group in groups if first in group or second in group)
    if not other:
        return groups
    return [one.union(*other) if group is one else group for group in groups if group not in other]

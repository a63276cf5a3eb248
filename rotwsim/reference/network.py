"""The network of complete Links: who owns them and which cities they connect."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import networkx as nx

from rotwsim.core.codes import RAILBOT, SOLO
from rotwsim.reference.given import Given

ANYONE = (SOLO, RAILBOT)
OWN = (SOLO,)
RAILBOT_ALONE = (RAILBOT,)


@dataclass
class Network:
    given: Given
    routes: dict[int, list[int]] = field(default_factory=lambda: {SOLO: [], RAILBOT: []})
    neighbours: dict[int, set[tuple[int, int]]] = field(default_factory=dict)  # (city, owner)
    own_cities: set[int] = field(default_factory=set)  # where the player has a Link
    _graphs: dict[tuple[int, ...], nx.Graph] = field(default_factory=dict)
    _groups: dict[tuple[int, ...], list[set[int]]] = field(default_factory=dict)

    def __post_init__(self):
        cities = range(len(self.given.in_play))
        self.neighbours = {city: set() for city in cities}
        for owners in (ANYONE, OWN, RAILBOT_ALONE):
            graph = nx.Graph()
            graph.add_nodes_from(cities)
            self._graphs[owners] = graph

    def add(self, owner: int, route: int) -> None:
        """A Link is complete."""
        first, second = self.given.routes[route].first, self.given.routes[route].second
        self.routes[owner].append(route)
        self.neighbours[first].add((second, owner))
        self.neighbours[second].add((first, owner))
        if owner == SOLO:
            self.own_cities.update((first, second))
        for owners, graph in self._graphs.items():
            if owner in owners:
                graph.add_edge(first, second)
                self._groups.pop(owners, None)

    def groups(self, owners: tuple[int, ...]) -> list[set[int]]:
        """The cities in groups that Links of these owners connect; a lone city is a group."""
        if owners not in self._groups:
            self._groups[owners] = list(nx.connected_components(self._graphs[owners]))
        return self._groups[owners]

    def are_connected(self, cities, owners: tuple[int, ...]) -> bool:
        """All these cities lie in one group."""
        wanted = set(cities)
        return any(wanted <= group for group in self.groups(owners))

    def own_links_by_pair(self) -> Counter[tuple[int, int]]:
        """B16: the player's Links between the same two cities."""
        routes = self.given.routes
        return Counter(
            tuple(sorted((routes[route].first, routes[route].second)))
            for route in self.routes[SOLO]
        )

    def links(self) -> int:
        return len(self.routes[SOLO]) + len(self.routes[RAILBOT])

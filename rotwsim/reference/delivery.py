"""Deliver one cube: which ways there are, and whom it pays (B30 to B32, S14, D2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from rotwsim.core.codes import (
    CUBE_DELIVERED,
    DELIVER,
    FROM_DELIVERIES,
    FROM_HOTELS,
    LOST_TO_RAILBOT_LINKS,
    RAILBOT,
)
from rotwsim.reference.barons import effective_engine, hotels_pay, points_less
from rotwsim.reference.game import Cities, Game
from rotwsim.reference.goods import colours_in, draw_cubes, remove_cube
from rotwsim.reference.operations import fulfil_bounties
from rotwsim.reference.options import Option, action
from rotwsim.reference.scoring import score
from rotwsim.reference.seat import Seat

Reached = tuple[int, int, int, int]  # colour, destination, own Links, Links of others


def legal_deliveries(game: Game, seat: Seat) -> Iterator[Option]:
    """Every distinct cube, destination and number of Links, own ones and others."""
    engine = effective_engine(game, seat)
    for city in sorted(game.network.cities_of(seat.number)):  # B30: the first Link must be own
        colours = frozenset(colours_in(game.cubes[city]))
        for colour, destination, own, others in _reached(game, seat, city, colours, engine):
            yield action(DELIVER, city, colour, destination, own, others)


def deliver(
    game: Game, seat: Seat, city: int, colour: int, destination: int, own: int, others: int
) -> None:
    """Moves the cube along its path and pays the owners of the Links on it (B32)."""
    remove_cube(game, seat, city, colour, CUBE_DELIVERED)
    way = StatedWay(game, seat, city, colour, destination, own, others)
    path = game.log.show_path(game.turn, seat.number, way)
    seat.tally.deliveries += 1
    seat.delivered[colour] += 1
    seat.longest_delivery = max(seat.longest_delivery, own + others)
    _pay_owners(game, seat, Counter(way.owners(path)), destination)
    if hotels_pay(game):  # B41, D20
        for owner in game.seats:
            score(game, owner, owner.hotels[destination], FROM_HOTELS)
    fulfil_bounties(game, seat, destination)
    _bring_western_bonus(game, seat, city, colour, destination)


def _pay_owners(game: Game, seat: Seat, links: Counter[int], destination: int) -> None:
    """B32: 1 point per Link to its owner; a Railbot Link costs one instead (S14)."""
    points = links[seat.number] - points_less(game, game.colours[destination])
    score(game, seat, max(0, points), FROM_DELIVERIES)  # D2
    score(game, seat, -links[RAILBOT], LOST_TO_RAILBOT_LINKS)
    for other in game.seats:
        if other is not seat and links[other.number]:
            score(game, other, links[other.number], FROM_DELIVERIES)


def _reached(
    game: Game, seat: Seat, city: int, colours: frozenset[int], engine: int
) -> set[Reached]:
    """Worked out once for a network: Links and New Cities only ever become more."""
    key = (seat.number, len(game.network.links), len(game.urbanized), engine, city, colours)
    if key not in game.reaches:
        reached: set[Reached] = set()
        _travel(game, seat, city, colours, engine, (0, 0), {city}, reached)
        game.reaches[key] = reached
    return game.reaches[key]


def _travel(
    game: Game,
    seat: Seat,
    city: int,
    colours: frozenset[int],
    engine: int,
    used: tuple[int, int],
    visited: set[int],
    reached: set[Reached],
) -> None:
    """Follows every path from here on; `colours` are those of the cubes still on the way."""
    for neighbour, owner in game.network.neighbours[city]:
        if neighbour in visited:  # B31: no city twice
            continue
        is_own = owner == seat.number
        if not is_own and used == (0, 0):  # B30: the first Link must be the player's own
            continue
        own, others = used[0] + is_own, used[1] + (not is_own)
        travelling = colours
        colour = game.colours[neighbour]
        if colour in colours:  # B31: a cube stops at the first city of its colour
            reached.add((colour, neighbour, own, others))
            travelling = colours - {colour}
        if travelling and own + others < engine:
            visited.add(neighbour)
            _travel(game, seat, neighbour, travelling, engine, (own, others), visited, reached)
            visited.remove(neighbour)


def _bring_western_bonus(game: Game, seat: Seat, city: int, colour: int, destination: int) -> None:
    """B48: a red cube from a city with a Western Link brings more to Chicago."""
    western = game.given.western
    if western is None or city not in game.western_links:
        return
    if colour == western.colour and destination == western.destination:
        draw_cubes(game, seat, destination, western.bonus_cubes)


@dataclass
class StatedWay:
    """The way of one delivery as the action states it: its ends, own Links and Links of others."""

    game: Game
    seat: Seat
    city: int
    colour: int
    destination: int
    own: int
    others: int

    def is_path(self, cities: Cities) -> bool:
        """B30, B31: these cities in order are such a way."""
        if not set(cities) <= set(self.game.network.neighbours):
            return False
        if len(cities) != self.own + self.others + 1 or len(set(cities)) != len(cities):
            return False
        if cities[0] != self.city or cities[-1] != self.destination:
            return False
        stops = [city for city in cities[1:] if self.game.colours[city] == self.colour]
        return stops == [self.destination] and bool(self.owners(cities))

    def owners(self, cities: Cities) -> list[int]:
        """Whose Links a path uses, as many own ones as stated; empty if that cannot be.

        Between two cities there may be Links of several owners. The first Link used is own (B30);
        where both will do, own Links are taken as early as possible.
        """
        steps = [self._owners_between(*pair) for pair in pairwise(cities)]
        me = self.seat.number
        must = [place for place, owners in enumerate(steps) if owners == {me}]
        can = [place for place, owners in enumerate(steps) if me in owners and len(owners) > 1]
        if not all(steps) or me not in steps[0]:
            return []
        wanted = self.own - len(must)
        if not (0 not in must) <= wanted <= len(can):
            return []
        own = {*must, *can[:wanted]}
        return [me if n in own else min(owners - {me}) for n, owners in enumerate(steps)]

    def example(self) -> Cities:
        """One such path, for a message or a log of our own."""
        frontier: list[Cities] = [(self.city,)]
        while frontier:
            path = frontier.pop()
            if path[-1] == self.destination:
                if self.is_path(path):
                    return path
            elif len(path) <= self.own + self.others:
                neighbours = {city for city, _ in self.game.network.neighbours[path[-1]]}
                frontier += [(*path, city) for city in neighbours if city not in path]
        return ()

    def _owners_between(self, here: int, there: int) -> set[int]:
        return {owner for city, owner in self.game.network.neighbours[here] if city == there}

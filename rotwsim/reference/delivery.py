"""Deliver one cube: which ways there are, and what it scores (B30 to B32, S14, D2)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from rotwsim.core.codes import (
    CUBE_DELIVERED,
    DELIVER,
    FROM_DELIVERIES,
    FROM_HOTELS,
    LOST_TO_RAILBOT_LINKS,
    SOLO,
)
from rotwsim.reference.barons import effective_engine, hotels_pay, points_less
from rotwsim.reference.game import Game, Path
from rotwsim.reference.goods import colours_in, draw_cubes, remove_cube
from rotwsim.reference.operations import fulfil_bounties
from rotwsim.reference.options import Option, action
from rotwsim.reference.scoring import score

Reached = tuple[int, int, int, int]  # colour, destination, own Links, Railbot Links


def legal_deliveries(game: Game) -> Iterator[Option]:
    """Every distinct cube, destination and number of Links of each owner."""
    engine = effective_engine(game)
    for city in game.network.own_cities:  # B30: the first Link must be the player's own
        colours = frozenset(colours_in(game.cubes[city]))
        for colour, destination, own, railbot in _reached(game, city, colours, engine):
            yield action(DELIVER, city, colour, destination, own, railbot)


def deliver(game: Game, city: int, colour: int, destination: int, own: int, railbot: int) -> None:
    """Moves the cube, scores own Links, then loses 1 point per Railbot Link (S14)."""
    remove_cube(game, city, colour, CUBE_DELIVERED)
    game.log.show_path(game.turn, StatedWay(game, city, colour, destination, own, railbot))
    game.tally.deliveries += 1
    game.delivered[colour] += 1
    game.longest_delivery = max(game.longest_delivery, own + railbot)
    points = own - points_less(game, game.colours[destination])
    score(game, max(0, points), FROM_DELIVERIES)  # D2
    score(game, -railbot, LOST_TO_RAILBOT_LINKS)
    if hotels_pay(game):  # B41, D20
        score(game, game.hotels[destination], FROM_HOTELS)
    fulfil_bounties(game, destination)
    _bring_western_bonus(game, city, colour, destination)


def _reached(game: Game, city: int, colours: frozenset[int], engine: int) -> set[Reached]:
    """Worked out once for a network: Links and New Cities only ever become more."""
    key = (game.network.links(), len(game.urbanized), engine, city, colours)
    if key not in game.reaches:
        reached: set[Reached] = set()
        _travel(game, city, colours, engine, 0, 0, {city}, reached)
        game.reaches[key] = reached
    return game.reaches[key]


def _travel(
    game: Game,
    city: int,
    colours: frozenset[int],
    engine: int,
    own: int,
    railbot: int,
    visited: set[int],
    reached: set[Reached],
) -> None:
    """Follows every path from here on; `colours` are those of the cubes still on the way."""
    for neighbour, owner in game.network.neighbours[city]:
        if neighbour in visited:  # B31: no city twice
            continue
        if own == 0 and owner != SOLO:  # B30: the first Link must be the player's own
            continue
        own_now = own + (owner == SOLO)
        railbot_now = railbot + (owner != SOLO)
        travelling = colours
        colour = game.colours[neighbour]
        if colour in colours:  # B31: a cube stops at the first city of its colour
            reached.add((colour, neighbour, own_now, railbot_now))
            travelling = colours - {colour}
        if travelling and own_now + railbot_now < engine:
            visited.add(neighbour)
            _travel(game, neighbour, travelling, engine, own_now, railbot_now, visited, reached)
            visited.remove(neighbour)


def _bring_western_bonus(game: Game, city: int, colour: int, destination: int) -> None:
    """B48: a red cube from a city with a Western Link brings more to Chicago."""
    western = game.given.western
    if western is None or city not in game.western_links:
        return
    if colour == western.colour and destination == western.destination:
        draw_cubes(game, destination, western.bonus_cubes)


@dataclass
class StatedWay:
    """The way of one delivery as the action states it: its ends and its Links of each owner."""

    game: Game
    city: int
    colour: int
    destination: int
    own: int
    railbot: int

    def is_path(self, cities: Path) -> bool:
        """B30, B31: these cities in order are such a way."""
        if not set(cities) <= set(self.game.network.neighbours):
            return False
        if len(cities) != self.own + self.railbot + 1 or len(set(cities)) != len(cities):
            return False
        if cities[0] != self.city or cities[-1] != self.destination:
            return False
        stops = [city for city in cities[1:] if self.game.colours[city] == self.colour]
        return stops == [self.destination] and self._owners_fit(cities)

    def example(self) -> Path:
        """One such path, for a message or a log of our own."""
        frontier: list[Path] = [(self.city,)]
        while frontier:
            path = frontier.pop()
            if path[-1] == self.destination:
                if self.is_path(path):
                    return path
            elif len(path) <= self.own + self.railbot:
                neighbours = {city for city, _ in self.game.network.neighbours[path[-1]]}
                frontier += [(*path, city) for city in neighbours if city not in path]
        return ()

    def _owners_fit(self, cities: Path) -> bool:
        """Between two cities there may be Links of both owners; the first used is own."""
        must_be_own = can_be_own = 0
        for step, (here, there) in enumerate(pairwise(cities)):
            owners = {owner for city, owner in self.game.network.neighbours[here] if city == there}
            if not owners or (step == 0 and SOLO not in owners):
                return False
            must_be_own += owners == {SOLO} or step == 0
            can_be_own += SOLO in owners
        return must_be_own <= self.own <= can_be_own

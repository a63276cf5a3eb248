"""A log that is written while the reference plays with dice: games of its own to replay."""

from __future__ import annotations

import random

import numpy as np

from rotwsim.core.state import codes
from rotwsim.core.state import log as rows_of
from rotwsim.reference.game import WORD, Choices, Game, Track, choice_digest, signed
from rotwsim.reference.given import Given
from rotwsim.reference.hexmap import SEA_TILE, tiles_of
from rotwsim.reference.link_offers import NEVER, search_from
from rotwsim.reference.railbot_paths import PATHS_OFFERED
from rotwsim.reference.replay import NO_MORE


class DiceLog:
    """Chance and decisions by dice; `eager` is how often a Build gives way to another action."""

    def __init__(self, seed: int, eager: float = 0.0, offers_every: int = 0):
        self.dice = random.Random(seed)
        self.eager = eager
        self.offers_every = offers_every
        self.rows: list[list[int]] = []
        self.tiles: list = []  # of the Build that was chosen

    def game_of(self, given: Given) -> Game:
        """A game that is played with these dice; they look at it to find a Build."""
        self.game = Game(given, self)
        return self.game

    def note(self, turn, seat, row):
        event, *arguments = row
        row = [turn, event, seat, *map(int, arguments)]
        self.rows.append(row + [0] * (rows_of.COLUMNS - len(row)))

    def draw(self, turn, seat, possible):
        row = self.dice.choice(possible)
        self.note(turn, seat, row)
        return row

    def decide(self, turn, seat, decision, choices):
        self.seat = self.game.seats[seat]
        chosen = self._action(choices) if decision == codes.DECIDE_ACTION else None
        if decision == codes.DECIDE_BID:  # mostly small, as at real tables
            chosen = self.dice.choice([choices.choices[0], *choices.choices[:4]])
        chosen = chosen or self.dice.choice(choices.choices)
        assert choices.allows(chosen)
        digest = signed(choices.digest())
        row = rows_of.DECISION, decision, len(choices.choices), digest, *chosen
        self.note(turn, seat, row)
        return chosen

    def decide_path(self, turn, seat, paths, is_last):
        paths = paths[:PATHS_OFFERED]
        digest = signed(sum(choice_digest(sum(path, ())) for path in paths) % WORD)
        self.note(turn, seat, (rows_of.DECISION, codes.DECIDE_PATH, len(paths), digest))
        return self.dice.choice(paths)

    def lay(self, turn, seat, owner, legal, example):
        wanted = example or self.tiles.pop(0)
        laid = min((one for one in legal if one.tile == wanted), key=lambda one: one.price)
        self.note(turn, seat, (rows_of.TILE, *wanted, laid.price, owner))
        return laid

    def show_offers(self, turn, seat, places, offers_of):
        for place in places:
            offers = offers_of(place)
            digest = signed(sum(map(choice_digest, offers)) % WORD)
            self.note(turn, seat, (rows_of.OFFERS, place, len(offers), digest))

    def show_path(self, turn, seat, paths):
        self.note(turn, seat, (rows_of.PATH, *next(paths()), NO_MORE))

    def refuse(self, turn, expected):
        raise AssertionError(f"expected {expected}")

    def array(self) -> np.ndarray:
        """The log as core writes it."""
        log = np.zeros((len(self.rows) + 10, rows_of.COLUMNS), np.int64)
        log[1 : 1 + len(self.rows)] = self.rows
        log[0, 1] = rows_of.HEAD
        log[0, 3], log[0, 5] = 1 + len(self.rows), self.offers_every
        return log

    def _action(self, choices: Choices):
        """An eager player delivers when it can and finishes what it builds; None: anything else."""
        if self.dice.random() < self.eager:
            deliveries = [o for o in choices.choices if o[0] == codes.DELIVER]
            if deliveries and self.dice.random() < 0.7:
                return self.dice.choice(deliveries)
            if self.dice.random() < 0.5:
                return self.dice.choice(choices.choices)
        elif self.dice.random() < 0.3:
            return self.dice.choice(choices.choices)
        return self._build()

    def _build(self):
        """A Link on offer from some city or from open track, or as many of its tiles."""
        game, seat = self.game, self.seat
        track = seat.open_track or Track(self.dice.choice(game.given.cities_in_play))
        per_build = game.given.tiles_per_build(seat.perfect_engineering)
        if sea := self._sea_route(track):
            aim, self.tiles = sea.other(track.begin), [SEA_TILE] * (sea.tiles - len(track.chain))
        else:
            longest = game.given.book.longest_link - len(track.chain)
            if longest < 1:
                return None
            search = search_from(game, track)
            prices = search.prices([min(per_build, longest), longest])
            near = [city for city, (price, _) in prices.items() if price < NEVER]
            if not prices:
                return None
            aim = self.dice.choice(near if near and self.dice.random() < 0.7 else list(prices))
            limit = min(per_build, longest) if aim in near else longest
            self.tiles = tiles_of(search.chain(aim, limit)[1])
        most = min(per_build, len(self.tiles))
        tiles = most if self.dice.random() < 0.8 else self.dice.randint(1, most)
        grant = self.dice.randint(0, 1) if seat.land_grants else 0
        return (codes.BUILD, track.begin, aim, tiles, grant, 0)

    def _sea_route(self, track: Track):
        """The sea route that open track lies on, or sometimes one that begins at the city."""
        seas = self.game.given.sea_routes
        if track.chain:
            return seas[track.sea] if track.sea is not None else None
        open_seas = [
            sea
            for number, sea in enumerate(seas)
            if track.begin in sea.cities and number not in self.game.ground.sea_used
        ]
        return self.dice.choice(open_seas) if open_seas and self.dice.random() < 0.5 else None


class PassiveLog(DiceLog):
    """The player passes and otherwise takes the first choice."""

    def _action(self, choices: Choices):
        return choices.choices[0]

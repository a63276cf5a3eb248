"""A log that is written while the reference plays with dice: games of its own to replay."""

from __future__ import annotations

import random

import numpy as np

from rotwsim.core import codes
from rotwsim.core import log as rows_of
from rotwsim.reference.options import ActionOptions, option_digest, signed
from rotwsim.reference.replay import NO_MORE, PATHS_OFFERED


class DiceLog:
    """Chance and decisions by dice; `eager` is how often a Build gives way to another action."""

    def __init__(self, seed: int, eager: float = 0.0):
        self.dice = random.Random(seed)
        self.eager = eager
        self.rows: list[list[int]] = []

    def note(self, turn, event, arguments):
        row = [turn, event, *map(int, arguments)]
        self.rows.append(row + [0] * (rows_of.COLUMNS - len(row)))

    def draw(self, turn, event, known, possible):
        drawn = self.dice.choice(possible)
        self.note(turn, event, (*known, drawn))
        return drawn

    def decide(self, turn, decision, options):
        chosen = self._action(options) if decision == codes.DECIDE_ACTION else None
        chosen = chosen or self.dice.choice(options.options)
        digest = signed(options.digest())
        self.note(turn, rows_of.DECISION, (decision, len(options), digest, *chosen))
        return chosen

    def decide_path(self, turn, paths):
        paths = paths[:PATHS_OFFERED]
        digest = signed(sum(map(option_digest, paths)) % (1 << 64))
        self.note(turn, rows_of.DECISION, (codes.DECIDE_PATH, len(paths), digest))
        return self.dice.choice(paths)

    def show_path(self, turn, way):
        self.note(turn, rows_of.PATH, (*way.example(), NO_MORE))

    def array(self) -> np.ndarray:
        """The log as core writes it."""
        log = rows_of.new_log()
        log[1 : 1 + len(self.rows)] = self.rows
        log[0, 2] = 1 + len(self.rows)
        return log

    def _action(self, options: ActionOptions):
        """An eager player delivers when it can and finishes what it builds; None: anything else."""
        if self.dice.random() < self.eager:
            deliveries = [o for o in options.options if o[0] == codes.DELIVER]
            if deliveries and self.dice.random() < 0.7:
                return self.dice.choice(deliveries)
            if self.dice.random() < 0.5 or not options.routes:
                return self.dice.choice(options.options)
        elif self.dice.randrange(len(options)) >= len(options.routes):
            return self.dice.choice(options.options)
        if not options.routes:
            return None
        builds = []
        route = self.dice.choice(sorted(options.routes))
        for end in (0, 1):
            for tiles in range(1, 13):
                for grant in (0, 1):
                    build = (codes.BUILD, route, end, tiles, grant, 0)
                    if options.allows(build):
                        builds.append(build)
        return builds[-1] if self.dice.random() < self.eager else self.dice.choice(builds)


class PassiveLog(DiceLog):
    """The player passes and otherwise takes the first option."""

    def _action(self, options: ActionOptions):
        return options.options[0]

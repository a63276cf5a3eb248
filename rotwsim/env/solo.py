"""SoloEnv: one action a step, masks of legal actions, rewards that add up to the result."""

from __future__ import annotations

import operator
from contextlib import suppress

import gymnasium
import numpy as np

from rotwsim.core import layout
from rotwsim.core.actions import ACTION
from rotwsim.core.delivery import DELIVERIES, DELIVERY
from rotwsim.core.numbered import begin, blocks, figures_seen, take
from rotwsim.rules.option import among
from rotwsim.rules.scenario import Scenario, scenario_of
from rotwsim.rules.schema import DataError
from rotwsim.runner.plan import check_game_number, check_seed
from rotwsim.runner.play import rules_of

MOST_GAMES = 2**31
MOST_ILLEGAL = 1000  # steps of one game
FAR = 10**7  # beyond any figure of a game


class SoloEnv(gymnasium.Env):
    """The solo game of a scenario, played by an agent.

    An action is a number below `action_space.n`; `info["action_mask"]`, or `action_masks()`, has 1
    where it is legal. What is not legal changes nothing, and after many such steps the game is cut.
    An observation is a row of whole numbers, see docs/environment.md. Rewards are changes of the
    result (points less what bonds cost), so their sum is the result. `reset` draws a game; with the
    options `{"run": 1, "game": 5}` it is that one of `rotwsim.play`.

    >>> env = SoloEnv("portugal")
    >>> seen, info = env.reset(seed=1)
    >>> seen, reward, over, cut, info = env.step(int(info["action_mask"].argmax()))
    """

    metadata = {"render_modes": []}  # noqa: RUF012  as Gymnasium has it

    def __init__(self, scenario: Scenario | str = "eastern-us"):
        self.scenario = scenario_of(scenario)
        if self.scenario.seats:
            raise DataError("the environment plays the solo game; leave seats out")
        self.rules = rules_of(self.scenario)
        cities, pairs = int(self.rules[0].cities), int(self.rules[0].listed)
        numbers, seen = blocks(cities, pairs)[-1], figures_seen(cities, pairs)
        self.action_space = gymnasium.spaces.Discrete(numbers)
        self.observation_space = gymnasium.spaces.Box(-FAR, FAR, (seen,), np.int32)
        self._states = np.zeros(1, layout.STATE)
        self._seen = np.zeros(seen, np.int32)
        self._mask = np.zeros(numbers, np.int8)
        self._choices = np.zeros((numbers, ACTION), np.int64)
        self._room = np.zeros((DELIVERIES, DELIVERY), np.int64)
        self._views = self._seen, self._mask, self._choices, self._room
        self._over, self._illegal = True, 0

    def reset(self, *, seed: int | None = None, options: dict | None = None):
        super().reset(seed=seed)
        chosen = options or {}
        for name in chosen:
            among("option of reset", name, ["run", "game"])
        run = check_seed(chosen.get("run", self.np_random.integers(MOST_GAMES)))
        game = check_game_number(chosen.get("game", self.np_random.integers(MOST_GAMES)))
        self._states = np.zeros(1, layout.STATE)
        self._over, self._illegal = False, 0
        begin(self._states, self.rules, run, game, *self._views)
        return self._seen.copy(), {"action_mask": self._mask.copy()}

    def _number_of(self, action: object) -> int:
        """A whole number, also as agents have it, in an array without axes."""
        if not isinstance(action, bool | np.bool_):
            with suppress(TypeError):
                return operator.index(action)
        raise DataError(f"the action is {action!r}; it must be a whole number")

    def step(self, action: int):
        if self._over:
            raise DataError("the game is over; reset() begins another")
        action = self._number_of(action)
        if not 0 <= action < len(self._mask) or not self._mask[action]:
            self._illegal += 1
            cut = self._illegal >= MOST_ILLEGAL
            info = {"action_mask": self._mask.copy(), "illegal": True}
            return self._seen.copy(), 0.0, False, cut, info
        gained = take(self._states, self.rules, action, *self._views)
        self._over = bool(self._states["over"][0])
        info = {"action_mask": self._mask.copy()}
        return self._seen.copy(), float(gained), self._over, False, info

    def action_masks(self) -> np.ndarray:
        """Which actions are legal now."""
        return self._mask.view(bool).copy()

    def choice(self, action: int) -> tuple[int, ...]:
        """A legal action as the six numbers of `core.codes`; else the place of an option first."""
        return tuple(self._choices[action].tolist())

"""The game for 2 to 6 as a PettingZoo AEC environment: one agent per seat, masks of actions."""

from dataclasses import replace

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from rotwsim.core.play.turn_actions import ACTION, LEGAL_ACTIONS
from rotwsim.core.state import layout
from rotwsim.core.state import learning_view as view
from rotwsim.replay.names import Names
from rotwsim.runner.play import rules_of
from rotwsim.runner.workload import check_game_number, check_seed
from rotwsim.scenario.options import among
from rotwsim.scenario.scenario import Scenario, scenario_of
from rotwsim.scenario.schema import DataError
from rotwsim.session.game import ShownGame
from rotwsim.session.position_text import board_lines, seats_lines

MOST_GAMES = 2**31
ILLEGAL_REWARD = -100.0
TEXT, PRINTED = "ansi", "human"


def env(scenario: Scenario | str = "eastern-us", seats: int = 4, render_mode: str | None = None):
    """Make the environment; an illegal action ends the game for its agent.

    `scenario` is a board, or a `Scenario` whose seats are as many as agents play; who sits there in
    the scenario does not matter.

    >>> game = env("portugal", seats=3)
    >>> game.reset(seed=1)
    >>> game.agent_selection
    'seat_1'
    """
    made = wrappers.TerminateIllegalWrapper(
        raw_env(scenario, seats, render_mode), illegal_reward=ILLEGAL_REWARD
    )
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


class raw_env(AECEnv):
    """The multiplayer game of a scenario; every seat is an agent.

    An action is a number; `observe(agent)["action_mask"]` has 1 where it is legal for the agent
    that decides, and 0 everywhere for the others. A reward is the change of an agent's score,
    points less bonds and at the end its Rail Baron: all rewards add up to the final score.
    `reset(options={"run": 1, "game": 5})` deals that game of `rotwsim.play`.
    """

    metadata = {  # noqa: RUF012  PettingZoo's form
        "render_modes": [TEXT, PRINTED],
        "name": "rotwsim_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(self, scenario: Scenario | str, seats: int, render_mode: str | None = None):
        super().__init__()
        if render_mode is not None:
            among("render mode", render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self.scenario = with_seats(scenario, seats)
        self.rules = rules_of(self.scenario)
        table = self.rules[0]
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(len(self.scenario.seats))]
        self.agents: list[str] = []
        size = int(table.seats), int(table.cities), int(table.listed)
        numbers, seen = view.blocks(*size[1:], size[0]).end, view.multiplayer_numbers(*size)
        self._space = gymnasium.spaces.Discrete(numbers)
        most = np.full(seen, np.iinfo(np.int32).max, np.int32)
        self._view = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-most, most, dtype=np.int32),
                "action_mask": gymnasium.spaces.Box(0, 1, (numbers,), np.int8),
            }
        )
        self._states = np.zeros(1, layout.STATE)
        self._mask = np.zeros(numbers, np.int8)
        self._choices = np.zeros((numbers, ACTION), np.int64)
        self._legal = np.zeros((LEGAL_ACTIONS, ACTION), np.int64)
        self._random = np.random.default_rng()

    @property
    def state_record(self) -> np.record:
        """The position, hidden cards included; its fields are those of `core.state.layout`."""
        return self._states[0]

    def observation_space(self, agent: str) -> gymnasium.spaces.Space:
        return self._view

    def action_space(self, agent: str) -> gymnasium.spaces.Space:
        return self._space

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """Deal a game: a new one, or the one that the options name."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        chosen = options or {}  # PettingZoo's test gives others too, which mean nothing here
        run = check_seed(chosen.get("run", int(self._random.integers(MOST_GAMES))))
        game = check_game_number(chosen.get("game", int(self._random.integers(MOST_GAMES))))
        self._states = np.zeros(1, layout.STATE)
        view.begin_multiplayer(
            self._states, self.rules, run, game, self._mask, self._choices, self._legal
        )
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._scores = self._score_all()
        self.agent_selection = self.possible_agents[int(self.state_record.seat)]

    def _score_all(self) -> list[float]:
        seats = range(len(self.possible_agents))
        return [float(view.score_now(self.state_record, self.rules[0], seat)) for seat in seats]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Show what an agent sees, and what it may do if it is the one that decides."""
        seat = self.possible_agents.index(agent)
        space = self._view["observation"]
        seen = np.zeros(space.shape or (), np.int32)
        view.observe_multiplayer(self._states, self.rules, seat, seen)
        is_asked = agent == self.agent_selection
        mask = self._mask.copy() if is_asked else np.zeros_like(self._mask)
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take an action of the agent that decides, and play on to the next decision."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self._mask[action]:
            raise DataError(f"action {action} is not legal now; the mask says which are")
        self._cumulative_rewards[agent] = 0.0
        view.take_multiplayer(
            self._states, self.rules, int(action), self._mask, self._choices, self._legal
        )
        scores = self._score_all()
        gained = zip(self.possible_agents, scores, self._scores, strict=True)
        self.rewards = {one: now - before for one, now, before in gained if one in self.agents}
        self._scores = scores
        if self.state_record.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[int(self.state_record.seat)]
        self._accumulate_rewards()
        if self.render_mode == PRINTED:
            self.render()

    def render(self) -> str | None:
        if self.render_mode is None:
            return None
        shown = ShownGame(self.scenario, self._states, self.rules)
        names = Names(self.scenario)
        text = "\n".join(seats_lines(shown, names) + board_lines(shown, names))
        if self.render_mode == TEXT:
            return text
        print(text)
        return None

    def close(self) -> None:
        """Close nothing: there is no window."""


def with_seats(scenario: Scenario | str, seats: int) -> Scenario:
    if isinstance(scenario, str):
        return Scenario.of(scenario, seats=["passive"] * seats)
    found = scenario_of(scenario)
    if not found.seats:
        raise DataError('a scenario of agents has seats, such as seats=["4*passive"]')
    return replace(found, seats=("passive",) * len(found.seats))

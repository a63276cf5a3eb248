"""The solo game as a Gymnasium environment, also by name; needs the extra "gym"."""

import operator
from bisect import bisect_right
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from typing import Any

import gymnasium
import numpy as np

from rotwsim.core.play.turn_actions import ACTION, LEGAL_ACTIONS
from rotwsim.core.state import codes, layout
from rotwsim.core.state.codes import COLOURS
from rotwsim.core.state.learning_view import CARDS, begin, blocks, take
from rotwsim.replay.names import PLACES, Names
from rotwsim.runner.play import rules_of
from rotwsim.runner.workload import check_game_number, check_seed
from rotwsim.scenario.options import among
from rotwsim.scenario.scenario import Scenario, scenario_of
from rotwsim.scenario.schema import DataError
from rotwsim.session.game import ShownGame
from rotwsim.session.position_text import board_lines, status_lines

__all__ = ["SoloEnv"]

MOST_GAMES = 2**31
MOST_ILLEGAL = 1000  # steps of one game
TEXT, DRAWING = "ansi", "svg"


class SoloEnv(gymnasium.Env, ShownGame):
    """The solo game of a scenario, played by an agent.

    An action is a number below `action_space.n`; `info["action_mask"]`, or `action_masks()`, has 1
    where it is legal. What is not legal changes nothing, and after many such steps the game is cut.
    An observation is a row of whole numbers, see docs/environment.md. Rewards are changes of the
    result (points less what bonds cost), so their sum is the result. `reset` draws a game; with the
    options `{"run": 1, "game": 5}` it is that one of `rotwsim.play`. `render` gives the position as
    text ("ansi") or as a drawn board ("svg").

    >>> env = SoloEnv("portugal")
    >>> seen, info = env.reset(seed=1)
    >>> seen, reward, over, cut, info = env.step(int(info["action_mask"].argmax()))
    """

    metadata = {"render_modes": [TEXT, DRAWING], "render_fps": 1}  # noqa: RUF012  Gymnasium's form

    def __init__(self, scenario: Scenario | str = "eastern-us", render_mode: str | None = None):
        if render_mode is not None:
            among("render mode", render_mode, self.metadata["render_modes"])
        self.render_mode = render_mode
        self.scenario = scenario_of(scenario)
        if self.scenario.seats:
            raise DataError("the environment plays the solo game; leave seats out")
        self.rules = rules_of(self.scenario)
        numbers = blocks(int(self.table.cities), int(self.table.listed), 1).end
        least, most = bounds_of(self.table)
        self.action_space = gymnasium.spaces.Discrete(numbers)
        self.observation_space = gymnasium.spaces.Box(least, most, dtype=np.int32)
        self.states = np.zeros(1, layout.STATE)
        self._seen = np.zeros(len(least), np.int32)
        self._mask = np.zeros(numbers, np.int8)
        self._choices = np.zeros((numbers, ACTION), np.int64)
        self._room = np.zeros((LEGAL_ACTIONS, ACTION), np.int64)
        self._views = self._seen, self._mask, self._choices, self._room
        self._over, self._illegal = True, 0

    def reset(self, *, seed: int | None = None, options: dict | None = None):
        super().reset(seed=seed)
        chosen = options or {}
        for name in chosen:
            among("option of reset", name, ["run", "game"])
        run = check_seed(chosen.get("run", self.np_random.integers(MOST_GAMES)))
        game = check_game_number(chosen.get("game", self.np_random.integers(MOST_GAMES)))
        self.states = np.zeros(1, layout.STATE)
        self._over, self._illegal = False, 0
        begin(self.states, self.rules, run, game, *self._views)
        return self._seen.copy(), {"action_mask": self._mask.copy()}

    def _number_of(self, action: Any) -> int:
        """Give an action as a whole number; agents also have it in an array without axes."""
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
        gained = take(self.states, self.rules, action, *self._views)
        self._over = bool(self.states["over"][0])
        info = {"action_mask": self._mask.copy()}
        return self._seen.copy(), float(gained), self._over, False, info

    def action_masks(self) -> np.ndarray:
        return self._mask.view(bool).copy()

    def choice(self, action: int) -> tuple[int, ...]:
        """Give a legal action as the six numbers of `codes`, or the place of a choice first."""
        return tuple(self._choices[action].tolist())

    @cached_property
    def _names(self) -> Names:
        return Names(self.scenario)

    def action_name(self, action: int) -> str:
        """Say what an action does; of an answer that is legal now, what it answers."""
        if not 0 <= (number := self._number_of(action)) < len(self._mask):
            raise DataError(f"the action is {number}; legal are 0 to {len(self._mask) - 1}")
        if self._mask[number] and not self._over and self.state.decision != codes.DECIDE_ACTION:
            from rotwsim.replay.choices import choice_words

            return choice_words(self.state, self._names, int(self._choices[number, 0]))
        first, second = self.table.pair_first.tolist(), self.table.pair_second.tolist()
        pairs = list(zip(first, second, strict=True))[: int(self.table.listed)]
        return action_name(self._names, number, int(self.table.cities), pairs)

    def render(self) -> str | None:
        if self.render_mode == TEXT:
            return "\n".join(status_lines(self, self._names) + board_lines(self, self._names))
        return self._drawing() if self.render_mode == DRAWING else None

    def _drawing(self) -> str:
        """Draw Links as straight lines, cities in their present colour, the cubes on them."""
        from rotwsim.report.figures.board_picture import DrawnLink, board_picture
        from rotwsim.report.page.replay import LINK_COLOURS
        from rotwsim.scenario.compile.routes import Route
        from rotwsim.scenario.schema import COLOURS as COLOUR_NAMES

        state, board = self.state, self.scenario.board
        cities = [
            replace(city, colour=(*COLOUR_NAMES, "grey")[colour], cubes=int(count))
            for city, colour, count in zip(board.cities, state.colour, state.cubes, strict=False)
        ]
        ends = zip(state.link_first, state.link_second, state.link_owner, strict=True)
        links = [
            DrawnLink(
                Route(int(first), int(second), 0, 0, (), ()),
                LINK_COLOURS["Railbot" if owner == codes.RAILBOT else "player"],
            )
            for first, second, owner in list(ends)[: state.links]
        ]
        cubes = {
            city.name: [COLOUR_NAMES[c] for c in range(codes.COLOURS) for _ in range(goods[c])]
            for city, goods in zip(board.cities, state.goods, strict=False)
        }
        now = replace(board, cities=tuple(cities))
        return board_picture(now, [DRAWING], links=links, cubes=cubes)[DRAWING].decode()


FLAG = (0, 1)
MOST_ACTIONS = 3 + 2 * layout.OPERATIONS_CARDS  # of a turn, if all cards were Executives
MOST_POINTS = 10_000  # a game ends with some hundreds
NOTHING = -1


def bounds_of(rules: np.record) -> np.ndarray:
    """Give the least and the most of each number that is seen, as two rows."""
    cities, none = int(rules.cities), NOTHING
    place, cards = (none, cities - 1), (0, layout.OPERATIONS_CARDS)
    actions, level, money = (0, MOST_ACTIONS), (0, layout.LEVELS), (0, codes.MOST_BONDS)
    spokes, cubes = (0, layout.SPOKES), (0, int(rules.cubes_per_colour))
    city = [(0, codes.GREY), (0, 2 ** (codes.GREY + 1) - 1), FLAG, cards, FLAG]
    parts = (
        [(0, layout.TURNS), FLAG, actions, FLAG, FLAG, actions],  # the turn
        [(none, codes.DECIDE_GROWTH), (none, max(cities, codes.COLOURS) - 1)],  # the decision
        [(-MOST_POINTS, MOST_POINTS), money, money, level, level, cards, cards],  # what one has
        [(0, cities), (none, codes.ROW - 1), cards],
        [place, place, (0, layout.TILES)],  # open track
        [(none, layout.RAILBOT_CARDS - 1)] * codes.ROW,
        [(none, layout.OPERATIONS_CARDS - 1)] * CARDS,  # the display
        [(none, layout.BARONS - 1), (codes.NOBODY, codes.RAILBOT)] * layout.BARON_ROW,
        [*[cubes] * codes.COLOURS, *city] * cities,
        [spokes, spokes, (none, codes.MOST_BONDS)] * int(rules.listed),  # pairs of cities
    )
    return np.array([bound for part in parts for bound in part], np.int32).T


def action_name(names: Names, number: int, cities: int, pairs: list[tuple[int, int]]) -> str:
    """Name an action of a board with these cities and pairs of cities."""
    starts = (0, 1, *blocks(cities, len(pairs), 1)[:-1])
    block = bisect_right(starts, number) - 1
    return NAMES[block](names, number - starts[block], cities, pairs)


def _pair(names: Names, pair: int, cities: int, pairs: list[tuple[int, int]]) -> str:
    return "–".join(map(names.city, pairs[pair]))


def _delivery(names: Names, number: int, cities: int, _) -> str:
    cube, goal = divmod(number, cities)
    city, colour = divmod(cube, COLOURS)
    return f"deliver {names.colour(colour)} {names.city(city)}–{names.city(goal)}"


NAMES = (  # in the order of the blocks, of (names, number in the block, cities, pairs)
    lambda *_: "pass",
    lambda *_: "upgrade the engine",
    lambda names, place, *_: f"insure the {PLACES[place]} card of the row",
    lambda names, place, *_: f"take card {place + 1} of the display",
    lambda *_: "go on with the open track",
    lambda *link: f"build {_pair(*link)}",
    lambda *link: f"build {_pair(*link)} with a Land Grant",
    lambda names, number, *_: (
        f"urbanize {names.city(number // COLOURS)}, {names.colour(number % COLOURS)}"
    ),
    lambda names, city, *_: f"Western Link at {names.city(city)}",
    lambda *_: "a mine, which solo does not have",
    _delivery,
    lambda names, number, *_: f"answer {number - 1}" if number else "answer none",
)

gymnasium.register("rotwsim/Solo-v0", entry_point="rotwsim.env:SoloEnv")

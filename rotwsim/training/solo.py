"""Train the expert for the solo game, round by round: sample games, learn, take a step.

Training seeds are far from those of experiments and tests, and every round has its own. The result
depends on the arguments alone, never on the number of jobs.
"""

from dataclasses import dataclass

import numpy as np

from rotwsim.core.state import layout
from rotwsim.core.state.log import no_log
from rotwsim.players.learned import features
from rotwsim.runner.play import play_games, rules_of
from rotwsim.scenario.board_file import PRACTICE, board_names
from rotwsim.scenario.player_numbers import digest_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import SOLO
from rotwsim.training.fit_rounds import Plan, Round, best_of

HELD_OUT = ("great-britain",)
# What pays on Western US and Portugal loses up to 40 points elsewhere: they have separate points.
# The practice maps join the five, so that the player is good on maps it never saw.
BOARDS = ("eastern-us", "eastern-us-rebuilt", "sweden", "europe", "mexico", *board_names(PRACTICE))
HEAD = """\
# What features of actions are worth to the expert, in points: in the opening, then early, in the
# middle and late in the game.
# players/learned/features.py says what each is. Written by `rotwsim dev train`.
"""
TRAINING_SEED = 3_000_017  # one more each round
VALIDATION_SEED = 4_000_037
CONFIRMATION_SEED = 5_000_011  # fresh: no round saw it
SHARE = 80_000  # millionths of the decisions of a game that are looked into
# By round, the last entry from then on, and at once where the training goes on from another: how
# much corrections are shrunk (see fit_rounds.py), how much of the lessons is taken, and what the
# lessons of the rounds before weigh, the last one first.
RIDGES = ((300.0, 1000.0), (300.0, 1000.0), (300.0, 1000.0), (1000.0, 3000.0))
RIDGES_ALONE = ((300.0, 1000.0), (1000.0, 3000.0), (3000.0, 9000.0))
STEPS = (1.0, 1.0, 1.0, 0.7)
MEMORIES = ((0.5,), (0.5,), (0.5,), (0.7, 0.5, 0.3))
# Parameters that the boxes might have, mild and harsh ones, and tweaks that a person might use: the
# player must be good at the game and not at one draw of the box. On many boards none of them is the
# board's, so that a training can be repeated after those are known.
MILD = {"base_exhaust": (2, 3), "empty_city_trigger": (11, 14)}
HARSH = {"base_exhaust": (3, 5), "empty_city_trigger": (7, 10)}
# With Base Exhaust 4 this product of markers and cities ends a third of the games of club: nine
# markers on a map of 52 cities, sixteen on one of 28.
SHORT_GAME = {"base_exhaust": 4, "markers_times_cities": 468}
MILDEST = {"base_exhaust": 2, "empty_city_trigger": 14}
TWEAKS = ([], [], ["cash"], ["cards-1"], ["cards-2"], ["display-4"], ["display-3"])


@dataclass(frozen=True)
class SoloPlan(Plan):
    """A training of the solo game."""

    GAME, FILE, HEAD, BOARDS = SOLO, "learned.toml", HEAD, BOARDS
    SEEDS = TRAINING_SEED, VALIDATION_SEED, CONFIRMATION_SEED
    NAMES, PLACES = features.NAMES, range(len(features.NAMES))

    def facts(self) -> dict:
        held_out, judges = self.held_out, self.validation
        return {"boards": self.boards, "held_out": held_out, "validation_boards": judges}

    @property
    def held_out(self) -> tuple[str, ...]:
        return tuple(name for name in HELD_OUT if name not in self.boards)

    @property
    def alone(self) -> bool:
        """Whether one board is trained on alone, half of it with its own parameters."""
        return len(set(self.boards)) == 1

    def judges(self) -> dict[str, Scenario]:
        """Give each board with and without Duel Barons."""
        found = {}
        for board in sorted({*self.boards, *self.held_out, *self.validation}):
            for barons in (False, True):
                scenario = Scenario.of(board, barons=barons, player="expert")
                found[scenario.board.name + (" with Duel Barons" if barons else "")] = scenario
        return found

    def results(self, arm: Scenario, points: np.ndarray, games: int, seed: int) -> np.ndarray:
        rules, _ = self.work(arm, points)
        outcomes = np.zeros(games, layout.OUTCOME)
        play_games(rules, seed, 0, outcomes, no_log())
        return outcomes["result"].copy()

    def validate(self, points: np.ndarray) -> float:
        """Measure the mean result on the boards that decide, as a short game and with the mildest
        parameters, on separate seeds; one board alone was a poor judge of the others.
        """
        plain = [Scenario.of(board) for board in self.validation]
        short = plain if self.alone else [short_game(each) for each in plain]
        arms = [*short, *(each.varied(settings=MILDEST) for each in plain)]
        games = max(1, self.validation_games // len(arms))
        found = [self.results(arm, points, games, VALIDATION_SEED).mean() for arm in arms]
        return float(np.mean(found))

    def arms(self, number: int) -> list[Scenario]:
        """List each board with and without Barons, as a short game and with mild and harsh
        parameters, drawn for this round.
        """
        draw = np.random.default_rng(TRAINING_SEED + number)
        arms = []
        for board in self.boards:
            for barons in (False, True):
                plain = Scenario.of(board, barons=barons, player="expert")
                drawn = [plain.varied(**drawn_from(spans, draw)) for spans in (MILD, HARSH)]
                arms += [plain, plain, *drawn] if self.alone else [short_game(plain), *drawn]
        return arms

    def work(self, arm: Scenario, points: np.ndarray) -> tuple[np.ndarray, int]:
        rules = rules_of(arm)
        rules[0].learned[: points.shape[0], : points.shape[1]] = points
        return rules, SHARE

    def begin_at(self, done: list[Round]) -> Round:
        """Begin with the best round: after one that lost, where that one did."""
        return best_of(done)

    def now(self, schedule: tuple, number: int):
        return schedule[-1 if self.goes_on else min(number, len(schedule)) - 1]

    @property
    def goes_on(self) -> bool:
        return self.start != digest_of({})

    def memories(self, number: int) -> tuple[float, ...]:
        return self.now(MEMORIES, number)

    def ridges(self, number: int) -> tuple:
        """Hold back more who comes to a board from others: it has more to learn there, and fewer
        rows to learn from.
        """
        return RIDGES_ALONE if self.alone and self.goes_on else (self.now(RIDGES, number),)

    def step(self, number: int) -> float:
        return self.now(STEPS, number)


def short_game(scenario: Scenario) -> Scenario:
    """Change a scenario to much Exhaust, with more markers on boards with fewer cities."""
    trigger = round(SHORT_GAME["markers_times_cities"] / len(scenario.board.cities))
    settings = {"base_exhaust": SHORT_GAME["base_exhaust"], "empty_city_trigger": trigger}
    return scenario.varied(settings=settings)


def drawn_from(spans: dict, draw: np.random.Generator) -> dict:
    """Draw parameters within the spans, and a tweak that a person might play with."""
    settings = {name: int(draw.integers(low, high + 1)) for name, (low, high) in spans.items()}
    return {"settings": settings, "tweaks": TWEAKS[draw.integers(len(TWEAKS))]}

"""Play games of one scenario: one with its log, or a block of them as outcomes."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from rotwsim.core.play.multiplayer_outcome import TABLE_OUTCOME
from rotwsim.core.state import layout
from rotwsim.core.state.log import IN_USE, new_log, no_log
from rotwsim.players import registry
from rotwsim.players.blocks import game_block, searching_block, searching_table_block, table_block
from rotwsim.players.learned import features, multiplayer_features
from rotwsim.players.value.weights import NAMES
from rotwsim.scenario.compile.record import compile_rules
from rotwsim.scenario.player_numbers import file_for, load_learned, load_table_weights, load_weights
from rotwsim.scenario.rulebook import DATA
from rotwsim.scenario.scenario import Scenario, scenario_of
from rotwsim.scenario.schema import MULTIPLAYER, DataError

LEARNERS = ("expert", "expert-unpruned", "master")  # whose judgement is corrected


@dataclass(frozen=True)
class Played:
    """One game: its outcome by field, and its event log if it was asked for."""

    outcome: dict
    log: np.ndarray | None = None
    scenario: Scenario | None = field(default=None, repr=False, compare=False)
    outcomes: np.ndarray | None = field(default=None, repr=False, compare=False)
    game: int = 0

    @property
    def row(self) -> dict:
        """Return a solo game as a row of the table of `rotwsim.simulate`."""
        from rotwsim.runner.game_columns import compact, named, row_of, table_of

        if self.scenario.seats:
            raise DataError("a game at a table has a row for each seat; see rotwsim.simulate")
        table = table_of(compact(self.outcomes), np.array([self.game]))
        return row_of(named(self.scenario, table))


def play(scenario: Scenario | str, seed: int = 1, game: int = 0, log: bool = False) -> Played:
    """Play one game of a scenario (or of a board by its name); run seed and game number decide
    everything random in it.

    `outcome` holds it as the game counts, `row` in the words of `rotwsim.columns("solo")`, `log`
    every event if asked for.

    >>> played = rotwsim.play(rotwsim.Scenario.of(player="passive"), seed=2, game=5)
    >>> played.row["trigger"], played.row["margin"], played.row["points_after_24"]
    ('evaluation', -125, None)
    """
    from rotwsim.runner.block_plan import check_game_number, check_seed

    scenario = scenario_of(scenario)
    seed, game = check_seed(seed), check_game_number(game)
    rules = rules_of(scenario)
    outcomes = new_outcomes(rules, 1)
    events = new_log() if log else no_log()
    play_games(rules, seed, game, outcomes, events)
    rows = events[: events[0, IN_USE]] if log else None
    return Played(outcome_of(outcomes[0]), rows, scenario, outcomes, game)


def rules_of(scenario: Scenario) -> np.ndarray:
    """The compiled tables of a scenario: one record, at a table one for each judgement."""
    if scenario.seats:
        return rules_of_table(scenario)
    player = number_of(scenario.player)
    return compile_rules(scenario, player, weights_of(scenario), learned=learned_by(scenario))


def rules_of_table(scenario: Scenario) -> np.ndarray:
    """Compile multiplayer rules; seats with the same player share a record."""
    player = player_of(scenario)
    seat_players = [number_of(name) for name in scenario.seats]
    judges = list(dict.fromkeys(scenario.seats))
    one = compile_rules(scenario, player, weights_of(scenario, judges[0]), seat_players)
    rules = np.tile(one.view(np.uint8), len(judges)).view(layout.RULES)
    for place, judge in enumerate(judges):
        values = weights_of(scenario, judge)
        rules[place].weights[: len(values)] = values
        if judge in LEARNERS:
            put_learned(rules[place], scenario.learned)
        for seat, name in enumerate(scenario.seats):
            rules[place].seat_judgement[seat] = judges.index(name)
    return rules


def player_of(scenario: Scenario) -> int:
    """Return the number of the solo player, or of the searching player of a multiplayer game."""
    searches = "master" in scenario.seats
    return registry.MASTER if searches else number_of(scenario.player)


def number_of(player: str) -> int:
    """Return the number of a player in the kernels."""
    if player not in registry.NUMBERS:
        raise DataError(
            f'player "{player}" has a row in data/players.toml but no line in players/registry.py'
        )
    return registry.NUMBERS[player]


def learned_by(scenario: Scenario) -> np.ndarray | None:
    """Load what the player learned, by phase and feature; the user's file replaces ours."""
    learns = scenario.player in LEARNERS
    if not learns and not scenario.learned:
        return None
    path = Path(scenario.learned) if scenario.learned else file_for(scenario.board)
    learned = load_learned(features.NAMES, len(features.PHASES), path)
    return learned.table(features.NAMES) if learns else None


def new_outcomes(rules: np.ndarray, games: int) -> np.ndarray:
    """Make empty outcomes of solo or multiplayer games."""
    return np.zeros(games, TABLE_OUTCOME if rules[0].seats > 1 else layout.OUTCOME)


def weights_of(scenario: Scenario, player: str = "") -> list[float]:
    """List the weights of a player's judgement in the order of the kernels."""
    known = load_table_weights(NAMES) if scenario.seats else load_weights(NAMES)
    values = {**known.get(player or scenario.player, known["expert"]), **dict(scenario.weights)}
    return [values[name] for name in NAMES]


def outcome_of(record) -> dict:
    """Return the outcome as a dictionary of plain numbers and lists."""
    return {
        name: record[name].tolist() if record[name].shape else int(record[name])
        for name in record.dtype.names
    }


def play_games(rules, seed, first, outcomes, log) -> None:
    """Play games `first`, `first + 1`, … one per outcome; the log, if any, is of the last one."""
    play_block(rules, seed, first, outcomes, log, no_traffic())


def play_block(rules, seed, first, outcomes, log, traffic) -> None:
    """Play the same games and add up their traffic."""
    kernel = block_kernel_for(int(rules[0].player), int(rules[0].seats))
    given = (rules, seed, first, outcomes, log, traffic)
    if not is_loaded(kernel):
        from rotwsim.runner.precompile import compile_game

        compile_game(kernel, given)
    cut = kernel(*given)
    refuse_cut_games(cut, seed, first, len(outcomes))


def refuse_cut_games(cut: int, seed: int, first: int, games: int) -> None:
    """Refuse games that had more track to search than there is room for."""
    if cut:
        last = first + games - 1
        raise DataError(
            f"{cut} of the games {first} to {last} of seed {seed} had more track to search than "
            "there is room for (around.MOST_WATCHED); nothing of them is kept"
        )


def is_loaded(kernel) -> bool:
    """Check whether this process has a compiled kernel, or runs plain Python."""
    return bool(getattr(kernel, "signatures", True))


def block_kernel_for(player: int, seats: int = 1):
    """Choose the kernel that plays the games of a solo player or of several seats."""
    searches = player == registry.MASTER
    if seats > 1:
        return searching_table_block if searches else table_block
    return searching_block if searches else game_block


def new_traffic(rules: np.ndarray) -> np.ndarray:
    """Make zero counts: a line per pair of cities, then per city, two counts each."""
    return np.zeros((int(rules[0].pairs) + int(rules[0].cities), 2), np.int64)


def no_traffic() -> np.ndarray:
    """Make a traffic array that counts nothing."""
    return np.zeros((0, 2), np.int64)


MULTIPLAYER_LEARNED = DATA / "learned_table.toml"
LEARNED_NAMES = features.NAMES + multiplayer_features.NAMES  # in the order of the points
LEARNED_PLACES = (  # of these in the rules
    *range(len(features.NAMES)),
    *range(
        multiplayer_features.FIRST, multiplayer_features.FIRST + len(multiplayer_features.NAMES)
    ),
)


def put_learned(rules, file: str = "") -> None:
    """Put the learned points of a multiplayer file into one record of the rules."""
    put_points(rules, points_of(Path(file) if file else MULTIPLAYER_LEARNED))


def points_of(path: Path = MULTIPLAYER_LEARNED) -> np.ndarray:
    """Load learned points of multiplayer games by phase and feature."""
    return load_learned(LEARNED_NAMES, len(features.PHASES), path, MULTIPLAYER).table(LEARNED_NAMES)


def put_points(rules, points: np.ndarray) -> None:
    rules.learned[:, LEARNED_PLACES] = points

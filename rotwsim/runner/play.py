# Longer than most: how a game is chosen, compiled and played.
"""Play games of one scenario, one with its log or a block; compile or load its kernels first."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numba
import numpy as np
from numba.core.errors import NumbaError

from rotwsim.core.jit.cache_folder import COMPILING
from rotwsim.core.jit.kernel_cache import kept_kernel
from rotwsim.core.play.multiplayer_outcome import MULTIPLAYER_OUTCOME
from rotwsim.core.state import layout
from rotwsim.core.state.log import IN_USE, new_log, no_log
from rotwsim.players import blocks, own, registry
from rotwsim.players.blocks import Kernels
from rotwsim.players.learned import features
from rotwsim.players.own import Own, PlayerError
from rotwsim.players.value.rank_actions import LEARNED as LEARNS
from rotwsim.players.value.weights import NAMES
from rotwsim.scenario.compile.record import compile_rules
from rotwsim.scenario.options import PERSON
from rotwsim.scenario.player_numbers import (
    file_for,
    load_learned,
    load_multiplayer_weights,
    load_weights,
    player_file,
    weights_of_errors,
)
from rotwsim.scenario.scenario import Scenario, scenario_of
from rotwsim.scenario.schema import MULTIPLAYER, SOLO, DataError


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
        from rotwsim.runner.game_columns import compact, named, table_of

        assert self.scenario and self.outcomes is not None  # `play` gives both
        if self.scenario.seats:
            raise DataError("a multiplayer game has a row for each seat; see rotwsim.simulate")
        table = table_of(compact(self.outcomes), np.array([self.game]))
        plain = named(self.scenario, table).astype(object)
        return plain.where(plain.notna(), None).iloc[0].to_dict()


def play(scenario: Scenario | str, seed: int = 1, game: int = 0, log: bool = False) -> Played:
    """Play one game of a scenario (or of a board by its name); run seed and game number decide
    everything random in it.

    `outcome` holds it as the game counts, `row` in the words of `rotwsim.columns("solo")`, `log`
    every event if asked for.

    >>> played = rotwsim.play(rotwsim.Scenario.of(player="passive"), seed=2, game=5)
    >>> played.row["trigger"], played.row["margin"], played.row["points_after_24"]
    ('evaluation', -125, None)
    """
    from rotwsim.runner.workload import check_game_number, check_seed

    scenario = scenario_of(scenario, player=PERSON)
    seed, game = check_seed(seed), check_game_number(game)
    rules = rules_of(scenario)
    outcomes = new_outcomes(rules, 1)
    events = new_log() if log else no_log()
    play_games(rules, seed, game, outcomes, events)
    rows = events[: events[0, IN_USE]] if log else None
    return Played(outcome_of(outcomes[0]), rows, scenario, outcomes, game)


def rules_of(scenario: Scenario) -> np.ndarray:
    """Give the compiled tables of a scenario: one record, in multiplayer one for each judgement."""
    if scenario.has_person:
        from rotwsim.runner.person_calibration import with_knob

        scenario = with_knob(scenario)
    if scenario.seats:
        return multiplayer_rules_of(scenario)
    player = number_of(scenario.player)
    return compile_rules(scenario, player, weights_of(scenario), learned=learned_by(scenario))


def multiplayer_rules_of(scenario: Scenario) -> np.ndarray:
    """Compile multiplayer rules; seats with the same player share a record."""
    player = player_of(scenario)
    seat_players = [number_of(name) for name in scenario.seats]
    judges = list(dict.fromkeys(scenario.seats))
    one = compile_rules(scenario, player, weights_of(scenario, judges[0]), seat_players)
    copies = len(judges)  # a record is three megabytes: one alone is not copied
    rules = np.tile(one.view(np.uint8), copies).view(layout.RULES) if copies > 1 else one
    for place, judge in enumerate(judges):
        values = weights_of(scenario, judge)
        rules[place].weights[: len(values)] = values
        if judgement_flags(judge) & LEARNS:
            put_points(rules[place], points_of(learned_file(scenario, judge)))
        for seat, name in enumerate(scenario.seats):
            rules[place].seat_judgement[seat] = judges.index(name)
    return rules


def player_of(scenario: Scenario) -> int:
    """Return the number of the player that needs a block kernel: the solo player, or the searching
    player or person of a multiplayer game.
    """
    special = [name for name in ("master", "person") if name in scenario.seats]
    return number_of(special[0] if special else scenario.player)


def number_of(player: str) -> int:
    found = own_player(player)
    if found:
        return found.number
    if player not in registry.NUMBERS:
        raise DataError(
            f'player "{player}" has a row in data/players.toml but no line in players/registry.py'
        )
    return registry.NUMBERS[player]


def own_player(player: str) -> Own | None:
    """Load a player from its file; None for one of ours."""
    file = player_file(player)
    try:
        return own.own_player(*file) if file else None
    except PlayerError as error:
        raise DataError(str(error)) from None


def judgement_flags(player: str) -> int:
    found = own_player(player)
    return found.judgement if found else registry.JUDGEMENT_FLAGS[player]


def learned_by(scenario: Scenario) -> np.ndarray | None:
    """Load what the player learned, by phase and feature; the user's file replaces ours."""
    learns = judgement_flags(scenario.player) & LEARNS
    if not learns and not scenario.learned:
        return None
    learned = points_of(learned_file(scenario), SOLO)  # or what is wrong with the file
    return learned if learns else None


LEARNED_NAMES = features.NAMES + features.MULTIPLAYER_NAMES  # in the order of the points
LEARNED_PLACES = (  # of these in the rules
    *range(len(features.NAMES)),
    *range(features.FIRST, features.FIRST + len(features.MULTIPLAYER_NAMES)),
)


def learned_file(scenario: Scenario, player: str = "expert") -> Path:
    """Find the learned file that a player plays by."""
    own_one = own_player(player)
    if own_one and own_one.learned:
        return own_one.learned
    return Path(scenario.learned) if scenario.learned else file_for(scenario.board, scenario.game)


def points_of(path: Path, game: str = MULTIPLAYER) -> np.ndarray:
    names = LEARNED_NAMES if game == MULTIPLAYER else features.NAMES
    return load_learned(names, len(features.PHASES), path, game).table(names)


def put_points(rules, points: np.ndarray) -> None:
    rules.learned[:, LEARNED_PLACES] = points


def new_outcomes(rules: np.ndarray, games: int) -> np.ndarray:
    return np.zeros(games, MULTIPLAYER_OUTCOME if rules[0].seats > 1 else layout.OUTCOME)


def weights_of(scenario: Scenario, player: str = "") -> list[float]:
    """List the weights of a player's judgement in the order of the kernels."""
    board = scenario.board.name
    known = load_multiplayer_weights(NAMES, board) if scenario.seats else load_weights(NAMES)
    player = player or scenario.player
    found = own_player(player)
    like, weights = (found.like, found.weights) if found else (player, {})
    odd = sorted(set(weights) - set(NAMES)) or ([like] if found and like not in known else [])
    if odd:
        raise DataError(f"{player}: WEIGHTS or LIKE name {', '.join(odd)}, which does not exist")
    judged = known.get(like, known["expert"])
    if player == "person":
        judged = weights_of_errors(scenario.errs, known)
    values = {**judged, **weights, **dict(scenario.weights)}
    return [values[name] for name in NAMES]


def outcome_of(record) -> dict:
    return {
        name: record[name].tolist() if record[name].shape else int(record[name])
        for name in record.dtype.names
    }


def play_games(rules, seed, first, outcomes, log, traffic=None) -> None:
    """Play games `first`, `first + 1`, … one per outcome; the log, if any, is of the last one."""
    kernels, traffic = kernels_for(rules), no_traffic() if traffic is None else traffic
    given = (rules, seed, first, outcomes, log, traffic)
    is_new = not is_loaded(kernels.block) and hasattr(kernels.block, "for_kernels")
    try:
        if is_new:  # plain numba has one form
            compile_game(kernels, given)
    except (NumbaError, KeyError) as error:
        files = [own.KNOWN[number].path for number in registry.own_numbers(rules)]
        if not files:
            raise
        names, reason = ", ".join(path.name for path in files), own.compile_reason(error, files[0])
        raise DataError(f"{names} does not compile: {reason}") from None
    cut = kernels.block(*given)
    refuse_cut_games(cut, seed, first, len(outcomes))


def refuse_cut_games(cut: int, seed: int, first: int, games: int) -> None:
    if cut:
        last = first + games - 1
        raise DataError(
            f"{cut} of the games {first} to {last} of seed {seed} had more track to search than "
            "there is room for (around.MOST_WATCHED); nothing of them is kept"
        )


def is_loaded(kernel) -> bool:
    """Check whether this process has a compiled kernel, or runs plain Python."""
    return bool(getattr(kernel, "signatures", True))


def kernels_for(rules: np.ndarray, all_at_once: bool = False) -> Kernels:
    """Choose the kernels that play the games of compiled rules.

    With `all_at_once` masters and persons play as experts.
    """
    player = registry.EXPERT if all_at_once else int(rules[0].player)
    return _kernels(registry.own_numbers(rules), bool(rules[0].seats > 1), player)


def kernels_of(scenario: Scenario) -> Kernels:
    """Choose the kernels that play the games of a scenario, before its rules are compiled."""
    players = map(number_of, scenario.seats or (scenario.player,))
    numbers = sorted({number for number in players if number >= registry.FIRST_OWN})
    return _kernels(tuple(numbers), bool(scenario.seats), player_of(scenario))


def _kernels(numbers: tuple[int, ...], is_multiplayer: bool, player: int) -> Kernels:
    special = player if player in (registry.MASTER, registry.PERSON) else registry.EXPERT
    if numbers:
        return own.kernels_with(numbers, is_multiplayer, special)
    return blocks.kernels_for(special, is_multiplayer)


def is_compiled(scenario: Scenario) -> bool:
    """Check whether the game of this player is in the cache; if not, the first game waits."""
    kernel = kernels_of(scenario).block
    return is_loaded(kernel) or _is_kept(kernel)


def warm_up(scenario: Scenario) -> None:
    """Make the next game start at once: compile the game, or load it from the cache."""
    if not is_loaded(kernels_of(scenario).block):
        play(scenario)


def compile_game(kernels: Kernels, given: tuple) -> None:
    """Compile the kernel that plays games, or load it; on two cores if it is not in the cache."""
    kernel = kernels.block
    with collecting_no_garbage():
        types = tuple(map(kernel.typeof_pyval, given))
        if _is_kept(kernel):
            kernel.compile(types)
            return
        COMPILING.enter()
        try:
            if os.cpu_count() != 1:
                _compile_in_two(kernels)
            kernel.compile(types)
        finally:
            COMPILING.leave()


def _compile_in_two(kernels: Kernels) -> None:
    """Compile the choices in this process, the rules in a second one; they share the cache.

    The rules are the same for all parties of a game.
    """
    from rotwsim.core.play import multiplayer

    is_multiplayer = kernels.party.game is multiplayer.GAME
    ours = blocks.kernels_for(registry.EXPERT, is_multiplayer)
    if _is_kept(ours.rules_of_play.for_kernels()):  # by another player
        return
    code = (
        f"from {__name__} import compile_rules_of_play as run; run({is_multiplayer}); "
        "import os; os._exit(0)"
    )
    beside = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    try:
        ours.choices.for_kernels().compile(_types_of())
        beside.wait()
    finally:
        beside.kill()


def compile_rules_of_play(is_multiplayer: bool) -> None:
    """Put what a game holds besides the choices into the cache, and how a board is read."""
    kernel = blocks.kernels_for(registry.EXPERT, is_multiplayer).rules_of_play
    outcomes = np.zeros(1, MULTIPLAYER_OUTCOME if is_multiplayer else layout.OUTCOME)
    with collecting_no_garbage():
        kernel.for_kernels().compile(_types_of(no_log(), outcomes, no_traffic()))
        rules_of(Scenario.of())


def _is_kept(kernel) -> bool:
    return kept_kernel(kernel.__module__, kernel.__qualname__) is not None


@contextmanager
def collecting_no_garbage():
    """numba keeps what it makes: to look for garbage among it takes a seventh of the time.

    Afterwards it counts as no garbage either, or the first game would wait for a look at all of it.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if collects:
            gc.enable()


def _types_of(*more: np.ndarray) -> tuple:
    arrays = np.zeros(1, layout.STATE), np.zeros(1, layout.RULES), *more
    return tuple(map(numba.typeof, arrays))


def new_traffic(rules: np.ndarray) -> np.ndarray:
    """Make zero counts: a line per pair of cities, then per city, two counts each."""
    return np.zeros((int(rules[0].pairs) + int(rules[0].cities), 2), np.int64)


def no_traffic() -> np.ndarray:
    return np.zeros((0, 2), np.int64)

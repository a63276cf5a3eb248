# Longer than most: three files on the same players.
"""Read what players judge by, weights and learned numbers, and their signatures: how they play."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from rotwsim.scenario.reading import describe, read_toml, suggest
from rotwsim.scenario.rulebook import DATA, LEARNED, MEASURED
from rotwsim.scenario.schema import MULTIPLAYER, SOLO, Board, DataError

if TYPE_CHECKING:
    import numpy as np

    from rotwsim.scenario.scenario import Scenario

PLAYERS_FILE = DATA / "players.toml"
# What was learned on many boards together, and a folder with a file for each board that the expert
# knows, by game.
LEARNED_FILES = {SOLO: LEARNED / "solo.toml", MULTIPLAYER: LEARNED / "multiplayer.toml"}
FOLDERS = {SOLO: LEARNED / "boards", MULTIPLAYER: LEARNED / "multiplayer_boards"}
LEARNED_FILE = LEARNED_FILES[SOLO]
MOST_POINTS = 1_000_000  # that a feature can be worth
BASE = "club"  # a row without weights takes this player's
ENTRY_POINTS = "rotwsim.players"  # group in which an installed package names its players
MULTIPLAYER_WEIGHTS = "multiplayer_weights"  # those that differ in the game for 2 to 6
OTHER_BOARDS = "others"  # of a weight that differs by board
NOTES = ("origin", "like", "multiplayer", MULTIPLAYER_WEIGHTS, "hasty")


def player_names(path: Path = PLAYERS_FILE) -> tuple[str, ...]:
    """The players in the order of the file, the weakest first."""
    return tuple(_rows(path))


def multiplayer_players(path: Path = PLAYERS_FILE) -> tuple[str, ...]:
    return tuple(player for player, row in _rows(path).items() if row.get("multiplayer") is True)


class PlayerFile(NamedTuple):
    """A player outside the package: its file, and its module if an installed package gives it."""

    path: Path
    module: str = ""


def player_file(name: str) -> PlayerFile | None:
    """Find the file of a player that is not ours; None for one of ours and an unknown one."""
    if name in player_names():
        return None
    if name.endswith(".py"):
        return PlayerFile(Path(name))
    for entry in entry_points(group=ENTRY_POINTS, name=name):
        spec = find_spec(entry.module)
        return PlayerFile(Path(spec.origin), entry.module) if spec and spec.origin else None
    return None


class Players(tuple[str, ...]):
    """Our players; the files of others count among them."""

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or (
            isinstance(name, str) and player_file(name) is not None
        )


@lru_cache(maxsize=4)
def load_weights(names: tuple[str, ...], path: Path = PLAYERS_FILE) -> dict[str, dict[str, float]]:
    """The weights of each player.

    A row gives every weight and no other, or says `like` whose weights it takes and gives those
    that differ; a row without weights is like the club player.
    """
    rows = _rows(path)
    if BASE not in rows:
        raise DataError(f"{path.name}: {BASE} is missing")
    return {player: _weights(player, rows, names, path.name) for player in rows}


def load_multiplayer_weights(
    names: tuple[str, ...], board: str, path: Path = PLAYERS_FILE
) -> dict[str, dict[str, float]]:
    """Read the weights in multiplayer games, where a row may give others for some of them.

    A weight may differ by board: a number by name, and one for all other boards.
    """
    rows, known = _rows(path), load_weights(names, path)
    found = {}
    for player, row in rows.items():
        others = row.get("multiplayer_weights", {})
        odd = (
            sorted(set(others) - {*names, "origin"})
            if isinstance(others, dict)
            else ["multiplayer_weights"]
        )
        if odd or (others and "origin" not in others):
            wrong = ", ".join(odd or [f"{MULTIPLAYER_WEIGHTS}.origin"])
            raise DataError(f"{path.name}: {player}: missing or unknown: {wrong}")
        own: dict[str, Any] = {
            name: value.get(board, value.get(OTHER_BOARDS)) if isinstance(value, dict) else value
            for name, value in others.items()
            if name != "origin"
        }
        _check_numbers(player, own, path.name)
        found[player] = {**known[player], **{name: float(value) for name, value in own.items()}}
    return found


def weights_of_errors(errs: str, known: dict[str, dict[str, float]]) -> dict[str, float]:
    """The weights of a person: habit judges by those of club, hasty has no long aims."""
    if errs == "habit":
        return known[BASE]
    hasty = _rows(PLAYERS_FILE)["person"]["hasty"] if errs == "hasty" else {}
    return {**known["person"], **{name: hasty[name] for name in hasty if name != "origin"}}


@lru_cache(maxsize=4)  # every check of a player's name reads it
def _rows(path: Path) -> dict[str, dict]:
    rows = read_toml(path, path.name)
    for player, row in rows.items():
        if not isinstance(row, dict):
            raise DataError(f"{path.name}: {player} must be a table")
    return rows


def _weights(player: str, rows: dict[str, dict], names: tuple[str, ...], file: str) -> dict:
    """The weights of one row, those it takes from another player among them."""
    own = {key: value for key, value in rows[player].items() if key not in NOTES}
    taken = {}
    if "like" in rows[player] or not own:
        model = rows[player].get("like", BASE)
        if model == player or model not in rows or "like" in rows[model]:
            raise DataError(f'{file}: {player}: like "{model}" is no player with own weights')
        taken = _weights(model, rows, names, file)
    missing = set(names) - set(own) - set(taken)
    odd = sorted(missing | (set(own) - set(names)))
    if odd or (own and "origin" not in rows[player]):
        raise DataError(f"{file}: {player}: missing or unknown: {', '.join(odd or ['origin'])}")
    _check_numbers(player, own, file)
    return {name: float(own[name] if name in own else taken[name]) for name in names}


def _check_numbers(player: str, weights: dict, file: str) -> None:
    for name, value in weights.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise DataError(f"{file}: {player}: {name} must be a number, not {value!r}")


@dataclass(frozen=True)
class Learned:
    """Points by feature, one number for each phase of the game, and how they were found."""

    points: dict[str, tuple[float, ...]]
    training: dict

    def table(self, names: tuple[str, ...]) -> np.ndarray:
        """Give the points as kernels take them, by phase and feature."""
        import numpy as np  # the help of a command does not need it

        return np.array([self.points[name] for name in names]).T

    def digest(self) -> str:
        """Changes with any of the points."""
        return digest_of(self.points)


def digest_of(points: dict[str, tuple[float, ...]]) -> str:
    """A hash over points as they are written in a file; what is worth nothing may be left out."""
    worth = {name: values for name, values in sorted(points.items()) if any(values)}
    plain = {name: [float(value) for value in values] for name, values in worth.items()}
    return hashlib.sha256(json.dumps(plain).encode()).hexdigest()[:16]


def file_for(board: Board, game: str = SOLO) -> Path:
    """What was learned on the map of a board, whatever its parameters and cards; on a map that the
    expert does not know, what was learned on all others.
    """
    own = FOLDERS[game] / f"{board.name.replace('-', '_')}.toml"
    for path in [own] if own.exists() else sorted(FOLDERS[game].glob("*.toml")):
        if _map_of(path.stem) == board.rows:
            return path
    return LEARNED_FILES[game]


@lru_cache(maxsize=16)
def _map_of(name: str) -> tuple[str, ...]:
    from rotwsim.scenario.board_file import load_board  # needs numpy; --help must not load it

    return load_board(name).rows


@lru_cache(maxsize=16)
def load_learned(
    names: tuple[str, ...], phases: int, path: Path = LEARNED_FILE, game: str = SOLO
) -> Learned:
    """What was learned; a feature that the file does not name is worth nothing."""
    content = read_toml(path, path.name)
    for part in ("points", "training"):
        if not isinstance(content.get(part), dict):
            raise DataError(f"{path.name}: the table {part} is missing")
    check_trained_for(content["training"], game, path.name)
    points = dict.fromkeys(names, (0.0,) * phases)
    for name, values in content["points"].items():
        if name not in points:
            hint = suggest(name, names)
            raise DataError(f"{path.name}: no feature is called {describe(name)}{hint}")
        points[name] = _numbers(values, phases, f"{path.name}: {name}")
    return Learned(points, content["training"])


def trained_for(facts: dict, unknown: str) -> str:
    """Say for which game a training was: one of multiplayer games names numbers of seats."""
    return MULTIPLAYER if "seats" in facts else SOLO if "boards" in facts else unknown


def check_trained_for(facts: dict, game: str, shown: str) -> None:
    """Refuse what was learned at the other game, where it is of no use."""
    trained = trained_for(facts, game)
    if trained != game:
        words = {SOLO: "the solo game", MULTIPLAYER: "the multiplayer game"}
        raise DataError(f"{shown} was learned at {words[trained]}, not at {words[game]}")


def _numbers(values: Any, phases: int, shown: str) -> tuple[float, ...]:
    is_list = isinstance(values, list) and len(values) == phases
    if not is_list or not all(_is_worth(value) for value in values):
        raise DataError(f"{shown} must be a list of {phases} numbers, none beyond ±{MOST_POINTS:,}")
    return tuple(float(value) for value in values)


def _is_worth(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and -MOST_POINTS <= value <= MOST_POINTS


# One hash for each player and board, over fixed games. What was measured is stale when the games of
# its players have changed, and not before: a mended comment changes no signature.
SIGNATURES = MEASURED / "signatures.toml"
LETTERS = 16
# Names in the description of a scenario until version 0.1. Stored games are kept under a hash of
# the description, and a new name changes no game.
NAMES_UNTIL_0_1 = {"parameters": "figures", "modules": "options"}
GAMES_IN_FILE = {SOLO: "solo", MULTIPLAYER: "multiplayer"}


def signature_of(scenario: Scenario) -> str:
    """Name how the players of a scenario play its board; a board of your own counts as all."""
    return recorded_signature(
        scenario.board.name, scenario.seats or (scenario.player,), scenario.game
    )


def recorded_signature(board: str, players: tuple[str, ...], game: str = SOLO) -> str:
    """Join the signatures of players on a board.

    A player from a file counts by its code and by the signatures of all of ours, whose judgement
    it may borrow; any other without a signature counts by its name.
    """
    from rotwsim.scenario.board_file import board_names  # as above

    known = read_signatures().get(GAMES_IN_FILE[game], {})
    rows = [known.get(board, {})] if board in board_names() else list(known.values())
    return hashed(
        [
            [_code_of(player), rows]
            if player_file(player)
            else [player, [row.get(player, "") for row in rows]]
            for player in sorted(set(players))
        ]
    )


def _code_of(player: str) -> str:
    from rotwsim.core.jit.kernel_cache import file_digest  # loads numba

    own = player_file(player)
    return file_digest(own.path) if own and own.path.is_file() else player


def has_current_signature(arm: dict) -> bool:
    """Whether the players of a stored arm still play as they did then; of an odd arm, yes."""
    try:
        scenario, then = arm["scenario"], arm["signature"]
        seats, board = tuple(scenario["seats"]), scenario["board"]
        players, game = (seats, MULTIPLAYER) if seats else ((scenario["player"],), SOLO)
    except (KeyError, TypeError):
        return True
    return then == recorded_signature(board, players, game)


@lru_cache(maxsize=4)
def read_signatures(path: Path = SIGNATURES) -> dict[str, dict[str, dict[str, str]]]:
    """Read the signatures by game, board and player."""
    return read_toml(path, path.name)


def behaviour_of(scenario: Scenario) -> str:
    """Name everything that decides the games of a scenario besides seed and game number."""
    own = read_toml(Path(scenario.learned), scenario.learned) if scenario.learned else {}
    described = {
        NAMES_UNTIL_0_1.get(name, name): value for name, value in scenario.describe().items()
    }
    return hashed([described, signature_of(scenario), own])


def hashed(content: object) -> str:
    text = json.dumps(content, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:LETTERS]

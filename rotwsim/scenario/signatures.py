"""Reads data/measured/signatures.toml: one hash for each player and board, over fixed games.

What was measured is stale when the games of its players have changed, and not before: a renamed
file or a mended comment changes no signature.
"""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path

from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.player_numbers import player_file
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import MEASURED
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import MULTIPLAYER, SOLO

FILE = MEASURED / "signatures.toml"
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
def read_signatures(path: Path = FILE) -> dict[str, dict[str, dict[str, str]]]:
    """Read the signatures by game, board and player."""
    return read_toml(path, path.name)


def behaviour_of(scenario: Scenario) -> str:
    """Name everything that decides the games of a scenario besides seed and game number."""
    own = read_toml(Path(scenario.learned), scenario.learned) if scenario.learned else {}
    described = {
        NAMES_UNTIL_0_1.get(name, name): value for name, value in scenario.describe().items()
    }
    return hashed([described, signature_of(scenario), own])


def with_current_names(described: dict) -> dict:
    """Rename what version 0.1 wrote in the description of a scenario."""
    current = {old: new for new, old in NAMES_UNTIL_0_1.items()}
    return {current.get(name, name): value for name, value in described.items()}


def hashed(content: object) -> str:
    """Hash plain data."""
    text = json.dumps(content, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:LETTERS]

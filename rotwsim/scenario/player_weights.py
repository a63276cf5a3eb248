"""Reads data/players.toml: who the players are, and the weights of their judgement."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import DATA
from rotwsim.scenario.schema import DataError

FILE = DATA / "players.toml"
BASE = "club"  # a row without weights takes this player's
NOTES = ("origin", "like", "sits", "at_table")


def player_names(path: Path = FILE) -> tuple[str, ...]:
    """The players in the order of the file, the weakest first."""
    return tuple(_rows(path))


def multiplayer_players(path: Path = FILE) -> tuple[str, ...]:
    """Those of them that can sit at a table for 2 to 6."""
    return tuple(player for player, row in _rows(path).items() if row.get("sits") is True)


@lru_cache(maxsize=4)
def load_weights(names: tuple[str, ...], path: Path = FILE) -> dict[str, dict[str, float]]:
    """The weights of each player.

    A row gives every weight and no other, or says `like` whose weights it takes and gives those
    that differ; a row without weights is like the club player.
    """
    rows = _rows(path)
    if BASE not in rows:
        raise DataError(f"{path.name}: {BASE} is missing")
    return {player: _weights(player, rows, names, path.name) for player in rows}


def load_table_weights(names: tuple[str, ...], path: Path = FILE) -> dict[str, dict[str, float]]:
    """The weights of each player at a table, where its row may give others for some of them."""
    rows, known = _rows(path), load_weights(names, path)
    found = {}
    for player, row in rows.items():
        others = row.get("at_table", {})
        odd = sorted(set(others) - {*names, "origin"}) if isinstance(others, dict) else ["at_table"]
        if odd or (others and "origin" not in others):
            told = ", ".join(odd or ["at_table.origin"])
            raise DataError(f"{path.name}: {player}: missing or unknown: {told}")
        own = {name: value for name, value in others.items() if name != "origin"}
        _check_numbers(player, own, path.name)
        found[player] = {**known[player], **{name: float(value) for name, value in own.items()}}
    return found


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

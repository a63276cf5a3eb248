"""Reads the weights of the players' judgement."""

from __future__ import annotations

from functools import lru_cache

from rotwsim.rules.reader import read_toml
from rotwsim.rules.rulebook import DATA
from rotwsim.rules.schema import DataError


@lru_cache(maxsize=1)
def load_weights(names: tuple[str, ...]) -> dict[str, dict[str, float]]:
    """The weights of each player that has some; every name must be there, and no other."""
    file = "players.toml"
    weights = {}
    for player, table in read_toml(DATA / file, file).items():
        values = {key: value for key, value in table.items() if key != "origin"}
        if "origin" not in table or set(values) != set(names):
            odd = sorted(set(values) ^ set(names)) or ["origin"]
            raise DataError(f"{file}: {player}: missing or unknown: {', '.join(odd)}")
        weights[player] = {name: float(values[name]) for name in names}
    return weights

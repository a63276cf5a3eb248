"""What rebuilding a board from geography does to the answers, as measured on Eastern US."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import DATA

FILE = "rebuilding.toml"
HEAD = """\
# What rebuilding a board from geography does to the answers: expert on Eastern US as printed and as
# rebuilt. Written by `python -m experiments.boards.outcome results/rebuilt`; the report quotes it.
# Rates are shares, rebuilt less printed.
"""


@dataclass(frozen=True)
class Rebuilding:
    """The error of a rebuilt board, measured where the printed one is known."""

    games: int  # on each board
    signatures: tuple[str, str]  # of the player on the printed and on the rebuilt board
    difference: float  # of the win rate, with its interval
    low: float
    high: float
    result: float  # difference of the mean result, in points
    tweaks: int  # compared on both boards
    same_sign: int  # of them pull the same way on both
    farthest_tweak: str  # whose effect on the win rate differs most
    farthest: float

    def save(self, path: Path) -> None:
        lines = [f"{key} = {json.dumps(value)}" for key, value in asdict(self).items()]
        path.write_text(HEAD + "\n" + "\n".join(lines) + "\n", encoding="utf-8")


def load_rebuilding(path: Path = DATA / FILE) -> Rebuilding:
    """The measured error that comes with the package."""
    content = read_toml(path, path.name)
    return Rebuilding(**{**content, "signatures": tuple(content["signatures"])})

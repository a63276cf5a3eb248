"""The ladder of players on a board: how their results are spread, read from a data file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rotwsim.scenario.board_file import board_names, load_rulebook
from rotwsim.scenario.reading import describe, read_toml, suggest
from rotwsim.scenario.rulebook import DATA
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.signatures import recorded_signature
from rotwsim.stats.placing import Ladder

FOLDER = DATA / "ladder"
RUNGS = ("novice", "casual", "club", "expert", "master")
PLAYED = RUNGS[:-1]  # the master is too slow: the expert moved by the gap between them
STANDARD = "standard"
QUANTILES = 40
WITH, WITHOUT = "with_barons", "without_barons"
TARGET_GROUP = "target"  # tweaks that change what is needed and not what is reached
MAKE = "python -m rotwsim.analysis.ladder_make"


@dataclass(frozen=True)
class BoardLadder:
    """What was measured on a board: quantiles of results by Barons, tweak and player."""

    board: str
    signature: str  # of its players, when they were measured
    results: dict

    def measured(self, barons: bool, tweak: str) -> bool:
        """Whether results with a tweak are known."""
        return tweak in self.results[WITH if barons else WITHOUT] or tweak not in played_tweaks()

    def rungs(self, barons: bool, tweaks: Sequence[str]) -> np.ndarray:
        """Quantiles in rows, the novice first; several tweaks add up, quantile by quantile."""
        found = self.results[WITH if barons else WITHOUT]
        standard = np.array([found[STANDARD][player] for player in PLAYED], float)
        rungs = standard.copy()
        for tweak in tweaks:
            if not self.measured(barons, tweak):
                raise DataError(f"{file_of(self.board)}: {tweak} is not measured yet: {MAKE}")
            if tweak in found:
                rungs += np.array([found[tweak][player] for player in PLAYED]) - standard
        return np.vstack([rungs, rungs[-1] + max(0.0, found["master_gap"])])


def ladder_of(board: str, barons: bool, tweaks: Sequence[str] = ()) -> Ladder:
    """The ladder of one way to play a board of ours."""
    return _ladder(board, barons, tuple(sorted(tweaks)))


@lru_cache(maxsize=64)
def _ladder(board: str, barons: bool, tweaks: tuple[str, ...]) -> Ladder:
    return Ladder.of(read_ladder(board).rungs(barons, tweaks))


def target_of(board: str, barons: bool, tweaks: Sequence[str] = ()) -> int:
    """The points that win."""
    return Scenario.of(board, barons=barons, tweaks=list(tweaks)).parameters["target"]


@lru_cache(maxsize=16)
def read_ladder(board: str) -> BoardLadder:
    """The file of a board, checked; it may lack a tweak that nobody asks for."""
    file = file_of(board)
    content = read_toml(DATA / file, file)
    try:
        signature = str(content["signature"])
        results = {variant: content[variant] for variant in (WITHOUT, WITH)}
        for part in results.values():
            float(part["master_gap"])
            for tweak in {STANDARD, *part} - {"master_gap"}:
                quantiles = np.array([part[tweak][player] for player in PLAYED], float)
                if quantiles.shape != (len(PLAYED), QUANTILES):
                    raise ValueError
    except (KeyError, TypeError, ValueError):
        raise DataError(f"{file} is not complete; make it again: {MAKE}") from None
    return BoardLadder(board, signature, results)


def file_of(board: str) -> str:
    return f"ladder/{board.replace('-', '_')}.toml"


def played_tweaks() -> list[str]:
    """The tweaks that change how the game goes."""
    return [tweak.name for tweak in load_rulebook().tweaks if tweak.group != TARGET_GROUP]


def board_on_ladder(name: str) -> str:
    """A board of ours by its name in any spelling; a file of a user's own has no ladder."""
    known = [each for each in board_names() if (FOLDER / f"{each.replace('-', '_')}.toml").exists()]
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    if wanted not in known:
        raise DataError(f"no ladder is known for board {describe(name)}{suggest(wanted, known)}")
    return wanted


def is_current(board: str) -> bool:
    """Whether its players still play as they did when the ladder was made."""
    return read_ladder(board).signature == recorded_signature(board, RUNGS)

"""The ladder of players on a board: how their results are spread, measured and read again."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rotwsim.scenario.board_file import board_names, load_rulebook
from rotwsim.scenario.reading import describe, read_toml, suggest
from rotwsim.scenario.rulebook import MEASURED
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.signatures import recorded_signature
from rotwsim.stats.placing import Ladder

if TYPE_CHECKING:
    from rotwsim.analysis.pool import Games

FOLDER = MEASURED / "ladder"
RUNGS = ("novice", "casual", "club", "expert", "master")
PLAYED = RUNGS[:-1]  # the master is too slow: the expert moved by the gap between them
STANDARD = "standard"
QUANTILES = 40
WITH, WITHOUT = "with_barons", "without_barons"
TARGET_GROUP = "target"  # tweaks that change what is needed and not what is reached
MAKE = "python -m rotwsim.analysis.ladder"


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
    content = read_toml(MEASURED / file, file)
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


SEED = 1  # as all experiments, so that their games serve here too
GAMES, TWEAK_GAMES, MASTER_GAMES = 1_000, 300, 60
RUNS = Path("runs") / "games"
HEAD = """\
# How the results of the ladder of players are spread on {title}: {quantiles} quantiles each.
# Written by `python -m rotwsim.analysis.ladder`; `rotwsim me` reads it. A tweak moves the
# quantiles of the standard game by what it did to them on the same seeds; the master is the
# expert plus master_gap.
signature = "{signature}"
games = {games}
tweak_games = {tweak_games}
master_games = {master_games}
seed = {seed}
"""


def make(board: str, games: Games, counts: tuple[int, int, int]) -> str:
    """The file of a board as text; `counts` are the games of standard, tweaks and master."""
    scenario = Scenario.of(board)
    parts = [
        HEAD.format(
            title=scenario.board.title,
            quantiles=QUANTILES,
            signature=recorded_signature(board, RUNGS),
            games=counts[0],
            tweak_games=counts[1],
            master_games=counts[2],
            seed=games.seed,
        )
    ]
    for name, barons in ((WITHOUT, False), (WITH, True)):
        parts.append(part_of(name, scenario.varied(barons=barons), games, counts))
    return "\n".join(parts)


def part_of(name: str, scenario: Scenario, games: Games, counts: tuple[int, int, int]) -> str:
    """The tables of one board with or without Barons."""
    plain, tweaked, mastered = counts
    quantiles: dict[str, dict[str, np.ndarray]] = {STANDARD: {}}
    for player in PLAYED:
        standard = results(games, scenario.varied(player=player), plain)
        quantiles[STANDARD][player] = quantiles_of(standard)
        for tweak in played_tweaks():
            changed = results(games, scenario.varied(player=player, tweaks=[tweak]), tweaked)
            moved = quantiles_of(changed) - quantiles_of(standard[:tweaked])
            quantiles.setdefault(tweak, {})[player] = quantiles_of(standard) + moved
    expert = results(games, scenario.varied(player=PLAYED[-1]), plain)[:mastered]
    gap = results(games, scenario.varied(player="master"), mastered).mean() - expert.mean()
    lines = [f"[{name}]", f"master_gap = {gap:.1f}"]
    for tweak, players in quantiles.items():
        lines += ["", f'[{name}."{tweak}"]']
        for player, row in players.items():
            lines.append(f"{player} = [{', '.join(str(round(value)) for value in row)}]")
    return "\n".join(lines) + "\n"


def results(games: Games, scenario: Scenario, count: int) -> np.ndarray:
    from rotwsim.analysis.pool import Arm  # `rotwsim me` only reads the ladder: no games, no numba

    return games.of(Arm(scenario.title(), scenario), count).table["result"].to_numpy(float)


def quantiles_of(found: np.ndarray) -> np.ndarray:
    """The middles of QUANTILES equal shares, the lowest first."""
    return np.quantile(found, (np.arange(QUANTILES) + 0.5) / QUANTILES, method="hazen")


def main() -> None:
    from rotwsim.analysis.pool import Games

    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--board", action="append", choices=board_names())
    given.add_argument("--games", type=int, default=GAMES)
    given.add_argument("--tweak-games", type=int, default=TWEAK_GAMES)
    given.add_argument("--master-games", type=int, default=MASTER_GAMES)
    given.add_argument("--runs", type=Path, default=RUNS, help="where games are kept")
    given.add_argument("--out", type=Path, default=FOLDER)
    asked = given.parse_args()
    counts = (asked.games, asked.tweak_games, asked.master_games)
    asked.out.mkdir(parents=True, exist_ok=True)
    for board in asked.board or board_names():
        start = time.monotonic()
        with Games(SEED, asked.runs) as games:
            text = make(board, games, counts)
        path = asked.out / f"{board.replace('-', '_')}.toml"
        path.write_text(text, encoding="utf-8")
        print(f"{path.name}: {time.monotonic() - start:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()

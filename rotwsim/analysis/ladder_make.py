"""Makes the data of the ladder: results of every player, board, Barons and tweak.

`python -m rotwsim.analysis.ladder_make` writes rotwsim/data/ladder; `--board mexico` makes one.
What `make results` left in runs/games is not played again: new are then the games of novice and
master.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

from rotwsim.analysis.ladder import (
    FOLDER,
    PLAYED,
    QUANTILES,
    RUNGS,
    STANDARD,
    WITH,
    WITHOUT,
    played_tweaks,
)
from rotwsim.analysis.pool import Arm, Games
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.signatures import recorded_signature

SEED = 1  # as all experiments, so that their games serve here too
GAMES, TWEAK_GAMES, MASTER_GAMES = 1_000, 300, 60
RUNS = Path("runs") / "games"
HEAD = """\
# How the results of the ladder of players are spread on {title}: {quantiles} quantiles each.
# Written by `python -m rotwsim.analysis.ladder_make`; `rotwsim me` reads it. A tweak moves the
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
    return games.of(Arm(scenario.title(), scenario), count).table["result"].to_numpy(float)


def quantiles_of(found: np.ndarray) -> np.ndarray:
    """The middles of so many equal shares, the lowest first."""
    return np.quantile(found, (np.arange(QUANTILES) + 0.5) / QUANTILES, method="hazen")


def main() -> None:
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

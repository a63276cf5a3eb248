"""What a game by hand leaves behind: a saved game, and one line in the log of scores."""

from __future__ import annotations

import csv
import json
import os
import shlex
from datetime import date
from pathlib import Path

from rotwsim.replay.names import counted, listed
from rotwsim.replay.story import SoloResult
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.options import SCENARIO_OPTIONS
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.signatures import with_current_names
from rotwsim.session.game import SoloGame

LOG = "games.csv"
COLUMNS: tuple[str, ...] = (
    "date",
    "board",
    "barons",
    "tweaks",
    "score",
    "target",
    "won",
    "hints",
    "undos",
)
NOT_A_GAME = "is not a saved game"


def log_file() -> Path:
    """Give the log of the user's games unless another is named."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "rotwsim" / LOG


def log_score(path: Path, game: SoloGame, result: SoloResult, hints: int, undos: int) -> None:
    """Add a finished game to a log; the first line of the file names the columns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    is_new = not path.exists() or path.stat().st_size == 0
    scenario = game.scenario
    row = {
        "date": date.today().isoformat(),
        "board": scenario.board.name,
        "barons": "yes" if scenario.barons else "no",
        "tweaks": " ".join(scenario.tweaks),
        "score": result.result,
        "target": result.target,
        "won": "yes" if result.won else "no",
        "hints": hints,
        "undos": undos,
    }
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        if is_new:
            writer.writeheader()
        writer.writerow(row)


def save(path: Path, game: SoloGame, hints: int, undos: int) -> None:
    """Write what was chosen so far; seed and game number bring back the rest."""
    scenario = game.scenario
    options = {
        option.name: option.plain(getattr(scenario, option.name))
        for option in SCENARIO_OPTIONS
        if option.name != "board"
    }
    options["board"] = _named(scenario)
    kept = {
        "scenario": options,
        "data": scenario.data_digest(),
        "seed": game.seed,
        "game": game.game,
        "hints": hints,
        "undos": undos,
        "taken": game.taken,
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(kept, indent=1) + "\n")


def load(path: Path) -> tuple[SoloGame, int, int]:
    """Read a saved game as it was, with the hints and undos used."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        scenario = Scenario.of(**with_current_names(kept["scenario"]))
        game = SoloGame(scenario, int(kept["seed"]), int(kept["game"]))
        taken = [tuple(map(int, choice)) for choice in kept["taken"]]
        hints, undos, data = int(kept["hints"]), int(kept["undos"]), kept["data"]
    except DataError:
        raise
    except (ArithmeticError, AttributeError, KeyError, RecursionError, TypeError, ValueError):
        raise DataError(f"{path} {NOT_A_GAME}") from None
    if data != scenario.data_digest():
        raise DataError(f"{path} was saved with other parameters of the board or the rulebook")
    try:
        game.replay(taken)
    except DataError:
        raise DataError(f"{path} was saved by another version; its choices do not fit") from None
    return game, hints, undos


def helped(hints: int, undos: int) -> str:
    """Say how much help a game by hand had; nothing if none."""
    parts = [counted(count, word) for count, word in ((hints, "hint"), (undos, "undo")) if count]
    return f"Played with {listed(parts)}." if parts else ""


def _named(scenario: Scenario) -> str:
    """Name the board as `Scenario.of` finds it again from any folder: by name or by file."""
    _, board, *_ = shlex.split(scenario.command())
    return str(Path(board).absolute()) if Path(board).is_file() else board

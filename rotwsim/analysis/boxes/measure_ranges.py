"""The ranges of the win rate over plausible boxes, measured once and kept as a data file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from rotwsim.analysis.boxes.known_ranges import FEWEST_FILLINGS, ranges_digest
from rotwsim.analysis.boxes.play import with_each_tweak
from rotwsim.analysis.boxes.ranges import Question, answer_with_enough, judged, too_few
from rotwsim.analysis.boxes.tables import ranges_table
from rotwsim.analysis.pool import Games
from rotwsim.analysis.results import Answer
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

if TYPE_CHECKING:
    import pandas as pd

PLAYERS = ("casual", "club", "expert")
DIGITS = 4
HEAD = """\
# How far win rates may lie from ours: low and high are those of nine in ten plausible boxes, by
# board, Duel Barons, player and tweaks ("" is the game as printed), `difference` what the tweaks do
# in nine of ten. `effective` is what the evidence leaves of the fillings; ranges that rest on fewer
# than 20 are kept but not quoted. `digest` changes with the games of the player on the board, with
# ranges and with evidence. Written by `rotwsim assumptions --save-range`, all boards by
# `make ranges`.
"""


def measure_ranges(games: Games, scenario: Scenario, fillings: int, count: int) -> Answer:
    """The ranges of a board of ours for every player, as printed, with each tweak, and with Barons.

    A scenario with Barons has the ranges of every tweak with them too. Where the evidence leaves
    too little of so many fillings, more are played.
    """
    plain = Scenario.of(scenario.board, player=scenario.player, barons=scenario.barons)
    if scenario != plain or scenario.board.name not in board_names():
        raise DataError("ranges are kept of boards in the package, as printed or with the Barons")
    if fillings < FEWEST_FILLINGS:
        raise DataError(f"{fillings} fillings are too few for a range; legal: {FEWEST_FILLINGS} up")
    variants = judged()
    if scenario.barons:
        variants = [*with_each_tweak(), *with_each_tweak(barons=True)]
    question = Question(scenario.varied(barons=False), fillings, count, PLAYERS, variants)
    answered = answer_with_enough(games, question)
    alerts = [] if answered.is_enough else [too_few(answered)]
    return Answer({"plausible": ranges_table(answered, variants)}, alerts=alerts)


def save_ranges(path: Path, board: str, table: pd.DataFrame) -> None:
    """Writes the ranges of a board beside those of others; its older ones are replaced."""
    rows = [
        row | {"board": board, "digest": ranges_digest(board, row["player"])}
        for row in table.to_dict("records")
    ]
    new = {_place(row) for row in rows}
    old = read_toml(path, path.name).get("range", []) if path.is_file() else []
    rows += [row for row in old if _place(row) not in new]
    text = HEAD + "".join(f"\n[[range]]\n{_lines(row)}" for row in sorted(rows, key=_place))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text.encode())


def _place(row: dict) -> tuple:
    return row["board"], row["barons"], row["player"], row["tweak"]


def _lines(row: dict) -> str:
    keys = ("board", "barons", "player", "tweak", "low", "high", "difference_low")
    keys += ("difference_high", "fillings", "effective", "games", "digest")
    return "".join(f"{key} = {_written(row[key])}\n" for key in keys)


def _written(value: object) -> str:
    if hasattr(value, "item"):  # a number of numpy
        value = value.item()
    return json.dumps(round(value, DIGITS) if isinstance(value, float) else value)

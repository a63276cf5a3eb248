"""Measure what the unknown parts of a box do: ranges of win rates, and what matters most.

`python -m experiments.measured.ranges` plays random draws of every board, for every player and
tweak, and writes rotwsim/data/measured/win_rate_ranges.toml, with which win rates are quoted.
`python -m experiments.measured.ranges --order` writes influence.toml beside it instead.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pandas as pd

from rotwsim.analysis.boxes.known_ranges import FILE, ranges_digest
from rotwsim.analysis.boxes.play import with_each_tweak
from rotwsim.analysis.boxes.ranges import (
    FEWEST_DRAWS,
    Question,
    answer_with_enough,
    judged,
    too_few,
)
from rotwsim.analysis.boxes.tables import ranges_table
from rotwsim.analysis.pool import ArmGames, Games
from rotwsim.analysis.questions import QUESTIONS
from rotwsim.analysis.results import Answer
from rotwsim.runner.store import now
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.options import PERSON
from rotwsim.scenario.player_numbers import signature_of
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import MEASURED
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

PLAYERS = ("casual", "club", "expert")  # whose ranges are kept


def measure_ranges(games: Games, scenario: Scenario, draws: int, count: int) -> Answer:
    """Measure a board of ours for every player, as printed, with each tweak, and with Barons.

    A scenario with Barons has the ranges of every tweak with them too. Where the evidence leaves
    too little of these draws, more are played.
    """
    plain = Scenario.of(scenario.board, player=scenario.player, barons=scenario.barons)
    if scenario != plain or scenario.board.name not in board_names():
        raise DataError("ranges are kept of boards in the package, as printed or with the Barons")
    if draws < FEWEST_DRAWS:
        raise DataError(f"{draws} draws are too few for a range; legal: {FEWEST_DRAWS} up")
    variants = judged()
    if scenario.barons:
        variants = [*with_each_tweak(), *with_each_tweak(barons=True)]
    question = Question(scenario.varied(barons=False), draws, count, PLAYERS, variants)
    answered = answer_with_enough(games, question)
    alerts = [] if answered.is_enough else [too_few(answered)]
    return Answer({"box_ranges": ranges_table(answered, variants)}, alerts=alerts)


DIGITS = 4  # of a number in the file
RANGES_HEAD = """\
# How far win rates may lie from ours: low and high are those of nine in ten plausible boxes, by
# board, Duel Barons, player and tweaks ("" is the game as printed), `difference` what the tweaks do
# in nine of ten. `effective` is what the evidence leaves of the draws; ranges that rest on fewer
# than 20 are kept but not quoted. `digest` changes with the games of the player on the board, with
# ranges and with evidence. Written by `make ranges`.
"""


def save_ranges(path: Path, board: str, table: pd.DataFrame) -> None:
    """Write the ranges of a board beside those of others; its older ones are replaced."""
    rows = [
        row | {"board": board, "digest": ranges_digest(board, row["player"])}
        for row in table.to_dict("records")
    ]
    new = {_place(row) for row in rows}
    old = read_toml(path, path.name).get("range", []) if path.is_file() else []
    rows += [row for row in old if _place(row) not in new]
    text = RANGES_HEAD + "".join(f"\n[[range]]\n{_lines(row)}" for row in sorted(rows, key=_place))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text.encode())


def _place(row: dict) -> tuple:
    return row["board"], row["barons"], row["player"], row["tweak"]


def _lines(row: dict) -> str:
    keys = ("board", "barons", "player", "tweak", "low", "high", "difference_low")
    keys += ("difference_high", "draws", "effective", "games", "digest")
    return keys_of({key: row[key] for key in keys})


def keys_of(row: dict) -> str:
    return "".join(f"{key} = {_written(value)}\n" for key, value in row.items())


def _written(value: Any) -> str:
    if hasattr(value, "item"):  # a number of numpy
        value = value.item()
    return json.dumps(round(value, DIGITS) if isinstance(value, float) else value)


ORDER_HEAD = """\
# Assumed parameters by their influence on the win rate, the strongest first: what to look up in a
# box first. Written by `make results`; `rotwsim check` lists them so.
"""


ORDER = "influence.toml"


def save_order(path: Path, table: pd.DataFrame, base: ArmGames) -> None:
    """Write the order that a tornado table found, and how it was found."""
    scenario = base.scenario
    options = f"{scenario.command()} --games {base.games} --seed {base.seed}"
    lines = [
        ORDER_HEAD,
        "[measured]",
        f"command = {quoted_text(f'rotwsim assumptions {options}')}",
        f"when = {quoted_text(now())}",
        f"win_rate = {base.wins / base.games:.4f}",
        f'signature = "{signature_of(scenario)}"',
        "",
    ]
    for row in table.loc[table["origin"] == "assumed"].to_dict("records"):
        keys = ", ".join(quoted_text(key) for key in row["keys"].split(", "))
        lines += [
            "[[order]]",
            f"name = {quoted_text(row['name'])}",
            f"keys = [{keys}]",
            f"influence = {row['influence']:.4f}  # of the win rate, at the end that moves it most",
            "",
        ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


def quoted_text(text: str) -> str:
    """Write a text as TOML does."""
    return json.dumps(text, ensure_ascii=False)


def main() -> None:
    """Measure the boards, one after the other; what the folder holds is not played again."""
    given = argparse.ArgumentParser(description=main.__doc__)
    given.add_argument("--board", action="append", choices=board_names(), help="by default all")
    given.add_argument("--draws", type=int, default=60)
    given.add_argument("--draw-games", type=int, default=25, help="of each draw, player and tweak")
    given.add_argument("--order", action="store_true", help="write the order of influence instead")
    given.add_argument("--games", type=int, default=3_000, help="with --order: of each setting")
    given.add_argument("--runs", type=Path, default=Path("runs/games"))
    given.add_argument("--out", type=Path, default=MEASURED)
    given.add_argument("--jobs", type=int)
    asked = given.parse_args()
    with Games(seed=1, folder=asked.runs, jobs=asked.jobs) as games:
        if asked.order:
            question = QUESTIONS["assumptions"]
            scenario = question.prepared(Scenario.of(player=PERSON))
            wanted = {"games": asked.games, "draws": 0}
            found = question.answer(games, scenario, question.settled(wanted, "python"))
            save_order(asked.out / ORDER, found.tables["assumptions"], found.arms[0])
        for board in () if asked.order else asked.board or board_names():
            found = measure_ranges(games, Scenario.of(board), asked.draws, asked.draw_games)
            save_ranges(asked.out / FILE, board, found.tables["box_ranges"])
            print(board, *found.alerts, sep=": ", flush=True)


if __name__ == "__main__":
    main()

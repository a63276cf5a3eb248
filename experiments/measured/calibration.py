"""Measure how often people win by how much they err: `python -m experiments.measured.calibration`.

It plays what rotwsim/data/measured/skill lacks, by board, Barons and kind of error.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import asdict

from rotwsim.runner import person_calibration as people
from rotwsim.runner.person_calibration import Curve, calibrate, measured_curve
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.options import ERRORS
from rotwsim.scenario.scenario import Scenario

FIRST = f"; a first version, in full there are {people.GAMES:,}"
HEAD = """\
# Games won by a person on this board, by how the person errs and how much (the knob), without the
# Duel Barons (plain) and with them. Written by `make calibration`.
"""


def main() -> None:
    """Play what the data files lack, one curve after the other, and write each at once."""
    given = argparse.ArgumentParser(description=main.__doc__)
    given.add_argument("--games", type=int, default=people.GAMES, help="at each of the knobs")
    given.add_argument("--board", action="append", choices=board_names(), help="by default all")
    asked = given.parse_args()
    wanted = [
        people.printed_game(board, barons, errs)
        for errs in ERRORS
        for board in asked.board or board_names()
        for barons in (False, True)
    ]
    missing = [game for game in wanted if not _has_games(game, asked.games)]
    print(f"{len(wanted) - len(missing)} of {len(wanted)} curves are there", flush=True)
    begun = time.perf_counter()
    for place, standard in enumerate(missing, start=1):
        _write(standard, calibrate(standard, asked.games, lambda done, wanted: None))
        spent = time.perf_counter() - begun
        left = spent / place * (len(missing) - place) / 60
        title = standard.title(without=("player", "knob"))
        print(f"{place} of {len(missing)}: {title}; {left:.0f} min left", flush=True)


def _has_games(standard: Scenario, games: int) -> bool:
    curve = measured_curve(standard)
    return curve is not None and curve.games >= games


def _write(standard: Scenario, curve: Curve) -> None:
    board = standard.board.name
    rows = people.rows_of(board)
    rows.setdefault(people.barons_key(bool(standard.barons)), {})[standard.errs] = asdict(curve)
    lines = [HEAD]
    for barons in sorted(rows, reverse=True):
        for errs in sorted(rows[barons], key=ERRORS.index):
            row = people.curve_in(rows[barons][errs])
            lines += [
                f"[{barons}.{errs}]",
                f'signature = "{row.signature}"',
                f"games = {row.games}  # at each knob{FIRST if row.games < people.GAMES else ''}",
                f"knob = {list(row.knob)}",
                f"won = {list(row.won)}\n",
            ]
    people.FOLDER.mkdir(exist_ok=True)
    write_whole(people.file_of(board), "\n".join(lines))


if __name__ == "__main__":
    main()

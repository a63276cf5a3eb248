"""How far a win rate may lie from ours: the range over plausible boxes, as it was measured."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from pathlib import Path

from rotwsim.scenario.board_file import board_names, load_board
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import DATA
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import Board, DataError
from rotwsim.scenario.signatures import hashed, recorded_signature

FILE = "plausible.toml"
FEWEST_FILLINGS = 20  # that the evidence must leave, in weight, or a range is not quoted
# What else the ranges rest on: how far figures may lie, what the rulebook says.
RESTS_ON = ("ranges.toml", "evidence.toml")


@dataclass(frozen=True)
class PlausibleRange:
    """The middle nine tenths of the win rate over plausible fillings of what is assumed."""

    low: float
    high: float
    difference_low: float  # of the tweaks to the standard game, box by box
    difference_high: float
    fillings: int
    effective: float  # fillings that the evidence leaves, in weight
    games: int  # of each filling
    stale: bool  # whether rules, players or figures have changed since


def plausible_range(scenario: Scenario, path: Path = DATA / FILE) -> PlausibleRange | None:
    """The range of a scenario that is one of ours but for Barons, player and tweaks, if known."""
    board = scenario.board
    if scenario.seats or board.name not in board_names() or board != _ours(board.name):
        return None
    kept = {"barons": scenario.barons, "player": scenario.player, "tweaks": scenario.tweaks}
    if scenario != Scenario.of(board, **kept):
        return None
    known = stored_ranges(path)
    for order in permutations(scenario.tweaks):
        row = known.get((board.name, scenario.barons, scenario.player, "+".join(order)))
        if row and row["effective"] >= FEWEST_FILLINGS:
            return _range_of(row, board.name)
    return None


def plausible_difference(
    baseline: Scenario, variant: Scenario, path: Path = DATA / FILE
) -> PlausibleRange | None:
    """The range of a variant that adds tweaks to a standard game and changes nothing else."""
    if baseline.tweaks or variant.varied(tweaks=()) != baseline:
        return None
    return plausible_range(variant, path)


@lru_cache(maxsize=16)
def _ours(name: str) -> Board:
    return load_board(name)


def stored_ranges(path: Path) -> dict[tuple[str, bool, str, str], dict]:
    """The rows of the file by board, Barons, player and tweaks; none where there is no file."""
    changed = path.stat().st_mtime_ns if path.is_file() else 0
    return _read(path, changed) if changed else {}


@lru_cache(maxsize=4)
def _read(path: Path, changed: int) -> dict[tuple[str, bool, str, str], dict]:
    rows = read_toml(path, path.name).get("range", [])
    try:
        return {(row["board"], row["barons"], row["player"], row["tweak"]): row for row in rows}
    except (KeyError, TypeError) as error:
        raise DataError(f"{path.name}: a range lacks {error}") from None


def _range_of(row: dict, board: str) -> PlausibleRange:
    figures = {name: row[name] for name in PlausibleRange.__dataclass_fields__ if name in row}
    return PlausibleRange(**figures, stale=row["digest"] != ranges_digest(board, row["player"]))


@lru_cache(maxsize=64)
def ranges_digest(board: str, player: str) -> str:
    """Change with the games of the player on the board, with ranges and with evidence."""
    rests_on = [read_toml(DATA / name, name) for name in RESTS_ON]
    return hashed([recorded_signature(board, (player,)), rests_on])


UNKNOWN = {
    "boxes_low": math.nan,
    "boxes_high": math.nan,
    "boxes_fillings": 0,
    "boxes_stale": False,
}
DIFFERENCE_UNKNOWN = {"boxes_difference_low": math.nan, "boxes_difference_high": math.nan}


def boxes_of(scenario: Scenario | None) -> dict:
    """Where the win rate of a scenario may lie; not numbers where that was not measured."""
    known = plausible_range(scenario) if scenario else None
    return _columns(known) if known else dict(UNKNOWN)


def boxes_between(baseline: Scenario | None, variant: Scenario | None) -> dict:
    """Where the win rate of a variant may lie, and its difference to the baseline."""
    known = plausible_difference(baseline, variant) if baseline and variant else None
    if known is None:
        return boxes_of(variant) | DIFFERENCE_UNKNOWN
    ends = {"low": known.difference_low, "high": known.difference_high}
    return _columns(known) | {f"boxes_difference_{end}": ends[end] for end in ends}


def _columns(known: PlausibleRange) -> dict:
    return {
        "boxes_low": known.low,
        "boxes_high": known.high,
        "boxes_fillings": known.fillings,
        "boxes_stale": known.stale,
    }

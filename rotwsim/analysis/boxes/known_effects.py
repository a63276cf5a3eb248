"""What was measured of tweaks for a person who wins half: bands over kinds of error and boxes.

In each box, and for each kind of error, the person is one who wins half of the standard games: that
is what people know of themselves. `make effects` writes the file.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path

from rotwsim.analysis.boxes.known_ranges import ranges_digest
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.options import PERSON, UNKNOWN_KNOB
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import MEASURED
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.who_plays import HALF

FILE = MEASURED / "effects.toml"
DIGITS = 4
HEAD = """\
# What each tweak does to the win rate of a person who wins half of the standard games, by board and
# Duel Barons, as fractions. kinds: from the least to the most over the four kinds of error. boxes:
# in nine of ten plausible boxes, where the person wins half in each box. Written by `make effects`.
"""


@dataclass(frozen=True)
class Bands:
    """How far the effect of a tweak may lie from ours for other people and in other boxes."""

    board: str
    barons: bool
    tweak: str
    kinds_low: float
    kinds_high: float
    boxes_low: float
    boxes_high: float
    boxes: int  # that were played
    games: int  # of each box
    digest: str  # of what the games depend on

    @property
    def is_stale(self) -> bool:
        """Whether rules, parameters or the person have changed since."""
        return self.digest != ranges_digest(self.board, PERSON)


def together(effect: float, *bands: tuple[float, float]) -> tuple[float, float]:
    """Join independent bands around an effect: their reaches add up as squares.

    `experiments.validity.person_effects` tries how often that holds for hidden people and boxes.
    """
    if any(math.isnan(end) for band in bands for end in band):
        return math.nan, math.nan
    down = math.hypot(*(max(0.0, effect - low) for low, _ in bands))
    up = math.hypot(*(max(0.0, high - effect) for _, high in bands))
    return effect - down, effect + up


UNKNOWN = {"kinds_low": math.nan, "kinds_high": math.nan}


def bands_between(baseline: Scenario | None, variant: Scenario | None) -> dict:
    """Give the columns of a variant with one tweak more; nothing of the boxes if not measured."""
    known = known_bands(baseline, variant) if baseline and variant else None
    if known is None:
        return dict(UNKNOWN)
    return {
        "kinds_low": known.kinds_low,
        "kinds_high": known.kinds_high,
        "boxes_difference_low": known.boxes_low,
        "boxes_difference_high": known.boxes_high,
        "boxes_draws": known.boxes,
        "boxes_stale": known.is_stale,
    }


def known_bands(baseline: Scenario, variant: Scenario, path: Path = FILE) -> Bands | None:
    """Find the bands of a tweak for the person who wins half on a board as printed."""
    if not _wins_half(baseline) or len(variant.tweaks) != 1:
        return None
    if replace(variant, tweaks=(), knob=UNKNOWN_KNOB) != replace(baseline, knob=UNKNOWN_KNOB):
        return None
    return stored_bands(path).get((baseline.board.name, bool(baseline.barons), variant.tweaks[0]))


def _wins_half(scenario: Scenario) -> bool:
    name = scenario.board.name
    if scenario.seats or scenario.wins != HALF or name not in board_names():
        return False
    printed = Scenario.of(name, player=PERSON, wins=HALF, barons=scenario.barons)
    return replace(scenario, knob=UNKNOWN_KNOB) == printed


def stored_bands(path: Path = FILE) -> dict[tuple[str, bool, str], Bands]:
    """Read the file by board, Barons and tweak; nothing where there is none."""
    return _read(path, path.stat().st_mtime_ns) if path.is_file() else {}


@lru_cache(maxsize=4)
def _read(path: Path, changed: int) -> dict[tuple[str, bool, str], Bands]:
    rows = [Bands(**row) for row in read_toml(path, path.name).get("effect", [])]
    return {_place(row): row for row in rows}


def save_bands(found: Sequence[Bands], path: Path = FILE) -> None:
    """Write bands beside those of other boards; older ones of the same place are replaced."""
    rows = stored_bands(path) | {_place(row): row for row in found}
    text = HEAD + "".join(f"\n[[effect]]\n{_lines(rows[place])}" for place in sorted(rows))
    write_whole(path, text.encode())


def _place(row: Bands) -> tuple[str, bool, str]:
    return row.board, row.barons, row.tweak


def _lines(row: Bands) -> str:
    def written(value: object) -> str:
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, float):
            return f"{round(value, DIGITS)}"
        return f'"{value}"' if isinstance(value, str) else str(value)

    return "".join(f"{key} = {written(value)}\n" for key, value in asdict(row).items())

"""What was measured before: ranges of win rates, error of rebuilding, bands of tweak effects.

The bands are for a person who wins half of the standard games: in each box, and for each kind of
error, because that is what people know of themselves. experiments/measured writes them.
"""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from pathlib import Path

from rotwsim.scenario.board_file import board_names, load_board
from rotwsim.scenario.options import PERSON, UNKNOWN_KNOB
from rotwsim.scenario.player_numbers import hashed, recorded_signature
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import MEASURED, PRINTED
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.who_plays import HALF

FILE = "win_rate_ranges.toml"
FEWEST_DRAWS = 20  # that the evidence must leave, in weight, or a range is not quoted
# What else the ranges rest on: how far parameters may lie, what the rulebook says.
RESTS_ON = ("unknown_ranges.toml", "evidence.toml")


@dataclass(frozen=True)
class PlausibleRange:
    """The middle nine tenths of the win rate over plausible draws of what is assumed."""

    low: float
    high: float
    difference_low: float  # of the tweaks to the standard game, box by box
    difference_high: float
    draws: int
    effective: float  # draws that the evidence leaves, in weight
    games: int  # of each draw
    stale: bool  # whether rules, players or parameters have changed since


def plausible_range(scenario: Scenario, path: Path = MEASURED / FILE) -> PlausibleRange | None:
    """Find the range of a scenario that is ours but for Barons, player and tweaks, if known."""
    board = scenario.board
    if scenario.seats or scenario.own or board.name not in board_names():
        return None
    kept = {"barons": scenario.barons, "player": scenario.player, "tweaks": scenario.tweaks}
    if board != _ours(board.name) or scenario != Scenario.of(board, **kept):
        return None
    known = stored_ranges(path)
    for order in permutations(scenario.tweaks):
        row = known.get((board.name, bool(scenario.barons), scenario.player, "+".join(order)))
        if row and row["effective"] >= FEWEST_DRAWS:
            numbers = {key: row[key] for key in PlausibleRange.__dataclass_fields__ if key in row}
            stale = row["digest"] != ranges_digest(board.name, scenario.player)
            return PlausibleRange(**numbers, stale=stale)
    return None


def plausible_difference(
    baseline: Scenario, variant: Scenario, path: Path = MEASURED / FILE
) -> PlausibleRange | None:
    """Give the range of a variant that adds tweaks to a standard game and changes nothing else."""
    if baseline.tweaks or variant.varied(tweaks=()) != baseline:
        return None
    return plausible_range(variant, path)


_ours = lru_cache(maxsize=16)(load_board)


def stored_ranges(path: Path) -> dict[tuple[str, bool, str, str], dict]:
    """Read the rows by board, Barons, player and tweaks; none where there is no file."""
    return _rows(path, "range", ("board", "barons", "player", "tweak"))


def _rows(path: Path, table: str, keys: tuple[str, ...]) -> dict[tuple, dict]:
    """Read the rows of a table by these keys, again if the file has changed."""
    return _read(path, table, keys, path.stat().st_mtime_ns) if path.is_file() else {}


@lru_cache(maxsize=8)
def _read(path: Path, table: str, keys: tuple[str, ...], changed: int) -> dict[tuple, dict]:
    try:
        rows = read_toml(path, path.name).get(table, [])
        return {tuple(row[key] for key in keys): row for row in rows}
    except (KeyError, TypeError) as error:
        raise DataError(f"{path.name}: a {table} lacks {error}") from None


@lru_cache(maxsize=64)
def ranges_digest(board: str, player: str) -> str:
    """Change with the games of the player on the board, with ranges and with evidence."""
    rests_on = [read_toml(PRINTED / name, name) for name in RESTS_ON]
    return hashed([recorded_signature(board, (player,)), rests_on])


NOTHING = PlausibleRange(math.nan, math.nan, math.nan, math.nan, 0, 0, 0, stale=False)


def boxes_of(scenario: Scenario | None, known: PlausibleRange | None = None) -> dict:
    """Say where the win rate of a scenario may lie; not numbers where that was not measured."""
    known = known or (plausible_range(scenario) if scenario else None) or NOTHING
    columns = {"boxes_low": known.low, "boxes_high": known.high}
    return columns | {"boxes_draws": known.draws, "boxes_stale": known.stale}


def boxes_between(baseline: Scenario | None, variant: Scenario | None) -> dict:
    known = plausible_difference(baseline, variant) if baseline and variant else None
    low, high = (known or NOTHING).difference_low, (known or NOTHING).difference_high
    ends = {"boxes_difference_low": low, "boxes_difference_high": high}
    return boxes_of(variant, known) | ends


REBUILDING = "rebuilding.toml"


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


def load_rebuilding(path: Path = MEASURED / REBUILDING) -> Rebuilding:
    content = read_toml(path, path.name)
    return Rebuilding(**{**content, "signatures": tuple(content["signatures"])})


EFFECTS = MEASURED / "effects.toml"


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
        """Say whether rules, parameters or the person have changed since."""
        return self.digest != ranges_digest(self.board, PERSON)


def together(effect: float, *bands: tuple[float, float]) -> tuple[float, float]:
    """Join independent bands around an effect: their reaches add up as squares."""
    if any(math.isnan(end) for band in bands for end in band):
        return math.nan, math.nan
    down = math.hypot(*(max(0.0, effect - low) for low, _ in bands))
    up = math.hypot(*(max(0.0, high - effect) for _, high in bands))
    return effect - down, effect + up


def bands_between(baseline: Scenario | None, variant: Scenario | None) -> dict:
    """Give the columns of a variant with one tweak more; nothing of the boxes if not measured."""
    known = known_bands(baseline, variant) if baseline and variant else None
    if known is None:
        return {"kinds_low": math.nan, "kinds_high": math.nan}
    return {
        "kinds_low": known.kinds_low,
        "kinds_high": known.kinds_high,
        "boxes_difference_low": known.boxes_low,
        "boxes_difference_high": known.boxes_high,
        "boxes_draws": known.boxes,
        "boxes_stale": known.is_stale,
    }


def known_bands(baseline: Scenario, variant: Scenario, path: Path = EFFECTS) -> Bands | None:
    """Find the bands of a tweak for the person who wins half on a board as printed."""
    name = baseline.board.name
    if baseline.seats or baseline.wins != HALF or name not in board_names():
        return None
    printed = Scenario.of(name, player=PERSON, wins=HALF, barons=baseline.barons)
    plain = (baseline, replace(variant, tweaks=()))
    if len(variant.tweaks) != 1 or any(replace(s, knob=UNKNOWN_KNOB) != printed for s in plain):
        return None
    return stored_bands(path).get((name, bool(baseline.barons), variant.tweaks[0]))


def stored_bands(path: Path = EFFECTS) -> dict[tuple[str, bool, str], Bands]:
    """Read the file by board, Barons and tweak; nothing where there is none."""
    rows = _rows(path, "effect", ("board", "barons", "tweak"))
    return {place: Bands(**row) for place, row in rows.items()}

"""Find how much a person errs who wins a given share of the standard games.

data/measured/skill holds, by board, Barons and kind of error, how many games a person won at twelve
amounts of error (the knob); a monotone curve goes through them. Other standard games, such as those
of an own board or with changed parameters, are played when they are asked for and kept in the cache
folder. `make calibration` plays what the data files lack.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path

import numpy as np

from rotwsim.core.jit.cache_folder import cache_folder
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.options import PERSON, UNKNOWN_KNOB
from rotwsim.scenario.player_numbers import hashed, signature_of
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import MEASURED
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

FOLDER = MEASURED / "skill"
SEED = 7_300_001  # of the first knob; each has its own, so that the curve evens chance out
KNOBS, GAMES, QUICK_GAMES = 12, 3_000, 500
TRIAL_GAMES = 100  # at each of the knobs that find the range
HIGHEST = {"noisy": 32.0, "careless": 1.0, "habit": 16.0, "hasty": 32.0}
RARELY = 0.01  # share of trial games won where the curve may end: --wins 5 must be on it
HALVINGS = 6
BLOCK = 50  # games that one core plays in turn
# Squared distance of curve and games, in that of chance. With each knob left out in turn 0.7 met it
# best: better than 0.5 and 1, polynomials of any degree, and lines through all knobs.
CLOSENESS = 0.7
FINE = 512  # knobs at which the curve is worked out
Progress = Callable[[int, int], None]  # games done and wanted


@dataclass(frozen=True)
class Curve:
    """The games won at each knob, and the share that a monotone curve through them gives."""

    signature: str
    games: int
    knob: tuple[float, ...]
    won: tuple[int, ...]

    @property
    def fine(self) -> tuple[np.ndarray, np.ndarray]:
        """Give knobs, and at each the share of games won, which never rises."""
        return _fitted(self)

    @property
    def most(self) -> float:
        return float(self.fine[1][0])

    @property
    def least(self) -> float:
        return float(self.fine[1][-1])

    def share_at(self, knob: float) -> float:
        return float(np.interp(knob, *self.fine))

    def knob_for(self, share: float) -> float:
        knobs, shares = self.fine
        return float(np.interp(-share, -shares, knobs))


def with_knob(
    scenario: Scenario, barons: bool | None = None, progress: Progress = lambda done, wanted: None
) -> Scenario:
    """Give a scenario with the knob of the person who wins as often as it says.

    `barons` says whether these standard games have the Duel Barons; by default as the scenario has.
    A knob that is known already stays.
    """
    if not scenario.has_person or scenario.knob != UNKNOWN_KNOB:
        return scenario
    standard = standard_game(scenario, barons)
    curve, share = curve_of(standard, progress), scenario.wins / 100
    if not curve.least <= share <= curve.most:
        bound, found = ("most", curve.most) if share > curve.most else ("least", curve.least)
        game = standard.title(without=("player", "errs", "wins", "knob", "on"))
        raise DataError(
            f"wins is {scenario.wins:g} %, out of reach for errs {scenario.errs}: such a person "
            f"wins at {bound} {100 * found:.0f} % of {game}"
        )
    return replace(scenario, knob=round(curve.knob_for(share), 4))


def same_person(scenario: Scenario, baseline: Scenario) -> Scenario:
    """Name a person by the knob where `wins` would mean another person than in the baseline.

    So the command of a variant with Barons, or of another box, plays the person of its baseline.
    """
    if not scenario.wins or scenario.knob == UNKNOWN_KNOB or scenario.knob != baseline.knob:
        return scenario
    if standard_game(scenario) == standard_game(baseline):
        return scenario
    return scenario.varied(knob=scenario.knob)


def standard_game(scenario: Scenario, barons: bool | None = None) -> Scenario:
    """Give the solo game that `wins` counts: no tweaks, no chosen Barons, this box or `on`."""
    uses_barons = scenario.barons is True if barons is None else barons
    kept = ["errs", "without", "aim"]
    kept += [] if scenario.seats else ["weights", "learned"]
    kept += [] if scenario.on or scenario.seats else ["settings", "rulings"]
    same = {name: getattr(scenario, name) for name in kept}
    board = scenario.on or scenario.board
    return Scenario.of(board, player=PERSON, barons=uses_barons, knob=0.0, **same)


def curve_of(standard: Scenario, progress: Progress = lambda done, wanted: None) -> Curve:
    """Give the curve of a standard game: measured, kept from an earlier call, or played now."""
    curve = measured_curve(standard)
    if curve is not None:
        return curve
    path = cache_folder() / "skill" / f"{_key(standard)}.json"
    if path.is_file():
        return curve_in(json.loads(path.read_text(encoding="utf-8")))
    curve = calibrate(standard, QUICK_GAMES, progress)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(asdict(curve)))
    return curve


def measured_curve(standard: Scenario) -> Curve | None:
    """Read the curve of a standard game of a board as printed, if its person still plays so."""
    board, barons = standard.board.name, bool(standard.barons)
    if board not in board_names() or standard != printed_game(board, barons, standard.errs):
        return None
    row = rows_of(board).get(barons_key(barons), {}).get(standard.errs)
    return curve_in(row) if row and row["signature"] == signature_of(standard) else None


def printed_game(board: str, barons: bool, errs: str) -> Scenario:
    return Scenario.of(board, player=PERSON, barons=barons, errs=errs, knob=0.0)


def curve_in(row: dict) -> Curve:
    return Curve(row["signature"], row["games"], tuple(row["knob"]), tuple(row["won"]))


def rows_of(board: str) -> dict:
    path = file_of(board)
    return read_toml(path, path.name) if path.is_file() else {}


def file_of(board: str) -> Path:
    return FOLDER / f"{board.replace('-', '_')}.toml"


def barons_key(used: bool) -> str:
    return "barons" if used else "plain"


def _key(standard: Scenario) -> str:
    own = Path(standard.learned).read_text(encoding="utf-8") if standard.learned else ""
    return hashed([standard.describe(), signature_of(standard), own, QUICK_GAMES])


def calibrate(standard: Scenario, games: int, progress: Progress) -> Curve:
    """Play a standard game at twelve knobs, from none to where hardly a game is won."""
    from rotwsim.runner.run import run_games  # which asks for knobs itself

    done, wanted = 0, (HALVINGS + 1) * TRIAL_GAMES + KNOBS * games

    def wins(knob: float, number: int, seed: int) -> int:
        nonlocal done
        run = run_games(replace(standard, knob=float(knob)), number, seed, columns=(), block=BLOCK)
        if run.interrupted:
            raise KeyboardInterrupt
        done += number
        progress(done, wanted)
        return run.wins

    def is_rare(knob: float) -> bool:
        return wins(knob, TRIAL_GAMES, SEED - 1) <= RARELY * TRIAL_GAMES

    last = HIGHEST[standard.errs]
    for _ in range(HALVINGS):
        if not is_rare(last / 2):
            break
        last /= 2
    last *= 0.75 if is_rare(0.75 * last) else 1.0
    knobs = tuple(round(float(knob), 4) for knob in np.linspace(0.0, last, KNOBS))
    won = tuple(wins(knob, games, SEED + place) for place, knob in enumerate(knobs))
    progress(wanted, wanted)
    return Curve(signature_of(standard), games, knobs, won)


@lru_cache(maxsize=256)
def _fitted(curve: Curve) -> tuple[np.ndarray, np.ndarray]:
    """Lay a smooth curve through the log odds, as close as chance allows; it never rises."""
    from scipy.interpolate import UnivariateSpline  # a packaged person needs no other use of it

    shares = (np.array(curve.won) + 0.5) / (curve.games + 1.0)
    certainty = np.sqrt(curve.games * shares * (1 - shares))
    odds = np.log(shares / (1 - shares))
    spline = UnivariateSpline(curve.knob, odds, w=certainty, s=CLOSENESS * len(odds))
    fine = np.linspace(0.0, curve.knob[-1], FINE)
    return fine, np.minimum.accumulate(1 / (1 + np.exp(-np.asarray(spline(fine)))))

"""How the scores of people are spread on a board, by kind and amount of error; `make scores`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rotwsim.runner.person_calibration import barons_key
from rotwsim.scenario.board_file import board_names, load_rulebook
from rotwsim.scenario.options import ERRORS, PERSON
from rotwsim.scenario.player_numbers import recorded_signature
from rotwsim.scenario.reading import describe, read_toml, suggest
from rotwsim.scenario.rulebook import MEASURED
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.stats.weights_and_likelihood import RESULTS, Chances

STANDARD = "standard"
QUANTILES = 24
STEPS = 10  # hypotheses between two amounts of error that were played
TARGET_GROUP = "target"  # tweaks that change what is needed and not what is reached
MAKE = "make scores"
Game = tuple[str, bool, tuple[str, ...]]  # board, Barons, tweaks
AT_HOME: Game = ("eastern-us", False, ())  # where skill and errors are measured


@dataclass(frozen=True)
class Spread:
    """Results of people who err in one way: a row for each knob, the worst first."""

    knobs: np.ndarray
    quantiles: np.ndarray
    shifts: dict[str, np.ndarray]  # by tweak: mean change, and what it makes of the spread

    def at(self, knobs: np.ndarray, tweaks: Sequence[str]) -> np.ndarray:
        """Interpolate quantiles at these knobs; several tweaks add up."""
        rows = _between(self.knobs, self.quantiles, knobs)
        for tweak in tweaks:
            if tweak in self.shifts:
                change, ratio = _between(self.knobs, self.shifts[tweak], knobs).T[:, :, None]
                middle = rows.mean(axis=1, keepdims=True)
                rows = middle + change + ratio * (rows - middle)
        return rows


def _between(knobs: np.ndarray, rows: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    return np.array([np.interp(-wanted, -knobs, column) for column in rows.T]).T


@dataclass(frozen=True, eq=False)
class Hypotheses:
    """Everybody that a person may be: kinds of error in a row, each from much error to none."""

    errs: np.ndarray  # the place in ERRORS, for each
    knobs: np.ndarray

    @property
    def prior(self) -> np.ndarray:
        """Weigh kinds equally; among those of a kind the steps between played knobs."""
        return 1 / np.bincount(self.errs)[self.errs] / len(np.unique(self.errs))

    def chances(self, game: Game) -> Chances:
        return _chances(self, *game)

    def win_rates(self, game: Game) -> np.ndarray:
        return self.chances(game).at_least(target_of(*game))

    def errors_in(self, game: Game, result: int) -> tuple[np.ndarray, np.ndarray]:
        """Give what errors cost each in a game with this result: means and variances, in points.

        Luck is 0 on average, so somebody loses as many points as the expert scores more.
        data/measured/errors.toml says how errors go with results, by skill.
        """
        skills, slopes, variances = errors_by_skill()
        wins, results = self.win_rates(AT_HOME), self.chances(game).smooth @ RESULTS
        is_expert = (self.errs == ERRORS.index("noisy")) & (self.knobs == 0)
        slope = np.interp(wins, skills, slopes)
        means = results[is_expert].mean() - results + slope * (result - results)
        return means, np.interp(wins, skills, variances)


@lru_cache(maxsize=1)
def errors_by_skill() -> tuple[list[float], list[float], list[float]]:
    """Read by share of games won how errors move with the result, and how far they vary besides."""
    norms = read_toml(MEASURED / "errors.toml", "errors.toml")["norms"]
    slopes, variances = [], []
    for (errors, both), (_, results) in (norm["spread"] for norm in norms.values()):
        slopes.append(both / results)
        variances.append(errors - both**2 / results)
    return [float(wins) / 100 for wins in norms], slopes, variances


@lru_cache(maxsize=32)
def hypotheses_of(board: str, barons: bool) -> Hypotheses:
    """Give everybody, in steps that are even on a board: those between its played knobs."""
    errs, knobs = [], []
    for place, name in enumerate(ERRORS):
        played = read_scores_of(board)[barons, name].knobs
        steps = np.linspace(0, len(played) - 1, STEPS * (len(played) - 1) + 1)
        knobs.append(np.interp(steps, np.arange(len(played)), played))
        errs.append(np.full(len(steps), place))
    return Hypotheses(np.concatenate(errs), np.concatenate(knobs))


@lru_cache(maxsize=64)
def _chances(people: Hypotheses, board: str, barons: bool, tweaks: tuple[str, ...]) -> Chances:
    known = read_scores_of(board)
    for tweak in tweaks:
        if not is_measured(board, tweak):
            raise DataError(f"{file_of(board)}: {tweak} is not measured yet: {MAKE}")
    rows = [
        known[barons, name].at(people.knobs[people.errs == place], tweaks)
        for place, name in enumerate(ERRORS)
    ]
    return Chances.of(np.vstack(rows))


def target_of(board: str, barons: bool, tweaks: Sequence[str] = ()) -> int:
    return Scenario.of(board, barons=barons, tweaks=list(tweaks)).parameters["target"]


def is_measured(board: str, tweak: str) -> bool:
    """Say whether results with a tweak are known, or are those of the standard game."""
    found = read_scores_of(board)
    return tweak not in played_tweaks() or all(tweak in one.shifts for one in found.values())


@lru_cache(maxsize=16)
def read_scores_of(board: str) -> dict[tuple[bool, str], Spread]:
    """Read the file of a board, checked, by Barons and kind; it may lack a tweak."""
    file = file_of(board)
    content = read_toml(MEASURED / file, file)
    try:
        found = {}
        for barons in (False, True):
            for name in ERRORS:
                part = content[barons_key(barons)][name]
                knobs, quantiles = (np.array(part[key], float) for key in ("knob", STANDARD))
                shifts = {key: np.array(rows, float) for key, rows in part["tweaks"].items()}
                shapes = {quantiles.shape[0], *(len(rows) for rows in shifts.values())}
                if shapes != {len(knobs)} or quantiles.shape[1] != QUANTILES:
                    raise ValueError
                found[barons, name] = Spread(knobs, quantiles, shifts)
    except (KeyError, TypeError, ValueError, IndexError):
        raise DataError(f"{file} is not complete; make it again: {MAKE}") from None
    return found


def file_of(board: str) -> str:
    return f"scores/{board.replace('-', '_')}.toml"


def played_tweaks() -> list[str]:
    return [tweak.name for tweak in load_rulebook().tweaks if tweak.group != TARGET_GROUP]


def board_with_scores(name: str) -> str:
    """Give a board of ours by its name in any spelling; no scores of a user's own are known."""
    known = [each for each in board_names() if (MEASURED / file_of(each)).exists()]
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    if wanted not in known:
        raise DataError(f"no scores are known for board {describe(name)}{suggest(wanted, known)}")
    return wanted


def is_current(board: str) -> bool:
    content = read_toml(MEASURED / file_of(board), file_of(board))
    return content["signature"] == recorded_signature(board, (PERSON,))

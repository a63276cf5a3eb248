# Longer than most: what is read, and the games that measured it.
"""How the scores of people are spread on a board, by kind and amount of error.

`python -m rotwsim.analysis.person_scores` plays what data/measured/scores holds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from rotwsim.analysis.pool import Arm, Games
from rotwsim.runner.person_calibration import HIGHEST, Curve, curve_of, standard_game, with_knob
from rotwsim.scenario.board_file import board_names, load_rulebook
from rotwsim.scenario.files import write_whole
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


@dataclass(frozen=True)
class Hypotheses:
    """Everybody that a person may be: kinds of error in a row, each from much error to none."""

    errs: np.ndarray  # the place in ERRORS, for each
    knobs: np.ndarray

    @property
    def prior(self) -> np.ndarray:
        """Weigh kinds equally; among those of a kind the steps between played knobs."""
        return 1 / np.bincount(self.errs)[self.errs] / len(np.unique(self.errs))

    def chances(self, game: Game) -> Chances:
        """Give the chances of every result of a game."""
        return _chances(self, *game)

    def win_rates(self, game: Game) -> np.ndarray:
        """Give the chance of each to win a game."""
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

    def __hash__(self) -> int:
        return hash((self.errs.tobytes(), self.knobs.tobytes()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hypotheses) and hash(self) == hash(other)


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
    """Give the points that win."""
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


def barons_key(used: bool) -> str:
    return "barons" if used else "plain"


def played_tweaks() -> list[str]:
    """Give the tweaks that change how the game goes."""
    return [tweak.name for tweak in load_rulebook().tweaks if tweak.group != TARGET_GROUP]


def board_with_scores(name: str) -> str:
    """Give a board of ours by its name in any spelling; of a user's own file no scores are
    known.
    """
    known = [each for each in board_names() if (MEASURED / file_of(each)).exists()]
    wanted = name.strip().lower().replace("_", "-").replace(" ", "-")
    if wanted not in known:
        raise DataError(f"no scores are known for board {describe(name)}{suggest(wanted, known)}")
    return wanted


def is_current(board: str) -> bool:
    """Say whether people still play as they did when their scores were measured."""
    content = read_toml(MEASURED / file_of(board), file_of(board))
    return content["signature"] == recorded_signature(board, (PERSON,))


FOLDER = MEASURED / "scores"
SEED = 1  # as all experiments, so that their games serve here too
GAMES, TWEAK_GAMES = 600, 200
RUNGS = (10.0, 25.0, 50.0, 75.0, 90.0)  # % of the standard games won, as the difficulty sheet
SELDOM, MOST_MOVED = 0.03, 12  # share of games; points
RUNS = Path("runs") / "games"
HEAD = """\
# How the results of people are spread on {title}: {quantiles} quantiles for each knob, the largest
# error first, without the Duel Barons (plain) and with them, moved so that as many reach the target
# as in the calibration (data/measured/skill). A tweak has, for each knob, what it adds to the mean
# result and by what it multiplies the spread, on the same seeds.
# Written by `{make}`; `rotwsim me` reads it.
signature = "{signature}"
games = {games}  # of each knob
tweak_games = {tweak_games}
seed = {seed}
"""


def make(board: str, games: Games, counts: tuple[int, int]) -> str:
    """Give the file of a board as text; `counts` are the games of standard and tweaks."""
    parts = [
        HEAD.format(
            title=Scenario.of(board).board.title,
            quantiles=QUANTILES,
            make=MAKE,
            signature=recorded_signature(board, (PERSON,)),
            games=counts[0],
            tweak_games=counts[1],
            seed=games.seed,
        )
    ]
    for barons in (False, True):
        for errs in ERRORS:
            person = Scenario.of(board, player=PERSON, barons=barons, errs=errs)
            parts.append(_part(games, person, counts))
    return "\n".join(parts)


def _part(games: Games, standard: Scenario, counts: tuple[int, int]) -> str:
    """Give the tables of one kind of error, with or without Barons."""
    people, tweaks = people_on(standard), played_tweaks()
    results = [_results(games, person, counts[0]) for person in people]
    curve, target = curve_on(standard), standard.parameters["target"]
    spread = [
        _aligned(quantiles_of(own), target, curve.share_at(person.knob))
        for person, own in zip(people, results, strict=True)
    ]
    shifts: dict[str, list] = {tweak: [] for tweak in tweaks}
    for person, plain in zip(people, results, strict=True):
        for tweak in tweaks if person.wins or not person.knob else ():
            changed = _results(games, person.varied(tweaks=[tweak]), counts[1])
            before = plain[: counts[1]]
            ratio = changed.std() / max(before.std(), 1.0)
            shifts[tweak].append((changed.mean() - before.mean(), ratio))
    name = f"{barons_key(bool(standard.barons))}.{standard.errs}"
    rows = [f"[{', '.join(f'{q:.0f}' for q in own)}]" for own in spread]
    lines = [f"[{name}]", f"knob = {[person.knob for person in people]}"]
    lines += ["standard = [", *(f"    {row}," for row in rows), "]", f"[{name}.tweaks]"]
    for tweak, found in shifts.items():
        worst = len(people) - len(found)  # who hardly ever wins: as the weakest who was played
        even = _evened(np.array([found[0]] * worst + found))
        pairs = ", ".join(f"[{change:.1f}, {ratio:.2f}]" for change, ratio in even)
        lines.append(f"{tweak if tweak.isalpha() else describe(tweak)} = [{pairs}]")
    return "\n".join(lines) + "\n"


def people_on(standard: Scenario) -> list[Scenario]:
    """People who err in one way, the worst first: two who hardly win, five skills, no error.

    A skill that such a person never reaches is left out.
    """
    last = curve_on(standard).knob[-1]
    found = [standard.varied(knob=knob) for knob in {HIGHEST[standard.errs], last, 0.0}]
    for wins in RUNGS:
        try:
            found.append(with_knob(standard.varied(wins=wins)))
        except DataError:
            continue
    kept = {person.knob: person for person in found}
    return [kept[knob] for knob in sorted(kept, reverse=True)]


def curve_on(standard: Scenario) -> Curve:
    """Give the calibration of a kind of error."""
    return curve_of(standard_game(standard))


def _aligned(quantiles: np.ndarray, target: int, share: float) -> np.ndarray:
    """Move quantiles so that the share of the calibration, which rests on more, reaches the target.

    Where nearly nobody or everybody does, they stay.
    """
    if not SELDOM < share < 1 - SELDOM:
        return quantiles
    moves = np.arange(-MOST_MOVED, MOST_MOVED + 1)
    reached = Chances.of(quantiles[None, :] + moves[:, None]).at_least(target)
    return quantiles + moves[np.argmin(np.abs(reached - share))]


def _results(games: Games, scenario: Scenario, count: int) -> np.ndarray:
    return games.of(Arm(scenario.title(), scenario), count).table["result"].to_numpy(float)


def quantiles_of(found: np.ndarray) -> np.ndarray:
    """Give the middles of QUANTILES equal shares, the lowest first."""
    return np.quantile(found, (np.arange(QUANTILES) + 0.5) / QUANTILES, method="hazen")


def _evened(rows: np.ndarray) -> np.ndarray:
    """Even chance out between neighbours: a tweak does much the same to people who are close."""
    padded = np.vstack([rows[:1], rows, rows[-1:]])
    return (padded[:-2] + 2 * padded[1:-1] + padded[2:]) / 4


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--board", action="append", choices=board_names())
    given.add_argument("--games", type=int, default=GAMES)
    given.add_argument("--tweak-games", type=int, default=TWEAK_GAMES)
    given.add_argument("--runs", type=Path, default=RUNS, help="where games are kept")
    given.add_argument("--out", type=Path, default=FOLDER)
    given.add_argument("--jobs", type=int, default=None)
    asked = given.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    for board in asked.board or board_names():
        start = time.monotonic()
        with Games(SEED, asked.runs, jobs=asked.jobs) as games:
            text = make(board, games, (asked.games, asked.tweak_games))
        path = asked.out / Path(file_of(board)).name
        write_whole(path, text)
        print(f"{path.name}: {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main()

"""Measure how the results of people are spread: `python -m experiments.measured.scores`.

It writes rotwsim/data/measured/scores, which `rotwsim me` reads.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np

from rotwsim.analysis.person_scores import MAKE, QUANTILES, barons_key, file_of, played_tweaks
from rotwsim.analysis.pool import Arm, Games
from rotwsim.runner.person_calibration import HIGHEST, Curve, curve_of, standard_game, with_knob
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.options import ERRORS, PERSON
from rotwsim.scenario.player_numbers import recorded_signature
from rotwsim.scenario.reading import describe
from rotwsim.scenario.rulebook import MEASURED
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.stats.weights_and_likelihood import Chances

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

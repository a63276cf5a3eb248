"""Trains the expert: games tried out, lessons drawn, a step taken, round by round.

Seeds of training are far from those of experiments and tests, and every round has its own. A round
is kept in the folder as soon as it is done; the same call again goes on from there. What comes out
depends on the arguments alone, never on how many jobs there were.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import joblib
import numpy as np

from rotwsim.core import layout
from rotwsim.core.log import no_log
from rotwsim.players import trials
from rotwsim.players.features import NAMES, PHASES
from rotwsim.rules.learned import digest_of, load_learned
from rotwsim.rules.scenario import Scenario
from rotwsim.rules.schema import DataError
from rotwsim.runner.lessons import Rows, learn
from rotwsim.runner.parallel import Work, unpacked, workers
from rotwsim.runner.play import play_games, rules_of
from rotwsim.runner.store import write_whole

TRAINING_SEED = 3_000_017  # one more each round
VALIDATION_SEED = 4_000_037
SHARE = 80_000  # millionths of the decisions of a game that are looked into
ROWS_PER_GAME = 300  # at most
# By round, the last entry from then on, and at once where the training goes on from another: how
# hard corrections are held back (see lessons.py), how much of the lessons is taken, and what the
# lessons of the rounds before weigh, the last one first.
RIDGES = ((300.0, 1000.0), (300.0, 1000.0), (300.0, 1000.0), (1000.0, 3000.0))
STEPS = (1.0, 1.0, 1.0, 0.7)
MEMORIES = ((0.5,), (0.5,), (0.5,), (0.7, 0.5, 0.3))
DIGITS = 4  # of the points that are kept
# Figures that the boxes might hold, mild and harsh ones, and tweaks that a person might use: the
# player must be good at the game and not at one filling of it. None of them is the board's own, so
# that a training can be repeated after those were found out.
MILD = {"base_exhaust": (2, 3), "empty_city_trigger": (11, 14)}
HARSH = {"base_exhaust": (3, 5), "empty_city_trigger": (7, 10)}
SHORT_GAME = {"base_exhaust": 4, "markers_per_city": 9 / 52}
MILDEST = {"base_exhaust": 2, "empty_city_trigger": 14}
TWEAKS = ([], [], ["cash"], ["cards-1"], ["cards-2"], ["display-4"], ["display-3"])


@dataclass(frozen=True)
class Course:
    """What a training is: it decides all that comes out."""

    boards: tuple[str, ...]
    validation: tuple[str, ...]  # the boards that decide on the round
    games: int  # a round, of each arm
    validation_games: int
    start: str  # digest of the points begun with

    def arms(self, number: int) -> list[Scenario]:
        """The scenarios of a round: each board with and without Barons, as a short game and with
        mild and harsh figures, drawn for this round.
        """
        draw = np.random.default_rng(TRAINING_SEED + number)
        arms = []
        for board in self.boards:
            for barons in (False, True):
                plain = Scenario.of(board, barons=barons, player="expert")
                drawn = [plain.varied(**drawn_from(spans, draw)) for spans in (MILD, HARSH)]
                arms += [short_game(plain), *drawn]
        return arms

    def now(self, schedule: tuple, number: int):
        """What a schedule gives for a round."""
        goes_on = self.start != digest_of({})
        return schedule[-1 if goes_on else min(number, len(schedule)) - 1]


@dataclass(frozen=True)
class Round:
    """The player after a round: points by phase and feature, and its mean result where it was
    measured.
    """

    number: int
    points: np.ndarray
    validation: float
    rows: int


def short_game(scenario: Scenario) -> Scenario:
    """With much Exhaust, and a trigger in proportion to the cities."""
    trigger = round(SHORT_GAME["markers_per_city"] * len(scenario.board.cities))
    figures = {"base_exhaust": SHORT_GAME["base_exhaust"], "empty_city_trigger": trigger}
    return scenario.varied(settings=figures)


def drawn_from(spans: dict, draw: np.random.Generator) -> dict:
    """Figures within the spans, and a tweak that a person might play with."""
    settings = {name: int(draw.integers(low, high + 1)) for name, (low, high) in spans.items()}
    return {"settings": settings, "tweaks": TWEAKS[draw.integers(len(TWEAKS))]}


def train(
    course: Course,
    points: np.ndarray,
    rounds: int,
    folder: Path,
    jobs: int | None = None,
    backend: str = "threads",
    scheduler: str | None = None,
    told: Callable[[Round], None] = lambda done: None,
) -> list[Round]:
    """All rounds, the player begun with as round 0; those in the folder are not played again."""
    folder.mkdir(parents=True, exist_ok=True)
    check_folder(course, folder)
    done = [kept_round(folder, 0) or first_round(course, points, folder)]
    told(done[0])
    with workers(backend, jobs, scheduler) as crew:
        for number in range(1, rounds + 1):
            now = kept_round(folder, number) or play_round(course, done[-1], folder, crew)
            done.append(now)
            told(now)
    return done


def play_round(course: Course, last: Round, folder: Path, crew) -> Round:
    """The next round: tries games out with the last player and learns from them."""
    number = last.number + 1
    run = joblib.Parallel(n_jobs=crew.jobs, batch_size=1, **crew.options)
    tables = run(
        joblib.delayed(try_arm)(
            Work.of(with_points(rules_of(arm), last.points), TRAINING_SEED + number),
            place * course.games,
            course.games,
        )
        for place, arm in enumerate(course.arms(number))
    )
    rows = Rows.of(tables, last.points)
    lessons = [rows]
    memories, ridges, step = (course.now(plan, number) for plan in (MEMORIES, RIDGES, STEPS))
    for age, weight in enumerate(memories, start=1):
        if number > age:
            lessons.append(replace(kept_rows(folder, number - age), weight=weight))
    points = np.round(last.points + step * learn(lessons, last.points, *ridges), DIGITS)
    now = Round(number, points, validate(course, points), len(rows.result))
    keep(folder, now, tables)
    return now


def try_arm(work: Work, first: int, games: int) -> np.ndarray:
    """The trials of one scenario."""
    table = np.zeros((games * ROWS_PER_GAME, trials.WIDTH))
    rules = unpacked(work.packed_rules)
    rows = trials.trial_block(rules, work.seed, first, games, SHARE, table)
    return table[:rows].copy()


def with_points(rules: np.ndarray, points: np.ndarray) -> np.ndarray:
    rules[0].learned[: points.shape[0], : points.shape[1]] = points
    return rules


def validate(course: Course, points: np.ndarray) -> float:
    """The mean result on the boards that decide, as a short game and with the mildest figures, on
    seeds of their own; one board alone proved a poor judge of the others.
    """
    plain = [Scenario.of(board) for board in course.validation]
    arms = [arm for each in plain for arm in (short_game(each), each.varied(settings=MILDEST))]
    games = max(1, course.validation_games // len(arms))
    return float(np.mean([results(arm, points, games).mean() for arm in arms]))


def results(
    scenario: Scenario, points: np.ndarray, games: int, seed: int = VALIDATION_SEED
) -> np.ndarray:
    """Results of the expert with these points."""
    outcomes = np.zeros(games, layout.OUTCOME)
    play_games(with_points(rules_of(scenario), points), seed, 0, outcomes, no_log())
    return outcomes["result"].copy()


def best_of(rounds: list[Round]) -> Round:
    """The round that is best on the boards that decide."""
    return max(rounds, key=lambda each: each.validation)


def first_round(course: Course, points: np.ndarray, folder: Path) -> Round:
    now = Round(0, points, validate(course, points), 0)
    keep(folder, now, [])
    return now


def keep(folder: Path, now: Round, tables: list[np.ndarray]) -> None:
    """Rows first: a round whose file is there is whole."""
    if tables:
        np.savez_compressed(folder / f"rows-{now.number}.npz", *tables)
    content = {
        "validation": now.validation,
        "rows": now.rows,
        "points": named(now.points),
    }
    write_whole(folder / f"round-{now.number}.json", json.dumps(content).encode(), lasting=True)


def kept_round(folder: Path, number: int) -> Round | None:
    """A round of the folder, if it is there."""
    file = folder / f"round-{number}.json"
    if not file.exists():
        return None
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        points = np.array([content["points"][name] for name in NAMES]).T
        return Round(number, points, content["validation"], content["rows"])
    except (ValueError, KeyError, TypeError):
        raise DataError(f"{file} is damaged; give another folder, or remove it") from None


def kept_rows(folder: Path, number: int) -> Rows:
    """What a round of the folder learned from."""
    with np.load(folder / f"rows-{number}.npz") as kept:
        return Rows.of([kept[name] for name in kept.files], kept_round(folder, number - 1).points)


def check_folder(course: Course, folder: Path) -> None:
    """Refuses to go on with another training."""
    facts = json.loads(json.dumps({**course.__dict__, "features": list(NAMES)}))
    file = folder / "course.json"
    if not file.exists():
        write_whole(file, json.dumps(facts).encode(), lasting=True)
    elif json.loads(file.read_text(encoding="utf-8")) != facts:
        raise DataError(f"{folder}: holds another training; give another folder")


def named(points: np.ndarray) -> dict[str, list[float]]:
    """Points by the name of their feature."""
    return {name: [float(value) for value in points[:, place]] for place, name in enumerate(NAMES)}


def points_begun_with(path: Path | None) -> tuple[np.ndarray, str]:
    """The points of a file, or none at all, and their digest."""
    if path is None:
        return np.zeros((len(PHASES), len(NAMES))), digest_of({})
    learned = load_learned(NAMES, len(PHASES), path)
    return learned.table(NAMES), learned.digest()

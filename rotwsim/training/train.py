"""A whole training: all rounds, the best one on fresh games, and the file that players read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rotwsim.scenario.board_file import PRACTICE, board_names
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import TABLE
from rotwsim.training import files, multiplayer_files, multiplayer_train
from rotwsim.training import train as solo_train
from rotwsim.training.rounds import Round, best_of, points_begun_with, train_rounds

HELD_OUT = ("great-britain",)
# What pays on Western US and Portugal loses up to 40 points elsewhere: they have points of their
# own only. The maps to practise on join the five, so that the player is good on maps it never saw.
BOARDS = ("eastern-us", "eastern-us-rebuilt", "sweden", "europe", "mexico")
TABLE_BOARDS = ("eastern-us", "eastern-us", "sweden", "europe")  # the headline's counts twice
ROUNDS, GAMES, VALIDATION_GAMES, CONFIRM = 7, 24, 800, 400


Confirmed = dict[str, tuple[np.ndarray, np.ndarray]]  # by board: fresh games before and after


@dataclass(frozen=True)
class Trained:
    """What a training found: the file, its round, and how both players did on fresh games."""

    file: Path
    round: int
    confirmed: Confirmed


def train(
    out: Path | str,
    boards: Sequence[str] = (),
    *,
    seats: Sequence[int] = (),
    validation: str = "",
    rounds: int = ROUNDS,
    games: int = GAMES,
    validation_games: int = VALIDATION_GAMES,
    confirm: int = CONFIRM,
    start: Path | str | None = None,
    jobs: int | None = None,
    backend: str = "threads",
    scheduler: str | None = None,
    begin: Callable[[int], None] = lambda games: None,
    watch: Callable[[Round], None] = lambda done: None,
) -> Trained:
    """Train the expert on boards of your choice, or on those that share one player.

    The folder `out` keeps every round; the same call goes on where it stopped. With `seats`, such
    as (2, 3, 4), the expert trains at tables. `start` is a learned file to begin with, `confirm` is
    the number of fresh games that judge the best round. `Scenario.of(learned=…)` plays by the file.

    >>> rotwsim.train("training", ["nowhere"], rounds=0)
    Traceback (most recent call last):
    rotwsim.scenario.schema.DataError: ...
    """
    kind = AtTables if seats else Solo
    begun = Path(start) if start else None
    training = kind.of(tuple(boards), tuple(seats), validation, (games, validation_games), begun)
    begin(len(training.course.arms(1)) * games)
    folder, now = Path(out), training.points
    done = train_rounds(training.course, now, rounds, folder, jobs, backend, scheduler, watch)
    confirmed = training.confirm(best_of(done).points, confirm) if confirm else {}
    file = folder / kind.FILE
    training.write(file, done, confirmed)
    return Trained(file, best_of(done).number, confirmed)


@dataclass(frozen=True)
class Solo:
    """The solo game."""

    course: solo_train.Course
    points: np.ndarray  # begun with
    held_out: tuple[str, ...]

    FILE = "learned.toml"

    @staticmethod
    def of(boards, seats, validation: str, sizes: tuple[int, int], start: Path | None) -> Solo:
        chosen = boards or (*BOARDS, *board_names(PRACTICE))
        judges = (validation,) if validation else tuple(sorted(set(chosen)))
        points, digest = points_begun_with(start, solo_train.NAMES)
        held_out = tuple(name for name in HELD_OUT if name not in boards)
        return Solo(solo_train.Course(chosen, judges, *sizes, digest), points, held_out)

    def confirm(self, found: np.ndarray, games: int) -> Confirmed:
        """Results by board, with and without Barons."""
        boards = sorted({*self.course.boards, *self.held_out, *self.course.validation})
        fresh = [
            Scenario.of(board, barons=barons, player="expert")
            for board in boards
            for barons in (False, True)
        ]
        both = files.confirm(fresh, self.points, found, games)
        return {each.title: (each.before, each.after) for each in both}

    def write(self, file: Path, done: list[Round], confirmed: Confirmed) -> None:
        both = [files.Confirmed(title, *means) for title, means in confirmed.items()]
        files.write_learned(file, self.course, self.held_out, done, both)


@dataclass(frozen=True)
class AtTables:
    """Games for 2 to 6, in self-play."""

    course: multiplayer_train.TableCourse
    points: np.ndarray

    FILE = "learned_table.toml"

    @staticmethod
    def of(boards, seats, validation: str, sizes: tuple[int, int], start: Path | None) -> AtTables:
        judge = validation or (boards or TABLE_BOARDS)[0]
        points, digest = points_begun_with(start, multiplayer_train.LEARNED_NAMES, TABLE)
        course = multiplayer_train.TableCourse(boards or TABLE_BOARDS, seats, judge, *sizes, digest)
        return AtTables(course, points)

    def confirm(self, found: np.ndarray, games: int) -> Confirmed:
        """Leads over club players by board."""
        seed = multiplayer_train.CONFIRMATION_SEED
        return {
            board: tuple(
                multiplayer_train.leads(board, each, games, seed) for each in (self.points, found)
            )
            for board in sorted({*self.course.boards, self.course.validation})
        }

    def write(self, file: Path, done: list[Round], confirmed: Confirmed) -> None:
        multiplayer_files.write_learned(file, self.course, done, confirmed)

"""Rounds of a training, kept in a folder as soon as they are done: the same call goes on there."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rotwsim.players.learned.features import PHASES
from rotwsim.runner.parallel import workers
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.player_numbers import digest_of, load_learned
from rotwsim.scenario.schema import SOLO, DataError


@dataclass(frozen=True)
class Round:
    """A player on its way: its points by phase and feature, and how it did on the validation."""

    number: int
    points: np.ndarray
    validation: float
    rows: int


def train_rounds(
    course,
    points: np.ndarray,
    rounds: int,
    folder: Path,
    jobs: int | None = None,
    backend: str = "threads",
    scheduler: str | None = None,
    told: Callable[[Round], None] = lambda done: None,
) -> list[Round]:
    """All rounds, the player begun with as round 0; those in the folder are not played again.

    A course, of solo or of tables, names its features, judges points and plays the next round.
    """
    kept = RoundFolder(folder, course.names)
    kept.check(course)
    first = kept.round(0)
    if first is None:
        first = Round(0, points, course.validate(points), 0)
        kept.keep(first, [])
    done = [first]
    told(first)
    with workers(backend, jobs, scheduler) as crew:
        for number in range(1, rounds + 1):
            now = kept.round(number) or course.play_round(done, kept, crew)
            done.append(now)
            told(now)
    return done


@dataclass(frozen=True)
class RoundFolder:
    """Where rounds are kept, and the names of the features that they have points for."""

    folder: Path
    names: Sequence[str]

    def check(self, course) -> None:
        """Refuses to go on with another training."""
        self.folder.mkdir(parents=True, exist_ok=True)
        facts = json.loads(json.dumps({**course.__dict__, "features": list(self.names)}))
        file = self.folder / "course.json"
        if not file.exists():
            write_whole(file, json.dumps(facts).encode(), lasting=True)
        elif json.loads(file.read_text(encoding="utf-8")) != facts:
            raise DataError(f"{self.folder}: holds another training; give another folder")

    def round(self, number: int) -> Round | None:
        """A round of the folder, if it is there."""
        file = self.folder / f"round-{number}.json"
        if not file.exists():
            return None
        try:
            content = json.loads(file.read_text(encoding="utf-8"))
            points = np.array([content["points"][name] for name in self.names]).T
            return Round(number, points, content["validation"], content["rows"])
        except (ValueError, KeyError, TypeError):
            raise DataError(f"{file} is damaged; give another folder, or remove it") from None

    def keep(self, now: Round, tables: list[np.ndarray]) -> None:
        """Rows first: a round whose file is there is whole."""
        if tables:
            np.savez_compressed(self.folder / f"rows-{now.number}.npz", *tables)
        points = named(now.points, self.names)
        content = {"validation": now.validation, "rows": now.rows, "points": points}
        file = self.folder / f"round-{now.number}.json"
        write_whole(file, json.dumps(content).encode(), lasting=True)

    def tables(self, number: int) -> list[np.ndarray]:
        """What a round of the folder learned from."""
        with np.load(self.folder / f"rows-{number}.npz") as rows:
            return [rows[name] for name in rows.files]


def points_begun_with(
    path: Path | None, names: Sequence[str], game: str = SOLO
) -> tuple[np.ndarray, str]:
    """The points of a file, or none at all, and their digest."""
    if path is None:
        return np.zeros((len(PHASES), len(names))), digest_of({})
    learned = load_learned(names, len(PHASES), path, game)
    return learned.table(names), learned.digest()


def named(points: np.ndarray, names: Sequence[str]) -> dict[str, list[float]]:
    """Points by the name of their feature."""
    return {name: [float(value) for value in points[:, place]] for place, name in enumerate(names)}


def best_of(rounds: list[Round]) -> Round:
    """The round that did best on the validation."""
    return max(rounds, key=lambda each: each.validation)

"""Play the rounds of a training, keep each in a folder, and write the file that players read."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import joblib
import numpy as np

from rotwsim.players.learned.features import PHASES
from rotwsim.runner.parallel import Machine, workers
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.player_numbers import digest_of, load_learned
from rotwsim.scenario.schema import SOLO, DataError

Confirmed = dict[str, tuple[np.ndarray, np.ndarray]]  # by board: fresh games before and after


@dataclass(frozen=True)
class Round:
    """A player after one round: its points by phase and feature, and its validation."""

    number: int
    points: np.ndarray
    validation: float
    rows: int


def train_rounds(
    plan,
    points: np.ndarray,
    rounds: int,
    folder: Path,
    machine: Machine,
    watch: Callable[[Round], None] = lambda done: None,
) -> list[Round]:
    """Play all rounds, round 0 being the first player; those in the folder are not played again.

    A plan, solo or multiplayer, names its features, judges points and plays the next round.
    """
    kept = RoundFolder(folder, plan.names)
    kept.check(plan)
    first = kept.round(0)
    if first is None:
        first = Round(0, points, plan.validate(points), 0)
        kept.keep(first, [])
    done = [first]
    watch(first)
    with workers(machine) as crew:
        for number in range(1, rounds + 1):
            now = kept.round(number) or plan.play_round(done, kept, crew)
            done.append(now)
            watch(now)
    return done


@dataclass(frozen=True)
class RoundFolder:
    """Where rounds are kept, and the names of the features that they have points for."""

    folder: Path
    names: Sequence[str]

    def check(self, plan) -> None:
        """Refuse to continue another training."""
        self.folder.mkdir(parents=True, exist_ok=True)
        facts = json.loads(json.dumps({**plan.__dict__, "features": list(self.names)}))
        file = self.folder / "course.json"
        if not file.exists():
            write_whole(file, json.dumps(facts).encode(), lasting=True)
        elif json.loads(file.read_text(encoding="utf-8")) != facts:
            raise DataError(f"{self.folder}: holds another training; give another folder")

    def round(self, number: int) -> Round | None:
        """Read a round of the folder, if it is there."""
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
        """Store a round, its rows first: a round whose file is there is whole."""
        if tables:
            np.savez_compressed(self.folder / f"rows-{now.number}.npz", *tables)
        points = named(now.points, self.names)
        content = {"validation": now.validation, "rows": now.rows, "points": points}
        file = self.folder / f"round-{now.number}.json"
        write_whole(file, json.dumps(content).encode(), lasting=True)

    def tables(self, number: int) -> list[np.ndarray]:
        """Read the rows that a round of the folder learned from."""
        with np.load(self.folder / f"rows-{number}.npz") as rows:
            return [rows[name] for name in rows.files]


def tables_of(crew, jobs: Iterable) -> list[np.ndarray]:
    """Sample all arms of a round, one by one, on the workers."""
    options = {"n_jobs": crew.jobs, "batch_size": 1, **crew.options}
    tables: Any = joblib.Parallel(**options)(jobs)
    return list(tables)


def points_begun_with(
    path: Path | None, names: Sequence[str], game: str = SOLO
) -> tuple[np.ndarray, str]:
    """Return the points of a file, or zeros, with their digest."""
    if path is None:
        return np.zeros((len(PHASES), len(names))), digest_of({})
    learned = load_learned(names, len(PHASES), path, game)
    return learned.table(tuple(names)), learned.digest()


def named(points: np.ndarray, names: Sequence[str]) -> dict[str, tuple[float, ...]]:
    """Return points by the name of their feature."""
    return {name: tuple(map(float, points[:, place])) for place, name in enumerate(names)}


def best_of(rounds: list[Round]) -> Round:
    """Return the round with the best validation."""
    return max(rounds, key=lambda each: each.validation)


def write_learned(path: Path, plan, rounds: list[Round], confirmed: Confirmed) -> None:
    """Write the best round with all that is needed to find it again; zero points are left out."""
    best = best_of(rounds)
    points = named(best.points, plan.names)
    training_seed, validation_seed, confirmation_seed = plan.SEEDS
    facts = plan.facts() | {
        "validation_games": plan.validation_games,
        "games_per_arm": plan.games,
        "training_seed": training_seed,
        "validation_seed": validation_seed,
        "begun_with": plan.start,
        "round": best.number,
        "rows": [each.rows for each in rounds],
        "validation": [round(each.validation, 2) for each in rounds],
        "digest": digest_of(points),
    }
    text = plan.HEAD + "\n[training]\n"
    text += "".join(f"{key} = {json.dumps(value)}\n" for key, value in facts.items())
    if confirmed:
        text += f"\n[confirmed]  # seed {confirmation_seed}: games, mean before, mean after\n"
    for title, (before, after) in confirmed.items():
        text += f'"{title}" = [{len(after)}, {before.mean():.2f}, {after.mean():.2f}]\n'
    text += "\n[points]\n"
    text += "".join(f"{name} = {[*values]}\n" for name, values in points.items() if any(values))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text.encode(), lasting=True)

# Longer than most: how a round is played, and what it teaches.
"""Play the rounds of a training, fit what each taught, keep it, and write the file players read.

Within each decision the result of a candidate is regressed on the player's own worth of it and on
its features, by ridge. The coefficient of the worth says what a point of the player's judgement is
really worth; the others, divided by it, are corrections in the player's own points. Each feature
has one coefficient for the whole game and one more for each phase, held back harder: where the
samples do not separate the phases, the correction is the same in all of them.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import joblib
import numpy as np

from rotwsim.core.state.layout import PHASES
from rotwsim.players.learned import samples
from rotwsim.players.learned.features import NAMES
from rotwsim.runner.parallel import Machine, Work, Workers, workers
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.player_numbers import digest_of, load_learned
from rotwsim.scenario.schema import SOLO, DataError

PLACES = range(len(NAMES))  # of the features of solo in the rules
LEAST_ROWS = 50  # in which a feature must differ within decisions
LEAST_SHARE = 0.2  # of a point that a point of the player's judgement is taken to be worth
ROWS_PER_GAME = 300  # at most
DIGITS = 4  # of the points that are kept


@dataclass(frozen=True)
class Rows:
    """Candidates tried out: one row each, those of a decision together."""

    decision: np.ndarray
    turns: np.ndarray
    phase: np.ndarray
    base: np.ndarray  # the worth without corrections
    result: np.ndarray
    features: np.ndarray
    weight: float = 1.0

    @staticmethod
    def of(tables: list[np.ndarray], points: np.ndarray, places: Sequence[int] = PLACES) -> "Rows":
        """Read tables of trials of a player with these points; `places` are of its features."""
        table = np.concatenate(tables)
        features = table[:, samples.FEATURES :][:, places]
        phase = table[:, samples.PHASE].astype(int)
        corrections = (features * points[phase]).sum(axis=1)
        return Rows(
            np.cumsum(table[:, samples.PLACE] == 0),
            table[:, samples.TURNS],
            phase,
            table[:, samples.WORTH] - corrections,
            table[:, samples.RESULT],
            features,
        )


def learn(
    lessons: list[Rows], points: np.ndarray, ridge: float, ridge_of_phase: float
) -> np.ndarray:
    """Find corrections to add to the points, by phase and feature.

    A ridge is the number of rows that would have to speak against a correction of no size, and
    against one that a phase has for itself.
    """
    moments = []
    for phase in range(PHASES):
        found = [_moments(rows, phase, points[phase]) for rows in lessons]
        moments.append([sum(each) for each in zip(*found, strict=True)])
    rows = np.sum([each[2] for each in moments], axis=0)
    squares = np.sum([np.diag(each[0])[1:] for each in moments], axis=0)
    size = np.sqrt(squares / max(1.0, rows.max()))
    used = np.flatnonzero((rows >= LEAST_ROWS) & (size > 0))
    share, shared, own = _solve(moments, used, size[used], (ridge, ridge_of_phase))
    found = np.zeros_like(points)
    found[:, used] = (shared + own) / np.maximum(LEAST_SHARE, share)[:, None]
    return found


def _moments(rows: Rows, phase: int, points: np.ndarray) -> tuple:
    """Sum squares and products within decisions, the worth first; count rows that differ."""
    mine = rows.phase == phase
    decision, features = rows.decision[mine], rows.features[mine]
    columns = np.column_stack([rows.base[mine] + features @ points, features])
    columns, result = _within(columns, decision), _within(rows.result[mine], decision)
    weighted = columns * (rows.weight / _spread(result, rows.turns[mine]))[:, None]
    differs = rows.weight * (np.abs(columns[:, 1:]) > 0).sum(axis=0)
    return weighted.T @ columns, weighted.T @ result, differs


def _within(values: np.ndarray, decision: np.ndarray) -> np.ndarray:
    """Subtract from values their mean in the decision."""
    if len(decision) == 0:
        return values
    starts = np.flatnonzero(np.diff(decision, prepend=-1))
    count = np.diff(starts, append=len(decision))
    means = np.add.reduceat(values, starts, axis=0).T / count
    return values - np.repeat(means.T, count, axis=0)


def _spread(result: np.ndarray, turns: np.ndarray) -> np.ndarray:
    """Compute the spread of results among decisions with equally many turns left."""
    spread = np.ones_like(result)
    for number in np.unique(turns):
        there = turns == number
        spread[there] = max(1.0, float(np.sqrt((result[there] ** 2).mean())))
    return spread


def _solve(moments: list, used: np.ndarray, size: np.ndarray, ridges: tuple[float, float]) -> tuple:
    """Find coefficients of the worth by phase, of features in all phases and by phase.

    Features are scaled to one size; the worth is not held back.
    """
    count = len(used)
    total = PHASES * (1 + count) + count
    square, product = np.zeros((total, total)), np.zeros(total)
    scale = np.concatenate([[1.0], size])
    for phase, (squares, products, _) in enumerate(moments):
        kept = np.concatenate([[0], 1 + used])
        part = squares[np.ix_(kept, kept)] / np.outer(scale, scale)
        given = products[kept] / scale
        own = PHASES + count + phase * count + np.arange(count)
        shared = PHASES + np.arange(count)
        for place in (np.append(phase, own), np.append(phase, shared)):
            product[place[1:]] += given[1:]
            square[phase, place[1:]] += part[0, 1:]
            square[place[1:], phase] += part[1:, 0]
        product[phase] += given[0]
        square[phase, phase] += part[0, 0]
        for here in (own, shared):
            for there in (own, shared):
                square[np.ix_(here, there)] += part[1:, 1:]
    penalty = np.full(total, ridges[1])
    penalty[:PHASES], penalty[PHASES : PHASES + count] = 1e-9, ridges[0]
    found = np.linalg.solve(square + np.diag(penalty), product)
    shared = found[PHASES : PHASES + count] / size
    return found[:PHASES], shared, found[PHASES + count :].reshape(PHASES, count) / size


Confirmed = dict[str, tuple[np.ndarray, np.ndarray]]  # by board: fresh games before and after


@dataclass(frozen=True)
class Round:
    """A player after one round: its points by phase and feature, and its validation."""

    number: int
    points: np.ndarray
    validation: float
    rows: int


@dataclass(frozen=True)
class Plan:
    """What a training is, solo or multiplayer: it decides the whole result."""

    boards: tuple[str, ...]
    validation: tuple[str, ...]  # the boards that decide on the round
    games: int  # a round, of each arm
    validation_games: int
    start: str  # digest of the points begun with


def confirm(plan, before: np.ndarray, after: np.ndarray, games: int) -> Confirmed:
    """Play fresh games with both players on each board."""

    def fresh(arm: Any, points: np.ndarray) -> np.ndarray:
        return plan.results(arm, points, games, plan.SEEDS[2])

    return {title: (fresh(arm, before), fresh(arm, after)) for title, arm in plan.judges().items()}


def play_round(plan, done: list[Round], kept: "RoundFolder", crew: Workers) -> Round:
    """Play the next round: sample games and learn from them, and from the rounds before."""
    last, number = plan.begin_at(done), len(done)
    seed, games = plan.SEEDS[0] + number, plan.games

    def sampling(place: int, arm: Any) -> Any:
        rules, share = plan.work(arm, last.points)
        return joblib.delayed(sample_arm)(Work(rules, seed), place * games, games, share)

    options: dict[str, Any] = {"n_jobs": crew.jobs, "batch_size": 1, **crew.options}
    calls = (sampling(place, arm) for place, arm in enumerate(plan.arms(number)))
    tables: Any = list(joblib.Parallel(**options)(calls))
    lessons = [Rows.of(tables, last.points, plan.PLACES)]
    for age, weight in enumerate(plan.memories(number), start=1):
        if number > age:
            played_by = plan.begin_at(done[: number - age])
            before = Rows.of(kept.tables(number - age), played_by.points, plan.PLACES)
            lessons.append(replace(before, weight=weight))
    tried = []
    for ridges in plan.ridges(number):  # one after the other until a round gains
        points = last.points + plan.step(number) * learn(lessons, last.points, *ridges)
        points = np.round(points, DIGITS)
        tried.append(Round(number, points, plan.validate(points), len(lessons[0].result)))
        if tried[-1].validation > last.validation:
            break
    kept.keep(best_of(tried), tables)
    return best_of(tried)


def sample_arm(work: Work, first: int, games: int, share: int) -> np.ndarray:
    """Sample decisions of the first record of the rules."""
    is_multiplayer = work.rules[0].seats > 1
    sample = samples.multiplayer_samples if is_multiplayer else samples.solo_samples
    table = np.zeros((games * ROWS_PER_GAME, samples.WIDTH))
    rows = sample(work.rules, 0, work.seed, first, games, share, table)
    return table[:rows].copy()


def train_rounds(
    plan,
    points: np.ndarray,
    rounds: int,
    folder: Path,
    machine: Machine,
    watch: Callable[[Round], None] = lambda done: None,
) -> list[Round]:
    """Play all rounds, round 0 being the first player; those in the folder are not played again.

    A plan names its features, judges points, and says how the next round is played.
    """
    kept = RoundFolder(folder, plan.NAMES)
    kept.check(plan)
    done: list[Round] = []
    with workers(machine) as crew:
        for number in range(rounds + 1):
            now = kept.round(number)
            if now is None and number == 0:
                now = Round(0, points, plan.validate(points), 0)
                kept.keep(now, [])
            done.append(now or play_round(plan, done, kept, crew))
            watch(done[-1])
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
        with np.load(self.folder / f"rows-{number}.npz") as rows:
            return [rows[name] for name in rows.files]


def points_begun_with(
    path: Path | None, names: Sequence[str], game: str = SOLO
) -> tuple[np.ndarray, str]:
    if path is None:
        return np.zeros((PHASES, len(names))), digest_of({})
    learned = load_learned(names, PHASES, path, game)
    return learned.table(tuple(names)), learned.digest()


def named(points: np.ndarray, names: Sequence[str]) -> dict[str, tuple[float, ...]]:
    return {name: tuple(map(float, points[:, place])) for place, name in enumerate(names)}


def best_of(rounds: list[Round]) -> Round:
    return max(rounds, key=lambda each: each.validation)


def write_learned(path: Path, plan, rounds: list[Round], confirmed: Confirmed) -> None:
    """Write the best round with all that is needed to find it again; zero points are left out."""
    best = best_of(rounds)
    points = named(best.points, plan.NAMES)
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

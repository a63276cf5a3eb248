"""Train the expert: all rounds, the best one on fresh games, and the file that players read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rotwsim.runner.parallel import Machine
from rotwsim.training.fit_rounds import (
    Confirmed,
    Round,
    best_of,
    points_begun_with,
    train_rounds,
    write_learned,
)
from rotwsim.training.fit_rounds import confirm as confirm_result
from rotwsim.training.multiplayer import MultiplayerPlan
from rotwsim.training.solo import SoloPlan

ROUNDS, GAMES, VALIDATION_GAMES, CONFIRM = 7, 24, 800, 400


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
    among: str = "expert",
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
    as (2, 3, 4), the expert trains for multiplayer. `start` is a learned file to begin with,
    `confirm` the number of fresh games that judge the best round. `Scenario.of(learned=…)` plays by
    the file.

    >>> rotwsim.train("training", ["nowhere"], rounds=0)
    Traceback (most recent call last):
    rotwsim.scenario.schema.DataError: ...
    """
    kind = MultiplayerPlan if seats else SoloPlan
    points, digest = points_begun_with(Path(start) if start else None, kind.NAMES, kind.GAME)
    chosen = tuple(boards) or kind.BOARDS
    judges = (validation,) if validation else chosen[:1] if seats else tuple(sorted(set(chosen)))
    facts = chosen, judges, games, validation_games, digest
    plan = MultiplayerPlan(*facts, tuple(seats), among) if seats else SoloPlan(*facts)
    begin(len(plan.arms(1)) * games)
    folder = Path(out)
    done = train_rounds(plan, points, rounds, folder, Machine(jobs, backend, scheduler), watch)
    confirmed = confirm_result(plan, points, best_of(done).points, confirm) if confirm else {}
    file = folder / plan.FILE
    write_learned(file, plan, done, confirmed)
    return Trained(file, best_of(done).number, confirmed)

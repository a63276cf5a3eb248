"""Train the expert: all rounds, the best one on fresh games, and the file that players read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rotwsim.runner.parallel import Machine
from rotwsim.training.fit_rounds import Confirmed, Round, best_of, train_rounds, write_learned
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
    begun = Path(start) if start else None
    plan, points = kind.of(
        tuple(boards), tuple(seats), validation, (games, validation_games), begun
    )
    if seats:
        plan = replace(plan, among=among)
    begin(len(plan.arms(1)) * games)
    folder = Path(out)
    done = train_rounds(plan, points, rounds, folder, Machine(jobs, backend, scheduler), watch)
    confirmed = plan.confirm(points, best_of(done).points, confirm) if confirm else {}
    file = folder / plan.FILE
    write_learned(file, plan, done, confirmed)
    return Trained(file, best_of(done).number, confirmed)

"""Writes what a training found as a file that players read: data/learned.toml or one's own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rotwsim.scenario.files import write_whole
from rotwsim.scenario.player_numbers import digest_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.training import train as training
from rotwsim.training.rounds import Round, best_of, named

CONFIRMATION_SEED = 5_000_011  # fresh: no round saw it
HEAD = """\
# What features of actions are worth to the expert, in points: in the opening, then early, in the
# middle and late in the game.
# players/learned/features.py says what each is. Written by `rotwsim train`.
"""


@dataclass(frozen=True)
class Confirmed:
    """A board on fresh seeds: mean results of the player begun with and of the one found."""

    title: str
    before: np.ndarray
    after: np.ndarray

    @property
    def gain(self) -> float:
        return float((self.after - self.before).mean())


def confirm(
    scenarios: list[Scenario], before: np.ndarray, after: np.ndarray, games: int
) -> list[Confirmed]:
    """Both players on the same fresh games of each scenario."""
    return [
        Confirmed(
            scenario.board.name + (" with Duel Barons" if scenario.barons else ""),
            *(
                training.results(scenario, points, games, CONFIRMATION_SEED)
                for points in (before, after)
            ),
        )
        for scenario in scenarios
    ]


def write_learned(
    path: Path,
    course: training.Course,
    held_out: tuple[str, ...],
    rounds: list[Round],
    confirmed: list[Confirmed],
) -> None:
    """The best round with all that is needed to find it again."""
    best = best_of(rounds)
    points = named(best.points, training.NAMES)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = HEAD + _training(course, held_out, rounds, best) + _confirmed(confirmed)
    text += "\n[points]\n" + "".join(f"{name} = {values}\n" for name, values in points.items())
    write_whole(path, text.encode(), lasting=True)


def _training(course, held_out, rounds, best) -> str:
    """The facts of the training; the digest is that of the points."""
    validation = [round(each.validation, 2) for each in rounds]
    facts = {
        "boards": _words(course.boards),
        "held_out": _words(held_out),
        "validation_boards": _words(course.validation),
        "validation_games": course.validation_games,
        "games_per_arm": course.games,
        "training_seed": training.TRAINING_SEED,
        "validation_seed": training.VALIDATION_SEED,
        "begun_with": f'"{course.start}"',
        "round": best.number,
        "rows": [each.rows for each in rounds],
        "validation": validation,
        "digest": f'"{digest_of(named(best.points, training.NAMES))}"',
    }
    return "\n[training]\n" + "".join(f"{key} = {value}\n" for key, value in facts.items())


def _confirmed(confirmed: list[Confirmed]) -> str:
    if not confirmed:
        return ""
    lines = [f"\n[confirmed]  # seed {CONFIRMATION_SEED}: games, mean before, mean after\n"]
    for each in confirmed:
        means = f"{each.before.mean():.2f}, {each.after.mean():.2f}"
        lines.append(f'"{each.title}" = [{len(each.after)}, {means}]\n')
    return "".join(lines)


def _words(names: tuple[str, ...]) -> str:
    return "[" + ", ".join(f'"{name}"' for name in names) + "]"

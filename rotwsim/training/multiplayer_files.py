"""Writes what a training at tables found as a file that players read: data/learned_table.toml."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from rotwsim.scenario.files import write_whole
from rotwsim.scenario.learned_numbers import digest_of
from rotwsim.training import multiplayer_train as training
from rotwsim.training.rounds import Round, best_of, named

HEAD = """\
# What features of actions are worth to the expert at a table, in points: in the opening (as early),
# early, in the middle and late in the game. players/learned/features.py and multiplayer_features.py
# say what each is. Written by `rotwsim train --seats`.
"""


def write_learned(
    path: Path,
    course: training.TableCourse,
    rounds: list[Round],
    confirmed: dict[str, tuple[np.ndarray, np.ndarray]],
) -> None:
    """The best round with all that is needed to find it again.

    `confirmed`: by board, the leads of the player begun with and of the one found.
    """
    best = best_of(rounds)
    points = named(best.points, training.LEARNED_NAMES)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = HEAD + _training(course, rounds, best) + _confirmed(confirmed)
    text += "\n[points]\n"
    text += "".join(f"{name} = {values}\n" for name, values in points.items() if any(values))
    write_whole(path, text.encode(), lasting=True)


def _training(course: training.TableCourse, rounds: list[Round], best: Round) -> str:
    """The facts of the training; the digest is that of the points."""
    facts = {
        "boards": "[" + ", ".join(f'"{board}"' for board in course.boards) + "]",
        "seats": list(course.seats),
        "validation_board": f'"{course.validation}"',
        "validation_games": course.validation_games,
        "games_per_arm": course.games,
        "training_seed": training.TRAINING_SEED,
        "validation_seed": training.VALIDATION_SEED,
        "begun_with": f'"{course.start}"',
        "round": best.number,
        "rows": [each.rows for each in rounds],
        "validation": [round(each.validation, 2) for each in rounds],
        "digest": f'"{digest_of(named(best.points, training.LEARNED_NAMES))}"',
    }
    return "\n[training]\n" + "".join(f"{key} = {value}\n" for key, value in facts.items())


def _confirmed(confirmed: dict[str, tuple[np.ndarray, np.ndarray]]) -> str:
    if not confirmed:
        return ""
    lines = [
        f"\n[confirmed]  # seed {training.CONFIRMATION_SEED}: games, lead before, lead after\n"
    ]
    for board, (before, after) in confirmed.items():
        lines.append(f'"{board}" = [{len(after)}, {before.mean():.2f}, {after.mean():.2f}]\n')
    return "".join(lines)

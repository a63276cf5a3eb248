"""How pages name a person who plays: by the share of standard games that this person wins."""

from __future__ import annotations

import re

import pandas as pd

from rotwsim.report.wording import SPACE

PERSON = "person"
WINS = re.compile(r"wins ([\d.]+) % of standard games")
# How a person is named who was measured by other games than these: no other game by that.
MEASURED = re.compile(r"(knob [\d.]+|(--)?on [\w-]+)")


def person_who_wins(wins: float | str) -> str:
    """Name a person by the percentage of standard games that they win."""
    return f"person who wins {float(wins):g}{SPACE}%"


HALF = person_who_wins(50)


def with_people(arms: pd.DataFrame, manifest: dict) -> pd.DataFrame:
    """Name the skill of a person as part of the player, not as something changed besides."""
    if not {"player", "besides"} <= {*arms}:
        return arms
    asked = _asked(manifest)
    names = arms["arm"] if "arm" in arms else [""] * len(arms)
    named = [
        _named(player, besides, _in_name(name) or asked)
        for name, player, besides in zip(names, arms["player"], arms["besides"], strict=True)
    ]
    return arms.assign(
        player=[player for player, _ in named], besides=[besides for _, besides in named]
    )


def _named(player: str, besides: str, known: float) -> tuple[str, str]:
    """Give the player with the skill, and what else differs from the standard game."""
    if player != PERSON:
        return player, besides
    parts = besides.split(", ") if besides else []
    wins = next((float(found[1]) for part in parts if (found := WINS.fullmatch(part))), known)
    if not wins:
        return player, besides
    others = [part for part in parts if not (WINS.fullmatch(part) or MEASURED.fullmatch(part))]
    return person_who_wins(wins), ", ".join(others)


def _in_name(arm: str) -> float:
    """Read the skill from the name of an arm, 0 if it has none."""
    found = re.search(r"\bwins ([\d.]+) %", arm)
    return float(found[1]) if found else 0.0


def _asked(manifest: dict) -> float:
    """Read the skill that the experiment asks for, 0 if it asks for none or for several."""
    experiment = manifest.get("experiment")
    scenario = experiment.get("scenario") if isinstance(experiment, dict) else None
    wins = scenario.get("wins") if isinstance(scenario, dict) else None
    return float(wins) if isinstance(wins, int | float) else 0.0

"""Finds what an experiment wrote, and the command of a question; asks a question."""

from __future__ import annotations

from pathlib import Path

import click
import pandas as pd

from rotwsim.analysis.pool import Games
from rotwsim.analysis.questions import LINES, PYTHON, QUESTIONS
from rotwsim.analysis.results import Answer
from rotwsim.cli import main
from rotwsim.scenario.scenario import Scenario


def read_table(folder: Path, name: str) -> pd.DataFrame:
    """A table in the form in which it lies there."""
    place = folder / "tables" / name
    if place.with_suffix(".parquet").exists():
        return pd.read_parquet(place.with_suffix(".parquet"))
    return pd.read_csv(place.with_suffix(".csv"))


def command_called(question: str) -> click.Command:
    """Find the command of a question, in a group or not."""
    line, command = LINES[question], main
    for word in f"{line.group} {line.command or question}".split():
        command = command.get_command(click.Context(command), word)
    return command


def ask(games: Games, name: str, scenario: Scenario, /, **given) -> Answer:
    """Ask a question with parameters as in Python."""
    question = QUESTIONS[name]
    return question.answer(games, scenario, question.settled(given, PYTHON))

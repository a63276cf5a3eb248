"""One question of the laboratory: what it takes, what it plays, what answers it.

The command, the Python function, the section of an experiment file and the announced cost are
derived from one `Analysis`. This file loads no numbers: help is fast.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rotwsim.scenario.options import LIST, Option
from rotwsim.scenario.schema import DataError

if TYPE_CHECKING:
    from rotwsim.analysis.pool import Games
    from rotwsim.analysis.results import Answer
    from rotwsim.runner.workload import Batch
    from rotwsim.scenario.scenario import Scenario

COMMAND, PYTHON, FILE = EVERYWHERE = ("command", "python", "file")
POINT = 0.01  # a percentage point as a fraction


@dataclass(frozen=True)
class Parameter:
    """What a question takes: an option of its command, an argument in Python, a key of a file."""

    option: Option  # its name in Python and in files, its word in commands, what is legal
    argument: str = ""  # of the function that answers, if it has another name
    command_default: Any = None  # where it differs from that in Python
    same_as: str = ""  # the parameter whose value it has in commands and files if it is not given
    metavar: str | None = None
    in_points: bool = False  # written in percentage points, in Python a fraction
    is_asked: bool = False  # a command needs it, Python takes it second
    places: tuple[str, ...] = EVERYWHERE

    @property
    def name(self) -> str:
        return self.option.name

    def default(self, place: str) -> Any:
        """The value if none is given; in points it is a fraction too."""
        has_own = place == COMMAND and self.command_default is not None
        return self.command_default if has_own else self.option.default

    def settled(self, value: Any, place: str) -> Any:
        """A value as the answering function takes it; a wrong one is refused."""
        if self.in_points and place == PYTHON:
            return value  # a fraction: the function checks it
        if place == COMMAND and self.option.shape == LIST:
            texts = self.option.from_command(value)
            value = [self.option.read(text, f"--{self.option.word}") for text in texts]
        if hasattr(value, "item"):  # a number of numpy
            value = value.item()
        settled = self.option.settled(value)
        return settled * POINT if self.in_points else settled


@dataclass(frozen=True)
class Method:
    """How a question is answered, solo or multiplayer: the functions of a module."""

    sentence: str  # the question as results quote it, with {board}, {title} and parameters
    module: str  # in analysis/questions
    answer: str  # makes an Answer of the games
    batches: str  # says what will be played
    table: str  # the main one, which CSV shows
    takes: tuple[str, ...]  # names of parameters

    def function(self, name: str):
        return getattr(import_module(f"rotwsim.analysis.questions.{self.module}"), name)


@dataclass(frozen=True)
class Analysis:
    """A question with everything that is derived from it."""

    name: str
    summary: str
    about: str
    parameters: tuple[Parameter, ...]
    solo: Method | None = None
    multiplayer: Method | None = None
    examples: tuple[str, ...] = ()  # commands
    python: str = ""  # an example in Python
    places: tuple[str, ...] = EVERYWHERE

    def method(self, scenario: Scenario) -> Method:
        """How the question is answered for a scenario."""
        found = self.multiplayer if scenario.seats else self.solo
        if found is None:
            raise DataError(f"{self.name} asks about the solo game alone; leave out seats")
        return found

    def prepared(self, scenario: Scenario) -> Scenario:
        """The scenario, with seats if the question is about them alone."""
        if self.solo:
            return scenario
        from rotwsim.analysis.seat_results import at_table

        return at_table(scenario)

    def parameters_of(self, place: str) -> list[Parameter]:
        return [parameter for parameter in self.parameters if place in parameter.places]

    def settled(self, given: Mapping[str, Any], place: str) -> dict[str, Any]:
        """The value of every parameter: as given at that place, or its default."""
        values = {}
        for each in self.parameters:
            if given.get(each.name) is not None and place in each.places:
                values[each.name] = each.settled(given[each.name], place)
            elif each.same_as and place != PYTHON:
                values[each.name] = values[each.same_as]
            else:
                values[each.name] = each.default(place)
        return values

    def sentence(self, scenario: Scenario, values: Mapping[str, Any]) -> str:
        shown = {
            each.name: values[each.name] / POINT if each.in_points else values[each.name]
            for each in self.parameters
        }
        method = self.method(scenario)
        return method.sentence.format(board=scenario.board.title, title=scenario.title(), **shown)

    def batches(self, scenario: Scenario, values: Mapping[str, Any]) -> list[Batch]:
        """What will be played: cost and progress follow from it."""
        method = self.method(scenario)
        return method.function(method.batches)(scenario, **self._arguments(method, values))

    def answer(self, games: Games, scenario: Scenario, values: Mapping[str, Any]) -> Answer:
        """Play and answer."""
        method = self.method(scenario)
        return method.function(method.answer)(games, scenario, **self._arguments(method, values))

    def _arguments(self, method: Method, values: Mapping[str, Any]) -> dict[str, Any]:
        return {
            each.argument or each.name: values[each.name]
            for each in self.parameters
            if each.name in method.takes
        }

# Longer than most: what a question is, what follows from it, and which there are.
"""The questions of the laboratory: a new one is a file in this folder and a table of its words.

An `Analysis` says what is taken, played, answered and shown. The command, the Python function, the
section of an experiment file, the announced cost and the chapter of the page are derived from it.
Its words are in data/questions.toml.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from inspect import Parameter as Argument
from inspect import Signature, cleandoc, signature
from typing import TYPE_CHECKING, Any

from rotwsim.scenario.options import LIST, OPTION, PERSON, Option, Span
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import DATA
from rotwsim.scenario.schema import DataError

if TYPE_CHECKING:
    from rotwsim.analysis.pool import Arm, Games
    from rotwsim.analysis.results import Answer
    from rotwsim.runner.workload import Batch
    from rotwsim.scenario.scenario import Scenario

WORDS = read_toml(DATA / "questions.toml", "questions.toml")  # of questions, methods, chapters
COMMAND, PYTHON, FILE = EVERYWHERE = ("command", "python", "file")
PP = 0.01  # a percentage point as a fraction
MOST_ARMS = 10_000  # random settings, draws or arms of one question
FRACTIONS = "Shares and differences of win rates are fractions. `out` keeps the games."


@dataclass(frozen=True)
class Parameter:
    """What a question takes: an option of its command, an argument in Python, a key of a file."""

    option: Option  # its name in Python and in files, its word in commands, what is legal
    command_default: Any = None  # where it differs from that in Python
    same_as: str = ""  # the parameter whose value it has in commands and files if it is not given
    metavar: str | None = None
    in_pp: bool = False  # written in percentage points, in Python a fraction
    is_asked: bool = False  # a command needs it, Python takes it second
    has_commas: bool = False  # inside its entries, which are not cut there
    places: tuple[str, ...] = EVERYWHERE

    @property
    def name(self) -> str:
        return self.option.name

    @property
    def argument(self) -> str:
        """Name the argument of the functions that answer, where `games` are those to play with."""
        return self.name.replace("games", "count")

    def default(self, place: str) -> Any:
        """Return the value if none is given; one in percentage points is a fraction too."""
        has_own = place == COMMAND and self.command_default is not None
        return self.command_default if has_own else self.option.default

    def settled(self, value: Any, place: str) -> Any:
        """Return a value as the answering function takes it; refuse a wrong one."""
        if self.in_pp and place == PYTHON:
            return value  # a fraction: the function checks it
        if place == COMMAND and self.option.shape == LIST and not self.has_commas:
            texts: Any = self.option.from_command(value)
            value = [self.option.read(text, f"--{self.option.word}") for text in texts]
        settled = self.option.settled(value.item() if hasattr(value, "item") else value)  # numpy's
        return settled * PP if self.in_pp else settled


def option_of(name: str, kind: type, default: Any, about: str = "", **options: Any) -> Option:
    return Option(name, name.replace("_", "-"), kind, about, default=default, **options)


def listed(name: str, word: str = "", kind: type = str, **options: Any) -> Option:
    return Option(name, word or name, kind, "", LIST, **options)


def count_of(
    name: str,
    default: int | None,
    about: str = "",
    least: int = 1,
    most: int | None = None,
    **options,
) -> Parameter:
    def legal() -> Span:
        from rotwsim.runner.workload import MOST_GAMES

        return Span(least, MOST_GAMES if most is None else most)

    return Parameter(option_of(name, int, default, about, legal=legal), **options)


def games_of(default: int) -> Parameter:
    return count_of("games", default, "Games of each setting that is compared.")


def names_of(name: str, of: str, about: str = "", default: tuple = (), **options) -> Parameter:
    """Take a list of what a scenario option has one at a time: names, numbers, boards."""
    option = replace(OPTION[of], name=name, word=name, help=about, shape=LIST, default=default)
    return Parameter(option, **{"metavar": "NAMES", **options})


def flag_of(name: str, default: bool, **options) -> Parameter:
    return Parameter(option_of(name, bool, default), **options)


def pp_of(name: str, default: float | None, **options) -> Parameter:
    """Take a share or a difference of shares, in percentage points where it is written."""
    option = option_of(name, float, default, legal=lambda: Span(0.001, 99.999))
    return Parameter(option, in_pp=True, **{"metavar": "PP", **options})


@dataclass(frozen=True)
class Chapter:
    """The part of a page that shows an answer: its tables, and how to read them."""

    name: str
    title: str
    tables: tuple[str, ...]
    reading: str


@dataclass(frozen=True)
class Method:
    """How a question is answered, solo or multiplayer.

    The functions take what they need by name: the scenario, parameters, and to answer `played`, the
    games of the arms, or `games`, which play what is asked of them.
    """

    sentence: str  # the question as results quote it, with {board}, {title} and parameters
    answer: Callable[..., Answer]
    plays: Callable[..., Sequence[Arm | Batch]]  # arms with the games asked for, or batches
    table: str  # the main one, which a terminal shows first, and CSV alone
    chapter: Chapter

    @classmethod
    def of(cls, answer: Callable[..., Answer], plays: Callable[..., Sequence]) -> Method:
        """Give a method the words that stand under the name of its answering function."""
        name = answer.__name__
        words = WORDS["methods"][name]
        chapter = words.get("chapter", name)
        known = WORDS["chapters"][chapter]
        shown = Chapter(chapter, known["title"], tuple(known["tables"]), known["reading"])
        return cls(words["sentence"], answer, plays, words.get("table", name), shown)


@dataclass(frozen=True)
class Analysis:
    """A question with everything that is derived from it; the registry adds words and names."""

    about: str = ""
    parameters: tuple[Parameter, ...] = ()
    solo: Method | None = None
    multiplayer: Method | None = None
    examples: tuple[str, ...] = ()  # commands
    is_about_barons: bool = False  # then `wins` counts games without them
    python: str = ""  # an example in Python
    name: str = ""
    summary: str = ""

    def chapters(self) -> list[Chapter]:
        return [method.chapter for method in (self.solo, self.multiplayer) if method]

    def method(self, scenario: Scenario) -> Method:
        """Choose how the question is answered for a scenario."""
        found = self.multiplayer if scenario.seats else self.solo
        if found is None:
            raise DataError(f"{self.name} asks about the solo game alone; leave out seats")
        return found

    def prepared(self, scenario: Scenario) -> Scenario:
        """Find out who plays; seat players if the question is about the multiplayer game alone."""
        from rotwsim.analysis.seat_results import seated_scenario
        from rotwsim.runner.person_calibration import with_knob

        barons = False if self.is_about_barons else None
        known = with_knob(scenario, barons)  # variants keep the person of the scenario
        return known if self.solo else seated_scenario(known)

    def parameters_of(self, place: str) -> list[Parameter]:
        return [parameter for parameter in self.parameters if place in parameter.places]

    def settled(self, given: Mapping[str, Any], place: str) -> dict[str, Any]:
        """Return the value of every parameter: as given at that place, or its default."""
        values: dict[str, Any] = {}
        for each in self.parameters:
            if given.get(each.name) is not None and place in each.places:
                values[each.name] = each.settled(given[each.name], place)
            elif each.same_as and place != PYTHON:
                values[each.name] = values[each.same_as]
            else:
                values[each.name] = each.default(place)
        return values

    def sentence(self, scenario: Scenario, values: Mapping[str, Any]) -> str:
        shown: dict[str, Any] = {
            name: " and ".join(map(str, value)) if isinstance(value, list | tuple) else value
            for name, value in values.items()
        }
        shown |= {p.name: shown[p.name] / PP for p in self.parameters if p.in_pp and shown[p.name]}
        words = {"board": scenario.board.title, "title": scenario.title()}
        return self.method(scenario).sentence.format(**{**shown, **words})

    def batches(self, scenario: Scenario, values: Mapping[str, Any]) -> list[Batch]:
        return self._planned(scenario, values)[1]

    def answer(self, games: Games, scenario: Scenario, values: Mapping[str, Any]) -> Answer:
        """Announce the games, play them and answer."""
        given = self._arguments(scenario, values) | {"games": games}
        answer = self.method(scenario).answer
        arms, batches = self._planned(scenario, values)
        games.expect(batches)
        if "played" in signature(answer).parameters:
            given["played"] = games.all(arms, values["games"])
        return call(answer, given)

    def _planned(
        self, scenario: Scenario, values: Mapping[str, Any]
    ) -> tuple[list[Arm], list[Batch]]:
        """List the arms that all get the games asked for, and all games as batches."""
        from rotwsim.analysis.pool import Arm
        from rotwsim.runner.workload import Batch

        found = call(self.method(scenario).plays, self._arguments(scenario, values))
        arms = [each for each in found if isinstance(each, Arm)]
        batches = [each for each in found if isinstance(each, Batch)]
        own = [Batch([arm.scenario for arm in arms], values["games"])] if arms else []
        return arms, [*own, *batches]

    def function(self) -> Callable[..., Answer]:
        from rotwsim.analysis.pool import counted_games
        from rotwsim.scenario.scenario import scenario_of

        taken = self._signature()

        def ask(*args, **given) -> Answer:
            bound = taken.bind(*args, **given)
            values = self.settled(bound.arguments, PYTHON)
            bound.apply_defaults()
            asked = bound.arguments
            person = {"player": PERSON} if self.solo else {}  # unless somebody is named
            scenario = self.prepared(scenario_of(asked["scenario"], **person))
            with counted_games(asked["seed"], asked["out"], asked["jobs"]) as played:
                return self.answer(played, scenario, values)

        ask.__name__ = ask.__qualname__ = self.name
        ask.__dict__["__signature__"] = taken
        ask.__doc__ = f"{self.summary} {FRACTIONS}\n\n{self.about}\n\n{self.python}"
        return ask

    def _signature(self) -> Signature:
        """List the scenario, then parameters by name, then where and how games are played."""
        found = [Argument("scenario", Argument.POSITIONAL_OR_KEYWORD, default="eastern-us")]
        for each in sorted(self.parameters_of(PYTHON), key=lambda each: not each.is_asked):
            kind = Argument.POSITIONAL_OR_KEYWORD if each.is_asked else Argument.KEYWORD_ONLY
            found.append(Argument(each.name, kind, default=each.default(PYTHON)))
        for name, default in (("seed", 1), ("out", None), ("jobs", None)):
            found.append(Argument(name, Argument.KEYWORD_ONLY, default=default))
        return Signature(found, return_annotation="Answer")

    def _arguments(self, scenario: Scenario, values: Mapping[str, Any]) -> dict[str, Any]:
        known = [each for each in self.parameters if each.name in values]
        return {"scenario": scenario, **{each.argument: values[each.name] for each in known}}


def call(function: Callable, given: Mapping[str, Any]) -> Any:
    taken = signature(function).parameters
    return function(**{name: value for name, value in given.items() if name in taken})


@dataclass(frozen=True)
class Line:
    """A question in the registry: where it is found, and its words."""

    summary: str
    group: str = ""  # of commands
    command: str = ""  # its name, if not that of the question
    file: str = ""  # its name, if not that of the question; it has several QUESTIONS
    places: tuple[str, ...] = EVERYWHERE
    about: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)  # what each is, by its name
    examples: tuple[str, ...] = ()
    python: str = ""


def line_of(words: Mapping[str, Any]) -> Line:
    fields: dict[str, Any] = {
        key: tuple(one) if isinstance(one, list) else one for key, one in words.items()
    }
    return Line(**fields)


# The order is that of commands, and of chapters of a page.
LINES = {name: line_of(words) for name, words in WORDS["questions"].items()}
COMPARE_GAMES = 10_000  # of each side


class Questions(Mapping[str, Analysis]):
    """Every question by its name; its file is loaded when it is asked for."""

    def __getitem__(self, name: str) -> Analysis:
        return _loaded(name)

    def __iter__(self) -> Iterator[str]:
        return iter(LINES)

    def __len__(self) -> int:
        return len(LINES)

    def at(self, place: str) -> list[str]:
        return [name for name, line in LINES.items() if place in line.places]


@cache
def _loaded(name: str) -> Analysis:
    line = LINES[name]
    module = import_module(f"{__name__}.{line.file or name}")
    question: Analysis = module.QUESTIONS[name] if line.file else module.QUESTION
    helps = {each.name: each.option.help for each in question.parameters} | dict(line.parameters)
    parameters = [
        replace(each, option=replace(each.option, help=helps[each.name]))
        for each in question.parameters
    ]
    return replace(
        question,
        name=line.command or name,
        summary=line.summary,
        about=cleandoc(line.about or question.about),
        parameters=tuple(parameters),
        examples=line.examples or question.examples,
        python=cleandoc(line.python or question.python),
    )


QUESTIONS = Questions()

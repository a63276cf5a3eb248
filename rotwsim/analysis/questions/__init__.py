"""The questions of the laboratory: a new one is a line here and a file in this folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module

from rotwsim.analysis import COMMAND, EVERYWHERE, FILE, PYTHON, Analysis


@dataclass(frozen=True)
class Line:
    """What the help lists without loading the file of the question."""

    summary: str
    group: str = ""  # of commands
    command: str = ""  # its name, if not that of the question
    places: tuple[str, ...] = EVERYWHERE
    file: str = ""  # where it is one of the QUESTIONS, if it has no file by its name


# The file of a question has its name; the order is that of commands, and of chapters of a page.
LINES = {
    "compare": Line("Variants against their baseline, on the same seeds."),
    "maps": Line(
        "How often does the same person win on each map?",
        places=(PYTHON, FILE),
        file="difficulty_of_maps",
    ),
    "prices": Line(
        "What each tweak is worth to a person, and for whom that holds.", places=(PYTHON, FILE)
    ),
    "factorial": Line("How tweaks work together.", places=(FILE,)),
    "barons": Line("What each Duel Baron is worth."),
    "skill": Line("Who wins how often, and how much of that is skill."),
    "difficulty": Line(
        "One printable page: maps × Barons × tweaks for five skills.", file="difficulty_of_maps"
    ),
    "assumptions": Line("How much depends on what is assumed."),
    "decisive": Line("When is a game decided, and by what: luck, errors, which card?"),
    "sweep": Line("Win rates over the values of one or two parameters.", places=(COMMAND, PYTHON)),
    "design": Line(
        "Which tweak, pair or target score comes nearest to a win rate.", places=(COMMAND, PYTHON)
    ),
    "seats": Line("Is the multiplayer game fair?", "multiplayer", file="seats_and_bidding"),
    "bidding": Line(
        "The bidding styles against each other, on the same deals.",
        "multiplayer",
        file="seats_and_bidding",
    ),
    "modules": Line(
        "The modules against the game as printed, on the same deals.",
        "multiplayer",
        file="modules_and_rail_barons",
    ),
    "rail_barons": Line(
        "What each Rail Baron is worth.",
        "multiplayer",
        "barons",
        (COMMAND,),
        "modules_and_rail_barons",
    ),
}


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
        """List the questions that are asked at a place: command, python or file."""
        return [name for name, line in LINES.items() if place in line.places]


@cache
def _loaded(name: str) -> Analysis:
    line = LINES[name]
    module = import_module(f"{__name__}.{line.file or name}")
    question: Analysis = module.QUESTIONS[name] if line.file else module.QUESTION
    own = {"name": line.command or name, "summary": line.summary, "places": line.places}
    return replace(question, **own)


QUESTIONS = Questions()

"""The questions as Python asks them: a scenario or a board in, an Answer with its tables out."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter as Argument
from inspect import Signature

from rotwsim.analysis.pool import counted_games
from rotwsim.analysis.question import PYTHON, Analysis
from rotwsim.analysis.registry import QUESTIONS
from rotwsim.analysis.results import Answer
from rotwsim.scenario.scenario import scenario_of

ABOUT = """Shares and differences of win rates are fractions. `out` keeps the games."""


def function_of(analysis: Analysis) -> Callable[..., Answer]:
    """The function that asks a question, with the question's parameters and defaults."""
    signature = signature_of(analysis)

    def ask(*args, **given) -> Answer:
        bound = signature.bind(*args, **given)
        values = analysis.settled(bound.arguments, PYTHON)
        bound.apply_defaults()
        asked = bound.arguments
        scenario = analysis.prepared(scenario_of(asked["scenario"]))
        with counted_games(asked["seed"], asked["out"], asked["jobs"]) as played:
            return analysis.answer(played, scenario, values)

    ask.__name__ = ask.__qualname__ = analysis.name
    ask.__signature__ = signature
    ask.__doc__ = f"{analysis.summary} {ABOUT}\n\n    {analysis.about}\n{analysis.python}"
    return ask


def signature_of(analysis: Analysis) -> Signature:
    """The scenario first, then the parameters by name, then where and how games are played."""
    found = [Argument("scenario", Argument.POSITIONAL_OR_KEYWORD, default="eastern-us")]
    for each in sorted(analysis.parameters_of(PYTHON), key=lambda each: not each.is_asked):
        kind = Argument.POSITIONAL_OR_KEYWORD if each.is_asked else Argument.KEYWORD_ONLY
        found.append(Argument(each.name, kind, default=each.default(PYTHON)))
    for name, default in (("seed", 1), ("out", None), ("jobs", None)):
        found.append(Argument(name, Argument.KEYWORD_ONLY, default=default))
    return Signature(found, return_annotation=Answer)


assumptions = function_of(QUESTIONS["assumptions"])
barons = function_of(QUESTIONS["barons"])
options = function_of(QUESTIONS["options"])
seats = function_of(QUESTIONS["seats"])
skill = function_of(QUESTIONS["skill"])
styles = function_of(QUESTIONS["styles"])
target = function_of(QUESTIONS["target"])

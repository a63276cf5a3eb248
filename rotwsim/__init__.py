"""A balance laboratory for Railways of the World, solo and for 2 to 6.

>>> import rotwsim
>>> scenario = rotwsim.Scenario.of("eastern-us", player="club")
>>> rotwsim.play(scenario, seed=1, game=0).row["won"]
True

Shares and differences of win rates are fractions everywhere: 0.01 is one percentage point.
"""

import sys
from importlib import import_module
from types import ModuleType

# Found when they are asked for: the command line starts without numpy and numba. The questions of
# analysis/questions/__init__.py are public too, each a function made of its `Analysis`.
HOMES = {
    "Scenario": "rotwsim.scenario.scenario",
    "audit": "rotwsim.runner.audit_and_signature",
    "bench": "rotwsim.runner.bench",
    "columns": "rotwsim.report.columns",
    "compare": "rotwsim.analysis.comparison",
    "difficulty": "rotwsim.report.page.difficulty",
    "me": "rotwsim.analysis.me",
    "plan": "rotwsim.report.runs",
    "play": "rotwsim.runner.play",
    "plot": "rotwsim.report",
    "read_run": "rotwsim.runner.store",
    "replay": "rotwsim.replay",
    "report": "rotwsim.report",
    "review": "rotwsim.replay.review",
    "simulate": "rotwsim.runner.run",
    "train": "rotwsim.training",
}


def __getattr__(name: str):
    if name == "__version__":
        from importlib.metadata import version

        return version(__name__)
    if name == "__all__":
        return _names()
    if name in HOMES:
        return getattr(import_module(HOMES[name]), name)
    if not name.startswith("_") and name in _questions():
        from rotwsim.analysis.questions import QUESTIONS

        return QUESTIONS[name].function()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*_names(), "__all__"]


def _names() -> list[str]:
    return sorted({*HOMES, *_questions(), "__version__"})


def _questions() -> list[str]:
    from rotwsim.analysis.questions import PYTHON, QUESTIONS

    return QUESTIONS.at(PYTHON)


class Package(ModuleType):
    """Keep the functions `report` and `replay` when Python loads the folders of the same names."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = Package

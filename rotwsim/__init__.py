"""A balance laboratory for the solo game of Railways of the World.

>>> import rotwsim
>>> scenario = rotwsim.Scenario.of("eastern-us", player="random")
>>> rotwsim.play(scenario, seed=1, game=0).row["won"]
False

Shares and differences of win rates are fractions everywhere: 0.01 is one percentage point.
"""

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rotwsim.analysis.public import assumptions, barons, options, seats, skill, styles, target
    from rotwsim.analysis.questions.compare import compare
    from rotwsim.analysis.skill_placement import me
    from rotwsim.replay import replay
    from rotwsim.report import report
    from rotwsim.report.columns import columns
    from rotwsim.report.forecast import plan
    from rotwsim.report.page.difficulty import difficulty
    from rotwsim.runner.audit import audit
    from rotwsim.runner.bench import bench
    from rotwsim.runner.play import play
    from rotwsim.runner.simulate import simulate
    from rotwsim.runner.store import read_run
    from rotwsim.scenario.scenario import Scenario
    from rotwsim.training.train import train

    __version__: str

__all__ = [
    "Scenario",
    "__version__",
    "assumptions",
    "audit",
    "barons",
    "bench",
    "columns",
    "compare",
    "difficulty",
    "me",
    "options",
    "plan",
    "play",
    "read_run",
    "replay",
    "report",
    "seats",
    "simulate",
    "skill",
    "styles",
    "target",
    "train",
]

# Found when they are asked for: the command line starts without numpy and numba.
HOMES = {
    "Scenario": "rotwsim.scenario.scenario",
    "assumptions": "rotwsim.analysis.public",
    "audit": "rotwsim.runner.audit",
    "barons": "rotwsim.analysis.public",
    "bench": "rotwsim.runner.bench",
    "columns": "rotwsim.report.columns",
    "compare": "rotwsim.analysis.questions.compare",
    "difficulty": "rotwsim.report.page.difficulty",
    "me": "rotwsim.analysis.skill_placement",
    "options": "rotwsim.analysis.public",
    "plan": "rotwsim.report.forecast",
    "play": "rotwsim.runner.play",
    "read_run": "rotwsim.runner.store",
    "replay": "rotwsim.replay",
    "report": "rotwsim.report",
    "seats": "rotwsim.analysis.public",
    "simulate": "rotwsim.runner.simulate",
    "skill": "rotwsim.analysis.public",
    "styles": "rotwsim.analysis.public",
    "target": "rotwsim.analysis.public",
    "train": "rotwsim.training.train",
}


def __getattr__(name: str):
    if name == "__version__":
        from importlib.metadata import version

        return version(__name__)
    if name in HOMES:
        return getattr(import_module(HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *HOMES, "__version__"})


class Package(ModuleType):
    """Keep the functions `report` and `replay` when Python loads the folders of the same names."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (name in HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = Package

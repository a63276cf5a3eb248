"""A balance laboratory for the solo game of Railways of the World.

>>> import rotwsim
>>> played = rotwsim.play(rotwsim.Scenario.of("eastern-us", player="random"), seed=1, game=0)
>>> played.outcome["result"]
"""

from importlib import import_module

__all__ = ["Scenario", "compare", "play", "simulate"]

# Found when they are asked for: the command line starts without numpy and numba.
HOMES = {
    "Scenario": "rotwsim.rules.scenario",
    "compare": "rotwsim.balance.compare",
    "play": "rotwsim.runner.play",
    "simulate": "rotwsim.runner.simulate",
}


def __getattr__(name: str):
    if name in HOMES:
        return getattr(import_module(HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *HOMES})

"""Sweep one or two parameters: the win rate at every value, the most informative points first."""

import re
from collections.abc import Sequence
from itertools import product

from rotwsim import stats
from rotwsim.analysis.pool import Arm, ArmGames, Games, batch_of
from rotwsim.analysis.questions import Analysis, Method, Parameter, games_of, listed, pp_of
from rotwsim.analysis.results import Answer, ends, frame
from rotwsim.runner.workload import Batch
from rotwsim.scenario.options import SETTINGS, among
from rotwsim.scenario.reading import describe
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

FORM = re.compile(r"(\w+)\s*=\s*(\d+)\.\.(\d+)(?::(\d+))?")
MOST_POINTS = 400
FIRST_SHARE = 4  # of the games that every point gets before any gets more
TARGET = "target"
Point = tuple[int, ...]


def sweep(
    games: Games, scenario: Scenario, over: Sequence[str], count: int, precision: float
) -> Answer:
    """Play every point with a share of the games, then those whose interval is the widest."""
    names, points = points_of(over)
    arms = {point: _arm(scenario, names, point) for point in points}
    targets = {point: _at(scenario, names, point).parameters[TARGET] for point in points}
    done = {arm.name: max(1, count // FIRST_SHARE) for arm in arms.values()}

    def played(point: Point) -> ArmGames:
        return games.of(arms[point], done[arms[point].name])

    def rate_of(point: Point) -> stats.Estimate:
        arm = played(point)
        wins = int((arm.table["result"].to_numpy() >= targets[point]).sum())
        return stats.wilson(wins, arm.games)

    widths = {point: rate_of(point).half_width for point in order_of(points)}
    while wide := [p for p in points if done[arms[p].name] < count and widths[p] > precision]:
        arm = arms[max(wide, key=lambda point: widths[point])]
        done[arm.name] = min(count, 2 * done[arm.name])
        widths |= {one: rate_of(one).half_width for one in points if arms[one].name == arm.name}
    rows = []
    for point in points:
        arm, rate = played(point), rate_of(point)
        row = {"setting": _text(names, point)}
        row |= dict(zip(("first_value", "second_value"), point, strict=False))
        row |= {"games": arm.games, **ends("win_rate", rate)}
        rows.append(row | {"result_mean": float(arm.table["result"].to_numpy().mean())})
    shown = {arm.name: games.of(arm, done[arm.name]) for arm in arms.values()}
    for arm in arms.values():
        games.enough(arm)
    return Answer({"sweep": frame(rows)}, list(shown.values()), [_in_words(rows)])


def batches(scenario: Scenario, over: Sequence[str], count: int) -> list[Batch]:
    """Say what will be played at most; a target costs no games."""
    names, points = points_of(over)
    arms = {arm.name: arm for arm in (_arm(scenario, names, point) for point in points)}
    return [batch_of(arms.values(), count)]


def points_of(over: Sequence[str]) -> tuple[list[str], list[Point]]:
    """Read one or two parameters, such as base_exhaust=1..6 or target=115..135:5."""
    names, values = [], []
    for text in over:
        found = FORM.fullmatch(text.strip())
        if not found:
            raise DataError(f"{describe(text)} must have the form name=low..high or low..high:step")
        among("setting", found[1], SETTINGS)
        low, high, step = int(found[2]), int(found[3]), int(found[4] or 1)
        span = SETTINGS[found[1]]
        if low not in span or high not in span or low >= high or step < 1:
            raise DataError(f"{describe(text)}: legal are {span}, the lower end first")
        names.append(found[1])
        values.append(range(low, high + 1, step))
    if not 1 <= len(names) <= 2 or len(set(names)) < len(names):
        raise DataError("a sweep has one or two parameters: --set base_exhaust=1..6")
    points = list(product(*values))
    if len(points) > MOST_POINTS:
        raise DataError(f"the sweep has {len(points):,} points; legal are at most {MOST_POINTS}")
    return names, points


def order_of(points: list[Point]) -> list[Point]:
    """Put ends and middles first, so that the picture is whole early."""
    order: dict[Point, None] = {}
    step = len(points)
    while step >= 1:
        order |= dict.fromkeys([*points[::step], points[-1]])
        step //= 2
    return list(order)


def _arm(scenario: Scenario, names: list[str], point: Point) -> Arm:
    """Give what is played for a point: a target changes no game of a player for points."""
    given = zip(names, point, strict=True)
    played = [(name, v) for name, v in given if name != TARGET or scenario.aims_at_target]
    own_names, values = [name for name, _ in played], tuple(value for _, value in played)
    text = _text(own_names, values) or "any target"
    return Arm(text, _at(scenario, own_names, values))


def _at(scenario: Scenario, names: list[str], point: Point) -> Scenario:
    settings = dict(scenario.settings) | dict(zip(names, point, strict=True))
    return scenario.varied(settings=settings)


def _text(names: list[str], point: Point) -> str:
    return ", ".join(f"{name}={value}" for name, value in zip(names, point, strict=True))


def _in_words(rows: list[dict]) -> str:
    most, least = (pick(rows, key=lambda row: row["win_rate"]) for pick in (max, min))
    return (
        f"from {100 * least['win_rate']:.0f} % at {least['setting']} to "
        f"{100 * most['win_rate']:.0f} % at {most['setting']}"
    )


QUESTION = Analysis(
    parameters=(
        Parameter(listed("over", "set"), metavar="NAME=LOW..HIGH[:STEP]"),
        games_of(1_000),
        pp_of("precision", 0.03),
    ),
    solo=Method.of(sweep, batches),
)

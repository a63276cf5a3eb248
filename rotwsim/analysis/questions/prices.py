"""The price list of difficulty: what a tweak is worth to a person, and where that depends on whom.

The person wins half of the standard games of each map, with and without the Duel Barons. Other
skills and other kinds of error show whether one list holds for all. Beside it the skill curves:
games won with a tweak by how often the person wins without it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from rotwsim import stats
from rotwsim.analysis.boxes.play import TARGET
from rotwsim.analysis.pool import Arm, Games, batch_of
from rotwsim.analysis.questions import Analysis, Method, count_of, games_of, names_of
from rotwsim.analysis.questions.difficulty_of_maps import all_maps, known_person
from rotwsim.analysis.results import Answer, Table, board_facts, ends, tabled
from rotwsim.runner.workload import Batch
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.options import ERRORS
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import Tweak
from rotwsim.scenario.who_plays import HALF

OTHER_SKILLS = (25.0, 75.0)
LEVELS = (5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0, 95.0)  # of skill curves
FARTHEST = 80  # points that a target is moved, at most
WITHIN = 0.05  # a price holds where it is met to 5 pp,
PART = 0.25  # or to a quarter of it
BENT = 2  # degree of a skill curve in log odds


def prices(
    games: Games,
    scenario: Scenario,
    count: int,
    boards: Sequence[str],
    other_count: int,
    curve_count: int,
) -> Answer:
    """Make the price list, its cells, and the skill curves of the scenario's board if asked for."""
    cells = [played(games, *one) for one in people_of(scenario, count, boards, other_count)]
    curves = [played(games, *one) for one in curve_people(scenario, curve_count)]
    table = price_table(cells, scenario.errs)
    answer = Answer({"prices": table, "price_cells": cell_table(cells)}, alerts=in_words(table))
    if curves:
        answer.tables["skill_curves"] = curve_table(curves)
    return answer


def batches(
    scenario: Scenario, count: int, boards: Sequence[str], other_count: int, curve_count: int
) -> list[Batch]:
    wanted = people_of(scenario, count, boards, other_count) + curve_people(scenario, curve_count)
    return [batch_of(arms_of(who), number) for who, number in wanted]


def people_of(
    scenario: Scenario, count: int, boards: Sequence[str], other_count: int
) -> list[tuple[Scenario, int]]:
    """List who plays the standard game of which map, and how many games, where that can be."""
    errs = scenario.errs
    people = [(HALF, errs), *((wins, errs) for wins in OTHER_SKILLS)]
    people += [(HALF, other) for other in ERRORS if other != errs]
    return [
        (known, count if person == people[0] else other_count)
        for board, barons, person in product(boards or all_maps(), (False, True), people)
        for known in known_person(board, barons, *person)
    ]


def curve_people(scenario: Scenario, count: int) -> list[tuple[Scenario, int]]:
    """List the people of the skill curves, rare winners first, without Barons and with them."""
    return [
        (known, count)
        for barons, wins in product((False, True), LEVELS if count else ())
        for known in known_person(scenario.board.name, barons, wins, scenario.errs)
    ]


@dataclass(frozen=True)
class Cell:
    """The games of one person in the standard game and with each tweak, on the same seeds."""

    scenario: Scenario
    results: dict[str, np.ndarray]  # by tweak, "" for the standard game
    targets: dict[str, int]

    @property
    def games(self) -> int:
        return len(self.results[""])

    def won(self, tweak: str = "", farther: int = 0) -> np.ndarray:
        """Say which games were won, also if the target were some points farther."""
        return self.results[tweak] >= self.targets[tweak] + farther

    def gap(self, tweak: str) -> np.ndarray:
        """Give what the tweak changed in each game: 1 won, -1 lost, 0 nothing."""
        return self.won(tweak).astype(float) - self.won()


def arms_of(standard: Scenario) -> list[Arm]:
    """List the standard game and every tweak that changes how it is played."""
    tweaks = [(), *((tweak.name,) for tweak in tweaks_of() if tweak.group != TARGET)]
    chosen = [replace(standard, tweaks=tweak) for tweak in tweaks]
    return [Arm(one.title(), one) for one in chosen]


def tweaks_of() -> tuple[Tweak, ...]:
    return tuple(load_rulebook().tweaks)


def played(games: Games, standard: Scenario, count: int) -> Cell:
    """Play a cell; a tweak of the target counts the games of the standard game again."""
    arms = games.all(arms_of(standard), count)
    found = {"".join(arm.scenario.tweaks): arm.table["result"].to_numpy() for arm in arms}
    named = [(), *((tweak.name,) for tweak in tweaks_of())]
    targets = {"".join(t): replace(standard, tweaks=t).parameters["target"] for t in named}
    return Cell(standard, {name: found.get(name, found[""]) for name in targets}, targets)


def likely_gaps(cells: Sequence[Cell], tweak: str) -> np.ndarray:
    """Give the likely effect in each cell, drawn to the mean as far as chance explains it."""
    gaps = [cell.gap(tweak) for cell in cells]
    means = np.array([gap.mean() for gap in gaps])
    chance = np.array([(gap.var() + 1 / len(gap)) / len(gap) for gap in gaps])
    if len(means) < 2:
        return means
    apart = max(0.0, means.var(ddof=1) - chance.mean())
    return means.mean() + apart / (apart + chance) * (means - means.mean())


def smooth(levels: np.ndarray, gaps: Sequence[np.ndarray]) -> list[stats.Estimate]:
    """Lay a parabola through the change of the log odds over those of the standard game.

    Each level counts by how well its games know the change; the interval is that of the curve.
    """
    changes = np.array([gap.mean() for gap in gaps])
    numbers = np.array([len(gap) for gap in gaps])
    with_tweak = np.clip(levels + changes, 1 / numbers, 1 - 1 / numbers)
    slope = 1 / (with_tweak * (1 - with_tweak))  # of the log odds
    errors = slope * np.sqrt([(gap.var() + 1 / len(gap)) / len(gap) for gap in gaps])
    odds = np.log(levels / (1 - levels))
    moved = np.log(with_tweak / (1 - with_tweak)) - odds
    design = np.vander(odds, BENT + 1) / errors[:, None]
    covariance = np.linalg.inv(design.T @ design)
    found = np.vander(odds, BENT + 1) @ (covariance @ design.T @ (moved / errors))
    reach = stats.critical_value() * np.sqrt(
        np.einsum("ij,jk,ik->i", np.vander(odds, BENT + 1), covariance, np.vander(odds, BENT + 1))
    )
    ends = [1 / (1 + np.exp(-(odds + found + side * reach))) for side in (0, -1, 1)]
    return [
        stats.Estimate(float(value), float(low), float(high), int(number))
        for value, low, high, number in zip(*ends, numbers, strict=True)
    ]


@tabled("difference")
def price_table(cells: Sequence[Cell], errs: str) -> Iterator[dict]:
    """Give one row per tweak: its price, and the least and most over maps, skills and kinds."""
    half = [cell for cell in cells if cell.scenario.wins == HALF]
    main = [cell for cell in half if cell.scenario.errs == errs]
    same_errs = [cell for cell in cells if cell.scenario.errs == errs]
    groups = {
        "skills": grouped(same_errs, lambda cell: f"wins {cell.scenario.wins:g} %"),
        "kinds": grouped(half, lambda cell: cell.scenario.errs),
    }
    for tweak in tweaks_of():
        standard, won = (
            np.concatenate([cell.won(name) for cell in main]) for name in ("", tweak.name)
        )
        pooled = stats.paired_difference(standard, won)
        price = pooled.difference
        gaps = map(float, likely_gaps(main, tweak.name))
        over = {"maps": dict(zip(map(place_of, main), gaps, strict=True))}
        for what, by_name in groups.items():  # the mean over places, each counted once
            means = {name: [c.gap(tweak.name).mean() for c in own] for name, own in by_name.items()}
            over[what] = {name: float(np.mean(own)) for name, own in means.items()}
        failing = [
            f"{name} {100 * value:+.0f}"
            for found in over.values()
            for name, value in found.items()
            if abs(value - price.value) > max(WITHIN, PART * abs(price.value))
        ]
        row = {"tweak": tweak.name, "side": tweak.side, "games": pooled.n}
        row |= ends("difference", price)
        row["target_points"] = points_of_target(main, price.value)
        for name, found in over.items():
            row |= {f"{name}_low": min(found.values()), f"{name}_high": max(found.values())}
        yield row | {"holds": not failing, "fails_for": ", ".join(failing)}


def grouped(cells: Sequence[Cell], name_of: Callable[[Cell], Any]) -> dict[Any, list[Cell]]:
    found: dict[Any, list[Cell]] = {}
    for cell in cells:
        found.setdefault(name_of(cell), []).append(cell)
    return found


def place_of(cell: Cell) -> str:
    barons = " with Barons" if cell.scenario.barons else ""
    return f"{cell.scenario.board.title}{barons}"


def points_of_target(cells: Sequence[Cell], price: float) -> float:
    """Give the points of target that change as many of the same games; a lower one is negative."""
    steps = np.arange(-FARTHEST, FARTHEST + 1)
    shares = np.array(
        [np.mean([cell.won(farther=int(step)).mean() for cell in cells]) for step in steps]
    )
    return float(np.interp(-(shares[FARTHEST] + price), -shares, steps))


@tabled()
def cell_table(cells: Sequence[Cell]) -> Iterator[dict]:
    for cell, tweak in product(cells, tweaks_of()):
        scenario, pair = cell.scenario, stats.paired_difference(cell.won(), cell.won(tweak.name))
        row = board_facts(scenario) | {"errs": scenario.errs, "standard_wins": scenario.wins / 100}
        row |= {"tweak": tweak.name, "games": cell.games, "baseline_win_rate": pair.baseline.value}
        yield row | ends("difference", pair.difference)


@tabled()
def curve_table(cells: Sequence[Cell]) -> Iterator[dict]:
    """Give the skill curve of each tweak: a smooth one through all levels, in log odds."""
    for own in grouped(cells, lambda cell: bool(cell.scenario.barons)).values():
        levels = np.array([cell.scenario.wins / 100 for cell in own])
        for tweak in tweaks_of() if len(own) > BENT else ():
            curve = smooth(levels, [cell.gap(tweak.name) for cell in own])
            for cell, level, found in zip(own, levels, curve, strict=True):
                row = board_facts(cell.scenario) | {"tweak": tweak.name, "standard_wins": level}
                yield row | {"games": cell.games} | ends("win_rate", found)


def in_words(table: Table) -> list[str]:
    """Say over what one list holds, and where it fails."""
    notes = []
    for name, what in (("maps", "maps"), ("skills", "skills"), ("kinds", "kinds of error")):
        reach = np.maximum(WITHIN, PART * table["difference"].abs())
        low, high = table[f"{name}_low"], table[f"{name}_high"]
        fails = (table["difference"] - low > reach) | (high - table["difference"] > reach)
        failing = [
            f"{row['tweak']} ({100 * row[f'{name}_low']:+.0f} to "
            f"{100 * row[f'{name}_high']:+.0f} pp)"
            for _, row in table[fails].iterrows()
        ]
        good = len(table) - len(failing)
        but = f"; not for {', '.join(failing)}" if failing else ""
        notes.append(f"{good} of {len(table)} tweaks are worth about the same over all {what}{but}")
    return notes


QUESTION = Analysis(
    parameters=(
        games_of(600),
        names_of("boards", "board"),
        count_of("other_games", 300),
        count_of("curve_games", 0, least=0),
    ),
    solo=Method.of(prices, batches),
)

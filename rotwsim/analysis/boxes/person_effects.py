# Longer than most: one cell of games, boxes of many cells, and their bands.
"""Measure what tweaks do to a person who wins half: over kinds of error, and over plausible boxes.

Each box is one that fits what the rulebook says, chosen by its weight. There the person is found
again who wins half of the standard games, because that is what people know of themselves, and plays
every tweak on the same seeds. `python -m rotwsim.analysis.boxes.person_effects` writes
data/measured/effects.toml.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from rotwsim import stats
from rotwsim.analysis.boxes.known_ranges import Bands, ranges_digest, save_bands
from rotwsim.analysis.boxes.play import TARGET, Variant, games_of_draw
from rotwsim.analysis.boxes.ranges import NINE_OF_TEN, Question, answer_with_enough
from rotwsim.analysis.pool import Arm, Games
from rotwsim.runner.person_calibration import curve_of, standard_game, with_knob
from rotwsim.runner.play import rules_of
from rotwsim.scenario.board_file import board_names, load_rulebook
from rotwsim.scenario.options import ERRORS, OPTION, PERSON
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError, Tweak
from rotwsim.scenario.who_plays import HALF
from rotwsim.stats.weights_and_likelihood import gap_quantiles, share_quantiles

BENT = 2  # degree of a skill curve in log odds


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
    """List all tweaks of the rulebook."""
    return tuple(load_rulebook().tweaks)


def played(games: Games, standard: Scenario, count: int) -> Cell:
    """Play a cell; a tweak of the target counts the games of the standard game again."""
    arms = games.all(arms_of(standard), count)
    found = {"".join(arm.scenario.tweaks): arm.table["result"].to_numpy() for arm in arms}
    named = [(), *((tweak.name,) for tweak in tweaks_of())]
    targets = {"".join(t): replace(standard, tweaks=t).parameters["target"] for t in named}
    return Cell(standard, {name: found.get(name, found[""]) for name in targets}, targets)


def mean_gap(cells: Sequence[Cell], tweak: str) -> float:
    """Give the mean over places, each counted once."""
    return float(np.mean([cell.gap(tweak).mean() for cell in cells]))


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


DRAWS, DRAW_GAMES = 60, 25  # by which boxes are weighed, as `make ranges` plays them
BOXES, BOX_GAMES = 30, 80  # chosen by weight, and the games of each box and tweak
KIND_GAMES = {OPTION["errs"].default: 600}
OTHER_KIND_GAMES = 300
TRIED_WINS = (0.85, 0.65, 0.5, 0.35, 0.15)  # of the printed board, at whose knobs a box is tried
TRIAL_GAMES = 30  # of a box at each of these knobs
SHIFTS = np.linspace(-4, 4, 401)  # of the log odds in a box
PRIOR = 1.5  # standard deviation of the shift
TRIAL_SEED = 1_000_003
REBUILT_TWICE = "eastern-us-rebuilt"  # a map we have as printed


@dataclass(frozen=True)
class Box:
    """A box, how often it was chosen, and the games of the person who wins half in it."""

    scenario: Scenario
    weight: int
    results: np.ndarray  # by arm and game


def kind_effects(games: Games, boards: Sequence[str]) -> dict[tuple[str, bool, str], np.ndarray]:
    """Give the likely effects of each kind of error by board, Barons and tweak.

    Chance is taken off by what the same kind shows on other maps.
    """
    found: dict[tuple[str, bool, str], list[float]] = {}
    for errs in ERRORS:
        people = [person for board in boards for person in _people(board, errs)]
        number = KIND_GAMES.get(errs, OTHER_KIND_GAMES)
        cells = [played(games, person, number) for person in people]
        for tweak in tweaks_of() if cells else ():
            for cell, gap in zip(cells, likely_gaps(cells, tweak.name), strict=True):
                place = (cell.scenario.board.name, bool(cell.scenario.barons), tweak.name)
                found.setdefault(place, []).append(gap)
    return {place: np.array(gaps) for place, gaps in found.items()}


def _people(board: str, errs: str) -> list[Scenario]:
    found = []
    for barons in (False, True):
        try:
            found.append(with_knob(Scenario.of(board, wins=HALF, errs=errs, barons=barons)))
        except DataError:  # such a person never wins half there
            continue
    return found


def plausible_boxes(games: Games, board: str) -> dict[int, tuple[Scenario, int]]:
    """Choose boxes by their weight: by number the scenario, and how often it was chosen."""
    question = Question(Scenario.of(board), DRAWS, DRAW_GAMES)
    answered = answer_with_enough(games, question)
    steps = (np.arange(BOXES) + 0.5) / BOXES
    places = np.searchsorted(np.cumsum(answered.weights), steps)
    numbers, times = np.unique(np.minimum(places, len(answered.weights) - 1), return_counts=True)
    draws = answered.boxes.draws
    return {
        int(number): (draws[number].scenario, int(count))
        for number, count in zip(numbers, times, strict=True)
    }


def person_in_box(box: Scenario, printed: Scenario, number: int, folder: Path | None) -> Scenario:
    """Find the person who wins as often in a box as `printed` says, mostly half.

    The log odds in the box are those of the printed board, moved by the same amount at every knob;
    a few games at knobs from easy to hard show by how much.
    """
    curve = curve_of(standard_game(printed))
    tried = [share for share in TRIED_WINS if curve.least < share < curve.most]
    scenarios = [replace(box, knob=curve.knob_for(share)) for share in tried]
    rules = [rules_of(one) for one in scenarios]
    first = number * TRIAL_GAMES
    results = games_of_draw(rules, TRIAL_SEED, first, TRIAL_GAMES, folder).numbers[:, 0]
    wins = (results >= box.parameters["target"]).sum(axis=1)[:, None]
    odds = np.log(np.array(tried) / (1 - np.array(tried)))[:, None] + SHIFTS
    chances = 1 / (1 + np.exp(-odds))
    logs = (wins * np.log(chances) + (TRIAL_GAMES - wins) * np.log(1 - chances)).sum(axis=0)
    weights = np.exp((logs - SHIFTS**2 / PRIOR**2 / 2) - logs.max())
    shift = (weights * SHIFTS).sum() / weights.sum()
    wanted = printed.wins / 100
    share = 1 / (1 + np.exp(shift) * (1 - wanted) / wanted)  # of the printed board
    return replace(box, knob=round(curve.knob_for(float(share)), 4))


def played_boxes(
    games: Games,
    asked: Scenario,
    boxes: dict[int, tuple[Scenario, int]],
    count: int = BOX_GAMES,
) -> list[Box]:
    """Find the person of each box and play the standard game and every tweak there.

    `asked` says with or without Barons, and how the person errs.
    """
    printed, barons = with_knob(asked), bool(asked.barons)

    def play(number: int) -> Box:
        scenario, weight = boxes[number]
        own = replace(Variant(barons).of(scenario, PERSON), wins=HALF, knob=0.0, errs=asked.errs)
        person = person_in_box(own, printed, number, games.folder)
        rules = [rules_of(arm.scenario) for arm in arms_of(person)]
        found = games_of_draw(rules, games.seed, number * count, count, games.folder)
        return Box(person, weight, found.numbers[:, 0])

    with ThreadPoolExecutor(games.jobs) as pool:
        return list(pool.map(play, boxes))


def gaps_of(boxes: Sequence[Box]) -> dict[str, np.ndarray]:
    """Give what each tweak changed in each game of each box: 1 won, -1 lost, 0 nothing."""
    names = ["".join(arm.scenario.tweaks) for arm in arms_of(boxes[0].scenario)]
    found = {}
    for tweak in tweaks_of():
        place = names.index(tweak.name) if tweak.name in names else 0
        rows = []
        for box in boxes:
            target = replace(box.scenario, tweaks=(tweak.name,)).parameters["target"]
            standard = box.results[0] >= box.scenario.parameters["target"]
            rows.append((box.results[place] >= target).astype(float) - standard)
        found[tweak.name] = np.array(rows)
    return found


def box_band(gaps: np.ndarray, weights: Sequence[int], is_target: bool) -> tuple[float, float]:
    """Give the true effect in nine of ten boxes, with the chance of the few games taken off."""
    if not is_target:
        low, high = gap_quantiles(gaps, weights, NINE_OF_TEN).tolist()
        return low, high
    side = 1 if gaps.sum() > 0 else -1  # the same games, counted otherwise: all to one side
    low, high = sorted((side * share_quantiles(side * gaps, weights, NINE_OF_TEN)).tolist())
    return low, high


def bands_of(
    board: str, barons: bool, boxes: Sequence[Box], kinds: dict[tuple[str, bool, str], np.ndarray]
) -> list[Bands]:
    """Put the bands of one board together."""
    gaps, weights = gaps_of(boxes), [box.weight for box in boxes]
    found = []
    for tweak in tweaks_of():
        low, high = box_band(gaps[tweak.name], weights, tweak.group == TARGET)
        own = kinds[board, barons, tweak.name]
        found.append(
            Bands(
                board=board,
                barons=barons,
                tweak=tweak.name,
                kinds_low=float(own.min()),
                kinds_high=float(own.max()),
                boxes_low=low,
                boxes_high=high,
                boxes=len(boxes),
                games=BOX_GAMES,
                digest=ranges_digest(board, PERSON),
            )
        )
    return found


def measure(games: Games, boards: Sequence[str], say: Callable[[str], None]) -> None:
    """Measure and save board after board; kinds of error come first, as all maps share them."""
    maps = [name for name in board_names() if name != REBUILT_TWICE]
    say(f"kinds of error on {len(maps)} maps")
    kinds = kind_effects(games, maps)
    for board in boards or maps:
        say(f"{board}: boxes that fit the rulebook")
        boxes = plausible_boxes(games, board)
        for barons in (False, True):
            say(f"{board}: {len(boxes)} boxes{' with Barons' if barons else ''}")
            found = played_boxes(games, Scenario.of(board, wins=HALF, barons=barons), boxes)
            save_bands(bands_of(board, barons, found, kinds))


def main() -> None:
    """Measure all maps, or those named; what is in the folder of the games is not played again."""
    given = argparse.ArgumentParser(description=main.__doc__)
    given.add_argument("--board", action="append", choices=board_names(), help="by default all")
    given.add_argument("--runs", type=Path, default=Path("runs/games"))
    given.add_argument("--jobs", type=int)
    asked = given.parse_args()
    with Games(seed=1, folder=asked.runs, jobs=asked.jobs) as games:
        measure(games, asked.board or (), lambda text: print(text, flush=True))


if __name__ == "__main__":
    main()

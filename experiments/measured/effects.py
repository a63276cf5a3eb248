"""Measure what tweaks do to a person who wins half: over kinds of error, and over plausible boxes.

Each box is one that fits what the rulebook says, chosen by its weight. There the person is found
again who wins half of the standard games, because that is what people know of themselves, and plays
every tweak on the same seeds. `python -m experiments.measured.effects` writes
rotwsim/data/measured/effects.toml.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from experiments.measured.ranges import keys_of
from rotwsim.analysis.boxes.known_ranges import (
    EFFECTS,
    Bands,
    ranges_digest,
    stored_bands,
)
from rotwsim.analysis.boxes.play import TARGET, Variant, games_of_draw, person_in_box
from rotwsim.analysis.boxes.ranges import NINE_OF_TEN, Question, answer_with_enough
from rotwsim.analysis.pool import Games
from rotwsim.analysis.questions.prices import arms_of, likely_gaps, played, tweaks_of
from rotwsim.runner.person_calibration import with_knob
from rotwsim.runner.play import rules_of
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.options import ERRORS, OPTION, PERSON
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.who_plays import HALF
from rotwsim.stats.weights_and_likelihood import gap_quantiles, share_quantiles

DRAWS, DRAW_GAMES = 60, 25  # by which boxes are weighed, as `make ranges` plays them
BOXES, BOX_GAMES = 30, 80  # chosen by weight, and the games of each box and tweak
KIND_GAMES = {OPTION["errs"].default: 600}
OTHER_KIND_GAMES = 300
REBUILT_TWICE = "eastern-us-rebuilt"  # a map we have as printed
EFFECTS_HEAD = """\
# What each tweak does to the win rate of a person who wins half of the standard games, by board and
# Duel Barons, as fractions. kinds: from the least to the most over the four kinds of error. boxes:
# in nine of ten plausible boxes, where the person wins half in each box. Written by `make effects`.
"""


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


def save_bands(found: Sequence[Bands], path: Path = EFFECTS) -> None:
    """Write bands beside those of other boards; older ones of the same place are replaced."""
    rows = stored_bands(path) | {(row.board, row.barons, row.tweak): row for row in found}
    text = EFFECTS_HEAD + "".join(
        f"\n[[effect]]\n{keys_of(asdict(rows[place]))}" for place in sorted(rows)
    )
    write_whole(path, text.encode())


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

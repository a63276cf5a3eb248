"""Fillings of a board played and weighed by the evidence: as many as a range needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rotwsim.analysis.boxes.evidence import Item, Weighed, evidence_but, weigh
from rotwsim.analysis.boxes.known_ranges import FEWEST_FILLINGS
from rotwsim.analysis.boxes.play import (
    Boxes,
    Variant,
    arms_of,
    boxes_ahead,
    draw_fillings,
    play_boxes,
    with_each_tweak,
)
from rotwsim.analysis.pool import Games
from rotwsim.runner.workload import Batch
from rotwsim.scenario.scenario import Scenario
from rotwsim.stats import Estimate
from rotwsim.stats.weighted import effective_number, gap_quantiles, share_quantiles

NINE_OF_TEN = (0.05, 0.95)
JUDGES = ("club", "expert")  # whose games the evidence is held against
MOST_TIMES = 4  # as many fillings as asked for, where fewer are not worth enough
DRAWING_SEED = 6  # of the fillings; nothing to do with the seed of the games


def judged() -> list[Variant]:
    """What the evidence speaks of."""
    return [*with_each_tweak(), Variant(True)]


@dataclass(frozen=True)
class Question:
    """Whose win rates are asked for, in which variants, over how many fillings of a board."""

    scenario: Scenario
    fillings: int
    games: int  # of each filling, player and variant
    players: Sequence[str] = JUDGES
    variants: Sequence[Variant] = field(default_factory=judged)
    items: Sequence[Item] = field(default_factory=evidence_but)
    stage: str = "boxes"  # what its games are counted under


@dataclass(frozen=True)
class Answered:
    """Fillings with their weights, and win rates of the board as it is where they are shown."""

    boxes: Boxes
    weighed: Weighed
    assumed: Mapping[tuple[str, Variant], Estimate] = field(default_factory=dict)

    @property
    def weights(self) -> np.ndarray:
        return self.weighed.weights

    @property
    def effective(self) -> float:
        """The number of fillings of equal weight that say as much."""
        return effective_number(self.weights)

    @property
    def is_enough(self) -> bool:
        """Whether a range over these fillings may be quoted."""
        return self.effective >= FEWEST_FILLINGS

    def range(self, player: str, variant: Variant) -> tuple[float, float]:
        """Where the true win rates of nine of ten plausible boxes lie."""
        won = self.boxes.won(player, variant)
        return tuple(share_quantiles(won, self.weights, NINE_OF_TEN).tolist())

    def gap_range(self, player: str, variant: Variant) -> tuple[float, float]:
        """What the tweaks of a variant do to the win rate in nine of ten plausible boxes."""
        plain = Variant(variant.barons)
        gaps = self.boxes.won(player, variant) - self.boxes.won(player, plain)
        if self.boxes.played_as[variant] != plain:
            return tuple(gap_quantiles(gaps, self.weights, NINE_OF_TEN).tolist())
        # The same games with another target: a share of them changes, all to one side.
        side = 1 if gaps.sum() > 0 else -1
        ends = side * share_quantiles(side * gaps, self.weights, NINE_OF_TEN)
        return tuple(sorted(ends.tolist()))

    def without(self, place: int) -> Answered:
        """All fillings but one."""
        others = np.arange(len(self.weights)) != place
        fulfilled = {name: found[others] for name, found in self.weighed.fulfilled.items()}
        weights = self.weights[others] / self.weights[others].sum()
        return replace(self, boxes=self.boxes.some(others), weighed=Weighed(weights, fulfilled))


def ahead_of(question: Question) -> Batch:
    """What the fillings of a question will cost."""
    arms = arms_of(question.scenario, question.players, question.variants)
    stage = f"{question.stage} from 0"
    return boxes_ahead(question.scenario, question.fillings, arms, question.games, stage)


def answer_of(games: Games, question: Question) -> Answered:
    """As many fillings as asked for, played and weighed."""
    boxes = played(games, question, np.random.default_rng(DRAWING_SEED))
    return Answered(boxes, weigh(boxes, question.items))


def answer_with_enough(games: Games, question: Question) -> Answered:
    """More fillings are drawn, up to a few times as many, until the weighed ones make a range."""
    random = np.random.default_rng(DRAWING_SEED)
    boxes = played(games, question, random)
    answered = Answered(boxes, weigh(boxes, question.items))
    more = replace(question, fillings=FEWEST_FILLINGS)
    while not answered.is_enough and len(boxes.fillings) < MOST_TIMES * question.fillings:
        boxes = boxes.joined(played(games, more, random, first=len(boxes.fillings)))
        answered = Answered(boxes, weigh(boxes, question.items))
    return answered


def played(games: Games, question: Question, random: np.random.Generator, first: int = 0) -> Boxes:
    """The next fillings, from number `first` on."""
    drawn = draw_fillings(question.scenario, question.fillings, random)
    return play_boxes(
        games,
        drawn,
        question.players,
        question.variants,
        question.games,
        first,
        question.stage,
    )


def too_few(answered: Answered) -> str:
    """Why there is no range."""
    fillings, worth = len(answered.weights), answered.effective
    return (
        f"{fillings} fillings, by the evidence worth {worth:.0f}, are too few for a range; "
        f"{FEWEST_FILLINGS} are the least, so it needs more --fillings"
    )

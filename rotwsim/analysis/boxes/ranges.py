"""Draws of a board weighed by the evidence of the rulebook: as many as a range needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import numpy as np

from rotwsim.analysis.boxes import play
from rotwsim.analysis.boxes.known_ranges import FEWEST_DRAWS
from rotwsim.analysis.boxes.play import Boxes, Variant, arms_of, play_boxes, random_draws
from rotwsim.analysis.pool import Games
from rotwsim.runner.workload import Batch
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.options import OPTION, among
from rotwsim.scenario.reading import Reader, read_toml
from rotwsim.scenario.rulebook import PRINTED
from rotwsim.scenario.scenario import Scenario
from rotwsim.stats import Estimate, weights_and_likelihood
from rotwsim.stats.weights_and_likelihood import effective_number, gap_quantiles, share_quantiles

FILE = "evidence.toml"
TWEAK, MARKERS, WIN_RATE, BARONS = KINDS = ("tweak", "markers", "win_rate", "barons")


@dataclass(frozen=True)
class Item:
    """One expectation; `low` and `high` bound a share, `least` is the least effect of a tweak."""

    name: str
    kind: str
    players: tuple[str, ...]
    width: float
    weight: float
    text: str
    source: str
    tweak: str = ""
    least: float = 0.0
    low: float = 0.0
    high: float = 1.0


def evidence_but(ignored: Sequence[str] = ()) -> tuple[Item, ...]:
    """Give the items but those switched off by their names."""
    for name in ignored:
        among("item of evidence", name, evidence_names())
    return tuple(item for item in load_evidence() if item.name not in ignored)


def evidence_names() -> list[str]:
    return [item.name for item in load_evidence()]


@lru_cache(maxsize=1)
def load_evidence() -> tuple[Item, ...]:
    top = Reader.uncounted(read_toml(PRINTED / FILE, FILE), FILE)
    items = tuple(_read_item(entry) for entry in top.tables("items"))
    top.done()
    return items


def _read_item(entry: Reader) -> Item:
    kind = entry.choice("kind", KINDS)
    bounds = {TWEAK: ("least",), BARONS: ("high",)}.get(kind, ("low", "high"))
    given: dict[str, Any] = {key: entry.text(key) for key in ("name", "text", "source")}
    given |= {key: entry.number(key) for key in ("width", "weight", *bounds)}
    if kind == TWEAK:
        given["tweak"] = entry.choice("tweak", tuple(OPTION["tweaks"].legal()))
    item = Item(kind=kind, players=entry.texts("players"), **given)
    entry.done()
    return item


EVEN = 0.5
HARDER = "harder"


@dataclass(frozen=True)
class Weighed:
    """The weight of each draw, and how well each fulfils each item, between 0 and 1."""

    weights: np.ndarray
    fulfilled: dict[str, np.ndarray]


def weigh(boxes: Boxes, items: Sequence[Item]) -> Weighed:
    """Weights that add up to 1: the product over the items, gently; all equal without items."""
    judging = [  # those whose games were played
        item
        for item in items
        if set(item.players) & set(boxes.players) and needed(item) in boxes.targets
    ]
    fulfilled = {item.name: fulfilment(boxes, item) for item in judging}
    weighed = (item.weight * np.log(fulfilled[item.name]) for item in judging)
    logs = sum(weighed, np.zeros(len(boxes.draws)))
    weights = np.exp(logs - logs.max())
    return Weighed(weights / weights.sum(), fulfilled)


def needed(item: Item) -> Variant:
    return {TWEAK: Variant(False, (item.tweak,)), BARONS: Variant(True)}.get(item.kind, Variant())


def fulfilment(boxes: Boxes, item: Item) -> np.ndarray:
    """Say how well each draw fulfils an item, by the player whose win rate says most about it."""
    players = [player for player in item.players if player in boxes.players]
    rates = np.array([boxes.won(player, Variant()).mean(axis=1) for player in players])
    nearest = np.abs(rates - EVEN).argmin(axis=0)
    every = np.array([_fulfilment_for(boxes, item, player) for player in players])
    return every[nearest, np.arange(len(nearest))]


def _fulfilment_for(boxes: Boxes, item: Item, player: str) -> np.ndarray:
    standard = boxes.won(player, Variant())
    if item.kind == WIN_RATE:
        return between(standard, item.low, item.high, item.width)
    if item.kind == MARKERS:
        ended = boxes.by_markers[player, Variant()]
        return between(ended.astype(float), item.low, item.high, item.width)
    gap = boxes.won(player, needed(item)) - standard
    if item.kind == BARONS:
        return between(gap, -item.high, item.high, item.width)
    sides = {tweak.name: tweak.side for tweak in load_rulebook().tweaks}
    towards = -gap if sides[item.tweak] == HARDER else gap
    return between(towards, item.least, np.inf, item.width)


def between(outcomes: np.ndarray, low: float, high: float, width: float) -> np.ndarray:
    """Say whether the true mean of each row is between the ends, each a soft step."""
    mean, error = true_means(outcomes)
    return soft_step(mean - low, width, error) * soft_step(high - mean, width, error)


def true_means(outcomes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Give the likely mean of each row and its error.

    Rows differ by chance too: each is drawn towards the mean of all as far as chance alone would
    explain their spread, so that noise gives no draw more weight than another.
    """
    means, error = outcomes.mean(axis=1), errors(outcomes)
    if len(means) < 2:
        return means, error
    apart = weights_and_likelihood.variance_behind(outcomes, np.ones(len(means)))
    kept = apart / (apart + error**2)
    return means.mean() + kept * (means - means.mean()), np.sqrt(kept) * error


def errors(outcomes: np.ndarray) -> np.ndarray:
    """Give the standard error of each mean; a game more on either side keeps it above 0."""
    games = outcomes.shape[1]
    squares = ((outcomes**2).sum(axis=1) + 1) / (games + 2)
    means = outcomes.sum(axis=1) / (games + 2)
    return np.sqrt((squares - means**2) / games)


def soft_step(beyond: np.ndarray, width: float, error: np.ndarray) -> np.ndarray:
    """Give a logistic step, blurred by the error of what is measured: their variances add up."""
    scale = np.sqrt(width**2 + 3 / np.pi**2 * error**2)
    return 1 / (1 + np.exp(-beyond / scale))


NINE_OF_TEN = (0.05, 0.95)
JUDGES = ("club", "expert")  # whose games the evidence is held against
MOST_TIMES = 4  # as many draws as asked for, where fewer are not worth enough
DRAWING_SEED = 6  # of the draws; nothing to do with the seed of the games


def judged() -> list[Variant]:
    return [*play.with_each_tweak(), Variant(True)]


@dataclass(frozen=True)
class Question:
    """Whose win rates are asked for, in which variants, over how many draws of a board."""

    scenario: Scenario
    draws: int
    games: int  # of each draw, player and variant
    players: Sequence[str] = JUDGES
    variants: Sequence[Variant] = field(default_factory=judged)
    items: Sequence[Item] = field(default_factory=evidence_but)
    stage: str = "boxes"  # what its games are counted under


@dataclass(frozen=True)
class Answered:
    """Draws with their weights, and win rates of the board as it is where they are shown."""

    boxes: Boxes
    weighed: Weighed
    assumed: Mapping[tuple[str, Variant], Estimate] = field(default_factory=dict)

    @property
    def weights(self) -> np.ndarray:
        return self.weighed.weights

    @property
    def effective(self) -> float:
        """Give the number of draws of equal weight that say as much."""
        return effective_number(self.weights)

    @property
    def is_enough(self) -> bool:
        """Say whether a range over these draws may be quoted."""
        return self.effective >= FEWEST_DRAWS

    def range(self, player: str, variant: Variant) -> tuple[float, float]:
        """Say where the true win rates of nine of ten plausible boxes lie."""
        won = self.boxes.won(player, variant)
        return tuple(share_quantiles(won, self.weights, NINE_OF_TEN).tolist())

    def gap_range(self, player: str, variant: Variant) -> tuple[float, float]:
        """Say what the tweaks of a variant do to the win rate in nine of ten plausible boxes."""
        plain = Variant(variant.barons)
        gaps = self.boxes.won(player, variant) - self.boxes.won(player, plain)
        if self.boxes.played_as[variant] != plain:
            return tuple(gap_quantiles(gaps, self.weights, NINE_OF_TEN).tolist())
        # The same games with another target: a share of them changes, all to one side.
        side = 1 if gaps.sum() > 0 else -1
        ends = side * share_quantiles(side * gaps, self.weights, NINE_OF_TEN)
        return tuple(sorted(ends.tolist()))


def ahead_of(question: Question) -> Batch:
    arms = arms_of(question.scenario, question.players, question.variants)
    stage = f"{question.stage} from 0"
    return play.boxes_ahead(question.scenario, question.draws, arms, question.games, stage)


def answer_of(games: Games, question: Question, most_times: int = 1) -> Answered:
    """Play and weigh the draws; more, up to a few times as many, until they make a range."""
    random = np.random.default_rng(DRAWING_SEED)
    boxes = played(games, question, random)
    answered = Answered(boxes, weigh(boxes, question.items))
    more = replace(question, draws=FEWEST_DRAWS)
    while not answered.is_enough and len(boxes.draws) < most_times * question.draws:
        boxes = boxes.joined(played(games, more, random, first=len(boxes.draws)))
        answered = Answered(boxes, weigh(boxes, question.items))
    return answered


def answer_with_enough(games: Games, question: Question) -> Answered:
    return answer_of(games, question, MOST_TIMES)


def played(games: Games, question: Question, random: np.random.Generator, first: int = 0) -> Boxes:
    drawn = random_draws(question.scenario, question.draws, random)
    return play_boxes(
        games, drawn, question.players, question.variants, question.games, first, question.stage
    )


def too_few(answered: Answered) -> str:
    draws, worth = len(answered.weights), answered.effective
    return (
        f"{draws} draws, by the evidence worth {worth:.0f}, are too few for a range; "
        f"{FEWEST_DRAWS} are the least, so it needs more --draws"
    )

"""How well played fillings of a board fulfil what the rulebook lets one expect: their weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rotwsim.analysis.boxes.evidence import BARONS, MARKERS, TWEAK, WIN_RATE, Item
from rotwsim.analysis.boxes.play import Boxes, Variant
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.stats.weighted import variance_behind

EVEN = 0.5
HARDER = "harder"


@dataclass(frozen=True)
class Weighed:
    """The weight of each filling, and how well each fulfils each item, between 0 and 1."""

    weights: np.ndarray
    fulfilled: dict[str, np.ndarray]


def weigh(boxes: Boxes, items: Sequence[Item]) -> Weighed:
    """Weights that add up to 1: the product over the items, gently; all alike without items."""
    fulfilled = {item.name: fulfilment(boxes, item) for item in items if can_judge(boxes, item)}
    logs = np.zeros(len(boxes.fillings))
    for item in items:
        if item.name in fulfilled:
            logs += item.weight * np.log(fulfilled[item.name])
    weights = np.exp(logs - logs.max())
    return Weighed(weights / weights.sum(), fulfilled)


def can_judge(boxes: Boxes, item: Item) -> bool:
    """Whether the games that the item speaks of were played."""
    players = [player for player in item.players if player in boxes.players]
    return bool(players) and needed(item) in boxes.targets


def needed(item: Item) -> Variant:
    return {TWEAK: Variant(False, (item.tweak,)), BARONS: Variant(True)}.get(item.kind, Variant())


def fulfilment(boxes: Boxes, item: Item) -> np.ndarray:
    """How well each filling fulfils an item, by the player whose win rate says most about it."""
    players = [player for player in item.players if player in boxes.players]
    rates = np.array([boxes.won(player, Variant()).mean(axis=1) for player in players])
    telling = np.abs(rates - EVEN).argmin(axis=0)
    every = np.array([_fulfilment_for(boxes, item, player) for player in players])
    return every[telling, np.arange(len(telling))]


def _fulfilment_for(boxes: Boxes, item: Item, player: str) -> np.ndarray:
    standard = boxes.won(player, Variant())
    if item.kind == WIN_RATE:
        return between(standard, item.low, item.high, item.width)
    if item.kind == MARKERS:
        return between(boxes.ended_by_markers(player), item.low, item.high, item.width)
    gap = boxes.won(player, needed(item)) - standard
    if item.kind == BARONS:
        return between(gap, -item.high, item.high, item.width)
    sides = {tweak.name: tweak.side for tweak in load_rulebook().tweaks}
    towards = -gap if sides[item.tweak] == HARDER else gap
    return between(towards, item.least, np.inf, item.width)


def between(outcomes: np.ndarray, low: float, high: float, width: float) -> np.ndarray:
    """Whether the true mean of each row lies between the ends, each a soft step."""
    mean, error = true_means(outcomes)
    return soft_step(mean - low, width, error) * soft_step(high - mean, width, error)


def true_means(outcomes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The likely mean of each row and its error, which is what all rows together leave of it.

    Rows differ by chance too: each is drawn towards the mean of all as far as chance alone would
    explain their spread, so that noise gives no filling more weight than another.
    """
    means, error = outcomes.mean(axis=1), errors(outcomes)
    if len(means) < 2:
        return means, error
    apart = variance_behind(outcomes, np.ones(len(means)))
    kept = apart / (apart + error**2)
    return means.mean() + kept * (means - means.mean()), np.sqrt(kept) * error


def errors(outcomes: np.ndarray) -> np.ndarray:
    """The standard error of each mean; a game more on either side keeps it above 0."""
    games = outcomes.shape[1]
    squares = ((outcomes**2).sum(axis=1) + 1) / (games + 2)
    means = outcomes.sum(axis=1) / (games + 2)
    return np.sqrt((squares - means**2) / games)


def soft_step(beyond: np.ndarray, width: float, error: np.ndarray) -> np.ndarray:
    """A logistic step, blurred by the error of what is measured: their variances add up."""
    scale = np.sqrt(width**2 + 3 / np.pi**2 * error**2)
    return 1 / (1 + np.exp(-beyond / scale))

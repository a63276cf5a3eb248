"""How well played fillings of a board fulfil what the rulebook lets one expect: their weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from rotwsim.balance.boxes import Boxes, Variant
from rotwsim.rules.evidence import BARONS, MARKERS, TWEAK, WIN_RATE, Item
from rotwsim.rules.load import load_rulebook

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
        return within(standard, item)
    if item.kind == MARKERS:
        return within(boxes.ended_by_markers(player), item)
    gap = boxes.won(player, needed(item)) - standard
    if item.kind == BARONS:
        return within_gap(gap, item)
    sides = {tweak.name: tweak.side for tweak in load_rulebook().tweaks}
    towards = -gap if sides[item.tweak] == HARDER else gap
    return soft_step(towards.mean(axis=1) - item.least, item.width, gap_error(gap))


def within(outcomes: np.ndarray, item: Item) -> np.ndarray:
    """Between the low and the high end of the item, each a soft step."""
    share, games = outcomes.mean(axis=1), outcomes.shape[1]
    even = (share * games + 1) / (games + 2)  # a share of 0 is not known without error
    error = np.sqrt(even * (1 - even) / games)
    above = soft_step(share - item.low, item.width, error)
    return above * soft_step(item.high - share, item.width, error)


def within_gap(gap: np.ndarray, item: Item) -> np.ndarray:
    """At most so far apart, either way."""
    mean, error = gap.mean(axis=1), gap_error(gap)
    up = soft_step(item.high - mean, item.width, error)
    return up * soft_step(item.high + mean, item.width, error)


def gap_error(gap: np.ndarray) -> np.ndarray:
    """The standard error of a paired difference; a pair more on either side keeps it above 0."""
    games = gap.shape[1]
    flips = ((gap**2).sum(axis=1) + 2) / (games + 2)
    return np.sqrt(np.maximum(flips - gap.mean(axis=1) ** 2, 1 / games) / games)


def soft_step(beyond: np.ndarray, width: float, error: np.ndarray) -> np.ndarray:
    """A logistic step, blurred by the error of what is measured: their variances add up."""
    scale = np.sqrt(width**2 + 3 / np.pi**2 * error**2)
    return 1 / (1 + np.exp(-beyond / scale))

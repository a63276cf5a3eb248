"""What the rulebook lets one expect of figures that nobody has seen: the items of evidence.toml."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from rotwsim.analysis.boxes.play import Boxes, Variant
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.options import OPTION, among
from rotwsim.scenario.reading import Reader, read_toml
from rotwsim.scenario.rulebook import DATA
from rotwsim.stats.weighted import variance_behind

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
    """The items but those switched off by their names."""
    for name in ignored:
        among("item of evidence", name, evidence_names())
    return tuple(item for item in load_evidence() if item.name not in ignored)


def evidence_names() -> list[str]:
    return [item.name for item in load_evidence()]


@lru_cache(maxsize=1)
def load_evidence() -> tuple[Item, ...]:
    """All items, in the order of the file."""
    top = Reader.uncounted(read_toml(DATA / FILE, FILE), FILE)
    items = tuple(_read_item(entry) for entry in top.tables("items"))
    top.done()
    return items


def _read_item(entry: Reader) -> Item:
    kind = entry.choice("kind", KINDS)
    item = Item(
        name=entry.text("name"),
        kind=kind,
        players=entry.texts("players"),
        width=entry.number("width"),
        weight=entry.number("weight"),
        text=entry.text("text"),
        source=entry.text("source"),
        tweak=entry.choice("tweak", tuple(OPTION["tweaks"].legal())) if kind == TWEAK else "",
        least=entry.number("least") if kind == TWEAK else 0.0,
        low=entry.number("low") if kind in (MARKERS, WIN_RATE) else 0.0,
        high=entry.number("high") if kind != TWEAK else 1.0,
    )
    entry.done()
    return item


EVEN = 0.5
HARDER = "harder"


@dataclass(frozen=True)
class Weighed:
    """The weight of each filling, and how well each fulfils each item, between 0 and 1."""

    weights: np.ndarray
    fulfilled: dict[str, np.ndarray]


def weigh(boxes: Boxes, items: Sequence[Item]) -> Weighed:
    """Weights that add up to 1: the product over the items, gently; all equal without items."""
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
    nearest = np.abs(rates - EVEN).argmin(axis=0)
    every = np.array([_fulfilment_for(boxes, item, player) for player in players])
    return every[nearest, np.arange(len(nearest))]


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
    """Whether the true mean of each row is between the ends, each a soft step."""
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

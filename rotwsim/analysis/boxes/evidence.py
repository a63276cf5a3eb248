"""What the rulebook lets one expect of figures that nobody has seen: the items of evidence.toml."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rotwsim.scenario.option_types import among
from rotwsim.scenario.options import OPTION
from rotwsim.scenario.reading import Reader, read_toml
from rotwsim.scenario.rulebook import DATA

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

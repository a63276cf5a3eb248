"""Say where the values of a board come from, which are assumed, and what the unseen may be."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from rotwsim.scenario import rulebook
from rotwsim.scenario.reading import Reader, read_toml
from rotwsim.scenario.schema import ORIGINS, Board, Provenance

ASSUMED = "assumed"
UNSEEN = ("inferred", ASSUMED)  # nobody here has read it off a box
FEWEST_SEATS = 2  # of the list of markers


def count_by_origin(parameters: Iterable[Provenance]) -> dict[str, int]:
    """How many single values are printed, reported, ruled, inferred or assumed."""
    counts: dict[str, int] = dict.fromkeys(ORIGINS, 0)
    for parameter in parameters:
        counts[parameter.origin] += parameter.count
    return counts


def still_assumed(
    parameters: Iterable[Provenance], order: Sequence[str] = ()
) -> dict[tuple[str, str], int]:
    """Count the unseen values by kind and source: first the kinds of `order`, then the others.

    `order` names the kinds by measured influence, the strongest first.
    """
    counts = Counter()
    for parameter in filter(is_unseen, parameters):
        counts[kind_of(parameter.key), parameter.source] += parameter.count
    rank = {kind: place for place, kind in enumerate(order)}
    return dict(sorted(counts.items(), key=lambda each: rank.get(each[0][0], len(rank))))


def is_unseen(parameter: Provenance) -> bool:
    """Whether a parameter is our guess, or inferred from what the rulebook says of the game."""
    return parameter.origin in UNSEEN


def kind_of(key: str) -> str:
    """A key without its numbers: `railbot.cards[3].slot` is of kind `railbot.cards.slot`."""
    return re.sub(r"\[\d+\]", "", key)


def origins_under(board: Board, key: str) -> dict[str, str]:
    """The origin of each value of one entry, such as `lines.list[3]`, by the name of the value."""
    start = f"{key}."
    return {
        parameter.key.removeprefix(start): parameter.origin
        for parameter in board.provenance
        if parameter.key.startswith(start)
    }


def sources_of(board: Board, key: str) -> str:
    """All origins of a table with their sources, the most frequent first."""
    counts = Counter()
    for parameter in board.provenance:
        if parameter.key.startswith((f"{key}.", f"{key}[")):
            counts[f"{parameter.origin}: {parameter.source}"] += parameter.count
    return "; ".join(origin for origin, _ in counts.most_common())


def in_words(origins: dict[str, str]) -> str:
    """The origin that most values share, then those that differ: "reported, points assumed"."""
    kinds = list(origins.values())
    if not kinds:
        return ""
    main = max(ORIGINS, key=kinds.count)
    others = []
    for origin in ORIGINS:
        names = [name.replace("_", " ") for name, found in origins.items() if found == origin]
        if names and origin != main:
            others.append(f"{' and '.join(names)} {origin}")
    return ", ".join([main, *others])


def lists_of(board: Board) -> dict[str, tuple]:
    """Give the lists of a board by their keys in its file."""
    return {
        "cities.list": board.cities,
        "lines.list": board.lines,
        "operations.cards": board.operations,
        "railbot.cards": board.railbot_cards,
        "railbot.common": board.common_cards,
        "sea.list": board.sea_routes,
        "multiplayer.rail_barons": board.multiplayer.rail_barons if board.multiplayer else (),
    }


def name_of(entry: Any) -> str:
    return getattr(entry, "name", "") or "-".join(entry.cities)


def owner_and_value(board: Board, key: str) -> tuple[str, object]:
    """Find what a key means: the city, line or card it belongs to ("" if none), and its value."""
    table, _, rest = key.partition(".")
    if numbered := re.fullmatch(r"(.+)\[(\d+)\]\.(\w+)", key):
        name, place, value = numbered.groups()
        entry = lists_of(board)[name][int(place)]
        return name_of(entry), getattr(entry, "hex" if value == "at" else value)
    if rest.startswith("markers."):  # for each number of seats
        seats = rest.removeprefix("markers.")
        markers = board.multiplayer.markers if board.multiplayer else ()
        return f"{seats} seats", markers[int(seats) - FEWEST_SEATS]
    holders = {"western_link": board.western_link, "multiplayer": board.multiplayer}
    return "", getattr(holders.get(table, board), rest)


FILE = "influence.toml"


def order_of_influence() -> list[str]:
    """List kinds of parameters by key without numbers, the strongest first, if measured."""
    path = rulebook.MEASURED / FILE
    if not path.is_file():
        return []
    entries = read_toml(path, FILE).get("order", [])
    strongest = sorted(entries, key=lambda entry: -entry["influence"])
    return [key for entry in strongest for key in entry["keys"]]


def without_entry(board: Board, key: str, number: int) -> Board:
    """Drop what is said of one entry of a list; later entries move up."""
    kept = []
    for parameter in board.provenance:
        found = re.fullmatch(rf"{re.escape(key)}\[(\d+)\](.*)", parameter.key)
        place = int(found[1]) if found else -1
        if found and place > number:
            parameter = replace(parameter, key=f"{key}[{place - 1}]{found[2]}")
        kept += [parameter] if place != number else []
    return replace(board, provenance=tuple(kept))


# What unseen parameters may be: the ranges of the package, or of a board.
RANGES = "unknown_ranges.toml"
FARTHEST = 1_000  # no parameter of the game is farther out


@dataclass(frozen=True)
class Range:
    """From `low` to `high`, both included, and why it is as wide as that."""

    key: str
    low: int
    high: int
    reason: str
    cities: int = 0  # for a map with this number of cities; 0 for any
    around: bool = False  # steps from the present parameter

    def on(self, cities: int) -> "Range":
        """Give the range for a map with this number of cities."""
        if not self.cities:
            return self
        low, high = (round(end * cities / self.cities) for end in (self.low, self.high))
        return replace(self, low=low, high=high, cities=0)


def ranges_of(board: Board) -> dict[str, Range]:
    """The ranges that hold on a board, by the key of their parameters."""
    ours = {key: each.on(len(board.cities)) for key, each in load_ranges().items()}
    return ours | {each.key: each.on(len(board.cities)) for each in board.ranges}


@lru_cache(maxsize=1)
def load_ranges() -> dict[str, Range]:
    top = Reader.uncounted(read_toml(rulebook.PRINTED / RANGES, RANGES), RANGES)
    found = read_ranges(top)
    top.done()
    return {each.key: each for each in found}


def read_ranges(top: Reader, legal: tuple[str, ...] = ()) -> tuple[Range, ...]:
    """The entries under `ranges`; a board states only such as the package knows."""
    found = []
    for entry in top.tables("ranges", []):
        key = entry.choice("key", legal) if legal else entry.text("key")
        low = entry.integer("low", -FARTHEST, FARTHEST)
        high = entry.integer("high", low, FARTHEST)
        cities = entry.integer("cities", 0, FARTHEST, 0)
        around = entry.flag("around")
        found.append(Range(key, low, high, entry.text("reason"), cities, around))
        entry.done()
    return tuple(found)

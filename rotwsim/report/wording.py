"""How pages write numbers (shares, differences, intervals, lists) and name a person who plays."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


SPACE = "\u00a0"  # keeps a number and its unit on one line
MINUS = "−"
NOTHING = "-"  # a cell of a terminal without a value
FINE = 0.001  # half-width of an interval below which a second decimal says something
UNITS = {"share": (100, "%", "pp"), "$": (1, "$", "$")}  # factor, of a value, of a difference
WINS = re.compile(r"wins ([\d.]+) % of standard games")
# How the skill of a person was measured: the game is no other one by that.
MEASURED = re.compile(rf"{WINS.pattern}|knob [\d.]+|(--)?on [\w-]+")


def percent(share: float, digits: int = 1) -> str:
    """0.4213 as "42.1 %"; what is not quite nothing or all keeps a digit that says so."""
    if share in (0, 1):
        return f"{100 * share:.0f}{SPACE}%"
    shown = f"{100 * share:.{digits}f}"
    if 0 < share < 1 and float(shown) in (0.0, 100.0) and digits < 4:
        return percent(share, digits + 1)
    return f"{shown.replace('-', MINUS)}{SPACE}%"


def pp(difference: float, digits: int = 1) -> str:
    """Write a difference of shares, 0.0412, in percentage points: "+4.1 pp"."""
    return f"{signed(100 * difference, digits)}{SPACE}pp"


def signed(number: float, digits: int = 1) -> str:
    """Write a number that always carries its sign, but for zero."""
    shown = f"{number:+,.{digits}f}"
    return shown[1:] if float(shown.replace(",", "")) == 0 else shown.replace("-", MINUS)


def plain(number: float, digits: int = 1) -> str:
    shown = f"{number:,.{digits}f}"
    return shown.lstrip("-") if float(shown.replace(",", "")) == 0 else shown.replace("-", MINUS)


def count(number: float) -> str:
    return f"{int(number):,}"


def boxes_in_words(row: Mapping) -> str:
    """Write the ends of a range over plausible boxes in percent, "45 to 84", or nothing."""
    return _boxes(row, "boxes", lambda end: f"{100 * end:.0f}")


def rate_in_words(row: Mapping) -> str:
    """Write a win rate among others: "42.1 % (41.3 to 42.8; 30 to 61 over plausible boxes)"."""
    digits = digits_of(row)
    ends = f"{100 * row['low']:.{digits}f} to {100 * row['high']:.{digits}f}"
    boxes = boxes_in_words(row)
    known = f"; {boxes} over plausible boxes" if boxes else ""
    return f"{percent(row['win_rate'], digits)} ({ends}{known})"


def difference_in_words(row: Mapping) -> str:
    """Write a difference: "−4.1 pp (−4.9 to −3.3; −9 to 0 over plausible boxes)"."""
    digits = digits_of(row)
    ends = " to ".join(signed(100 * row[end], digits) for end in ("low", "high"))
    boxes = _boxes(row, "boxes_difference", lambda end: signed(100 * end, 0))
    known = f"; {boxes} over plausible boxes" if boxes else ""
    return f"{pp(row['difference'], digits)} ({ends}{known})"


def _boxes(row: Mapping, start: str, write: Callable[[float], str]) -> str:
    ends = [row.get(f"{start}_{end}", math.nan) for end in ("low", "high")]
    return "" if any(map(math.isnan, ends)) else " to ".join(map(write, ends))


def in_unit(unit: str) -> tuple[float, str, str]:
    """Find a measure's factor, its unit, and the unit of its differences."""
    return UNITS.get(unit, (1, unit, unit))


def change_in_words(row: Mapping) -> str:
    """Write a difference of a measure in its unit, unless the measure is called so."""
    factor, _, unit = in_unit(row["unit"])
    change, low, high = (signed(factor * row[name]) for name in ("difference", "low", "high"))
    return f"{change}{'' if unit == row['measure'] else f' {unit}'} ({low} to {high})"


def digits_of(row: Mapping) -> int:
    """Choose one decimal, two where the interval deserves them."""
    return 2 if 0 < (row["high"] - row["low"]) / 2 < FINE else 1


def listed(names: Iterable[str], most: int = 4) -> str:
    """Join "a, b and c"; a long list ends with how many more there are."""
    names = list(names)
    if len(names) > most:
        names = [*names[: most - 1], f"{len(names) - most + 1} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def counted(number: int, one: str, many: str = "") -> str:
    """Count: "1 game", "2 games", "no games"."""
    return f"{count(number) if number else 'no'} {one if number == 1 else many or one + 's'}"


def games_span(games: Iterable[float]) -> str:
    """Count the games of several rows: "4,000 games", "300 to 4,000 games"."""
    known = [number for number in games if math.isfinite(number)]
    if not known:
        return "An unknown number of games"
    low, high = min(known), max(known)
    return counted(int(low), "game") if low == high else f"{count(low)} to {count(high)} games"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def margin_in_words(margin: float) -> str:
    return f"{100 * margin:g} pp"


WRITTEN: dict[str | None, Callable[[Any], str]] = {  # by the kind of a column
    "share": percent,
    "part": percent,
    "pp": lambda gap: signed(100 * gap),
    "apart": lambda gap: plain(100 * gap),
    "chance": lambda p: f"<{SPACE}0.001" if p < 0.001 else f"{p:.3f}",
    "count": count,
    "flag": lambda is_so: "yes" if is_so else "no",
    "number": lambda number: plain(number, 0 if float(number).is_integer() else 2),
}


def shown(value: Any, kind: str | None) -> str:
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    return WRITTEN.get(kind, str)(value)


def shown_bare(value: Any, kind: str, digits: int | None = None) -> str:
    """Write a cell of a table whose heading names the unit, in a terminal."""
    if digits is not None and isinstance(value, int | float) and math.isfinite(value):
        write = signed if kind == "pp" else plain
        return write((100 if kind in ("share", "apart", "pp") else 1) * value, digits)
    if isinstance(value, str):  # a number with a mark
        return value
    text = shown(value, kind).removesuffix(f"{SPACE}%").replace(SPACE, "")
    return text or ("" if kind == "text" else NOTHING)


def person_who_wins(wins: float | str) -> str:
    """Name a person by the percentage of standard games that they win."""
    return f"person who wins {float(wins):g}{SPACE}%"


HALF = person_who_wins(50)


def with_people(arms: pd.DataFrame, asked: object) -> pd.DataFrame:
    """Name the skill of a person as part of the player, not as something changed besides.

    The skill is what differs from the standard game, else in the name of the arm, else what the
    experiment asks for.
    """
    if not {"arm", "player", "besides"} <= {*arms}:
        return arms
    named = []
    for name, player, besides in zip(arms["arm"], arms["player"], arms["besides"], strict=True):
        found = WINS.search(besides) or re.search(r"\bwins ([\d.]+) %", name)
        wins = found[1] if found else asked if isinstance(asked, int | float) else 0
        if player == "person" and float(wins):
            others = (part for part in besides.split(", ") if not MEASURED.fullmatch(part))
            player, besides = person_who_wins(wins), ", ".join(others)
        named.append((player, besides))
    players, besides = zip(*named, strict=True)
    return arms.assign(player=players, besides=besides)

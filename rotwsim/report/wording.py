"""How pages write numbers (shares, differences, intervals, lists) and name a person who plays."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd


SPACE = "\u00a0"  # keeps a number and its unit on one line
MINUS = "−"
NOTHING = "-"  # a cell of a terminal without a value
FINE = 0.001  # half-width of an interval below which a second decimal says something
SMALL_CHANCE = 0.001
SHOWN_IN_LIST = 4
UNITS = {"share": (100, "%", "pp"), "$": (1, "$", "$")}  # factor, of a value, of a difference
PERSON = "person"
WINS = re.compile(r"wins ([\d.]+) % of standard games")
# How a person is named who was measured by other games than these: no other game by that.
MEASURED = re.compile(r"(knob [\d.]+|(--)?on [\w-]+)")


def percent(share: float, digits: int = 1) -> str:
    """0.4213 as "42.1 %"; what is not quite nothing or all keeps a digit that says so."""
    if share in (0, 1):
        return f"{100 * share:.0f}{SPACE}%"
    shown = f"{100 * share:.{digits}f}"
    if 0 < share < 1 and float(shown) in (0.0, 100.0) and digits < 4:
        return percent(share, digits + 1)
    return f"{_minus(shown)}{SPACE}%"


def how_often(share: float) -> str:
    """0.4213 as "in 42.1 % of games"; what happens more than once per game as a number."""
    return f"in {percent(share)} of games" if share <= 1 else f"{plain(share, 2)} times per game"


def pp(difference: float, digits: int = 1) -> str:
    """Write a difference of shares, 0.0412, in percentage points: "+4.1 pp"."""
    return f"{signed(100 * difference, digits)}{SPACE}pp"


def signed(number: float, digits: int = 1) -> str:
    """Write a number that always carries its sign, but for zero."""
    shown = f"{number:+,.{digits}f}"
    return shown[1:] if float(shown.replace(",", "")) == 0 else _minus(shown)


def plain(number: float, digits: int = 1) -> str:
    """Write a number with commas and a real minus."""
    shown = f"{number:,.{digits}f}"
    return shown.lstrip("-") if float(shown.replace(",", "")) == 0 else _minus(shown)


def count(number: float) -> str:
    return f"{int(number):,}"


def boxes_in_words(row: Mapping) -> str:
    """Write the ends of a range over plausible boxes in percent, "45 to 84", or nothing."""
    ends = [row.get(f"boxes_{end}", math.nan) for end in ("low", "high")]
    return "" if any(map(math.isnan, ends)) else " to ".join(f"{100 * end:.0f}" for end in ends)


def rate_in_words(row: Mapping) -> str:
    """Write a win rate among others: "42.1 % (41.3 to 42.8; 30 to 61 over plausible boxes)"."""
    digits = digits_of(row["low"], row["high"])
    boxes = boxes_in_words(row)
    known = f"; {boxes} over plausible boxes" if boxes else ""
    ends = f"{100 * row['low']:.{digits}f} to {100 * row['high']:.{digits}f}"
    return f"{percent(row['win_rate'], digits)} ({ends}{known})"


def difference_in_words(row: Mapping) -> str:
    """Write a difference: "−4.1 pp (−4.9 to −3.3; −9 to 0 over plausible boxes)"."""
    digits = digits_of(row["low"], row["high"])
    ends = " to ".join(signed(100 * row[end], digits) for end in ("low", "high"))
    boxes = [row.get(f"boxes_difference_{end}", math.nan) for end in ("low", "high")]
    known = not any(map(math.isnan, boxes))
    range_ = " to ".join(signed(100 * end, 0) for end in boxes) if known else ""
    return f"{pp(row['difference'], digits)} ({ends}{f'; {range_} over plausible boxes' * known})"


def in_unit(unit: str) -> tuple[float, str, str]:
    """Find a measure's factor, its unit, and the unit of its differences."""
    return UNITS.get(unit, (1, unit, unit))


def change_in_words(row: Mapping) -> str:
    """Write a difference of a measure in its unit, unless the measure is called so."""
    factor, _, unit = in_unit(row["unit"])
    ends = f"{signed(factor * row['low'])} to {signed(factor * row['high'])}"
    named = "" if unit == row["measure"] else f" {unit}"
    return f"{signed(factor * row['difference'])}{named} ({ends})"


def digits_of(low: float, high: float) -> int:
    """Choose one decimal, two where the interval deserves them."""
    return 2 if 0 < (high - low) / 2 < FINE else 1


def listed(names: Iterable[str], most: int = SHOWN_IN_LIST) -> str:
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
    """Begin a text with a capital letter."""
    return text[:1].upper() + text[1:]


def margin_in_words(margin: float) -> str:
    """Write the difference that matters: "1 pp", "0.5 pp"."""
    return f"{100 * margin:g} pp"


def level_in_words(level: float) -> str:
    """Write a confidence level: "95 %", "99.5 %"."""
    return f"{100 * level:.4g}{SPACE}%"


def shown(value: Any, kind: str | None) -> str:
    """Write a cell of a table."""
    if value is None or (isinstance(value, float) and not math.isfinite(value)):
        return ""
    if kind in ("share", "part"):
        return percent(value)
    if kind == "pp":
        return signed(100 * value)
    if kind == "chance":
        return f"<{SPACE}0.001" if value < SMALL_CHANCE else f"{value:.3f}"
    if kind == "count":
        return count(value)
    if kind == "flag":
        return "yes" if value else "no"
    if kind == "number":
        return plain(value, 0 if float(value).is_integer() else 2)
    return str(value)


def shown_bare(value: Any, kind: str, digits: int | None = None) -> str:
    """Write a cell of a table whose heading names the unit, in a terminal."""
    if digits is not None and isinstance(value, int | float) and math.isfinite(value):
        factor, write = {"share": (100, plain), "pp": (100, signed)}.get(kind, (1, plain))
        return write(factor * value, digits)
    if isinstance(value, str):  # a number with a mark
        return value
    text = shown(value, kind).removesuffix(f"{SPACE}%").replace(SPACE, "")
    return text or ("" if kind == "text" else NOTHING)


def _minus(text: str) -> str:
    return text.replace("-", MINUS)


def person_who_wins(wins: float | str) -> str:
    """Name a person by the percentage of standard games that they win."""
    return f"person who wins {float(wins):g}{SPACE}%"


HALF = person_who_wins(50)


def with_people(arms: pd.DataFrame, manifest: dict) -> pd.DataFrame:
    """Name the skill of a person as part of the player, not as something changed besides."""
    if not {"player", "besides"} <= {*arms}:
        return arms
    asked = _asked(manifest)
    names = arms["arm"] if "arm" in arms else [""] * len(arms)
    named = [
        _named(player, besides, _in_name(name) or asked)
        for name, player, besides in zip(names, arms["player"], arms["besides"], strict=True)
    ]
    return arms.assign(
        player=[player for player, _ in named], besides=[besides for _, besides in named]
    )


def _named(player: str, besides: str, known: float) -> tuple[str, str]:
    """Give the player with the skill, and what else differs from the standard game."""
    if player != PERSON:
        return player, besides
    parts = besides.split(", ") if besides else []
    wins = next((float(found[1]) for part in parts if (found := WINS.fullmatch(part))), known)
    if not wins:
        return player, besides
    others = [part for part in parts if not (WINS.fullmatch(part) or MEASURED.fullmatch(part))]
    return person_who_wins(wins), ", ".join(others)


def _in_name(arm: str) -> float:
    """Read the skill from the name of an arm, 0 if it has none."""
    found = re.search(r"\bwins ([\d.]+) %", arm)
    return float(found[1]) if found else 0.0


def _asked(manifest: dict) -> float:
    """Read the skill that the experiment asks for, 0 if it asks for none or for several."""
    experiment = manifest.get("experiment")
    scenario = experiment.get("scenario") if isinstance(experiment, dict) else None
    wins = scenario.get("wins") if isinstance(scenario, dict) else None
    return float(wins) if isinstance(wins, int | float) else 0.0

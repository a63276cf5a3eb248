"""Variants of a scenario in words: "NAME: tweak=exhaust+1, player=casual, set.base_exhaust=3"."""

from __future__ import annotations

from dataclasses import dataclass

from rotwsim.rules.load import load_rulebook
from rotwsim.rules.reader import describe, suggest
from rotwsim.rules.scenario import Scenario
from rotwsim.rules.schema import DataError

YES, NO = ("yes", "true", "1", "on"), ("no", "false", "0", "off")
NOTHING = "none"  # clears a list, as in tweak=none
LISTS = {  # option in words: option of a scenario; each mention adds one entry
    "tweak": "tweaks",
    "without": "without",
    "baron-in": "barons_in",
    "baron-out": "barons_out",
    "baron-harmless": "barons_harmless",
}
TABLES = {"ruling": "rulings", "set": "settings"}
SINGLE = ("board", "player", "barons", "slip", "budget")
FORM = (
    '"NAME: tweak=exhaust+1, player=casual, barons=yes, slip=0.1, '
    'ruling.railbot_path=fresh, set.base_exhaust=3, without=insurance"'
)


@dataclass(frozen=True)
class Variant:
    """A scenario under a name; `side` is what the rulebook says it does, "" if it says nothing."""

    name: str
    scenario: Scenario
    side: str = ""


def variant_of(text: str, baseline: Scenario) -> Variant:
    """The baseline changed as the text says; without a name the changes are the name."""
    head, colon, rest = text.partition(":")
    has_name = bool(colon) and "=" not in head
    name, words = (head.strip(), rest) if has_name else (text.strip(), text)
    changes = [part.strip() for part in words.split(",") if part.strip()]
    if not name or not changes:
        raise DataError(f"variant {describe(text)} changes nothing; the form is {FORM}")
    scenario = baseline
    for change in changes:
        scenario = changed(scenario, change, text)
    return Variant(name, scenario, side_of(baseline, scenario))


def changed(scenario: Scenario, change: str, text: str) -> Scenario:
    """The scenario after one change, such as tweak=cash."""
    key, sign, value = (part.strip() for part in change.partition("="))
    if not sign or not key or not value:
        raise DataError(
            f"variant {describe(text)}: {describe(change)} must have the form key=value"
        )
    key = key.replace("_", "-") if key.replace("_", "-") in LISTS else key
    table, _, entry = key.partition(".")
    if key == "tweak":
        return with_tweak(scenario, value)
    if key in LISTS:
        option = LISTS[key]
        entries = () if value == NOTHING else (*getattr(scenario, option), value)
        return scenario.varied(**{option: entries})
    if table in TABLES and entry:
        option = TABLES[table]
        setting = value if table == "ruling" else number(key, value, int, text)
        return scenario.varied(**{option: {**dict(getattr(scenario, option)), entry: setting}})
    if key == "barons":
        return scenario.varied(barons=yes_or_no(value, text))
    if key in ("slip", "budget"):
        kind = float if key == "slip" else int
        return scenario.varied(**{key: number(key, value, kind, text)})
    if key in ("board", "player"):
        return scenario.varied(**{key: value})
    legal = [*SINGLE, *LISTS, *(f"{table}.NAME" for table in TABLES)]
    raise DataError(f"variant {describe(text)}: unknown key {describe(key)}{suggest(key, legal)}")


def with_tweak(scenario: Scenario, name: str) -> Scenario:
    """The scenario with one tweak more, in place of another of the same group."""
    if name == NOTHING:
        return scenario.varied(tweaks=())
    groups = {tweak.name: tweak.group for tweak in load_rulebook().tweaks}
    kept = [other for other in scenario.tweaks if groups[other] != groups.get(name)]
    return scenario.varied(tweaks=(*kept, name))


def all_tweaks(baseline: Scenario) -> list[Variant]:
    """Every tweak of T1 to T8 at each of its levels, one at a time."""
    return [
        Variant(tweak.name, with_tweak(baseline, tweak.name), tweak.side)
        for tweak in load_rulebook().tweaks
        if tweak.name not in baseline.tweaks
    ]


def side_of(baseline: Scenario, scenario: Scenario) -> str:
    """What the rulebook says of a variant that adds tweaks of one side and changes nothing else."""
    if scenario.varied(tweaks=baseline.tweaks) != baseline:
        return ""
    sides = {tweak.name: tweak.side for tweak in load_rulebook().tweaks}
    if set(baseline.tweaks) - set(scenario.tweaks):
        return ""
    added = {sides[name] for name in scenario.tweaks if name not in baseline.tweaks}
    return added.pop() if len(added) == 1 else ""


def yes_or_no(value: str, text: str) -> bool:
    if value.lower() in YES:
        return True
    if value.lower() in NO:
        return False
    raise DataError(f"variant {describe(text)}: barons is {describe(value)}; legal: yes, no")


def number(key: str, value: str, kind: type, text: str):
    try:
        return kind(value)
    except ValueError:
        what = "a whole number" if kind is int else "a number"
        raise DataError(
            f"variant {describe(text)}: {key} is {describe(value)}; it must be {what}"
        ) from None

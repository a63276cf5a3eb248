"""Variants of a scenario in words: "NAME: tweak=exhaust+1, player=casual, set.base_exhaust=3"."""

from dataclasses import dataclass

from rotwsim.scenario.options import NOTHING, SCENARIO_OPTIONS, TABLE, tweak_called
from rotwsim.scenario.reading import describe, suggest
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

BY_WORD = {option.word: option for option in SCENARIO_OPTIONS}
KEYS = [f"{o.word}.NAME" if o.shape == TABLE else o.word for o in SCENARIO_OPTIONS]
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
    name, colon, words = text.partition(":")
    if not colon or "=" in name:
        name = words = text
    name, changes = name.strip(), [part.strip() for part in words.split(",") if part.strip()]
    if not name or not changes:
        raise DataError(f"variant {describe(text)} changes nothing; the form is {FORM}")
    scenario = baseline
    for change in changes:
        scenario = changed(scenario, change, text)
    return Variant(name, scenario, side_of(baseline, scenario))


def changed(scenario: Scenario, change: str, text: str) -> Scenario:
    """The scenario after one change, such as tweak=cash."""
    key, sign, value = (part.strip() for part in change.partition("="))
    where = f"variant {describe(text)}"
    if not sign or not key or not value:
        raise DataError(f"{where}: {describe(change)} must have the form key=value")
    word, dot, entry = key.partition(".")
    option = BY_WORD.get(word.replace("_", "-"))
    if option is None or bool(entry) != (option.shape == TABLE) or (dot and not entry):
        raise DataError(f"{where}: unknown key {describe(key)}{suggest(key, KEYS)}")
    if option.name == "tweaks":
        return with_tweak(scenario, value)
    try:
        setting = option.changed(getattr(scenario, option.name), entry, value)
    except DataError as error:
        raise DataError(f"{where}: {error}") from None
    return scenario.varied(**{option.name: setting})


def with_tweak(scenario: Scenario, name: str) -> Scenario:
    """The scenario with one tweak more, in place of another of the same group."""
    if name == NOTHING:
        return scenario.varied(tweaks=())
    name = tweak_called(name, scenario.book)
    groups = {tweak.name: tweak.group for tweak in scenario.book.tweaks}
    kept = [other for other in scenario.tweaks if groups[other] != groups.get(name)]
    return scenario.varied(tweaks=(*kept, name))


def all_tweaks(baseline: Scenario) -> list[Variant]:
    """Every tweak of the rulebook in force at each of its levels, one at a time."""
    return [
        Variant(tweak.name, with_tweak(baseline, tweak.name), tweak.side)
        for tweak in baseline.book.tweaks
        if tweak.name not in baseline.tweaks
    ]


def side_of(baseline: Scenario, scenario: Scenario) -> str:
    """What the rulebook says of a variant that adds tweaks of one side and changes nothing else."""
    if scenario.varied(tweaks=baseline.tweaks) != baseline:
        return ""
    sides = {tweak.name: tweak.side for tweak in scenario.book.tweaks}
    if set(baseline.tweaks) - set(scenario.tweaks):
        return ""
    added = {sides[name] for name in scenario.tweaks if name not in baseline.tweaks}
    return added.pop() if len(added) == 1 else ""

"""What goes without saying of a person in a scenario, and what a scenario with one refuses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rotwsim.scenario.options import OPTION, PERSON, PERSON_OPTIONS, UNKNOWN_KNOB, WINS
from rotwsim.scenario.schema import DataError

if TYPE_CHECKING:
    from rotwsim.scenario.scenario import Scenario

HALF = 50.0  # per cent of the standard games that a person wins unless said


def person_defaults(given: Mapping) -> dict:
    """Add that a person plays where an option is a person's, and wins half of the games."""
    errs = any(
        given.get(name, OPTION[name].default) != OPTION[name].default for name in PERSON_OPTIONS
    )
    players = given.get("seats") or (given.get("player", PERSON if errs else ""),)
    if PERSON not in players:
        return {}
    found = {} if given.get("seats") else {"player": PERSON}
    is_known = given.get("wins") or given.get("knob", UNKNOWN_KNOB) != UNKNOWN_KNOB
    return found if is_known else found | {"wins": HALF}


def without_person(scenario: Scenario, changes: Mapping) -> dict:
    """Drop what is said of a person where changes name another player."""
    seats = changes.get("seats")
    found = {"player": OPTION["player"].default} if seats and scenario.player == PERSON else {}
    if any(PERSON in name for name in seats or (changes.get("player", PERSON),)):  # 4*person too
        return found
    return found | {name: OPTION[name].default for name in PERSON_OPTIONS}


def check_person(scenario: Scenario) -> None:
    """Refuse options of a person for others, and what a person does not take."""
    if not scenario.has_person:
        for name in PERSON_OPTIONS:
            if getattr(scenario, name) != OPTION[name].default:
                who = " and ".join(dict.fromkeys(scenario.seats)) or scenario.player
                raise DataError(f"{name} is for the player person, not for {who}")
        return
    if scenario.wins and scenario.wins not in WINS:
        raise DataError(f"wins is {scenario.wins:g} %; legal are {WINS}")
    if scenario.slip:
        raise DataError("a person slips by errs = careless; leave slip out, or name a player")
    if "master" in scenario.seats:
        raise DataError("person and master cannot play in one game")

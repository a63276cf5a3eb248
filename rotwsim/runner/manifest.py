"""Write the manifest of a run: what decides its games, how it was made and when."""

from __future__ import annotations

import hashlib
import json
import platform
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path

from rotwsim.core.jit.decorators import KERNEL_DIGEST
from rotwsim.scenario.player_numbers import behaviour_of, with_current_names
from rotwsim.scenario.provenance import count_by_origin, is_unseen
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import BOTH, DataError, Provenance

FORMAT = 2
ALWAYS_THERE = {  # what every manifest holds that is read again, and of which kind
    "format": int,
    "scenario": dict,
    "seed": int,
    "games": int,
    "behaviour": str,
    "kernel_digest": str,
    "finished": str | None,
    "digest": str | None,
}
PACKAGES = ("rotwsim", "numpy", "numba", "pandas", "pyarrow", "joblib")


def manifest_of(scenario: Scenario, seed: int, games: int) -> dict:
    """Make the manifest of a run that begins now."""
    return {
        "format": FORMAT,
        "title": scenario.title(),
        "command": f"rotwsim run {scenario.command()} --games {games} --seed {seed}",
        "scenario": scenario.describe(),
        "seed": seed,
        "games": games,
        "behaviour": behaviour_of(scenario),
        "kernel_digest": KERNEL_DIGEST,
        "provenance": provenance_of(scenario),
        "versions": dict(versions()),
        "machine": f"{platform.system()} {platform.machine()}",
        "started": now(),
        "finished": None,
        "digest": None,
    }


@cache
def versions() -> dict[str, str]:
    """Look up the versions of the packages that a game depends on."""
    found = {name: version(name) for name in PACKAGES}
    return found | {"python": platform.python_version()}


def identity_of(manifest: dict) -> str:
    """Hash what the games depend on: runs with one identity hold the same games."""
    parts = [manifest[key] for key in ("format", "seed", "behaviour")]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


def refuse_another_run(folder: Path, there: dict | None, here: dict) -> None:
    """Refuse a folder with games of other rules, code or seed, and say what differs."""
    if there is None or identity_of(there) == identity_of(here):
        return
    differences = []
    if there["seed"] != here["seed"]:
        differences.append(f"seed {there['seed']} there, {here['seed']} here")
    then, wanted = with_current_names(there["scenario"]), here["scenario"]
    for key in {**then, **wanted}:
        if then.get(key) != wanted.get(key):
            differences.append(f"{key} {difference(then.get(key), wanted.get(key))}")
    if not differences:
        differences.append("the rules or the player have changed since")
    raise DataError(
        f"{folder} holds games of another run: {'; '.join(differences)}. "
        "Give another folder to --out"
    )


def difference(there: object, here: object) -> str:
    """Say what differs between two values; of tables only the lines that differ."""
    if isinstance(there, dict) and isinstance(here, dict):
        keys = [key for key in {**there, **here} if there.get(key) != here.get(key)]
        there, here = ({key: side.get(key) for key in keys} for side in (there, here))
    return f"{json.dumps(there)} there, {json.dumps(here)} here"


def now() -> str:
    """Return the time in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


# How assumed parameters are named, by how their key begins; those that matter most come first.
NAMES = {
    "solo.base_exhaust": "Base Exhaust",
    "solo.empty_city_trigger": "the Empty City trigger",
    "railbot.cards": "{} Railbot map cards",
    "railbot.common": "{} common Railbot cards",
    "solo.cities_not_in_play": "the cities not in play",
    "solo.lines_not_in_play": "the lines not in play",
    "cities": "{} cities",
    "lines": "{} Major Lines",
    "operations": "{} Operations cards",
    "map.rows": "the hexes",
    "map.ridges": "the ridges",
    "sea": "{} sea routes",
    "western_link": "the Western Link",
    "multiplayer.markers": "the Empty City Markers by seats",
    "multiplayer.rotor_cities": "the rotor cities",
    "multiplayer.rail_barons": "{} Rail Barons of the map",
    "rail_barons": "{} Rail Barons",
    "rotors": "the wheel of the rotors",
}
# How the keys begin of parameters that only one of the games has.
OF_SOLO = ("solo.", "railbot", "barons[", "tweaks[")
OF_TABLE = (
    "multiplayer.", "rail_barons.", "start.cards", "setup.", "mines.", "seats.", "auction.",
    "rotors.", "major_line.", "turn.rounds", "turn.most_turns",
)  # fmt: skip


def provenance_of(scenario: Scenario) -> dict:
    """Say how many parameters are printed, reported, ruled or assumed, and the assumed ones by
    name.
    """
    parameters = parameters_in_force(scenario)
    origins = count_by_origin(parameters)
    return {
        "parameters": sum(origins.values()),
        "origins": origins,
        "assumed": assumed_by_name(parameters),
    }


def in_words(provenance: dict) -> str:
    """Give one line: "assumed, not printed: Base Exhaust, …"."""
    if not provenance["assumed"]:
        return f"none of {provenance['parameters']:,} parameters is assumed"
    return f"assumed, not printed: {', '.join(provenance['assumed'])}"


def parameters_in_force(scenario: Scenario) -> list[Provenance]:
    """List the parameters of board and rulebook that hold in this scenario."""
    replaced = {name for name, _ in scenario.settings}
    elsewhere = (OF_SOLO if scenario.seats else OF_TABLE) + tuple(
        f"rulings.{ruling.name}."
        for ruling in scenario.book.rulings
        if ruling.game not in (BOTH, scenario.game)
    )
    return [
        value
        for value in (*scenario.board.provenance, *scenario.book.provenance)
        if not value.key.startswith(elsewhere)
        and not (value.key.startswith("solo.") and value.key.removeprefix("solo.") in replaced)
    ]


def assumed_by_name(parameters: list[Provenance]) -> list[str]:
    """Give the assumed parameters in the words of the game: "14 Railbot map cards"."""
    entries: dict[str, set[str]] = {}
    for value in parameters:
        if is_unseen(value):
            start = next((start for start in NAMES if value.key.startswith(start)), value.key)
            entries.setdefault(start, set()).add(value.key.rpartition(".")[0])
    ordered = sorted(entries, key=lambda start: [*NAMES, start].index(start))
    return [NAMES.get(start, start).format(len(entries[start])) for start in ordered]

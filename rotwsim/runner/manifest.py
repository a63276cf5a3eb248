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
from rotwsim.runner.assumed_parameters import provenance_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.signatures import behaviour_of, with_current_names

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

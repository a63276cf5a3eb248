# Longer than most: the folder of a run, its manifest, and what its parameters rest on.
"""Store a run in a folder and read it: a manifest, and one Parquet file per block."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rotwsim.core.jit.decorators import KERNEL_DIGEST
from rotwsim.runner import run_folder
from rotwsim.runner.game_columns import MULTIPLAYER_FORM, SOLO_FORM
from rotwsim.runner.parallel import PlayedBlock
from rotwsim.runner.run_totals import RunTotals
from rotwsim.runner.workload import MOST_GAMES, Block
from rotwsim.scenario.files import DATA, UNFINISHED, write_whole
from rotwsim.scenario.player_numbers import behaviour_of
from rotwsim.scenario.provenance import count_by_origin, is_unseen
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import BOTH, DataError, Provenance

if TYPE_CHECKING:
    import pandas as pd

ASSUMED = DATA / "assumed.toml"
MANIFEST = "manifest.json"
BLOCKS = "games"
ASIDE = "aside"  # files that were among the blocks and could not be used
LOG = logging.getLogger("rotwsim")
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


class Store:
    """The open folder of one run; only one process at a time may write into it."""

    def __init__(self, folder: Path, manifest: dict):
        self.folder = folder
        self.manifest = manifest
        self.files: dict[Block, Path] = {}

    def read(self) -> Iterator[PlayedBlock]:
        """Yield the stored blocks, each game once; put damaged and superfluous files aside."""
        self.files, end = {}, 0
        for path in sorted((self.folder / BLOCKS).glob("*.parquet")):
            block = run_folder.block_in_name(path.name)
            if block is None:
                self.put_aside(path, "is no block of games")
            elif block.first < end:
                self.put_aside(path, "holds games that another block holds too")
            else:
                try:
                    played = run_folder.read_block(path, identity_of(self.manifest))
                except run_folder.Damaged as reason:
                    self.put_aside(path, f"{reason}; its games are played again")
                else:
                    self.files[block], end = path, block.end
                    yield played

    def put_aside(self, path: Path, why: str) -> None:
        aside = self.folder / ASIDE
        aside.mkdir(exist_ok=True)
        os.replace(path, aside / path.name)
        LOG.warning("%s %s; it is kept in %s", path, why, aside)

    def write(self, played: PlayedBlock) -> None:
        name, content = run_folder.block_file(played, identity_of(self.manifest))
        path = self.folder / BLOCKS / name
        self._write_whole(path, content)
        self.files[played.block] = path

    def compare_digest(self, totals: RunTotals) -> None:
        """Warn if the blocks are whole but not the games that the manifest names."""
        named, found = self.manifest["digest"], totals.sums().digest_text
        if named and totals.games == self.manifest["games"] and named != found:
            text = "%s names digest %s, its blocks give %s; the blocks count"
            LOG.warning(text, self.folder / MANIFEST, named, found)

    def remove(self, block: Block) -> None:
        self.files.pop(block).unlink()

    def note(self, **facts) -> None:
        self.manifest = {**self.manifest, **facts}
        text = json.dumps(self.manifest, indent=2, ensure_ascii=False) + "\n"
        self._write_whole(self.folder / MANIFEST, text.encode(), lasting=True)

    def _write_whole(self, path: Path, content: bytes, lasting: bool = False) -> None:
        try:
            write_whole(path, content, lasting)
        except OSError as error:
            reason = error.strerror or str(error)
            raise DataError(f"{self.folder}: {reason}; complete blocks are kept") from error


@contextmanager
def opened(folder: Path | str, manifest: dict) -> Iterator[Store]:
    """Open the folder of a run, new or to be continued; refuse anything else unchanged."""
    folder = Path(folder)
    refuse_another_run(folder, manifest_there(folder), manifest)
    inner = folder / BLOCKS
    new = [path for path in (inner, *inner.parents) if not path.exists()]
    try:
        inner.mkdir(parents=True, exist_ok=True)
        with run_folder.locked(folder, inner):
            there = manifest_there(folder)  # once more, now that nobody else can change it
            refuse_another_run(folder, there, manifest)
            remove_unfinished(inner)
            store = Store(folder, there or manifest)
            store.files = block_files(folder)
            try:
                if not there:
                    store.note()
                yield store
            except BaseException:
                if not there and not store.files:
                    with suppress(OSError):
                        (folder / MANIFEST).unlink(missing_ok=True)
                raise
    except BaseException:
        for path in new:  # of a run that never held a game
            with suppress(OSError):
                path.rmdir()
        raise


def read_manifest(folder: Path | str) -> dict:
    found = manifest_there(Path(folder))
    if found is None:
        raise DataError(f"{folder} holds no run: {MANIFEST} is missing")
    return found


def manifest_there(folder: Path) -> dict | None:
    """Read the manifest if the folder has one; None for a new or empty folder."""
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        if manifest["format"] != FORMAT:
            raise DataError(f"{path} has format {manifest['format']}; this version reads {FORMAT}")
        for key, kinds in ALWAYS_THERE.items():
            if not isinstance(manifest[key], kinds):
                raise TypeError(key)
        return manifest
    except FileNotFoundError:
        hidden = (UNFINISHED, run_folder.WRITER)
        shown = [each.name for each in folder.iterdir()] if folder.is_dir() else []
        if any(name != BLOCKS and not name.startswith(hidden) for name in shown):
            raise DataError(f"{folder} holds other files and no run; give another folder") from None
        return None
    except DataError:
        raise
    except (ValueError, RecursionError, KeyError, TypeError):
        raise DataError(f"{path} is damaged; give another folder, or remove this one") from None


def block_files(folder: Path) -> dict[Block, Path]:
    """List block files in the order of their games; of two that overlap the first counts."""
    found, end = {}, 0
    for path in sorted((folder / BLOCKS).glob("*.parquet")):
        block = run_folder.block_in_name(path.name)
        if block and block.first >= end:
            found[block], end = path, block.end
    return found


def games_held(folder: Path) -> int:
    return max((block.end for block in block_files(folder)), default=0)


def remove_unfinished(inner: Path) -> None:
    """Delete what a killed process left half-written in a folder and the one inside it."""
    for path in (*inner.parent.glob(f"{UNFINISHED}*"), *inner.glob(f"{UNFINISHED}*")):
        path.unlink()


@dataclass(frozen=True)
class StoredRun:
    """A run read from its folder; reading changes nothing there."""

    folder: Path
    manifest: dict
    games: int
    wins: int
    table: pd.DataFrame
    digest: str
    traffic: np.ndarray | None  # None without games
    missing: int  # games that were asked for and are not there
    damaged: tuple[str, ...]  # files that were left out


def read_run(folder: Path | str, columns: Sequence[str] | None = None) -> StoredRun:
    """Read a folder that `rotwsim run --out` or `simulate(…, out=…)` wrote, finished or not: its
    games as a table, what was asked for, and what is missing or damaged.

    >>> scenario = rotwsim.Scenario.of(player="club")
    >>> games = rotwsim.simulate(scenario, games=20, seed=3, out="runs/first")
    >>> run = rotwsim.read_run("runs/first")
    >>> run.games, run.missing, run.manifest["seed"], run.digest == games.attrs["digest"]
    (20, 0, 3, True)
    """
    folder = Path(folder)
    manifest = read_manifest(folder)
    form = MULTIPLAYER_FORM if manifest["scenario"].get("seats") else SOLO_FORM
    totals, damaged = RunTotals(form.columns if columns is None else columns, form), []
    for path in block_files(folder).values():
        try:
            totals.add(run_folder.read_block(path, identity_of(manifest)))
        except run_folder.Damaged:
            damaged.append(path.name)
        totals.settle(MOST_GAMES)
    sums = totals.sums()
    return StoredRun(
        folder=folder,
        manifest=manifest,
        games=sums.games,
        wins=sums.wins,
        digest=sums.digest_text,
        traffic=sums.traffic,
        table=totals.take_games().table(),
        missing=max(0, manifest["games"] - totals.games),
        damaged=tuple(damaged),
    )


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
def versions(packages: tuple[str, ...] = PACKAGES) -> dict[str, str]:
    """Look up the versions of packages, by default those that a game depends on."""
    found = {name: version(name) for name in packages}
    return found | {"python": platform.python_version()}


def identity_of(manifest: dict) -> str:
    """Hash what the games depend on: runs with one identity hold the same games."""
    parts = [manifest[key] for key in ("format", "seed", "behaviour")]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


def refuse_another_run(folder: Path, there: dict | None, here: dict) -> None:
    """Refuse a folder with games of other rules, code or seed, and say what differs."""
    if there is None or identity_of(there) == identity_of(here):
        return
    then = {"seed": there["seed"], **there["scenario"]}
    wanted = {"seed": here["seed"], **here["scenario"]}
    differences = [
        f"{key} {difference(then.get(key), wanted.get(key))}"
        for key in {**then, **wanted}
        if then.get(key) != wanted.get(key)
    ] or ["the rules or the player have changed since"]
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
    return datetime.now(UTC).isoformat(timespec="seconds")


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


def assumed_in_words(provenance: dict) -> str:
    if not provenance["assumed"]:
        return f"none of {provenance['parameters']:,} parameters is assumed"
    return f"assumed, not printed: {', '.join(provenance['assumed'])}"


def parameters_in_force(scenario: Scenario) -> list[Provenance]:
    """List the parameters of board and rulebook that hold in this scenario."""
    replaced = {name for name, _ in scenario.settings}
    rulings = (one for one in scenario.book.rulings if one.game not in (BOTH, scenario.game))
    elsewhere = (
        *read_toml(ASSUMED, ASSUMED.name)["only"]["solo" if scenario.seats else "multiplayer"],
        *(f"rulings.{ruling.name}." for ruling in rulings),
    )
    return [
        value
        for value in (*scenario.board.provenance, *scenario.book.provenance)
        if not value.key.startswith(elsewhere)
        and not (value.key.startswith("solo.") and value.key.removeprefix("solo.") in replaced)
    ]


def assumed_by_name(parameters: list[Provenance]) -> list[str]:
    """Give the assumed parameters in the words of the game: "14 Railbot map cards"."""
    names: dict[str, str] = read_toml(ASSUMED, ASSUMED.name)["names"]
    entries: dict[str, set[str]] = {start: set() for start in names}
    for value in filter(is_unseen, parameters):
        start = next((start for start in names if value.key.startswith(start)), value.key)
        entries.setdefault(start, set()).add(value.key.rpartition(".")[0])
    return [names.get(start, start).format(len(keys)) for start, keys in entries.items() if keys]

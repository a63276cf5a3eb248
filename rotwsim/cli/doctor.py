"""`rotwsim doctor`: versions, cores, cache, kernels and disk of this machine."""

from __future__ import annotations

import os
import platform
import shutil
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click

from rotwsim.cli.frame import example
from rotwsim.cli.options import form_options

PACKAGES = ("numpy", "numba", "llvmlite", "pandas", "scipy", "matplotlib", "pyarrow", "joblib")
EXTRAS = {"dask": "dask", "gym": "gymnasium", "tune": "cma", "docs": "mkdocs-material"}
LITTLE_DISK = 500_000_000  # bytes: a compiled game and a few million games
MEGABYTE = 1_000_000


@click.command(epilog=example("rotwsim doctor", "rotwsim doctor --json"))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@form_options
def doctor(as_json: bool) -> None:
    """Look at this machine: what is installed, compiled and free, and what to do about it."""
    from rotwsim.cli.tables import as_json as as_text
    from rotwsim.cli.tables import show_lines, show_notes

    found = examined()
    if as_json:
        click.echo(as_text(found))
        return
    show_lines("This machine", {name: str(value) for name, value in found["machine"].items()})
    show_lines("Packages", found["packages"])
    show_notes(found["advice"] or ["all is well"])


def examined() -> dict:
    """What there is, by section, and what to do about it."""
    from rotwsim.core.jit.cache_folder import cache_folder
    from rotwsim.core.jit.decorators import KERNEL_DIGEST
    from rotwsim.core.jit.kernel_cache import damaged_kernels
    from rotwsim.runner.precompile import is_compiled
    from rotwsim.scenario.scenario import Scenario

    folder = cache_folder()
    free = shutil.disk_usage(nearest_folder(folder)).free
    compiled, damaged = is_compiled(Scenario.of()), damaged_kernels()
    machine = {
        "rotwsim": versions("rotwsim"),
        "Python": f"{platform.python_version()}, {platform.system()} {platform.machine()}",
        "cores": os.cpu_count(),
        "cache": str(folder),
        "cache size": f"{size_of(folder) / MEGABYTE:,.0f} MB",
        "kernels": f"{KERNEL_DIGEST}, {'compiled' if compiled else 'not compiled yet'}",
        "free disk": f"{free / MEGABYTE:,.0f} MB",
    }
    packages = {name: versions(name) for name in (*PACKAGES, *EXTRAS.values())}
    notes = advice(compiled, free, folder)
    if damaged:
        machine["kernels"] += f", damaged files: {len(damaged)}"
        notes.append("the next game that needs a damaged kernel compiles it again")
    return {"machine": machine, "packages": packages, "advice": notes}


def advice(compiled: bool, free: int, folder: Path) -> list[str]:
    """What a user might do, one sentence each."""
    notes = []
    if not compiled:
        notes.append("the first game compiles the rules, about a minute: rotwsim run --games 1")
    if free < LITTLE_DISK:
        notes.append(f"little disk is free; older kernels in {folder / 'kernels'} may be deleted")
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        notes.append("NUMBA_DISABLE_JIT is set: games run as plain Python, a thousand times slower")
    for extra, package in EXTRAS.items():
        if versions(package) == "not installed":
            notes.append(
                f'{package} comes with the extra "{extra}": pip install "rotwsim[{extra}]"'
            )
    return notes


def versions(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def size_of(folder: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def nearest_folder(path: Path) -> Path:
    """The folder itself, or the first above it that exists."""
    return next(place for place in (path, *path.parents) if place.is_dir())

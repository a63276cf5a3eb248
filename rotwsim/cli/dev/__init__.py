# Longer than most: the commands of developers side by side.
"""`rotwsim dev`: for those who change rotwsim: audit, speed, training, this machine, completion."""

from __future__ import annotations

import json
import os
import platform
import shutil
from collections.abc import Sequence
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import get_completion_class

from rotwsim.cli import SectionedGroup, command, example
from rotwsim.cli.options import FILE, JSON, QUIET, RUN_SEED, form_options, option, scenario_options
from rotwsim.cli.progress import in_minutes, progress
from rotwsim.cli.tables import show_frame, show_json, show_lines, show_notes
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.options import OPTION
from rotwsim.scenario.schema import DataError

if TYPE_CHECKING:
    from rotwsim.runner.audit_and_signature import Audit
    from rotwsim.scenario.scenario import Scenario

DISAGREEMENT = 1  # exit code
MOST_GAMES = 1_000_000  # they take days
DECISIONS = {
    "DECIDE_ACTION": "actions",
    "DECIDE_CLAIM": "Barons claimed or not (D1)",
    "DECIDE_LOST_CUBE": "cubes lost to Railbot Links (S22)",
    "DECIDE_EXHAUST": "cubes exhausted (S25)",
    "DECIDE_LINE": "Major Lines given to the Railbot (S28)",
    "DECIDE_BARON": "Barons given to the Railbot (S28)",
    "DECIDE_PATH": "ties of Railbot paths (S23)",
    "DECIDE_NEW_CITY": "New Cities of New Industry (B44)",
    "DECIDE_GROWTH": "cities of City Growth (B44)",
    "DECIDE_KEEP": "Rail Barons kept (M6)",
    "DECIDE_BID": "bids (M11 to M14)",
}
PACKAGES = ("numpy", "numba", "llvmlite", "pandas", "scipy", "matplotlib", "pyarrow", "joblib")
EXTRAS = {"dask": "dask", "gym": "gymnasium", "tune": "cma", "docs": "zensical"}
LITTLE_DISK = 500_000_000  # bytes: a compiled game and a few million games
MEGABYTE = 1_000_000
SHELLS = ("bash", "zsh", "fish")
VARIABLE = "_ROTWSIM_COMPLETE"


@click.group(
    cls=SectionedGroup,
    sections={"Commands": "audit bench train doctor completion"},
    where={
        "audit": "dev:audit",
        "bench": "dev:bench",
        "train": "dev.train:train",
        "doctor": "dev:doctor",
        "completion": "dev:completion",
    },
    epilog=example("rotwsim dev audit --player random --games 100", "rotwsim dev doctor"),
)
def dev() -> None:
    """For developers: audit, speed, training, this machine, completion."""


@command(
    "rotwsim dev audit --board eastern-us --barons --player random --games 100",
    "rotwsim dev audit --tweak cards-2 --ruling railbot_path=fresh --player random --seed 7",
    "rotwsim dev audit --seats 4*random --bidding first_to_pass --module mines --games 20",
)
@partial(scenario_options, player=OPTION["player"].default)
@option("--games N", "Games to check.", type=click.IntRange(1, MOST_GAMES), default=100)
@RUN_SEED
@click.pass_context
def audit(context: click.Context, scenario: Scenario, games: int, seed: int) -> None:
    """Check the compiled game against the plain reference.

    Games are played with a full log. The reference replays every row of it by its own rules. It
    checks that the deal was possible, that every decision was legal, that every effect follows, and
    that the outcome agrees field by field. The first disagreement ends the audit with exit code 1.
    """
    import time

    from rotwsim.runner.audit_and_signature import audit as check

    begun = time.monotonic()
    with progress() as advance:

        def watch(done: int) -> None:
            left = in_minutes((time.monotonic() - begun) * (games - done) / done)
            advance(done, games, lambda: f"{done:,} of {games:,} games checked, {left} left")

        report = check(scenario, games, seed, progress=watch)
    show_lines(f"{scenario.title()}, seed {seed}", counts_of(report))
    failure = report.failure
    if failure is None:
        click.echo("No disagreement.")
        return
    click.echo(f"DISAGREEMENT in seed {failure.seed}, game {failure.game}, turn {failure.turn}")
    click.echo(f"  {failure.what}")
    words = f"{scenario.command()} --seed {failure.seed} --game {failure.game}"
    click.echo(f"The game in words: rotwsim replay {words}")
    context.exit(DISAGREEMENT)


def counts_of(report: Audit) -> dict[str, str]:
    counts = {
        "games": report.games,
        "rows of their logs": report.rows,
        "decisions": sum(report.decisions.values()),
        **{f"  {DECISIONS[name]}": count for name, count in report.decisions.most_common()},
        "legal choices compared": report.choices,
        "tiles of track": report.tiles,
        "places whose offers were searched for again": report.offers_checked,
    }
    if report.path_ties_cut:
        counts["ties of too many paths, not compared"] = report.path_ties_cut
    return {name: f"{count:,}" for name, count in counts.items()}


SLOWER = 0.9  # of the former speed: the share below which a comparison fails
TRIES = 3  # until a speed counts as slower: other programs only ever take speed away
FAILED = 1  # exit code


@command(
    "rotwsim dev bench --save bench.json",
    "rotwsim dev bench --quick --player random --against bench.json",
    'rotwsim dev bench --quick --seats "4*casual" --board eastern-us',
)
@option(
    "--player NAME",
    "Who plays; repeatable.  [default: all, with --seats none]",
    "players",
    multiple=True,
)
@option("--seats NAME", "Who plays, such as 4*casual; repeatable.", "tables", multiple=True)
@option("--board NAME", "A board by name; repeatable.  [default: all]", "boards", multiple=True)
@option(
    "--seconds NUMBER",
    "Play at least this long for each player on each board.",
    type=click.FloatRange(min=0.01),
    default=0.3,
)
@option("--quick", "Leave out compilation and memory.")
@option("--save FILE", "Keep the numbers for a later --against.")
@option(
    "--against FILE",
    "Exit code 1 if a player became more than 10 % slower on a board.",
    "former_file",
)
@form_options
@JSON
@QUIET
@click.pass_context
def bench(
    context: click.Context,
    players: Sequence[str],
    tables: Sequence[str],
    boards: Sequence[str],
    seconds: float,
    quick: bool,
    save: Path | None,
    former_file: Path | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Measure how fast games are played here, and whether that became slower.

    Speeds are games per second of one core, in processor time: other programs on the machine
    hardly matter. Only the lines about jobs and start-up are in real time.
    """
    from rotwsim.runner.bench import bench as measure
    from rotwsim.runner.bench import machine

    former = read_bench(former_file, machine()) if former_file else None
    say = (lambda what: None) if quiet else (lambda what: click.echo(f"{what} …", err=True))
    found = measure(players, boards, seats=tables, seconds=seconds, quick=quick, watch=say)
    ratios = speed_ratios(former, found, seconds) if former else {}
    if save:
        save.parent.mkdir(parents=True, exist_ok=True)
        write_whole(save, json.dumps(found, indent=2) + "\n")
    click.echo(json.dumps(found, indent=2)) if as_json else show_bench(found)
    if ratios and not as_json:
        lines = {what: f"{ratio:.2f} times as fast" for what, ratio in ratios.items()}
        show_lines("Against the former run", lines)
    slower = [what for what, ratio in ratios.items() if ratio < SLOWER]
    if slower:
        click.echo(f"More than 10 % slower than before: {', '.join(slower)}", err=True)
        context.exit(FAILED)


def read_bench(path: Path, here: str) -> dict:
    try:
        former = json.loads(path.read_text(encoding="utf-8"))
        there, speeds = former["machine"], former["games_per_second"]
        is_whole = all(speed > 0 for by_board in speeds.values() for speed in by_board.values())
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        is_whole = False
    if not is_whole:
        raise DataError(f"{path} holds no numbers of rotwsim dev bench")
    if there != here:
        raise DataError(f"{path} was measured on another machine ({there}; here {here})")
    return former


def speed_ratios(former: dict, found: dict, seconds: float) -> dict[str, float]:
    """Compare speeds with before; what seems slower is tried again, and the best one counts."""
    from rotwsim.runner.bench import scenario_of, speed

    ratios = {}
    for who, by_board in found["games_per_second"].items():
        before = former["games_per_second"].get(who, {})
        for board in set(by_board) & set(before):
            for _ in range(TRIES - 1):
                if by_board[board] < SLOWER * before[board]:
                    again = speed(scenario_of(board, who), seconds)
                    by_board[board] = max(by_board[board], again)
            ratios[f"{who} on {board}"] = by_board[board] / before[board]
    return dict(sorted(ratios.items()))


def show_bench(found: dict) -> None:
    import pandas as pd

    speeds = pd.DataFrame(found["games_per_second"]).rename_axis("board").reset_index()
    show_frame("", speeds, "Games per second and core")
    show_lines("The machine", machine_lines(found))


def machine_lines(found: dict) -> dict[str, str]:
    by_jobs = found["games_per_second_by_jobs"]
    lines = {
        "machine": f"{found['machine']}, Python {found['python']}",
        "start-up": f"{found['start_up_seconds']:.1f} s to the first game",
    }
    for jobs, speed in by_jobs.items():
        times = f", {speed / by_jobs['1']:.2f} times one" if jobs != "1" else ""
        lines[f"{jobs} job{'s' if jobs != '1' else ''}"] = f"{speed:,.0f} games a second{times}"
    if found.get("compile_seconds"):
        lines["compilation"] = f"{found['compile_seconds']:.0f} s, once"
    if found.get("megabytes_per_million_games"):
        lines["memory"] = f"{found['megabytes_per_million_games']:.0f} MB for a million games"
    signatures = {f"signature of {name}": value for name, value in found["signatures"].items()}
    return lines | signatures | {"kernels": found["kernel_digest"]}


@command("rotwsim dev doctor", "rotwsim dev doctor --json")
@JSON
@form_options
def doctor(as_json: bool) -> None:
    """Look at this machine: what is installed, compiled and free, and what to do about it."""
    found = examined()
    if as_json:
        show_json(found)
        return
    show_lines("This machine", {name: str(value) for name, value in found["machine"].items()})
    show_lines("Packages", found["packages"])
    show_notes(found["advice"] or ["all is well"])


def examined() -> dict:
    from rotwsim.core.jit.cache_folder import cache_folder
    from rotwsim.core.jit.decorators import KERNEL_DIGEST
    from rotwsim.core.jit.kernel_cache import damaged_kernels
    from rotwsim.runner.play import is_compiled
    from rotwsim.scenario.scenario import Scenario

    folder = cache_folder()
    there = next(place for place in (folder, *folder.parents) if place.is_dir())
    free = shutil.disk_usage(there).free
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
    notes = []
    if not compiled:
        notes.append("the first game compiles the rules, about a minute: rotwsim run --games 1")
    if free < LITTLE_DISK:
        notes.append(f"little disk is free; older kernels in {folder / 'kernels'} may be deleted")
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        notes.append("NUMBA_DISABLE_JIT is set: games run as plain Python, a thousand times slower")
    for extra, package in EXTRAS.items():
        if versions(package) == "not installed":
            how = f'pip install "rotwsim[{extra}]"'
            notes.append(f'{package} comes with the extra "{extra}": {how}')
    return notes


def versions(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


@command(
    "rotwsim dev completion bash >> ~/.bash_completion",
    "rotwsim dev completion fish > ~/.config/fish/completions/rotwsim.fish",
)
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print what a shell needs to complete commands, options and names."""
    from rotwsim.cli import main

    written = get_completion_class(shell)
    assert written, shell
    source = written(main, {}, "rotwsim", VARIABLE)
    click.echo(source.source_template % source.source_vars())

"""Kills commands at random moments, again and again, and compares what comes out.

`python -m tests.runner.kills --kills 100 --signal KILL` ends `run`, `compare`, `experiment`,
`train` and `report` in turn, a hundred times in all, and prints one line for each; the exit code
is 1 if anything differs from an undisturbed call, or if anything is left over.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rotwsim.runner.store import ASIDE, block_files, read_run

CALL = [sys.executable, "-c", "from rotwsim.cli import main; main(prog_name='rotwsim')"]
PATIENCE = 600  # seconds for a call that nobody disturbs
SOONER = 0.8
QUESTION = """\
# Is a game that a million kills disturbed the same game?
games = 1
[scenario]
player = "random"
[arms]
tweaks = [[], ["cash"], ["exhaust+1"]]
[compare]
across = "tweaks"
"""
# How each command that keeps its games is called: the folder, a file of a question, games an arm.
# A new one is a line here.
COMMANDS = {
    "run": lambda folder, file, games: [
        *("run", "--player", "random", "--barons", "--seed", 5, "--block", 200),
        *("--games", 3 * games, "--out", folder, "--json"),
    ],
    "compare": lambda folder, file, games: [
        *("compare", "--player", "random", "--variant", "tweak=cash", "--variant", "tweak=cards-2"),
        *("--games", games, "--out", folder, "--json"),
    ],
    "experiment": lambda folder, file, games: [
        *("experiment", file, "--games", games, "--out", folder, "--runs", folder / "games"),
    ],
    "train": lambda folder, file, games: [
        *(
            "dev",
            "train",
            "--board",
            "sweden",
            "--validation",
            "sweden",
            "--rounds",
            2,
            "--out",
            folder,
        ),
        *("--games", max(2, games // 5000), "--validation-games", 20, "--confirm", 20),
    ],
    "report": lambda folder, file, games: [
        *("report", file.parent / "at hand", "--output", folder / "report.html"),
    ],
}


def killed(command: list[str], kills: int, number: int, seconds: float, dice) -> int:
    """Starts and kills the same command so often, then lets it end; returns how many kills hit.

    A call that ended before its moment came is none: the next ones are killed sooner.
    """
    hits = 0
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    while hits < kills:
        process = subprocess.Popen(
            command, start_new_session=True, preexec_fn=hears_ctrl_c, **quiet
        )
        time.sleep(dice.uniform(0, seconds))
        if process.poll() is None:
            os.kill(process.pid, number)
        _, complaints = process.communicate(timeout=PATIENCE)
        if "Traceback" in complaints and number != signal.SIGINT:
            raise SystemExit(complaints)
        if process.returncode == 0:
            seconds *= SOONER
            continue
        hits += 1
    undisturbed(command)
    return hits


def hears_ctrl_c() -> None:
    """A shell that started us in the background hands on that Ctrl-C is ignored."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def undisturbed(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode:
        raise SystemExit(done.stderr)


def what_is_wrong(folder: Path, plain: Path) -> list[str]:
    """How a folder differs from that of an undisturbed call."""
    faults = {
        "other games": games_in(folder) != games_in(plain),
        "other tables": tables_in(folder) != tables_in(plain),
        "another player": texts_in(folder, "learned.toml") != texts_in(plain, "learned.toml"),
        "another page": texts_in(folder, "report.html") != texts_in(plain, "report.html"),
        "files left over": any(path.name.startswith(".") for path in folder.rglob("*")),
        "files put aside": any(folder.rglob(ASIDE)),
    }
    for run in runs_in(folder):
        stored, blocks = read_run(run), list((run / "games").iterdir())
        faults |= {
            f"{run.name}: missing": bool(stored.missing),
            f"{run.name}: damaged": bool(stored.damaged),
            f"{run.name}: unfinished": stored.manifest["digest"] != stored.digest,
            f"{run.name}: doubled blocks": len(blocks) != len(block_files(run)),
        }
    return [name for name, is_so in faults.items() if is_so]


def runs_in(folder: Path) -> list[Path]:
    return [
        path.parent
        for path in folder.rglob("manifest.json")
        if (path.parent / "games").is_dir()
        and "behaviour" in json.loads(path.read_text(encoding="utf-8"))
    ]


def games_in(folder: Path) -> dict[str, tuple[int, str]]:
    """Number and digest of the games of every run in a folder; a run alone has no name."""
    runs = {run.name if run != folder else "": read_run(run) for run in runs_in(folder)}
    return {name: (run.games, run.digest) for name, run in runs.items()}


def tables_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (folder / "tables").glob("*.csv")}


def texts_in(folder: Path, name: str) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(folder.rglob(name))]


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--kills", type=int, default=100)
    given.add_argument("--signal", default="KILL", choices=("KILL", "INT", "TERM"))
    given.add_argument("--command", action="append", choices=COMMANDS, help="Repeatable.")
    given.add_argument("--games", type=int, default=30_000, help="Of each arm.")
    given.add_argument("--seconds", type=float, default=6.0, help="Until the latest kill.")
    options = given.parse_args()
    number, dice = getattr(signal, f"SIG{options.signal}"), random.Random(1)
    names, is_wrong = options.command or list(COMMANDS), False
    for place, name in enumerate(names):
        kills = options.kills // len(names) + (place < options.kills % len(names))
        with tempfile.TemporaryDirectory() as where:
            folder, plain, file = (Path(where) / part for part in ("killed", "plain", "asked.toml"))
            file.write_text(QUESTION, encoding="utf-8")
            if name == "report":
                undisturbed(
                    [*CALL, *map(str, COMMANDS["compare"](file.parent / "at hand", file, 200))]
                )
            calls = [
                [*CALL, *map(str, COMMANDS[name](each, file, options.games))]
                for each in (folder, plain)
            ]
            hits = killed(calls[0], kills, number, options.seconds, dice)
            undisturbed(calls[1])
            wrong = what_is_wrong(folder, plain)
        is_wrong |= bool(wrong)
        told = {"command": name, "signal": options.signal, "kills": hits, "wrong": wrong}
        print(json.dumps(told), flush=True)
    sys.exit(is_wrong)


if __name__ == "__main__":
    main()

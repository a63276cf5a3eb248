"""Kills `rotwsim run` at random moments, again and again, and compares what comes out.

`python -m tests.runner.kills --kills 100 --signal KILL` prints one line; the exit code is 1 if the
games differ from those of an undisturbed run, or if anything is left over.
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

from rotwsim.rules.scenario import Scenario
from rotwsim.runner.run import run_games
from rotwsim.runner.stored import read_run

COMMAND = [sys.executable, "-c", "from rotwsim.cli import main; main(prog_name='rotwsim')"]
BLOCK = 200
SEED = 5


def killed_run(folder: Path, games: int, kills: int, number: int, backend: str, dice) -> int:
    """Starts and kills the same run so often, then lets it end; returns how many kills hit it."""
    words = ["run", "--player", "random", "--barons", "--seed", SEED, "--block", BLOCK]
    words += ["--jobs", 2, "--games", games, "--out", folder, "--json", "--backend", backend]
    command, hits = [*COMMAND, *map(str, words)], 0
    quiet = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    while hits < kills:
        process = subprocess.Popen(command, start_new_session=True, **quiet)
        time.sleep(dice.uniform(0, 6))
        if process.poll() is None:
            os.kill(process.pid, number)
        _, complaints = process.communicate(timeout=300)
        if "Traceback" in complaints and number != signal.SIGINT:
            raise SystemExit(complaints)
        if process.returncode == 0:
            break
        hits += 1
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.returncode:
        raise SystemExit(done.stderr)
    return hits


def what_is_wrong(folder: Path, games: int) -> list[str]:
    """How the folder differs from an undisturbed run."""
    plain = run_games(Scenario.of("eastern-us", barons=True, player="random"), games, SEED)
    stored = read_run(folder)
    left = [path.name for path in folder.rglob("*") if path.name.startswith(".")]
    blocks = list((folder / "games").iterdir())
    faults = {
        "digest": stored.digest != plain.digest or stored.manifest["digest"] != plain.digest,
        "games": stored.games != games or bool(stored.missing),
        "damaged blocks": bool(stored.damaged) or (folder / "aside").exists(),
        "files left over": bool(left),
        "doubled blocks": sum(int(path.name.split("-")[1]) for path in blocks) != games,
    }
    return [name for name, is_so in faults.items() if is_so]


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--kills", type=int, default=100)
    given.add_argument("--signal", default="KILL", choices=("KILL", "INT", "TERM"))
    given.add_argument("--backend", default="threads")
    given.add_argument("--games", type=int, default=400_000)
    options = given.parse_args()
    number = getattr(signal, f"SIG{options.signal}")
    with tempfile.TemporaryDirectory() as place:
        folder, dice = Path(place) / "run", random.Random(1)
        hits = killed_run(folder, options.games, options.kills, number, options.backend, dice)
        wrong = what_is_wrong(folder, options.games)
    print(json.dumps({"signal": options.signal, "kills": hits, "wrong": wrong}))
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()

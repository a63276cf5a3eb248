"""Does the lab keep its memory over an hour of changes? Ask one question after the other.

`python -m experiments.validity.lab_memory --changes 1200` changes a setting as somebody does who
moves sliders, draws the pictures of each, and prints the memory in use now and then.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
from pathlib import Path

from rotwsim.web import pool as lab_pool
from rotwsim.web.pictures import pictures_of
from rotwsim.web.pool import LivePool
from rotwsim.web.setting import question_of
from rotwsim.web.watch import Watch

BOARDS = ("eastern-us", "mexico", "sweden", "portugal")


def main() -> None:
    """Print a line of memory, settings and games kept for every tenth of the changes."""
    given = argparse.ArgumentParser(description=main.__doc__)
    given.add_argument("--changes", type=int, default=1_200)
    given.add_argument("--seconds", type=float, default=0.2, help="that each change is looked at")
    given.add_argument("--keep", type=int, default=lab_pool.MOST_SETTINGS, help="settings at most")
    given.add_argument("--jobs", type=int)
    asked = given.parse_args()
    lab_pool.MOST_SETTINGS = asked.keep
    pool, chance = LivePool(asked.jobs), random.Random(33)
    print("| changes | MB now | MB at most | settings kept | games kept |")
    print("| --- | --- | --- | --- | --- |")
    for number in range(1, asked.changes + 1):
        look_at(pool, a_question(chance), asked.seconds)
        if number % max(1, asked.changes // 10) == 0 or number == 20:
            games = sum(arm.n for arm in pool.arms.values())
            most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"| {number} | {in_use():.0f} | {most:.0f} | {len(pool.arms)} | {games:,} |")
    pool.close()


def look_at(pool: LivePool, question, seconds: float) -> None:
    watch = Watch(pool, question).start()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        watch.snapshot()
        time.sleep(0.1)
    pictures_of(watch, is_wide=True)
    watch.cancel()
    watch.join(30)


def a_question(chance: random.Random):
    a = {"board": chance.choice(BOARDS), "player": "person", "wins": chance.randrange(20, 80)}
    settings = {"base_exhaust": chance.randrange(1, 9), "target": chance.randrange(90, 160)}
    b = {"settings": settings, "barons": chance.random() < 0.3}
    return question_of(json.dumps({"a": a, "b": b, "precision": 0.1}), Path.cwd())


def in_use() -> float:
    """Read the memory of this process, in MB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


if __name__ == "__main__":
    main()

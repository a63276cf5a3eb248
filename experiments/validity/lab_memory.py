"""Does the lab keep its memory over an hour of changes? Ask one question after the other.

`python -m experiments.validity.lab_memory` changes a setting every three seconds as somebody does
who moves sliders, draws the pictures of each, and prints the memory in use twelve times.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
from pathlib import Path

from rotwsim.web.pictures import pictures_of
from rotwsim.web.pool import LivePool
from rotwsim.web.setting import Question, question_of
from rotwsim.web.watch import Watch

BOARDS = ("eastern-us", "mexico", "sweden", "portugal")
LINES = 12


def main() -> None:
    """Print minutes, changes, memory, settings and games kept, then the growth since half time."""
    given = argparse.ArgumentParser(description=main.__doc__)
    given.add_argument("--minutes", type=float, default=60)
    given.add_argument("--seconds", type=float, default=3, help="that each change is looked at")
    given.add_argument("--jobs", type=int)
    asked = given.parse_args()
    pool, chance, start, changes = LivePool(asked.jobs), random.Random(33), time.monotonic(), 0
    seen: list[float] = []
    print("| minutes | changes | MB | settings kept | games kept |")
    print("| --- | --- | --- | --- | --- |")
    while len(seen) < LINES:
        look_at(pool, a_question(chance), asked.seconds)
        changes += 1
        minutes = (time.monotonic() - start) / 60
        if minutes >= (len(seen) + 1) * asked.minutes / LINES:
            seen.append(in_use())
            games = sum(arm.n for arm in pool.arms.values())
            row = f"{minutes:.0f} | {changes} | {seen[-1]:.0f} | {len(pool.arms)} | {games:,}"
            print(f"| {row} |", flush=True)
    pool.close()
    half = seen[LINES // 2 - 1]
    print(f"Since half time: {100 * (seen[-1] - half) / half:+.1f} %.")


def look_at(pool: LivePool, question: Question, seconds: float) -> None:
    """Watch a question as the page does and leave it."""
    watch = Watch(pool, question)
    watch.start()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        watch.snapshot()
        time.sleep(0.25)
    pictures_of(watch, is_wide=True)
    watch.cancel()
    watch.join(30)


def a_question(chance: random.Random) -> Question:
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

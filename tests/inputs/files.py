"""Files changed at random: each is read, or refused in one line, soon and in little memory.

`python -m tests.inputs.files --files 10000` prints one line of figures; the exit code is 1 if a
file led to anything else.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from rotwsim.analysis.experiment import read_experiment
from rotwsim.analysis.me import read_scores
from rotwsim.analysis.results import check_folder
from rotwsim.cli.dev import read_bench
from rotwsim.players.learned.features import NAMES, PHASES
from rotwsim.report.results import read_results
from rotwsim.runner.play import points_of
from rotwsim.runner.store import read_manifest
from rotwsim.scenario.board_file import PRINTED, load_board
from rotwsim.scenario.player_numbers import load_learned
from rotwsim.scenario.rulebook import LEARNED
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.your_box import as_toml
from rotwsim.session.game import GameByHand
from rotwsim.session.game import load as load_game
from rotwsim.session.game import save as save_game

SECONDS = 2.0  # of processor time, for one file
MEGABYTES = 500
LONGEST_MESSAGE = 1_000
ROOT = Path(__file__).parents[2]
VALUES = (
    *("0", "-1", "1", "64", "65", "1e999", "nan", "-inf", "9223372036854775808", "1e400", "true"),
    *("[]", "{}", "[[]]", '""', '"x"', '"[/red]"', '"=1+1"', '"a\\nb"', '"\\u0000"', "[nan]"),
    *('"eastern-us"', '["a", 1]', "{ a = { a = 1 } }", '"../../etc/passwd"', "1979-05-27"),
)
VALUE = re.compile(r'"[^"\n]*"|(?<![\w.])-?\d+(\.\d+)?|\b(true|false)\b')
LETTERS = "\x00\x1b\x7f\u202e\ufeff\udcff€𝕏[]{}\"'=#,.\n\\"


@dataclass
class Kind:
    """A sort of file: texts to start from, and who reads it under which name."""

    starts: list[str]
    name: str
    read: Callable[[Path], object]


def texts(folder: Path, files: str) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(folder.glob(files))]


def read_learned(path: Path) -> None:
    load_learned.cache_clear()  # the next file has the same name
    load_learned(NAMES, len(PHASES), path)


def read_learned_at_tables(path: Path) -> None:
    load_learned.cache_clear()
    points_of(path)


def saved_game() -> str:
    """A game by hand after its first choices."""
    with tempfile.TemporaryDirectory() as folder:
        game, path = GameByHand(Scenario.of("portugal"), seed=3), Path(folder) / "evening.json"
        for _ in range(4):
            game.take(game.choices[0])
        game.hinted, game.undone = [1], [2, 3]
        save_game(path, game)
        return path.read_text(encoding="utf-8")


def sheets() -> list[str]:
    """The sheets of two boards, as they are and with something filled in."""
    empty = [as_toml(load_board(name), "mine.toml") for name in ("eastern-us", "portugal")]
    card = '= { cities = ["Lisbon", "Porto", "Braga"], slot = "left" } #'
    filled = [re.sub(r"(?m)^(\d+ )=", rf"\1{card}", text) for text in empty]
    numbers = [re.sub(r'= "\?"', "= 4", text) for text in empty]
    return [*empty, *filled, *numbers]


RUN = {"format": 1, "title": "A run", "scenario": {"board": "eastern-us"}, "seed": 1, "games": 9}
RUN |= {"behaviour": "0f", "kernel_digest": "1e", "finished": None, "digest": None}
HERE = "a machine"
SCORES = """date,board,barons,tweaks,score,target,won,hints,undos
2026-11-01,eastern-us,no,,131,125,yes,0,0
2026-11-02,Eastern US,yes,cash exhaust-1,"98",140,no,2,1
"""
BENCH = {"machine": HERE, "games_per_second": {"random": {"eastern-us": 4000.5, "sweden": 3000.25}}}


@cache
def kinds() -> dict[str, Kind]:
    """A new sort of file that a user may be given is a line here."""
    return {
        "board": Kind(texts(PRINTED / "boards", "*.toml"), "mine.toml", load_board),
        "sheet": Kind(sheets(), "mine.toml", load_board),
        "experiment": Kind(texts(ROOT / "experiments", "*.toml"), "asked.toml", read_experiment),
        "results": Kind(
            texts(ROOT / "results" / "baseline", "manifest.json"),
            "manifest.json",
            lambda path: (read_results(path.parent), check_folder(path.parent)),
        ),
        "learned": Kind(texts(LEARNED, "solo.toml"), "learned.toml", read_learned),
        "learned at tables": Kind(
            texts(LEARNED, "multiplayer.toml"), "tables.toml", read_learned_at_tables
        ),
        "saved game": Kind([saved_game()], "evening.json", load_game),
        "run": Kind(
            [json.dumps(RUN, indent=1)], "manifest.json", lambda p: read_manifest(p.parent)
        ),
        "scores": Kind([SCORES, SCORES.replace(",", ";")], "games.csv", read_scores),
        "bench": Kind(
            [json.dumps(BENCH, indent=1)], "bench.json", lambda path: read_bench(path, HERE)
        ),
    }


@dataclass
class Found:
    """What came of the files so far."""

    outcomes: Counter = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    slowest: float = 0.0


def try_files(count: int, seed: int = 1) -> Found:
    """Reads so many changed files, of all kinds in turn."""
    dice, found = random.Random(seed), Found()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "tables").mkdir()
        (Path(folder) / "tables" / "arms.csv").write_text("arm,games\nplain,10\n")
        for number in range(count):
            name, kind = list(kinds().items())[number % len(kinds())]
            path = Path(folder) / kind.name
            path.write_bytes(changed(dice.choice(kind.starts), dice))
            try_one(name, kind, path, found)
            path.unlink()
    return found


def try_one(name: str, kind: Kind, path: Path, found: Found) -> None:
    start = time.process_time()
    try:
        kind.read(path)
        found.outcomes[f"{name} read"] += 1
    except (DataError, OSError) as error:
        found.outcomes[f"{name} refused"] += 1
        if len(str(error).splitlines()) > 1 or len(str(error)) > LONGEST_MESSAGE:
            found.faults.append(f"{name}: a long message: {str(error)[:LONGEST_MESSAGE]!r}")
    except Exception:
        found.faults.append(f"{name}: {traceback.format_exc(limit=-3)}")
    taken = time.process_time() - start
    found.slowest = max(found.slowest, taken)
    if taken > SECONDS:
        found.faults.append(f"{name}: {taken:.1f} s")


def changed(text: str, dice: random.Random) -> bytes:
    """A text with one to four changes."""
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        text = dice.choice(CHANGES)(text, dice)
    return text.encode("utf-8", "surrogateescape")


def value_swapped(text: str, dice: random.Random) -> str:
    """A number or a word becomes another one of its kind, or any value at all."""
    places = list(VALUE.finditer(text))
    if not places:
        return text
    place = dice.choice(places)
    alike = [other[0] for other in places if other[0][0] == place[0][0]]
    value = dice.choice(VALUES if dice.random() < 0.5 else alike)
    return text[: place.start()] + value + text[place.end() :]


def line_moved(text: str, dice: random.Random) -> str:
    """A line is dropped, doubled, repeated a hundred times, or stands elsewhere."""
    lines = text.splitlines(keepends=True) or [""]
    line = lines.pop(dice.randrange(len(lines)))
    for _ in range(dice.choice((0, 1, 2, 100))):
        lines.insert(dice.randrange(len(lines) + 1), line)
    return "".join(lines)


def value_of_key(text: str, dice: random.Random) -> str:
    """All that follows a key on its line becomes another value."""
    lines = text.split("\n")
    place = dice.randrange(len(lines))
    for sign in (" = ", ": "):
        key, found, _ = lines[place].partition(sign)
        if found:
            lines[place] = key + found + dice.choice(VALUES)
    return "\n".join(lines)


def letter_added(text: str, dice: random.Random) -> str:
    place = dice.randrange(len(text) + 1)
    return text[:place] + dice.choice(LETTERS) + text[place + dice.choice((0, 1)) :]


def cut_off(text: str, dice: random.Random) -> str:
    return text[: dice.randrange(len(text) + 1)]


def nested(text: str, dice: random.Random) -> str:
    deep = dice.choice((3, 200, 3_000))
    return letter_added(text, dice) + "\nx = " + "[" * deep + "]" * deep


CHANGES = (
    value_swapped,
    value_swapped,
    line_moved,
    value_of_key,
    value_of_key,
    letter_added,
    cut_off,
    nested,
)


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--files", type=int, default=10_000)
    given.add_argument("--seed", type=int, default=1)
    options = given.parse_args()
    found = try_files(options.files, options.seed)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if megabytes > MEGABYTES:
        found.faults.append(f"{megabytes:.0f} MB")
    print(
        json.dumps(
            {
                "files": options.files,
                "outcomes": dict(sorted(found.outcomes.items())),
                "slowest_seconds": round(found.slowest, 2),
                "megabytes": round(megabytes),
                "faults": len(found.faults),
            }
        )
    )
    for fault in found.faults[:20]:
        print(fault, file=sys.stderr)
    sys.exit(bool(found.faults))


if __name__ == "__main__":
    main()

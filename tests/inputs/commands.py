"""Command lines made at random: each does what it says, or is refused in one line and soon.

`python -m tests.inputs.commands --lines 2000` prints one line of figures; the exit code is 1 if a
line led to anything else: a traceback, a long message, a wait.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shlex
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

import click
from click.testing import CliRunner

from rotwsim.cli import main as rotwsim

from .files import Found

SECONDS = 2.0  # of processor time, to refuse a line
PATIENCE = 120  # real seconds for any line, or it hangs
MAY_FAIL = {"dev": (1,)}  # exit codes besides 0 and 2
# Opens a browser; end before anything is read; plays thousands of games.
NEVER = ("--open", "--help", "--version", "--chances")
GARBAGE = (
    *("", "x", "-1", "0", "1.5", "nan", "inf", "1e999", "99999999999999999999999", "0x10", "१"),
    *("a=b", "a=", "=", "tweak=cash", "x: y=z", "[/red]", "$(id)", "../..", "/dev/null", "/"),
    *("\x1b[2J", "a\nb", "\udcff", "no such", "eastern-us", "mine.toml", "--", "-", "--nope"),
)
# What keeps a line that happens to be legal short.
SMALL = {
    "--games": "1",
    "--player": "random",
    "--players": "random",
    "--boards": "portugal",
    "--slips": "0",
    "--pair-games": "0",
    "--fresh-games": "2",
    "--card-sets": "2",
    "--draws": "0",
    "--draw-games": "1",
    "--others": "0",
    "--quiet": None,
    "--win-rate": "50",
    "--variant": "tweak=cash",
}
# Their legal calls take long whatever is asked: they always get a word that nobody knows.
LONG = ("assumptions", "barons", "bench", "players", "train")


def try_lines(count: int, seed: int = 1) -> Found:
    """Calls so many lines, of all commands in turn, in a folder of their own."""
    dice, found, home = random.Random(seed), Found(outcomes=Counter()), os.getcwd()
    commands = leaves(rotwsim)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        Path("mine.toml").write_text('extends = "eastern-us"\n', encoding="utf-8")
        try:
            for number in range(count):
                words, command = commands[number % len(commands)]
                try_one([*words, *line_of(words[-1], command, dice)], found)
        finally:
            os.chdir(home)
    return found


def leaves(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[list[str], click.Command]]:
    """Every command that does something, with the words that call it."""
    context, found = click.Context(group), []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            found += leaves(command, (*path, name))
        else:
            found.append(([*path, name], command))
    return found


def line_of(name: str, command: click.Command, dice: random.Random) -> list[str]:
    """Options and arguments: what keeps the line short, then some that are drawn."""
    options = [each for each in command.params if isinstance(each, click.Option)]
    known = {option.opts[-1]: option for option in options}
    words = []
    for option, value in SMALL.items():
        if option in known:
            words += [option] if value is None else [option, value]
    for argument in command.params:
        if isinstance(argument, click.Argument):
            words.append(dice.choice(("eastern-us", "mine.toml", *GARBAGE)))
    choosable = [option for each, option in known.items() if each not in NEVER]
    for _ in range(dice.choice((0, 1, 1, 2, 3)) if choosable else 0):
        words += drawn(dice.choice(choosable), dice)
    for _ in range(dice.choice((0, 0, 1)) + (name in LONG)):
        words.insert(dice.randrange(len(words) + 1), dice.choice(("--nope", "--x=1", "-q9")))
    return words


def drawn(option: click.Option, dice: random.Random) -> list[str]:
    """An option with a value that is legal now and then."""
    if option.is_flag:
        return [option.opts[-1]]
    legal = {"--backend": ["threads"], "--jobs": ["1"], "--seed": ["7"], "--out": ["out"]}
    values = [*GARBAGE, *legal.get(option.opts[-1], [])]
    if isinstance(option.type, click.Choice):
        values += map(str, option.type.choices)
    return [option.opts[-1], dice.choice(values)]


def try_one(words: list[str], found: Found) -> None:
    start = time.process_time()
    line = shlex.join(words).encode("utf-8", "backslashreplace").decode()
    signal.alarm(PATIENCE)
    try:
        result = CliRunner().invoke(rotwsim, words, env={"COLUMNS": "80"})
    except Hang:
        found.faults.append(f"{line}: hangs")
        return
    finally:
        signal.alarm(0)
    taken = time.process_time() - start
    found.outcomes[f"exit code {result.exit_code}"] += 1
    if result.exception and not isinstance(result.exception, SystemExit):
        told = traceback.format_exception(result.exception, limit=-3)
        found.faults.append(f"{line}: {''.join(told)}")
    elif result.exit_code not in (0, 2, *MAY_FAIL.get(words[0], ())):
        found.faults.append(f"{line}: exit code {result.exit_code}")
    elif result.exit_code == 2:
        found.slowest = max(found.slowest, taken)
        if taken > SECONDS:
            found.faults.append(f"{line}: refused after {taken:.1f} s")
        said = [text for text in result.stderr.splitlines() if not text.endswith("…")]
        if len(said) != 1 or not said[0].startswith("Error: "):
            found.faults.append(f"{line}: says {result.stderr!r}")


class Hang(Exception):
    """A line took longer than anybody waits."""


def hang(number, frame) -> None:
    raise Hang


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--lines", type=int, default=2_000)
    given.add_argument("--seed", type=int, default=1)
    options = given.parse_args()
    signal.signal(signal.SIGALRM, hang)
    found = try_lines(options.lines, options.seed)
    figures = {"lines": options.lines, "outcomes": dict(found.outcomes)}
    figures |= {"slowest_seconds": round(found.slowest, 2), "faults": len(found.faults)}
    print(json.dumps(figures))
    for fault in found.faults[:20]:
        print(fault, file=sys.stderr)
    sys.exit(bool(found.faults))


if __name__ == "__main__":
    main()

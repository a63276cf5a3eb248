"""List what a page can change, and read what it asks for: two sides, seed, margin, precision.

Everything a page sends is checked here: names, numbers, sizes, and that files are below the folder
the lab was started in. Side A is read as options, side B as changes of it.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from rotwsim.runner.person_calibration import with_knob
from rotwsim.scenario.board_file import board_names, is_file_name, load_board
from rotwsim.scenario.files import DATA
from rotwsim.scenario.options import NOTHING, OPTION, PERSON, SETTINGS, TABLE, WINS, among
from rotwsim.scenario.player_numbers import player_names
from rotwsim.scenario.reading import describe, read_toml
from rotwsim.scenario.rule_texts import SETTINGS_FILE, parameters_of
from rotwsim.scenario.rulebook import load_rulebook
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.variants import variant_of
from rotwsim.stats import MARGIN
from rotwsim.web.design import DRAFT, drafts, in_folder, parameters_on

LONGEST_TEXT = 20_000  # letters of a question
LARGEST_FILE = 2_000_000  # bytes of an own file
MOST_ENTRIES = 64  # of a list or a table
# What a side may say, in the order in which a variant says it.
SIDE = ("board", "rules", "barons", "player", "wins", "errs", "tweaks", "settings", "rulings")
KEYS = ("a", "b", "seed", "margin", "precision", "sweep", "values", "wish")
PRECISION = 0.01  # half width of the difference at which the games stop
MOST_VALUES = 40  # of a sweep
B = "B"  # the name of the variant in the command
SHOWN_AT_ONCE = 6  # parameters

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Question:
    """Two sides and how well the difference is wanted; `change` is side B in words of a variant."""

    a: Scenario
    change: str
    seed: int = 1
    margin: float = MARGIN
    precision: float = PRECISION
    sweep: str = ""  # a parameter to go through, on side B
    values: tuple[int, ...] = ()
    wish: float | None = None  # the win rate that a sweep looks for

    @property
    def b(self) -> Scenario:
        """Give side B exactly as `rotwsim compare --variant` makes it of side A."""
        return variant_of(self.change, self.a).scenario if self.change else self.a

    def at(self, value: int) -> Question:
        """Give the question with one value of the swept parameter on side B."""
        change = f"set.{self.sweep}={value}"
        return replace(self, change=f"{self.change}, {change}" if self.change else f"{B}: {change}")

    def calibrated(self, progress: Progress = lambda done, wanted: None) -> Question:
        """Find the person of side A, if that takes games; side B keeps them unless it says else."""
        return replace(self, a=with_knob(self.a, progress=progress))

    def command(self, games: int) -> str:
        """Write the command that prints the same numbers."""
        if not self.change:
            return in_folder(f"rotwsim run {self._given(games)}")
        margin = f" --margin {100 * self.margin:g}" if self.margin != MARGIN else ""
        variant = f"--variant {shlex.quote(self.change)}"
        return in_folder(f"rotwsim compare {self._given(games)} {variant}{margin}")

    def sweep_command(self, games: int) -> str:
        """Write the command that compares every value of a sweep with side A."""
        words = (f"{value}: {self.at(value).change.partition(': ')[2]}" for value in self.values)
        variants = " ".join(f"--variant {shlex.quote(each)}" for each in words)
        return in_folder(f"rotwsim compare {self._given(games)} {variants}")

    def _given(self, games: int) -> str:
        return f"{self.a.command()} --games {games} --seed {self.seed}"


def question_of(text: str, folder: Path) -> Question:
    """Read a question as a page sends it, or refuse it in one sentence."""
    if len(text) > LONGEST_TEXT:
        raise DataError(f"the question has {len(text):,} letters; at most {LONGEST_TEXT:,}")
    try:
        asked = json.loads(text)
    except ValueError:
        raise DataError("the question is no JSON") from None
    for key in checked_table(asked, "the question"):
        among("part of a question", key, KEYS)
    a, b = (checked_table(asked.get(side, {}), f"side {side.upper()}") for side in "ab")
    values, swept, wish = asked.get("values", ()), asked.get("sweep"), asked.get("wish")
    if not isinstance(values, list | tuple) or len(values) > MOST_VALUES:
        raise DataError(f"values must be a list of at most {MOST_VALUES} numbers")
    if swept:
        among("setting", swept, SETTINGS)
    question = Question(
        side_a(a, folder),
        changes_of(b, folder),
        seed=_whole(asked.get("seed", 1), "seed", 0, 2**63 - 1),
        margin=_share(asked.get("margin", 100 * MARGIN), "margin"),
        precision=_share(asked.get("precision", 100 * PRECISION), "precision"),
        sweep=str(swept or ""),
        values=tuple(sorted({_whole(value, "value", 0, 1000) for value in values})),
        wish=None if wish is None else _share(wish, "wish"),
    )
    for each in map(question.at, question.values) if question.values else [question]:
        _ = each.b  # refuses what does not fit side A
    return question


def side_a(given: Mapping, folder: Path) -> Scenario:
    """Make the scenario of side A; a person's wins count on the printed game of its board."""
    options = {key: _option(key, value, folder) for key, value in given.items()}
    board = options.pop("board", "eastern-us")
    scenario = Scenario.of(board, **options)
    if scenario.has_person and (not is_file_name(board) or scenario.settings or scenario.rulings):
        scenario = scenario.varied(on=board)
    return scenario


def changes_of(given: Mapping, folder: Path) -> str:
    """Write the changes of side B as a variant; "" where there is none."""
    for key in given:
        among("part of a side", key, SIDE)
    words = []
    for key in (key for key in SIDE if key in given):
        option, value = OPTION[key], _option(key, given[key], folder)
        if option.shape == TABLE:
            words += [f"{option.word}.{name}={entry}" for name, entry in value.items()]
        elif key == "tweaks":
            words += [f"{option.word}={name}" for name in (NOTHING, *value)]
        else:
            shown = ("no", "yes")[value] if isinstance(value, bool) else value
            words.append(f"{option.word}={shown}")
    return f"{B}: {', '.join(words)}" if words else ""


def _option(key: str, value: object, folder: Path) -> Any:
    among("part of a side", key, SIDE)
    if isinstance(value, list | dict) and len(value) > MOST_ENTRIES:
        raise DataError(f"{key} has {len(value)} entries; at most {MOST_ENTRIES}")
    if key == "board":
        return checked_board(value, folder)
    if key == "rules":
        return checked_rules(value, folder)
    if key == "player":
        among("player", value, player_names())  # a file of code is not run by a page
    settled = OPTION[key].settled(value)
    return dict(settled) if OPTION[key].shape == TABLE else settled


def checked_board(name: object, folder: Path) -> str:
    """Give the name of a board, or of a file below the folder as seen from there."""
    if isinstance(name, str) and name and not is_file_name(name):
        among("board", name, board_names())
        return name
    return checked_file("board", name, folder)


def checked_rules(name: object, folder: Path) -> str:
    """Give a file of rules below the folder, or the draft that a page made until it is saved."""
    draft = DRAFT.fullmatch(name) if isinstance(name, str) else None
    if draft and (path := drafts() / draft[1]).is_file():
        saved = folder / draft[0]
        if not saved.is_file() or saved.read_bytes() != path.read_bytes():
            return str(path)
    return checked_file("rules", name, folder)


def checked_file(what: str, name: object, folder: Path) -> str:
    """Give the name of a file below the folder as seen from there, or refuse it."""
    if not isinstance(name, str) or not name:
        raise DataError(f"{what} is {describe(name)}; it must be a name or a file")
    path, home = (folder / name).resolve(), folder.resolve()
    if home not in path.parents or path.suffix != ".toml":
        raise DataError(f"{name}: an own file is a .toml file below {home.name}/")
    if not path.is_file():
        raise DataError(f"{name}: there is no such file below {home.name}/")
    if path.stat().st_size > LARGEST_FILE:
        raise DataError(f"{name} is larger than {LARGEST_FILE:,} bytes")
    if any(sign in name for sign in ",="):
        raise DataError(f"{name}: a comma or = in the name of a file does not fit a variant")
    return str(path.relative_to(home))


def checked_table(given: object, what: str) -> dict:
    if not isinstance(given, dict):
        raise DataError(f"{what} is {describe(given)}; it must be a table")
    return given


def _whole(given: object, what: str, low: int, high: int) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not low <= given <= high:
        raise DataError(f"{what} is {describe(given)}; legal are {low} to {high}")
    return given


def _share(given: object, what: str) -> float:
    if not isinstance(given, int | float) or isinstance(given, bool) or not 0 < given < 100:
        raise DataError(f"{what} is {describe(given)}; it must be above 0 and below 100")
    return float(given) / 100


def catalogue() -> dict:
    """Give everything a page needs to draw its form."""
    errors = read_toml(DATA / SETTINGS_FILE, SETTINGS_FILE)["errors"]
    return {
        "boards": [board_row(name) for name in board_names()],
        "parameters": parameter_rows(),
        "shown_at_once": SHOWN_AT_ONCE,
        "tweaks": tweak_rows(),
        "rulings": [
            {"name": each.name, "rule": each.rule, "text": each.text, "choices": each.choices}
            for each in load_rulebook().rulings
            if each.choices and each.game != "multiplayer"
        ],
        "players": [name for name in player_names() if name != PERSON],
        "errors": [{"name": name, "text": text} for name, text in errors.items()],
        "wins": [WINS.low, WINS.high],
    }


def board_row(name: str) -> dict:
    """Give a board with the parameters it is printed with, those of Barons included."""
    return {"name": name, "title": load_board(name).title, "parameters": parameters_on(name)}


@lru_cache(maxsize=1)
def parameter_rows() -> list[dict]:
    """Give every parameter as `rotwsim show settings` lists it, with a label and a slider."""
    shown = read_toml(DATA / SETTINGS_FILE, SETTINGS_FILE)["lab"]
    about = {row.name: row for row in parameters_of(Scenario.of()) if row.name in SETTINGS}
    rows = []
    for name in (*shown, *(name for name in about if name not in shown)):
        legal = [SETTINGS[name].low, SETTINGS[name].high]
        label, *slider = shown.get(name, (name.replace("_", " ").capitalize(), *legal))
        unit = ", in $1,000" if about[name].unit.startswith("$") else ""
        text = f"{about[name].meaning}{unit}"
        rows.append({"name": name, "label": label, "text": text, "slider": slider, "legal": legal})
    return rows


def label_of(parameter: str) -> str:
    return next((row["label"] for row in parameter_rows() if row["name"] == parameter), parameter)


def tweak_rows() -> list[dict]:
    groups: dict[str, list[dict]] = {}
    for tweak in load_rulebook().tweaks:
        row = {"name": tweak.name, "text": tweak.text, "side": tweak.side}
        groups.setdefault(tweak.group, []).append(row)
    return [{"group": group, "tweaks": rows} for group, rows in groups.items()]

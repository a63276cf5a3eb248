"""Edit rules of one's own in a page: what a file of rules may say as fields, checked by its loader.

The page holds the rules as a table, as the file has them. Every change is written as a draft
outside the working folder and read by the loader; only what somebody saves is written below it.
"""

import atexit
import hashlib
import re
import shutil
import tempfile
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from rotwsim.scenario import own_rules as own
from rotwsim.scenario.baron_words import MOST_SCORE, effect_words, goal_words
from rotwsim.scenario.board_file import is_file_name
from rotwsim.scenario.capacity import COPIES
from rotwsim.scenario.files import toml_lines, write_whole
from rotwsim.scenario.mistakes import lines_of
from rotwsim.scenario.options import SETTINGS, Span
from rotwsim.scenario.own_changes import changes_of, unusual_in
from rotwsim.scenario.rule_texts import parameters_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import COLOURS, GREY, SLOTS, DataError, Rulebook

FOLDER = "lab"  # below the working folder
MOST_DRAFTS = 500
DRAFT = re.compile(r"lab/(rules-[0-9a-f]{8}\.toml)")
PLACE = re.compile(r"^(?:line (\d+): )?(.*)$", re.S)
TITLES = {
    "income": "Income track",
    "engine_prices": "Engine prices",
    "track_prices": "Track prices",
    "bonds": "Bonds",
}
LISTS = {
    "by_score": "from score 0 on",
    "prices": "of level 2, 3, …; a shorter list takes the highest engines away",
}


def form_of(board: str) -> list[dict]:
    """List the sections of a file of rules with their fields and what is printed."""
    scenario = Scenario.of(board)
    book = scenario.book
    about = parameters_of(scenario)
    targets = {own.EVERYWHERE: book.target, own.WITH_BARONS: book.target + book.barons_raise_target}
    target_fields = [_number(key, SETTINGS["target"]) for key in targets]
    target_fields[0]["set"] = "target"  # that of Compare; Barons raise it
    deck = {card.name: card.count for card in scenario.board.operations if card.kind != "start"}
    copies = [_number(name, Span(*COPIES)) for name in deck]
    cards = [card for card in scenario.railbot_cards if not card.final_evaluation]
    meanings = {row.name: row.meaning for row in about}
    parameters = [  # `elsewhere`: shown only where a file gives it here
        _number(name, own.PARAMETERS[name], meaning, set=name, elsewhere=name in own.ELSEWHERE)
        for name, meaning in meanings.items()
    ]
    printed = {row.name: int(row.default) for row in about if row.name not in own.ELSEWHERE}
    return [
        _rows("duel_barons", "Duel Barons", baron_fields(), book.barons) | {"needs": "barons"},
        _rows("railbot_cards", "Railbot cards", card_fields(), cards),
        _table("operations", "Operations deck", copies, deck),
        *(_numbers_of(section, title, book) for section, title in TITLES.items()),
        _table("targets", "Targets", target_fields, targets),
        _table("parameters", "Parameters", parameters, printed),
    ]


def _numbers_of(section: str, title: str, book: Rulebook) -> dict:
    """Give a section of numbers and lists of numbers, with what the rulebook says."""
    rows = own.NUMBERS[section]
    fields = [
        _field(key, "numbers", text=LISTS[key])
        if key in own.LISTS
        else _number(key, legal, set=name)
        for key, name, legal in rows
    ]
    return _table(section, title, fields, {key: getattr(book, name) for key, name, _ in rows})


def baron_fields() -> list[dict]:
    """List what a Duel Baron is made of; a goal or an effect says what may be given besides."""
    goals, effects = goal_words(), effect_words()

    def only(key: str, of: str, words: Mapping) -> dict:
        return {"when": [of, [name for name, word in words.items() if key in word.takes]]}

    def choices(words: Mapping) -> list[list[str]]:
        marks = {"which": "…", "amount": "…"}
        return [[name, f"{name}: {word.text.format(**marks)}"] for name, word in words.items()]

    def several(key: str, names: list[str], **when: object) -> dict:
        return _field(key, "several", choices=names, **when)

    amounts = Span(0, max(word.legal[1] for word in effects.values()))
    return [
        _field("goal", "choice", choices=choices(goals), along=["tiers", "points"]),
        several("goal_colours", [*COLOURS, GREY], **only("goal_colours", "goal", goals)),
        _field("goal_cities", "names", **only("goal_cities", "goal", goals)),
        _field("tiers", "numbers", text="how much of it"),
        _field("points", "numbers", text="for each tier"),
        _number("from_score", Span(0, MOST_SCORE), "claimed from this score on"),
        _field("effect", "choice", choices=choices(effects)),
        several("effect_colours", [*COLOURS], **only("effect_colours", "effect", effects)),
        _number("amount", amounts, **only("amount", "effect", effects)),
        _number("less", amounts, **only("less", "effect", effects)),
    ]


def card_fields() -> list[dict]:
    colours = [[name, name] for name in ("none", *COLOURS)]
    return [
        _field("slot", "choice", choices=[[name, name] for name in SLOTS]),
        _field("cities", "names", text="two to four of the map"),
        _field("exhaust", "choice", choices=colours, empty="none"),
        *(_field(name, "flag") for name in own.CARD_FLAGS),
    ]


def _field(key: str, kind: str, **about: object) -> dict:
    return {"key": key, "kind": kind} | about


def _number(key: str, legal: Span, text: str = "", **about: object) -> dict:
    """Describe a number; `set` names the parameter of Compare that comes before it."""
    return _field(key, "number", low=legal.low, high=legal.high, text=text, **about)


def _table(name: str, title: str, fields: list[dict], printed: Mapping) -> dict:
    return {"name": name, "title": title, "fields": fields, "printed": dict(printed)}


def _rows(name: str, title: str, fields: list[dict], printed: Any) -> dict:
    keys, rows = {field["key"] for field in fields}, {}
    for row in map(asdict, printed):
        rows[row["name"]] = {key: value for key, value in row.items() if key in keys and value}
    return {"name": name, "title": title, "fields": fields, "rows": rows}


@dataclass(frozen=True)
class Draft:
    """Rules as a text: its name below the working folder, and what each line is about."""

    name: str
    text: str
    keys: tuple[str, ...]

    @property
    def path(self) -> Path:
        return drafts() / Path(self.name).name


def draft_of(rules: dict) -> Draft:
    """Write rules as the text of a file, and the file where the loader reads it."""
    extends = rules.get("extends", own.RULEBOOK)
    if isinstance(extends, str) and is_file_name(extends):
        raise DataError(f"extends {extends}: a page edits rules of the rulebook or of a board")
    lines = list(toml_lines({"extends": extends} | rules))
    text = "".join(f"{line}\n" for line, _ in lines)
    name = f"rules-{hashlib.sha256(text.encode()).hexdigest()[:8]}.toml"
    draft = Draft(f"{FOLDER}/{name}", text, tuple(key for _, key in lines))
    if not draft.path.exists():
        earlier = sorted(drafts().iterdir(), key=lambda path: path.stat().st_mtime)
        for path in earlier[: max(0, len(earlier) + 1 - MOST_DRAFTS)]:
            path.unlink(missing_ok=True)
        write_whole(draft.path, text)
    return draft


@lru_cache(maxsize=1)
def drafts() -> Path:
    """Make the folder of drafts; it goes when the lab ends."""
    folder = Path(tempfile.mkdtemp(prefix="rotwsim-lab-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def in_folder(command: str) -> str:
    """Name drafts in a command as they are called when they are saved."""
    return command.replace(f"{drafts()}/", f"{FOLDER}/")


def check_rules(rules: dict, board: str) -> dict:
    """Say what rules change on a board and what is unusual, or every mistake by its key."""
    draft = draft_of(rules)
    found = {"name": draft.name, "text": draft.text, "mistakes": []}
    try:
        scenario = Scenario.of(board, rules=str(draft.path))
    except DataError as error:
        return found | {"mistakes": [_mistake(message, draft) for message in lines_of(error)]}
    changes = changes_of(scenario)
    return found | {
        "changes": [str(change).removeprefix("parameter ") for change in changes],
        "names": [f"{change.kind} {change.name}".removeprefix("parameter ") for change in changes],
        "unusual": unusual_in(scenario),
        "parameters": parameters_on(board, draft.path),
    }


def parameters_on(board: str, rules: Path | str = "") -> dict[str, int]:
    """Give the parameters that a board and rules begin with, those of Barons included."""
    plain, barons = (
        Scenario.of(board, rules=str(rules), barons=each).parameters for each in (False, True)
    )
    return barons | {"target": plain["target"]}


def _mistake(message: str, draft: Draft) -> dict:
    """Find the key of a message: it begins with one, or names a line."""
    line, what = PLACE.findall(message.removeprefix(f"{draft.path}: "))[0]
    key = re.split(r"[ :]", what, maxsplit=1)[0]
    if re.split(r"[.\[]", key)[0] in own.SECTIONS:
        return {"key": key, "text": what.removeprefix(key.rpartition(".")[0]).removeprefix(".")}
    return {"key": draft.keys[int(line) - 1] if line else "", "text": what}


def saved(draft: Draft, folder: Path) -> str:
    """Write a draft below the working folder; give its name there."""
    path = folder / draft.name
    path.parent.mkdir(exist_ok=True)
    if path.exists() and path.read_text(encoding="utf-8") != draft.text:
        raise DataError(f"{draft.name} was changed since it was saved; give it another name")
    write_whole(path, draft.text)
    return draft.name


def table_in(path: Path, name: str) -> dict:
    """Read a file of rules as the table that a page edits."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise DataError(f"{name}: {error}") from None

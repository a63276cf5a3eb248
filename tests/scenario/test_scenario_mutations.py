"""A board file changed at random is a valid board or gives one clear message, nothing else."""

from __future__ import annotations

import copy
import pickle
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rotwsim.scenario.board_file import PRINTED, load_board, load_rulebook
from rotwsim.scenario.compile.routes import routes_of
from rotwsim.scenario.schema import Board, DataError
from tests.conftest import as_toml

pytestmark = pytest.mark.slow  # thousands of mutated files

CASES = 500
WITH_ROUTES = 4  # valid boards whose routes are made as well, a second each
LONGEST_MESSAGE = 1000
FILE = "mutated.toml"
EASTERN_US = (PRINTED / "boards" / "eastern_us.toml").read_text(encoding="utf-8")

ODD_TEXTS = st.sampled_from(
    [
        "",
        " ",
        "\n",
        "\x00",
        "é",
        "Boston",
        "grey",
        "left",
        "#",
        "C",
        "E",
        "0,0:E",
        "origin",
        "…" * 99,
    ]
)
ODD_NUMBERS = st.sampled_from([-1, 0, 1, 2, 13, 26, 64, 125, 10**6, 10**30, -(10**30)])
ODD_VALUES = st.one_of(
    ODD_TEXTS,
    ODD_NUMBERS,
    st.booleans(),
    st.floats(allow_nan=True, allow_infinity=True),
    st.just([]),
    st.just({}),
    st.lists(ODD_TEXTS, max_size=3),
    st.lists(ODD_NUMBERS, max_size=3),
)
ODD_LINES = st.sampled_from(
    [
        "[map]",
        "[[map]]",
        "[solo]",
        "[sea]",
        "x = 1",
        "]",
        "}",
        '"',
        '"""',
        "name = 1979-05-27T07:32:00Z",
        "origin = 'printed: x'",
        'extends = "eastern-us"',
        "\ufeff",
    ]
)


def places_in(value: object, path: tuple = ()) -> list[tuple]:
    """The path to every value of nested tables and lists."""
    paths = [path] if path else []
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, entry in entries:
        if isinstance(entry, dict | list):
            paths += places_in(entry, (*path, key))
        else:
            paths.append((*path, key))
    return paths


TABLES = tomllib.loads(EASTERN_US)
PICKLED = pickle.dumps(TABLES)  # copied from it a tenth as long as by copy.deepcopy
AS_TOML = {key: as_toml({key: table}) for key, table in TABLES.items()}
PLACES = places_in(TABLES)
ROWS = range(len(TABLES["map"]["rows"]))


def holder_of(tables: dict, path: tuple) -> dict | list | None:
    """What contains the value of a path, None if an earlier change took it away."""
    for key in path[:-1]:
        try:
            tables = tables[key]
        except (KeyError, IndexError, TypeError):
            return None
    inside = path[-1] in tables if isinstance(tables, dict) else False
    if isinstance(tables, list) and isinstance(path[-1], int):
        inside = path[-1] < len(tables)
    return tables if inside else None


def text_of(tables: dict, changed: set[str]) -> str:
    """Tables as TOML; those that were not changed are not written down anew."""
    return "".join(
        AS_TOML[key] if key in AS_TOML and key not in changed else as_toml({key: table})
        for key, table in tables.items()
    )


@st.composite
def changed_tables(draw: st.DrawFn) -> str:
    """The board's tables with one to three values removed, renamed, replaced, moved or doubled."""
    tables, changed = pickle.loads(PICKLED), set()
    if draw(st.integers(0, 9)) == 0:
        kept = draw(st.sets(st.sampled_from(sorted(tables))))
        tables = {key: tables[key] for key in tables if key in kept}
        tables["extends"] = draw(st.one_of(st.just("eastern-us"), ODD_VALUES))
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(PLACES))
        holder = holder_of(tables, path)
        if holder is None:
            continue
        changed |= set(tables) if holder is tables else {path[0]}
        key = path[-1]
        how = draw(st.sampled_from(["remove", "rename", "replace", "copy", "shuffle", "nudge"]))
        if how == "remove":
            del holder[key]
        elif how == "rename" and isinstance(holder, dict):
            holder[key[:-1] or "x"] = holder.pop(key)
        elif how == "replace":
            holder[key] = draw(ODD_VALUES)
        elif how == "copy":
            other = holder_of(tables, draw(st.sampled_from(PLACES)))
            holder[key] = copy.deepcopy(other[0]) if isinstance(other, list) and other else 7
        elif how == "shuffle" and isinstance(holder[key], list):
            holder[key] = draw(st.permutations(holder[key]))
        elif how == "nudge" and isinstance(holder[key], int):
            holder[key] += draw(st.sampled_from([-1, 1]))
        elif isinstance(holder[key], str):
            holder[key] = draw(st.sampled_from([holder[key][::-1], holder[key][1:], "Boston"]))
    return text_of(tables, changed)


@st.composite
def changed_maps(draw: st.DrawFn) -> str:
    """Letters of the map changed, or two of them swapped; many of these are valid boards."""
    tables = pickle.loads(PICKLED)
    rows = tables["map"]["rows"]
    for _ in range(draw(st.integers(1, 6))):
        row = draw(st.sampled_from(ROWS))
        letters = list(rows[row])
        column = draw(st.integers(0, len(letters) - 1))
        if draw(st.booleans()):
            letters[column] = draw(st.sampled_from(".rwM#C.rwMx"))
        else:
            other = draw(st.integers(0, len(letters) - 1))
            letters[column], letters[other] = letters[other], letters[column]
        rows[row] = "".join(letters)
    return text_of(tables, {"map"})


@st.composite
def changed_text(draw: st.DrawFn) -> str:
    """The file as text: cut off, lines lost, doubled or put in, letters lost."""
    text = EASTERN_US
    how = draw(st.sampled_from(["cut", "drop", "double", "insert", "letters"]))
    lines = text.splitlines(keepends=True)
    place = draw(st.integers(0, len(lines) - 1))
    if how == "cut":
        return text[: draw(st.integers(0, len(text)))]
    if how == "drop":
        del lines[place : place + draw(st.integers(1, 4))]
    elif how == "double":
        lines.insert(place, lines[place])
    elif how == "insert":
        lines.insert(place, draw(ODD_LINES) + "\n")
    else:
        start = draw(st.integers(0, len(text) - 1))
        return text[:start] + text[start + draw(st.integers(1, 3)) :]
    return "".join(lines)


def load_changed(folder: Path, text: str) -> Board | str:
    path = folder / FILE
    path.write_text(text, encoding="utf-8")
    try:
        return load_board(path)
    except DataError as error:
        return str(error)


def test_a_file_changed_at_random_is_a_board_or_one_message(tmp_path):
    boards: list[Board] = []
    messages: list[str] = []

    @settings(max_examples=CASES)
    @given(text=st.one_of(changed_tables(), changed_maps(), changed_text()))
    def change(text: str) -> None:
        found = load_changed(tmp_path, text)
        if isinstance(found, Board):
            boards.append(found)
        else:
            messages.append(found)
            assert FILE in found
            assert "\n" not in found and len(found) < LONGEST_MESSAGE

    change()
    assert len(boards) + len(messages) >= CASES
    assert len(boards) > CASES / 20, "some changes must leave a valid board"
    assert len(set(messages)) > CASES / 5, "and the others must be of many kinds"


def test_a_changed_map_that_is_valid_yields_routes_or_one_message(tmp_path, monkeypatch):
    monkeypatch.setenv("ROTWSIM_CACHE", str(tmp_path))
    boards: list[Board] = []

    @settings(max_examples=20 * WITH_ROUTES)
    @given(text=changed_maps())
    def change(text: str) -> None:
        if len(boards) < WITH_ROUTES and isinstance(found := load_changed(tmp_path, text), Board):
            boards.append(found)
            try:
                assert routes_of(found, load_rulebook())
            except DataError as error:
                assert FILE in str(error)

    change()
    assert len(boards) == WITH_ROUTES

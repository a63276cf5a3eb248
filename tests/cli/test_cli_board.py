"""`rotwsim board`: list, show and check, on good files and bad ones."""

from __future__ import annotations

import json
import os
import struct

import pytest
from click.testing import CliRunner

from rotwsim.cli import main
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.schema import DataError

TERMINAL = 80


def run(*words):
    return CliRunner().invoke(main, [str(word) for word in words], env={"COLUMNS": str(TERMINAL)})


@pytest.fixture(scope="module")
def shown():
    result = run("show", "board", "eastern-us")
    assert result.exit_code == 0, result.output
    return result.output


def test_board_list_shows_every_board_with_its_size_and_origins():
    result = run("show", "boards")
    assert result.exit_code == 0
    for name in board_names():
        assert name in result.output
    (line,) = [line for line in result.output.splitlines() if line.startswith(" eastern-us ")]
    for parameter in ("52", "801", "110", "5"):
        assert parameter in line.split()
    for word in ("printed", "reported", "assumed"):
        assert word in result.output


def test_board_show_prints_all_tables_within_80_columns(shown, eastern_us):
    assert all(len(line) <= TERMINAL for line in shown.splitlines())
    for title in (
        "Eastern US",
        "Cities",
        "Major Lines",
        "Operations deck, 28 cards",
        "Railbot map cards, 14 cards",
        "Common Railbot cards, 11 cards",
        "Solo parameters",
        "Western Link",
        "Routes, ",
    ):
        assert f"\n{title}" in f"\n{shown}"
    for city in eastern_us.cities:
        assert f" {city.name} " in shown
    assert "…" not in shown, "nothing may be cut off"


def test_nothing_assumed_looks_like_a_fact_in_board_show(shown, eastern_us):
    lines = [line.split() for line in shown.splitlines()]
    assert ["Richmond", "-", "Atlanta", "6", "?", "reported,", "points", "assumed"] in lines
    assert ["New", "York", "-", "Chicago", "10", "reported"] in lines
    assert ["Base", "Exhaust", str(eastern_us.base_exhaust), "?", "inferred"] in lines
    assert ["Service", "Bounty", "Mobile", "4", "1", "reported"] in lines
    assert ["6", "Exhaust", "Purple", "middle", "reported"] in lines
    assert "? marks an assumed value" in shown
    cards = shown[shown.index("Railbot map cards") : shown.index("Common Railbot cards")]
    assert cards.count(" ?") == 14 + 14 + 8 and cards.count(" assumed ") == 14


def test_board_show_as_json_is_one_object_with_provenance(eastern_us):
    board = json.loads(run("show", "board", "Eastern US", "--json").stdout)
    assert (board["name"], board["hexes"], board["cubes"]) == ("eastern-us", 801, 110)
    assert len(board["cities"]) == 52 and len(board["ridges"]) == 125
    assert board["cities"][0]["name"] == "Boston"
    assert len(board["railbot_cards"]) == 14 and len(board["common_cards"]) == 11
    prices = {tuple(route["cities"]): (route["tiles"], route["cost"]) for route in board["routes"]}
    assert len(prices) == len(board["routes"]) and (1, 2) in prices.values()
    origins = {parameter["key"]: parameter["origin"] for parameter in board["provenance"]}
    assert len(origins) == len(eastern_us.provenance) and origins["solo.base_exhaust"] == "inferred"


@pytest.mark.slow
def test_board_show_draws_png_and_svg_and_makes_folders(tmp_path):
    png, svg = tmp_path / "new" / "board.png", tmp_path / "board.svg"
    result = run("show", "board", "eastern-us", "--png", png, "--svg", svg, "--letters")
    assert result.exit_code == 0
    content = png.read_bytes()
    assert content.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", content[16:24])
    assert width == 1500 and 1500 < height < 2500
    assert len(content) < 600_000
    assert b"</svg>" in svg.read_bytes()[-20:]


def test_board_check_says_valid_and_lists_what_is_assumed():
    result = run("check", "eastern-us")
    assert result.exit_code == 0
    assert "is a valid board: Eastern US" in result.output
    assert "Still assumed: " in result.output
    for key in ("solo.base_exhaust", "railbot.cards.cities", "operations.cards.points"):
        assert key in result.output
    assert all(len(line) <= TERMINAL for line in result.output.splitlines())


def test_board_check_of_a_file_without_assumptions_says_so(board_data, write_board):
    for table in ("map", "cities", "lines", "operations", "solo", "railbot", "western_link"):
        board_data[table]["origin"] = "printed: test"
    board_data.pop("multiplayer")
    board_data["solo"].pop("origins")
    for entry in (*board_data["lines"]["list"], *board_data["operations"]["cards"]):
        entry.pop("origins", None)
    taxes = [("left", 4), ("middle", 3), ("right", 3)]
    board_data["railbot"]["common"] = [
        {"name": "Final Evaluation", "final_evaluation": True},
        *({"name": "T", "taxation": True, "slot": slot} for slot, n in taxes for _ in range(n)),
    ]
    result = run("check", write_board(board_data))
    assert result.exit_code == 0, result.output
    assert "Nothing in it is assumed." in result.output


def test_14_board_check_refuses_whatever_no_game_has_room_for(monkeypatch):
    """Else a board would pass the check and be refused by `run`."""

    def refuse(*scenario, **player) -> None:
        raise DataError("boards/eastern_us.toml: too many ways")

    monkeypatch.setattr("rotwsim.scenario.compile.record.compile_rules", refuse)
    result = run("check", "eastern-us")
    assert result.exit_code == 2 and result.stdout == ""
    assert result.stderr == "Error: boards/eastern_us.toml: too many ways\n"


BAD_FILES = {
    "unknown key": 'extends = "eastern-us"\nmaps = 1\n',
    "no TOML": "name = = 1",
    "empty": "",
    "not text": "\udcff",
    "letters that a terminal would obey": 'extends = "eastern-us"\n"\\u001b[2J\\n" = 1\n',
    "an unknown board": 'extends = "westeros"\n',
    "wrong type": 'extends = "eastern-us"\nmap = 3\n',
    "unreachable": 'extends = "eastern-us"\n[solo]\norigin = "printed: x"\nbase_exhaust = 99\n',
}


@pytest.mark.parametrize("command", [["show", "board"], ["check"]], ids=" ".join)
@pytest.mark.parametrize("text", BAD_FILES.values(), ids=BAD_FILES.keys())
def test_a_bad_file_is_told_in_one_line_with_exit_code_2(command, text, tmp_path):
    path = tmp_path / "bad.toml"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    result = run(*command, path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"Error: {path}: ")
    assert result.stderr.count("\n") == 1 and "\x1b" not in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("name", ["atlantis", "", "nowhere.toml", "/", "x\ny"])
def test_a_board_that_does_not_exist_is_told_in_one_line(name):
    result = run("show", "board", name)
    assert result.exit_code == 2 and result.stdout == ""
    assert result.stderr.startswith("Error: ") and result.stderr.count("\n") == 1


@pytest.mark.slow
def test_a_picture_that_cannot_be_written_is_told_in_one_line(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("a file, not a folder")
    for path in (blocked / "board.png", tmp_path):
        result = run("show", "board", "eastern-us", "--png", path)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert result.stderr.startswith("Error: ") and result.stderr.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="/dev/full is there on Linux")
@pytest.mark.slow
def test_a_full_disk_is_told_in_one_line():
    result = run("show", "board", "eastern-us", "--svg", "/dev/full")
    assert result.exit_code == 2 and "No space left" in result.stderr


def test_board_template_writes_a_page_and_a_file_and_overwrites_nothing(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("new", "box", "eastern-us")
    assert result.exit_code == 0, result.output
    page = (tmp_path / "eastern-us-box.html").read_text(encoding="utf-8")
    assert "Content-Security-Policy" in page and "Boston, Albany, Buffalo" in page
    assert "size: A4" in page and "src=" not in page and "href=" not in page
    again = run("new", "box", "eastern-us")
    assert again.exit_code == 2 and "nothing was written" in again.stderr
    elsewhere = run("new", "box", "mexico", "--out", tmp_path / "new")
    assert elsewhere.exit_code == 0 and (tmp_path / "new" / "mexico-box.toml").is_file()


def test_board_check_says_in_a_line_what_is_wrong_in_a_sheet(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('extends = "eastern-us"\n[your_box.solo]\nbase_exhaust = 99\n', "utf-8")
    result = run("check", path)
    assert result.exit_code == 2 and result.stdout == ""
    assert result.stderr == f"Error: {path}: solo.base_exhaust is 99; legal are 0 to 20\n"


def test_board_check_of_a_filled_sheet_names_the_command_that_measures_it(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('extends = "eastern-us"\n[your_box.solo]\nbase_exhaust = 3\n', "utf-8")
    result = run("check", path)
    assert result.exit_code == 0 and "rotwsim compare --variant board=" in result.output
    assert "solo.base_exhaust" not in result.output

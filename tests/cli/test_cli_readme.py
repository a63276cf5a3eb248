"""Every command of the README and of docs/ runs, with the files that they show."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from rotwsim.cli import main
from rotwsim.runner.judge import Effort, one_game
from rotwsim.scenario.options import SCENARIO_OPTIONS

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
MOST_LINES = 120  # of the README
MOST_GAMES = 10
GAMES = ("--games", "--fresh-games", "--stream-games", "--validation-games", "--confirm")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks_of(page: Path) -> list[tuple[str, str]]:
    """The blocks of a page as language and text."""
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def commands_in(block: str) -> list[list[str]]:
    """The words of each command; where its output goes is the shell's business."""
    lines = [line.split(" > ")[0] for line in block.splitlines() if line.startswith("rotwsim ")]
    return [shlex.split(line, comments=True) for line in lines]


def sessions() -> dict[str, tuple[Path, list[list[str]]]]:
    """The commands by page and block: a later one may use what an earlier one of its block wrote.
    What stands on several pages, and names no file, does the same on each and is run once.
    """
    found, known = {}, set()
    for page in PAGES:
        for place, (_, block) in enumerate(blocks_of(page)):
            new = [words for words in commands_in(block) if tuple(words) not in known]
            known |= {tuple(words) for words in new if "." not in "".join(words)}
            if new:
                found[f"{page.stem}, {new[0][1]} {place}"] = (page, new)
    return found


SESSIONS = sessions()
PYTHON = [  # what a user types; the file of a new player is followed by its own test
    (page, block)
    for page in PAGES
    for language, block in blocks_of(page)
    if language == "python" and block.startswith("import rotwsim")
]


def shortened(words: list[str]) -> list[str]:
    """The same command with no more games than it takes to run it."""
    most = 1 if words[1] == "review" else MOST_GAMES
    return [
        str(min(int(word), most)) if before in GAMES else word
        for before, word in zip(["", *words], words, strict=False)
    ]


def quick_effort(**given) -> Effort:
    return Effort(**{**given, "rollouts": 4})


def write_files(page: Path, folder: Path) -> None:
    """The files of a page: TOML blocks that begin with the name of a file."""
    for language, block in blocks_of(page):
        named = re.match(r"# (\S+?\.toml)\b", block)
        if language == "toml" and named:
            (folder / named[1]).write_text(block, encoding="utf-8")


def test_the_pages_show_commands_and_the_readme_is_short():
    assert len(SESSIONS) >= 8 and PYTHON
    assert PAGES[0].read_text(encoding="utf-8").count("\n") <= MOST_LINES


@pytest.mark.slow
@pytest.mark.parametrize("page, commands", SESSIONS.values(), ids=SESSIONS.keys())
def test_every_command_of_the_pages_runs(page, commands, tmp_path, monkeypatch):
    write_files(page, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(one_game, "LEAST", 1)
    monkeypatch.setattr("rotwsim.runner.judge.Effort", quick_effort)
    for words in commands:
        result = CliRunner().invoke(main, shortened(words)[1:])
        assert result.exit_code == 0, f"{shlex.join(words)}\n{result.output}"


@pytest.mark.slow
@pytest.mark.parametrize("page, code", PYTHON, ids=[page.stem for page, _ in PYTHON])
def test_the_python_of_the_pages_runs(page, code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    fewer = re.sub(r"(?<=games=)\d+", str(MOST_GAMES), code)
    exec(compile(fewer, page.name, "exec"), {})


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_points_to_exists(page):
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", text):
        assert (page.parent / target).exists(), f"{page.name} points to {target}"


def test_every_page_of_the_docs_is_named_in_their_index_and_that_in_the_readme():
    index = ROOT / "docs" / "index.md"
    assert "(docs/index.md)" in PAGES[0].read_text(encoding="utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        assert page == index or f"({page.relative_to(index.parent).as_posix()})" in index.read_text(
            encoding="utf-8"
        )


def test_options_that_the_pages_name_exist():
    known = {f"--{option.word}" for option in SCENARIO_OPTIONS}
    text = (ROOT / "docs" / "experiments.md").read_text(encoding="utf-8")
    for row in re.findall(r"^\| `(--[^`]+)`", text, re.MULTILINE):
        assert set(re.findall(r"--[\w-]+", row)) <= known, row

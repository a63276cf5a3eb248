"""Every command of the README runs, with the files that the README shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from rotwsim.cli import main

pytestmark = pytest.mark.slow  # runs every command of the documentation

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMMANDS = [
    shlex.split(line, comments=True)
    for _, block in BLOCKS
    for line in block.splitlines()
    if line.startswith("rotwsim ")
]


def write_files(folder: Path) -> None:
    """The README's own files: TOML blocks that begin with the name of a file."""
    for language, block in BLOCKS:
        named = re.match(r"# (\S+\.toml)\n", block)
        if language == "toml" and named:
            (folder / named[1]).write_text(block, encoding="utf-8")


def test_the_readme_shows_commands_and_files():
    assert len(COMMANDS) >= 5


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_of_the_readme_runs(words, tmp_path, monkeypatch):
    write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, words[1:])
    assert result.exit_code == 0, result.output


def test_pictures_and_files_that_the_readme_points_to_exist():
    for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", README):
        assert (ROOT / target).exists(), target

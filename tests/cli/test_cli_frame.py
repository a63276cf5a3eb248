"""The frame of the command line: fast help in sections, examples, and errors in one line."""

from __future__ import annotations

import re
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from rotwsim.cli import RENAMED, SECTIONS, WHERE, SectionedGroup, main
from rotwsim.scenario.schema import DataError

HEAVY = ("numpy", "pandas", "numba", "matplotlib", "scipy", "rich")


def run(*words: str):
    return CliRunner().invoke(main, list(words))


def commands_of(group: click.Group, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """The words of every command and group below one."""
    context = click.Context(group)
    found = []
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        found.append((*path, name))
        if isinstance(command, click.Group):
            found += commands_of(command, (*path, name))
    return found


@pytest.mark.parametrize("words", [(), *commands_of(main)], ids=" ".join)
def test_the_help_of_every_command_ends_with_an_example(words):
    result = run(*words, "--help")
    assert result.exit_code == 0
    lines = [line.strip() for line in result.output.splitlines() if line.strip()]
    assert "Example:" in lines
    examples = lines[lines.index("Example:") + 1 :]
    assert examples and all(line.startswith("rotwsim ") for line in examples)


def test_help_groups_the_commands_in_sections_and_leaves_out_empty_ones():
    lines = run("--help").output.splitlines()
    assert [f"{section}:" for section in SECTIONS] == [
        line for line in lines if line[:-1] in SECTIONS
    ]
    shown = [line.split()[0] for line in lines if re.match("  [a-z]", line)]
    assert shown == [name for name in " ".join(SECTIONS.values()).split() if name in WHERE]
    assert 15 < len(WHERE) <= 21


@pytest.mark.parametrize("width", [80, 120])
def test_every_summary_of_the_help_is_one_line(width):
    lines = CliRunner().invoke(main, ["--help"], terminal_width=width).output.splitlines()
    assert sum(bool(re.match("  [a-z]+  +[A-Z]", line)) for line in lines) == len(WHERE)


@pytest.mark.parametrize("old, new", RENAMED.items())
def test_an_old_name_answers_with_the_new_one_in_one_line(old, new):
    result = run(*old.split(), "--games", "4")
    assert result.exit_code == 2 and result.output.count("\n") == 1
    assert result.stderr == f"Error: {old} is now: rotwsim {new}\n"
    for command in new.split(", or "):
        assert run(*command.split(), "--help").exit_code == 0


def test_no_summary_in_the_help_is_cut_off():
    assert "..." not in run("--help").output.partition("Ask:")[2]


def test_help_imports_nothing_heavy():
    code = (
        "import sys\n"
        "from rotwsim.cli import main\n"
        "main(['--help'], standalone_mode=False)\n"
        f"print('HEAVY', [name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("HEAVY []\n")


@pytest.mark.parametrize(
    "words, message",
    [
        (["repot"], 'no command is called "repot"; did you mean "report"? (see rotwsim --help)'),
        (["dev", "adit"], 'no command is called "adit"; did you mean "audit"?'),
        (["--fast"], "No such option"),  # the rest is click's, and differs by its version
        (["show", "board"], "Missing argument 'NAME_OR_FILE'. (see rotwsim show board --help)"),
        (["show", "board", "eastern-us", "--jpg", "x"], "No such option"),
    ],
)
def test_a_wrong_command_line_is_told_in_one_line_with_exit_code_2(words, message):
    result = run(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"Error: {message}")
    assert result.stderr.endswith(" --help)\n") and result.stderr.count("\n") == 1
    assert all(word in result.stderr for word in words if word.startswith("--"))


def raising(error: Exception) -> click.Group:
    group = SectionedGroup("rotwsim", sections={"Look": "fail"}, where={"fail": "run:run"})
    group.get_command = lambda context, name: fail
    fail.callback = _raise(error)
    return group


def _raise(error: Exception):
    def callback() -> None:
        raise error

    return callback


@click.command()
def fail() -> None:
    """Fails."""


@pytest.mark.parametrize(
    "error, line",
    [
        (DataError("mine.toml: map is missing"), "Error: mine.toml: map is missing\n"),
        (DataError("two\nlines"), "Error: two lines\n"),
        (PermissionError(13, "Permission denied", "x.png"), "Error: x.png: Permission denied\n"),
        (OSError(28, "No space left on device"), "Error: No space left on device\n"),
    ],
)
def test_data_errors_and_unwritable_files_are_told_in_one_line(error, line):
    result = CliRunner().invoke(raising(error), ["fail"])
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", line)


@pytest.mark.parametrize("letters", ["x" * 4000, "x " * 2000])
def test_a_long_argument_is_not_repeated_whole(letters):
    for words in (["run", "--games", letters], ["run", letters], [letters], ["report", letters]):
        result = run(*words)
        assert result.exit_code == 2 and len(result.stderr) < 1700, words
        assert result.stderr.startswith("Error: ") and result.stderr.count("\n") == 1


def test_a_fault_of_the_program_is_not_hidden():
    result = CliRunner().invoke(raising(ZeroDivisionError("a fault")), ["fail"])
    assert isinstance(result.exception, ZeroDivisionError)


def test_the_version_is_shown():
    assert run("--version").output.startswith("rotwsim 0.")


def test_difficulty_says_which_board_was_meant(tmp_path):
    words = ["difficulty", "--boards", "portugall", "--out", str(tmp_path / "page.html")]
    told = CliRunner().invoke(main, words)
    assert told.exit_code == 2
    assert 'no board is called "portugall"; did you mean "portugal"?' in told.stderr

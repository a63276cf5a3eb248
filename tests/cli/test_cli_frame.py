"""The frame of the command line: fast help in sections, examples, and errors in one line."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from rotwsim.cli import COMMANDS, RENAMED, main
from rotwsim.cli.frame import SectionedGroup
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
    for section, names in COMMANDS.items():
        assert (f"{section}:" in lines) == bool(names)
    assert [section.lower() for section in COMMANDS] == ["ask", "see", "your own", "developers"]


@pytest.mark.parametrize("old, new", RENAMED.items())
def test_an_old_name_answers_with_the_new_one_in_one_line(old, new):
    result = run(old, "--games", "4")
    assert result.exit_code == 2 and result.output.count("\n") == 1
    assert f"{old} is now called rotwsim {new}" in result.output
    assert run(*new.split(), "--help").exit_code == 0


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
        (["bord"], 'no command is called "bord"; did you mean "board"? (see rotwsim --help)'),
        (["--fast"], "No such option"),  # the rest is click's, and differs by its version
        (["board", "show"], "Missing argument 'NAME_OR_FILE'. (see rotwsim board show --help)"),
        (["board", "show", "eastern-us", "--jpg", "x"], "No such option"),
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
    group = SectionedGroup("rotwsim", sections={"Look": {"fail": f"{__name__}:fail"}})
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

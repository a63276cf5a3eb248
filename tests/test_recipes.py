"""The recipes of docs/extend for tweaks and boards, followed in a copy of the package."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from subprocess import CompletedProcess

import pytest

import rotwsim

from .conftest import run_apart

PACKAGE = Path(rotwsim.__file__).parent
EXTEND = PACKAGE.parent / "docs" / "extend"
PRINTED = Path("rotwsim") / "data" / "printed"
CALL = "from rotwsim.cli import main; main(prog_name='rotwsim')"


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    """A copy of the package that a stranger may change."""
    folder = tmp_path_factory.mktemp("stranger")
    skipped = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, folder / "rotwsim", ignore=skipped)
    return folder


def called(folder: Path, *words: str) -> CompletedProcess:
    """Call a command of the copy; its kernels are ours, as long as only data differ."""
    return run_apart(CALL, *words, cwd=folder, COLUMNS="120")


def blocks_of(page: str, language: str = "") -> list[str]:
    text = (EXTEND / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def with_tweak(copy) -> Path:
    (row,) = blocks_of("tweak.md", "toml")
    file = copy / PRINTED / "tweaks.toml"
    rows = file.read_text(encoding="utf-8").rstrip()
    assert rows.endswith("]")
    file.write_text(f"{rows[:-1]}{row}]\n", encoding="utf-8")
    return copy


@pytest.mark.slow
@pytest.mark.parametrize(
    "words, shown",
    [
        ("show tweaks", "Insurance costs one action"),
        ("show rules T9", "Makes the game easier"),
        ("run --tweak insurance-1 --player passive --games 1 --jobs 1 --quiet", "insurance-1"),
        ("compare --all-tweaks --player passive --games 1 --jobs 1 --quiet", "insurance-1"),
        ("me --scores 98,110,131", "ot measured yet: insurance-1"),
    ],
)
def test_a_tweak_is_one_row_and_every_command_knows_it(with_tweak, words, shown):
    done = called(with_tweak, *words.split())
    assert done.returncode == 0, done.stderr
    assert shown in done.stdout


@pytest.mark.slow
def test_scores_made_with_a_tweak_that_is_not_measured_are_refused_in_one_line(with_tweak):
    done = called(with_tweak, *["me", "--scores", "98", "--tweak", "insurance-1"])
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert "insurance-1 is not measured yet" in done.stderr


@pytest.mark.slow
def test_a_board_is_one_file_of_your_own_or_of_the_package(copy):
    (commands,) = blocks_of("board.md")
    for line in commands.splitlines():
        done = called(copy, *line.replace("--games 20", "--games 1").split()[1:])
        assert done.returncode == 0, done.stderr
    shutil.copy(copy / "my-board.toml", copy / PRINTED / "boards" / "my_board.toml")
    assert "my-board" in called(copy, "show", "boards").stdout
    done = called(
        copy, *["run", "--board", "my-board", "--player", "passive", "--games", "1", "--quiet"]
    )
    assert done.returncode == 0, done.stderr
    assert "Sweden, changed" in done.stdout


@pytest.fixture(scope="module")
def with_baron(tmp_path_factory) -> tuple[Path, str]:
    """A copy of the package with the Baron of the page, and its rows as they were."""
    folder = tmp_path_factory.mktemp("baron")
    shutil.copytree(PACKAGE, folder / "rotwsim", ignore=shutil.ignore_patterns("__pycache__"))
    (row,) = blocks_of("duel-baron.md", "toml")
    file = folder / PRINTED / "duel_barons.toml"
    text = file.read_text(encoding="utf-8")
    replaced = re.sub(r'^ +\{ rule = "D10".*\n', lambda found: row, text, flags=re.MULTILINE)
    file.write_text(replaced, encoding="utf-8")
    return folder, text


@pytest.mark.slow
@pytest.mark.parametrize(
    "words, shown",
    [
        ("show cards", "4/6 engine level"),
        ("run --barons --baron-in Ada_Freight --player passive --games 1 --quiet", "Ada Freight"),
    ],
)
def test_a_duel_baron_with_known_goal_and_effect_is_one_row(with_baron, words, shown):
    folder, _ = with_baron
    done = called(folder, *(word.replace("_", " ") for word in words.split()))
    assert done.returncode == 0, done.stderr
    assert shown in done.stdout


@pytest.mark.slow
def test_a_seventeenth_duel_baron_is_refused_in_one_line(with_baron):
    folder, text = with_baron
    (row,) = blocks_of("duel-baron.md", "toml")
    rows = "".join(row.replace("D10", f"D{number}") for number in range(22, 27))
    longer = f"{text.rstrip()[:-1]}{rows}]\n"
    file = folder / PRINTED / "duel_barons.toml"
    kept = file.read_text(encoding="utf-8")
    file.write_text(longer, encoding="utf-8")
    done = called(folder, *["run", "--barons", "--player", "passive", "--games", "1", "--quiet"])
    file.write_text(kept, encoding="utf-8")
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1 and "16" in done.stderr


@pytest.mark.slow
def test_a_goal_that_counts_something_new_is_a_row_and_two_functions(tmp_path):
    shutil.copytree(PACKAGE, tmp_path / "rotwsim", ignore=shutil.ignore_patterns("__pycache__"))
    (row,) = blocks_of("duel-baron.md", "text")
    core, reference = blocks_of("duel-baron.md", "python")
    for name, before, block in (
        ("data/baron_words.toml", "score = {", row),
        ("core/rules/duel_barons.py", "    return 0\n\n\n@kernel\ndef hotels_owned", core),
        ("reference/barons.py", '    raise ValueError(f"no goal counts', reference),
    ):
        file = tmp_path / "rotwsim" / name
        text = file.read_text(encoding="utf-8")
        assert text.count(before) == 1
        file.write_text(text.replace(before, block + before), encoding="utf-8")
    (tmp_path / "my.toml").write_text(
        '[[duel_barons]]\ndo = "add"\nname = "Ann Debt"\ngoal = "many_bonds"\ntiers = [1, 3]\n'
        'points = [2, 4]\neffect = "nothing"\n'
    )
    done = run_apart(BOTH_COUNT_THREE, cwd=tmp_path, NUMBA_DISABLE_JIT="1")
    assert done.stdout == "3 3\n", done.stderr


BOTH_COUNT_THREE = """
from types import SimpleNamespace as Given
from rotwsim.core.rules.duel_barons import baron_reached
from rotwsim.reference.barons import goal_reached
from rotwsim.runner.play import rules_of
from rotwsim.scenario.baron_words import goal_of
from rotwsim.scenario.scenario import Scenario

scenario = Scenario.of(rules="my.toml", barons=True, player="passive")
baron = len(scenario.duel_barons) - 1
core = baron_reached(Given(bonds=[3]), rules_of(scenario)[0], 0, baron)
seat = Given(bonds=3, delivered=[0] * 6, number=0)
game = Given(network=Given(joined_groups=lambda number: []))
print(core, goal_reached(game, seat, goal_of(scenario.duel_barons[baron])))
"""

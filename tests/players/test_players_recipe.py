"""A player from a file: the recipe of docs/extend/player.md, word by word, and its faults."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from rotwsim.cli import main
from rotwsim.core.jit.kernel_cache import KernelCache, joined_digest
from rotwsim.players import blocks as block_kernels
from rotwsim.players.own import own_player
from rotwsim.players.registry import NUMBERS
from rotwsim.players.value.weights import NAMES
from rotwsim.runner.play import play, rules_of, weights_of
from rotwsim.runner.run import simulate
from rotwsim.scenario.options import PLAYERS
from rotwsim.scenario.player_numbers import (
    PLAYERS_FILE,
    load_multiplayer_weights,
    load_weights,
    player_names,
    signature_of,
)
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

RECIPE = Path(__file__).parents[2] / "docs" / "extend" / "player.md"


def blocks(language: str) -> list[str]:
    """The blocks of code of the recipe."""
    found = RECIPE.read_text("utf-8").split("```")[1::2]
    return [block.partition("\n")[2] for block in found if block.startswith(f"{language}\n")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with the file of the recipe."""
    folder = tmp_path_factory.mktemp("stranger")
    (source,) = blocks("python")
    (folder / "hasty.py").write_text(source, "utf-8")
    return folder


@pytest.mark.slow
def test_every_command_of_the_recipe_works(folder, monkeypatch):
    monkeypatch.chdir(folder)
    (commands,) = blocks("")
    for command in commands.splitlines():
        done = CliRunner().invoke(main, command.split()[1:])
        assert done.exit_code == 0, f"{command}: {done.output}"


@pytest.mark.slow
def test_a_file_that_does_as_casual_does_plays_the_games_of_casual(tmp_path):
    file = tmp_path / "same.py"
    (source,) = blocks("python")
    file.write_text(
        source.replace("if can_upgrade", "if seat < 0 and can_upgrade").replace("WEIGHTS", "OTHERS")
    )
    for options in ({"player": "{}"}, {"seats": ["{}", "novice"]}):
        ours, theirs = (
            Scenario.of("sweden", **json.loads(json.dumps(options).replace("{}", name)))
            for name in ("casual", str(file))
        )
        assert play(theirs, seed=3).outcome == play(ours, seed=3).outcome


AT_ONCE = """
from rotwsim.players import blocks

blocks.fast_kernel = blocks.kernel  # each process compiles the file, this way in a second
"""


@pytest.mark.slow
def test_processes_play_a_file_as_threads_do(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(block_kernels, "fast_kernel", block_kernels.fast_kernel)
    file = tmp_path / "hasty.py"
    file.write_text((folder / "hasty.py").read_text("utf-8") + AT_ONCE, "utf-8")
    scenario = Scenario.of(player=str(file))
    in_threads = simulate(scenario, 40)
    assert simulate(scenario, 40, backend="processes", jobs=2).equals(in_threads)


@pytest.mark.slow
def test_a_new_file_compiles_nothing_but_itself(folder, tmp_path, monkeypatch):
    play(Scenario.of(player=str(folder / "hasty.py")))
    file, compiled, load = tmp_path / "other.py", [], KernelCache.load_overload
    source = (folder / "hasty.py").read_text()
    file.write_text(f"{source}\nNEVER_COMPILED_BEFORE = {time.time_ns()}\n")

    def watched(cache, *given):
        found = load(cache, *given)
        if found is None:
            compiled.append(cache._impl.filename_base)
        return found

    monkeypatch.setattr(KernelCache, "load_overload", watched)
    play(Scenario.of(player=str(file)))
    own = joined_digest(own_player(file).digest)
    assert compiled and all(own in name or "player_other" in name for name in compiled)


def test_a_comment_leaves_the_signature_and_code_changes_it(tmp_path):
    file = tmp_path / "mine.py"
    found = []
    for text in ("x = 1\n", "# why\nx = 1\n", "x = 2\n"):
        file.write_text(text)
        found.append(signature_of(Scenario.of(player=str(file))))
    assert found[0] == found[1] != found[2]


KERNEL = "from rotwsim.core.jit.decorators import kernel\n"
ASKED = f"{KERNEL}@kernel\ndef choose_action(state, rules, seat, mind):\n    return "


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = 1", "mine.py has no function choose_action(state, rules, seat, mind)"),
        ("choose_action = 3", "mine.py: choose_action is no function"),
        (
            "def choose_action(state): ...",
            "choose_action(state) must be choose_action(state,",
        ),
        ("def choose_action(state, rules, seat, mind): ...", "@kernel is missing above choose_act"),
        (f"{ASKED}1\n\ndef choose(state): ...", "choose(state) must be choose(state, rules, seat)"),
        ("def choose_action(", "is no Python file: '(' was never closed"),
        ("import nothing_such", "mine.py does not load: ModuleNotFoundError: No module named"),
        (
            f"{ASKED}1\n\nWEIGHTS = {{'speed': 1}}",
            "WEIGHTS or LIKE name speed, which does",
        ),
        (f"{ASKED}1\n\nLIKE = 'nobody'", "WEIGHTS or LIKE name nobody, which does not exist"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_one_line(tmp_path, text, message):
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(DataError, match=re.escape(message)) as error:
        rules_of(Scenario.of(player=str(file)))
    assert "\n" not in str(error.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("result", "reason"),
    [
        ("7", "Can't unify return type"),
        ("state.money", "neither the state nor the rules have a field 'money'"),
        ("unknown(state)", "NameError: name 'unknown' is not defined"),
    ],
)
def test_why_a_file_does_not_compile_is_said_in_one_line(tmp_path, result, reason):
    file = tmp_path / "mine.py"
    file.write_text(f"{ASKED}{result}\n")
    with pytest.raises(
        DataError, match="mine.py does not compile: .*" + re.escape(reason)
    ) as error:
        play(Scenario.of(player=str(file)))
    assert "\n" not in str(error.value)


def test_a_missing_file_is_named():
    with pytest.raises(DataError, match=r'player "nowhere\.py": there is no such file'):
        Scenario.of(player="nowhere.py")


@pytest.mark.slow
def test_an_installed_package_names_its_players(folder, tmp_path, monkeypatch):
    package, facts = tmp_path / "my_package", tmp_path / "my_package-1.0.dist-info"
    package.mkdir()
    facts.mkdir()
    (package / "__init__.py").touch()
    (package / "hasty.py").write_text((folder / "hasty.py").read_text())
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    (entry,) = blocks("toml")
    group, line = entry.splitlines()
    assert group == '[project.entry-points."rotwsim.players"]'
    (facts / "entry_points.txt").write_text(f"[rotwsim.players]\n{line.replace(chr(34), '')}\n")
    monkeypatch.syspath_prepend(tmp_path)
    named = play(Scenario.of(player="hasty"), seed=2).outcome
    assert named == play(Scenario.of(player=str(folder / "hasty.py")), seed=2).outcome


# The rows of data


def test_every_player_of_the_registry_has_its_row_in_the_same_order():
    assert tuple(NUMBERS) == PLAYERS == player_names()


def test_a_row_without_its_line_in_the_registry_is_named(monkeypatch):
    monkeypatch.delitem(NUMBERS, "casual")
    with pytest.raises(DataError, match=r'"casual" has a row in .* but no line in .*registry'):
        rules_of(Scenario.of(player="casual"))


def test_a_player_without_weights_of_its_own_has_those_of_club():
    weights = load_weights(NAMES)
    assert weights["novice"] == weights["club"]
    assert weights["master"] == weights["expert"]
    assert weights["casual"] != weights["club"]
    assert weights_of(Scenario.of(player="casual")) == list(weights["casual"].values())


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('[mine]\nlike = "nobody"', 'mine: like "nobody" is no player with own weights'),
        ('[mine]\nlike = "mine"', 'mine: like "mine" is no player with own weights'),
        ('[mine]\nlike = "club"\nramp = 1.0', "mine: missing or unknown: origin"),
        ('[mine]\norigin = "assumed: x"\nramp = 1.0', "mine: missing or unknown: bond_points"),
        ('[mine]\nlike = "club"\norigin = "assumed: x"\nrampe = 1', "unknown: rampe"),
        ('[mine]\nlike = "club"\norigin = "assumed: x"\nramp = "a"', "ramp must be a number"),
        ("mine = 3\n", "mine must be a table"),
    ],
)
def test_a_wrong_row_is_named(tmp_path, row, message):
    path = tmp_path / "players.toml"
    ours = PLAYERS_FILE.read_text("utf-8")
    path.write_text(f"{row}\n{ours}" if row.startswith("mine") else f"{ours}\n{row}\n", "utf-8")
    with pytest.raises(DataError, match=re.escape(message).replace("bond_points", ".*bond_points")):
        load_weights(NAMES, path)


def test_a_weight_in_multiplayer_games_may_differ_by_board(tmp_path):
    points = {
        board: load_multiplayer_weights(NAMES, board)["expert"]["first_place"]
        for board in ("eastern-us", "mexico", "great-britain", "my-board")
    }
    assert points["eastern-us"] > points["great-britain"] > points["mexico"]
    assert points["my-board"] == points["great-britain"]
    path = tmp_path / "players.toml"
    text = PLAYERS_FILE.read_text(encoding="utf-8")
    path.write_text(text.replace("others = 6.0, ", ""), encoding="utf-8")
    with pytest.raises(DataError, match="first_place must be a number"):
        load_multiplayer_weights(NAMES, "great-britain", path)

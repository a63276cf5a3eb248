"""A stranger adds a player: the recipe of docs/players.md, followed word by word."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rotwsim
from rotwsim.players.registry import NUMBERS
from rotwsim.players.value.weights import NAMES
from rotwsim.runner.play import rules_of, weights_of
from rotwsim.scenario.options import PLAYERS
from rotwsim.scenario.player_numbers import PLAYERS_FILE, load_weights, player_names
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

PACKAGE = Path(rotwsim.__file__).parent
RECIPE = PACKAGE.parent / "docs" / "players.md"
IMPORTED = "strategies import (\n    hasty,"

ASK = """
import json
import numpy as np
from rotwsim.core.state.layout import STATE
from rotwsim.core.state.log import no_log
from rotwsim.core.play.setup import set_up
from rotwsim.players.registry import NUMBERS, choose_action
from rotwsim.players.value.weights import NAMES
from rotwsim.scenario.options import PLAYERS
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.compile.record import compile_rules
from rotwsim.scenario.player_numbers import load_weights
from rotwsim.runner.player_overview import about

weights = load_weights(NAMES)["hasty"]
rules = compile_rules(Scenario.of(player="hasty"), NUMBERS["hasty"], list(weights.values()))
states = np.zeros(1, STATE)
set_up(states[0], rules[0], 1, 0, no_log())
states[0].actions_left, states[0].cash[0] = 2, 20
rich = choose_action(states[0], rules[0])
states[0].cash[0] = 0
poor = choose_action(states[0], rules[0])
print(json.dumps({
    "about": about("hasty"), "players": PLAYERS, "weights": weights,
    "rich": [int(number) for number in rich], "poor": [int(number) for number in poor],
}))
"""


@pytest.fixture(scope="module")
def after_the_recipe(tmp_path_factory) -> dict:
    """What a copy of the package says once file, row and line of the recipe are in it."""
    copy = tmp_path_factory.mktemp("stranger")
    skipped = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, copy / "rotwsim", ignore=skipped)
    (source,) = re.findall(r"```python\n(.*?)```", RECIPE.read_text("utf-8"), re.DOTALL)
    (row,) = re.findall(r"```toml\n(.*?)```", RECIPE.read_text("utf-8"), re.DOTALL)
    (copy / "rotwsim" / "players" / "strategies" / "hasty.py").write_text(source, "utf-8")
    with (copy / "rotwsim" / "data" / "players.toml").open("a", encoding="utf-8") as file:
        file.write(f"\n{row}")
    registry = copy / "rotwsim" / "players" / "registry.py"
    registry.write_text(with_line(registry.read_text("utf-8")), "utf-8")
    done = subprocess.run(
        [sys.executable, "-c", ASK],
        env={**os.environ, "PYTHONPATH": str(copy), "NUMBA_DISABLE_JIT": "1"},
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def with_line(registry: str) -> str:
    """The registry with the line of the recipe at the end of the list, and the name imported."""
    (line,) = re.findall(r"```\n(    \"hasty\": .*?\n)```", RECIPE.read_text("utf-8"))
    registry = registry.replace("strategies import (\n", f"{IMPORTED}\n")
    before, listed, after = registry.partition("PLAYERS = {\n")
    own, end, rest = after.partition("}\n")
    assert IMPORTED in before and listed and end
    return before + listed + own + line + end + rest


@pytest.mark.slow
def test_the_first_line_of_the_file_is_what_the_roster_says(after_the_recipe):
    assert after_the_recipe["about"].startswith("buys an engine level whenever the cash suffices")


@pytest.mark.slow
def test_the_row_makes_the_name_known_to_scenarios(after_the_recipe):
    assert after_the_recipe["players"] == [*PLAYERS, "hasty"]


@pytest.mark.slow
def test_the_row_gives_the_weights_that_differ(after_the_recipe):
    own = {**load_weights(NAMES)["casual"], "dearest_link": 8.0}
    assert after_the_recipe["weights"] == own


@pytest.mark.slow
def test_the_line_lets_the_file_decide(after_the_recipe):
    upgrade, build = 3, 1
    assert after_the_recipe["rich"] == [upgrade, 0, 0, 0, 0, 0]
    assert after_the_recipe["poor"][0] == build


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
    assert weights["master"] == weights["expert-unpruned"] == weights["expert"]
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

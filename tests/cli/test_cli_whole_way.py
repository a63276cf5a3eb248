"""From a question in a file over real games to the page: nothing invented on the way."""

from __future__ import annotations

import json
import re

import pandas as pd
import pytest
from click.testing import CliRunner

import rotwsim
from rotwsim.cli import main

pytestmark = pytest.mark.slow  # plays and draws

QUESTION = "What does cash do to a novice, with and without the Duel Barons?"
FILE = f"""\
# {QUESTION}
seed = 4
games = 150

[scenario]
player = "novice"
settings = {{ cards_removed = 12, target = 11, barons_raise_target = 0 }}

[arms]
barons = [false, true]
tweaks = ["none", "cash"]

[compare]
across = "tweaks"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("whole")
    (place / "mine.toml").write_text(FILE, encoding="utf-8")
    for words in (
        ["experiment", place / "mine.toml", "--out", place / "out", "--runs", place / "runs"],
        ["report", place / "out"],
    ):
        result = CliRunner().invoke(main, [str(word) for word in words])
        assert result.exit_code == 0, result.output
    return place / "out"


@pytest.fixture(scope="module")
def page(folder) -> str:
    return (folder / "report.html").read_text(encoding="utf-8").replace("\u00a0", " ")


def simulated(barons: bool, tweaks: list[str]) -> pd.DataFrame:
    """The games of one arm, played again without any of the code between."""
    settings = {"cards_removed": 12, "target": 11, "barons_raise_target": 0}
    scenario = rotwsim.Scenario.of(player="novice", settings=settings, barons=barons, tweaks=tweaks)
    return rotwsim.simulate(scenario, games=150, seed=4, jobs=1)


def test_the_page_asks_the_question_of_the_file_and_shows_the_games_that_were_played(page):
    assert QUESTION in re.search(r"<h1[^>]*>(.*?)</h1>", page, re.DOTALL)[1]
    for barons in (False, True):
        won = 100 * simulated(barons, [])["won"].mean()
        cash = 100 * simulated(barons, ["cash"])["won"].mean()
        row = f">{won:.1f} %</td><td[^>]*>{cash:.1f} %</td><td[^>]*>{cash - won:+.1f}</td>"
        assert re.search(row.replace("+", r"\+"), page), row


def test_the_figures_lie_in_the_page_and_the_first_one_beside_it(folder, page):
    drawn = [path.stem for path in (folder / "figures").iterdir()]
    shown = re.findall(r'<figure id="figure-([\w-]+)"', page)
    assert set(drawn) <= set(shown) and shown[0] in drawn and len(shown) > 3
    assert {"scores-by-tweak", "tweaks-1"} <= set(shown)


def test_a_flipped_game_replays_as_the_page_says(folder):
    flips = pd.read_csv(folder / "tables" / "flips.csv")
    assert len(flips)
    flip = flips.iloc[0]
    assert flip["command"].startswith("rotwsim replay ")
    words = [*flip["command"].split()[1:], "--json"]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["result"]["result"] == flip["variant_result"]


def test_the_command_of_an_arm_gives_its_digest(folder):
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    arm = manifest["arms"][-1]
    assert "--tweak cash" in arm["command"] and "--barons" in arm["command"]
    result = CliRunner().invoke(main, [*arm["command"].split()[1:], "--json", "--quiet"])
    assert json.loads(result.stdout)["digest"] == arm["digest"]

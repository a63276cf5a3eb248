"""The difficulty page: a cell for every map, variant, tweak and skill, near even odds marked."""

from __future__ import annotations

import json
import math
import re
from itertools import product

import pandas as pd
import pytest
from click.testing import CliRunner

from rotwsim.analysis.pool import Arm, Games
from rotwsim.analysis.questions.difficulty_of_maps import (
    SKILLS,
    all_maps,
    cell,
    cell_arms,
    play_each,
    rows_of,
)
from rotwsim.analysis.results import Answer, Asked, games_quoted, nearest_target, write_results
from rotwsim.cli import main
from rotwsim.report.page.difficulty import answers_of, difficulty_page, short_name
from rotwsim.report.page.home import home_page
from rotwsim.scenario.board_file import load_board, load_rulebook
from rotwsim.scenario.rule_texts import tweak_words
from rotwsim.scenario.scenario import Scenario

TWEAKS = ["", *(tweak.name for tweak in load_rulebook().tweaks)]
SHEET = ("rotwsim difficulty", 1)


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    """Invented win rates of every cell."""
    rows, titles = [], {name: load_board(name).title for name in all_maps()}
    for place, (name, barons, tweak, wins) in enumerate(
        product(all_maps(), (False, True), TWEAKS, SKILLS)
    ):
        rate = (place * 37 % 101) / 101 if tweak else wins / 100
        row = {"board": name, "board_title": titles[name], "barons": barons}
        row |= {"tweaks": tweak, "standard_wins": wins / 100, "games": 1000, "win_rate": rate}
        row |= {"low": max(0, rate - 0.03), "high": min(1, rate + 0.03), "target": 125}
        rows.append(row | {"even_target": math.nan if tweak else 100 + wins})
    return pd.DataFrame(rows)


def test_the_page_has_every_cell_as_a_heat_map_and_marks_those_near_even_odds(table):
    page = difficulty_page(table, *SHEET)
    assert len(all_maps()) == 7 and len(table) == 7 * 2 * 12 * 5
    cells = re.findall(r'<td class="cell c(\d+)( near)?" title="[^"]*">(\d+)</td>', page)
    assert len(cells) == len(table) + 2 * 12 * 5  # and the means over maps
    assert all(abs(10 * int(shade) - int(text)) <= 5 for shade, _, text in cells)
    assert {bool(near) for _, near, text in cells if 41 <= int(text) <= 59} == {True}
    assert {bool(near) for _, near, text in cells if not 39 <= int(text) <= 61} == {False}


def test_every_row_names_the_tweak_nearest_to_50_percent_or_the_target_that_would_do_it(table):
    own = table.query("board == 'mexico' and barons and standard_wins == 0.25")
    near = own.assign(win_rate=[0.47 if t == "target-110" else 0.2 for t in own["tweaks"]])
    assert answers_of(near)[0]["nearest"] == "target 125", "the target that is meant with Barons"
    far = own.assign(win_rate=0.2)
    assert answers_of(far)[0]["nearest"] == "none does; target 125 would"
    half = own.assign(standard_wins=0.5, win_rate=[0.5 if t else 0.43 for t in own["tweaks"]])
    assert answers_of(half)[0]["nearest"] == "as printed", "chance does not make a tweak nearer"


def test_the_sheet_has_a_button_for_every_skill_and_one_for_all(table):
    page = difficulty_page(table, *SHEET)
    assert re.findall(r'id="w(\w+)"', page) == ["10", "25", "50", "75", "90", "all"]
    assert 'id="w50" checked' in page and page.count("<section id=") == 5
    assert re.search(r"A person who wins 50\s% of the standard games wins \d+\s% with", page)


def test_a_skill_that_nobody_has_on_a_map_is_said(table):
    page = difficulty_page(table.query("standard_wins < 0.8 or board != 'europe'"), *SHEET)
    assert page.count("Europe: not even a person without errors wins 90 %.") == 2
    with_barons = [arm.scenario for arm in cell_arms(["europe"], [10, 95])]
    assert {one.wins for one in with_barons if one.barons} == {10}


def test_with_barons_a_tweak_says_the_target_that_is_meant():
    assert tweak_words("target-110") == "a target of 110"
    assert tweak_words("target-110", barons=True) == "a target of 125"
    assert tweak_words("cash", barons=True) == tweak_words("cash")
    assert (
        short_name("target-135", True) == "target 150" and short_name("cards-2", True) == "cards −2"
    )


def test_the_page_says_its_interval(table):
    text = difficulty_page(table, *SHEET)
    assert "1,000 games a cell leave at most ±3 pp to chance" in text
    more = table.assign(games=[3000, *table["games"][1:]])
    assert "1,000 to 3,000 games a cell leave" in difficulty_page(more, *SHEET)


def test_the_page_is_one_sealed_file_for_a4(table):
    page = difficulty_page(table, *SHEET)
    assert "Content-Security-Policy" in page and "size: A4" in page and "<script src" not in page
    addresses = re.findall(r'(?:href|src)="([^"]*)"', page)
    assert addresses == ["difficulty.csv"]


def test_the_home_links_the_page_if_it_is_there(tmp_path):
    assert "difficulty.html" not in home_page(tmp_path, [])
    (tmp_path / "difficulty.html").write_text("")
    assert '<a href="difficulty.html">' in home_page(tmp_path, [])


def test_T2_T7_a_target_is_counted_again_as_if_it_had_been_played(tmp_path):
    standard = Scenario.of("portugal", player="casual")
    easy = standard.varied(tweaks=["target-110"])
    with Games(1, tmp_path) as games:
        arm, played = games.all([Arm("standard", standard), Arm("easy", easy)], 20)
    assert cell(arm, easy)["win_rate"] == played.wins / 20
    assert cell(arm, standard)["win_rate"] == arm.wins / 20
    mexico = [arm.scenario for arm in cell_arms(["mexico"], SKILLS)]
    assert not any("target" in name for one in mexico for name in one.tweaks)
    results = arm.table["result"].to_numpy()
    gaps = [abs((results >= target).sum() - 10) for target in range(-100, 300)]
    assert abs((results >= nearest_target(results, 10)).sum() - 10) == min(gaps)


def test_a_cell_that_results_quote_has_their_games_and_their_number(tmp_path):
    quoted = Scenario.of("portugal", player="random")
    with Games(1, tmp_path / "runs") as games:
        arm = games.of(Arm("standard", quoted), 5)
        write_results(tmp_path / "baseline", Asked("?", "baseline", "-"), Answer(arms=[arm]))
        (tmp_path / "other").mkdir()
        (tmp_path / "other" / "manifest.json").write_text('{"arms": "none of ours"}')
        arms = [Arm("with cash", quoted.varied(tweaks=["cash"])), Arm("as printed", quoted)]
        other, same = play_each(games, arms, 2, games_quoted(tmp_path))
    assert (other.name, other.games) == ("with cash", 2)
    found = {cell["tweaks"]: cell for cell in rows_of(same)}
    assert {cell["games"] for cell in found.values()} == {5}
    assert found[""]["win_rate"] == arm.wins / 5


@pytest.mark.slow
def test_the_command_writes_the_page_and_goes_on_from_stored_games(tmp_path):
    words = ["difficulty", "--boards", "portugal", "--skills", "50", "--games", "3"]
    words += ["--out", str(tmp_path / "d.html"), "--runs", str(tmp_path / "runs"), "--json"]
    first = CliRunner().invoke(main, words)
    assert first.exit_code == 0, first.output
    rows = json.loads(first.stdout)["difficulty"]
    assert len(rows) == 2 * 12 and {row["games"] for row in rows} == {3}
    assert "<title>" in (tmp_path / "d.html").read_text(encoding="utf-8")
    assert len(pd.read_csv(tmp_path / "d.csv")) == len(rows)
    blocks = {path: path.stat().st_mtime_ns for path in (tmp_path / "runs").rglob("*.parquet")}
    again = CliRunner().invoke(main, words)
    assert again.stdout == first.stdout and blocks
    assert all(path.stat().st_mtime_ns == then for path, then in blocks.items())


def test_an_unknown_board_or_skill_is_refused_in_one_line(tmp_path):
    for words in (["--boards", "portugall"], ["--skills", "half"], ["--out", "d.csv"]):
        result = CliRunner().invoke(main, ["difficulty", *words, "--runs", str(tmp_path)])
        assert result.exit_code == 2 and "Traceback" not in result.output

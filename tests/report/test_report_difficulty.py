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
from rotwsim.analysis.questions.difficulty import SKILLS, cell, maps, play_each, rows_of, scenarios
from rotwsim.analysis.results import Answer, Asked, games_quoted, write_results
from rotwsim.cli import main
from rotwsim.report.page.difficulty import Sheet, difficulty_page, is_near
from rotwsim.report.page.home import home_page
from rotwsim.scenario.board_file import load_board, load_rulebook
from rotwsim.scenario.scenario import Scenario

TWEAKS = ["", *(tweak.name for tweak in load_rulebook().tweaks)]
SHEET = Sheet("rotwsim difficulty", 1)


@pytest.fixture(scope="module")
def table() -> pd.DataFrame:
    """Invented win rates of every cell."""
    rows, titles = [], {name: load_board(name).title for name in maps()}
    for place, (name, barons, tweak, player) in enumerate(
        product(maps(), (False, True), TWEAKS, SKILLS)
    ):
        rate = (place * 37 % 101) / 101
        row = {"board": name, "board_title": titles[name], "barons": barons}
        row |= {"tweaks": tweak, "player": player, "games": 1000, "win_rate": rate}
        row |= {"low": max(0, rate - 0.03), "high": min(1, rate + 0.03)}
        known = name == "eastern-us"
        row |= {"boxes_low": 0.21 if known else math.nan, "boxes_high": 0.84 if known else math.nan}
        rows.append(row)
    return pd.DataFrame(rows)


def test_the_page_has_every_cell_and_marks_those_near_even_odds(table):
    page = difficulty_page(table, SHEET)
    assert len(maps()) == 7 and len(table) == 7 * 2 * 12 * 3
    assert page.count("<td") == len(table) + 7 * 2 * 3  # and the ranges of the standard game
    assert page.count("<mark>") == sum(map(is_near, table["win_rate"])) + 1  # and the legend's
    assert 0 < sum(map(is_near, table["win_rate"])) < len(table)


def test_the_page_says_its_interval_its_ranges_and_where_there_are_none(table):
    text = difficulty_page(table, SHEET)
    assert "1,000 games a cell leave at most ±3 pp to chance" in text
    assert text.count('<td class="map">21–84</td>') == 3 and "?: not measured" in text
    more = table.assign(games=[3000, *table["games"][1:]])
    assert "1,000 to 3,000 games a cell leave" in difficulty_page(more, SHEET)
    best = table.loc[(table["win_rate"] - 0.5).abs().sort_values(kind="stable").index[0]]
    assert f"{100 * best['win_rate']:.0f} % ({100 * best['low']:.0f} to" in text


def test_the_page_is_one_sealed_file_for_a4(table):
    page = difficulty_page(table, SHEET)
    assert "Content-Security-Policy" in page and "size: A4" in page and "<script" not in page
    addresses = re.findall(r'(?:href|src)="([^"]*)"', page)
    assert addresses and all(address.startswith("data:") for address in addresses)


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
    assert not any("target" in name for one in scenarios(["mexico"], SKILLS) for name in one.tweaks)


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
    cells = {cell["tweaks"]: cell for cell in rows_of(same)}
    assert {cell["games"] for cell in cells.values()} == {5}
    assert cells[""]["win_rate"] == arm.wins / 5


@pytest.mark.slow
def test_the_command_writes_the_page_and_goes_on_from_stored_games(tmp_path):
    words = ["difficulty", "--boards", "portugal", "--players", "random", "--games", "3"]
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


def test_an_unknown_board_or_player_is_refused_in_one_line(tmp_path):
    for words in (["--boards", "portugall"], ["--players", "expret"], ["--out", "d.csv"]):
        result = CliRunner().invoke(main, ["difficulty", *words, "--runs", str(tmp_path)])
        assert result.exit_code == 2 and "Traceback" not in result.output

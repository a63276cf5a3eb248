"""The home of all results and the explorer: every link leads somewhere, every count is there."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from urllib.parse import unquote

import pytest
from click.testing import CliRunner

from rotwsim.cli import main
from rotwsim.report.arms import arms_of, plain_arms
from rotwsim.report.findings.alerts import alerts_of
from rotwsim.report.page.home import entries_of
from rotwsim.report.results import read_results
from rotwsim.scenario.rule_texts import glossary

from .synthetic import write_results

pytestmark = pytest.mark.slow  # draws whole pages

GAMES = 200


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Two small results folders with all pages."""
    place = tmp_path_factory.mktemp("home") / "results"
    write_results(place / "first", GAMES, only=("arms", "result_counts", "compare"))
    write_results(place / "second", GAMES, only=("skill", "arms", "result_counts"))
    result = CliRunner().invoke(main, ["report", "--all", str(place)])
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1] == f"Home: {place / 'index.html'}"
    return place


def addresses_in(page: Path) -> list[str]:
    text = page.read_text(encoding="utf-8")
    found = re.findall(r'(?:href|src)="([^"]+)"', text)
    return [unquote(address) for address in found if not address.startswith("data:")]


def test_every_link_of_every_page_leads_somewhere(folder):
    pages = [*folder.rglob("*.html")]
    assert {page.name for page in pages} == {"index.html", "explore.html", "report.html"}
    for page in pages:
        for address in addresses_in(page):
            file, _, place = address.partition("#")
            goal = (page.parent / file) if file else page
            assert goal.is_file(), f"{page} points to {address}"
            if place:
                assert f'id="{place}"' in goal.read_text(encoding="utf-8"), address


def test_the_home_has_a_card_per_question_with_its_answer(folder):
    text = (folder / "index.html").read_text(encoding="utf-8")
    assert text.count('<h3><a href="') == text.count('src="data:image/webp') == 2
    assert '<a href="explore.html">' in text and 'href="first/report.html"' in text
    assert all(f"<dt>{term}</dt>" in text for term in glossary())


def test_every_report_leads_home(folder):
    for name in ("first", "second"):
        assert "../index.html" in addresses_in(folder / name / "report.html")
    assert "index.html" in addresses_in(folder / "explore.html")


def test_a_folder_without_results_is_refused_in_one_line(tmp_path):
    for words in (
        ["report", "--all", str(tmp_path)],
        ["report"],
    ):
        result = CliRunner().invoke(main, words)
        assert result.exit_code == 2 and "Traceback" not in result.output


def test_a_folder_whose_name_is_not_utf_8_has_a_page_and_a_way_to_it(tmp_path):
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    try:
        write_results(tmp_path / "plain", 20, only=("arms", "result_counts")).rename(folder)
    except OSError:
        pytest.skip("this system has names in UTF-8 alone")
    result = CliRunner().invoke(main, ["report", "--all", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert 'href="caf%E9/report.html"' in (tmp_path / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("option", [["-o", "page.html"], ["--figures"]])
def test_all_reports_take_no_option_of_one(folder, option):
    result = CliRunner().invoke(main, ["report", "--all", str(folder), *option])
    assert result.exit_code == 2 and "leave out other options" in result.stderr


def test_the_explorer_holds_all_games_of_every_way_to_play(folder):
    results = read_results(folder / "first")
    entries = entries_of(results)
    assert len(entries) == len(results.tables["arms"])
    for entry in entries:
        assert sum(entry["counts"][1:]) == entry["games"]


def test_arms_with_other_figures_are_neither_the_plain_game_nor_in_the_explorer(folder):
    results = read_results(folder / "first")
    arms = results.tables["arms"]
    arms["besides"] = ["base_exhaust=1", *[""] * (len(arms) - 1)]
    assert len(entries_of(results)) == len(arms) - 1
    plain = set(plain_arms(arms_of(results)).column("arm"))
    assert plain and arms["arm"].iloc[0] not in plain


def test_where_all_arms_have_other_figures_those_without_tweaks_are_plain(folder):
    arms = arms_of(read_results(folder / "first"))
    before = plain_arms(arms).column("arm")
    besides = arms.assign(besides=["base_exhaust=1"] * len(arms))
    assert plain_arms(besides).column("arm") == before


def test_a_folder_of_an_earlier_version_is_not_called_damaged(folder):
    results = read_results(folder / "first")
    assert "besides" not in results.tables["arms"]
    assert not [alert for alert in alerts_of(results) if "besides" in alert.text]


def test_the_wins_of_the_explorer_at_the_own_target_are_those_of_the_table(folder):
    results = read_results(folder / "first")
    arms = results.tables["arms"]
    for entry, (_, arm) in zip(entries_of(results), arms.iterrows(), strict=True):
        lowest, *games = entry["counts"]
        assert sum(games[max(0, entry["target"] - lowest) :]) == arm["wins"]


def test_the_data_of_the_explorer_is_json(folder):
    text = (folder / "explore.html").read_text(encoding="utf-8")
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert len(json.loads(found[1])["entries"]) >= 20 and "<" not in found[1]

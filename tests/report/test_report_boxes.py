"""A win rate leaves with its interval and its range over plausible boxes, or with its absence."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pandas as pd
import pytest

from rotwsim.report import wording
from rotwsim.report.arms import headlines_of
from rotwsim.report.findings.alerts import alerts_of
from rotwsim.report.findings.sentences import findings_of
from rotwsim.report.page.report import Report, cards_of, html_of
from rotwsim.report.page.sections import CHAPTERS, Section, way_to_rules
from rotwsim.report.results import Results, read_results
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.rule_texts import rule_texts

from .synthetic import all_tables, manifest_of, write_folder

ROOT = Path(__file__).parents[2]
GAMES = 300
RATE = {"win_rate": 0.71, "low": 0.7, "high": 0.72, "boxes_low": 0.45, "boxes_high": 0.84}
GAP = {"difference": -0.041, "low": -0.05, "high": -0.032}


def plain(text: str) -> str:
    return text.replace(wording.SPACE, " ")


@pytest.fixture(scope="module")
def tables():
    return {name: table for name, table in all_tables(GAMES).items() if name in ("arms", "compare")}


def folder_of(place, tables, **changes):
    """A folder of invented results whose arms are changed so."""
    arms = tables["arms"].assign(**changes)
    write_folder(place, manifest_of(tables, GAMES), {**tables, "arms": arms})
    return read_results(place)


def test_a_headline_has_the_interval_and_the_range_over_plausible_boxes():
    expected = "71.0 % (70.0 to 72.0) as assumed; 45 to 84 % over plausible boxes"
    assert plain(wording.headline(RATE)) == expected
    without = RATE | {"boxes_low": math.nan}
    assert plain(wording.headline(without)) == "71.0 % (70.0 to 72.0) as assumed"


def test_a_difference_has_its_range_over_plausible_boxes_too():
    boxes = {"boxes_difference_low": -0.09, "boxes_difference_high": 0.004}
    expected = "−4.1 pp (−5.0 to −3.2; −9 to 0 over plausible boxes)"
    assert plain(wording.difference_in_words(GAP | boxes)) == expected
    assert plain(wording.difference_in_words(GAP)) == "−4.1 pp (−5.0 to −3.2)"


def test_one_arm_is_told_by_its_headline(tmp_path, tables):
    one = {"arms": tables["arms"].head(1)}
    results = folder_of(tmp_path, one)
    row = one["arms"].iloc[0]
    assert wording.headline(row) in findings_of(results)[0].text


def test_no_page_says_how_well_a_win_rate_is_known_by_chance_alone(tmp_path, tables):
    results = folder_of(tmp_path, tables)
    said = [f.text for f in findings_of(results)] + [a.text for a in alerts_of(results)]
    assert not any(re.search(r"known (only )?to ±|% of .* figures", text) for text in said)


def test_a_missing_range_is_said_once_with_whose_it_is(tmp_path, tables):
    known = [text.text for text in alerts_of(folder_of(tmp_path / "a", tables))]
    assert not any("no range over plausible boxes" in text for text in known)
    lacking = alerts_of(folder_of(tmp_path / "b", tables, boxes_low=math.nan))
    found = [alert.text for alert in lacking if "no range over plausible boxes" in alert.text]
    assert len(found) == 1 and "24 of 24 arms" in found[0]
    assert "Eastern US (expert) and Eastern US with Barons (expert)" in found[0]


def test_ranges_older_than_the_code_are_said_to_be(tmp_path, tables):
    old = [alert.text for alert in alerts_of(folder_of(tmp_path, tables, boxes_stale=True))]
    assert sum("before the rules, the players" in text for text in old) == 1


def test_the_cards_give_three_skills_from_the_folders_beside(tmp_path, tables):
    arms = tables["arms"].query("tweaks == ''")
    results = folder_of(tmp_path / "tweaks", tables)
    folder_of(tmp_path / "skill", {"arms": arms}, player="club", win_rate=0.5, low=0.4, high=0.6)
    without, with_barons = headlines_of(results, 4)
    assert [arm["player"] for arm in without.arms] == ["club", "expert"]
    assert without.arms[0]["win_rate"] == 0.5 and without.missing == ["casual"]
    assert without.arms[1]["win_rate"] == arms.iloc[0]["win_rate"]
    assert with_barons.label == "Eastern US with Barons"
    card = cards_of(results)[0]
    assert card["missing"] == "casual" and "as assumed; " in card["rates"][1]["words"]


def test_games_of_other_code_are_not_put_beside(tmp_path, tables):
    results = folder_of(tmp_path / "tweaks", tables)
    other = manifest_of(tables, GAMES)
    other["arms"] = [arm | {"signature": "of another day"} for arm in other["arms"]]
    clubs = {"arms": tables["arms"].assign(player="club")}
    write_folder(tmp_path / "skill", other, clubs)
    assert headlines_of(results, 1)[0].missing == ["casual", "club"]


def test_rule_ids_lead_to_their_text_in_docs(tmp_path):
    assert way_to_rules(ROOT / "results" / "barons") == "../../docs/rules.md"
    assert way_to_rules(tmp_path) == ""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert all(f'<a id="{rule.rule}"></a>' in text for rule in rule_texts())


def test_a_page_in_the_project_links_every_rule_it_names():
    baron = load_rulebook().barons[0]
    rows = pd.DataFrame([{"baron": baron.name, "rule": baron.rule, "games": 10}])
    results = Results(Path("none"), {"analyses": ["barons"]}, {"barons": rows})
    section = Section(next(c for c in CHAPTERS if c.name == "barons"), [], [], ["barons"])
    page = html_of(Report(results, [], [section]), rules_page="../../docs/rules.md")
    assert f'<a href="../../docs/rules.md#{baron.rule}">Rule {baron.rule}</a>' in page

"""A win rate leaves with its interval and its range over plausible boxes, or with its absence."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pandas as pd
import pytest

from rotwsim.report import wording
from rotwsim.report.findings.alerts import alerts_of
from rotwsim.report.findings.sentences import findings_of
from rotwsim.report.page import CHAPTERS, Section, way_to_rules
from rotwsim.report.page.report import Report, compose, html_of
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


def test_a_difference_has_its_range_over_plausible_boxes_too():
    boxes = {"boxes_difference_low": -0.09, "boxes_difference_high": 0.004}
    expected = "−4.1 pp (−5.0 to −3.2; −9 to 0 over plausible boxes)"
    assert plain(wording.difference_in_words(GAP | boxes)) == expected
    assert plain(wording.difference_in_words(GAP)) == "−4.1 pp (−5.0 to −3.2)"


def test_one_arm_has_its_win_rate_and_the_range_if_our_guesses_are_wrong(tmp_path, tables):
    one = {"arms": tables["arms"].head(1)}
    first, second = (plain(f.text) for f in findings_of(folder_of(tmp_path, one))[:2])
    row = one["arms"].iloc[0]
    assert f"wins {100 * row['win_rate']:.0f} % of the games" in first
    assert f"{100 * row['boxes_low']:.0f} to {100 * row['boxes_high']:.0f} %" in second


def test_no_page_says_how_well_a_win_rate_is_known_by_chance_alone(tmp_path, tables):
    results = folder_of(tmp_path, tables)
    said = [f.text for f in findings_of(results)] + [a.text for a in alerts_of(results)]
    assert not any(re.search(r"known (only )?to ±|% of .* figures", text) for text in said)


def test_a_missing_range_is_said_once_with_whose_it_is(tmp_path, tables):
    known = [text.text for text in alerts_of(folder_of(tmp_path / "a", tables))]
    assert not any("could be wrong was not measured for" in text for text in known)
    lacking = alerts_of(folder_of(tmp_path / "b", tables, boxes_low=math.nan))
    found = [alert.text for alert in lacking if "could be wrong was not measured for" in alert.text]
    assert len(found) == 1 and "24 of 24 arms" in found[0]
    assert "Eastern US (expert) and Eastern US with Barons (expert)" in found[0]


def test_a_person_who_wins_as_often_in_every_box_needs_no_range(tmp_path, tables):
    def lacking(**scenario) -> list[str]:
        arms = tables["arms"].assign(boxes_low=math.nan)
        found = folder_of(tmp_path / "-".join(scenario), {"arms": arms})
        found.manifest["arms"] = [
            {"arm": arm, "games": 1, "scenario": scenario} for arm in arms["arm"]
        ]
        return [text.text for text in alerts_of(found) if "could be wrong" in text.text]

    assert lacking(knob=3.0) and lacking(wins=50, on="mexico") and not lacking(wins=50)


def test_ranges_older_than_the_code_are_said_to_be(tmp_path, tables):
    old = [alert.text for alert in alerts_of(folder_of(tmp_path, tables, boxes_stale=True))]
    assert sum("before the last change of the rules" in text for text in old) == 1


def test_no_page_quotes_the_folders_beside_it(tmp_path, tables):
    arms = tables["arms"].query("tweaks == ''")
    alone = html_of(compose(folder_of(tmp_path / "tweaks", tables)))
    folder_of(tmp_path / "skill", {"arms": arms}, player="club", win_rate=0.5, low=0.4, high=0.6)
    assert html_of(compose(read_results(tmp_path / "tweaks"))) == alone and "club" not in alone


def test_guesses_that_are_kind_to_the_player_are_said_to_be(tmp_path, tables):
    arms = tables["arms"]
    rate = arms["win_rate"]
    near = {"boxes_low": (rate - 0.3).clip(0), "boxes_high": (rate + 0.02).clip(upper=1)}
    said = [alert.text for alert in alerts_of(folder_of(tmp_path / "a", tables, **near))]
    assert sum("are kind to the player: 24 of 24" in text for text in said) == 1
    far = {"boxes_low": (rate - 0.01).clip(0), "boxes_high": (rate + 0.3).clip(upper=1)}
    said = [alert.text for alert in alerts_of(folder_of(tmp_path / "b", tables, **far))]
    assert not any("kind to the player" in text for text in said)


def test_rule_ids_lead_to_their_text_in_docs(tmp_path):
    assert way_to_rules(ROOT / "results" / "barons") == "../../docs/rules.md"
    assert way_to_rules(tmp_path) == ""
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert all(f'<a id="{rule.rule}"></a>' in text for rule in rule_texts())


def test_a_page_in_the_project_links_every_rule_it_names():
    baron = load_rulebook().barons[0]
    rows = pd.DataFrame([{"baron": baron.name, "rule": baron.rule, "games": 10}])
    results = Results(Path("none"), {"analyses": ["barons"]}, {"barons": rows})
    section = Section(next(c for c in CHAPTERS if c.name == "barons"), [], ["barons"])
    page = html_of(Report(results, [], [section]), rules_page="../../docs/rules.md")
    assert f'<a href="../../docs/rules.md#{baron.rule}">Rule {baron.rule}</a>' in page

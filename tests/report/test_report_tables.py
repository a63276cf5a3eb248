"""Pages of tables for 2 to 6: the answer in a sentence, a figure for every part, no solo words."""

from __future__ import annotations

import pytest

from rotwsim.report.findings.sentences import findings_of
from rotwsim.report.page.report import compose
from rotwsim.report.results import Results, read_results

from .synthetic import write_folder
from .synthetic_tables import tables_for_2_to_6


@pytest.fixture(scope="module")
def results(tmp_path_factory) -> Results:
    folder = tmp_path_factory.mktemp("table")
    analyses = ["seats", "bidding", "modules", "barons", "skill"]
    write_folder(folder, {"question": "Is it fair?", "analyses": analyses}, tables_for_2_to_6())
    return read_results(folder)


def test_the_first_sentence_says_which_style_is_unfair_and_which_is_fairest(results):
    answer, more = findings_of(results)[:2]
    assert answer.section == more.section == "seats"
    assert answer.text == "1 of 2 bidding styles clearly favours a seat."
    assert more.text.startswith("The least fair is traditional: the first bidder wins 40")
    assert more.text.endswith("The fairest is whole order: every seat wins 25 %.")


def test_every_part_has_its_sentence(results):
    said = " ".join(finding.text for finding in findings_of(results))
    for words in (
        "the first bidder wins 40 % of the games",
        "$3.5 on an ordinary turn, and $19.0 when a Railroad Executive is open",
        "whole order, 2.0 turns fewer",
        "mines, 2.0 turns fewer",
        "The deck of Rail Barons is unbalanced",
        "he better one leads after 24 games",
    ):
        assert words in said.replace("\u00a0", " "), words


def test_every_part_has_its_figure_and_the_first_answers(results):
    report = compose(results)
    names = [picture.name for section in report.sections for picture in section.pictures]
    assert report.lead.name == "seat-fairness-1" and "favours a place" in report.lead.title
    wanted = {"first-prices", "scores-by-place", "bidding-beside", "modules-beside"}
    assert wanted | {"rail-barons", "better-player"} <= set(names)
    assert all(picture.alt and picture.caption for s in report.sections for picture in s.pictures)

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
    answer = findings_of(results)[0]
    assert answer.section == "seats"
    assert answer.text.startswith(
        "1 of 2 bidding styles clearly favours a seat. The least fair is trad"
    )
    assert "The fairest is whole order: a seat wins 25 to 25 %" in answer.text


def test_every_part_has_its_sentence(results):
    said = " ".join(finding.text for finding in findings_of(results))
    for words in (
        "the first bidder wins 40 % of the games",
        "$3.5 on ordinary turns and $19.0 with a Railroad Executive open",
        "2.0 turns fewer with whole order",
        "2.0 turns fewer with mines",
        "The deck of Rail Barons is unbalanced",
        "After 24 games the better one leads",
    ):
        assert words in said.replace("\u00a0", " "), words


def test_every_part_has_its_figure_and_the_first_answers(results):
    report = compose(results)
    names = [picture.name for section in report.sections for picture in section.pictures]
    assert report.lead.name == "seat-fairness-1" and "not worth the same" in report.lead.title
    wanted = {"first-prices", "scores-by-place", "bidding-beside", "modules-beside"}
    assert wanted | {"rail-barons", "better-player"} <= set(names)
    assert all(picture.alt and picture.caption for s in report.sections for picture in s.pictures)

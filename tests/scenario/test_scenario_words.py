"""The words of the game: every rule has a text, the page of rules is the one the data make."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from rotwsim.cli import main
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.rule_texts import glossary, rule_text, rule_texts, rules_page
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.variants import variant_of

from ..test_rule_ids import IDS

ROOT = Path(__file__).parents[2]


def run(*words: str):
    return CliRunner().invoke(main, list(words))


def test_every_rule_that_is_played_has_a_text_and_no_other():
    assert {text.rule for text in rule_texts()} == IDS
    assert all(len(text.text) > 10 and "{" not in text.text for text in rule_texts())


def test_docs_rules_is_the_page_that_the_data_make():
    page = ROOT / "docs" / "rules.md"
    assert page.read_text(encoding="utf-8") == rules_page(), "rotwsim show rules --write"


def test_the_texts_carry_the_parameters_of_the_data():
    assert f"${load_rulebook().bond_pays} at once" in rule_text("b2").text
    assert f"{load_rulebook().target} or more" in rule_text("S41").text


def test_every_ruling_stands_beside_its_rule():
    for ruling in load_rulebook().rulings:
        assert any(ruling.text in said for said in rule_text(ruling.rule).rulings)


def test_the_commands_print_rules_tweaks_barons_and_terms():
    book = load_rulebook()
    tweaks, barons = run("show", "tweaks").output, run("show", "cards").output
    assert all(tweak.name in tweaks and tweak.text in tweaks for tweak in book.tweaks)
    assert all(baron.rule in barons for baron in book.barons)
    terms = run("show", "terms").output
    assert all(term.split()[0] in terms for term in glossary())
    assert (
        "S22" in run("show", "rules", "s22").output
        and "B1 " not in run("show", "rules", "s22").output
    )


def test_an_unknown_rule_is_refused_in_one_line():
    result = run("show", "rules", "X9")
    assert result.exit_code == 2 and 'no rule has the id "X9"' in result.output


@pytest.mark.parametrize("name", ["T3", "t3", "exhaust-1"])
def test_T3_a_tweak_may_be_named_by_its_rule_id(name):
    assert Scenario.of(tweaks=[name]).tweaks == ("exhaust-1",)
    assert variant_of(f"tweak={name}", Scenario.of()).scenario.tweaks == ("exhaust-1",)


def test_T4_an_id_with_two_tweaks_asks_which():
    with pytest.raises(DataError, match="T4 is cards-1 or cards-2"):
        Scenario.of(tweaks=["T4"])


def test_a_mistyped_board_is_answered_with_the_nearest_name():
    assert 'did you mean "mexico"?' in run("show", "board", "mexco").output


def test_terms_are_explained_in_one_short_register():
    for text in (*glossary().values(), *(tweak.text for tweak in load_rulebook().tweaks)):
        assert not re.search(r"\b(foretold|told|away|alike)\b", text)

"""Variants in words: what they change, and what is wrong with them in one line."""

from __future__ import annotations

import pytest

from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.variants import all_tweaks, variant_of


def test_a_variant_changes_what_it_names_and_nothing_else(scenario):
    text = (
        "mine: tweak=cash, player=casual, barons=yes, slip=0.1, ruling.railbot_path=fresh, "
        "set.base_exhaust=3, without=insurance, without=hotels, baron-in=Lars Toft"
    )
    variant = variant_of(text, scenario)
    assert variant.name == "mine"
    assert variant.scenario == scenario.varied(
        tweaks=["cash"],
        player="casual",
        barons=True,
        slip=0.1,
        rulings={"railbot_path": "fresh"},
        settings={**dict(scenario.settings), "base_exhaust": 3},
        without=["insurance", "hotels"],
        barons_in=["Lars Toft"],
    )


def test_a_variant_without_a_name_is_called_by_its_changes(scenario):
    assert variant_of("tweak=cash, slip=0.2", scenario).name == "tweak=cash, slip=0.2"


def test_a_tweak_takes_the_place_of_another_of_its_group(scenario):
    baseline = scenario.varied(tweaks=["exhaust-1", "cash"])
    assert variant_of("tweak=exhaust+1", baseline).scenario.tweaks == ("cash", "exhaust+1")
    assert variant_of("tweak=none", baseline).scenario.tweaks == ()


def test_the_side_is_what_the_rulebook_says_of_added_tweaks_alone(scenario):
    assert variant_of("tweak=cards-2", scenario).side == "harder"
    assert variant_of("tweak=cards-2, tweak=display-3", scenario).side == "harder"
    assert variant_of("tweak=cash, tweak=display-3", scenario).side == ""
    assert variant_of("tweak=cash, player=casual", scenario).side == ""
    assert variant_of("set.base_exhaust=3", scenario).side == ""


def test_all_tweaks_are_those_of_the_rulebook_one_at_a_time(scenario):
    variants = all_tweaks(scenario)
    tweaks = load_rulebook().tweaks
    assert [variant.name for variant in variants] == [tweak.name for tweak in tweaks]
    assert [variant.side for variant in variants] == [tweak.side for tweak in tweaks]
    assert all(variant.scenario.tweaks == (variant.name,) for variant in variants)


@pytest.mark.parametrize(
    "text, message",
    [
        ("", 'variant "" changes nothing; the form is'),
        ("name:", 'variant "name:" changes nothing; the form is'),
        ("cash", '"cash" must have the form key=value'),
        ("tweek=cash", 'unknown key "tweek"; did you mean "tweak"?'),
        ("tweak=cahs", 'no tweak is called "cahs"; did you mean "cash"?'),
        ("player=expart", 'no player is called "expart"; did you mean "expert"?'),
        ("barons=maybe", 'barons is "maybe"; legal: yes, no'),
        ("slip=often", 'slip is "often"; it must be a number'),
        ("slip=2", "slip is 2.0; legal are 0 to 1"),
        ("set.base_exhaust=two", 'set.base_exhaust is "two"; it must be a whole number'),
        ("set.base_exhast=2", 'no setting is called "base_exhast"; did you mean "base_exhaust"?'),
        ("ruling.railbot_path=old", 'no choice of railbot_path is called "old"; legal: reuse'),
        ("without=insurence", 'no option to play without is called "insurence"'),
        ("baron-in=Lars Toft", "Lars Toft is named, but the Duel Barons are not used"),
    ],
)
def test_a_wrong_variant_is_told_in_one_line(text, message, scenario):
    with pytest.raises(DataError) as error:
        variant_of(text, scenario)
    assert message in str(error.value)
    assert "\n" not in str(error.value)

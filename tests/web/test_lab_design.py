"""The Design tab: a form of what a file of rules may say, checked by its loader, saved."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from rotwsim.scenario.own_rules import SECTIONS, load_rules
from rotwsim.scenario.schema import DataError
from rotwsim.web.design import check_rules, draft_of, form_of, saved, table_in
from rotwsim.web.setting import question_of

RULES = {
    "title": "Faster engines",
    "engine_prices": {"prices": [4, 8, 10, 12]},
    "railbot_cards": [{"name": "Exhaust Red", "exhaust": "blue", "taxation": True}],
    "operations": {"Hotel Chicago": 2},
    "duel_barons": [
        {
            "do": "add",
            "name": 'Ada "Freight"',
            "goal": "links",
            "goal_colours": ["red", "blue"],
            "tiers": [4, 7],
            "points": [3, 6],
            "effect": "nothing",
        }
    ],
}
WRONG_CARD = {"name": "Exhaust Redd", "taxation": True}


def test_the_form_has_a_section_for_everything_but_tweaks_and_names():
    names = {section["name"] for section in form_of("eastern-us")}
    assert names == set(SECTIONS) - {"extends", "title", "tweaks"}


@pytest.mark.parametrize("board", ["eastern-us", "mexico"])
def test_what_the_form_shows_as_printed_changes_nothing(board):
    rules: dict = {}
    for section in form_of(board):
        if "rows" in section:
            rows = [{"name": name, **row} for name, row in section["rows"].items()]
            rules[section["name"]] = json.loads(json.dumps(rows))
        else:
            rules[section["name"]] = json.loads(json.dumps(section["printed"]))
    found = check_rules(rules, board)
    assert not found["mistakes"] and not found["changes"]


def test_a_parameter_that_another_section_has_is_shown_there_unless_a_file_gives_it():
    sections = {section["name"]: section["fields"] for section in form_of("eastern-us")}
    twice = {field["set"] for field in sections["parameters"] if field["elsewhere"]}
    others = {field.get("set") for name in ("bonds", "targets") for field in sections[name]}
    assert {"bond_interest", "bond_penalty", "target"} == twice & others


def test_rules_of_a_page_are_read_as_the_same_file_would_be():
    draft = draft_of(RULES)
    assert tomllib.loads(draft.text) == {"extends": "rulebook"} | RULES
    assert load_rules(str(draft.path)).title == "Faster engines"
    found = check_rules(RULES, "eastern-us")
    assert found["names"] == [
        "engine prices from level 2 on",
        'Duel Baron Ada "Freight"',
        "Railbot card Exhaust Red",
        "Operations card Hotel Chicago",
    ]


@pytest.mark.parametrize(
    "rules, key, words",
    [
        ({"income": {"abov": 5}}, "income.abov", 'did you mean "above"'),
        ({"engine_prices": {"prices": [4, "ten"]}}, "engine_prices.prices", "prices"),
        ({"duel_barons": [{"name": "Nobody"}]}, "duel_barons[0].name", "is unknown"),
        ({"railbot_cards": [WRONG_CARD]}, "railbot_cards[0].name", 'mean "Exhaust Red"'),
        ({"operations": {"Hotel Chicgo": 2}}, "operations.Hotel Chicgo", 'mean "Hotel Chicago"'),
        ({"operation": {"Hotel Chicago": 2}}, "operation", 'mean "operations"'),
        ({"income": 5}, "income", "income"),
    ],
)
def test_every_mistake_is_named_by_its_key(rules, key, words):
    (mistake,) = check_rules(rules, "eastern-us")["mistakes"][:1]
    assert mistake["key"] == key and words in mistake["text"]


def test_a_page_cannot_read_a_file_elsewhere_by_extending_it():
    with pytest.raises(DataError, match="rulebook or of a board"):
        draft_of({"extends": "../secret.toml"})


def test_a_side_plays_by_a_draft_and_the_command_names_the_saved_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    draft = draft_of(RULES)
    text = json.dumps({"a": {"player": "casual"}, "b": {"rules": draft.name}})
    question = question_of(text, tmp_path)
    assert question.b.own and question.b.own.title == "Faster engines" and not question.a.own
    assert f"rules={draft.name}" in question.command(100) and not Path(draft.name).exists()
    assert saved(draft, tmp_path) == draft.name
    again = question_of(text, tmp_path)
    assert again.b.rules == draft.name and again.b.own == question.b.own
    Path(draft.name).write_text("changed = 1\n")
    with pytest.raises(DataError, match="was changed"):
        saved(draft, tmp_path)


def test_the_server_gives_the_form_checks_saves_and_loads_rules(served):
    sections = json.loads(served.ask("/rules", board="mexico")[2])["sections"]
    assert sections[0]["title"] == "Duel Barons"
    asked = {"rules": RULES, "board": "eastern-us", "save": True}
    status, _, text = served.ask("/rules", "POST", json.dumps(asked))
    name = json.loads(text)["name"]
    assert status == 200 and (served.folder / name).is_file()
    assert table_in(served.folder / name, name)["title"] == "Faster engines"
    loaded = json.loads(served.ask("/rules", file=name)[2])["rules"]
    assert loaded == {"extends": "rulebook"} | RULES
    bad = [[], {"rules": 5}, {"rules": {}, "board": "x"}, {"rules": {"income": None}}]
    for body in bad:
        assert served.ask("/rules", "POST", json.dumps(body))[0] == 400
    nested = '{"rules": {"income": ' + "[" * 40_000 + "]" * 40_000 + "}}"
    assert served.ask("/rules", "POST", nested)[0] == 400
    for file in ("../secret.toml", "/etc/passwd", "none.toml"):
        assert served.ask("/rules", file=file)[0] == 400

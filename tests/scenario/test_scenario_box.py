"""[your_box]: what an owner fills in becomes known, what stays "?" stays a guess."""

from __future__ import annotations

import tomllib

import pytest

from rotwsim.scenario.board_file import board_names, load_board
from rotwsim.scenario.provenance import is_unseen
from rotwsim.scenario.reading import find_name
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.your_box import as_toml, sections_of

FILLED = """
extends = "eastern-us"
[your_box]
from = "2021 printing"
[your_box.solo]
base_exhaust = 3
empty_city_trigger = "?"
cities_not_in_play = ["Tulsa", "Kansas City"]
[your_box.railbot.cards]
1 = "?"
3 = { cities = ["Philadelphia", "Baltimore", "Washington D.C.", "Norfolk"],\
      slot = "left", baron = true }
5 = { cities = ["Toronto", "Buffalo", "Cleveland"] }
10 = { cities = ["St. Louis", "Memphis", "Nashville", "Louisville"], slot = "middle" }
[your_box.railbot.common]
2 = { exhaust = "red", taxation = true, slot = "right" }
11 = { slot = "middle" }
[your_box.lines.list]
"Richmond-Atlanta" = { points = 7 }
"Chicago-Mobile" = { cities = ["Chicago", "Mobile"], points = 9 }
"Baltimore-Toledo" = "none"
[your_box.operations.cards]
"Bounty Louisville" = { points = 3 }
"Bounty Mobile" = "none"
"Bounty Chicago" = { kind = "bounty", city = "Chicago", points = 6 }
[your_box.multiplayer.markers]
4 = 15
"""


def read(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return load_board(path)


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    return read(tmp_path_factory.mktemp("box"), FILLED)


def unseen(board) -> set[str]:
    return {parameter.key for parameter in board.provenance if is_unseen(parameter)}


@pytest.mark.parametrize("name", ["eastern-us", "portugal"])
def test_the_sheet_of_a_board_is_that_board_before_anything_is_filled_in(name, tmp_path):
    board = load_board(name)
    read_back = read(tmp_path, as_toml(board, "mine.toml"))
    changed = ("title", "name")
    for field in board.__dataclass_fields__:
        if field not in (*changed, "file", "provenance"):
            assert getattr(read_back, field) == getattr(board, field), field
    assert unseen(read_back) == unseen(board)


def test_every_guess_of_the_solo_game_is_on_the_sheet_of_every_board():
    for name in board_names():
        board = load_board(name)
        sheet = tomllib.loads(as_toml(board, "x.toml"))["your_box"]
        guesses = unseen(board)
        for key in ("base_exhaust", "empty_city_trigger", "cities_not_in_play"):
            assert (f"solo.{key}" in guesses) == (key in sheet["solo"])
        cities = [key for key in guesses if key.startswith("railbot.cards") and "cities" in key]
        map_cards = sheet["railbot"]["cards"]
        assert len(map_cards) >= len(cities) and set(map_cards.values()) == {"?"}
        points = [key for key in guesses if key.startswith("lines.list") and "points" in key]
        assert len(sheet["lines"]["list"]) == len(points)
        assert all(guess for section in sections_of(board) for _, guess in section.entries)


def test_filled_parameters_are_printed_and_the_others_stay_guesses(filled, eastern_us):
    assert (filled.base_exhaust, filled.empty_city_trigger) == (3, eastern_us.empty_city_trigger)
    origins = {
        parameter.key: (parameter.origin, parameter.source) for parameter in filled.provenance
    }
    assert origins["solo.base_exhaust"] == ("printed", "your box, 2021 printing")
    assert "solo.empty_city_trigger" in unseen(filled)
    assert filled.cities_not_in_play == ("Tulsa", "Kansas City")
    assert filled.multiplayer.markers == (10, 12, 15, 16, 18)


def test_S3_three_of_fourteen_cards_filled_in_are_three_known_cards(filled, eastern_us):
    known = [
        card
        for place, card in enumerate(filled.railbot_cards)
        if f"railbot.cards[{place}].cities" not in unseen(filled)
    ]
    assert [card.cities for card in known] == [
        ("Philadelphia", "Baltimore", "Washington D.C.", "Norfolk"),
        ("Toronto", "Buffalo", "Cleveland"),
        ("St. Louis", "Memphis", "Nashville", "Louisville"),
    ]
    assert known[0].baron and not known[0].major_line
    stayed = set(eastern_us.railbot_cards) & set(filled.railbot_cards)
    assert len(filled.railbot_cards) == 14 and len(stayed) >= 10
    place = filled.railbot_cards.index(known[1])
    assert f"railbot.cards[{place}].slot" in unseen(filled), "its slot was not filled in"


def test_names_of_cities_forgive_case_points_and_accents(tmp_path):
    written = """extends = "eastern-us"
[your_box]
solo.cities_not_in_play = ["TULSA", "kansas city"]
railbot.cards.1 = { cities = ["boston", "ALBANY", "st louis"], slot = "left" }
lines.list.new = { cities = ["chicago", "MOBILE"], points = 9 }
operations.cards.new = { kind = "bounty", city = "st louis", points = 6 }
"""
    board = read(tmp_path, written)
    assert board.cities_not_in_play == ("Tulsa", "Kansas City")
    assert ("Boston", "Albany", "St. Louis") in [card.cities for card in board.railbot_cards]
    assert ("Chicago", "Mobile") in [line.cities for line in board.lines]
    assert "St. Louis" in [card.city for card in board.operations if card.points == 6]


def test_S3_slots_still_guessed_make_room_for_those_filled_in(filled):
    every = (*filled.railbot_cards, *filled.common_cards)
    slots = [card.slot for card in every if not card.final_evaluation]
    assert [slots.count(slot) for slot in ("left", "middle", "right")] == [12, 6, 6]


def test_a_card_may_be_known_by_its_slot_alone(filled):
    both = filled.common_cards[10]
    assert (both.deadhead, both.taxation, both.slot) == (True, True, "middle")
    red = next(card for card in filled.common_cards if card.exhaust == "red")
    place = filled.common_cards.index(red)
    assert red.taxation and red.slot == "right"
    known = {f"railbot.common[{place}].{name}" for name in ("exhaust", "taxation", "slot")}
    assert known <= {parameter.key for parameter in filled.provenance} - unseen(filled)


def test_lines_and_bounties_can_be_changed_added_and_left_out(filled):
    points = {line.name: line.points for line in filled.lines}
    assert points["Richmond-Atlanta"] == 7 and points["Chicago-Mobile"] == 9
    assert "Baltimore-Toledo" not in points
    bounties = {card.city: card.points for card in filled.operations if card.kind == "bounty"}
    assert (bounties["Louisville"], bounties["Chicago"], "Mobile" in bounties) == (3, 6, False)
    guessed = {
        filled.operations[int(key.split("[")[1].split("]")[0])].city
        for key in unseen(filled)
        if key.startswith("operations.cards")
    }
    assert guessed == {"Jacksonville", "Raleigh", "Duluth", "Toronto"}


@pytest.mark.parametrize(
    "line, words",
    [
        ("solo.base_exhaus = 3", 'did you mean "base_exhaust"?'),
        ("solo.base_exhaust = 33", "base_exhaust is 33; legal are 0 to 20"),
        ('solo.cities_not_in_play = ["Tulza"]', 'unknown city "Tulza"; did you mean "Tulsa"?'),
        ("sola.base_exhaust = 3", 'your_box.sola is no table of a board; did you mean "solo"?'),
        ("railbot.cards = 3", "railbot.cards must be a list"),
        ("lines = 3", 'your_box.lines is 3; write a table in { }, or "?"'),
        ('lines.list."Richmond-Atlanta" = 7', 'is 7; write a table in { }, or "?"'),
        (
            'lines.list."Richmond-Atlnta" = { points = 7 }',
            'nothing is called "Richmond-Atlnta"; did you mean "Richmond-Atlanta"?',
        ),
        ('lines.list."Boston-Dover" = "none"', 'nothing is called "Boston-Dover"'),
        ('lines.list."A-B" = { cities = ["Boston", "Dover"] }', "points is missing"),
        ('operations.cards."Bounty Duluth" = { points = -1 }', "points is -1; legal are 0 to 100"),
        ('from = ["x"]', "must be a text"),
        ('solo.cities_not_in_play = ["tulza"]', 'unknown city "tulza"'),
        (
            "railbot.cards = {"
            + ", ".join(f'{n} = {{ slot = "right" }}' for n in range(1, 8))
            + "}",
            "slot left/middle/right is ",
        ),
        ('railbot.common.2 = { slot = "left", exhaust = "pink" }', 'is "pink"'),
        ('railbot.cards.1 = { cities = ["Boston", "Boston", "Albany"] }', "twice in a row"),
        ('railbot.cards.15 = { cities = ["Boston", "Albany"], slot = "left" }', "has 15 cards"),
    ],
)
def test_what_no_box_says_is_refused_in_one_line(line, words, tmp_path):
    with pytest.raises(DataError) as caught:
        read(tmp_path, f'extends = "eastern-us"\n[your_box]\n{line}\n')
    message = str(caught.value)
    assert words in message and "mine.toml: " in message and "\n" not in message


@pytest.mark.parametrize(
    "written, meant",
    [("st louis", "St. Louis"), ("MONTREAL", "Montréal"), ("Winston Salem", "Winston-Salem")],
)
def test_city_names_forgive_case_points_accents_and_hyphens(written, meant):
    assert find_name(written, ["Chicago", "St. Louis", "Montréal", "Winston-Salem"]) == meant
    assert find_name("Louis", ["St. Louis"]) is None

"""A user's own board file that works: a whole one, one that extends ours, what is still assumed."""

from __future__ import annotations

from collections import Counter

import pytest

from rotwsim.scenario.board_file import load_board
from rotwsim.scenario.provenance import UNSEEN, count_by_origin, still_assumed
from rotwsim.scenario.schema import DataError

from .test_scenario_board_files import common_cards

CARDS = "14 cards of the box"


def test_a_whole_board_file_of_ones_own_works(board_data, write_board, eastern_us):
    board_data["title"] = "My board"
    board = load_board(write_board(board_data))
    assert board.title == "My board"
    assert board.cities == eastern_us.cities and board.ridges == eastern_us.ridges


def test_extends_replaces_just_the_map_cards(board_data, write_board, eastern_us):
    cards = board_data["railbot"]["cards"]
    cards[0]["cities"] = ["Boston", "Providence", "New Haven"]
    own = {"extends": "eastern-us", "railbot": {"origin": f"printed: {CARDS}", "cards": cards}}
    board = load_board(write_board(own, "my-cards.toml"))
    assert board.railbot_cards[0].cities == ("Boston", "Providence", "New Haven")
    assert board.cities == eastern_us.cities and board.common_cards == eastern_us.common_cards
    assert board.name == "my-cards" and board.title == "Eastern US, changed by my-cards.toml"
    origins = {f.key: (f.origin, f.source) for f in board.provenance}
    assert origins["railbot.cards[0].slot"] == ("printed", CARDS)
    kept = {f.key: (f.origin, f.source) for f in eastern_us.provenance}
    for key, origin in origins.items():
        assert origin == kept[key] or key.startswith("railbot.cards")


def test_extends_replaces_single_parameters_and_keeps_the_origin_of_the_others(
    eastern_us, write_board
):
    own = {"extends": "Eastern US", "solo": {"origin": "printed: box", "base_exhaust": 3}}
    board = load_board(write_board(own))
    assert (board.base_exhaust, board.empty_city_trigger) == (3, eastern_us.empty_city_trigger)
    before, after = (
        {f.key: f.origin for f in each.provenance if f.key.startswith("solo.")}
        for each in (eastern_us, board)
    )
    assert after.pop("solo.base_exhaust") == "printed"
    assert before.pop("solo.base_exhaust") == "inferred" and before == after


def test_extends_asks_where_replaced_parameters_come_from(write_board):
    path = write_board({"extends": "eastern-us", "solo": {"base_exhaust": 3}})
    with pytest.raises(DataError, match="solo replaces parameters; say where yours come from"):
        load_board(path)


def test_extends_may_give_an_own_name_title_and_common_cards(write_board, board_data):
    own = {
        "extends": "eastern-us",
        "name": "box",
        "title": "The box",
        "railbot": {
            "origin": "printed: box",
            "common": common_cards(),
        },
    }
    board = load_board(write_board(own))
    assert (board.name, board.title) == ("box", "The box")
    assert Counter(card.taxation for card in board.common_cards) == {True: 10, False: 1}


def test_extends_works_from_any_folder_and_over_several_files(write_board, tmp_path, monkeypatch):
    write_board(
        {"extends": "eastern-us", "solo": {"origin": "printed: a", "base_exhaust": 4}}, "a.toml"
    )
    second = {"extends": "a.toml", "solo": {"origin": "reported: b", "empty_city_trigger": 9}}
    path = write_board(second, "b.toml")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    for name in (path, "../b.toml"):
        board = load_board(name)
        assert (board.base_exhaust, board.empty_city_trigger) == (4, 9)
        origins = {f.key: f.origin for f in board.provenance}
        assert origins["solo.base_exhaust"] == "printed"
        assert origins["solo.empty_city_trigger"] == "reported"
        assert origins["solo.cities_not_in_play"] == "assumed"


def test_extends_in_a_circle_is_told(write_board):
    write_board({"extends": "b.toml"}, "a.toml")
    path = write_board({"extends": "a.toml"}, "b.toml")
    with pytest.raises(DataError, match="which extends this file again"):
        load_board(path)


def test_what_is_still_assumed_shrinks_as_a_user_fills_it_in(write_board, eastern_us, board_data):
    own = {"extends": "eastern-us", "railbot": {"origin": "printed: box", **board_data["railbot"]}}
    own["railbot"]["origin"] = "printed: box"
    board = load_board(write_board(own))
    before = {kind for kind, _ in still_assumed(eastern_us.provenance)}
    after = {kind for kind, _ in still_assumed(board.provenance)}
    assert before - after == {
        "railbot.cards.cities",
        "railbot.cards.slot",
        "railbot.cards.major_line",
        "railbot.cards.baron",
    }
    less = (
        count_by_origin(eastern_us.provenance)["assumed"]
        - count_by_origin(board.provenance)["assumed"]
    )
    assert less == 4 * 14


def test_assumptions_come_in_the_order_of_their_influence_if_it_is_known(eastern_us):
    order = ["solo.empty_city_trigger", "railbot.cards.cities"]
    keys = [kind for kind, _ in still_assumed(eastern_us.provenance, order)]
    assert keys[:2] == order
    plain = [kind for kind, _ in still_assumed(eastern_us.provenance)]
    assert keys[2:] == [key for key in plain if key not in order]
    total = sum(still_assumed(eastern_us.provenance).values())
    counts = count_by_origin(eastern_us.provenance)
    assert total == sum(counts[origin] for origin in UNSEEN)

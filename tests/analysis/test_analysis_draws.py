"""Plausible draws: legal boards that keep what is known."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from rotwsim.analysis.boxes import draws
from rotwsim.analysis.boxes.draws import mix_of, plausible_mixes, with_mix
from rotwsim.analysis.boxes.unknowns import filled, open_unknowns
from rotwsim.scenario.board_check import check_board
from rotwsim.scenario.board_file import board_names, load_board, load_rulebook
from rotwsim.scenario.provenance import load_ranges, ranges_of
from rotwsim.scenario.scenario import Scenario

BOARDS = ("eastern-us", "sweden")
SLOTS = {"left": 12, "middle": 6, "right": 6}


def all_cards(board):
    return (*board.railbot_cards, *board.common_cards)


@pytest.mark.slow
@pytest.mark.parametrize("name", board_names())
@pytest.mark.parametrize("seed", range(3))
def test_a_random_draw_is_a_legal_board(name, seed):
    scenario = Scenario.of(name, barons=True)
    board = filled(scenario, np.random.default_rng(seed)).scenario.board
    check_board(board, load_rulebook())
    out = set(board.cities_not_in_play)
    assert not out & {city for card in board.railbot_cards for city in card.cities}
    assert len(out) + len(board.lines_not_in_play) <= 15


def test_random_slots_keep_their_counts_and_what_is_reported(eastern_us):
    board = draws.with_random_slots(eastern_us, np.random.default_rng(1))
    slots = Counter(card.slot for card in all_cards(board) if not card.final_evaluation)
    assert slots == SLOTS
    dealt, printed = ([card.slot for card in all_cards(each)] for each in (board, eastern_us))
    assert sum(np.array(dealt) != np.array(printed)) > 5
    (purple,) = [card for card in board.common_cards if card.exhaust == "purple"]
    assert purple.slot == "middle"  # reported by the solo rulebook


def test_random_cards_join_neighbours_all_over_the_map_with_as_many_icons(eastern_us):
    board = draws.with_random_cards(eastern_us, np.random.default_rng(1), fours=6, nearest=4)
    near = draws.neighbours(eastern_us, 4)
    named = Counter()
    for card in board.railbot_cards:
        named.update(card.cities)
        for one, two in zip(card.cities, card.cities[1:], strict=False):
            assert two in near[one]
    assert len(named) >= 0.8 * len(eastern_us.cities)
    for icon in ("major_line", "baron"):
        assert sum(getattr(card, icon) for card in board.railbot_cards) == 4
    assert Counter(len(card.cities) for card in board.railbot_cards) == {4: 6, 3: 8}


def test_only_unseen_points_move(eastern_us):
    board = draws.with_points(eastern_us, lambda points: points + 1, lambda points: 7)
    before, after = ([line.points for line in each.lines] for each in (eastern_us, board))
    assert np.subtract(after, before).tolist() == [0, 0, 0, 1, 1]
    bounties = {card.city: card.points for card in board.operations if card.kind == "bounty"}
    assert bounties["Mobile"] == 4 and bounties["Duluth"] == 7


def test_common_cards_are_ten_in_every_plausible_mix_and_known_ones_stay(eastern_us):
    known = {"Exhaust Purple", "Deadhead and Taxation", "Final Evaluation"}
    ranges, random = ranges_of(eastern_us), np.random.default_rng(1)
    mixes = plausible_mixes(eastern_us, ranges)
    assert len(mixes) > 20
    for mix in mixes:
        board = with_mix(eastern_us, mix, random)
        found = mix_of(board.common_cards)
        for effect in ("exhaust", "taxation", "deadhead"):
            span = ranges[f"railbot.common.{effect}"]
            assert span.low <= getattr(found, effect) <= span.high
        assert all(c.exhaust or c.taxation or c.deadhead for c in board.common_cards[1:])
        names = [card.name for card in board.common_cards]
        assert len(names) == len(set(names)) == 11 and known <= set(names)


def test_three_cards_of_fourteen_filled_in_are_three_known_cards(eastern_us, write_board):
    cards = [
        {"cities": list(card.cities), "slot": card.slot, "major_line": card.major_line}
        for card in eastern_us.railbot_cards
    ]
    for place in (0, 4, 9):
        cards[place]["origin"] = "printed: the box"
    railbot = {"origin": "assumed: the rest", "cards": cards}
    scenario = Scenario.of(load_board(write_board({"extends": "eastern-us", "railbot": railbot})))
    for seed in range(3):
        board = filled(scenario, np.random.default_rng(seed)).scenario.board
        for place, (card, drawn) in enumerate(
            zip(scenario.board.railbot_cards, board.railbot_cards, strict=True)
        ):
            known = (drawn.cities, drawn.slot, drawn.major_line) == (
                card.cities,
                card.slot,
                card.major_line,
            )
            assert known or place not in (0, 4, 9)
            assert place in (0, 4, 9) or not known or card.cities != drawn.cities


def test_a_board_states_its_own_ranges_and_draws_keep_to_them(write_board):
    own = {"key": "solo.empty_city_trigger", "low": 9, "high": 10, "reason": "played at a friend's"}
    scenario = Scenario.of(load_board(write_board({"extends": "eastern-us", "ranges": [own]})))
    drawn = {
        filled(scenario, np.random.default_rng(seed)).scenario.parameters["empty_city_trigger"]
        for seed in range(8)
    }
    assert drawn == {9, 10}


def test_ranges_follow_the_map_in_proportion_to_its_cities_or_as_its_file_says():
    ranges = [ranges_of(load_board(name)) for name in BOARDS]
    cities, trigger = "solo.cities_not_in_play", "solo.empty_city_trigger"
    assert [(each[cities].low, each[cities].high) for each in ranges] == [(0, 12), (0, 8)]
    assert [(each[trigger].low, each[trigger].high) for each in ranges] == [(6, 16), (8, 20)]
    assert all(each.reason for each in load_ranges().values())


def test_what_a_box_has_confirmed_is_not_unknown(write_board):
    path = write_board(
        {"extends": "eastern-us", "solo": {"origin": "printed: the box", "base_exhaust": 3}}
    )
    names = {unknown.name for unknown in open_unknowns(Scenario.of(load_board(path)))}
    assert "Base Exhaust" not in names and "Empty City trigger" in names


def test_baron_icons_are_unknown_only_with_the_barons():
    plain, barons = (open_unknowns(Scenario.of(barons=barons)) for barons in (False, True))
    assert {unknown.name for unknown in barons} - {unknown.name for unknown in plain} == {
        "Baron icons on map cards"
    }


@pytest.mark.parametrize("name", BOARDS)
def test_ends_lie_within_the_ranges(name):
    scenario = Scenario.of(name)
    ranges = ranges_of(scenario.board)
    for unknown in open_unknowns(scenario):
        for setting in unknown.settings(scenario, 2, np.random.default_rng(1)):
            assert setting.scenario != scenario, unknown.name
            for parameter in ("base_exhaust", "empty_city_trigger"):
                span, now = ranges[f"solo.{parameter}"], scenario.parameters[parameter]
                assert setting.scenario.parameters[parameter] in (now, span.low, span.high)

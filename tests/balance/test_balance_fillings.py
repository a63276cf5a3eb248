"""Plausible fillings: legal boards that keep what is known."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from rotwsim.balance import fillings
from rotwsim.balance.doubts import filled, open_doubts
from rotwsim.rules.check import check_board
from rotwsim.rules.load import board_names, load_board, load_rulebook
from rotwsim.rules.scenario import Scenario

SLOTS = {"left": 12, "middle": 6, "right": 6}


def all_cards(board):
    return (*board.railbot_cards, *board.common_cards)


@pytest.mark.parametrize("name", board_names())
@pytest.mark.parametrize("seed", range(3))
def test_a_random_filling_is_a_legal_board(name, seed):
    scenario = Scenario.of(name, barons=True)
    board = filled(scenario, np.random.default_rng(seed)).scenario.board
    check_board(board, load_rulebook())
    out = set(board.cities_not_in_play)
    assert not out & {city for card in board.railbot_cards for city in card.cities}
    assert len(out) + len(board.lines_not_in_play) <= 15


def test_random_slots_keep_their_counts_and_what_is_reported(eastern_us):
    board = fillings.with_random_slots(eastern_us, np.random.default_rng(1))
    slots = Counter(card.slot for card in all_cards(board) if not card.final_evaluation)
    assert slots == SLOTS
    dealt, printed = ([card.slot for card in all_cards(each)] for each in (board, eastern_us))
    assert sum(np.array(dealt) != np.array(printed)) > 5
    (purple,) = [card for card in board.common_cards if card.exhaust == "purple"]
    assert purple.slot == "middle"  # reported by the solo rulebook


def test_random_cards_join_neighbours_all_over_the_map_with_as_many_icons(eastern_us):
    board = fillings.with_random_cards(eastern_us, np.random.default_rng(1))
    near = fillings.neighbours(eastern_us)
    named = Counter()
    for card in board.railbot_cards:
        named.update(card.cities)
        for one, two in zip(card.cities, card.cities[1:], strict=False):
            assert two in near[one]
    assert len(named) >= 0.8 * len(eastern_us.cities)
    for icon in fillings.ICONS:
        assert sum(getattr(card, icon) for card in board.railbot_cards) == 4
    sizes = Counter(len(card.cities) for card in board.railbot_cards)
    assert sizes == Counter(len(card.cities) for card in eastern_us.railbot_cards)


def test_only_assumed_points_move(eastern_us):
    board = fillings.with_points(eastern_us, lambda: 1)
    before, after = ([line.points for line in each.lines] for each in (eastern_us, board))
    assert np.subtract(after, before).tolist() == [0, 0, 0, 1, 1]
    bounties = {card.city: card.points for card in board.operations if card.kind == "bounty"}
    assert bounties["Mobile"] == 4 and bounties["Duluth"] == 6


def test_what_a_box_has_confirmed_is_not_doubted(write_board):
    path = write_board(
        {"extends": "eastern-us", "solo": {"origin": "printed: the box", "base_exhaust": 3}}
    )
    names = {doubt.name for doubt in open_doubts(Scenario.of(load_board(path)))}
    assert "Base Exhaust" not in names and "Empty City trigger" in names


def test_baron_icons_are_doubted_only_with_the_barons():
    plain, barons = (open_doubts(Scenario.of(barons=barons)) for barons in (False, True))
    assert {doubt.name for doubt in barons} - {doubt.name for doubt in plain} == {
        "Baron icons on map cards"
    }


@pytest.mark.parametrize("name", ["eastern-us", "sweden"])
def test_ends_lie_within_what_the_rulebook_allows(name):
    scenario = Scenario.of(name)
    for doubt in open_doubts(scenario):
        for setting in doubt.settings(scenario, 2, np.random.default_rng(1)):
            assert setting.scenario != scenario, doubt.name
            figures = setting.scenario.figures
            assert figures["base_exhaust"] >= 2 and 2 <= figures["empty_city_trigger"] <= 24

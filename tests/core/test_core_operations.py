"""Operations cards: the display and what each card does (B40, B44 to B47, S6, S12, S27, S33)."""

from __future__ import annotations

import pytest

from rotwsim.core.state import codes

from .boards import line_board, map_board
from .builder import Table


def test_B40_taking_a_card_costs_an_action_and_no_money():
    table = Table()
    table.display("Bounty Lund", "Hotel Malmö", "Land Grant")
    table.take("Hotel Malmö")
    assert (table.state.actions_left, table.cash, table.bonds) == (1, 0, 0)
    assert table.shown() == ["Bounty Lund", "Land Grant"]
    assert table.state.hotel[codes.SOLO, table.city("Malmö")] == 1


def test_B40_nobody_takes_a_service_bounty():
    table = Table()
    table.display("Bounty Lund", "Hotel Malmö", "Bounty Malmö")
    assert {place for _, place, *_ in table.legal(codes.TAKE_CARD)} == {1}


def test_B44_new_industry_is_a_free_urbanize():
    table = Table()
    table.display("New Industry")
    table.take("New Industry")
    assert table.asked() == [(codes.DECIDE_NEW_CITY, 4)]
    assert table.state.colour[table.city("Alvesta")] != codes.GREY
    assert len(table.on("Alvesta")) == 2 and table.bonds == 0


def test_B44_city_growth_brings_two_cubes_to_one_city():
    table = Table()
    table.display("City Growth")
    table.take("City Growth")
    assert table.asked() == [(codes.DECIDE_GROWTH, 7)]
    assert sum(len(table.on(city)) for city in table.names) == 2


def test_B45_an_executive_gives_two_actions_on_this_side_of_the_railbot():
    table = Table()
    table.display("Executive")
    table.take("Executive")
    assert table.state.actions_left == 2 - 1 + 2
    table.third_action()
    assert table.state.actions_left == 1


def test_B46_a_land_grant_pays_the_plain_hexes_of_one_build():
    table = Table(map_board("C.M.C..C", Gävle="red", Falun="blue", Mora="grey"))
    table.state.grants[codes.SOLO] = 1
    table.build("Gävle", "Falun", grant=True)
    assert table.events("PAID") == [("PAID", 4, 1, codes.PAID_TRACK)]
    assert table.state.grants[codes.SOLO] == 0


def test_B46_perfect_engineering_lays_5_tiles():
    table = Table(map_board("C.....C", Gävle="red", Falun="blue"))
    table.display("Perfect Engineering")
    table.take("Perfect Engineering")
    table.build("Gävle", "Falun", tiles=5)
    assert table.links() == [("Gävle", "Falun")]


def test_B47_S6_start_cards_leave_the_game():
    table = Table.dealt()
    assert all(card.kind != "start" for card in table.scenario.operations_cards)
    assert any(card.kind == "start" for card in table.board.operations)
    dealt = {*table.state.operations[: table.state.operations_count], *table.state.display[:3]}
    assert len(dealt) == len(table.scenario.operations_cards) - 1  # one bounty left the game


def test_S6_two_bounties_then_one_dealt_card_lie_out():
    seen = set()
    table = Table()
    for game in range(40):
        table.deal(1, game)
        shown = table.shown()
        assert [name.startswith("Bounty") for name in shown] == [True, True, False]
        left = table.state.operations[1 : table.state.operations_count]
        kinds = [table.scenario.operations_cards[card].kind for card in left]
        assert "bounty" not in kinds
        seen.add(tuple(shown[:2]))
    assert len(seen) == 6  # 2 of 3 in either order


def test_S12_a_card_too_many_pushes_off_the_farthest():
    table = Table()
    table.display("Bounty Lund", "Bounty Malmö", "Hotel Malmö", "Hotel Lund", "Executive")
    table.deck("City Growth")
    table.end_turn()
    assert table.shown() == [
        "Bounty Malmö",
        "Hotel Malmö",
        "Hotel Lund",
        "Executive",
        "City Growth",
    ]


def test_S12_an_exhausted_deck_adds_nothing_and_pushes_nothing_off():
    table = Table()
    cards = ("Bounty Lund", "Bounty Malmö", "Hotel Malmö", "Hotel Lund", "Executive")
    table.display(*cards)
    table.end_turn()
    assert table.shown() == list(cards)


def test_S27_a_deadhead_lowers_the_limit_and_takes_the_farthest_of_a_full_display():
    table = Table()
    table.display("Bounty Lund", "Hotel Malmö")
    table.resolve("Deadhead")
    assert (table.state.display_limit, len(table.shown())) == (4, 2)
    table.display("Bounty Lund", "Hotel Malmö", "Hotel Lund", "Executive")
    table.resolve("Deadhead")
    assert table.state.display_limit == 3
    assert table.shown() == ["Hotel Malmö", "Hotel Lund", "Executive"]


def test_S27_the_limit_does_not_fall_below_0():
    table = Table()
    for _ in range(7):
        table.resolve("Deadhead")
    assert table.state.display_limit == 0
    table.deck("City Growth")
    table.end_turn()
    assert table.shown() == []


def test_S33_new_industry_touches_no_city_out_of_play_and_may_do_nothing():
    board = line_board(cities_not_in_play=("Kalmar",))
    table = Table(board)
    table.state.colour[table.city("Kalmar")] = codes.GREY
    table.display("New Industry", "Executive")
    table.take("New Industry")
    assert table.state.colour[table.city("Kalmar")] == codes.GREY
    assert table.asked() == [(codes.DECIDE_NEW_CITY, 4)]  # Alvesta in four colours
    table.display("New Industry")
    table.take("New Industry")
    assert table.state.urbanized == 1


@pytest.mark.parametrize(("tweak", "limit"), [("display-4", 4), ("display-3", 3)])
def test_T5_the_harder_display_is_lowered_further_by_deadheads(tweak, limit):
    table = Table(tweaks=[tweak])
    assert table.state.display_limit == limit
    table.resolve("Deadhead")
    assert table.state.display_limit == limit - 1


@pytest.mark.parametrize(("limit", "turns"), [(5, [3, 4]), (4, [2, 3]), (3, [1, 2])])
def test_section_7_bounties_nobody_takes_are_pushed_off(limit, turns):
    table = Table.dealt(board="eastern-us", settings={"display_limit": limit, "railbot_acts": 0})
    gone = []
    for turn in range(1, 6):
        before = table.shown()
        table.play_turn()
        gone += [turn for card in before if "Bounty" in card and card not in table.shown()]
    assert gone == turns

"""Delivering: Links used, first city of the colour, points, hotels, bounties (B30 to B33, S14)."""

from __future__ import annotations

import pytest

from rotwsim.core.state import codes

from .builder import Table, code


def connected(*cities: str, engine: int = 8, **options) -> Table:
    """The player's Links join these cities."""
    table = Table(**options)
    table.own_link(*cities)
    table.state.engine[codes.SOLO] = engine
    return table


def test_B30_at_most_as_many_links_as_the_engine_level():
    table = connected("Kalmar", "Alvesta", "Malmö", engine=1)
    table.cubes("Kalmar", "black")
    assert table.deliveries() == set()
    table.state.engine[codes.SOLO] = 2
    assert table.deliveries() == {("black", "Kalmar", "Malmö", 2, 0)}


def test_B30_the_first_link_is_own_later_ones_may_be_the_railbots():
    table = Table()
    table.state.engine[codes.SOLO] = 8
    table.railbot_link("Kalmar", "Alvesta")
    table.own_link("Alvesta", "Malmö")
    table.railbot_link("Malmö", "Lund")
    table.cubes("Kalmar", "black", "red")
    table.cubes("Alvesta", "red")
    assert table.deliveries() == {("red", "Alvesta", "Lund", 1, 1)}


def test_B31_a_cube_stops_at_the_first_city_of_its_colour():
    table = connected("Malmö", "Lund", "Ystad", "Växjö", "Örebro")
    table.cubes("Malmö", "red", "black")
    assert table.deliveries() == {("red", "Malmö", "Lund", 1, 0)}


def test_B31_no_city_is_visited_twice():
    table = connected("Lund", "Ystad")
    table.cubes("Lund", "red")
    assert table.deliveries() == set()


def test_B32_each_own_link_scores_a_point_and_moves_income_at_once():
    table = connected("Kalmar", "Alvesta", "Malmö", "Lund")
    table.cubes("Kalmar", "red")
    table.deliver("red", "Kalmar", "Lund", own=3)
    assert table.score == 3 and table.state.points[codes.SOLO, codes.FROM_DELIVERIES] == 3
    table.resolve("Taxation")
    assert table.state.taxation_paid == 2 * 5


def test_B33_levels_are_bought_one_by_one_at_the_price_of_the_next():
    table = Table()
    while table.legal(codes.UPGRADE):
        table.act(codes.UPGRADE)
    assert [row[1] for row in table.events("PAID")] == [5, 10, 10, 15, 15, 20, 20]
    assert table.state.engine[codes.SOLO] == 8


def test_S14_each_railbot_link_used_costs_a_point():
    table = connected("Kalmar", "Alvesta")
    table.railbot_link("Alvesta", "Malmö")
    table.cubes("Kalmar", "black")
    table.state.score[codes.SOLO] = 10
    table.deliver("black", "Kalmar", "Malmö", own=1, railbot=1)
    assert table.score == 10 + 1 - 1


def test_S14_the_score_never_falls_below_0():
    table = connected("Kalmar", "Alvesta")
    table.railbot_link("Alvesta", "Malmö", "Lund")
    table.cubes("Kalmar", "red")
    table.deliver("red", "Kalmar", "Lund", own=1, railbot=2)
    assert table.score == 0
    assert table.state.points[codes.SOLO, codes.LOST_TO_RAILBOT_LINKS] == -1


def test_S14_hotels_and_bounties_pay_after_the_loss_and_its_floor():
    table = connected("Kalmar", "Alvesta")
    table.railbot_link("Alvesta", "Malmö", "Lund")
    table.cubes("Kalmar", "red")
    table.hotel("Lund")
    table.display("Bounty Lund")
    table.deliver("red", "Kalmar", "Lund", own=1, railbot=2)
    assert table.events("POINTS") == [
        ("POINTS", 1, codes.FROM_DELIVERIES),
        ("POINTS", -1, codes.LOST_TO_RAILBOT_LINKS),  # of 2
        ("POINTS", 1, codes.FROM_HOTELS),
        ("POINTS", 4, codes.FROM_BOUNTIES),
    ]


def test_S11_nobody_else_gains_and_the_railbot_pays_nothing():
    table = connected("Kalmar", "Alvesta")
    table.railbot_link("Alvesta", "Malmö")
    table.cubes("Kalmar", "black")
    table.state.cash[codes.SOLO] = 7
    table.resolve("Ystad Växjö Örebro")
    assert len(table.links(codes.RAILBOT)) == 3 and table.cash == 7
    table.state.score[codes.SOLO] = 10
    before = table.state.copy()
    table.deliver("black", "Kalmar", "Malmö", own=1, railbot=1)
    assert table.events("POINTS") == [
        ("POINTS", 1, codes.FROM_DELIVERIES),
        ("POINTS", -1, codes.LOST_TO_RAILBOT_LINKS),
    ]
    assert table.events("PAID") == []
    for field in ("cash", "bonds", "score", "engine", "hotel", "line_owner"):
        assert (table.state[field] == before[field]).all(), field


def test_B41_a_hotel_pays_a_point_per_cube_delivered_there():
    table = connected("Kalmar", "Alvesta", "Malmö")
    table.cubes("Alvesta", "black", "black")
    table.hotel("Malmö")
    table.deliver("black", "Alvesta", "Malmö", own=1)
    table.deliver("black", "Alvesta", "Malmö", own=1)
    assert table.score == 4 and table.state.points[codes.SOLO, codes.FROM_HOTELS] == 2


def test_B42_the_first_delivery_scores_the_bounty_and_the_card_leaves():
    table = connected("Malmö", "Lund")
    table.cubes("Malmö", "red", "red")
    table.display("Bounty Malmö", "Bounty Lund", "City Growth")
    table.deliver("red", "Malmö", "Lund", own=1)
    assert table.score == 1 + 4
    assert table.shown() == ["Bounty Malmö", "City Growth"]
    table.deliver("red", "Malmö", "Lund", own=1)
    assert table.score == 6


def test_B48_the_western_link_costs_30_once_and_brings_4_red_cubes():
    table = Table()
    assert table.legal(codes.WESTERN_LINK) == {(codes.WESTERN_LINK, 1, 0, 0, 0, 0)}
    table.act(codes.WESTERN_LINK, table.city("Alvesta"))
    assert table.bonds == 6 and table.on("Alvesta") == ["red"] * 4
    assert table.legal(codes.WESTERN_LINK) == set()


def test_B48_its_red_cubes_bring_two_cubes_to_the_destination():
    table = connected("Alvesta", "Malmö", "Lund")
    table.cubes("Malmö", "red")
    table.act(codes.WESTERN_LINK, table.city("Alvesta"))
    table.deliver("red", "Alvesta", "Lund", own=2)
    assert len(table.on("Lund")) == 2
    table.deliver("red", "Malmö", "Lund", own=1)  # not from the Western Link
    assert len(table.on("Lund")) == 2


@pytest.mark.parametrize(
    ("baron", "colour", "start", "to", "points"),
    [
        ("Toft", "blue", "Ystad", "Växjö", 0),
        ("Toft", "black", "Lund", "Malmö", 1),
        ("Dainty", "red", "Ystad", "Lund", 0),
        ("Rosenfeld", "black", "Lund", "Malmö", 0),
        ("Rosenfeld", "blue", "Ystad", "Växjö", 1),
    ],
)
def test_D2_a_delivery_never_scores_below_0_through_an_opponent_effect(
    baron, colour, start, to, points
):
    table = connected("Malmö", "Lund", "Ystad", "Växjö", barons=True)
    table.railbot_gets(baron)
    table.cubes(start, colour)
    table.state.score[codes.SOLO] = 20
    table.deliver(colour, start, to, own=1)
    assert table.score == 20 + points


def test_D2_what_railbot_links_cost_comes_on_top():
    table = connected("Malmö", "Lund", barons=True)
    table.railbot_link("Lund", "Ystad", "Växjö")
    table.railbot_gets("Toft")
    table.cubes("Malmö", "blue")
    table.state.score[codes.SOLO] = 20
    table.deliver("blue", "Malmö", "Växjö", own=1, railbot=2)
    assert table.score == 20 + max(0, 1 - 1) - 2
    assert table.state.delivered[codes.SOLO, code("blue")] == 1

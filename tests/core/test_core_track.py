"""Track: prices, tiles per action, Links, hex sides, open track (B10 to B16, S2, S13)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rotwsim.core.state import codes, log
from rotwsim.scenario.hexes import SIDES, side_key

from .boards import line_board, map_board
from .brute_track import BruteTrack
from .builder import Table

EAST = SIDES.index("E")


def test_B10_each_tile_costs_by_its_ground():
    table = Table(map_board("CrMw.C", Gävle="red", Falun="blue"))
    paid = [3, 4, 3, 2]
    for price in paid:
        table.build("Gävle", "Falun", tiles=1)
        assert table.events("PAID")[-1][1] == price
    assert table.links() == [("Gävle", "Falun")]


def test_B10_every_ridge_crossed_costs_4_more_also_at_a_city():
    ridges = [side_key((0, 0), EAST), side_key((0, 2), EAST)]
    table = Table(map_board("C..C", ridges=ridges, Gävle="red", Falun="blue"))
    table.build("Gävle", "Falun")
    assert [row[1] for row in table.events("PAID")] == [2 + 4 + 2 + 4]


def test_B10_ground_out_of_play_is_never_built_on():
    table = Table(map_board("C#C", "...", Gävle="red", Falun="blue"))
    assert not any((0, 1) in table.hexes_of(route) for route in table.listed("Gävle", "Falun"))
    table.build("Gävle", "Falun")
    assert table.links() == [("Gävle", "Falun")]


def test_B11_one_build_lays_at_most_4_tiles_and_needs_no_network():
    table = Table(map_board("C......C..C", Gävle="red", Falun="blue", Mora="grey"))
    table.own_link("Falun", "Mora")
    table.build("Gävle", "Falun", tiles=4)
    table.build("Gävle", "Falun")
    assert [row[1] for row in table.events("PAID")] == [8, 4]
    assert table.links() == [("Falun", "Mora"), ("Gävle", "Falun")]


def test_B12_a_link_joins_two_cities_and_touching_cities_have_none():
    table = Table(map_board("C.CC", "....", Gävle="red", Falun="blue", Mora="grey"))
    assert table.buildable() == {("Gävle", "Falun"), ("Gävle", "Mora")}
    table.build("Gävle", "Falun")
    assert table.links() == [("Gävle", "Falun")]


def test_B13_a_city_is_entered_only_through_an_open_side():
    board = map_board("C..C", "....", Gävle="red", Falun="blue")

    def routes_in(board):
        table = Table(board)
        return {table.hexes_of(route)[-1] for route in table.listed("Gävle", "Falun")}

    closed = replace(board.cities[1], closed=("W",))
    west_of_falun = (0, 2)
    assert west_of_falun in routes_in(board)
    assert west_of_falun not in routes_in(replace(board, cities=(board.cities[0], closed)))


def crossing_board():
    """Two Links cross on the middle hex; a third route through it would be a third track."""
    return map_board(
        "#C.C#", "C...C", "#C.C#", A="red", B="red", West="blue", East="blue", C="red", D="red"
    )


def test_B14_a_side_carries_one_track_and_a_hex_two():
    table = Table(crossing_board())
    track = BruteTrack(table.board)
    across = next(route for route in table.listed("A", "D") if (1, 2) in table.hexes_of(route))
    table.build("A", "D", route=across)
    while table.buildable():
        table.build(*sorted(table.buildable())[0])
        for _, hex_, entered, left, *_ in table.events("TILE"):
            track.lay_tile(hex_, entered, left)
        table.log[:] = log.new_log()
    assert max(track.tracks.values()) == 2
    cities = range(len(table.names))
    assert not any(any(track.chains(one, other)) for one in cities for other in cities)


def test_B14_crossing_another_track_costs_nothing_extra():
    table = Table(crossing_board())
    straight = [(1, 1), (1, 2), (1, 3)]
    across = next(route for route in table.listed("A", "D") if (1, 2) in table.hexes_of(route))
    table.build("A", "D", route=across)
    route = next(w for w in table.listed("West", "East") if table.hexes_of(w) == straight)
    assert table.is_free(route)
    table.build("West", "East", route=route)
    assert table.events("PAID")[-1][1] == 3 * 2


def test_B15_open_track_is_continued_and_each_action_pays_its_tiles():
    table = Table(map_board("C......C", Gävle="red", Falun="blue"))
    table.build("Falun", "Gävle", tiles=2)
    assert table.links() == [] and table.state.open_tiles == 2
    assert table.offers() == {("Falun", "Gävle", 1, 8)}
    table.build("Falun", "Gävle", tiles=4)
    assert table.links() == [("Falun", "Gävle")]
    assert [row[1] for row in table.events("PAID")] == [4, 8]


def test_B15_one_open_track_at_a_time():
    table = Table()
    table.build("Kalmar", "Alvesta", tiles=1)
    assert table.buildable() == {("Kalmar", "Alvesta")}


def test_B15_open_track_is_continued_in_any_legal_route():
    board = map_board("C...C", "###..", "###.C", Gävle="red", Falun="blue", Mora="grey")
    table = Table(board)
    table.build("Gävle", "Falun", tiles=2)
    assert {(second, price) for _, second, _, price in table.offers()} == {
        ("Falun", 2), ("Mora", 4)
    }  # fmt: skip
    table.act(codes.BUILD, table.city("Gävle"), table.city("Mora"), 2)
    assert table.links() == [("Gävle", "Mora")]
    assert [row[1] for row in table.events("PAID")] == [4, 4]


def test_B15_track_whose_route_was_blocked_is_finished_another_route():
    table = Table(map_board("C...C", "#....", Gävle="red", Falun="blue"))
    table.build("Gävle", "Falun", tiles=1)
    last_of_the_plan = 3
    table.state.laid[last_of_the_plan] += table.rules.full
    assert table.offers() == {("Gävle", "Falun", 1, 6)}
    table.act(codes.BUILD, table.city("Gävle"), table.city("Falun"), 3)
    assert table.links() == [("Gävle", "Falun")]
    assert [row[1] for row in table.events("TILE")] == [1, 2, 7, 8]


def test_B15_open_track_is_removed_at_the_end_and_its_money_is_lost():
    table = Table()
    table.build("Kalmar", "Alvesta", tiles=1)
    money = table.cash
    table.end_turn()
    assert table.state.open_city == -1 and table.links() == []
    assert table.cash == money - table.bonds
    assert ("Kalmar", "Alvesta") in table.buildable()


def test_B16_one_owner_may_have_two_links_between_the_same_cities():
    table = Table(map_board(".....", ".C.C.", ".....", Gävle="red", Falun="blue"))
    table.own_link("Gävle", "Falun")
    table.build("Gävle", "Falun")
    assert table.links() == [("Gävle", "Falun")] * 2


@pytest.mark.parametrize("out", ["Kalmar", "Örebro"])
def test_S2_no_track_leads_to_a_city_not_in_play(out):
    table = Table(line_board(cities_not_in_play=(out,)))
    assert not any(out in pair for pair in table.buildable())


def test_S13_open_track_blocks_the_railbot_and_connects_nothing():
    table = Table()
    table.build("Kalmar", "Alvesta", tiles=1)
    table.resolve("Kalmar Alvesta Malmö")
    assert table.links(codes.RAILBOT) == [("Alvesta", "Malmö")]  # no route to Kalmar
    assert table.state.group[table.city("Kalmar")] != table.state.group[table.city("Alvesta")]


def test_S13_a_second_track_may_pass_over_open_track():
    board = map_board(
        "#C##", "C..C", "##C#", Kalmar="red", Lund="blue", Ystad="blue", Malmö="red"
    )  # fmt: skip
    table = Table(board)
    table.build("Lund", "Ystad", tiles=1)
    table.resolve("Kalmar Malmö")  # its only hex has the open track, from the other two sides
    assert table.links(codes.RAILBOT) == [("Kalmar", "Malmö")]


def test_the_log_tells_the_offers_of_every_so_many_th_action():
    table = Table()
    table.log[:] = log.new_log(offers_every=2)
    for _ in range(3):
        table.act(codes.PASS)
    told = [row[0] for row in table.events("OFFERS", "DECISION")]
    cities = ["OFFERS"] * len(table.names)
    assert told == [*cities, "DECISION", "DECISION", *cities, "DECISION"]
    rows = table.log[1 : 1 + len(cities)].tolist()
    assert sum(row[log.FIRST + 1] for row in rows) == len(table.offers())
    table.build("Kalmar", "Alvesta", tiles=1)
    table.act(codes.PASS)
    assert table.events("OFFERS")[-1] == ("OFFERS", -1)

"""Duel Barons: claims, goals by tier, Opponent Effects (D1 to D21, S7, S28).

Longer than a chapter: the twelve Barons stand together, as in the rulebook.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from rotwsim.core.state import codes
from rotwsim.scenario.board_file import load_rulebook

from .boards import line_board, map_board
from .builder import Table, code

LINE = ("Kalmar", "Alvesta", "Malmö", "Lund", "Ystad", "Växjö", "Örebro")


def delivered(table: Table, **cubes: int) -> None:
    for colour, number in cubes.items():
        table.state.delivered[codes.SOLO, code(colour)] = number


def test_D1_four_of_the_twelve_lie_open():
    table = Table(barons=True)
    seen = set()
    for game in range(60):
        table.deal(1, game)
        row = table.state.baron_row[: table.state.barons].tolist()
        assert len(row) == len(set(row)) == 4
        seen |= set(row)
    assert seen == set(range(12))


def test_D1_a_claim_scores_at_once_at_the_tier_that_holds_and_is_final():
    table = Table(barons=True)
    table.barons("Caleb", "Dainty")
    table.state.engine[codes.SOLO] = 7
    table.claim("Caleb")
    assert table.score == 3 and table.state.points[codes.SOLO, codes.FROM_BARONS] == 3
    table.state.engine[codes.SOLO] = 8  # no later upgrade
    table.begin_turn()
    assert table.asked() == [] and table.score == 3


def test_D1_claims_are_offered_at_the_start_of_the_turn_and_after_each_action():
    table = Table(barons=True)
    table.barons("Caleb", "Olsen")
    table.railbot_deck("Blank left")
    table.state.engine[codes.SOLO] = 6
    delivered(table, red=1, blue=1, yellow=1, black=1, purple=1)
    table.play_turn()  # both goals are met, the passive player declines each time
    assert table.asked() == [(codes.DECIDE_CLAIM, 3)] * 4


def test_S7_only_the_duel_barons_of_the_variant_are_ever_dealt():
    plain, duel = Table.dealt(board="eastern-us"), Table.dealt(board="eastern-us", barons=True)
    assert plain.state.barons == 0 and plain.events("SET_BARON") == []
    assert duel.state.barons == 4 and len(load_rulebook().barons) == 12


def test_D2_own_means_by_the_players_links_alone():
    table = Table(barons=True)
    table.own_link("Lund", "Ystad", "Växjö")
    table.railbot_link("Växjö", "Örebro")
    assert table.worth("Dainty") == 0
    table = Table(barons=True)
    table.own_link("Lund", "Ystad", "Växjö", "Örebro")
    assert table.worth("Dainty") == 5


@pytest.mark.parametrize(("hotels", "points"), [(1, 0), (2, 3), (3, 4), (4, 5), (5, 5)])
def test_D10_benjamin_kranz_hotels(hotels, points):
    table = Table(barons=True)
    for city in LINE[:hotels]:
        table.hotel(city)
    assert table.worth("Benjamin") == points


def test_D10_effect_taxation():
    table = Table(barons=True)
    table.state.score[codes.SOLO] = 1
    table.railbot_gets("Benjamin")
    assert table.state.taxation_paid == 2 * 3


@pytest.mark.parametrize(("level", "points"), [(5, 0), (6, 1), (7, 3), (8, 6)])
def test_D11_caleb_kranz_engine(level, points):
    table = Table(barons=True)
    table.state.engine[codes.SOLO] = level
    assert table.worth("Caleb") == points


def test_D11_effect_the_third_card_is_resolved_where_it_lies_and_stays():
    table = Table(barons=True)
    table.barons("Caleb")
    table.row("Baron", "Blank middle", "Deadhead")
    table.flip("Blank left")
    assert table.state.display_limit == 4
    assert table.row_names() == ["Blank middle", "Deadhead", "Blank left"]


def test_D11_effect_if_the_baron_card_was_third_its_replacement_is_resolved():
    table = Table(barons=True)
    table.barons("Caleb")
    table.row("Blank left", "Blank middle", "Baron")
    table.flip("Deadhead and Taxation")
    assert table.state.display_limit == 4
    assert table.row_names()[2] == "Deadhead and Taxation"


@pytest.mark.parametrize(("links", "points"), [(4, 0), (5, 3), (6, 5), (8, 5)])
def test_D12_tychoon_one_long_delivery(links, points):
    table = Table(barons=True)
    table.state.longest[codes.SOLO] = links
    assert table.worth("Tychoon") == points


def test_D12_effect_the_engine_counts_one_lower_the_price_follows_the_printed_level():
    table = Table(barons=True)
    table.own_link("Kalmar", "Alvesta", "Malmö")
    table.cubes("Kalmar", "black")
    table.state.engine[codes.SOLO] = 2
    table.railbot_gets("Tychoon")
    assert table.deliveries() == set()
    table.act(codes.UPGRADE)
    assert table.events("PAID") == [("PAID", 10, 2, codes.PAID_ENGINE)]
    assert table.deliveries() == {("black", "Kalmar", "Malmö", 2, 0)}
    table.state.engine[codes.SOLO] = 6
    assert table.worth("Caleb") == 0  # for everything


def test_D13_turczi_seven_coloured_cities_in_one_group():
    colours = ("red", "blue", "yellow", "black", "purple", "red", "blue", "grey")
    names = dict(zip("ABCDEFGH", colours, strict=True))
    table = Table(map_board("C.C.C.C.C.C.C.C", **names), barons=True)
    table.own_link(*"ABCDEF")
    assert table.worth("Turczi") == 0
    table.own_link("F", "G")
    assert table.worth("Turczi") == 7


def test_D13_effect_one_cube_of_each_colour_is_exhausted():
    table = Table(barons=True)
    table.cubes("Kalmar", "red", "red", "blue", "purple")
    table.railbot_gets("Turczi")
    assert table.on("Kalmar") == ["red"]


def test_D14_albertson_pairs_of_three_colours_in_any_groups():
    colours = ("red", "red", "blue", "blue", "black", "black")
    table = Table(
        map_board("C.C.C.C.C.C", **dict(zip("ABCDEF", colours, strict=True))), barons=True
    )
    table.own_link("A", "B")
    table.own_link("C", "D")
    assert table.worth("Albertson") == 0
    table.own_link("E", "F")
    assert table.worth("Albertson") == 6


def test_D14_effect_deadhead():
    table = Table(barons=True)
    table.railbot_gets("Albertson")
    assert table.state.display_limit == 4


@pytest.mark.parametrize(("lines", "points"), [(1, 0), (2, 4), (3, 7)])
def test_D15_howard_major_lines(lines, points):
    board = line_board()
    table = Table(line_board(lines=board.lines + board.lines), barons=True)
    table.state.line_owner[:lines] = codes.SOLO
    assert table.worth("Howard") == points


def test_D15_effect_the_railbot_claims_a_line():
    table = Table(barons=True)
    table.railbot_gets("Howard")
    assert table.events("LINE") == [("LINE", 0, codes.RAILBOT)]


@pytest.mark.parametrize(("links", "points"), [(3, 0), (4, 2), (6, 4), (8, 6)])
def test_D16_berny_links_at_purple_cities_count_once(links, points):
    names = {letter: "purple" for letter in "ABCDEFGHI"}
    table = Table(map_board("C.C.C.C.C.C.C.C.C", **names), barons=True)
    table.own_link(*"ABCDEFGHI"[: links + 1])
    assert table.worth("Berny") == points


def test_D16_effect_unused_purple_new_cities_leave_the_game():
    table = Table(barons=True)
    table.railbot_gets("Berny")
    colours = {colour for _, _, colour, *_ in table.legal(codes.URBANIZE)}
    assert colours == {code("blue"), code("yellow"), code("black")}


@pytest.mark.parametrize(("each", "points"), [(0, 0), (1, 5), (2, 10), (3, 10)])
def test_D17_olsen_cubes_of_each_colour(each, points):
    table = Table(barons=True)
    delivered(table, red=each, blue=4, yellow=4, black=4, purple=4)
    assert table.worth("Olsen") == points


def test_D17_effect_insurance_also_costs_the_third_action():
    table = Table(barons=True)
    table.railbot_gets("Olsen")
    table.act(codes.INSURE, 0)
    table.third_action()
    assert table.state.actions_left == 0
    table.begin_turn()
    table.third_action()
    assert table.state.actions_left == 1


@pytest.mark.parametrize(("pairs", "points"), [(0, 0), (1, 1), (2, 2), (3, 4), (5, 4)])
@pytest.mark.parametrize(
    ("baron", "colours"),
    [("Toft", ("purple", "black")), ("Rosenfeld", ("blue", "yellow"))],
    ids=["D18", "D21"],
)
def test_D18_D21_toft_and_rosenfeld_pairs_delivered(baron, colours, pairs, points):
    table = Table(barons=True)
    delivered(table, **{colours[0]: pairs, colours[1]: 9})
    assert table.worth(baron) == points


def score_of_delivery(table: Table, colour: str, to: str) -> int:
    """What a delivery over three own Links to a city of the colour scores."""
    start = table.names[table.city(to) - 3]
    table.own_link(*table.names[table.city(to) - 3 : table.city(to) + 1])
    table.state.engine[codes.SOLO] = 8
    table.cubes(start, colour)
    before = table.score
    table.deliver(colour, start, to, own=3)
    return table.score - before


@pytest.mark.parametrize(
    ("baron", "colour", "to", "points"),
    [
        ("Toft", "blue", "Växjö", 2),
        ("Toft", "red", "Lund", 3),
        ("Rosenfeld", "purple", "Ystad", 2),
        ("Rosenfeld", "blue", "Växjö", 3),
    ],
)
def test_D18_D21_effect_deliveries_to_two_colours_score_1_less(baron, colour, to, points):
    table = Table(barons=True)
    table.railbot_gets(baron)
    assert score_of_delivery(table, colour, to) == points


def test_D19_dainty_two_red_cities_connected():
    table = Table(barons=True)
    assert table.worth("Dainty") == 0
    table.own_link("Lund", "Ystad", "Växjö", "Örebro")
    assert table.worth("Dainty") == 5


def test_D19_effect_deliveries_to_red_cities_score_2_less():
    table = Table(barons=True)
    table.railbot_gets("Dainty")
    assert score_of_delivery(table, "red", "Lund") == 1


def test_D20_sellers_two_own_links_between_the_same_cities():
    board = map_board(".....", ".C.C.", ".....", Gävle="red", Falun="blue")
    table = Table(board, barons=True)
    table.own_link("Gävle", "Falun")
    table.railbot_link("Gävle", "Falun")
    assert table.worth("Sellers") == 0
    table = Table(board, barons=True)
    table.own_link("Gävle", "Falun")
    table.own_link("Gävle", "Falun")
    assert table.worth("Sellers") == 4


def test_D20_effect_hotels_pay_nothing_for_deliveries_but_still_for_removals():
    table = Table(barons=True)
    table.hotel("Lund")
    table.railbot_gets("Sellers")
    assert score_of_delivery(table, "red", "Lund") == 3
    table.cubes("Lund", "purple")
    table.resolve("Exhaust Purple")
    assert table.state.points[codes.SOLO, codes.FROM_HOTELS] == 1


@pytest.mark.slow
def test_section_7_what_four_random_barons_offer():
    """23 points at the top tiers on average (17 to 30), 14 at the lowest (5 to 23)."""
    barons = load_rulebook().barons
    rows = list(combinations(range(len(barons)), 4))
    for tier, mean, least, most in ((-1, 23, 17, 30), (0, 14, 5, 23)):
        offers = [sum(barons[b].points[tier] for b in row) for row in rows]
        assert (round(np.mean(offers)), min(offers), max(offers)) == (mean, least, most)
    table = Table(barons=True)
    tops = []
    for game in range(2000):
        table.deal(7, game)
        tops.append(sum(barons[b].points[-1] for b in table.state.baron_row[:4]))
    assert abs(np.mean(tops) - 23) < 0.5

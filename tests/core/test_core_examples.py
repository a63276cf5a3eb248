"""The five worked examples of the solo rulebook, and what follows for the row of three."""

from __future__ import annotations

from rotwsim.core.state import codes

from .boards import map_board
from .builder import Table


def test_example_1_S22_an_unconnected_pair_is_built_a_connected_one_loses_a_cube():
    table = Table(
        map_board("C..C..C..C", Kalmar="yellow", Alvesta="grey", Hässleholm="grey", Malmö="black")
    )
    table.own_link("Alvesta", "Hässleholm", "Malmö")
    table.cubes("Alvesta", "red", "black")
    table.resolve("Kalmar Alvesta Malmö")
    assert table.links(codes.RAILBOT) == [("Kalmar", "Alvesta")]
    assert table.on("Alvesta") == ["red"]  # Malmö is black
    assert table.score == 1


def test_example_2_S20_exhaust_purple_selects_the_second_card_and_waits():
    table = Table()
    table.cubes("Lund", "purple")
    table.row("Blank left", "Deadhead", "Taxation")
    table.flip("Exhaust Purple")
    assert table.state.display_limit == 4  # the second card was resolved
    assert table.row_names() == ["Blank left", "Taxation", "Exhaust Purple"]
    assert table.on("Lund") == ["purple"]


def test_example_3_S27_the_second_deadhead_takes_the_card_in_the_fourth_space():
    table = Table()
    table.resolve("Deadhead")
    table.display("Bounty Lund", "Hotel Malmö", "Hotel Lund", "Executive")
    table.resolve("Deadhead")
    assert table.shown() == ["Hotel Malmö", "Hotel Lund", "Executive"]
    assert table.state.display_limit == 3


def test_example_4_D10_D19_dainty_for_the_player_then_kranz_for_the_railbot():
    table = Table(barons=True)
    table.barons("Benjamin", "Dainty")
    table.own_link("Lund", "Ystad", "Växjö", "Örebro")
    table.claim("Dainty")
    assert table.score == 5
    table.resolve("Baron")
    assert table.events("BARON")[-1] == ("BARON", table.baron("Benjamin"), codes.RAILBOT, 0)
    assert table.state.taxation_paid == 2 * 7  # twice the income at 5 points, now


def test_example_5_S15_an_insured_card_does_nothing_and_the_token_returns():
    table = Table()
    table.state.score[codes.SOLO] = 20
    table.row("Deadhead and Taxation", "Blank middle", "Blank right")
    table.act(codes.INSURE, 0)
    table.flip("Blank left")
    assert (table.state.display_limit, table.bonds) == (5, 0)
    assert table.state.insured == -1 and table.state.insurance_used == 1
    assert "Deadhead and Taxation" not in table.row_names()


def test_section_7_the_right_hand_card_stays_there_for_exactly_one_activation():
    """Whatever is flipped, the right-hand card has moved or gone after the next step."""
    table = Table()
    for card in ("Blank left", "Blank middle", "Blank right", "Exhaust Red", "Major Line"):
        table.flip("Exhaust Purple")
        assert table.row_names()[2] == "Exhaust Purple"
        table.flip(card)
        assert table.row_names()[2] == card

"""Major Lines: scored by own Links, given to the Railbot (B43, S1, S28)."""

from __future__ import annotations

from rotwsim.core.state import codes

from .boards import line_board
from .builder import Table


def test_B43_the_line_is_scored_when_own_links_connect_its_cities():
    table = Table()
    table.build("Kalmar", "Alvesta")
    assert table.score == 0
    table.build("Alvesta", "Malmö")
    assert table.score == 6
    assert table.events("LINE", "POINTS") == [
        ("LINE", 0, codes.SOLO),
        ("POINTS", 6, codes.FROM_LINES),
    ]


def test_B43_railbot_links_do_not_connect_a_line():
    table = Table()
    table.railbot_link("Kalmar", "Alvesta")
    table.build("Alvesta", "Malmö")
    assert table.score == 0


def test_S1_lines_are_open_from_the_start():
    table = Table.dealt()
    assert table.state.line_owner[: table.rules.lines].tolist() == [codes.NOBODY] * 2


def test_S1_a_line_with_a_city_not_in_play_is_neither_scored_nor_claimed():
    table = Table(line_board(cities_not_in_play=("Örebro",)))
    table.own_link("Lund", "Ystad")
    table.build("Ystad", "Växjö")
    table.resolve("Major Line")
    table.resolve("Major Line")
    assert table.events("LINE") == [("LINE", 0, codes.RAILBOT)]


def test_S1_a_line_named_as_not_in_play_is_neither_scored_nor_claimed():
    table = Table(line_board(lines_not_in_play=("Kalmar-Malmö",)))
    table.build("Kalmar", "Alvesta")
    table.build("Alvesta", "Malmö")
    assert table.score == 0
    table.resolve("Major Line")
    assert table.events("LINE") == [("LINE", 1, codes.RAILBOT)]


def test_S28_a_line_the_railbot_has_is_lost_to_the_player():
    table = Table()
    table.resolve("Major Line")  # the passive player gives the first
    assert table.asked() == [(codes.DECIDE_LINE, 2)]
    table.build("Kalmar", "Alvesta")
    table.build("Alvesta", "Malmö")
    assert table.score == 0
    table.resolve("Major Line")
    table.resolve("Major Line")  # none is left
    assert table.events("LINE") == [("LINE", 0, codes.RAILBOT), ("LINE", 1, codes.RAILBOT)]

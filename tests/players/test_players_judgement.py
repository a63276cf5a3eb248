"""Judgement: in positions where everybody sees the best action, the players see it too."""

from __future__ import annotations

import pytest

from rotwsim.core.state import codes
from rotwsim.scenario.schema import MajorLine

from ..core.boards import line_board
from .asking import SEAT, SEVEN, bare_board, choice, position

TO_LUND = ("Kalmar", "Alvesta", "Malmö", "Lund")
ALL = ("expert", "club", "casual")

# What lies on the table, what the best action is, and who sees it.
POSITIONS = {
    "a delivery of 6 points and not of 1": (
        (*SEVEN,),
        {
            "engine": 6,
            "last_action": True,
            "cubes": {"Malmö": ["red"], "Örebro": ["yellow"]},
        },
        ("deliver", "yellow", "Örebro", "Kalmar"),
        (*ALL, "novice", "master"),
    ),
    "no pass in the last turn while a cube can be delivered": (
        ("Malmö", "Lund"),
        {"turns": 1, "cubes": {"Malmö": ["red"] * 3}},
        ("deliver", "red", "Malmö", "Lund"),
        (*ALL, "novice", "master"),
    ),
    "the very last action delivers, an engine would come too late": (
        TO_LUND,
        {"last_action": True, "cash": 99, "cubes": {"Malmö": ["red"], "Kalmar": ["red"] * 4}},
        ("deliver", "red", "Malmö", "Lund"),
        (*ALL, "novice", "master"),
    ),
    "a pass where the very last action can do nothing": (
        (*SEVEN,),
        {"engine": 3, "last_action": True},
        ("pass",),
        ("club", "casual", "novice"),
    ),
    "an upgrade when every cube needs one level more": (
        TO_LUND,
        {"cubes": {"Kalmar": ["black"] * 2, "Alvesta": ["red"] * 2}},
        ("upgrade",),
        ("expert", "club", "casual"),
    ),
    "an upgrade when six cubes gain a point each": (
        (*SEVEN,),
        {"engine": 5, "turns": 6, "cash": 30, "cubes": {"Örebro": ["yellow"] * 6}},
        ("upgrade",),
        ALL,
    ),
    "no upgrade when no cube would go farther": (
        (*SEVEN,),
        {"engine": 5, "turns": 6, "cash": 30, "cubes": {"Alvesta": ["blue"] * 6}},
        ("deliver", "blue", "Alvesta", "Växjö"),
        ALL,
    ),
    "the cheap Link that opens a market of 4 points": (
        TO_LUND,
        {"engine": 4, "turns": 3, "cubes": {"Kalmar": ["purple"] * 3, "Ystad": ["blue"]}},
        ("build", "Lund", "Ystad"),
        ALL,
    ),
    "an opening between a cube and its market": (
        (),
        {"turns": 6, "cubes": {"Malmö": ["red"], "Kalmar": ["blue"]}},
        ("build", "Malmö", "Lund"),
        (*ALL, "novice"),
    ),
    "an Executive while good deliveries wait": (
        TO_LUND,
        {
            "engine": 3,
            "last_action": True,
            "cubes": {"Kalmar": ["red"] * 2},
            "display": ("Executive",),
        },
        ("take", "Executive"),
        ("expert", "club"),
    ),
    "no Executive when one delivery is all there is": (
        TO_LUND,
        {"engine": 3, "last_action": True, "cubes": {"Kalmar": ["red"]}, "display": ("Executive",)},
        ("deliver", "red", "Kalmar", "Lund"),
        ALL,
    ),
    "casual leaves the cards to others": (
        TO_LUND,
        {
            "engine": 3,
            "last_action": True,
            "cubes": {"Kalmar": ["red"] * 2},
            "display": ("Executive",),
        },
        ("deliver", "red", "Kalmar", "Lund"),
        ("casual", "novice"),
    ),
    "a bounty of 3 points makes one Link worth more than three": (
        (*SEVEN,),
        {
            "engine": 3,
            "last_action": True,
            "cubes": {"Kalmar": ["red"], "Lund": ["black"]},
            "display": ("Bounty Malmö",),
        },
        ("deliver", "black", "Lund", "Malmö"),
        ("club", "casual", "novice"),
    ),
    "a hotel where many cubes will arrive": (
        ("Kalmar", "Alvesta", "Malmö"),
        {
            "engine": 2,
            "cubes": {"Kalmar": ["black"] * 6, "Alvesta": ["black"] * 4},
            "display": ("Hotel Malmö",),
        },
        ("take", "Hotel Malmö"),
        ("expert", "club"),
    ),
    "a New City where six cubes wait for a market": (
        TO_LUND,
        {"engine": 4, "turns": 4, "cash": 30, "cubes": {"Lund": ["blue"] * 6}},
        ("urbanize", "Alvesta", "blue"),
        ("expert", "club"),
    ),
    "a heavy Taxation is insured": (
        TO_LUND,
        {
            "engine": 3,
            "cash": 0,
            "score": 45,
            "cubes": {"Kalmar": ["red"] * 2},
            "row": ("Taxation", "Blank middle", "Blank right"),
        },
        ("insure", "Taxation"),
        ("expert", "club"),
    ),
    "a row without harm is not insured": (
        TO_LUND,
        {"engine": 3, "cash": 0, "score": 45, "cubes": {"Kalmar": ["red"] * 2}},
        ("deliver", "red", "Kalmar", "Lund"),
        ("expert", "club", "casual"),
    ),
}
CASES = [
    pytest.param(network, given, best, player, id=f"{player}: {name}")
    for name, (network, given, best, players) in POSITIONS.items()
    for player in players
]


@pytest.mark.parametrize(("network", "given", "best", "player"), CASES)
def test_the_best_action_is_found(network, given, best, player):
    assert choice(position(*network, player=player, **given)) == best


def test_B15_open_track_is_finished_before_anything_else():
    table = position("Malmö", "Lund", cubes={"Malmö": ["red"]})
    table.build("Lund", "Ystad", tiles=1)
    for player in ("expert", "club", "casual", "novice"):
        assert choice(table, player) == ("build", "Lund", "Ystad")


def test_B43_the_last_link_of_a_major_line_is_built():
    table = position("Kalmar", "Alvesta", board=line_board(western_link=None))
    assert choice(table) == ("build", "Alvesta", "Malmö")


def test_S14_a_delivery_over_own_links_is_preferred_to_one_with_a_railbot_link():
    table = position("Kalmar", "Alvesta", "Malmö", engine=8, last_action=True)
    table.railbot_link("Malmö", "Lund")
    table.cubes("Alvesta", "red")
    table.cubes("Kalmar", "black")
    assert choice(table) == ("deliver", "black", "Kalmar", "Malmö")


def test_S40_the_cube_that_would_end_the_game_waits_while_others_can_go():
    table = position(
        *TO_LUND,
        engine=3,
        settings={"empty_city_trigger": 1},
        cubes={"Kalmar": ["red"], "Alvesta": ["red"] * 4, "Malmö": ["yellow"] * 2},
    )
    assert choice(table) == ("deliver", "red", "Alvesta", "Lund")


def test_S25_the_exhausted_cube_is_the_one_worth_least():
    cubes = {"Kalmar": ["red"] * 2, "Malmö": ["red"] * 2, "Örebro": ["red"] * 2}
    table = position(*TO_LUND, engine=3, cubes=cubes)
    choice(table)  # the player notes what each cube is worth
    table.resolve("Exhaust Red")
    assert table.asked() == [(codes.DECIDE_EXHAUST, 3)] * 2
    assert table.on("Örebro") == []  # not served: nothing is lost there
    assert table.on("Kalmar") == table.on("Malmö") == ["red", "red"]


def test_S22_the_lost_cube_is_the_one_worth_least():
    table = position(*TO_LUND, engine=3, cubes={"Alvesta": ["red", "blue", "yellow"]})
    choice(table)
    table.resolve("Kalmar Alvesta Malmö")
    assert table.on("Alvesta") == ["red", "yellow"]  # no blue city is connected


def test_S28_of_two_lines_alike_the_railbot_gets_the_one_farther_off():
    lines = (MajorLine(("Kalmar", "Malmö"), 6), MajorLine(("Lund", "Örebro"), 6))
    table = position("Kalmar", "Alvesta", board=bare_board(lines=lines))
    table.resolve("Major Line")
    assert table.events("LINE") == [("LINE", 1, codes.RAILBOT)]


@pytest.mark.parametrize(("hotels", "claimed"), [(2, False), (4, True)])
def test_D1_a_baron_is_claimed_at_its_top_tier_and_a_lower_one_waits(hotels, claimed):
    table = position("Kalmar", "Alvesta", barons=True, turns=12)
    for _ in range(hotels):
        table.hotel("Malmö")
    table.barons("Benjamin")
    table.begin_turn()
    assert (table.state.baron_owner[0] == SEAT) == claimed


@pytest.mark.parametrize("option", ["insurance", "executive", "hotels", "urbanize"])
def test_a_ban_keeps_a_player_from_what_it_would_do(option):
    """Each option is first seen to be chosen, so that the ban has something to forbid."""
    name, action = {
        "insurance": ("a heavy Taxation is insured", "insure"),
        "executive": ("an Executive while good deliveries wait", "take"),
        "hotels": ("a hotel where many cubes will arrive", "take"),
        "urbanize": ("a New City where six cubes wait for a market", "urbanize"),
    }[option]
    network, given, *_ = POSITIONS[name]
    assert choice(position(*network, **given))[0] == action
    assert choice(position(*network, without=[option], **given))[0] != action


def test_B48_a_western_link_is_bought_for_red_cubes_that_travel_far_and_not_under_a_ban():
    board = line_board(lines=())
    given = {"engine": 4, "cash": 30, "board": board}
    assert choice(position(*TO_LUND, **given)) == ("western link", "Alvesta")
    banned = choice(position(*TO_LUND, without=["western-link"], **given))
    assert banned[0] != "western link"


def test_B44_city_growth_is_worth_as_many_cubes_as_the_rules_say():
    given = {"engine": 3, "turns": 4, "cash": 0, "display": ("City Growth",)}
    few = position(*TO_LUND, settings={"growth_cubes": 0}, **given)
    assert choice(few) == ("pass",)
    many = position(*TO_LUND, settings={"growth_cubes": 8}, **given)
    assert choice(many) == ("take", "City Growth")

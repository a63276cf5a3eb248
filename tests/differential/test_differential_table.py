"""Core and reference agree on the game for 2 to 6: every option, row and field of every seat."""

from __future__ import annotations

from collections import Counter

import pytest
from click.testing import CliRunner

from rotwsim.cli import main
from rotwsim.runner.audit_and_signature import audit
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.player_numbers import multiplayer_players
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import BIDDING, MODULES

from .tables import tables

SEED = 21
GAMES = 300
BY_NAME = tables("random", "novice")
SHARE, REST = divmod(GAMES, len(BY_NAME))
OFFERS = {  # telling them takes core a hundred times as long as the game
    "offers": 9,  # places searched for again on each occasion
    "offers_in": 100,  # in one game of so many, number 0
}
WITH_OFFERS = (  # every number of seats and every style; the solo games tell them on all boards
    "great-britain, whole_order, 2 seats",
    "eastern-us, first_to_pass, 3 seats",
    "portugal, worst_is_first, 4 seats",
    "mexico, worst_is_first, 5 seats",
    "sweden, traditional, 6 seats",
)
GAMES_AND_SEATS = {"master": (1, 1)}  # others: 4 and 3
SEARCHING = {"master": 2}  # games tried out per decision


@pytest.mark.parametrize("names", [BY_NAME, WITH_OFFERS], ids=["tables", "offers"])
def test_the_tables_cover_styles_and_numbers_of_seats(names):
    scenarios = [BY_NAME[name] for name in names]
    assert {scenario.bidding for scenario in scenarios} == set(BIDDING)
    assert {len(scenario.seats) for scenario in scenarios} == {2, 3, 4, 5, 6}


def test_the_tables_cover_boards_options_barons_and_rulings():
    scenarios = BY_NAME.values()
    assert {scenario.board.name for scenario in scenarios} == set(board_names())
    assert {option for scenario in scenarios for option in scenario.modules} == set(MODULES)
    assert {scenario.barons for scenario in scenarios} == {"map", "universal", "none"}
    switches = Counter(choice for scenario in scenarios for choice in scenario.switches.items())
    assert switches["lines", "cards"] and switches["baron_ties", "none"]


@pytest.mark.slow
@pytest.mark.parametrize("player", multiplayer_players()[::-1])  # the longest first: the master
def test_core_and_reference_agree_on_the_tables_of_every_player(player):
    games, seats = GAMES_AND_SEATS.get(player, (4, 3))
    options = {"modules": ["rotors", "mines"], "budget": SEARCHING.get(player, 0)}
    scenario = Scenario.of(seats=[f"{seats}*{player}", "random"], **options)
    report = audit(scenario, games, SEED, first=1, **OFFERS)
    assert report.passed, str(report.failure)
    assert {"DECIDE_ACTION", "DECIDE_BID", "DECIDE_KEEP"} <= set(report.decisions)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "games"),
    [(name, SHARE + (place < REST)) for place, name in enumerate(BY_NAME)],
)
def test_core_and_reference_agree_at_a_table(name, games):
    report = audit(BY_NAME[name], games, SEED, first=int(name not in WITH_OFFERS), **OFFERS)
    assert report.passed, f"{BY_NAME[name].command()}: {report.failure}"
    assert report.games == games and report.choices > 50 * games
    assert bool(report.offers_checked) == (name in WITH_OFFERS)


@pytest.mark.slow
def test_M43_passive_seats_play_forty_turns_and_both_say_so():
    report = audit(Scenario.of("sweden", seats=["2*passive"]), 1, SEED)
    assert report.passed, str(report.failure)
    assert report.decisions["DECIDE_ACTION"] == 40 * 3 * 2


@pytest.mark.slow
def test_the_command_audits_a_table():
    words = (
        "dev audit --seats 2*random,novice --bidding whole_order --module mines --games 1 --seed 3"
    )
    result = CliRunner().invoke(main, words.split())
    assert result.exit_code == 0, result.output
    assert "bids (M11 to M14)" in result.output and "No disagreement." in result.output

"""Money: start, bonds, income, interest, Taxation (B1 to B5, S26, T1)."""

from __future__ import annotations

import numpy as np
import pytest

from rotwsim.core.state import codes
from rotwsim.core.state.layout import OUTCOME
from rotwsim.core.state.log import no_log
from rotwsim.runner.play import play_games, rules_of
from rotwsim.scenario.scenario import Scenario

from .builder import Table


def test_B1_a_game_starts_with_nothing_and_engine_1():
    table = Table.dealt()
    assert (table.cash, table.bonds, table.score) == (0, 0, 0)
    assert table.state.engine[codes.SOLO] == 1


@pytest.mark.parametrize(
    ("cash", "bonds", "left"), [(0, 2, 0), (1, 2, 1), (4, 2, 4), (5, 1, 0), (10, 0, 0), (12, 0, 2)]
)
def test_B2_bonds_are_taken_as_needed_and_no_more(cash, bonds, left):
    table = Table()
    table.state.cash[codes.SOLO] = cash
    table.act(codes.URBANIZE, table.city("Alvesta"), codes.BLUE)
    assert (table.bonds, table.cash) == (bonds, left)


def test_B2_a_bond_is_never_repaid_and_costs_1_every_turn():
    table = Table()
    table.state.bonds[codes.SOLO], table.state.cash[codes.SOLO] = 3, 90
    table.end_turn()
    table.end_turn()
    assert (table.bonds, table.cash) == (3, 84)


@pytest.mark.parametrize(
    ("score", "income"),
    [(0, 0), (1, 3), (13, 15), (41, 25), (48, 25), (100, 9), (101, 9), (240, 9)],
)
def test_B4_income_follows_the_score(score, income):
    table = Table()
    table.state.score[codes.SOLO] = score
    table.end_turn()
    assert table.cash == income


def test_B5_income_comes_before_interest():
    table = Table()
    table.state.score[codes.SOLO], table.state.bonds[codes.SOLO] = 1, 3
    table.end_turn()
    assert (table.cash, table.bonds) == (0, 3)


def test_B5_a_bond_taken_for_interest_pays_none_in_that_phase():
    table = Table()
    table.state.bonds[codes.SOLO] = 6
    table.end_turn()
    assert (table.cash, table.bonds) == (4, 8)
    table.end_turn()
    assert (table.cash, table.bonds) == (1, 9)


def test_S26_taxation_takes_twice_the_income_at_once():
    table = Table()
    table.state.score[codes.SOLO], table.state.cash[codes.SOLO] = 41, 43
    table.resolve("Taxation")
    assert (table.cash, table.bonds) == (3, 2)
    assert table.state.taxation_paid == 50


def test_T1_the_easier_game_starts_with_5_and_no_bond():
    table = Table.dealt(tweaks=["cash"])
    assert (table.cash, table.bonds) == (5, 0)


def test_B2_who_owes_a_million_bonds_is_ruined_and_takes_no_more():
    table = Table()
    table.state.bonds[codes.SOLO] = codes.MOST_BONDS - 1
    table.act(codes.URBANIZE, table.city("Alvesta"), codes.BLUE)
    assert (table.bonds, table.cash) == (codes.MOST_BONDS, 0)
    table.end_turn()
    assert (table.bonds, table.cash) == (codes.MOST_BONDS, 0)


def test_B2_however_dear_a_bond_is_ruin_never_wins():
    """Bonds once outgrew 32 bits, and one ruined game of these won with +1,853,573,044 points."""
    dear = {"bond_interest": 5, "bond_penalty": 10, "urbanize_price": 100}
    dear |= {"actions_before_railbot": 6, "actions_after_railbot": 6}
    outcomes = np.zeros(200, OUTCOME)
    play_games(rules_of(Scenario.of(player="random", settings=dear)), 1, 0, outcomes, no_log())
    assert outcomes["bonds"].max() == codes.MOST_BONDS
    assert outcomes["result"].min() >= -10 * codes.MOST_BONDS and outcomes["result"].max() < 0


def test_section_7_borrowing_compounds():
    """A player that ignores interest ends with hundreds of bonds."""
    outcomes = np.zeros(200, OUTCOME)
    play_games(rules_of(Scenario.of(player="random")), 1, 0, outcomes, no_log())
    assert np.median(outcomes["bonds"]) > 200

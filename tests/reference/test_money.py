"""Payments, bonds, income and interest (B1 to B5, S26)."""

from rotwsim.core.state.codes import MOST_BONDS, PAID_INTEREST, PAID_TRACK
from rotwsim.reference.money_and_outcome import collect_income, income, pay

from .builder import events, line_game, me


def test_B2_bonds_are_taken_as_needed_and_no_more():
    game = line_game()
    pay(game, me(game), 11, PAID_TRACK)
    assert (me(game).cash, me(game).bonds) == (4, 3)
    pay(game, me(game), 4, PAID_TRACK)
    assert (me(game).cash, me(game).bonds) == (0, 3)
    assert events(game) == [("PAID", 11, 3, PAID_TRACK), ("PAID", 4, 0, PAID_TRACK)]


def test_B2_who_owes_a_million_bonds_is_ruined_and_takes_no_more():
    game = line_game()
    me(game).bonds = MOST_BONDS - 1
    pay(game, me(game), 11, PAID_TRACK)
    assert (me(game).cash, me(game).bonds) == (0, MOST_BONDS)
    pay(game, me(game), 11, PAID_TRACK)
    assert (me(game).cash, me(game).bonds) == (0, MOST_BONDS)
    assert events(game) == [("PAID", 11, 1, PAID_TRACK), ("PAID", 11, 0, PAID_TRACK)]


def test_B2_paying_nothing_writes_nothing():
    game = line_game()
    pay(game, me(game), 0, PAID_TRACK)
    assert events(game) == []


def test_B4_income_follows_the_score():
    game = line_game()
    at = {}
    for me(game).score in (0, 1, 41, 48, 49, 100, 101, 250):
        at[me(game).score] = income(game, me(game))
    assert at == {0: 0, 1: 3, 41: 25, 48: 25, 49: 24, 100: 9, 101: 9, 250: 9}


def test_B5_a_bond_taken_for_interest_pays_none_in_that_phase():
    game = line_game()
    me(game).bonds = 7
    collect_income(game, me(game))
    assert events(game) == [("INCOME", 0), ("PAID", 7, 2, PAID_INTEREST)]
    assert (me(game).cash, me(game).bonds) == (3, 9)


def test_T1_cash_at_the_start():
    assert me(line_game(tweaks=["cash"])).cash == 5
    assert me(line_game()).cash == 0

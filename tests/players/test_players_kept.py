"""Kept judgement: what a player keeps from one decision to the next changes no judgement."""

from __future__ import annotations

import pytest

from rotwsim.scenario.board_file import board_names

from .kept import COMPARED, DIFFERENT, KEPT, LISTED, compared

pytestmark = pytest.mark.slow  # compiles the players once more


@pytest.mark.parametrize("board", board_names())
@pytest.mark.parametrize(
    "who",
    [{"player": "expert", "barons": True}, {"player": "club"}, {"seats": ["expert"] * 4}],
    ids=["expert", "club", "four experts"],
)
def test_kept_chains_and_links_are_those_that_would_be_found_now(board, who):
    counts = compared(3, board=board, **who)
    assert counts[COMPARED] > 0 and counts[DIFFERENT] == 0
    assert counts[KEPT] > counts[COMPARED] // 10 or "seats" in who
    assert counts[LISTED] > 0 or "seats" in who

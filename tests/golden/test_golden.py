"""Whole games as they were when last read by somebody, and one hash per player over many."""

from __future__ import annotations

import difflib

import pytest

from rotwsim.players.registry import NUMBERS
from rotwsim.runner.signature import signature

from .renew import FOLDER, PLAYTHROUGHS, SIGNATURES, playthrough

RENEW = "if the change was meant: python -m tests.golden.renew, then read the difference"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_a_playthrough_reads_as_before(name):
    before = (FOLDER / name).read_text(encoding="utf-8").splitlines()
    now = playthrough(**PLAYTHROUGHS[name]).splitlines()
    difference = list(difflib.unified_diff(before, now, "before", "now", lineterm="", n=1))
    assert not difference, "\n".join([*difference[:30], RENEW])


def recorded() -> dict[str, str]:
    lines = (FOLDER / SIGNATURES).read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines)


def test_every_player_has_a_signature():
    assert set(recorded()) == set(NUMBERS)


@pytest.mark.parametrize("player", NUMBERS)
def test_the_signature_is_unchanged(player):
    assert signature(player) == recorded()[player], RENEW


def test_the_signature_depends_on_every_game():
    assert len({signature("random", games) for games in (1, 2, 3)}) == 3

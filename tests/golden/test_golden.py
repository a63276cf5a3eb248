"""Whole games as they were when last read by somebody, and one hash per player over many."""

from __future__ import annotations

import difflib

import pytest

from rotwsim.players.registry import NUMBERS
from rotwsim.runner.signature import signature

from .renew import FOLDER, PLAYTHROUGHS, SIGNATURES, playthrough

ROOT = FOLDER.parents[1]
# Ten games with the figures of Eastern US before any were inferred; a change of the rules, or of a
# player, that is meant changes these too.
FIRST_FIGURES = {
    "random": "3749491134d48959",
    "novice": "560bf616fa806efd",
    "casual": "5349c0305ac744b2",
    "club": "efdcb0a1697a9aac",
}
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


@pytest.mark.parametrize("player", FIRST_FIGURES)
def test_the_first_figures_of_eastern_us_give_the_games_they_always_gave(player):
    board = str(ROOT / "experiments" / "boards" / "first_figures.toml")
    assert signature(player, 10, (board,)) == FIRST_FIGURES[player]


def test_the_signature_depends_on_every_game():
    assert len({signature("random", games) for games in (1, 2, 3)}) == 3

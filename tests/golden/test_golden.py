"""Whole games as they were when last read by somebody, and one hash per player over many."""

from __future__ import annotations

import difflib

import pytest

from rotwsim.runner.audit_and_signature import signature
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.player_numbers import read_signatures

from .renew import FOLDER, PLAYTHROUGHS, playthrough
from .signatures import multiplayer_signatures, solo_signatures

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


@pytest.mark.parametrize("board", board_names())
@pytest.mark.parametrize(
    ("game", "played"), [("solo", solo_signatures), ("multiplayer", multiplayer_signatures)]
)
def test_every_player_plays_every_board_as_before(game, played, board):
    assert played(board) == read_signatures()[game][board], RENEW


@pytest.mark.parametrize("player", FIRST_FIGURES)
def test_the_first_figures_of_eastern_us_give_the_games_they_always_gave(player):
    board = str(ROOT / "experiments" / "boards" / "first_figures.toml")
    assert signature(player, 10, (board,)) == FIRST_FIGURES[player]


def test_the_signature_depends_on_every_game():
    assert len({signature("random", games) for games in (1, 2, 3)}) == 3

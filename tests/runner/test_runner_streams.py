"""Random streams: a tweak leaves those it does not touch alike to the last card, and the words of
different games, purposes and seeds are as good as independent.
"""

from __future__ import annotations

import numpy as np
import pytest

from experiments.validity import stream_battery
from experiments.validity.stream_battery import battery, words_of
from rotwsim.core.play.setup import set_up
from rotwsim.core.state import layout
from rotwsim.core.state.codes import STREAMS
from rotwsim.core.state.log import no_log
from rotwsim.core.state.streams import draw_word, start_streams
from rotwsim.runner.play import rules_of
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.scenario import Scenario

SEED = 3
GAMES = 20
TOUCHES_THE_RAILBOT_DECK = ("cards-1", "cards-2")  # T4
TWEAKS = [tweak.name for tweak in load_rulebook().tweaks]


def dealt(scenario: Scenario, game: int) -> np.ndarray:
    """The state of a game before its first turn."""
    states = np.zeros(1, layout.STATE)
    set_up(states[0], rules_of(scenario)[0], SEED, game, no_log())
    return states


@pytest.fixture(scope="module")
def plain() -> list[np.ndarray]:
    scenario = Scenario.of("eastern-us", barons=True, player="random")
    return [dealt(scenario, game) for game in range(GAMES)]


@pytest.mark.parametrize("tweak", TWEAKS)
def test_a_tweak_leaves_untouched_streams_alike_to_the_last_card(tweak, plain):
    scenario = Scenario.of("eastern-us", barons=True, player="random", tweaks=[tweak])
    for game in range(GAMES):
        here, there = dealt(scenario, game), plain[game]
        for field in ("goods", "bag", "row", "baron_row", "operations", "display", "streams"):
            assert (here[field] == there[field]).all(), f"{field} of game {game}"
        if tweak in TOUCHES_THE_RAILBOT_DECK:
            kept = int(here["deck_count"][0]) - 1  # without the Final Evaluation, which moves up
            final = rules_of(scenario)[0].final_evaluation
            ours, theirs = ([c for c in s["deck"][0] if c != final] for s in (here, there))
            assert ours[:kept] == theirs[:kept], "what is left of the deck stays in its order"
        else:
            assert (here["deck"] == there["deck"]).all()


def test_a_stream_of_another_game_changes_its_own_part_and_no_other(plain):
    changes = {
        "goods": {"goods"},
        "railbot": {"deck", "row"},
        "operations": {"operations", "display"},
        "barons": {"baron_row"},
        "player": set(),
    }
    fields = ("goods", "deck", "row", "operations", "display", "baron_row")
    for stream, changed in changes.items():
        shifted = Scenario.of(
            "eastern-us", barons=True, player="random", stream_shift={stream: 1_000}
        )
        here = [dealt(shifted, game) for game in range(GAMES)]
        differing = {
            field
            for field in fields
            if any((a[field] != b[field]).any() for a, b in zip(here, plain, strict=True))
        }
        assert differing == changed, stream


def test_the_words_under_test_are_those_that_games_draw():
    rules = rules_of(Scenario.of("eastern-us", player="random"))
    for seed, game in ((0, 0), (1, 7), (2**63 - 1, 10**12)):
        states = np.zeros(1, layout.STATE)
        start_streams(states[0], rules[0], seed, game)
        drawn = [[draw_word(states[0], p) for _ in range(4)] for p in range(STREAMS)]
        assert (words_of(seed, game, 1, 4)[0] == np.array(drawn, np.uint64)).all()


@pytest.mark.slow
def test_words_of_games_purposes_and_seeds_pass_the_battery():
    for result in battery(2_000_000):
        assert abs(result.z) < 4, result


def weak_streams(words: np.ndarray) -> np.ndarray:
    with np.errstate(over="ignore"):
        return words * np.uint64(0xBF58476D1CE4E5B9)


@pytest.mark.slow
def test_the_battery_finds_words_that_are_not_random(monkeypatch):
    monkeypatch.setattr(stream_battery, "_mixed", weak_streams)
    assert sum(abs(result.z) > 6 for result in battery(2_000_000)) >= 5

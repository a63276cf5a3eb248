"""Replays of tables: the auction and every seat's actions are told, and the figures are right."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest

from rotwsim.replay import story_of, text_of
from rotwsim.report.page.replay import SEAT_COLOURS, replay_page
from rotwsim.runner.play import play
from rotwsim.scenario.scenario import Scenario

SCENARIOS = {
    "casual": {"seats": ["3*casual"], "bidding": "first_to_pass"},
    "random": {
        "seats": ["2*random", "novice", "casual"],
        "modules": ["rotors", "mines"],
        "bidding": "worst_is_first",
        "rulings": {"lines": "cards"},
        "barons": "universal",
    },
}


@pytest.fixture(scope="module", params=SCENARIOS)
def told(request):
    scenario = Scenario.of("eastern-us", **SCENARIOS[request.param])
    played = play(scenario, seed=2, game=1, log=True)
    return scenario, played, story_of(scenario, 2, 1, played.log)


def test_the_story_ends_with_the_scores_of_the_game(told):
    _, played, story = told
    for seat in story.result.seats:
        place = seat.seat - 1
        for name in ("score", "points", "bonds", "links", "engine", "money", "place"):
            assert getattr(seat, name) == played.outcome[name][place], name
        assert sum(seat.points_by_source.values()) == seat.points
    assert story.result.turns == played.outcome["turns"]


def test_every_turn_tells_its_auction_and_three_actions_of_every_seat(told):
    scenario, _, story = told
    for turn in story.turns:
        kinds = [part.kind for part in turn.parts]
        assert kinds[0] == "auction" and kinds.count("income") == 1
        for seat in range(1, len(scenario.seats) + 1):
            acted = [p for p in turn.parts if p.kind == "action" and p.seat == seat]
            assert len(acted) >= 3


def test_M6_a_baron_that_a_seat_is_bound_to_is_told():
    scenario = Scenario.of("eastern-us", seats=["2*random"], rail_baron="Most money")
    played = play(scenario, seed=1, game=0, log=True)
    first, second = story_of(scenario, 1, 0, played.log).set_up.barons
    assert first.kept == "Most money" == first.dealt[0]
    assert second.kept in second.dealt


def test_the_text_names_bids_orders_and_places(told):
    _, _, story = told
    text = text_of(story)
    words = " ".join(text.lower().split())
    assert "auction" in words and "the order is" in words and "1. seat" in words
    assert max(map(len, text.splitlines()[1:])) <= 100


@pytest.mark.slow
def test_the_page_shows_every_network_in_its_own_colour(told):
    scenario, _, story = told
    page = replay_page(story, scenario)
    for number, player in enumerate(scenario.seats, 1):
        assert f"seat {number}, {player}" in page
        assert SEAT_COLOURS[number - 1] in page
    assert len(set(SEAT_COLOURS)) == 6


def test_seats_are_told_apart_without_red_against_green():
    """What is left without it: how light a colour is, and blue against yellow."""

    def seen(colour: str) -> tuple[float, float]:
        red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        return 0.3 * red + 0.59 * green + 0.11 * blue, blue - (red + green) / 2

    for one, other in combinations(SEAT_COLOURS, 2):
        assert dist(seen(one), seen(other)) > 0.2, (one, other)


def test_the_figures_after_the_last_part_of_a_turn_are_those_of_its_end(told):
    _, _, story = told
    for turn in story.turns:
        assert turn.parts[-1].after == turn.end


def test_the_page_does_not_tell_who_wins_before_the_last_step(told):
    scenario, _, story = told
    before, _ = replay_page(story, scenario).split('id="result"')
    assert f"1. seat {story.result.seats[0].seat}" not in before

"""The story of a game: it says what happened, row by row, and adds up to the outcome."""

from __future__ import annotations

import json
import re

import numpy as np
import pytest

from rotwsim.core.play.setup import set_up
from rotwsim.core.state import codes, layout
from rotwsim.core.state.log import IN_USE, new_log
from rotwsim.replay import story_of, text_of
from rotwsim.runner.play import play, rules_of
from rotwsim.scenario.scenario import Scenario

from ..core.builder import play_turn

SEED = 4
BUSY = {"actions_before_railbot": 5, "actions_after_railbot": 4, "tiles_per_build": 12}
SCENARIOS = {
    "plain": {"player": "novice"},
    "busy": {"player": "random", "barons": True, "settings": BUSY},
    "sweden": {"board": "sweden", "player": "novice", "barons": True},
    "no cards": {"player": "random", "settings": {"operations_used": 0, "railbot_acts": 0}},
    "short": {"player": "random", "settings": {"empty_city_trigger": 1, "start_cash": 40}},
}


def told(name: str, game: int) -> tuple[dict, dict]:
    """The story of a game and its outcome."""
    scenario = Scenario.of(**SCENARIOS[name])
    played = play(scenario, SEED, game, log=True)
    return story_of(scenario, SEED, game, played.log).as_dict(), played.outcome


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_result_of_the_story_is_the_outcome_of_the_game(name):
    for game in range(3):
        story, outcome = told(name, game)
        result = story["result"]
        for field in ("points", "bonds", "result", "target", "margin", "turns", "engine", "money"):
            assert result[field] == outcome[field]
        for field in ("deliveries", "own_links", "railbot_links"):
            assert result[field] == outcome[field]
        assert result["won"] == bool(outcome["won"])
        by_source = result["points_by_source"]
        assert by_source["deliveries"] == outcome["points_deliveries"]
        assert by_source["hotels"] == outcome["points_hotels"]
        assert by_source["lost to Railbot Links"] == -outcome["points_lost"]
        assert sum(by_source.values()) == outcome["points"]
        after = [turn["end"]["score"] for turn in story["turns"]]
        assert after == outcome["points_after_turn"][: outcome["turns"]]


@pytest.mark.parametrize("name", SCENARIOS)
def test_row_display_and_figures_are_those_of_the_table_after_every_turn(name):
    scenario = Scenario.of(**SCENARIOS[name])
    rules, states, log = rules_of(scenario), np.zeros(1, layout.STATE), new_log()
    state = states[0]
    set_up(state, rules[0], SEED, 7, log)
    seen = []
    while not state.over:
        play_turn(states, rules[0], log)
        seen.append(on_the_table(state, scenario))
    story = story_of(scenario, SEED, 7, log[: log[0, IN_USE]]).as_dict()
    assert [as_told(turn["end"]) for turn in story["turns"]] == seen


def on_the_table(state, scenario: Scenario) -> tuple:
    """Row, token, display and figures, read off the state."""
    row = [scenario.railbot_cards[card].name for card in state.row]
    display = state.display[: state.display_count]
    cities = [scenario.operations_cards[card].city for card in display]
    token = None if state.insured < 0 else ("first", "second")[state.insured]
    figures = [int(f[codes.SOLO]) for f in (state.score, state.cash, state.bonds, state.engine)]
    return row, token, cities, [*figures, int(state.markers), int(state.display_limit)]


def as_told(end: dict) -> tuple:
    row = [re.sub(r"( \+ (Major Line|Baron))*( \(\w+\))?(, insured)?$", "", c) for c in end["row"]]
    found = [
        re.match(r"(?:Hotel|Service Bounty) ([^(]+?)(?: \(\d+\))?$", c) for c in end["display"]
    ]
    cities = [match.group(1) if match else None for match in found]
    fields = ("score", "money", "bonds", "engine", "empty_city_markers", "display_limit")
    return row, end["insured"], cities, [end[field] for field in fields]


def test_every_action_tells_its_cost_its_bonds_and_its_points():
    story, outcome = told("busy", 0)
    actions = [p for turn in story["turns"] for p in turn["parts"] if p["part"] == "action"]
    events = [e for turn in story["turns"] for p in turn["parts"] for e in p["events"]]
    scored = sum(event["points"] for event in events if event["event"] == "points")
    assert scored == outcome["points"]
    for action in actions:
        if action["cost"]:
            assert f"for ${action['cost']}" in action["text"]
        if action["bonds"]:
            assert f"taking {action['bonds']} bond" in action["text"]
    delivered = [action for action in actions if action["action"] == "deliver"]
    assert len(delivered) == outcome["deliveries"]
    for action in delivered:
        (path,) = (event for event in action["events"] if event["event"] == "path")
        assert " – ".join(path["cities"]) in action["text"]


def test_the_text_tells_set_up_turns_and_result_within_100_columns():
    scenario = Scenario.of(**SCENARIOS["sweden"])
    story = story_of(scenario, SEED, 1, play(scenario, SEED, 1, log=True).log)
    text = text_of(story)
    assert max(map(len, text.splitlines())) <= 100
    for words in (
        "SET-UP",
        "Baron ",
        "Display",
        "TURN 1\n",
        "Railbot   The Railbot flips",
        "RESULT",
    ):
        assert words in text
    assert text.count("\nTURN ") == story.result.turns
    assert all(baron.name in text for baron in story.set_up.barons)


def test_the_story_is_plain_data():
    story, _ = told("short", 0)
    assert json.loads(json.dumps(story)) == story

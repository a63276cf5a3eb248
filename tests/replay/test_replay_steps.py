"""A game step by step: what lies on the map and beside it at each step, and why."""

from __future__ import annotations

import json
import re
from copy import deepcopy

import pytest

from rotwsim.core.state import codes
from rotwsim.replay import games_worth_a_look, story_of
from rotwsim.replay.judgement import (
    Considered,
    Judged,
    action_words,
    add_judgement,
    best_thoughts,
    judged_game,
    turning_points,
)
from rotwsim.replay.names import Names
from rotwsim.replay.story import Story, actions_of
from rotwsim.replay.text import steps_of
from rotwsim.report.page import TEMPLATES
from rotwsim.report.page.replay import pieces_of, replay_page
from rotwsim.runner.play import play
from rotwsim.scenario.scenario import Scenario

RICH = {"start_cash": 60, "actions_before_railbot": 5, "tiles_per_build": 2}
SEED, GAME = 4, 2


@pytest.fixture(scope="module")
def scenario() -> Scenario:
    return Scenario.of("sweden", player="random", barons=True, settings=RICH)


@pytest.fixture(scope="module")
def story(scenario) -> Story:
    return story_of(scenario, SEED, GAME, play(scenario, SEED, GAME, log=True).log)


@pytest.fixture(scope="module")
def page(story, scenario) -> str:
    return replay_page(story, scenario, {"Best game": "game-best.html"})


def test_every_part_of_every_turn_is_a_step(story):
    steps = steps_of(story)
    parts = [part for turn in story.turns for part in turn.parts]
    assert [step.text for step in steps[1:-1]] == [part.text for part in parts]
    assert (steps[0].label, steps[-1].label) == ("Set-up", "Result")
    assert [step.number for step in steps] == list(range(len(steps)))


def test_the_figures_of_a_step_are_those_after_it(story):
    for turn in story.turns:
        *_, last = turn.parts
        assert last.after == turn.end
        for part in turn.parts:
            if part.kind == "action" and part.action == "upgrade":
                (level,) = (e["level"] for e in part.events if e.name == "engine")
                assert part.after.engine == level


def test_each_link_appears_at_the_step_that_builds_it(story, scenario):
    steps = steps_of(story)
    links = pieces_of(steps, story, scenario.board)["links"]
    assert len(links) == len(story.links) > 0
    for link in links:
        built = [e for e in steps[link["from"]].events if e.name == "Link built"]
        assert link["cities"] in [event["cities"] for event in built]


def test_B15_open_track_lies_until_it_is_a_link_or_is_removed(story, scenario):
    steps = steps_of(story)
    tracks = pieces_of(steps, story, scenario.board)["open_track"]
    assert tracks
    for track in tracks:
        laid = {event.name for event in steps[track["from"]].events}
        ended = {event.name for event in steps[track["to"]].events}
        assert "tiles laid" in laid and "Link built" not in laid
        assert ended & {"Link built", "open track removed", "tiles laid"}


def test_each_delivery_has_a_way_that_is_seen_at_its_step_alone(story, scenario):
    pieces = pieces_of(steps_of(story), story, scenario.board)
    assert len(pieces["ways"]) == story.result.deliveries > 0
    assert all(way["to"] == way["from"] + 1 for way in pieces["ways"])


def test_hotels_stand_where_their_cards_were_taken():
    scenario = Scenario.of("sweden", player="random", settings={"actions_before_railbot": 6})
    for game in range(12):
        story = story_of(scenario, SEED, game, play(scenario, SEED, game, log=True).log)
        steps = steps_of(story)
        for hotel in pieces_of(steps, story, scenario.board)["hotels"]:
            city = re.match(r"Hotel in (.+): player", hotel["title"]).group(1)
            assert f"Hotel {city}" in steps[hotel["from"]].text
            return
    pytest.fail("no hotel in twelve games")


def test_cubes_on_the_map_at_the_end_are_those_of_the_game(story, scenario):
    steps = steps_of(story)
    last = [
        city
        for city in pieces_of(steps, story, scenario.board)["cities"]
        if city["from"] <= len(steps) - 1 < city["to"]
    ]
    come = sum(len(event.facts.get("colours", ())) for s in steps for event in s.events)
    gone = sum(event.name.startswith("cube ") for s in steps for event in s.events)
    at_start = sum(len(colours) for colours in story.set_up.cubes.values())
    assert sum(len(city["cubes"]) for city in last) == at_start + come - gone


def test_the_page_stands_alone_and_shows_every_link(page, story):
    assert 'src="http' not in page and 'href="http' not in page and "<link" not in page
    assert page.count('<g class="link"') == len(story.links)
    assert page.count("<article") == story.result.turns + 2
    assert '<a href="game-best.html">Best game</a>' in page


def test_the_page_opens_at_the_start_and_keeps_the_result_for_the_last_step(page, story):
    before, after = page.split('id="result"')
    words = "Won by" if story.result.won else "Lost by"
    assert words not in before and words in after
    assert 'id="step" type="range" min="0"' in page and 'value="0" aria-label="Step"' in page


def test_no_name_in_the_data_of_a_page_begins_or_ends_a_script(story, scenario):
    """`<!--<script>` made a browser read on past the end of the data, and the page stayed empty."""
    names = "<!--<script> </script> a < b"
    changed = deepcopy(story)
    changed.turns[0].parts[0].text = names
    page = replay_page(changed, scenario)
    text = page.split('id="data">')[1].split("</script>")[0]
    steps = json.loads(text)["steps"]
    assert len(steps) == len(steps_of(story)) and steps[1]["text"] == names
    assert "<" not in text and "<!--" not in page
    for template in TEMPLATES.glob("*.html"):  # every other page gets its data by the same way
        data = re.findall(r'"application/json"[^>]*>(.*?)<', template.read_text(encoding="utf-8"))
        assert set(data) <= {"{{ data }}"}


def test_the_curve_ends_where_the_game_ended(story):
    """It showed the score alone: above the target in a game that bonds had lost."""
    *_, last = steps = steps_of(story)
    assert story.result.bonds > 0
    assert last.results == steps[-2].results == [story.result.result]
    scenario = Scenario.of("sweden", seats=["2*random", "novice"], barons="universal")
    table = story_of(scenario, SEED, 0, play(scenario, SEED, 0, log=True).log)
    scores = {seat.seat: seat.score for seat in table.result.seats}
    assert steps_of(table)[-1].results == [scores[1], scores[2], scores[3]]


def test_every_kind_of_action_has_words(scenario):
    names = Names(scenario)
    begin = {
        codes.PASS: "Pass",
        codes.BUILD: "Build from ",
        codes.DELIVER: "Deliver a ",
        codes.UPGRADE: "Upgrade the engine",
        codes.URBANIZE: "Urbanize ",
        codes.TAKE_CARD: "Take ",
        codes.INSURE: "Insure the first card of the row",
        codes.WESTERN_LINK: "Buy the Western Link at ",
        codes.MINE: "Mine ",
    }
    assert set(begin) == {*range(codes.ACTIONS), codes.MINE}
    for kind, words in begin.items():
        assert action_words((kind, 0, 1, 0, 0, 0), 0, names).startswith(words)


def test_the_game_judged_is_the_game_told(story, scenario):
    judged = judged_game(scenario, SEED, GAME)
    actions = actions_of(story)
    assert len(judged) == len(actions)
    delivered = [one.chosen[0] == codes.DELIVER for one in judged]
    assert delivered == [part.action == "deliver" for part in actions]
    assert not any(one.best for one in judged)  # a random player has no judgement


@pytest.mark.slow
def test_at_a_table_every_seat_is_judged_as_it_plays_and_has_its_chance():
    scenario = Scenario.of("sweden", seats=["novice", "master"], budget=1)
    story = story_of(scenario, SEED, 0, play(scenario, SEED, 0, log=True).log)
    judged = judged_game(scenario, SEED, 0, rollouts=2)
    actions = actions_of(story)
    assert [one.seat + 1 for one in judged] == [part.seat for part in actions]
    assert [_delivers(one) for one in judged] == [p.action == "deliver" for p in actions]
    assert {one.seat for one in judged if one.best} == {1}  # a novice has no judgement
    add_judgement(story, Names(scenario), judged, 2)
    assert all(sum(part.chances) >= 1 for part in actions)  # somebody has the first place
    assert {chance for part in actions for chance in part.chances} <= {0, 0.5, 1}


@pytest.mark.slow
def test_S15_insurance_leads_by_as_many_points_as_games_played_on_find():
    """It read as 200 points more than the next best action, where 5 to 17 are to be had."""
    leads = [
        one.best[0].worth - one.best[1].worth
        for game in range(3)
        for one in judged_game(Scenario.of("great-britain", player="expert"), SEED, game)
        if one.chosen[0] == codes.INSURE
    ]
    assert leads and max(leads) < 20


def _delivers(judged: Judged) -> bool:
    return judged.chosen[0] == codes.DELIVER


@pytest.mark.slow
def test_a_player_with_judgement_takes_what_it_holds_for_best():
    scenario = Scenario.of("sweden", player="casual")
    story = story_of(scenario, SEED, 0, play(scenario, SEED, 0, log=True).log)
    judged = judged_game(scenario, SEED, 0, rollouts=2)
    add_judgement(story, Names(scenario), judged, 2)
    actions = actions_of(story)
    with_reasons = [part for part in actions if part.why]
    assert len(with_reasons) > len(actions) / 2
    for part in with_reasons:
        assert part.why[0].chosen and len(part.why) <= 3
        worths = [one.worth for one in part.why]
        assert worths == sorted(worths, reverse=True)
    assert all(0 <= part.chances[0] <= 1 for part in actions)


def test_two_ways_to_lay_the_same_track_are_one_reason(scenario):
    build = (codes.BUILD, 0, 1, 2, 0, 3)
    other = (codes.BUILD, 0, 1, 2, 0, 4)
    best = (
        Considered(build, None, 5.0),
        Considered(other, None, 4.9),
        Considered((codes.UPGRADE, 0, 0, 0, 0, 0), None, 4.0),
    )
    why = best_thoughts(Judged(0, other, None, best, ()), Names(scenario))
    assert [one.chosen for one in why] == [True, False] and why[0].worth == 5.0


def test_turning_points_are_the_largest_changes_beyond_noise():
    chances = [[0.5], [0.51], [0.9], [0.88], [0.2], [0.21]]
    assert turning_points(chances, rollouts=100) == [2, 4]
    assert turning_points([[0.5], [0.52], [0.5]], rollouts=100) == []


def test_games_worth_a_look_are_the_extremes_of_those_played(scenario):
    found = games_worth_a_look(scenario, SEED, 0, among=4)
    outcomes = [play(scenario, SEED, game).outcome for game in range(4)]
    results = [outcome["result"] for outcome in outcomes]
    margins = [abs(outcome["margin"]) for outcome in outcomes]
    assert results[found["best"]] == max(results) and results[found["worst"]] == min(results)
    assert margins[found["closest"]] == min(margins) and found["another"] == 1

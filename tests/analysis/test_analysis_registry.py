"""One `Analysis` per question: command, Python function and section of a file follow from it."""

from __future__ import annotations

from inspect import signature

import pytest

import rotwsim
from rotwsim.analysis import registry
from rotwsim.analysis.experiment_file import ANALYSES
from rotwsim.analysis.pool import Games
from rotwsim.analysis.public import function_of
from rotwsim.analysis.question import COMMAND, FILE, PYTHON, Analysis, Method
from rotwsim.analysis.questions import skill
from rotwsim.analysis.registry import QUESTIONS
from rotwsim.cli.questions import command_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from tests.analysis.written import command_called

every_question = pytest.mark.parametrize("analysis", QUESTIONS.values(), ids=QUESTIONS.keys())


@every_question
def test_command_function_and_file_take_the_parameters_of_the_question(analysis):
    names = {
        place: {parameter.name for parameter in analysis.parameters_of(place)}
        for place in (COMMAND, PYTHON, FILE)
    }
    if COMMAND in analysis.places:
        command = command_called(analysis.name)
        assert names[COMMAND] <= {parameter.name for parameter in command.params}
        assert command.help.startswith(analysis.summary)
    if PYTHON in analysis.places:
        function = getattr(rotwsim, analysis.name)
        shared = {"scenario", "seed", "out", "jobs"}
        assert set(signature(function).parameters) == names[PYTHON] | shared
    if FILE in analysis.places:
        assert {option.name for option in ANALYSES[analysis.name]} == names[FILE]


@every_question
def test_every_method_takes_what_its_functions_take(analysis):
    for method in filter(None, (analysis.solo, analysis.multiplayer)):
        arguments = set(analysis._arguments(method, analysis.settled({}, PYTHON)))
        for name in (method.answer, method.batches):
            assert arguments <= set(signature(method.function(name)).parameters), name


def test_a_new_question_needs_its_functions_and_one_entry(monkeypatch, tmp_path):
    """A question made up here gets a command, a Python function and its cost."""
    mine = Analysis(
        "mine",
        "Who wins at all?",
        "One arm.",
        (registry.games(6),),
        solo=Method(
            "Who wins on {board}?", "skill", "who_wins", "what_is_played", "skill", ("games",)
        ),
    )
    arms = [skill.Arm("novice", Scenario.of(player="novice"))]
    answer = lambda games, scenario, count: skill.Answer(arms=games.all(arms, count))  # noqa: E731
    monkeypatch.setattr(skill, "who_wins", answer, raising=False)
    batches = lambda scenario, count: [skill.Batch([scenario], count)]  # noqa: E731
    monkeypatch.setattr(skill, "what_is_played", batches, raising=False)
    scenario = Scenario.of(player="novice")
    found = function_of(mine)(scenario, games=3)
    assert [arm.games for arm in found.arms] == [3]
    assert mine.sentence(scenario, mine.settled({}, FILE)) == "Who wins on Eastern US?"
    (batch,) = mine.batches(scenario, mine.settled({"games": 5}, FILE))
    with Games(1, tmp_path) as games:
        games.expect([batch])
        assert games.ahead.wanted == 5
    assert {"games", "board"} <= {parameter.name for parameter in command_of(mine).params}
    with pytest.raises(DataError, match="mine asks about the solo game alone"):
        mine.method(Scenario.of(seats=["2*novice"]))


def test_a_wrong_value_is_refused_in_the_same_words_everywhere():
    for place in (COMMAND, PYTHON, FILE):
        with pytest.raises(DataError, match="games is 0; legal are 1 to 1000000000000"):
            QUESTIONS["seats"].settled({"games": 0}, place)
    for place in (COMMAND, PYTHON, FILE):
        with pytest.raises(DataError, match='no bidding style is called "fist"'):
            QUESTIONS["styles"].settled({"styles": ["fist"]}, place)

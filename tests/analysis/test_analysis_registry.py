"""One `Analysis` per question: command, function, section of a file, cost and chapter follow."""

from __future__ import annotations

import subprocess
import sys
from inspect import signature
from pathlib import Path

import pytest

import rotwsim
from rotwsim.analysis.experiment import ANALYSES
from rotwsim.analysis.questions import COMMAND, FILE, LINES, PYTHON, QUESTIONS
from rotwsim.report.columns import known_tables
from rotwsim.report.page import CHAPTERS
from rotwsim.scenario.schema import DataError
from tests.analysis.written import command_called

RECIPE = Path(__file__).parents[2] / "docs" / "extend" / "question.md"
OWN_FUNCTION = ("compare", "difficulty")  # takes tables of games, writes a page
every_question = pytest.mark.parametrize("name", LINES)


@every_question
def test_command_function_and_file_take_the_parameters_of_the_question(name):
    question, line = QUESTIONS[name], LINES[name]
    names = {
        place: {parameter.name for parameter in question.parameters_of(place)}
        for place in (COMMAND, PYTHON, FILE)
    }
    if COMMAND in line.places:
        command = command_called(name)
        assert names[COMMAND] <= {parameter.name for parameter in command.params}
        assert command.help.startswith(line.summary)
    if PYTHON in line.places:
        taken = set(signature(getattr(rotwsim, name)).parameters)
        shared = {"seed", "out", "jobs"} | (set() if name in OWN_FUNCTION else {"scenario"})
        assert names[PYTHON] | shared <= taken
    if FILE in line.places:
        assert {option.name for option in ANALYSES[name]} == names[FILE]


@every_question
def test_the_functions_of_a_question_take_every_parameter_that_has_no_other_use(name):
    question = QUESTIONS[name]
    taken = {
        argument
        for method in filter(None, (question.solo, question.multiplayer))
        for function in (method.answer, method.plays)
        for argument in signature(function).parameters
    }
    wanted = {parameter.argument for parameter in question.parameters}
    # `count` is how often arms are played, `across` of a file which arms are compared.
    assert wanted - taken <= {"across", "count"}


@every_question
def test_the_chapter_of_a_question_is_on_the_page_with_tables_that_the_dictionary_knows(name):
    for chapter in QUESTIONS[name].chapters():
        assert chapter in CHAPTERS
        assert {*chapter.tables} <= {
            *known_tables(),
            *("difficulty", "design", "sweep", "goal", "goal_curve"),
        }


def test_the_recipe_of_a_question_gives_command_function_section_cost_and_chapter(tmp_path):
    """Follow docs/extend/question.md: one file and its words, in a fresh Python."""
    file, words = (
        RECIPE.read_text(encoding="utf-8").split(f"```{kind}\n")[1].partition("```")[0]
        for kind in ("python", "toml")
    )
    (tmp_path / "streaks.py").write_text(file, encoding="utf-8")
    (tmp_path / "mine.toml").write_text(
        "# How long are streaks?\ngames = 30\n[scenario]\nplayer = 'novice'\n[streaks]\n",
        encoding="utf-8",
    )
    code = FOLLOWED.format(folder=str(tmp_path), words=words)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.splitlines()[-1] == "followed"


FOLLOWED = """
import tomllib
from pathlib import Path
from rotwsim.analysis import questions
folder = Path(r"{folder}")
questions.__path__.append(str(folder))  # as if the file were beside the others
words = tomllib.loads('''{words}''')
for part, tables in words.items():
    questions.WORDS[part] |= tables
questions.LINES["streaks"] = questions.line_of(words["questions"]["streaks"])

import rotwsim
from click.testing import CliRunner
from rotwsim.cli import main
from rotwsim.cli.questions import streaks
from rotwsim.analysis.experiment import read_experiment, run_experiment
from rotwsim.analysis.pool import Games

assert "streaks" in rotwsim.__all__
found = rotwsim.streaks(rotwsim.Scenario.of(player="novice"), games=20)
assert len(found.tables["streaks"]) == 2
helped = CliRunner().invoke(main, ["streaks", "--help"])
assert helped.exit_code == 0 and "--least" in helped.output, helped.output
assert "  streaks " in CliRunner().invoke(main, ["--help"]).output
words = ["streaks", "--player", "novice", "--games", "20", "--quiet"]
printed = CliRunner().invoke(main, words)
assert printed.exit_code == 0 and "streak" in printed.output, printed.output
with Games(1, folder / "games") as games:
    games.expect(questions.QUESTIONS["streaks"].batches(rotwsim.Scenario.of(), {{"games": 7}}))
    assert games.ahead.wanted == 7
with Games(1, folder / "games") as games:
    run_experiment(read_experiment(folder / "mine.toml"), folder / "out", games, "")
rotwsim.report(folder / "out", folder / "page.html")
page = (folder / "page.html").read_text(encoding="utf-8")
assert "Streaks of wins" in page and "Longest streak" in page
print("followed")
"""


def test_a_wrong_value_is_refused_in_the_same_words_everywhere():
    for place in (COMMAND, PYTHON, FILE):
        with pytest.raises(DataError, match="games is 0; legal are 1 to 1000000000000"):
            QUESTIONS["seats"].settled({"games": 0}, place)
    for place in (COMMAND, PYTHON, FILE):
        with pytest.raises(DataError, match='no bidding style is called "fist"'):
            QUESTIONS["bidding"].settled({"styles": ["fist"]}, place)

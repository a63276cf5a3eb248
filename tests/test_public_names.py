"""The public names: found at once, loaded when asked for, each with an example that runs."""

from __future__ import annotations

import doctest
import pydoc
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import FunctionType

import pandas as pd
import pytest

import rotwsim
from rotwsim.cli import WHERE
from rotwsim.core.state.log import IN_USE
from rotwsim.report.columns import as_markdown, dictionary, known_tables
from rotwsim.runner import workload
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.schema import DataError

ROOT = Path(__file__).parents[1]
NAMES = [name for name in rotwsim.__all__ if name != "__version__"]
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


SOONER = {  # what the examples measure at length
    "rotwsim.analysis.questions.prices.LEVELS": (20.0, 50.0, 80.0),
    "rotwsim.report.runs.SECONDS": 0.1,
    "rotwsim.runner.bench.SCALING": 1,
    "rotwsim.runner.bench.START_UPS": 1,
    "rotwsim.runner.judge.many_games.STARTS": 60,
    "rotwsim.runner.judge.one_game.LEAST": 1,
    "rotwsim.runner.judge.one_game.MOST_TIMES": 1,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rotwsim", *NAMES])
def test_the_example_of_a_public_name_gives_what_it_says(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for place, less in SOONER.items():
        module, _, constant = place.rpartition(".")
        monkeypatch.setattr(import_module(module), constant, less)
    shown = rotwsim if name == "rotwsim" else getattr(rotwsim, name)
    test = doctest.DocTestParser().get_doctest(shown.__doc__, {"rotwsim": rotwsim}, name, None, 0)
    assert test.examples
    told: list[str] = []
    failed, _ = doctest.DocTestRunner(optionflags=OPTIONS).run(test, out=told.append)
    assert not failed, "".join(told)


@pytest.mark.parametrize("name", ["replay", "report"])
def test_a_public_name_stays_a_function_when_the_folder_of_that_name_is_loaded(name):
    import_module(f"rotwsim.{name}")
    assert isinstance(getattr(rotwsim, name), FunctionType)


# Commands that print what is in files, begin a file, or have another name in Python.
WITHOUT_A_NAME = {"check", "dev", "experiment", "lab", "multiplayer", "new", "run", "show"}
ELSEWHERE = {"audit", "bench", "bidding", "modules", "plan", "seats", "train"}


def test_every_command_that_measures_or_explains_has_its_name_in_python():
    assert (set(WHERE) - WITHOUT_A_NAME) | ELSEWHERE <= set(rotwsim.__all__)
    assert set(WHERE) >= WITHOUT_A_NAME


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: rotwsim.audit("portugal", games=0), "the number of games is 0"),
        (lambda: rotwsim.bench(["clubb"]), 'did you mean "club"'),
        (lambda: rotwsim.difficulty(["mexcio"]), 'did you mean "mexico"'),
        (lambda: rotwsim.me([]), "names no score"),
        (lambda: rotwsim.me([98], "mexcio"), 'did you mean "mexico"'),
        (lambda: rotwsim.plan(precisions=[2]), "a share of games is 2; legal are"),
        (lambda: rotwsim.replay("sweden", game=-1), "the game is -1"),
    ],
)
def test_a_wrong_argument_of_a_public_name_is_explained(call, message):
    with pytest.raises(DataError, match=re.escape(message)):
        call()


def test_help_shows_every_public_name():
    shown = pydoc.plain(pydoc.render_doc(rotwsim))
    for name in rotwsim.__all__:
        assert name in shown
    assert shown.count(">>> ") >= len(NAMES)


def test_play_gives_the_outcome_and_on_request_the_log():
    scenario = rotwsim.Scenario.of("eastern-us", player="passive")
    played = rotwsim.play(scenario, seed=2, game=5)
    assert played.log is None and played.outcome["passes"] == 3 * played.outcome["turns"]
    logged = rotwsim.play(scenario, seed=2, game=5, log=True)
    assert logged.outcome == played.outcome and len(logged.log) == logged.log[0, IN_USE]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"game": -1}, "the game is -1; legal are 0 to"),
        ({"game": 1.5}, "the game is 1.5; it must be a whole number"),
        ({"seed": "1"}, "the seed is '1'; it must be a whole number"),
        ({"scenario": None}, "is no scenario and no name of a board"),
    ],
)
def test_play_says_what_is_wrong(given, message):
    with pytest.raises(DataError, match=re.escape(message)):
        rotwsim.play(**{"scenario": "sweden", **given})


def test_compare_takes_tables_one_scenario_or_one_text():
    scenario = rotwsim.Scenario.of("sweden", player="random")
    other = scenario.varied(tweaks=["cash"])
    tables = [rotwsim.simulate(each, games=20, jobs=1) for each in (scenario, other)]
    found = rotwsim.compare(tables[0], tables[1:])
    assert found["games"].tolist() == [20]
    for variant in (other, [other], "tweak=cash", {"cash": other}):
        again = rotwsim.compare(scenario, variant, games=20, jobs=1)
        assert again["result_difference"].tolist() == found["result_difference"].tolist()
    with pytest.raises(DataError, match="is no table of games, but its baseline is"):
        rotwsim.compare(tables[0], ["tweak=cash"])
    with pytest.raises(DataError, match="is a table of games, but its baseline is none"):
        rotwsim.compare(scenario, tables[1])


def test_play_and_simulate_use_the_same_words():
    scenario = rotwsim.Scenario.of("portugal", player="random", barons=True)
    games = rotwsim.simulate(scenario, games=4, seed=2, jobs=1)
    row = rotwsim.play(scenario, seed=2, game=3).row
    assert list(row) == list(games.columns)
    for name, value in row.items():
        there = games[name].iloc[3]
        assert pd.isna(there) if value is None else there == value, name


def test_values_that_do_not_exist_are_na_and_barons_have_their_names():
    scenario = rotwsim.Scenario.of("portugal", player="random", barons=True)
    games = rotwsim.simulate(scenario, games=20, jobs=1)
    for game in games.itertuples():
        played = [not pd.isna(games.loc[game.Index, f"points_after_{n:02d}"]) for n in range(1, 25)]
        assert played == [turn <= game.turns for turn in range(1, 25)]
        in_row = game.barons_in_row.split(", ")
        assert len(in_row) == 4
        for baron in load_rulebook().barons:
            claimed = f"{game.barons_own}, {game.barons_railbot}".split(", ")
            turn = games.loc[game.Index, f"baron_turn: {baron.name}"]
            assert (baron.name in claimed) == (not pd.isna(turn))
            points = games.loc[game.Index, f"baron_points: {baron.name}"]
            assert (baron.name in game.barons_own.split(", ")) == (not pd.isna(points))
    without = rotwsim.simulate(scenario.varied(barons=False), games=2, jobs=1)
    assert without["barons_in_row"].isna().all()


def patterns(names) -> set[str]:
    """Column names with what differs by turn or Baron as *."""
    found = set()
    for name in names:
        begin, colon, _ = name.partition(": ")
        by_turn = [kind for kind in ("points_after_", "first_price_") if name.startswith(kind)]
        found.add(f"{by_turn[0]}*" if by_turn else f"{begin}: *" if colon else name)
    return found


# Beside the name of a Duel Baron, and on the difficulty sheet.
ADDED_BY_PAGES = {"goal", "opponent_effect", "even_target", "nearest"}


def test_the_dictionary_has_every_column_and_no_other():
    solo = rotwsim.simulate(rotwsim.Scenario.of(player="passive"), games=1, jobs=1)
    seats = rotwsim.simulate(rotwsim.Scenario.of(seats=["2*passive"]), games=1, jobs=1)
    results = {column for table in known_tables().values() for column in table.columns}
    known = dictionary()
    assert patterns(solo.columns) == set(known["solo"])
    assert patterns(seats.columns) == set(known["seats"])
    assert results | ADDED_BY_PAGES == set(known["results"])
    assert len(rotwsim.columns()) == sum(map(len, known.values()))


def test_the_page_of_the_columns_is_the_dictionary():
    assert (ROOT / "docs" / "columns.md").read_text(encoding="utf-8") == as_markdown()


def test_a_notebook_shows_a_bar_that_counts_games(monkeypatch, capsys):
    monkeypatch.setattr(workload, "in_notebook", lambda: True)
    monkeypatch.setattr(workload, "PATIENCE", 0.0)
    rotwsim.simulate(rotwsim.Scenario.of(player="passive"), games=30, jobs=1)
    assert "30/30" in capsys.readouterr().out
    rotwsim.compare(rotwsim.Scenario.of(player="passive"), ["tweak=cash"], games=30, jobs=1)
    assert "60/60" in capsys.readouterr().out
    monkeypatch.undo()
    rotwsim.simulate(rotwsim.Scenario.of(player="passive"), games=30, jobs=1)
    assert capsys.readouterr().out == ""


def test_a_scenario_is_shown_in_one_short_line():
    shown = repr(rotwsim.Scenario.of("eastern-us", barons=True, tweaks=["cash"]))
    assert shown == "Scenario(Eastern US, Duel Barons, cash, expert)"


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: rotwsim.Scenario.of(tweaks="cash"), r'must be a list, such as \["cash"\]'),
        (lambda: rotwsim.Scenario.of(tweak=["cash"]), "did you mean"),
        (lambda: rotwsim.simulate("eastern-us", game=5), "did you mean"),
        (lambda: rotwsim.columns("sol"), "did you mean"),
    ],
)
def test_a_mistake_is_explained(call, message):
    with pytest.raises(DataError, match=message):
        call()


def test_names_are_listed_and_others_refused():
    assert set(rotwsim.__all__) <= set(dir(rotwsim))
    assert rotwsim.__version__[0].isdigit()
    with pytest.raises(AttributeError, match="has no attribute 'plaz'"):
        _ = rotwsim.plaz


def test_the_package_says_that_it_is_typed():
    assert (Path(rotwsim.__file__).parent / "py.typed").exists()


def test_importing_the_package_loads_nothing_heavy():
    code = "import rotwsim, sys; print([n for n in ('numpy', 'numba') if n in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "[]\n"

"""Experiment files: what they ask for, resuming, results folders, and what is wrong in one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rotwsim.analysis.experiment import read_experiment, run_experiment, with_games
from rotwsim.analysis.pool import Arm, Games, Interrupted
from rotwsim.runner.run import run_games
from rotwsim.scenario.options import SCENARIO_OPTIONS
from rotwsim.scenario.schema import DataError

from .written import read_table

EXPERIMENTS = Path(__file__).parents[2] / "experiments"
NAMES = ("baseline", "tweaks", "barons", "skill", "assumptions", "factorial")
FILE = """\
# Does a try work?
seed = 3
games = 60

[scenario]
player = "novice"
settings = { cards_removed = 12, target = 11 }

[arms]
board = ["eastern-us", "mexico"]
barons = [false, true]
tweaks = ["none", "cash", ["exhaust+1", "display-3"]]

[compare]
across = "tweaks"
margin = 2
"""


def written(folder: Path, text: str, name: str = "mine.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", NAMES)
def test_the_experiments_of_the_project_are_valid_and_begin_with_a_question(name):
    experiment = read_experiment(EXPERIMENTS / f"{name}.toml")
    assert experiment.question.endswith("?") and experiment.name == name
    assert experiment.analyses
    arms = len(experiment.arms)
    assert arms == {"tweaks": 24}.get(name, 0)


def test_arms_are_all_combinations(tmp_path):
    experiment = read_experiment(written(tmp_path, FILE))
    names = [planned.arm.name for planned in experiment.arms]
    assert len(names) == 12 and names[0] == "Eastern US"
    assert "Mexico, Duel Barons, exhaust+1 and display-3" in names
    assert experiment.arms[1].arm.side == "easier" and experiment.margin == 0.02
    assert experiment.seed == 3 and experiment.question == "Does a try work?"


def test_a_precision_stands_for_the_games_that_it_needs(tmp_path):
    text = FILE.replace("games = 60", "precision = 1")
    assert read_experiment(written(tmp_path, text)).games == 9604


@pytest.mark.slow
def test_an_experiment_writes_its_folder_and_resumes(tmp_path):
    experiment = read_experiment(written(tmp_path, FILE))
    out, runs = tmp_path / "results", tmp_path / "runs"
    with Games(experiment.seed, runs, jobs=2) as games:
        run_experiment(experiment, out, games, "rotwsim experiment mine.toml")
        assert games.played == 12 * 60
    first = {path.name: path.read_bytes() for path in (out / "tables").glob("*.csv")}
    with Games(experiment.seed, runs, jobs=2) as games:
        run_experiment(experiment, out, games, "rotwsim experiment mine.toml")
        assert games.played == 0
    assert first == {path.name: path.read_bytes() for path in (out / "tables").glob("*.csv")}
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["question"] == "Does a try work?" and manifest["margin"] == 0.02
    assert manifest["experiment"]["arms"]["barons"] == [False, True]
    assert {arm["arm"] for arm in manifest["arms"]} == {p.arm.name for p in experiment.arms}
    for name in ("arms", "compare", "flips", "causes", "sources", "losses", "links", "cities"):
        assert len(read_table(out, name))
    compare = read_table(out, "compare")
    assert set(compare["name"]) == {"cash", "exhaust+1 and display-3"} and len(compare) == 8
    arms = read_table(out, "arms").set_index("arm")
    assert not arms.loc["Eastern US", "rebuilt"] and arms.loc["Mexico", "rebuilt"]


@pytest.mark.slow
def test_sources_of_points_add_up_to_the_result(tmp_path):
    text = FILE.partition("[compare]")[0].replace('"none", "cash", ', "")
    experiment = read_experiment(written(tmp_path, text))
    with Games(3, tmp_path / "runs", jobs=2) as games:
        answer = run_experiment(experiment, tmp_path / "out", games, "")
    sources = read_table(tmp_path / "out", "sources")
    sums = sources.groupby("arm")["points"].sum()
    for arm in answer.arms:
        mean = arm.table["result"].mean()
        assert sums[arm.name] == pytest.approx(mean, abs=1e-3)  # rows have six digits in CSV


@pytest.mark.slow
def test_an_interrupted_experiment_goes_on(tmp_path, scenario, monkeypatch):
    def interrupted(*args, **options):
        run = run_games(*args, **options)
        return type(run)(**{**vars(run), "interrupted": True})

    monkeypatch.setattr("rotwsim.runner.run.run_games", interrupted)
    with Games(1, tmp_path / "runs", jobs=2) as games, pytest.raises(Interrupted):
        games.of(Arm("a", scenario), 50)
    monkeypatch.undo()
    with Games(1, tmp_path / "runs", jobs=2) as games:
        assert games.of(Arm("a", scenario), 80).games == 80
        assert games.played == 30


def test_more_games_than_wanted_are_cut_and_fewer_are_played(tmp_path, scenario):
    with Games(1, tmp_path, jobs=2) as games:
        many = games.of(Arm("a", scenario), 90).table
    with Games(1, tmp_path, jobs=2) as games:
        few = games.of(Arm("a", scenario), 40).table
        assert games.played == 0 and len(few) == 40
        assert few["result"].tolist() == many["result"].tolist()[:40]


def test_a_try_replaces_every_number_of_games(tmp_path):
    experiment = with_games(read_experiment(EXPERIMENTS / "barons.toml"), 7)
    numbers = {"games": 7, "pair_games": 7}
    rest = {"skills": (25, 50, 75), "margin": experiment.margin}
    assert experiment.values("barons") == numbers | rest


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("# Does a try work?", "", "the first line must be the question"),
        ("games = 60", "gmes = 60", 'unknown key "gmes"; did you mean "games"?'),
        ("games = 60", "games = 0", "games is 0; legal are 1 to"),
        ("games = 60", "games = 60\nprecision = 1", "give games or precision, not both"),
        ("games = 60", "precision = 99", "precision is 99; legal are 0.001 to 49.999"),
        ("seed = 3", "seed = -1", "seed is -1; legal are 0 to"),
        ("seed = 3", "seed = [", "not valid TOML"),
        ('"novice"', '"novize"', 'no player is called "novize"; did you mean "novice"?'),
        ("player =", "playr =", 'unknown key "scenario.playr"; did you mean "player"?'),
        ('"mexico"', '"mexiko"', 'no board is called "mexiko"; did you mean "mexico"?'),
        ("[false, true]", '["no"]', 'arms.barons: barons is "no"; legal: true, false'),
        ("[false, true]", "true", "arms.barons is True; it must be a list"),
        ("[false, true]", "[]", "arms.barons is []; it must be a list"),
        ("[false, true]", "[true, true]", "two arms are called"),
        ('"cash"', '"cahs"', 'no tweak is called "cahs"; did you mean "cash"?'),
        ('"exhaust+1", "display-3"', '"cash", "exhausted"', 'no tweak is called "exhausted"'),
        ('across = "tweaks"', 'across = "tweak"', 'compare.across is "tweak"; did you mean'),
        ('across = "tweaks"', 'acros = "tweaks"', 'unknown key "compare.acros"'),
        ("margin = 2", "margin = 0", "compare: margin is 0; legal are 0.001"),
        ("[compare]", "[barons]\ngames = 1.5\n[compare]", "barons: games is 1.5; it must be"),
        ("[compare]", "[factorials]\n[compare]", 'unknown key "factorials"; did you mean'),
    ],
)
def test_a_wrong_file_is_told_in_one_line_that_names_it(old, new, message, tmp_path):
    assert old in FILE
    path = written(tmp_path, FILE.replace(old, new, 1))
    with pytest.raises(DataError) as error:
        read_experiment(path)
    assert message in str(error.value) and str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_without_arms_and_analyses_asks_nothing(tmp_path):
    with pytest.raises(DataError, match="neither arms nor an analysis"):
        read_experiment(written(tmp_path, "# What?\ngames = 5\n"))


def test_a_folder_that_holds_something_else_is_refused_before_any_game(tmp_path, scenario):
    out = tmp_path / "run"
    run_games(scenario, 20, out=out, jobs=1)
    experiment = read_experiment(written(tmp_path, FILE))
    with (
        Games(3, tmp_path / "runs") as games,
        pytest.raises(DataError, match="holds something else"),
    ):
        run_experiment(experiment, out, games, "")
    assert not (tmp_path / "runs").exists()


NASTY = [
    "nan", "inf", "-1", "0", "1e400", "1.5", "true", '""', '"a"', '"[/x]"', '"\\u0007"', "[]",
    "[[]]", '["a"]', "[nan]", "[[1, 2], [3]]", "[true]", "{}", "{ a = 1 }", "[{}]", "1979-05-27",
    "99999999999999999999999999", '"' + "x" * 5000 + '"', "[[[[[[[[]]]]]]]]",
]  # fmt: skip
PLACES = [
    *((table, key) for table in ("", "compare", "barons", "skill", "assumptions", "factorial")
      for key in ("seed", "games", "precision", "scenario", "arms", "skill", "across", "margin",
                  "pair_games", "players", "slips", "card_sets", "draws", "tweaks")),
    *(("scenario", option.name) for option in SCENARIO_OPTIONS),
    *(("arms", option.name) for option in SCENARIO_OPTIONS),
    ("arms", "variant"),
]  # fmt: skip


@pytest.mark.parametrize("place", PLACES, ids=lambda place: ".".join(filter(None, place)))
@pytest.mark.slow
def test_no_value_in_a_file_is_a_traceback(place, tmp_path):
    """17: whatever stands in a file, it is an experiment or one line of complaint."""
    table, key = place
    for nasty in NASTY:
        entry = f"{key} = {nasty}\n"
        text = f"[{table}]\n{entry}"
        if not table:
            text = f"{entry}[arms]\nbarons = [false]\n" if key != "arms" else entry
        path = written(tmp_path, f"# What?\n{text}")
        try:
            read_experiment(path)
        except DataError as error:
            assert "\n" not in str(error) and str(path) in str(error)
            assert len(str(error)) < 1000


def test_a_file_may_not_ask_for_more_arms_than_anyone_can_play(tmp_path):
    slips = [number / 1000 for number in range(200)]
    text = f"# What?\n[arms]\nslip = {slips}\nbudget = {list(range(200))}\n"
    with pytest.raises(DataError, match="the lists of arms make 40,000 combinations"):
        read_experiment(written(tmp_path, text))

"""The balance commands at their smallest size, and what they say to bad input."""

from __future__ import annotations

import json
import re
from inspect import signature

import pytest
from click.testing import CliRunner

import rotwsim
from rotwsim.cli import main
from rotwsim.cli.questions import command_line
from rotwsim.scenario.scenario import Scenario
from tests.analysis.written import command_called

pytestmark = pytest.mark.slow  # plays every analysis

VARIANT_KEYS = {
    "name",
    "win_rate",
    "difference",
    "interval",
    "over_plausible_boxes",
    "difference_over_plausible_boxes",
    "p_value",
    "p_adjusted",
    "verdict",
    "flipped",
    "variance_ratio",
    "result_difference",
}


def run(*given: str):
    return CliRunner().invoke(main, [str(word) for word in given], env={"COLUMNS": "80"})


def test_compare_as_json_has_exactly_the_agreed_keys(words):
    result = run("compare", *words, "--games", 60, "--variant", "short: tweak=cards-1", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert set(found) == {"baseline", "variants"}
    (variant,) = found["variants"]
    assert set(variant) == VARIANT_KEYS and variant["name"] == "short"


@pytest.mark.parametrize(
    "name", ["barons", "skill", "assumptions", "design", "seats", "bidding", "modules"]
)
def test_python_and_the_command_play_as_many_games_unless_told(name):
    command = command_called(name)
    by_command = {option.name: option.default for option in command.params}
    in_python = signature(getattr(rotwsim, name)).parameters
    shared = {"games", "fresh_games", "card_sets", "draws", "draw_games"} & set(by_command)
    assert "games" in shared
    for option in shared:
        assert in_python[option].default == by_command[option], option


COMMANDS = {
    "compare": ["--games", "40", "--all-tweaks"],
    "barons": ["--games", "10", "--pair-games", "0"],
    "skill": ["--games", "60", "--players", "novice,casual", "--slips", "0.2"],
    "assumptions": ["--games", "20", "--card-sets", "2", "--draws", "2", "--draw-games", "2"],
    "design": ["--games", "40", "--fresh-games", "40", "--win-rate", "40"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_prints_its_tables_within_80_columns(command, words, tmp_path):
    out = tmp_path / "out"
    result = run(command, *words, *COMMANDS[command], "--out", out)
    assert result.exit_code == 0, result.output
    tables = [line for line in result.stdout.splitlines() if "─" in line or line.startswith(" ")]
    assert tables and all(len(line) <= 80 for line in tables)
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["analyses"] == [command] and manifest["question"].endswith("?")
    assert list((out / "tables").glob("*.csv")) and list((out / "games").iterdir())
    if command == "barons":
        return  # its 38 arms once more would take long
    again = run(command, *words, *COMMANDS[command], "--out", out, "--json")
    assert again.exit_code == 0, again.output
    json.loads(again.stdout)


def test_the_expert_is_compared_too():
    """Every figure of the comparison again, from games that are simulated on their own."""
    words = ("--player", "expert", "--games", 12, "--quiet", "--json")
    result = run("compare", *words, "--variant", "rich: set.start_cash=20")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    base, rich = (
        rotwsim.simulate(rotwsim.Scenario.of(player="expert", settings=settings), games=12)
        for settings in ({}, {"start_cash": 20})
    )
    assert found["baseline"]["scenario"]["player"] == "expert"
    assert found["baseline"]["digest"] == base.attrs["digest"] != rich.attrs["digest"]
    assert found["baseline"]["result"] == pytest.approx(base["result"].mean())
    (variant,) = found["variants"]
    assert variant["win_rate"] == pytest.approx(rich["won"].mean())
    assert variant["difference"] == pytest.approx(rich["won"].mean() - base["won"].mean())
    assert variant["flipped"] == pytest.approx((rich["won"] != base["won"]).mean())
    shift = (rich["result"] - base["result"]).mean()
    assert variant["result_difference"] == pytest.approx(shift) and shift != 0


def test_experiment_answers_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        "# How often does a novice win?\ngames = 30\n[scenario]\nplayer = 'novice'\n"
        "settings = { cards_removed = 12, target = 11 }\n[arms]\nbarons = [false, true]\n"
    )
    result = run(
        "experiment", path, "--quiet", "--out", tmp_path / "results", "--runs", tmp_path / "runs"
    )
    assert result.exit_code == 0, result.output
    assert "How often does a novice win?" in result.stdout
    assert (tmp_path / "results" / "tables" / "arms.csv").exists()


@pytest.mark.parametrize(
    "given, message",
    [
        (["compare"], "there is no variant to compare"),
        (["compare", "--variant", "tweek=cash"], 'unknown key "tweek"; did you mean "tweak"?'),
        (
            ["compare", "--variant", "tweak=cash", "--margin", "0"],
            "margin is 0.0; legal are",
        ),
        (
            ["compare", "--variant", "tweak=cash", "--precision", "-1"],
            "precision is -1.0; legal are",
        ),
        (["compare", "--all-tweaks", "--games", "0"], "games is 0; legal are 1 to"),
        (["compare", "--all-tweaks", "--seed", "-4"], "the seed is -4"),
        (
            ["compare", "--all-tweaks", "--sequential", "--precision", "1"],
            "a comparison stops at a precision or at a verdict, not at both",
        ),
        (["barons", "--games", "-5"], "games is -5; legal are 1 to 1000000000000"),
        (["barons", "--pair-games", "-5"], "pair_games is -5; legal are 0 to"),
        (["skill", "--players", "expart"], 'no player is called "expart"'),
        (["skill", "--slips", "some"], '--slips is "some"; it must be a number'),
        (["assumptions", "--ignore", "cahs"], 'did you mean "cash"?'),
        (["assumptions", "--card-sets", "1"], "card_sets is 1; legal are 2 to 10000"),
        (["assumptions", "--card-sets", str(2**63 - 1)], "legal are 2 to 10000"),
        (["assumptions", "--draws", "10001"], "draws is 10001; legal are 0 to 10000"),
        (["dev", "audit", "--games", "1000000000001"], "1000000000001 is not in the range"),
        (["replay", "--game", str(10**23)], "is not in the range 0<=x<=999999999999"),
        (["dev", "audit", "--seed", str(2**63)], "9223372036854775808 is not in the range"),
        (["skill", "--stream-games", str(2**63)], "legal are 0 to 1000000000000"),
        (["design", "--win-rate", "100"], "win_rate is 100.0; legal are 0.001 to 99.999"),
        (["experiment", "nothing.toml"], "nothing.toml: cannot be read: No such file"),
    ],
)
def test_bad_input_is_told_in_one_line_with_exit_code_2(given, message, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    result = run(*given)
    assert result.exit_code == 2, result.output
    assert result.stdout == "" and message in result.stderr
    assert result.stderr.startswith("Error: ") and result.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_command_is_written_down_with_relative_paths(monkeypatch, tmp_path):
    (tmp_path / "clone").mkdir()
    monkeypatch.chdir(tmp_path / "clone")
    words = ["--runs", f"{tmp_path}/clone/runs", f"--out={tmp_path}/out", "--win-rate", "50"]
    monkeypatch.setattr("sys.argv", ["/usr/bin/rotwsim", "design", *words])
    assert command_line() == "rotwsim design --runs runs --out=../out --win-rate 50"
    board = tmp_path / "clone" / "mine.toml"
    board.write_text('extends = "eastern-us"\n', encoding="utf-8")
    assert Scenario.of(str(board)).command().split()[:2] == ["--board", "mine.toml"]


def test_board_check_lists_assumed_figures_in_the_order_of_their_influence(monkeypatch):
    from rotwsim.scenario import provenance

    usual = run("check", "eastern-us").stdout
    order = ["railbot.cards.slot", "solo.empty_city_trigger"]
    monkeypatch.setattr(provenance, "order_of_influence", lambda: order)
    shown = run("check", "eastern-us").stdout
    assert shown.index("railbot.cards.slot") < shown.index("solo.empty_city_trigger")
    assert sorted(shown.split()) == sorted(usual.split())


@pytest.mark.parametrize("question", [("design", "--win-rate", "50"), ("assumptions",)])
def test_questions_of_the_solo_game_say_so_at_a_table(question):
    result = run(*question, "--seats", "2*casual", "--games", 4, "--quiet")
    assert result.exit_code == 2 and "asks about the solo game alone; leave out" in result.output


def test_a_single_game_has_no_infinite_doubt_in_its_mean():
    result = run("run", "--player", "random", "--games", 1, "--quiet")
    assert not re.search(r"\binf\b", result.output) and "spread of results" in result.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("replay --chances", "--chances goes with --html or --json"),
        ("replay --json --html game.html", "give one of them"),
        (
            "multiplayer modules --module rotors --seats 2*novice --games 4",
            "leave out module rotors",
        ),
        ("barons --aim win --games 4", "leave out aim"),
    ],
)
def test_what_cannot_be_meant_is_refused(words, message):
    result = run(*words.split())
    assert result.exit_code == 2 and message in result.output


def test_an_arm_with_other_weights_says_so(scenario):
    other = scenario.varied(weights={"ramp": 2.0})
    assert "ramp=2" in other.changed_besides(["board", "player"])
    assert scenario.changed_besides(["board", "player", "settings"]) == ""

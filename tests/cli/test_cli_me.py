"""`rotwsim me`: a place on the ladder and chances from scores, or what is wrong in a line."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from experiments.validity.skill_placement import any_skill, try_draws
from rotwsim.analysis.ladder import PLAYED, ladder_of, read_ladder
from rotwsim.analysis.skill_placement import in_words
from rotwsim.cli import main
from rotwsim.scenario.board_file import board_names, load_rulebook

ROOT = Path(__file__).parents[2]
HEADS = "date,board,barons,tweaks,score\n"


def me(*words, **options):
    return CliRunner().invoke(main, ["me", *map(str, words)], env={"COLUMNS": "80"}, **options)


def data(*words) -> dict:
    result = me(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize("board", board_names())
def test_every_board_has_a_ladder_that_climbs(board):
    for barons in (False, True):
        middles = np.median(read_ladder(board).rungs(barons, ()), axis=1)
        assert (np.diff(middles[: len(PLAYED)]) > 0).all() and middles[-1] >= middles[-2]


@pytest.mark.slow
def test_ten_scores_on_eastern_us_hold_the_skill_in_85_to_95_percent_of_trials():
    rungs = read_ladder("eastern-us").rungs(False, ())
    found = try_draws(ladder_of("eastern-us", False), any_skill(rungs), 200)
    assert 0.85 <= found.held <= 0.95 and found.misfits < 0.05


def test_me_says_where_scores_stand_and_what_the_chances_are():
    result = me("--scores", "98,110,131", "--board", "eastern-us", "--win-rate", "50")
    assert result.exit_code == 0 and "novice      casual      club" in result.output
    assert "By 3 scores you are " in result.output and "standard      125" in result.output
    assert "Nearest to 50 %: " in result.output and "more game" in result.output


def test_the_example_of_the_docs_is_what_the_command_prints():
    page = (ROOT / "docs" / "me.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```(?:text)?\n(.*?)```", page, re.DOTALL)
    command, answer = (block.strip("\n") for block in blocks[:2])
    printed = me(*command.splitlines()[0].split()[2:]).output
    assert [line for line in answer.splitlines() if line not in printed] == []


def test_better_scores_stand_higher_and_win_more():
    low, high = data("--scores", "90 95 100"), data("--scores", "170,180,175")
    assert low["skill"]["high"] < high["skill"]["low"]
    assert low["chances"][0]["value"] < high["chances"][0]["value"]
    assert {"standard", "exhaust-1", "target-135"} <= {c["game"] for c in low["chances"]}
    wanted = data("--scores", "120,125,131", "--win-rate", "30")
    gaps = [abs(chance["value"] - 0.3) for chance in wanted["chances"]]
    assert abs(wanted["nearest"]["value"] - 0.3) == min(gaps)
    assert abs(wanted["nearest_target"]["value"] - 0.3) < 0.05


def test_scores_that_fit_no_skill_are_told():
    result = me("--scores", "310,305,320")
    assert "fit no skill on this ladder" in result.output and "new box" in result.output


@pytest.mark.slow
def test_a_log_of_several_boards_is_used_whole(tmp_path):
    log = tmp_path / "games.csv"
    log.write_text(
        HEADS
        + "2026-01-01,eastern-us,no,,131\n,Mexico,yes,cash,120\n,mexico,yes,exhaust+1 cash,99\n"
    )
    found = data("--log", log)
    assert (found["scores"], found["board"], found["barons"]) == (3, "mexico", True)
    assert data("--log", log, "--board", "eastern-us")["board"] == "eastern-us"
    assert "Scores of 2 boards are used together" in me("--log", log).output


def test_the_log_of_play_is_read_unless_another_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    none_yet = me()
    assert none_yet.exit_code == 2 and "rotwsim play has kept none yet" in none_yet.stderr
    (tmp_path / "rotwsim").mkdir()
    (tmp_path / "rotwsim" / "games.csv").write_text(HEADS + ",eastern-us,no,,131\n")
    assert "By one score you are " in me().output


PLAYED_BY_HAND = "board,score,hints,undos\n"


def test_games_with_hints_or_undos_count_only_if_asked_for(tmp_path):
    log = tmp_path / "games.csv"
    log.write_text(PLAYED_BY_HAND + "mexico,131,0,0\nmexico,221,86,0\nmexico,200,0,3\n")
    result = me("--log", log)
    assert "By one score" in result.output
    assert "Left out: 2 games with hints or undos; --helped counts them." in result.output
    assert (data("--log", log)["scores"], data("--log", log)["left_out"]) == (1, 2)
    asked = me("--log", log, "--helped")
    assert "Left out" not in asked.output and data("--log", log, "--helped")["scores"] == 3
    log.write_text(PLAYED_BY_HAND + "mexico,221,86,0\n")
    assert "1 game, all with hints or undos" in me("--log", log).stderr


def test_a_tweak_that_is_not_measured_yet_is_missing_only_where_it_is_asked_for(monkeypatch):
    book = load_rulebook()
    new = replace(book.tweaks[0], name="credit", group="credit")
    wider = replace(book, tweaks=(*book.tweaks, new))
    for module in (
        "analysis.ladder",
        "analysis.skill_placement",
        "scenario.board_file",
        "scenario.options",
    ):
        monkeypatch.setattr(f"rotwsim.{module}.load_rulebook", lambda: wider)
    monkeypatch.setattr("rotwsim.scenario.scenario.load_rulebook", lambda: wider)
    read_ladder.cache_clear()
    result = me("--scores", "98,110,131")
    assert result.exit_code == 0 and "standard" in result.output
    assert "Not measured yet: credit" in result.output
    asked = me("--scores", "98", "--tweak", "credit")
    assert asked.exit_code == 2 and "eastern_us.toml: credit is not measured yet" in asked.stderr


WRONG = {
    "no score": (["--scores", ""], "names no score"),
    "a word": (["--scores", "98,abc"], '"abc" is no score'),
    "too much": (["--scores", "98,5000"], "legal: -2,000 to 1,000"),
    "an unknown board": (["--scores", "98", "--board", "mexiko"], 'did you mean "mexico"?'),
    "a file as board": (["--scores", "98", "--board", "mine.toml"], "no ladder is known"),
    "both": (["--scores", "98", "--log", "x.csv"], "cannot be given both"),
    "an unknown tweak": (["--scores", "98", "--tweak", "casch"], "casch"),
    "a chance of 0": (["--scores", "98", "--win-rate", "0"], "--win-rate is 0"),
    "no file": (["--log", "nowhere.csv"], "nowhere.csv"),
}


@pytest.mark.parametrize("words, told", WRONG.values(), ids=WRONG.keys())
def test_what_is_wrong_is_told_in_one_line(words, told):
    result = me(*words)
    assert result.exit_code == 2 and result.stdout == "" and told in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_bad_log_is_told_by_its_lines(tmp_path):
    log = tmp_path / "games.csv"
    for text, told in (("", "names no column board"), (HEADS, "no game is in it")):
        log.write_text(text)
        assert told in me("--log", log).stderr
    log.write_text(HEADS + ",atlantis,no,,98\n,mexico,perhaps,,98\n,mexico,no,,\n,mexico,no,,100\n")
    lines = me("--log", log).stderr.splitlines()
    assert [f"line {n}: " in line for n, line in enumerate(lines, start=2)] == [True] * 3


def test_places_have_words():
    assert in_words(2.1) == "as good as club" and in_words(4) == "as good as master"
    assert in_words(2.38) == "40 % of the way from club to expert"

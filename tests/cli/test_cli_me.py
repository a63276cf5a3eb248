"""`rotwsim me`: how much a person wins, from scores or a record, or what is wrong in a line."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from experiments.readme import with_example
from experiments.validity.skill_placement import any_hypothesis, by_scores, try_draws
from rotwsim.analysis.me import APART, POSSIBLE
from rotwsim.analysis.person_scores import hypotheses_of, read_scores_of
from rotwsim.cli import main
from rotwsim.runner.person_calibration import curve_of, standard_game
from rotwsim.scenario.board_file import board_names, load_rulebook
from rotwsim.scenario.options import ERRORS
from rotwsim.scenario.scenario import Scenario
from rotwsim.stats import weights_and_likelihood

ROOT = Path(__file__).parents[2]
HEADS = "date,board,barons,tweaks,score\n"


def me(*words, **options):
    return CliRunner().invoke(main, ["me", *map(str, words)], env={"COLUMNS": "80"}, **options)


def data(*words) -> dict:
    result = me(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize("board", board_names())
def test_every_board_has_scores_of_people_that_rise_as_errors_fall(board):
    for spread in read_scores_of(board).values():
        middles = np.median(spread.quantiles, axis=1)
        assert spread.knobs[-1] == 0 and (np.diff(spread.knobs) < 0).all()
        assert middles[-1] > middles[0] + 30 and (np.diff(middles) > -8).all()
    for barons in (False, True):
        people = hypotheses_of(board, barons)
        assert people.prior.sum() == pytest.approx(1)


def test_the_people_of_me_win_what_the_calibration_says():
    people = hypotheses_of("eastern-us", False)
    rates = people.win_rates(("eastern-us", False, ()))
    for place, errs in enumerate(ERRORS):
        curve = curve_of(standard_game(Scenario.of(player="person", errs=errs)))
        own = people.errs == place
        shares = np.array([curve.share_at(knob) for knob in people.knobs[own]])
        assert np.sqrt(((rates[own] - shares) ** 2).mean()) < 0.03


@pytest.mark.slow
def test_ten_scores_on_eastern_us_hold_the_win_rate_in_85_to_97_percent_of_trials(monkeypatch):
    monkeypatch.setattr(weights_and_likelihood, "SETS", 100)  # enough to find one of a hundred
    judge = by_scores("eastern-us", False)
    found = try_draws(judge, any_hypothesis("eastern-us", False), 200)
    assert 0.85 <= found.held <= 0.97 and found.misfits < 0.05


def test_me_says_how_much_you_win_and_what_brings_50_percent():
    result = me("--scores", "98,110,131", "--board", "eastern-us")
    assert result.exit_code == 0
    first = result.output.splitlines()[0]
    assert re.fullmatch(
        r"You win about \d+ % of standard games \(90 % interval \d+ to \d+\), "
        r"by 3 scores: Eastern US.",
        first,
    )
    assert "0 %         25          50" in result.output and "standard      125" in result.output
    assert "50 %: " in result.output and " more would narrow" in result.output


def test_a_record_of_wins_is_enough():
    half, few = data("--record", "4/8"), data("--record", "1/8")
    assert half["games"] == 8 and half["win_rate"]["low"] < 0.5 < half["win_rate"]["high"]
    assert few["win_rate"]["value"] < half["win_rate"]["value"] - 0.1
    assert "by 8 games: Eastern US with Duel Barons" in me("--record", "3/8", "--barons").output


def test_all_four_kinds_of_error_are_used_and_it_is_said_when_they_disagree():
    found = data("--record", "3/8", "--barons")
    assert {kind["errs"] for kind in found["kinds"]} == set(ERRORS)
    assert sum(kind["weight"] for kind in found["kinds"]) == pytest.approx(1)
    rates = [kind["win_rate"] for kind in found["kinds"] if kind["weight"] >= POSSIBLE]
    assert found["kinds_disagree"] == (max(rates) - min(rates) > APART)
    said = "Kinds of error disagree" in me("--record", "3/8", "--barons").output
    assert said == found["kinds_disagree"]
    for chance in found["chances"]:
        assert chance["kinds_low"] <= chance["kinds_high"]


def test_T2_with_barons_the_target_that_is_meant_is_named():
    shown = me("--scores", "98,110,131", "--barons").output
    assert "target 125" in shown and "target 150" in shown and "target-110" not in shown


def test_the_example_of_the_docs_is_what_the_command_prints():
    page = (ROOT / "docs" / "me.md").read_text(encoding="utf-8")
    assert with_example(page) == page, "python -m experiments.readme"


def test_better_scores_win_more():
    low, high = data("--scores", "90 95 100"), data("--scores", "170,180,175")
    assert low["win_rate"]["high"] < high["win_rate"]["low"]
    assert low["chances"][0]["value"] < high["chances"][0]["value"]
    assert {"standard", "exhaust-1", "target-135"} <= {c["game"] for c in low["chances"]}
    wanted = data("--scores", "120,125,131", "--win-rate", "30")
    gaps = [abs(chance["value"] - 0.3) for chance in wanted["chances"]]
    assert abs(wanted["nearest"]["value"] - 0.3) == min(gaps)
    assert abs(wanted["nearest_target"]["value"] - 0.3) < 0.05


def test_where_no_tweak_brings_50_percent_the_target_is_named():
    assert "No tweak brings 50 %; target " in me("--scores", "60,70,65,80,50").output


def test_scores_that_fit_nobody_get_no_answer():
    result = me("--scores", "310,305,320")
    assert "fit no person that we know" in result.output and "new box" in result.output


@pytest.mark.slow
def test_of_scores_that_fit_badly_it_is_said_how_many_more_would_show_that_nobody_fits():
    result = me("--scores", "60,190")
    said = " ".join(result.output.split())
    assert "hese scores fit rather badly (2 % of such sets" in said
    assert "about 4 games more would show that your box has other parameters" in said
    assert not data("--scores", "60,190,60,190,60,190")["fits"]


def test_as_many_more_scores_as_it_says_narrow_the_interval():
    few = data("--scores", ",".join(["98,110,131,120"] * 2))
    assert few["games_more"] == 4
    many = data("--scores", ",".join(["98,110,131,120"] * 3))["win_rate"]
    assert many["high"] - many["low"] == pytest.approx(few["width_then"], abs=0.05)


def test_a_log_of_several_boards_is_used_whole(tmp_path):
    log = tmp_path / "games.csv"
    log.write_text(
        HEADS
        + "2026-01-01,eastern-us,no,,131\n,Mexico,yes,cash,120\n,mexico,yes,exhaust+1 cash,99\n"
    )
    found = data("--log", log)
    assert (found["games"], found["board"], found["barons"]) == (3, "mexico", True)
    assert data("--log", log, "--board", "eastern-us")["board"] == "eastern-us"
    assert "Scores of 2 boards are used together" in me("--log", log).output


def test_the_log_of_play_is_read_unless_another_is_named(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    none_yet = me()
    assert none_yet.exit_code == 2 and "rotwsim play has kept none yet" in none_yet.stderr
    (tmp_path / "rotwsim").mkdir()
    (tmp_path / "rotwsim" / "games.csv").write_text(HEADS + ",eastern-us,no,,131\n")
    assert "by one score: Eastern US" in me().output


PLAYED_BY_HAND = "board,score,hints,undos\n"


def test_games_with_hints_or_undos_count_only_if_asked_for(tmp_path):
    log = tmp_path / "games.csv"
    log.write_text(PLAYED_BY_HAND + "mexico,131,0,0\nmexico,221,86,0\nmexico,200,0,3\n")
    result = me("--log", log)
    assert "by one score" in result.output
    assert "Left out: 2 games with hints or undos; --helped counts them." in result.output
    assert (data("--log", log)["games"], data("--log", log)["left_out"]) == (1, 2)
    asked = me("--log", log, "--helped")
    assert "Left out" not in asked.output and data("--log", log, "--helped")["games"] == 3
    log.write_text(PLAYED_BY_HAND + "mexico,221,86,0\n")
    assert "1 game, all with hints or undos" in me("--log", log).stderr


def test_decisions_of_reviewed_games_narrow_the_interval_and_me_says_by_how_much(tmp_path):
    log, heads = tmp_path / "games.csv", "board,score,errors,errors_within\n"
    log.write_text(heads + "eastern-us,122,57.1,3.0\n" * 6)
    found = data("--log", log)
    both, alone = found["win_rate"], found["win_rate_by_scores"]
    assert found["reviewed"] == 6 and both["low"] < 0.5 < both["high"]
    assert both["high"] - both["low"] < 0.85 * (alone["high"] - alone["low"])
    width = 100 * (both["high"] - both["low"])
    assert f"6 games that you reviewed count too: the interval is {width:.0f} pp" in " ".join(
        me("--log", log).output.split()
    )
    log.write_text(heads + "eastern-us,122,,\n" * 6)
    assert data("--log", log)["win_rate"] == alone
    log.write_text(heads + "great-britain,122,15.0,3.0\n" * 6)  # he lost little: luck was bad
    found = data("--log", log)
    assert found["win_rate"]["value"] > found["win_rate_by_scores"]["value"] + 0.1


def test_games_by_other_rules_do_not_count(tmp_path):
    log = tmp_path / "games.csv"
    log.write_text("board,score,other_rules\nmexico,131,no\nmexico,221,yes\n")
    assert data("--log", log)["games"] == 1


def test_a_tweak_that_is_not_measured_yet_is_missing_only_where_it_is_asked_for(monkeypatch):
    book = load_rulebook()
    new = replace(book.tweaks[0], name="credit", group="credit")
    wider = replace(book, tweaks=(*book.tweaks, new))
    for module in (
        "analysis.person_scores",
        "analysis.me",
        "scenario.board_file",
        "scenario.options",
    ):
        monkeypatch.setattr(f"rotwsim.{module}.load_rulebook", lambda: wider)
    monkeypatch.setattr("rotwsim.scenario.scenario.load_rulebook", lambda: wider)
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
    "a file as board": (["--scores", "98", "--board", "mine.toml"], "no scores are known"),
    "both": (["--scores", "98", "--log", "x.csv"], "only one of them"),
    "an unknown tweak": (["--scores", "98", "--tweak", "casch"], "casch"),
    "a chance of 0": (["--scores", "98", "--win-rate", "0"], "--win-rate is 0"),
    "a record of too many": (["--record", "9/8"], "write games won and played, as 3/8"),
    "a record of words": (["--record", "most"], "write games won and played, as 3/8"),
    "scores and a record": (["--scores", "98", "--record", "3/8"], "only one of them"),
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

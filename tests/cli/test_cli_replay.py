"""`rotwsim replay` and `rotwsim dev audit`: what they print, and how an audit fails."""

from __future__ import annotations

import csv
import json
import re

import pytest
from click.testing import CliRunner

from rotwsim.cli import main
from rotwsim.cli.progress import progress
from rotwsim.cli.replay import BUTTONS
from rotwsim.reference.replay import Disagreement
from rotwsim.runner import audit_and_signature as auditing


def run(*words: str):
    return CliRunner().invoke(main, list(words))


def test_replay_tells_a_game_in_words():
    result = run("replay", "--player", "random", "--barons", "--seed", "3", "--game", "2")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Eastern US, Duel Barons, random: seed 3, game 2"
    assert "RESULT" in lines


def test_replay_as_json_is_the_same_story():
    result = run("replay", "--player", "random", "--json")
    story = json.loads(result.stdout)
    assert story["result"]["turns"] == len(story["turns"])
    text = run("replay", "--player", "random").stdout
    for turn in story["turns"]:
        for part in turn["parts"]:
            assert " ".join(part["text"].split()) in " ".join(text.split())


@pytest.mark.slow
def test_replay_writes_a_page(tmp_path):
    page = tmp_path / "new" / "game.html"
    words = ("--board", "portugal", "--player", "random", "--others", "3", "--html", str(page))
    result = run("replay", *words)
    files = [page, *(page.with_name(f"game-{name}.html") for name in BUTTONS)]
    assert result.stdout == "".join(f"Written: {file}\n" for file in files)
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert text.startswith("<!doctype html>")
        assert all(f'href="{other.name}"' in text for other in files[1:])
        assert "Content-Security-Policy\" content=\"default-src 'none'; " in text


@pytest.mark.slow
def test_a_review_of_the_log_notes_what_errors_cost_and_me_counts_it(tmp_path):
    log = tmp_path / "games.csv"
    words = ["play", "--board", "portugal", "--seed", "3", "--log", str(log)]
    played = CliRunner().invoke(main, words, input="1\n" * 600)
    assert "Why did it end so? rotwsim review" in played.output
    reviewed = run("review", str(log), "--rollouts", "30", "--json")
    errors = json.loads(reviewed.stdout)["errors"]
    (row,) = csv.DictReader(log.read_text().splitlines())
    assert errors > 30 and float(row["errors"]) == pytest.approx(errors, abs=0.06)
    assert json.loads(run("me", "--log", str(log), "--json").stdout)["reviewed"] == 1
    assert "leave the options out" in run("review", str(log), "--board", "mexico").stderr


def test_replay_writes_no_page_that_nobody_asked_for(tmp_path):
    page = tmp_path / "game.html"
    result = run("replay", "--board", "portugal", "--player", "passive", "--html", str(page))
    assert result.stdout == f"Written: {page}\n" and [*tmp_path.iterdir()] == [page]


def test_chances_show_how_far_they_are_in_a_pipe_too(monkeypatch):
    monkeypatch.setattr("rotwsim.cli.progress.PATIENCE", 0.0)
    monkeypatch.setattr("rotwsim.cli.replay.ROLLOUTS", 1)
    words = ("replay", "--board", "portugal", "--player", "passive", "--json", "--chances")
    assert run(*words, "--quiet").stderr == ""
    result = run(*words)
    assert re.search(r"^\d+ of \d+ actions looked at$", result.stderr, re.MULTILINE)
    assert json.loads(result.stdout)["rollouts"] == 1


@pytest.mark.slow
def test_audit_prints_what_was_checked():
    result = run("dev", "audit", "--player", "random", "--barons", "--games", "3", "--seed", "5")
    assert result.exit_code == 0
    assert result.stderr == ""
    lines = [" ".join(line.split()) for line in result.stdout.splitlines() if line.strip()]
    assert lines[0] == "Eastern US, Duel Barons, random, seed 5"
    assert lines[1] == "games 3" and lines[-1] == "No disagreement."
    assert any(line.startswith("legal choices compared") for line in lines)
    assert any(line.startswith("cubes exhausted (S25)") for line in lines)


def test_audit_fails_with_seed_game_turn_and_what_differs(monkeypatch):
    def disagree(given, log, offers, seed):
        raise Disagreement(7, 123, "POINTS 2 0", "POINTS 1 0 in turn 7")

    monkeypatch.setattr(auditing, "replay_log", disagree)
    result = run("dev", "audit", "--player", "passive", "--games", "2", "--seed", "9")
    assert result.exit_code == 1
    assert "DISAGREEMENT in seed 9, game 0, turn 7" in result.stdout
    assert "expected POINTS 2 0; the log says POINTS 1 0" in result.stdout
    assert "rotwsim replay --board eastern-us --player passive --seed 9 --game 0" in result.stdout


def test_audit_names_the_fields_of_the_outcome_that_differ(monkeypatch):
    monkeypatch.setattr(auditing, "differing_fields", lambda ours, theirs: [("bonds", 3, 4)])
    result = run("dev", "audit", "--player", "passive", "--games", "2")
    assert result.exit_code == 1
    assert "bonds: reference 3, core 4" in result.stdout


@pytest.mark.parametrize("words", [("--games", "0"), ("--seed", "-1"), ("--player", "randm")])
def test_a_wrong_option_is_told_in_one_line(words):
    result = run("dev", "audit", *words)
    assert result.exit_code == 2 and result.stderr.count("\n") == 1


@pytest.mark.parametrize(("patience", "is_shown"), [(0.0, True), (60.0, False)])
def test_progress_appears_on_stderr_once_patience_is_over(monkeypatch, capsys, patience, is_shown):
    monkeypatch.setattr("rotwsim.cli.progress.PATIENCE", patience)
    monkeypatch.setenv("FORCE_COLOR", "1")
    with progress() as tell:
        tell(1, 2, lambda: "1 of [2] games checked")
        tell(2, 2, lambda: "2 of [2] games checked")
    out, err = capsys.readouterr()
    assert out == "" and ("2 of [2] games checked" in err) == is_shown

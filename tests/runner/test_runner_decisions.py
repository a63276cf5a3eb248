"""Decisions to learn from: the same games, actions that replay them, a folder whole or absent."""

from __future__ import annotations

import json
import re

import numpy as np
import pandas as pd
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from rotwsim.cli import main
from rotwsim.core.play.setup import set_up
from rotwsim.core.play.solo import act, advance, answer
from rotwsim.core.rules.scoring_and_seats import result_of
from rotwsim.core.state import layout
from rotwsim.core.state.codes import DECIDE_ACTION
from rotwsim.core.state.log import no_log
from rotwsim.report.columns import dictionary
from rotwsim.runner import decisions
from rotwsim.runner.play import rules_of
from rotwsim.runner.run import run_games
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

SCENARIO = Scenario.of("portugal", barons=True, player="casual")
GAMES, SEED = 6, 3


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("learn") / "decisions"
    run_games(SCENARIO, GAMES, SEED, jobs=2, block=2, decisions=folder)
    return folder


@pytest.mark.slow
def test_the_games_are_those_played_without_recording(folder):
    plain = run_games(SCENARIO, GAMES, SEED, jobs=1)
    manifest = json.loads((folder / "_manifest.json").read_text(encoding="utf-8"))
    assert (manifest["digest"], manifest["games"]) == (plain.digest, GAMES)
    rows = pd.read_parquet(folder, columns=["game", "result", "won"]).groupby("game").first()
    assert rows["result"].tolist() == plain.table["result"].tolist()
    assert rows["won"].tolist() == plain.table["won"].tolist()


@pytest.mark.slow
def test_the_actions_taken_replay_every_game_to_the_same_result(folder):
    rules, kinds = rules_of(SCENARIO), set()
    for game, rows in pd.read_parquet(folder).groupby("game"):
        assert rows["decision"].tolist() == list(range(len(rows)))
        state = np.zeros(1, layout.STATE)[0]
        set_up(state, rules[0], SEED, game, no_log())
        for row in rows.itertuples():
            advance(state, rules[0], no_log())
            assert (row.turn, row.kind) == (state.turn, decisions.KINDS[state.decision])
            if state.decision == DECIDE_ACTION:
                act(state, rules[0], tuple(row.action.tolist()), no_log())
            else:
                answer(state, rules[0], int(row.action[0]), no_log())
            kinds.add(row.kind)
        advance(state, rules[0], no_log())
        assert state.over and result_of(state, rules[0], 0) == rows["result"].iloc[0]
    assert len(kinds) >= 5


@pytest.mark.slow
def test_what_is_seen_and_the_choices_are_those_of_the_environment(folder):
    pytest.importorskip("gymnasium")
    from rotwsim.env import SoloEnv

    env, followed = SoloEnv(SCENARIO), 0
    for game, rows in pd.read_parquet(folder).groupby("game"):
        seen, info = env.reset(options={"run": SEED, "game": int(game)})
        for row in rows.itertuples():
            legal = np.flatnonzero(info["action_mask"])
            assert (row.seen == seen).all() and (row.choices == legal).all()
            assert row.chosen == -1 or row.chosen in legal
            if row.chosen < 0 or list(env.choice(row.chosen)) != row.action.tolist():
                if row.kind == "action":
                    break  # the player chose what the numbering does not know
            seen, _, _, _, info = env.step(int(row.chosen))
            followed += 1
    assert followed > 20


@pytest.mark.slow
def test_the_master_is_recorded_too(tmp_path):
    scenario = Scenario.of("portugal", player="master", budget=10)
    recorded = run_games(scenario, 1, SEED, jobs=1, decisions=tmp_path / "master")
    assert recorded.digest == run_games(scenario, 1, SEED, jobs=1).digest
    rows = pd.read_parquet(tmp_path / "master")
    assert len(rows) > 40 and rows["result"].unique().tolist() == recorded.table["result"].tolist()


@pytest.mark.slow
def test_the_columns_are_those_of_the_dictionary(folder):
    first = next(folder.glob("*.parquet"))
    assert pq.read_schema(first).names == list(dictionary()["decisions"])


@pytest.mark.slow
def test_a_group_without_room_for_a_game_grows(folder, tmp_path, monkeypatch):
    monkeypatch.setattr(decisions, "GROUP", 16)
    run_games(SCENARIO, GAMES, SEED, jobs=1, decisions=tmp_path / "small")
    for name, column in pd.read_parquet(tmp_path / "small").items():
        there = pd.read_parquet(folder)[name]
        assert all(np.array_equal(a, b) for a, b in zip(column, there, strict=True))


@pytest.mark.slow
def test_a_full_disk_names_the_folder_and_leaves_nothing(tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pq.ParquetWriter, "write_table", full)
    wanted = tmp_path / "decisions"
    message = f"{wanted}: No space left on device; no decisions are kept"
    with pytest.raises(DataError, match=re.escape(message)):
        run_games(SCENARIO, 2, jobs=1, decisions=wanted)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seats", "2*casual"], "--decisions are those of the solo game; leave --seats out"),
        (["--out", "runs"], "--out does not go with --decisions"),
        (["--precision", "5"], "--precision does not go with --decisions"),
        (["--backend", "dask"], "--backend dask does not go with --decisions"),
    ],
)
def test_what_does_not_go_with_decisions_is_refused_before_a_game(words, message, tmp_path):
    words = ["run", *words, "--games", "2", "--decisions", str(tmp_path / "new")]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2 and message in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_holds_something_is_left_alone(tmp_path):
    (tmp_path / "mine.txt").write_text("kept")
    with pytest.raises(DataError, match="is there already; give another folder to --decisions"):
        run_games(SCENARIO, 2, jobs=1, decisions=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]

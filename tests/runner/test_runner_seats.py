"""Tables in the runner: rows per game and seat, the summary, stored runs, refusals."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from rotwsim.cli import main
from rotwsim.runner.run import run_games, simulate
from rotwsim.runner.store import read_run
from rotwsim.scenario.scenario import Scenario

GAMES = 12


def table(*seats: str, **options) -> Scenario:
    return Scenario.of("sweden", seats=seats or ("2*random", "novice"), **options)


def command(*words: str):
    return CliRunner().invoke(main, words)


def test_simulate_gives_one_row_per_game_and_seat():
    games = simulate(table(), games=GAMES, jobs=1)
    assert len(games) == 3 * GAMES
    assert games["seat"].tolist()[:4] == [1, 2, 3, 1]
    assert games["player"].astype(str).tolist()[:3] == ["random", "random", "novice"]
    assert set(games["baron"].astype(str)) <= {b.name for b in table().rail_barons}


def test_M42_wins_with_their_shares_add_up_to_one_a_game():
    games = simulate(table(), games=GAMES, jobs=1)
    assert games.groupby("game")["won"].sum().tolist() == pytest.approx([1.0] * GAMES)
    assert ((games["won"] > 0) == (games["place"] == 1)).all()


def test_M41_score_is_points_less_bonds_and_the_baron():
    games = simulate(table(), games=GAMES, jobs=1)
    assert (games["before_barons"] == games["points"] - games["bonds"]).all()
    assert (games["score"] == games["before_barons"] + games["baron_points"]).all()


def test_jobs_and_blocks_change_nothing_and_a_stored_run_goes_on(tmp_path):
    whole = run_games(table(), GAMES, jobs=1)
    parts = run_games(table(), GAMES, jobs=2, block=5)
    run_games(table(), 5, jobs=1, out=tmp_path / "run")
    continued = run_games(table(), GAMES, jobs=1, out=tmp_path / "run")
    assert whole.digest == parts.digest == continued.digest == read_run(tmp_path / "run").digest
    assert continued.played < GAMES
    assert read_run(tmp_path / "run").table.equals(whole.table)


def test_run_tells_the_seats_as_json():
    words = ("run", "--board", "sweden", "--seats", "2*random,novice", "--games", str(GAMES))
    told = json.loads(command(*words, "--json", "--quiet").stdout)
    assert [seat["player"] for seat in told["seats"]] == ["random", "random", "novice"]
    assert sum(seat["win_rate"] for seat in told["seats"]) == pytest.approx(1)
    for seat in told["seats"]:
        low, high = seat["interval"]
        assert 0 <= low <= seat["win_rate"] <= high <= 1
        assert {"mean", "sd", "quantiles"} <= set(seat["score"])
        assert {"bonds", "bids"} <= set(seat)
    assert {"turns", "margin", "unfinished", "games_per_second", "digest"} <= set(told)


def test_run_shows_a_row_for_every_seat():
    shown = command("run", "--board", "sweden", "--seats", "3*novice", "--games", "2", "--quiet")
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.count("novice") >= 3
    assert "margin" in shown.stdout and "unfinished" in shown.stdout


@pytest.mark.parametrize(
    "words, told",
    [
        (["--seats", "casual"], "1 seat"),
        (["--seats", "7*casual"], "7 seats"),
        (["--seats", "2*expert-unpruned"], 'no player is called "expert-unpruned"'),
        (["--seats", "2*casual", "--tweak", "cash"], "tweak belongs to the solo game"),
        (["--seats", "2*casual", "--set", "target=100"], "setting target"),
        (["--seats", "2*casual", "--barons"], "Duel Barons"),
        (["--seats", "2*casual", "--module", "depots"], "depots"),
        (["--seats", "2*casual", "--set", "bond_interest=3"], "legal in multiplayer are 0 to 2"),
        (["--bidding", "first_to_pass"], "bidding belongs to a table"),
    ],
)
def test_bad_input_is_refused_in_one_line_with_exit_code_2(words, told):
    refused = command("run", "--games", "1", *words)
    assert refused.exit_code == 2
    assert told in refused.output
    assert len(refused.output.strip().splitlines()) == 1


def test_compare_speaks_of_the_first_seat(tmp_path):
    words = ["compare", "--board", "sweden", "--seats", "2*random", "--games", "8", "--quiet"]
    shown = command(*words, "--variant", "bidding=whole_order", "--variant", "seats=3*random")
    assert shown.exit_code == 0, shown.output
    assert "first seat" in shown.stdout
    refused = command("compare", "--board", "sweden", "--variant", "seats=2*random")
    assert refused.exit_code == 2 and "only one has seats" in refused.output

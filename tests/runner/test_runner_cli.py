"""`rotwsim run` and `rotwsim run --plan`: the table, the JSON, bad input refused in one line."""

from __future__ import annotations

import json
import socket

import pytest

from rotwsim.report import runs
from rotwsim.runner import store as store_module
from rotwsim.runner import workload
from rotwsim.runner.store import read_run

from .conftest import GAMES, SEED

RUN = ("run", "--player", "random", "--barons", "--seed", SEED)
KEYS = [
    "scenario",
    "games",
    "seed",
    "win_rate",
    "win_rate_interval",
    "win_rate_over_plausible_boxes",
    "result",
    "turns",
    "triggers",
    "games_per_second",
    "digest",
    "provenance",
]


def test_the_json_is_one_object_with_exactly_the_promised_keys(rotwsim, scenario, plain_run):
    result = rotwsim(*RUN, "--games", GAMES, "--json")
    assert result.exit_code == 0, result.stderr
    told, table = json.loads(result.stdout), plain_run.table
    assert list(told) == KEYS
    assert told["scenario"] == scenario.describe()
    assert (told["games"], told["seed"]) == (GAMES, SEED)
    assert told["digest"] == plain_run.digest
    low, high = told["win_rate_interval"]
    assert low <= told["win_rate"] == table["won"].mean() <= high
    assert told["result"]["mean"] == pytest.approx(table["result"].mean())
    assert told["result"]["sd"] == pytest.approx(table["result"].std())
    for probability, value in told["result"]["quantiles"].items():
        assert value == table["result"].quantile(float(probability))
    assert set(told["turns"]) == {"mean", "min", "max"}
    assert told["turns"]["max"] == table["turns"].max()
    assert sum(told["triggers"].values()) == GAMES
    assert told["games_per_second"] > 0
    assert told["win_rate_over_plausible_boxes"] is None  # not measured for such a player
    assert "Base Exhaust" in told["provenance"]["assumed"]


def test_the_table_shows_every_figure_with_its_uncertainty(rotwsim, plain_run):
    result = rotwsim(*RUN, "--games", GAMES)
    assert result.exit_code == 0, result.stderr
    for words in (
        "Eastern US, Duel Barons, random",
        f"games {GAMES:,} seed {SEED}",
        "win rate, % 0 (0 to ",
        "no range is stored for this; the interval covers chance alone",
        "half of the results",
        "ended by Empty City Markers, %",
        "games a second",
        plain_run.digest,
        "assumed, not printed: Base Exhaust",
    ):
        assert words in " ".join(result.stdout.split()), words
    assert result.stderr == ""


def test_a_figure_that_is_set_is_no_longer_assumed(rotwsim):
    result = rotwsim(*RUN, "--games", 10, "--set", "base_exhaust=3", "--json")
    assert "Base Exhaust" not in json.loads(result.stdout)["provenance"]["assumed"]


@pytest.mark.slow
def test_a_run_with_out_can_be_repeated_and_read(rotwsim, plain_run, tmp_path):
    words = (*RUN, "--games", GAMES, "--out", tmp_path / "run", "--json")
    first, again = (json.loads(rotwsim(*words).stdout) for _ in range(2))
    assert again.pop("games_per_second") == 0 < first.pop("games_per_second")
    assert first == again
    assert read_run(tmp_path / "run").digest == plain_run.digest


@pytest.mark.slow
def test_precision_stops_at_the_same_game_for_any_block_size(rotwsim):
    words = ("run", "--player", "random", "--set", "target=0", "--set", "start_cash=1000")
    stopped = []
    for block in (90, 1_000):
        result = rotwsim(*words, "--precision", 5, "--block", block, "--json")
        assert result.exit_code == 0, result.stderr
        told = json.loads(result.stdout)
        low, high = told["win_rate_interval"]
        assert (high - low) / 2 <= 0.05
        assert told["games"] % 100 == 0 and told["games"] < 1_000
        stopped.append((told["games"], told["digest"]))
    assert stopped[0] == stopped[1]


def test_a_precision_out_of_reach_is_told(rotwsim):
    result = rotwsim(*RUN, "--precision", 0.1, "--games", 200)
    assert result.exit_code == 0
    assert "The precision of 0.1 pp was not reached in 200 games." in result.stderr
    assert rotwsim(*RUN, "--precision", 0.1, "--games", 200, "--quiet").stderr == ""


def nobody_listens() -> str:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return f"tcp://127.0.0.1:{door.getsockname()[1]}"


BAD_INPUT = {
    "unknown board": (["--board", "atlantis"], 'no board is called "atlantis"'),
    "unknown player": (["--player", "grandma"], 'no player is called "grandma"'),
    "tweak twice": (["--tweak", "exhaust+1", "--tweak", "exhaust+1"], "is given twice"),
    "contradiction": (["--tweak", "exhaust+1", "--tweak", "exhaust-1"], "contradict each other"),
    "no games": (["--games", "0"], "the number of games is 0; legal are 1 to"),
    "fewer than none": (["--games", "-5"], "the number of games is -5"),
    "half a game": (["--games", "0.5"], "'0.5' is not a valid integer"),
    "seed too small": (["--seed", "-1"], "the seed is -1; legal are 0 to 9223372036854775807"),
    "seed too large": (["--seed", str(2**63)], "legal are 0 to 9223372036854775807"),
    "no jobs": (["--jobs", "0"], "the number of jobs is 0"),
    "unknown backend": (["--backend", "ray"], 'no backend is called "ray"; legal: threads'),
    "scheduler alone": (["--scheduler", "tcp://x:1"], "a scheduler belongs to the backend dask"),
    "no precision": (["--precision", "0"], "the precision is 0 pp; legal are 0 to 50"),
    "odd precision": (["--precision", "nan"], "the precision is nan pp"),
    "nobody there": (
        ["--backend", "dask", "--scheduler", nobody_listens()],
        "no Dask scheduler answers at",
    ),
    "no address": (["--backend", "dask", "--scheduler", "moon"], "the form is tcp://host:port"),
}


@pytest.mark.parametrize("words, told", BAD_INPUT.values(), ids=BAD_INPUT.keys())
def test_bad_input_is_told_in_one_line_and_nothing_is_written(rotwsim, words, told, tmp_path):
    result = rotwsim("run", "--player", "random", *words, "--out", tmp_path / "new" / "run")
    assert result.exit_code == 2, result.output
    assert told in result.stderr
    assert result.stderr.startswith("Error: ") and result.stderr.count("\n") == 1
    assert result.stdout == ""
    assert not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_made_is_told_in_one_line(rotwsim, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("a file, not a folder")
    for folder in (blocked / "run", blocked):
        result = rotwsim(*RUN, "--games", 10, "--out", folder)
        assert result.exit_code == 2 and result.stdout == ""
        assert result.stderr.startswith("Error: ") and result.stderr.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_folder_that_cannot_be_written_is_told_in_one_line(rotwsim, tmp_path, monkeypatch):
    def refuse(path, *_, **__):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(store_module.Path, "mkdir", refuse)
    result = rotwsim(*RUN, "--games", 10, "--out", tmp_path / "run")
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert result.stderr.endswith("run/games: Permission denied\n")


def test_a_full_disk_is_told_in_one_line(rotwsim, tmp_path, monkeypatch):
    usual = store_module.write_whole

    def write(path, content, lasting):
        if path.suffix == ".parquet":
            raise OSError(28, "No space left on device")
        usual(path, content, lasting)

    monkeypatch.setattr(store_module, "write_whole", write)
    result = rotwsim(*RUN, "--games", 10, "--out", tmp_path / "run")
    assert result.exit_code == 2 and result.stdout == ""
    assert result.stderr.startswith("Error: ") and result.stderr.count("\n") == 1
    assert "No space left on device; complete blocks are kept" in result.stderr
    assert not list(tmp_path.iterdir())


def test_a_folder_of_another_run_is_told_in_one_line(rotwsim, tmp_path):
    words = ("run", "--player", "random", "--games", 10, "--out", tmp_path / "run")
    assert rotwsim(*words).exit_code == 0
    result = rotwsim(*words, "--tweak", "exhaust+1")
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert "holds games of another run: tweaks" in result.stderr


@pytest.fixture(autouse=True)
def short_plans(monkeypatch):
    monkeypatch.setattr(runs, "SECONDS", 0.1)


def test_plan_says_games_and_time_for_precisions_and_differences(rotwsim):
    for command, shown in (("run", ("± percentage points",)), ("compare", ("39,242", "7,847"))):
        result = rotwsim(command, "--plan", "--player", "random")
        assert result.exit_code == 0, result.stderr
        for words in ("games a second here", "time", *shown):
            assert words in result.stdout


def test_plan_as_json_answers_what_was_asked(rotwsim):
    words = (
        "compare",
        "--plan",
        "--player",
        "random",
        "--difference",
        1,
        "--flipped",
        50,
        "--json",
    )
    told = json.loads(rotwsim(*words, "--json").stdout)
    assert told["precisions"] == []
    (cost,) = told["differences"]
    assert (cost["pairs"], cost["flipped"]) == (39_242, 0.5)
    assert cost["minutes"] == pytest.approx(2 * 39_242 / told["games_per_second"] / 60)


@pytest.mark.parametrize(
    "words",
    [
        ["run", "--plan", "--precision", "0"],
        ["run", "--plan", "--precision", "1e-300"],
        ["compare", "--plan", "--flipped", "101"],
        ["compare", "--flipped", "10"],
        ["run", "--plan", "--seed", "-1"],
    ],
)
def test_plan_refuses_bad_input_in_one_line(rotwsim, words):
    result = rotwsim(*words, "--player", "random")
    assert result.exit_code == 2 and result.stdout == "" and result.stderr.count("\n") == 1


def test_a_command_measures_the_speed_of_a_player_once(rotwsim, monkeypatch):
    measured = []
    monkeypatch.setattr(workload, "measure_speed", lambda *given: measured.append(given) or 1e6)
    assert rotwsim(*RUN, "--games", 10).exit_code == 0 and len(measured) == 1

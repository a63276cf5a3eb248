"""`rotwsim dev bench`: figures, kept and compared."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from rotwsim.cli import main
from rotwsim.cli.dev import speed_ratios

pytestmark = pytest.mark.slow  # measures

QUICK = (
    "dev",
    "bench",
    "--quick",
    "--player",
    "random",
    "--board",
    "eastern-us",
    "--seconds",
    0.05,
)


@pytest.fixture(scope="module")
def figures(tmp_path_factory):
    path = tmp_path_factory.mktemp("bench") / "new" / "bench.json"
    words = [*map(str, QUICK), "--save", str(path)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("rotwsim.runner.bench.START_UPS", 1)
        patch.setattr("rotwsim.runner.bench.SCALING", 1)
        result = CliRunner().invoke(main, words)
    assert result.exit_code == 0, result.stderr
    return path, result


def test_bench_tells_speed_start_up_scaling_and_signature(figures):
    path, result = figures
    found = json.loads(path.read_text())
    assert found["games_per_second"]["random"]["eastern-us"] > 100
    assert found["start_up_seconds"] > 0
    assert "1" in found["games_per_second_by_jobs"]
    for words in (
        "Games per second and core",
        "1 job",
        "to the first game",
        *found["signatures"].values(),
    ):
        assert words in result.stdout
    assert "random on eastern-us …" in result.stderr


@pytest.mark.parametrize(
    "times_faster, later_tries, exit_code",
    [(0.5, 0.0, 0), (1.0, 0.0, 0), (1.08, 0.0, 0), (1.2, 0.0, 1), (1.2, 1.1, 0), (1.2, 1.0, 1)],
)
def test_a_player_that_became_slower_on_a_board_fails_the_comparison(
    figures, tmp_path, monkeypatch, rotwsim, times_faster, later_tries, exit_code
):
    found = json.loads(figures[0].read_text())
    former = json.loads(json.dumps(found))
    now = found["games_per_second"]["random"]["eastern-us"]
    former["games_per_second"]["random"]["eastern-us"] *= times_faster
    path = tmp_path / "former.json"
    path.write_text(json.dumps(former))
    monkeypatch.setattr("rotwsim.runner.bench.bench", lambda *_, **__: found)
    monkeypatch.setattr("rotwsim.runner.bench.speed", lambda *_: later_tries * now)
    result = rotwsim(*QUICK, "--against", path, "--quiet")
    assert result.exit_code == exit_code, result.output
    assert "Against the former run" in result.stdout
    slower = "More than 10 % slower than before: random on eastern-us"
    assert (slower in result.stderr) == bool(exit_code)


def test_a_table_that_seems_slower_is_tried_again_as_a_table(monkeypatch):
    tried = []

    def speed(scenario, seconds: float) -> float:
        tried.append(scenario)
        return 9.5

    monkeypatch.setattr("rotwsim.runner.bench.speed", speed)
    former = {"games_per_second": {"3*random": {"sweden": 10.0}}}
    found = {"games_per_second": {"3*random": {"sweden": 5.0}}}
    assert speed_ratios(former, found, 0.1) == {"3*random on sweden": 0.95}
    (scenario,) = tried
    assert len(scenario.seats) == 3 and scenario.board.name == "sweden"


def test_figures_of_another_machine_are_refused(figures, tmp_path, rotwsim):
    former = json.loads(figures[0].read_text()) | {"machine": "Abacus, 1 core"}
    path = tmp_path / "former.json"
    path.write_text(json.dumps(former))
    result = rotwsim(*QUICK, "--against", path)
    assert result.exit_code == 2 and "was measured on another machine" in result.stderr


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"games_per_second": {"random": {"x": 0}}}'])
def test_a_file_without_figures_is_told_in_one_line(rotwsim, tmp_path, text):
    path = tmp_path / "former.json"
    path.write_text(text)
    result = rotwsim(*QUICK, "--against", path)
    assert result.exit_code == 2 and result.stdout == ""
    assert "holds no numbers of rotwsim dev bench" in result.stderr
    assert rotwsim(*QUICK, "--against", tmp_path / "nowhere").exit_code == 2


def test_an_unknown_player_or_board_is_told_in_one_line(rotwsim):
    for words in (["--player", "grandma"], ["--board", "atlantis"]):
        result = rotwsim("dev", "bench", "--quick", *words, "--quiet")
        assert result.exit_code == 2 and result.stderr.count("\n") == 1

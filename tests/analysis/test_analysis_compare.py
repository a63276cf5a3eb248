"""Comparisons: nothing where nothing differs, and every figure from the stored games."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

import rotwsim
from rotwsim.analysis.pool import Arm
from rotwsim.analysis.questions.compare import (
    answer_of,
    looks,
    tweak_arms,
    until_decided,
)
from rotwsim.analysis.verdict_table import Side, pair_of, verdict_table
from rotwsim.cli import main
from rotwsim.scenario.schema import DataError
from rotwsim.stats import difference_at_stop

from .written import read_table

pytestmark = pytest.mark.slow  # plays tens of thousands of games

REPETITIONS, PAIRS, POOL = 400, 200, 6_000


def test_the_same_scenario_on_the_same_seeds_shows_exactly_no_difference(scenario):
    table = rotwsim.compare(scenario, {"same": scenario}, games=1000)
    (row,) = table.to_dict("records")
    for key in ("difference", "flipped", "result_difference", "result_low", "result_high"):
        assert row[key] == 0
    assert row["variance_ratio"] == 0 and row["p_value"] == 1
    assert row["low"] == -row["high"] and row["verdict"] == "equivalent"


def test_the_same_scenario_on_other_seeds_is_rejected_five_percent_of_the_time(scenario, games):
    pool = games.of(Arm("baseline", scenario), POOL).table[["game", "won", "result"]]
    random = np.random.default_rng(1)
    rejected = 0
    for _ in range(REPETITIONS):
        drawn = pool.iloc[random.permutation(POOL)[: 2 * PAIRS]].assign(game=[*range(PAIRS)] * 2)
        one, two = drawn[:PAIRS], drawn[PAIRS:]
        rejected += pair_of(Side("one", one), Side("two", two)).p_value < 0.05
    assert 0.03 <= rejected / REPETITIONS <= 0.07


def test_every_printed_figure_comes_from_the_stored_games(words, tmp_path):
    words = ["compare", *words, "--all-tweaks", "--games", "400", "--out", str(tmp_path / "out")]
    printed = CliRunner().invoke(main, words, env={"COLUMNS": "120"})
    assert printed.exit_code == 0, printed.output
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    told = pd.read_csv(tmp_path / "out" / "tables" / "compare.csv").set_index("name")
    # The ten lines: from the stored games of two arms to a row of the table.
    folder = {arm["arm"]: tmp_path / "out" / "games" / arm["folder"] for arm in manifest["arms"]}
    games = {arm: pd.read_parquet(folder[arm] / "games").sort_values("game") for arm in folder}
    for name, row in told.iterrows():
        base, variant = (games[side].set_index("game") for side in ("baseline", name))
        x = variant.won.astype(int) - base.won.astype(int)
        error = np.sqrt((x**2).sum() - x.sum() ** 2 / len(x)) / len(x)
        spread = (variant.won.var(ddof=0) + base.won.var(ddof=0)) / len(x)
        figures = [variant.won.mean(), x.mean(), (x != 0).mean(), error**2 / spread]
        result = (variant.result - base.result).mean()
        ends = [x.mean() - 1.959964 * error, x.mean() + 1.959964 * error]
        columns = ["win_rate", "difference", "flipped", "variance_ratio"]
        assert row[columns].tolist() == pytest.approx(figures, abs=1e-6), name  # six digits
        assert row["result_difference"] == pytest.approx(result, rel=1e-5, abs=1e-6)
        if (x != 0).sum() >= 25:  # below, the interval is Tango's
            assert row[["low", "high"]].tolist() == pytest.approx(ends, abs=1e-6)
        (line,) = [line for line in printed.stdout.splitlines() if line.split()[:1] == [name]]
        shown = line.replace("−", "-").replace("(", " ").replace(")", " ").split()
        low, high = row["low"], row["high"]
        expected = [100 * figures[0], 100 * figures[1], 100 * low, 100 * high, result]
        expected += [100 * figures[2], figures[3]]
        numbers = [float(shown[place]) for place in (1, 2, 3, 5, 6, 7, 8)]
        assert numbers == pytest.approx(expected, abs=0.0501), line
        assert shown[-1] == row["verdict"]


def test_tables_go_in_and_come_out(scenario):
    one = rotwsim.simulate(scenario, games=400)
    two = rotwsim.simulate(scenario.varied(tweaks=["cash"]), games=400)
    by_table = rotwsim.compare(one, {"cash": two})
    by_scenario = rotwsim.compare(scenario, ["cash: tweak=cash"], games=400)
    plain = by_scenario.assign(side="")
    pd.testing.assert_frame_equal(by_table, plain)
    assert by_scenario["side"].tolist() == ["easier"]


def test_games_of_another_seed_or_number_are_no_pairs(scenario):
    one = rotwsim.simulate(scenario, games=200)
    for other in (
        rotwsim.simulate(scenario, games=200, seed=2),
        rotwsim.simulate(scenario, games=300),
        one.iloc[::-1],
    ):
        with pytest.raises(DataError, match="the same games of the same seed"):
            rotwsim.compare(one, {"other": other})
    with pytest.raises(DataError, match="has no column won"):
        rotwsim.compare(one, {"other": one.drop(columns="won")})
    with pytest.raises(DataError, match="has no games"):
        rotwsim.compare(one, {"other": one.iloc[:0]})


def test_names_are_unique_and_something_is_compared(scenario):
    table = rotwsim.simulate(scenario, games=10)
    with pytest.raises(DataError, match='two sides of the comparison are called "a"'):
        verdict_table(Side("base", table), [Side("a", table), Side("a", table)])
    with pytest.raises(DataError, match="there is no variant"):
        rotwsim.compare(scenario, games=10)


def test_verdicts_are_corrected_for_the_number_of_variants():
    def side(name: str, wins: int) -> Side:
        won = np.arange(1000) < wins
        return Side(name, pd.DataFrame({"game": range(1000), "won": won, "result": won * 1}))

    def verdicts(variants: list[Side]) -> list[str]:
        return verdict_table(side("base", 500), variants, 0.001)["verdict"].tolist()

    one = side("a", 506)  # six flips, all to one side: p = 0.03
    assert verdicts([one]) == ["easier"]
    more = [side(f"b{number}", 506) for number in range(5)]
    assert verdicts([one, *more]) == ["undecided"] * 6


def test_a_comparison_is_sorted_by_its_effect_and_names_surprises(scenario, games):
    without_markers = {**dict(scenario.settings), "empty_city_trigger": 24}
    scenario = scenario.varied(settings=without_markers)
    base, *tweaks = games.all([Arm("baseline", scenario), *tweak_arms(scenario)], 300)
    answer = answer_of(base, tweaks)
    table = answer.tables["compare"]
    assert table["difference"].is_monotonic_decreasing
    # Target 110 "makes it easier" only where the target was above 110.
    assert any(alert.startswith("target-110: the rulebook says easier") for alert in answer.alerts)
    causes = answer.tables["causes"].set_index(["name", "column"])
    # Two cards are removed instead of twelve: ten turns more.
    assert 9 < causes.loc[("cards-2", "turns"), "difference"] <= 10
    flips = answer.tables["flips"]
    assert (flips["baseline_result"] >= 11).sum() + (flips["variant_result"] >= 11).sum() > 0
    assert flips["command"].str.startswith("rotwsim replay --board eastern-us").all()


def test_looks_grow_to_the_cap():
    assert list(looks(4000)) == [1000, 1500, 2250, 3375, 4000]
    assert list(looks(300)) == [300]


def test_a_variant_stops_when_its_difference_is_precise(scenario, games):
    arms = [Arm("cash", scenario.varied(tweaks=["cash"])), Arm("same", scenario)]
    stopped = until_decided(games, Arm("base", scenario), arms, 0.01, 6000, half_width=0.02)
    base, variants, _ = stopped
    answer = answer_of(base, variants, margin=0.01, at_precision=True)
    table = answer.tables["compare"].set_index("name")
    assert table.loc["same", "verdict"] == "equivalent"
    for variant in variants:
        pair = pair_of(base, variant)
        stop = difference_at_stop(pair.only_baseline, pair.only_variant, pair.n)
        assert (stop.low, stop.high) == tuple(table.loc[variant.name, ["low", "high"]])
        assert stop.half_width <= 0.02 or variant.games == 6000
    assert base.games == max(variant.games for variant in variants)


def test_a_sequential_test_decides_and_does_not_depend_on_what_is_stored(scenario, games, tmp_path):
    arms = [Arm("cash", scenario.varied(tweaks=["cash"])), Arm("same", scenario)]
    base = Arm("base", scenario)
    _, variants, judged = until_decided(games, base, arms, margin=0.02, cap=6000)
    assert judged[1] == "equivalent"
    fresh = type(games)(1, tmp_path, jobs=2)
    _, again, rejudged = until_decided(fresh, base, arms, margin=0.02, cap=6000)
    assert [arm.games for arm in again] == [arm.games for arm in variants]
    assert rejudged == judged


@pytest.mark.parametrize("stop", [{"precision": 0.03}, {"sequential": True}])
def test_python_stops_as_the_command_does(stop, scenario, games, words, tmp_path):
    table = rotwsim.compare(scenario, ["tweak=cash"], games=3000, **stop, using=games)
    option = ["--sequential"] if "sequential" in stop else ["--precision", "3"]
    out = tmp_path / "out"
    told = ["compare", *words, "--variant", "tweak=cash", "--games", "3000", *option]
    result = CliRunner().invoke(main, [*told, "--out", str(out)])
    assert result.exit_code == 0, result.output
    for name, frame in (("compare", table), ("flips", table.flips), ("causes", table.causes)):
        written = read_table(out, name)
        pd.testing.assert_frame_equal(pd.DataFrame(frame).reset_index(drop=True), written)
    assert len(table.flips) and table["games"].iloc[0] < 3000


@pytest.mark.parametrize("precision", [float("nan"), 0, -1, 0.5, "narrow", True])
def test_a_precision_that_cannot_be_is_refused(scenario, games, precision):
    with pytest.raises(DataError, match=r"the precision is .*above 0 and below 0\.5"):
        rotwsim.compare(scenario, {"a": scenario}, precision=precision, using=games)


USELESS = {"sequential": True, "precision": 0.01, "games": 10, "out": "folder", "jobs": 1}


@pytest.mark.parametrize("option, value", USELESS.items(), ids=USELESS)
def test_tables_take_no_option_of_games_to_play(option, value, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    table = pd.DataFrame({"game": range(4), "won": True, "result": 1})
    with pytest.raises(DataError, match=f"tables hold games already; leave out {option}$"):
        rotwsim.compare(table, table, **{option: value})


def test_precision_and_sequential_exclude_each_other(scenario, games):
    with pytest.raises(DataError, match="not at both"):
        rotwsim.compare(scenario, {"a": scenario}, precision=0.01, sequential=True, using=games)
    with pytest.raises(DataError, match="the number of games is 0"):
        rotwsim.compare(scenario, {"a": scenario}, games=0, using=games)

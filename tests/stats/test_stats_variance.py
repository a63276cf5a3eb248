"""Claims about the split of variance into skill, luck and what they do together."""

import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as smf
from statsmodels.stats.anova import anova_lm

from experiments.validity.coverage_splits import split_of_known_shares
from rotwsim.stats import sobol_indices, variance_split

SKILL = np.array([-2.0, -1.0, 1.0, 2.0])


def results(seeds, random_seed, luck=1.5, together=1.0, skill=SKILL):
    random = np.random.default_rng(random_seed)
    by_seed = luck * random.normal(size=(seeds, 1))
    return skill + by_seed + together * random.normal(size=(seeds, len(skill)))


def long_table(array):
    seeds, players = array.shape
    return pd.DataFrame(
        {
            "seed": np.repeat(np.arange(seeds), players),
            "player": np.tile([f"player {letter}" for letter in "abcd"][:players], seeds),
            "result": array.ravel(),
        }
    )


def test_the_split_of_players_and_seeds_is_the_analysis_of_variance_of_statsmodels():
    table = long_table(results(40, random_seed=27))
    anova = anova_lm(smf.ols("result ~ C(seed) + C(player)", data=table).fit())
    squares = anova["sum_sq"] / anova["df"]
    # Expected mean squares with fixed players and random seeds.
    skill = (squares["C(player)"] - squares["Residual"]) / 40 * 3 / 4
    luck = (squares["C(seed)"] - squares["Residual"]) / 4
    together = squares["Residual"]
    split = variance_split(table, ["player"], replicates=200).set_index("term")
    total = skill + luck + together
    assert split.loc["player", "share"] == pytest.approx(skill / total, abs=1e-9)
    assert split.loc["seed", "share"] == pytest.approx(luck / total, abs=1e-9)
    assert split.loc["player × seed", "share"] == pytest.approx(together / total, abs=1e-9)


def test_shares_add_up_and_totals_hold_their_interactions():
    split = variance_split(long_table(results(200, 28)), ["player"], replicates=200)
    by_term = split.set_index("term")
    assert split["share"].sum() == pytest.approx(1.0, abs=1e-12)
    together = by_term.loc["player × seed", "share"]
    assert by_term.loc["seed", "total"] == pytest.approx(by_term.loc["seed", "share"] + together)
    assert np.isnan(by_term.loc["player × seed", "total"])
    assert (split["n"] == 200).all()


@pytest.mark.slow
def test_the_intervals_of_skill_and_luck_cover_the_truth():
    # Skill 2.5, shared luck 2.25, own luck 1.
    for truth, found, covered in split_of_known_shares(2.25, 1.0, seeds=150, runs=240).values():
        assert found == pytest.approx(truth, abs=0.01)
        assert covered == pytest.approx(0.94, abs=0.035)


def test_without_shared_luck_none_is_reported():
    split = split_of_known_shares(0.0, 2.5, seeds=150, runs=60)
    assert split["seed"][1] < 0.01  # once a quarter of all
    assert split["player × seed"][1] == pytest.approx(0.5, abs=0.02)


def test_the_shared_part_is_the_mean_covariance_of_the_players():
    array = results(60, 36)
    covariance = np.cov(array.T)
    shared = covariance[~np.eye(4, dtype=bool)].mean()
    own = np.diag(covariance).mean() - shared
    split = variance_split(long_table(array), ["player"], replicates=50).set_index("term")
    shares = split["share"]
    assert shares["player × seed"] / shares["seed"] == pytest.approx(own / shared, rel=1e-9)


def test_equal_players_have_no_share_of_skill():
    table = long_table(results(300, 30, skill=np.zeros(4)))
    player = variance_split(table, ["player"]).set_index("term").loc["player"]
    assert player["share"] < 0.01
    assert player["low"] == 0.0


def test_two_factors_split_into_seven_terms():
    random = np.random.default_rng(31)
    by_board, by_player = np.array([0.0, 3.0]), np.array([-1.0, 0.0, 1.0])
    table = pd.DataFrame(
        [
            {"board": board, "player": player, "seed": seed}
            for seed in range(400)
            for board in range(2)
            for player in range(3)
        ]
    )
    table["result"] = (
        by_board[table["board"]] + by_player[table["player"]] + random.normal(size=2_400)
    )
    split = variance_split(table, ["board", "player"], replicates=200).set_index("term")
    assert len(split) == 7
    total = 2.25 + 2 / 3 + 1
    assert split.loc["board", "share"] == pytest.approx(2.25 / total, abs=0.02)
    assert split.loc["player", "share"] == pytest.approx(2 / 3 / total, abs=0.02)
    assert split.loc["board × player", "share"] < 0.005
    assert split["share"].sum() == pytest.approx(1.0, abs=0.01)  # some are below zero, shown as 0


def swapped_games(n, random_seed):
    """Three sources a, b, c with outcome a + 2 b + b c: variance 1, 4 and 1 together."""
    random = np.random.default_rng(random_seed)
    first, second = random.normal(size=(2, 3, n))

    def outcome(a, b, c):
        return a + 2 * b + b * c

    swapped = {
        name: outcome(*[second[s] if s == source else first[s] for s in range(3)])
        for source, name in enumerate("abc")
    }
    return outcome(*first), outcome(*second), swapped


def test_pick_and_freeze_finds_what_each_source_decides_alone_and_together():
    table = sobol_indices(*swapped_games(40_000, 32), replicates=300).set_index("factor")
    truth = {"a": (1 / 6, 1 / 6), "b": (4 / 6, 5 / 6), "c": (0.0, 1 / 6)}
    for name, (first, total) in truth.items():
        assert table.loc[name, "first"] == pytest.approx(first, abs=0.02)
        assert table.loc[name, "total"] == pytest.approx(total, abs=0.02)
    assert (table["n"] == 40_000).all()


@pytest.mark.slow
def test_pick_and_freeze_intervals_cover_the_truth():
    truth = np.array([[1 / 6, 1 / 6], [4 / 6, 5 / 6], [0.0, 1 / 6]])
    covered = np.zeros((3, 2))
    for repetition in range(200):
        games = swapped_games(200, (33, repetition))
        table = sobol_indices(*games, replicates=200, bootstrap_seed=repetition)
        low = table[["first_low", "total_low"]].to_numpy()
        high = table[["first_high", "total_high"]].to_numpy()
        covered += (low <= truth) & (truth <= high)
    assert (covered / 200 > 0.9).all()


def test_a_source_that_nothing_depends_on_has_no_share():
    base, other, _ = swapped_games(2_000, 34)
    row = sobol_indices(base, other, {"idle": base}).iloc[0]
    assert row["total"] == pytest.approx(0.0, abs=1e-12)
    assert row["first_low"] == 0.0


def test_rare_wins_leave_wide_but_finite_shares():
    base, other, swapped = np.zeros(50), np.zeros(50), np.zeros(50)
    base[3] = other[9] = swapped[9] = 1
    row = sobol_indices(base, other, {"deck": swapped}).iloc[0]
    assert row["first"] == pytest.approx(1.0)
    assert 0 <= row["total_low"] <= row["total_high"] <= 1


def test_impossible_splits_are_refused():
    table = long_table(results(10, 35))
    with pytest.raises(ValueError, match="not crossed"):
        variance_split(table.iloc[1:], ["player"])
    with pytest.raises(ValueError, match="never varies"):
        variance_split(table.assign(result=1.0), ["player"])
    with pytest.raises(ValueError, match="at least two levels"):
        variance_split(table.assign(player="the only one").drop_duplicates("seed"), ["player"])
    with pytest.raises(ValueError, match="no column 'score'"):
        variance_split(table, ["player"], outcome="score")
    with pytest.raises(ValueError, match="lengths differ"):
        sobol_indices([1.0, 2.0], [1.0, 3.0], {"deck": [1.0]})
    with pytest.raises(ValueError, match="never varies"):
        sobol_indices([1.0, 1.0], [1.0, 3.0], {"deck": [1.0, 2.0]})

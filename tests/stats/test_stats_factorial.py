"""Claims about effects and interactions of factors played on the same seeds."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm

from experiments.validity.coverage_families import false_interactions
from rotwsim.stats import factorial_contrasts, factorial_effects, paired_difference
from rotwsim.stats.factorial import fit_logit

FACTORS = ["exhaust", "barons", "bonds"]


def played_design(seeds, random_seed, effects=(0.8, -0.5, 0.0), together=0.6, luck=1.0):
    """A 2^3 design on common seeds: the seed's luck is shared by all its eight games."""
    random = np.random.default_rng(random_seed)
    grid = np.array(list(product((0, 1), repeat=3)))
    log_odds = (grid - 0.5) @ np.array(effects) + together * (grid[:, 0] - 0.5) * (grid[:, 1] - 0.5)
    shared = luck * random.normal(size=(seeds, 1))
    won = random.random((seeds, 8)) < 1 / (1 + np.exp(-log_odds - shared))
    table = pd.DataFrame(np.tile(grid, (seeds, 1)), columns=FACTORS)
    table["seed"] = np.repeat(np.arange(seeds) + 1_000, 8)
    table["win"] = won.ravel().astype(int)
    return table


def design_matrix(table):
    centred = table[FACTORS].to_numpy() - 0.5
    pairs = [centred[:, a] * centred[:, b] for a, b in ((0, 1), (0, 2), (1, 2))]
    return np.column_stack([np.ones(len(table)), centred, *pairs])


@pytest.fixture(scope="module")
def table():
    return played_design(400, random_seed=21).sample(frac=1, random_state=1)


def test_coefficients_and_plain_errors_agree_with_statsmodels(table):
    oracle = sm.Logit(table["win"], design_matrix(table)).fit(disp=0, tol=1e-14)
    effects = factorial_effects(table, FACTORS, seed=None)
    assert effects["coefficient"].to_numpy() == pytest.approx(oracle.params[1:], abs=1e-9)
    assert effects["standard_error"].to_numpy() == pytest.approx(oracle.bse[1:], abs=1e-9)
    assert effects["p_odds"].to_numpy() == pytest.approx(oracle.pvalues[1:], abs=1e-9)


def test_errors_clustered_by_seed_agree_with_statsmodels(table):
    groups = {"groups": table["seed"].to_numpy()}
    design = design_matrix(table)
    glm = sm.GLM(table["win"], design, family=sm.families.Binomial())
    oracle = glm.fit(cov_type="cluster", cov_kwds=groups, tol=1e-14)
    effects = factorial_effects(table, FACTORS)
    assert effects["coefficient"].to_numpy() == pytest.approx(oracle.params[1:], abs=1e-9)
    assert effects["standard_error"].to_numpy() == pytest.approx(oracle.bse[1:], abs=1e-8)
    odds = np.exp(oracle.conf_int()[1:])
    assert effects[["odds_low", "odds_high"]].to_numpy() == pytest.approx(odds, abs=1e-7)


def test_average_marginal_effects_without_interactions_agree_with_statsmodels(table):
    plain = table[FACTORS].to_numpy().astype(float)
    model = sm.Logit(table["win"], sm.add_constant(plain)).fit(disp=0, tol=1e-14)
    oracle = model.get_margeff(at="overall", dummy=True)
    effects = factorial_effects(table, FACTORS, seed=None, interactions=False)
    assert effects["difference"].to_numpy() == pytest.approx(oracle.margeff, abs=1e-9)
    half_width = (effects["high"] - effects["low"]) / 2
    assert half_width.to_numpy() == pytest.approx(1.959963984540054 * oracle.margeff_se, abs=1e-8)


def test_single_games_and_added_up_cells_give_the_same_fit(table):
    games = fit_logit(design_matrix(table), table["win"], np.ones(len(table)))
    cells = table.groupby(FACTORS, as_index=False)["win"].agg(["sum", "count"])
    added = fit_logit(design_matrix(cells), cells["sum"], cells["count"])
    assert added.coefficients == pytest.approx(games.coefficients, abs=1e-10)
    assert added.covariance == pytest.approx(games.covariance, abs=1e-10)


def test_one_factor_is_the_paired_difference_and_the_odds_ratio_of_its_two_arms():
    table = played_design(500, random_seed=22)
    table = table[(table["barons"] == 0) & (table["bonds"] == 0)]
    off, on = (table.loc[table["exhaust"] == x, "win"].to_numpy() for x in (0, 1))
    row = factorial_effects(table, ["exhaust"]).iloc[0]
    paired = paired_difference(off, on)
    assert row["difference"] == pytest.approx(paired.difference.value, abs=1e-10)
    assert (row["high"] - row["low"]) / 2 == pytest.approx(paired.difference.half_width, rel=5e-3)
    odds = on.mean() / (1 - on.mean()) / (off.mean() / (1 - off.mean()))
    assert row["odds_ratio"] == pytest.approx(odds, rel=1e-9)


@pytest.mark.slow
def test_intervals_cover_a_true_interaction_and_a_factor_without_effect():
    covered = np.zeros(2)
    for repetition in range(200):
        table = played_design(150, (23, repetition), luck=0.0)
        effects = factorial_effects(table, FACTORS).set_index("term")
        interaction, idle = effects.loc["exhaust × barons"], effects.loc["bonds"]
        covered += (
            interaction["odds_low"] <= np.exp(0.6) <= interaction["odds_high"],
            idle["low"] <= 0.0 <= idle["high"],
        )
    assert covered / 200 == pytest.approx(0.95, abs=0.035)


def test_common_seeds_make_clustered_errors_smaller_than_plain_ones():
    table = played_design(500, random_seed=24, luck=3.0)
    clustered = factorial_effects(table, FACTORS)["standard_error"]
    plain = factorial_effects(table, FACTORS, seed=None)["standard_error"]
    assert (clustered < 0.8 * plain).all()


def test_a_half_fraction_of_2_to_the_3_tells_main_effects_but_not_interactions():
    table = played_design(300, random_seed=25)
    half = table[table[FACTORS].sum(axis=1) % 2 == 1]
    effects = factorial_effects(half, FACTORS, interactions=False)
    assert list(effects["term"]) == FACTORS
    assert (effects["n"] == 1_200).all()
    with pytest.raises(ValueError, match="aliased"):
        factorial_effects(half, FACTORS)


def test_contrasts_without_a_model_nearly_agree_with_the_models_average_effects(table):
    model = factorial_effects(table, FACTORS)
    contrasts = factorial_contrasts(table, FACTORS)
    assert list(contrasts["term"]) == list(model["term"])
    for column in ("difference", "low", "high"):
        assert contrasts[column].to_numpy() == pytest.approx(model[column], abs=5e-3)


def test_the_p_value_belongs_to_the_difference_and_agrees_with_the_contrasts(table):
    model = factorial_effects(table, FACTORS)
    contrasts = factorial_contrasts(table, FACTORS)
    assert model["p_value"].to_numpy() == pytest.approx(contrasts["p_value"], abs=0.01)
    excluded = (model["low"] > 0) | (model["high"] < 0)
    assert (excluded == (model["p_value"] < 0.05)).all()


@pytest.mark.parametrize("model", [True, False])
def test_effects_that_add_up_in_points_are_not_said_to_interact(model):
    assert false_interactions(1_000, 100, model) <= 0.12


def test_a_tweak_that_changes_no_game_has_no_effect_and_p_1():
    table = played_design(50, random_seed=27)
    table["win"] = table["seed"] % 2
    assert (factorial_contrasts(table, FACTORS)["p_value"] == 1.0).all()
    assert (factorial_effects(table, FACTORS)["p_value"] == 1.0).all()


def test_a_main_contrast_is_the_difference_of_the_two_halves(table):
    contrasts = factorial_contrasts(table, FACTORS).set_index("term")
    halves = table.groupby("exhaust")["win"].mean()
    assert contrasts.loc["exhaust", "difference"] == pytest.approx(halves[1] - halves[0], abs=1e-12)


def test_an_interaction_is_the_difference_of_two_differences(table):
    cell = table.groupby(["exhaust", "barons"])["win"].mean()
    expected = (cell[1, 1] - cell[0, 1]) - (cell[1, 0] - cell[0, 0])
    contrasts = factorial_contrasts(table, FACTORS).set_index("term")
    model = factorial_effects(table, FACTORS).set_index("term")
    assert contrasts.loc["exhaust × barons", "difference"] == pytest.approx(expected, abs=1e-12)
    assert model.loc["exhaust × barons", "difference"] == pytest.approx(expected, abs=5e-3)


def test_a_combination_that_never_wins_has_contrasts_but_no_logit_estimate():
    table = played_design(100, random_seed=26)
    table.loc[(table["exhaust"] == 1), "win"] = 0
    with pytest.raises(ValueError, match="always wins or always loses"):
        factorial_effects(table, FACTORS)
    contrasts = factorial_contrasts(table, FACTORS)
    assert np.isfinite(contrasts["difference"]).all()


def test_impossible_designs_are_refused(table):
    with pytest.raises(ValueError, match="no column 'baron'"):
        factorial_effects(table, ["baron"])
    with pytest.raises(ValueError, match="exhaust must hold only 0 and 1"):
        factorial_effects(table.assign(exhaust=table["exhaust"] + 1), FACTORS)
    with pytest.raises(ValueError, match="NaN"):
        factorial_effects(table.assign(win=np.nan), FACTORS)
    with pytest.raises(ValueError, match="not crossed: 3199 rows"):
        factorial_contrasts(table.iloc[1:], FACTORS)
    with pytest.raises(ValueError, match="both off"):
        factorial_contrasts(table[table["bonds"] == 0], FACTORS)

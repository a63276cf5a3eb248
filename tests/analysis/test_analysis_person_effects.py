"""What tweaks do to a person: bands of kinds and boxes, one-sided targets, prices, maps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from experiments.measured.effects import save_bands
from rotwsim.analysis.boxes import known_ranges
from rotwsim.analysis.boxes import play as boxes
from rotwsim.analysis.boxes.known_ranges import Bands, known_bands
from rotwsim.analysis.comparison import compare
from rotwsim.analysis.experiment import read_experiment, with_known_persons
from rotwsim.analysis.pool import Games
from rotwsim.analysis.questions import prices
from rotwsim.analysis.questions.prices import (
    Cell,
    likely_gaps,
    played,
    points_of_target,
    smooth,
    tweaks_of,
)
from rotwsim.runner.person_calibration import same_person, with_knob
from rotwsim.scenario.options import UNKNOWN_KNOB
from rotwsim.scenario.scenario import Scenario

from .written import ask

FEW = 12  # games


def half(**options) -> Scenario:
    return with_knob(Scenario.of(wins=50, **options))


def cell_of(standard: np.ndarray, tweaked: np.ndarray) -> Cell:
    return Cell(half(), {"": standard, "cash": tweaked}, {"": 120, "cash": 120})


def test_a_tweak_of_the_target_alone_is_never_undecided():
    found = compare("eastern-us", ["tweak=target-110", "tweak=target-135"], games=FEW, wins=50)
    rows = found.set_index("name")
    assert rows.loc["tweak=target-110", "verdict"] in ("easier", "equivalent")
    assert rows.loc["tweak=target-135", "verdict"] in ("harder", "equivalent")
    assert rows.loc["tweak=target-110", "low"] >= 0 >= rows.loc["tweak=target-135", "high"]


def test_what_is_undecided_says_how_many_games_more_would_decide():
    row = compare("eastern-us", ["tweak=display-4"], games=FEW, wins=50).iloc[0]
    assert row.verdict == "undecided" and row.more_games >= 1


def test_a_variant_with_barons_names_the_person_by_the_knob():
    plain = half()
    dealt = same_person(plain.varied(barons=True), plain)
    assert dealt.knob == plain.knob and not dealt.wins
    assert same_person(plain.varied(tweaks=["cash"]), plain).wins == 50


def test_arms_that_are_compared_have_the_person_of_their_baseline(tmp_path):
    path = tmp_path / "mine.toml"
    arms = '[scenario]\nwins = 50\n[arms]\nbarons = [false, true]\ntweaks = ["none", "cash"]\n'
    for across, same in (("barons", True), ("tweaks", False)):
        path.write_text(f"# Who?\n{arms}[compare]\nacross = '{across}'\n", encoding="utf-8")
        known = with_known_persons(read_experiment(path)).arms
        plain, cash, dealt, both = (planned.arm.scenario.knob for planned in known)
        assert plain == cash and dealt == both and (plain == dealt) == same


def test_with_barons_a_target_tweak_says_the_target_that_is_meant():
    assert "target-110 (125 points)" in Scenario.of(barons=True, tweaks=["target-110"]).title()
    assert "points" not in Scenario.of(tweaks=["target-110"]).title()


def test_bands_are_those_of_the_person_who_wins_half_and_of_one_tweak(tmp_path):
    path = tmp_path / "effects.toml"
    band = Bands("eastern-us", False, "cash", 0.08, 0.18, 0.07, 0.16, 25, 80, "old")
    save_bands([band], path)
    base = half()
    assert known_bands(base, base.varied(tweaks=["cash"]), path) == band and band.is_stale
    assert known_bands(base, base.varied(tweaks=["cards-1"]), path) is None
    weaker = with_knob(Scenario.of(wins=30))
    assert known_bands(weaker, weaker.varied(tweaks=["cash"]), path) is None
    expert = Scenario.of(player="expert")
    assert known_bands(expert, expert.varied(tweaks=["cash"]), path) is None


def test_compare_prints_the_bands_where_they_are_known(monkeypatch):
    band = Bands("eastern-us", False, "cash", 0.08, 0.18, 0.07, 0.16, 25, 80, "old")
    known = {("eastern-us", False, "cash"): band}
    monkeypatch.setattr(known_ranges, "stored_bands", lambda path: known)
    found = compare("eastern-us", ["tweak=cash"], games=FEW, wins=50)
    row = found.answer.tables["effects"].iloc[0]
    assert (row.kinds_low, row.kinds_high) == (0.08, 0.18)
    assert (row.boxes_difference_low, row.boxes_difference_high) == (0.07, 0.16)
    assert row.all_low <= min(0.07, row.low) and row.all_high >= max(0.18, row.high)
    assert row.standard_wins == 0.5 and row.tweak == "cash" and row.target == 125


def test_the_price_in_points_of_target_is_found_on_the_same_games():
    results = np.arange(100, 140)  # a target of 120 wins half; each point is 2.5 pp
    cell = cell_of(results, results)
    assert points_of_target([cell], -0.25) == pytest.approx(10)
    assert points_of_target([cell], 0.1) == pytest.approx(-4)


def test_chance_alone_leaves_no_spread_over_places():
    random = np.random.default_rng(4)
    cells = [
        cell_of(random.integers(100, 140, 400), random.integers(100, 140, 400)) for _ in range(14)
    ]
    seen = [cell.gap("cash").mean() for cell in cells]
    assert np.ptp(likely_gaps(cells, "cash")) < 0.5 * np.ptp(seen)


def test_a_skill_curve_goes_through_what_the_levels_show():
    levels = np.array([0.1, 0.3, 0.5, 0.7, 0.9])
    random = np.random.default_rng(2)
    truth = 1 / (1 + np.exp(-(np.log(levels / (1 - levels)) - 1)))
    gaps = [random.choice([0.0, -1.0], 4000, p=[1 - fall, fall]) for fall in levels - truth]
    found = smooth(levels, gaps)
    assert [one.value for one in found] == pytest.approx(truth, abs=0.02)
    assert all(one.low <= share <= one.high for one, share in zip(found, truth, strict=True))


@pytest.mark.slow
def test_prices_and_maps_have_all_their_tables(monkeypatch):
    some = [tweak for tweak in tweaks_of() if tweak.name in ("cash", "target-135")]
    monkeypatch.setattr(prices, "tweaks_of", lambda: some)
    monkeypatch.setattr(prices, "LEVELS", (20.0, 50.0, 80.0, 90.0))
    with Games() as games:
        asked = {"games": FEW, "boards": ["mexico"], "other_games": FEW, "curve_games": FEW}
        found = ask(games, "prices", half(), **asked)
        assert len(found.tables["prices"]) == 2 and len(found.alerts) == 3
        curves = found.tables["skill_curves"]
        assert set(curves["barons"]) == {False, True} and curves["win_rate"].between(0, 1).all()
        asked = {"games": FEW, "boards": ["mexico"], "skills": [50]}
        table = ask(games, "maps", half(), **asked).tables["map_skill"]
    assert list(table["player"]) == ["person", "person", "expert", "expert"]


@pytest.mark.slow
def test_the_person_of_a_box_wins_about_half_there(monkeypatch):
    monkeypatch.setattr(boxes, "TRIAL_GAMES", 60)
    printed = half()
    box = replace(printed.varied(settings={"empty_city_trigger": 6}), wins=50.0, knob=0.0)
    person = boxes.person_in_box(box, printed, 0, None)
    assert person.knob not in (printed.knob, UNKNOWN_KNOB)
    with Games() as games:
        won = played(games, person, 400).won().mean()
    assert won == pytest.approx(0.5, abs=0.12)

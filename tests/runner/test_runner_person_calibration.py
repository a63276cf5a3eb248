"""Who wins half of the standard games: curves measured, curves played when asked for, refusals."""

from __future__ import annotations

import numpy as np
import pytest
from click.testing import CliRunner

from experiments.measured import calibration
from rotwsim.analysis.comparison import compare
from rotwsim.cli import main
from rotwsim.runner import person_calibration
from rotwsim.runner.person_calibration import curve_of, measured_curve, standard_game, with_knob
from rotwsim.runner.run import simulate
from rotwsim.scenario.board_file import board_names, load_rulebook
from rotwsim.scenario.options import ERRORS, UNKNOWN_KNOB
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

FEW = 10  # games at each knob of a curve that nobody reads


@pytest.fixture
def small_curves(monkeypatch, tmp_path):
    """Curves of few games, kept where only this test looks."""
    monkeypatch.setattr(person_calibration, "QUICK_GAMES", FEW)
    monkeypatch.setattr(person_calibration, "TRIAL_GAMES", FEW)
    monkeypatch.setattr(person_calibration, "cache_folder", lambda: tmp_path)
    return tmp_path


def test_every_board_has_a_curve_for_every_kind_of_error():
    for board in board_names():
        rows = person_calibration.rows_of(board)
        for barons in ("plain", "barons"):
            for errs in ERRORS:
                curve = person_calibration.curve_in(rows[barons][errs])
                knobs = person_calibration.KNOBS
                assert len(curve.knob) == len(curve.won) == knobs, (board, barons, errs)
                assert max(curve.won) <= curve.games


@pytest.mark.parametrize("errs", ERRORS)
def test_a_curve_never_rises_and_gives_back_the_share_it_was_asked_for(errs):
    curve = curve_of(standard_game(Scenario.of("mexico", errs=errs)))
    knobs, shares = curve.fine
    assert (np.diff(shares) <= 0).all() and (np.diff(knobs) > 0).all()
    share = 0.5 * curve.most
    assert curve.share_at(curve.knob_for(share)) == pytest.approx(share, abs=0.001)


@pytest.mark.parametrize(("errs", "wins"), [("noisy", 25), ("noisy", 75), ("careless", 50)])
def test_on_fresh_seeds_a_person_wins_as_often_as_asked(errs, wins):
    games = simulate("sweden", 600, seed=91, wins=wins, errs=errs)
    assert 100 * games.won.mean() == pytest.approx(wins, abs=8)


def test_the_same_person_plays_another_board():
    there = with_knob(Scenario.of("europe", wins=60, on="eastern-us"))
    assert there.knob == with_knob(Scenario.of("eastern-us", wins=60)).knob
    assert there.knob != with_knob(Scenario.of("europe", wins=60)).knob


def test_a_person_can_be_measured_without_the_barons():
    scenario = Scenario.of(barons=True, wins=50)
    plain = with_knob(Scenario.of(wins=50)).knob
    assert with_knob(scenario, barons=False).knob == plain > with_knob(scenario).knob


def test_tweaks_and_chosen_barons_do_not_change_the_person():
    plain = Scenario.of(wins=50, barons=True)
    changed = plain.varied(tweaks=["cash"], barons_out=[load_rulebook().barons[0].name])
    assert with_knob(changed).knob == with_knob(plain).knob


def test_changed_parameters_are_played_once_and_kept(small_curves):
    scenario, seen = Scenario.of(wins=50, settings={"base_exhaust": 3}), []
    first = with_knob(scenario, progress=lambda done, wanted: seen.append((done, wanted)))
    assert seen[-1][0] == seen[-1][1] and len(list(small_curves.glob("skill/*.json"))) == 1
    again = with_knob(scenario, progress=lambda done, wanted: pytest.fail("played again"))
    assert again == first != with_knob(Scenario.of(wins=50))


def test_calibration_plays_what_is_missing_and_goes_on_where_it_stopped(
    small_curves, monkeypatch, capsys
):
    monkeypatch.setattr(person_calibration, "FOLDER", small_curves / "skill")
    monkeypatch.setattr("sys.argv", ["skill", "--games", str(FEW), "--board", "portugal"])
    calibration.main()
    assert "0 of 8 curves are there" in capsys.readouterr().out
    calibration.main()
    assert capsys.readouterr().out == "8 of 8 curves are there\n"
    assert measured_curve(standard_game(Scenario.of("portugal", wins=50))).games == FEW


def test_a_curve_of_a_player_that_plays_otherwise_now_is_not_used(small_curves, monkeypatch):
    monkeypatch.setattr(person_calibration, "signature_of", lambda scenario: "another")
    assert measured_curve(standard_game(Scenario.of(wins=50))) is None


def test_a_variant_of_the_parameters_keeps_the_person_of_the_baseline():
    found = compare("sweden", "set.base_exhaust=2", games=FEW, wins=50)
    base, variant = (arm.scenario for arm in found.answer.arms)
    assert base.knob == variant.knob != UNKNOWN_KNOB


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("--wins 50 --player expert", "wins is for the player person, not for expert"),
        ("--errs habit --player club", "errs is for the player person, not for club"),
        ("--wins 96", "wins is 96 %; legal are 5 to 95"),
        ("--wins 4", "wins is 4 %; legal are 5 to 95"),
        ("--wins half", "'half' is not a valid float"),
        ("--errs often", 'no kind of error is called "often"; legal: noisy, careless'),
        ("--wins 50 --on sweeden", 'no board is called "sweeden"; did you mean "sweden"'),
        ("--wins 50 --knob 3", "--wins finds the knob; leave --knob out"),
        ("--player person --slip 0.1", "a person slips by errs = careless; leave slip out"),
        ("--seats person,master --wins 50", "person and master cannot play in one game"),
    ],
)
def test_a_command_says_in_one_line_what_is_wrong_with_a_person(given, message):
    result = CliRunner().invoke(main, ["run", "--games", "1", *given.split()])
    assert result.exit_code and message in result.output.splitlines()[-1]


def test_what_a_kind_of_error_cannot_reach_is_refused_with_its_most():
    with pytest.raises(DataError, match=r"out of reach for errs habit: .* at most 6\d % of East"):
        with_knob(Scenario.of(wins=95, errs="habit"))


def test_who_says_nothing_of_a_person_gets_the_expert_and_who_names_one_gets_half():
    assert Scenario.of().player == "expert"
    assert Scenario.of(player="person").wins == 50
    assert Scenario.of(errs="hasty").title() == (
        "Eastern US, person, wins 50 % of standard games, errs: hasty"
    )
    assert "errs" not in Scenario.of().describe()

"""What decides games: the point of no return, leads, and shares that add up."""

from __future__ import annotations

import tomllib
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import rotwsim
from rotwsim.analysis.questions import decisive
from rotwsim.analysis.questions.decisive import course_of, lead_changes
from rotwsim.analysis.results import frame
from rotwsim.report.figures.gallery import pictures_of
from rotwsim.report.findings.sentences import findings_of
from rotwsim.report.results import Results
from rotwsim.runner.judge import STREAMS, many_games
from rotwsim.runner.judge.many_games import ArmJudged, Event, GameJudged
from rotwsim.runner.judge.one_game import AREAS
from rotwsim.runner.judge.value_model import PATH, arm_of
from rotwsim.scenario.scenario import Scenario


def game(chances, turns, won) -> GameJudged:
    none = np.zeros(0)
    return GameJudged(0, won, max(turns), np.array(turns), np.array(chances), none, none, 0.0, [])


def test_a_lost_game_is_decided_after_the_last_turn_with_a_chance_above_a_tenth():
    course = course_of(game([0.5, 0.4, 0.05, 0.2, 0.05, 0.01], [0, 1, 2, 3, 4, 5], False))
    assert course.decided == 3


def test_a_game_is_hopeless_from_the_deal_if_it_never_had_a_chance():
    course = course_of(game([0.05, 0.04, 0.01], [0, 1, 2], False))
    assert course.decided == 0 and course.hopeless and not course.safe


def test_a_lead_changes_only_when_the_chance_is_clearly_on_the_other_side():
    assert lead_changes(np.array([0.6, 0.52, 0.48, 0.6])) == 0
    assert lead_changes(np.array([0.6, 0.4, 0.6])) == 2


def test_a_mean_position_has_the_win_rate_as_its_chance_and_a_better_one_more():
    dice = np.random.default_rng(1)
    features = np.column_stack([np.ones(900), dice.normal(size=(900, 12))])  # turns, result, …
    results = np.rint(100 + 10 * features[:, 1] + 15 * dice.normal(size=900))
    weights = np.tile(np.eye(12)[0], (6, 1))  # one for the result, in each phase
    arm = arm_of(features, results, 110, weights)
    assert arm.lasting[0] == pytest.approx(10, abs=1)
    mean, better = np.zeros((1, 13)), np.eye(13)[1:2] * 2
    mean[:, 0] = better[:, 0] = 1
    assert arm.chances(mean)[0] == pytest.approx((results >= 110).mean(), abs=0.1)
    assert 0.5 < arm.chances(better)[0] < 1.0


def test_the_chance_to_win_is_within_3_points_in_every_tenth_on_every_map():
    quality = tomllib.loads(PATH.read_text(encoding="utf-8"))["quality"]
    assert "great-britain" in quality and len(quality) == 7
    for board, found in quality.items():
        gaps = np.array(found["observed"]) - np.array(found["predicted"])
        assert np.abs(gaps).max() <= 0.03, board
        assert found["brier"] < found["brier_of_the_win_rate"]


def invented_arm(tweak: str, luck_weighs: float, board: str = "eastern-us") -> tuple:
    """Judge 60 games that nobody played: luck spreads them, and a little error."""
    dice = np.random.default_rng(5)
    scenario = Scenario.of(board, player="person", wins=50.0, barons=True)
    games = []
    for number in range(60):
        luck, errors = np.zeros(len(STREAMS)), np.zeros(len(AREAS))
        luck[0], errors[1] = dice.normal(0, luck_weighs), 50 + dice.normal(0, 8)
        result = int(180 + luck[0] - errors[1])
        chances = np.linspace(0.5, 0.99 if result >= 125 else 0.01, 9)
        events = [Event(number, 3, 1, 7, 8, -4.0 + dice.normal(), -0.1 + 0.01 * dice.normal())]
        events.append(Event(number, 5, len(STREAMS) + 1, -1, -1, np.nan, -0.05))
        judged = (result, result >= 125, 8, np.arange(9), chances, luck, errors)
        games.append(GameJudged(*judged, 0.0, events))
    judged = ArmJudged(scenario, 125, 180.0, games)
    arm = SimpleNamespace(
        name=f"{tweak}, wins 50 %", label=tweak, scenario=scenario, games=60, wins=judged.won.sum()
    )
    return arm, judged, [course_of(one) for one in games]


def results_of(pairs: list[tuple]) -> Results:
    tables = {
        "decisive": frame([decisive.row_of(*one) for one in pairs]),
        "no_return": frame([row for one in pairs for row in decisive.no_return(*one)]),
        "causes_of_defeat": frame([row for one in pairs for row in decisive.causes(*one[:2])]),
        "swings": frame(
            [row for one in pairs for row in decisive.swings(*one[:2])], decisive.SWINGS
        ),
        "decisive_changes": frame([*decisive.changes(pairs)]),
    }
    return Results(Path("nowhere"), {"analyses": ["decisive"]}, tables)


def test_the_page_says_on_which_map_games_are_decided_earlier():
    judged = [invented_arm("standard", 12.0, board) for board in ("eastern-us", "mexico")]
    results = results_of(judged)
    text = " ".join(finding.text for finding in findings_of(results))
    assert "On Eastern US, for a person" in text and "about equally late on all maps" in text
    row = results.tables["decisive"].loc[0].to_dict()
    row |= {"decided_share": 0.3, "decided_low": 0.2, "decided_high": 0.4}
    tables = {**results.tables, "decisive": frame([row, results.tables["decisive"].loc[1]])}
    results = Results(results.folder, results.manifest, tables)
    text = " ".join(finding.text for finding in findings_of(results))
    assert "decided earliest on Eastern US, latest on Mexico" in text


def test_the_page_says_when_games_are_decided_and_where_luck_weighs_more():
    results = results_of([invented_arm("standard", 12.0), invented_arm("cash", 60.0)])
    results.tables["decisive_changes"]["tweak"] = "cash"
    first, *others = (one.text.replace("\u00a0", " ") for one in findings_of(results))
    assert first.startswith("For a person who wins 50 %, half of the games are decided by turn")
    text = " ".join(others)
    assert (
        "Luck makes more of the gap with" in text and "the Railbot claims a Baron −5.0 pp" in text
    )
    pictures = pictures_of(results, "decisive")
    names = ["point-of-no-return", "decided-by-game", "causes-of-defeat", "swings"]
    assert [picture.name for picture in pictures] == names
    assert all(picture.narrow for picture in pictures)


@pytest.mark.slow
def test_the_shares_of_luck_and_errors_add_up_to_the_gap_between_won_and_lost_games(monkeypatch):
    monkeypatch.setattr(many_games, "STARTS", 300)
    found = rotwsim.decisive("portugal", games=12, skills=(50.0,))
    shares = found.tables["causes_of_defeat"]["gap_share"]
    assert shares.sum() == pytest.approx(1.0, abs=0.15)  # the start is the same for all
    assert found.tables["decisive"]["drama"].between(0, 1).all()

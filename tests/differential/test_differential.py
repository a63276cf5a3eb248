"""Two implementations must agree: core plays, the reference replays every row and recounts."""

from __future__ import annotations

from dataclasses import replace

import joblib
import pytest

from rotwsim.players.registry import NUMBERS
from rotwsim.reference.replay import replay
from rotwsim.reference.scoring import differing_fields
from rotwsim.rules.load import load_board, load_rulebook
from rotwsim.rules.routes import routes_of
from rotwsim.rules.scenario import Scenario
from rotwsim.runner.audit import Audit, audit
from rotwsim.runner.play import play

from .scenarios import scenarios

pytestmark = pytest.mark.slow  # thousands of replays

GAMES = 2000
SEED = 20
GAMES_OF_OTHERS = 10
SEARCHING = {"master"}  # plays seconds per game


@pytest.fixture(scope="module")
def audits() -> dict[str, Audit]:
    """All games, spread over the cores; the kernels are compiled once before."""
    by_name = scenarios("random")
    play(next(iter(by_name.values())), log=True)
    share, rest = divmod(GAMES, len(by_name))
    games = [share + (place < rest) for place in range(len(by_name))]
    reports = joblib.Parallel(n_jobs=-1, batch_size=1)(
        joblib.delayed(audit)(scenario, count, SEED)
        for scenario, count in zip(by_name.values(), games, strict=True)
    )
    return dict(zip(by_name, reports, strict=True))


@pytest.mark.parametrize("name", scenarios("random"))
def test_core_and_reference_agree(audits, name):
    report = audits[name]
    assert report.passed, str(report.failure)


def test_two_thousand_games_were_compared_with_every_kind_of_decision(audits):
    assert sum(report.games for report in audits.values()) == GAMES
    kinds = set().union(*(report.decisions for report in audits.values()))
    assert len(kinds) == 9
    assert sum(report.options for report in audits.values()) > 10_000_000


@pytest.mark.parametrize("player", sorted(set(NUMBERS) - SEARCHING - {"random"}))
def test_core_and_reference_agree_on_the_games_of_every_player(player):
    report = audit(Scenario.of(barons=True, player=player, slip=0.02), GAMES_OF_OTHERS, SEED)
    assert report.passed, str(report.failure)


@pytest.mark.parametrize(
    ("name", "board", "seed", "game"),
    [
        ("portugal, box and fresh, Barons", "portugal", 7007, 30),  # 107 above the cheapest path
        ("europe, fresh", "europe", 501, 150),  # all ways on exclude the only way out of a city
        ("great-britain, fresh, Barons", "great-britain", 501, 1587),
        ("europe, fresh", "eastern-us", 77, 227),
    ],
)
def test_S23_B14_both_find_the_path_where_cheaper_ones_exclude_themselves(name, board, seed, game):
    scenario = replace(scenarios("random")[name], board=load_board(board))
    played = play(scenario, seed=seed, game=game, log=True)
    replayed = replay(scenario, routes_of(scenario.board, load_rulebook()), played.log)
    assert differing_fields(replayed.outcome, played.outcome) == []


def test_B15_no_other_track_is_begun_beside_one_that_the_railbot_blocked():
    scenario = Scenario.of(barons=True, player="casual")
    played = play(scenario, seed=77, game=19, log=True)
    replayed = replay(scenario, routes_of(scenario.board, load_rulebook()), played.log)
    assert differing_fields(replayed.outcome, played.outcome) == []

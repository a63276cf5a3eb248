"""Two implementations must agree: core plays, the reference replays every row and recounts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rotwsim.players.registry import NUMBERS
from rotwsim.reference.given import Given
from rotwsim.reference.money_and_outcome import differing_fields
from rotwsim.reference.replay import replay_log
from rotwsim.runner.audit_and_signature import audit
from rotwsim.runner.play import play
from rotwsim.scenario.board_file import load_board
from rotwsim.scenario.scenario import Scenario

from .scenarios import BUSY, scenarios

pytestmark = pytest.mark.slow  # thousands of replays

GAMES = 1000
SEED = 20
GAMES_OF_OTHERS = 10
OFFERS = {  # telling them takes core a hundred times as long as the game
    "offers": 6,  # places searched for again on each occasion
    "offers_in": 60,  # in one game of so many, number 0: more than any scenario plays
}
SEARCHING = {"master": 2}  # games tried out per decision; it plays one game


BY_NAME = scenarios("random")
LONG = [
    name for name, scenario in BY_NAME.items() if BUSY.items() <= dict(scenario.settings).items()
]
EVERY_KIND = "eastern-us, busy with Barons"  # of decision comes up in its games
# Games of each scenario with long turns; the others, a third as long, share the rest.
OF_LONG = dict.fromkeys(LONG, 10) | {EVERY_KIND: 20}
SHARE, REST = divmod(GAMES - sum(OF_LONG.values()), len(BY_NAME) - len(LONG))
SHARES = OF_LONG | {
    name: SHARE + (place < REST) for place, name in enumerate(n for n in BY_NAME if n not in LONG)
}
TRACK = ("plain", "busy with Barons", "no Railbot", "no third action", "cities out")
WITH_OFFERS = [name for name in BY_NAME if name.endswith(TRACK)]  # where something touches track


def test_the_games_shared_out_are_as_many_as_said():
    assert sum(SHARES.values()) == GAMES and SHARES.keys() == BY_NAME.keys()
    assert max(SHARES.values()) < OFFERS["offers_in"]


@pytest.mark.parametrize(("name", "games"), SHARES.items())
def test_core_and_reference_agree_and_every_kind_of_decision_is_compared(name, games):
    report = audit(BY_NAME[name], games, SEED, first=int(name not in WITH_OFFERS), **OFFERS)
    assert report.passed, str(report.failure)
    assert report.games == games and report.choices > 50 * games
    assert bool(report.offers_checked) == (name in WITH_OFFERS)
    assert name != EVERY_KIND or len(report.decisions) == 9


def test_B15_offers_agree_with_long_open_track():
    report = audit(BY_NAME[EVERY_KIND], 1, SEED, first=28)
    assert report.passed, str(report.failure)


@pytest.mark.parametrize("player", sorted(set(NUMBERS) - {"random"}))
def test_core_and_reference_agree_on_the_games_of_every_player(player):
    budget = SEARCHING.get(player, 0)
    slip = 0.0 if player == "person" else 0.02  # a person errs already
    scenario = Scenario.of(barons=True, player=player, slip=slip, budget=budget)
    report = audit(scenario, 1 if budget else GAMES_OF_OTHERS, SEED, **OFFERS)
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
    replayed = replay_log(Given(scenario), played.log)
    assert differing_fields(replayed.outcome, played.outcome) == []


def test_B15_no_other_track_is_begun_beside_one_that_the_railbot_blocked():
    scenario = Scenario.of(barons=True, player="casual")
    played = play(scenario, seed=77, game=19, log=True)
    replayed = replay_log(Given(scenario), played.log)
    assert differing_fields(replayed.outcome, played.outcome) == []

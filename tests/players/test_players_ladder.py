"""Players of graded skill: the ladder is ordered, short cuts cost nothing, bans never help much."""

from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import numpy as np
import pytest

from rotwsim.players import strategies
from rotwsim.players.registry import NUMBERS
from rotwsim.players.value.weights import NAMES
from rotwsim.runner.bench import about
from rotwsim.runner.play import play, weights_of
from rotwsim.runner.run import simulate
from rotwsim.scenario.board_file import load_board
from rotwsim.scenario.options import BANS
from rotwsim.scenario.scenario import Scenario

pytestmark = pytest.mark.slow  # plays every player

SEED = 31
UNPRUNED = Path(__file__).with_name("expert_unpruned.py")


@pytest.fixture(scope="module")
def eastern_us():
    return load_board("eastern-us")


@cache
def results(**options):
    return simulate(Scenario.of("eastern-us", **options), 120, SEED)["result"].to_numpy()


def test_every_player_says_how_it_thinks_in_the_first_lines_of_its_file():
    texts = {player: about(player) for player in NUMBERS}
    assert len(set(texts.values())) == len(NUMBERS)
    chapters = [
        import_module(f"{strategies.__name__}.{each.name}")
        for each in iter_modules(strategies.__path__)
    ]
    first_lines = [" ".join((chapter.__doc__ or "").split()) for chapter in chapters]
    for player, text in texts.items():
        assert len(text) > 40 and any(f"{player}: {text}" in lines for lines in first_lines)


@pytest.mark.parametrize("player", ["novice", "casual", "expert"])
def test_who_may_not_claim_barons_claims_none_in_a_slip_either(player):
    scenario = Scenario.of("eastern-us", player=player, barons=True, without=["barons"], slip=0.5)
    assert (simulate(scenario, 40, SEED)["points_barons"] == 0).all()
    allowed = simulate(scenario.varied(without=[]), 40, SEED)
    assert (allowed["points_barons"] > 0).any()


@pytest.mark.parametrize("barons", [False, True])
def test_the_ladder_is_ordered_from_random_to_expert(barons):
    means = [
        results(player=player, barons=barons).mean()
        for player in ("random", "novice", "casual", "club", "expert")
    ]
    assert means == sorted(means)
    assert means[3] - means[2] > 25
    assert means[4] - means[3] > 10


def test_the_short_cuts_of_the_expert_cost_at_most_two_percent():
    pruned = results(player="expert", barons=False).mean()
    unpruned = results(player=str(UNPRUNED), barons=False).mean()
    assert pruned >= 0.98 * unpruned


def test_slips_make_the_expert_worse_step_by_step():
    sure = results(player="expert", barons=False).mean()
    often, always = (results(player="expert", slip=slip).mean() for slip in (0.3, 1.0))
    assert sure > often > always


def test_a_slip_to_the_second_best_action_costs_less_than_one_of_a_novice():
    sure = results(player="expert", barons=False).mean()
    second = results(player="expert", slip=0.3, slip_kind="second-best").mean()
    assert sure > second > results(player="expert", slip=0.3).mean()


USED = {  # what shows in the table of games that an option was used
    "insurance": "insurance_bought",
    "hotels": "cards_hotel",
    "new-industry": "cards_new_industry",
    "growth": "cards_city_growth",
    "executive": "cards_executive",
    "land-grant": "cards_land_grant",
    "engineering": "cards_perfect_engineering",
    "barons": "points_barons",
}
BY_THE_WAY = {"bounties": "points_bounties", "lines": "points_lines"}  # may come unsought


@pytest.fixture(scope="module")
def free_games(eastern_us):
    return simulate(Scenario.of(eastern_us, player="expert", barons=True), 30, SEED)


def games_without(board, *options, player="expert"):
    return simulate(Scenario.of(board, player=player, barons=True, without=[*options]), 30, SEED)


@pytest.mark.parametrize("option", sorted(set(USED) - {"engineering"}))
def test_a_ban_on_an_option_is_kept_by_a_player_that_would_use_it(eastern_us, free_games, option):
    assert free_games[USED[option]].sum() > 0
    assert games_without(eastern_us, option)[USED[option]].sum() == 0


def test_a_ban_on_engineering_is_kept_by_club_which_would_use_it(eastern_us):
    """Of club: the expert hardly ever takes that card."""
    assert games_without(eastern_us, player="club")[USED["engineering"]].sum() > 0
    banned = games_without(eastern_us, "engineering", player="club")
    assert banned[USED["engineering"]].sum() == 0


def test_a_ban_on_new_cities_needs_that_on_new_industry_too(eastern_us, free_games):
    assert free_games["urbanized"].sum() > free_games["cards_new_industry"].sum()
    banned = games_without(eastern_us, "urbanize")
    assert banned["urbanized"].sum() == banned["cards_new_industry"].sum() > 0
    assert games_without(eastern_us, "urbanize", "new-industry")["urbanized"].sum() == 0


@pytest.mark.parametrize("option", BY_THE_WAY)
def test_what_may_come_unsought_comes_less_often_under_a_ban(eastern_us, option):
    """Of club: the expert leaves bounties to chance even where it may seek them."""
    scenario = Scenario.of(eastern_us, player="club", barons=True)
    sought, banned = (
        simulate(each, 60, SEED)[BY_THE_WAY[option]].mean()
        for each in (scenario, scenario.varied(without=[option]))
    )
    assert banned < 0.8 * sought


def test_every_option_to_play_without_is_tested():
    """Western Links, which the expert hardly ever buys, in test_players_judgement."""
    assert {*USED, *BY_THE_WAY, "urbanize", "western-link"} == set(BANS)


def test_weights_given_with_a_scenario_replace_the_players_own(eastern_us):
    scenario = Scenario.of(eastern_us, player="expert", weights={"dearest_link": 5.0})
    assert weights_of(scenario)[NAMES.index("dearest_link")] == 5.0


def test_the_expert_plays_alike_whatever_was_played_before(eastern_us):
    scenario = Scenario.of(eastern_us, player="expert", barons=True)
    first = play(scenario, SEED, 3).outcome
    play(Scenario.of(eastern_us, player="casual"), SEED, 7)
    np.testing.assert_equal(play(scenario, SEED, 3).outcome, first)

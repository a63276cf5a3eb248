"""Players of graded skill: the ladder is ordered, short cuts cost nothing, bans never help much."""

import numpy as np
import pytest

from rotwsim.players.bans import WITHOUT_WESTERN_LINK
from rotwsim.players.registry import NUMBERS
from rotwsim.players.weights import NAMES
from rotwsim.rules.load import load_board
from rotwsim.rules.options import BANS, PLAYERS
from rotwsim.rules.scenario import Scenario
from rotwsim.runner.play import play, weights_of
from rotwsim.runner.roster import about
from rotwsim.runner.simulate import simulate

pytestmark = pytest.mark.slow  # plays every player

SEED = 31


@pytest.fixture(scope="module")
def eastern_us():
    return load_board("eastern-us")


def results(board, games, **options):
    return simulate(Scenario.of(board, **options), games, SEED)["result"].to_numpy()


def test_every_player_name_of_a_scenario_is_in_the_registry():
    assert set(NUMBERS) == set(PLAYERS)


def test_every_option_to_play_without_has_its_ban():
    assert len(BANS) == WITHOUT_WESTERN_LINK + 1


def test_every_player_says_how_it_thinks():
    for player in NUMBERS:
        assert len(about(player)) > 30, player


@pytest.mark.parametrize("barons", [False, True])
def test_the_ladder_is_ordered_from_random_to_expert(eastern_us, barons):
    means = [
        results(eastern_us, 120, player=player, barons=barons).mean()
        for player in ("random", "novice", "casual", "expert")
    ]
    assert means == sorted(means)
    assert means[-1] - means[-2] > 25


def test_the_short_cuts_of_the_expert_cost_at_most_two_percent(eastern_us):
    pruned = results(eastern_us, 250, player="expert").mean()
    unpruned = results(eastern_us, 250, player="expert-unpruned").mean()
    assert pruned >= 0.98 * unpruned


def test_slips_make_the_expert_worse_step_by_step(eastern_us):
    means = [results(eastern_us, 150, player="expert", slip=slip).mean() for slip in (0, 0.3, 1.0)]
    assert means[0] > means[1] > means[2]


def test_a_ban_on_an_option_is_kept(eastern_us):
    table = simulate(
        Scenario.of(
            eastern_us,
            player="expert",
            barons=True,
            without=["insurance", "hotels", "executive", "barons", "urbanize", "land-grant"],
        ),
        40,
        SEED,
    )
    for column in ("insurance_bought", "cards_hotel", "cards_executive", "cards_land_grant"):
        assert table[column].sum() == 0
    assert table["points_barons"].sum() == 0


def test_weights_given_with_a_scenario_replace_the_players_own(eastern_us):
    scenario = Scenario.of(eastern_us, player="expert", weights={"dearest_link": 5.0})
    assert weights_of(scenario)[NAMES.index("dearest_link")] == 5.0


def test_the_expert_plays_alike_whatever_was_played_before(eastern_us):
    scenario = Scenario.of(eastern_us, player="expert", barons=True)
    first = play(scenario, SEED, 3).outcome
    play(Scenario.of(eastern_us, player="casual"), SEED, 7)
    np.testing.assert_equal(play(scenario, SEED, 3).outcome, first)

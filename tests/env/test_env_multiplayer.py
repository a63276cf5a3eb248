"""rotwsim_v0: PettingZoo's own tests, masks that are legal actions, rewards that are the scores."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, render_test, seed_test

import rotwsim
from rotwsim.env import rotwsim_v0
from rotwsim.scenario.schema import DataError

BOARD = "portugal"
ALL_MODULES = {"modules": ["rotors", "mines", "fewer_markers-2"], "bidding": "whole_order"}


def play_at_random(game, seed: int) -> dict[str, float]:
    """Play legal actions drawn at random; give the sum of each agent's rewards."""
    random = np.random.default_rng(seed)
    game.reset(seed=seed)
    total = dict.fromkeys(game.agents, 0.0)
    for agent in game.agent_iter():
        seen, reward, over, _, _ = game.last()
        total[agent] += reward
        legal = np.flatnonzero(seen["action_mask"])
        game.step(None if over else int(random.choice(legal)))
    return total


def test_pettingzoos_api_test_finds_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what PettingZoo itself uses
        api_test(rotwsim_v0.env(BOARD, seats=3), num_cycles=300)


def test_pettingzoos_seed_test_finds_the_same_game_twice():
    seed_test(lambda: rotwsim_v0.env(BOARD, seats=3), num_cycles=50)


def test_pettingzoos_render_test_finds_text():
    render_test(lambda render_mode: rotwsim_v0.env(BOARD, 3, render_mode))


def test_the_rewards_of_a_game_add_up_to_the_final_scores():
    game = rotwsim_v0.env(BOARD, seats=4)
    total = play_at_random(game, 3)
    raw = game.unwrapped
    assert raw.state_record.over
    assert list(total.values()) == raw._scores


@pytest.mark.parametrize("seats", [2, 6])
def test_a_whole_game_with_all_modules_has_a_legal_action_in_every_decision(seats):
    scenario = rotwsim.Scenario.of(BOARD, seats=[f"{seats}*passive"], **ALL_MODULES)
    play_at_random(rotwsim_v0.env(scenario), 5)


def test_M6_no_seat_sees_the_rail_baron_of_another():
    game = rotwsim_v0.env(BOARD, seats=3)
    game.reset(seed=1)
    raw = game.unwrapped
    before = raw.observe("seat_1")["observation"].tolist()
    raw.state_record.kept[1:3] = 7
    raw.state_record.dealt[1:3] = 5
    assert raw.observe("seat_1")["observation"].tolist() == before


def test_only_the_agent_that_decides_has_legal_actions():
    game = rotwsim_v0.env(BOARD, seats=3)
    game.reset(seed=1)
    raw = game.unwrapped
    legal = {agent: bool(raw.observe(agent)["action_mask"].any()) for agent in raw.agents}
    assert legal == {agent: agent == raw.agent_selection for agent in raw.agents}


def test_an_illegal_action_and_a_solo_scenario_are_refused():
    raw = rotwsim_v0.raw_env(BOARD, 3)
    raw.reset(seed=1)
    with pytest.raises(DataError, match="not legal"):
        raw.step(int(np.flatnonzero(raw._mask == 0)[0]))
    with pytest.raises(DataError, match="has seats"):
        rotwsim_v0.env(rotwsim.Scenario.of(BOARD))

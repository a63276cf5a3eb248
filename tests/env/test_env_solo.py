"""SoloEnv: Gymnasium's own checker, masks that are legal actions, rewards that are the result."""

from __future__ import annotations

import time
import warnings

import numpy as np
import pytest

import rotwsim
from rotwsim.core.state.codes import BUILD, DECIDE_ACTION, DELIVER
from rotwsim.players.strategies.master import deal_anew
from rotwsim.scenario.schema import DataError
from rotwsim.session.game import GameByHand

pytest.importorskip("gymnasium")
import gymnasium
from gymnasium.utils.env_checker import check_env

from rotwsim.env import SoloEnv

BOARDS = ["portugal", "western-us"]
LEAST_SPEED = 20_000  # steps in a second of processor time
STEPS = 30_000


def random_step(env: SoloEnv, random: np.random.Generator) -> tuple:
    legal = np.flatnonzero(env.action_masks())
    return env.step(int(legal[int(random.random() * len(legal))]))


@pytest.mark.parametrize("board", BOARDS)
def test_gymnasiums_checker_finds_nothing_in_the_environment_made_by_its_name(board):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make("rotwsim/Solo-v0", scenario=board).unwrapped)


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_seen_stays_within_its_bounds(board):
    env, random = SoloEnv(rotwsim.Scenario.of(board, barons=True)), np.random.default_rng(6)
    for seed in range(30):
        seen, over = env.reset(seed=seed)[0], False
        while not over:
            assert env.observation_space.contains(seen)
            seen, _, over, _, _ = random_step(env, random)
        assert env.observation_space.contains(seen)


def test_the_position_is_rendered_as_text_and_as_a_drawing():
    env = gymnasium.make("rotwsim/Solo-v0", scenario="portugal", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert "turn 1, score 0" in text and "Lisbon" in text
    drawn = SoloEnv("portugal", render_mode="svg")
    drawn.reset(seed=1)
    before, random = drawn.render(), np.random.default_rng(1)
    assert before.startswith("<?xml") and before.rstrip().endswith("</svg>")
    for _ in range(10):
        random_step(drawn, random)
    assert drawn.render() != before
    assert SoloEnv("portugal").render() is None
    with pytest.raises(DataError, match='did you mean "ansi"'):
        SoloEnv("portugal", render_mode="ansii")


def test_every_action_number_has_its_own_name_and_an_answer_says_what_it_answers():
    env, random = SoloEnv("portugal"), np.random.default_rng(2)
    env.reset(seed=2)
    names = [env.action_name(number) for number in range(env.action_space.n)]
    assert len(set(names)) == len(names) and names[:2] == ["pass", "upgrade the engine"]
    for number in np.flatnonzero(env.action_masks()).tolist():
        kind, city, to, *_ = env.choice(number)
        if kind == BUILD:
            ends = [env.scenario.board.cities[place].name for place in (city, to)]
            assert names[number] == f"build {'–'.join(ends)}"
    while env.state.decision == DECIDE_ACTION:
        random_step(env, random)
    legal = np.flatnonzero(env.action_masks()).tolist()
    assert all(not env.action_name(number).startswith("answer") for number in legal)
    with pytest.raises(DataError, match="the action is -1; legal are 0 to"):
        env.action_name(-1)


@pytest.mark.parametrize("board", BOARDS)
def test_rewards_add_up_to_the_result_of_the_game(board):
    env, random = SoloEnv(rotwsim.Scenario.of(board, barons=True)), np.random.default_rng(1)
    penalty = env.scenario.parameters["bond_penalty"]
    for seed in range(20):
        env.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            _, reward, over, cut, _ = random_step(env, random)
            total += reward
            assert not cut
        state = env.states[0]
        assert total == state.score[0] - penalty * state.bonds[0]


@pytest.mark.slow
def test_every_number_that_the_mask_allows_is_a_legal_choice_of_the_game_by_hand():
    scenario = rotwsim.Scenario.of("portugal", barons=True)
    env, random = SoloEnv(scenario), np.random.default_rng(2)
    env.reset(options={"run": 3, "game": 0})
    game = GameByHand(scenario, 3, 0)
    while not game.over:
        by_hand = set(game.choices)
        for number in np.flatnonzero(env.action_masks()).tolist():
            choice = env.choice(number)
            if env.states[0].decision != DECIDE_ACTION:
                assert choice[:1] in by_hand
            elif choice[0] == BUILD:
                assert any(other[:3] == choice[:3] for other in by_hand)
            else:
                assert choice in by_hand
        mask = env.action_masks()
        number = next(
            n
            for n in random.permutation(np.flatnonzero(mask)).tolist()
            if env.choice(n) in by_hand or env.choice(n)[:1] in by_hand
        )
        choice = env.choice(number)
        env.step(number)
        game.take(choice if choice in by_hand else choice[:1])


def test_all_deliveries_by_hand_have_their_number():
    scenario = rotwsim.Scenario.of("portugal")
    env, random = SoloEnv(scenario), np.random.default_rng(4)
    env.reset(options={"run": 5, "game": 1})
    pairs_seen = 0
    over = False
    while not over:
        numbers = [env.choice(n) for n in np.flatnonzero(env.action_masks()).tolist()]
        if env.states[0].decision == DECIDE_ACTION:
            marked = [choice[1:4] for choice in numbers if choice[0] == DELIVER]
            assert len(marked) == len(set(marked))
            pairs_seen += len(marked)
        _, _, over, _, _ = random_step(env, random)
    assert pairs_seen > 0


def test_the_same_seed_gives_the_same_game_and_options_name_one_of_play():
    env = SoloEnv("portugal")
    first, second = env.reset(seed=7)[0], env.reset(seed=7)[0]
    assert (first == second).all() and (env.reset()[0] != first).any()
    seen = env.reset(options={"run": 1, "game": 5})[0]
    assert (env.reset(options={"run": 1, "game": 5})[0] == seen).all()


def test_nothing_hidden_is_seen():
    env, random = SoloEnv("portugal"), np.random.default_rng(3)
    env.reset(seed=3)
    for _ in range(12):
        seen, *_ = random_step(env, random)
    deal_anew(env.states[0], env.rules[0], np.uint64(5), 1)
    from rotwsim.core.state.learning_view import look

    mask = env.action_masks()
    look(env.states, env.rules, *env._views)
    assert (env._seen == seen).all() and (env.action_masks() == mask).all()


def test_what_is_not_legal_changes_nothing_and_a_game_over_is_over():
    env, random = SoloEnv("portugal"), np.random.default_rng(3)
    env.reset(seed=3)
    before = env.states.tobytes()
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    _, reward, over, cut, info = env.step(illegal)
    assert info["illegal"] and (reward, over, cut) == (0.0, False, False)
    assert env.states.tobytes() == before
    while not over:
        _, _, over, _, _ = random_step(env, random)
    with pytest.raises(DataError, match="over"):
        env.step(0)


def test_an_action_out_of_range_is_illegal_and_what_is_no_number_is_refused():
    env = SoloEnv("sweden")
    before, info = env.reset(seed=1)
    legal = int(np.flatnonzero(info["action_mask"])[0])
    for action in (legal - len(info["action_mask"]), len(info["action_mask"]), 10**9):
        seen, reward, over, _, told = env.step(action)
        assert told["illegal"] and reward == 0 and not over and (seen == before).all()
    assert not env.step(np.array(legal))[4].get("illegal")  # as agents give it
    for action in ("a", 1.5, None, True):
        with pytest.raises(DataError, match="it must be a whole number"):
            env.step(action)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"game": -1}, "the game is -1; legal are 0 to"),
        ({"run": 1.5}, "the seed is 1.5; it must be a whole number"),
        ({"gaem": 1}, 'did you mean "game"'),
    ],
)
def test_reset_says_which_option_is_wrong(options, message):
    with pytest.raises(DataError, match=message):
        SoloEnv("sweden").reset(options=options)


def test_a_table_has_no_environment():
    with pytest.raises(DataError, match="solo"):
        SoloEnv(rotwsim.Scenario.of(seats=["2*casual"]))


@pytest.mark.slow
def test_a_random_agent_makes_twenty_thousand_steps_a_second():
    env, random = SoloEnv("eastern-us"), np.random.default_rng(1)
    env.reset(seed=1)
    for _ in range(100):
        if random_step(env, random)[2]:
            env.reset()
    begun = time.process_time()
    for _ in range(STEPS):
        if random_step(env, random)[2]:
            env.reset()
    assert STEPS / (time.process_time() - begun) >= LEAST_SPEED

"""Check `rotwsim review`: luck and errors add up, luck is 0 on average, planted errors are found.

`python -m experiments.validity.review identity --games 50` judges each game twice with other
deals: the luck of one judgement and the errors of the other must add up to the result within their
stated error. `luck --games 300` tests the mean luck of every stream against 0. `planted --games
50` puts one known bad decision into each game and looks for it among the three worst.
"""

from __future__ import annotations

import argparse

import numpy as np

from rotwsim.core.state import codes, layout
from rotwsim.core.state.log import no_log
from rotwsim.players.registry import new_mind
from rotwsim.runner.judge import STREAMS, Effort, Rollouts, judged_by, trace
from rotwsim.runner.judge.many_games import judge_games
from rotwsim.runner.judge.one_game import judge_game
from rotwsim.runner.play import kernels_for, new_outcomes, play_games, rules_of
from rotwsim.scenario.scenario import Scenario

BOARDS = ("eastern-us", "great-britain")
LEAST_LOSS = 5.0  # points of a planted error
WORST = 3


def identity(scenario: Scenario, seed: int, games: int, rollouts: int) -> None:
    """Add luck and errors of independent judgements."""
    within = 0
    for game in range(games):
        first, second = (
            judge_game(scenario, seed, game, effort=Effort(rollouts, 1, key)) for key in (1, 2)
        )
        total = first.start.points + second.luck.points - first.errors.points
        error = np.hypot(first.luck.points_error, second.luck.points_error)
        within += abs(total - first.result) <= 3 * error
        off = total - first.result
        median = np.median([s.loss.points_error for s in first.decisions if s.taken != s.best])
        print(f"game {game}: off by {off:+.1f} ± {error:.1f}, median decision ± {median:.2f}",
              flush=True)  # fmt: skip
    print(f"{scenario.title()}: {within} of {games} games within 3 standard errors", flush=True)


def luck(scenario: Scenario, seed: int, games: int) -> None:
    """Test the mean luck of every stream against 0."""
    rules = rules_of(scenario)
    outcomes = new_outcomes(rules, games)
    play_games(rules, seed, 0, outcomes, no_log())
    judged = judge_games(scenario, seed, outcomes["result"], 1)
    for place, stream in enumerate(STREAMS):
        values = judged.luck[:, place]
        error = values.std(ddof=1) / games**0.5
        print(f"{scenario.title()}: {stream} {values.mean():+.2f} ± {error:.2f}", flush=True)


def planted(scenario: Scenario, seed: int, games: int, rollouts: int) -> None:
    """Put a bad decision into each game; say how often it is among the three worst."""
    found = count = game = 0
    while count < games:
        row, bad = bad_choice(scenario, seed, game)
        if row >= 0:
            judged = judge_game(
                scenario, seed, game, with_choice(scenario, seed, game, row, bad),
                Effort(rollouts, 1),
            )  # fmt: skip
            worst = sorted(judged.decisions, key=lambda stop: -stop.loss.points)[:WORST]
            count += 1
            found += any(stop.row == row for stop in worst)
            print(f"{found} of {count} found", flush=True)
        game += 1


def bad_choice(scenario: Scenario, seed: int, game: int) -> tuple[int, tuple]:
    """Find a decision of the game with a choice that costs at least 5 points by 400 rollouts."""
    judge = rules_of(judged_by(scenario))
    traced = trace(scenario, judge, seed, game)
    work = Rollouts(judge, Effort(400, 1, 99), int(judge[0].target))
    rows = [row for row in range(len(traced)) if traced.is_decision(row)]
    np.random.default_rng(game).shuffle(rows)
    for row in rows:
        listed = traced.listed(row)
        if len(listed) < 2:
            continue
        results = work.play(traced, row, [listed[0], listed[-1]], 0, 400)
        if (results[0] - results[1]).mean() >= LEAST_LOSS:
            return row, listed[-1]
    return -1, ()


def with_choice(scenario: Scenario, seed: int, game: int, row: int, bad: tuple) -> list[tuple]:
    """List the choices of the game with another one at a stop; its player goes on from there."""
    traced = trace(scenario, rules_of(judged_by(scenario)), seed, game)
    before = sum(traced.is_decision(place) for place in range(row))
    rules, (states, copies) = rules_of(scenario), np.zeros((2, 1), layout.STATE)
    party, log, taken = kernels_for(rules).party, no_log(), []
    party.game.set_up(states[0], rules[0], seed, game, log)
    party.game.advance(states[0], rules[0], log)
    mind = new_mind(rules)
    while not states[0].over:
        is_action = states[0].decision == codes.DECIDE_ACTION
        if is_action:
            choice = tuple(map(int, party.choose_action(states, copies, rules, mind)))
        else:
            choice = (int(party.choose(states, rules)),)
        if len(taken) == before:
            choice = bad if is_action else bad[:1]
        taken.append(choice)
        if is_action:
            party.game.act(states[0], rules[0], choice, log)
        else:
            party.game.answer(states[0], rules[0], choice[0], log)
        party.game.advance(states[0], rules[0], log)
    return taken


def main() -> None:
    """Run one check for a person who wins half."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("check", choices=("identity", "luck", "planted"))
    given.add_argument("--games", type=int, default=50)
    given.add_argument("--rollouts", type=int, default=400)
    given.add_argument("--seed", type=int, default=31)
    given.add_argument("--board", action="append", choices=BOARDS)
    asked = given.parse_args()
    for board in asked.board or BOARDS:
        scenario = Scenario.of(board, player="person", wins=50.0)
        if asked.check == "luck":
            luck(scenario, asked.seed, asked.games)
        else:
            check = identity if asked.check == "identity" else planted
            check(scenario, asked.seed, asked.games, asked.rollouts)


if __name__ == "__main__":
    main()

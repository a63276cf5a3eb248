"""Check `rotwsim review`: luck and errors add up, luck is 0 on average, planted errors are found.

`python -m experiments.validity.review identity --games 50` judges each game twice with other
deals: the luck of one judgement, and start and errors of the other, must add up to the result
within their stated error. `luck --games 300` tests the mean luck of every stream against 0.
`chances` plays on from every turn: how far off are the chances to win of `rotwsim decisive`?
`planted --player expert` puts one known bad decision into each game and looks for it among the
three worst. In games of a person who wins half it competes with the person's own errors, some of
which cost more. Each check ends with one line a map; `--first` goes on at a later game.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

from rotwsim.core.state import codes, layout
from rotwsim.core.state.log import no_log
from rotwsim.players import rollouts
from rotwsim.players.registry import new_mind
from rotwsim.runner.judge import STREAMS, Effort, Rollouts, judged_by, trace
from rotwsim.runner.judge.many_games import (
    arm_seen,
    chances_by_turn,
    judge_one,
    start_of,
    work_of,
)
from rotwsim.runner.judge.one_game import judge_game
from rotwsim.runner.play import kernels_for, rules_of
from rotwsim.scenario.scenario import Scenario

BOARDS = ("eastern-us", "great-britain")
LEAST_LOSS = 5.0  # points of a planted error
KNOWN_BY = (40, 400)  # rollouts; the first ones save the others
WORST = 3
OFTEN = 25  # games between two lines of `luck`
LEARNED_FROM, TRUTH = 300, 100  # games: of an arm, and from each turn on


@dataclass(frozen=True)
class Check:
    """What to check, on which games."""

    scenario: Scenario
    seed: int
    first: int
    games: int
    rollouts: int  # of each choice that matters, as in `review`

    @property
    def title(self) -> str:
        return self.scenario.title()


def identity(check: Check) -> str:
    """Add luck of one judgement to start and errors of an independent one."""
    shares = []
    for game in range(check.first, check.first + check.games):
        one, other = (
            judge_game(check.scenario, check.seed, game, effort=Effort(check.rollouts, 1, key))
            for key in (1, 2)
        )
        off = other.start.points + one.luck.points - other.errors.points - one.result
        error = np.hypot(one.luck.points_error, other.luck.points_error)
        losses = [stop.loss.points_error for stop in one.decisions if stop.taken != stop.best]
        shares.append(off / error)
        median = f", median decision ± {np.median(losses):.2f}" if losses else ""
        print(f"game {game}: off by {off:+.1f} ± {error:.1f}{median}", flush=True)
    within, usual = np.abs(shares) <= 3, np.square(shares).mean() ** 0.5
    return (
        f"{within.sum()} of {check.games} games within 3 standard errors; on average (root mean "
        f"square) off by {usual:.2f} standard errors"
    )


def luck(check: Check) -> str:
    """Test the mean luck of every stream against 0."""
    judge = judged_by(check.scenario)
    work, start = work_of(rules_of(judge), check.seed), start_of(judge, check.seed)
    lucks = []
    for game in range(check.first, check.first + check.games):
        lucks.append(judge_one(check.scenario, work, start, check.seed, game)[-1])
        if len(lucks) % OFTEN == 0:
            print(f"{check.title}: {len(lucks)} of {check.games} games judged", flush=True)
    means, errors = np.mean(lucks, axis=0), np.std(lucks, axis=0, ddof=1) / check.games**0.5
    errors[0] = np.hypot(errors[0], start.points_error)  # all games are compared with one start
    shown = zip(STREAMS, means, errors, strict=True)
    within = (np.abs(means) <= 2 * errors).sum()
    return (
        f"{within} of {len(STREAMS)} streams within 2 standard errors of 0 over {check.games} "
        "games: " + ", ".join(f"{name} {mean:+.2f} ± {error:.2f}" for name, mean, error in shown)
    )


def chances(check: Check) -> str:
    """Compare the chances of `decisive` with many more games that the same person plays on."""
    own, judge = rules_of(check.scenario), rules_of(judged_by(check.scenario))
    arm = arm_seen(check.scenario, judge, check.seed, LEARNED_FROM, 1)
    go_on, results = rollouts.goes_on_of(kernels_for(own).party), np.zeros(TRUTH)
    rows = []
    for game in range(check.first, check.first + check.games):
        traced, work = trace(check.scenario, judge, check.seed, game), work_of(judge, game)
        turns, known = chances_by_turn(work, own, traced, arm)
        begins = np.searchsorted(traced.facts[:, rollouts.TURN], turns)
        for row, chance in zip(begins, known, strict=True):
            go_on(traced.stops[row : row + 1], own, work.key(row), results)
            alone = arm.chances(traced.features[row : row + 1])[0]
            rows.append((alone, chance, (results >= work.target).mean()))
        print(f"{check.title}: game {game} of {check.games}", flush=True)
    alone, mixed, truth = np.transpose(rows)
    noise = (truth * (1 - truth)).mean() / (TRUTH - 1)
    off = [100 * max(0.0, np.square(one - truth).mean() - noise) ** 0.5 for one in (alone, mixed)]
    means = [100 * (one - truth).mean() for one in (alone, mixed)]
    return (
        f"chances of {len(rows)} turns are off by {off[1]:.1f} pp (root mean square, without the "
        f"noise of {TRUTH} games; on average by {means[1]:+.1f} pp), those of the value model "
        f"alone by {off[0]:.1f} pp ({means[0]:+.1f} pp)"
    )


def planted(check: Check) -> str:
    """Put a bad decision into each game; say how often it is among the three worst."""
    found = count = 0
    game = check.first - 1
    while count < check.games:
        game += 1
        row, bad = bad_choice(check.scenario, check.seed, game)
        if row < 0:
            continue
        taken = with_choice(check.scenario, check.seed, game, row, bad)
        judged = judge_game(check.scenario, check.seed, game, taken, Effort(check.rollouts, 1))
        worst = sorted(judged.decisions, key=lambda stop: -stop.loss.points)
        place = next(rank for rank, stop in enumerate(worst, 1) if stop.row == row)
        count += 1
        found += place <= WORST
        loss = worst[place - 1].loss
        print(
            f"game {game}: number {place} by loss, {loss.points:.1f} ± {loss.points_error:.1f} "
            f"points; {found} of {count} found", flush=True,
        )  # fmt: skip
    return (
        f"{found} of {count} planted errors among the {WORST} worst; go on with --first {game + 1}"
    )


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
        pair = [listed[0], listed[-1]]
        if all(loss_of(work.play(traced, row, pair, 0, games)) >= LEAST_LOSS for games in KNOWN_BY):
            return row, listed[-1]
    return -1, ()


def loss_of(results: np.ndarray) -> float:
    return float((results[0] - results[1]).mean())


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


CHECKS = {"identity": identity, "luck": luck, "chances": chances, "planted": planted}


def main() -> None:
    """Run one check for a person who wins half, or for the expert."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("check", choices=CHECKS)
    given.add_argument("--games", type=int, default=50)
    given.add_argument("--first", type=int, default=0, help="number of the first game")
    given.add_argument("--rollouts", type=int, default=400, help="of identity and planted")
    given.add_argument("--seed", type=int, default=31)
    given.add_argument("--board", action="append", choices=BOARDS)
    given.add_argument("--barons", action="store_true")
    given.add_argument("--player", choices=("person", "expert"), default="person")
    asked = given.parse_args()
    closing = []
    for board in asked.board or BOARDS:
        skill = {"wins": 50.0} if asked.player == "person" else {}
        scenario = Scenario.of(board, barons=asked.barons, player=asked.player, **skill)
        check = Check(scenario, asked.seed, asked.first, asked.games, asked.rollouts)
        closing.append(f"{check.title}: {CHECKS[asked.check](check)}")
    print("\n".join(closing))


if __name__ == "__main__":
    main()

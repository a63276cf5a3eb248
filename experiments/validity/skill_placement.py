"""Place players of known skill by their scores: `python -m experiments.validity.skill_placement`.

Does the interval hold the truth? Plays fresh games, a few minutes on two cores, and prints the
tables of docs/validity.md.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from rotwsim.analysis.ladder import PLAYED, ladder_of, read_ladder
from rotwsim.analysis.pool import Arm, Games
from rotwsim.scenario.scenario import Scenario
from rotwsim.stats.placing import Ladder, between, place

FRESH_SEED = 1_700_000  # the ladder's games are of another
SCORES, TRIALS, GAMES = 10, 200, 600
SLIPS = (0.05, 0.1, 0.2, 0.4)
FITS = 0.01  # fewer sets of such a player fit as badly

Draw = Callable[[np.random.Generator], tuple[float, np.ndarray]]  # a skill, and scores of it


@dataclass(frozen=True)
class Found:
    """Trials of one kind: how often the interval held, how wide it was, how often no skill fit."""

    trials: int
    held: float
    width: float
    misfits: float


def try_draws(ladder: Ladder, draw: Draw, trials: int, seed: int = 5) -> Found:
    """Draw scores of a known skill and place them, once for each trial."""
    random = np.random.default_rng(seed)
    held, widths, misfits = 0, [], 0
    for trial in range(trials):
        truth, scores = draw(random)
        placing = place([(ladder, scores)], seed=trial)
        held += placing.skill.covers(truth)
        widths.append(placing.skill.high - placing.skill.low)
        misfits += placing.fit < FITS
    return Found(trials, held / trials, float(np.median(widths)), misfits / trials)


def any_skill(rungs: Sequence[np.ndarray], scores: int = SCORES) -> Draw:
    """Skills spread evenly over the ladder; a score lies between two of the rungs' own results."""
    ordered = [np.sort(rung) for rung in rungs]

    def draw(random: np.random.Generator) -> tuple[float, np.ndarray]:
        skill = random.uniform(0, len(ordered) - 1)
        below = min(int(skill), len(ordered) - 2)
        shares = random.random(scores)
        pair = np.array(
            [np.quantile(ordered[n], shares, method="hazen") for n in (below, below + 1)]
        )
        return skill, np.round(between(pair, skill - below)).astype(int)

    return draw


def one_player(skill: float, results: np.ndarray, scores: int = SCORES) -> Draw:
    """A player of one skill, whose scores are drawn from games it played."""
    return lambda random: (skill, random.choice(results, scores).astype(int))


def skill_of(ladder: Ladder, results: np.ndarray) -> float:
    """The likeliest skill of a player with many games."""
    likelihood = ladder.log_chances(results).sum(axis=1)
    return float(ladder.skills[int(np.argmax(likelihood))])


def rows(games: Games, scenario: Scenario, counts: tuple[int, int]) -> list[tuple[str, Found]]:
    """The trials on one board: any skill, each rung, and players that slip."""
    count, trials = counts
    board, barons = scenario.board.name, bool(scenario.barons)
    ladder = ladder_of(board, barons)

    def results(**options) -> np.ndarray:
        varied = scenario.varied(**options)
        return games.of(Arm(varied.title(), varied), count).table["result"].to_numpy(float)

    rungs = [results(player=player) for player in PLAYED]
    gap = read_ladder(board).rungs(barons, ())[-1] - read_ladder(board).rungs(barons, ())[-2]
    rungs.append(rungs[-1] + gap.mean())
    found = [("any skill", try_draws(ladder, any_skill(rungs), trials))]
    for place_, player in enumerate(PLAYED):
        draw = one_player(float(place_), rungs[place_])
        found.append((player, try_draws(ladder, draw, trials)))
    for slip in SLIPS:
        own = results(player="expert", slip=slip)
        skill = skill_of(ladder, own)
        name = f"expert, slip {slip:g} (at {skill:.2f})"
        found.append((name, try_draws(ladder, one_player(skill, own), trials)))
    return found


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--games", type=int, default=GAMES)
    given.add_argument("--trials", type=int, default=TRIALS)
    given.add_argument("--board", default="eastern-us")
    asked = given.parse_args()
    print(
        f"| ten scores of | game | {asked.trials} trials: held % | width, rungs | fits no skill % |"
    )
    print("| --- | --- | --- | --- | --- |")
    with Games(FRESH_SEED) as games:
        for barons in (False, True):
            scenario = Scenario.of(asked.board, barons=barons)
            game = "with Duel Barons" if barons else "standard"
            for name, row in rows(games, scenario, (asked.games, asked.trials)):
                print(
                    f"| {name} | {game} | {100 * row.held:.0f} | {row.width:.2f} "
                    f"| {100 * row.misfits:.1f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()

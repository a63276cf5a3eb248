"""Check that the range over plausible boxes holds: `python -m experiments.validity.box_ranges`.

Prints a row of docs/validity.md. One box is hidden, drawn by its weight, so that what the rulebook
says is true of it. The others give the range. Fresh games of the hidden one show whether its win
rate is in the range.
"""

from __future__ import annotations

from dataclasses import replace

import click
import numpy as np

from rotwsim.analysis.boxes.play import Variant, play_boxes
from rotwsim.analysis.boxes.ranges import JUDGES, Answered, Question, Weighed, answer_of
from rotwsim.analysis.pool import Games
from rotwsim.scenario.scenario import Scenario
from rotwsim.stats import Estimate, wilson

TRIALS = 100
FRESH_SEED = 1_000_003


def coverage(answered: Answered, player: str, hidden: np.ndarray, truths: np.ndarray) -> Estimate:
    """How often the range from all other draws holds the true win rate of the hidden one."""
    ranges = {place: without(answered, place).range(player, Variant()) for place in set(hidden)}
    held = [ranges[p][0] <= truth <= ranges[p][1] for p, truth in zip(hidden, truths, strict=True)]
    return wilson(sum(held), len(hidden))


def without(answered: Answered, place: int) -> Answered:
    """Give all draws but one, weighed as they are."""
    others = np.arange(len(answered.weights)) != place
    boxes = answered.boxes
    some = replace(
        boxes,
        draws=tuple(np.array(boxes.draws, object)[others]),
        results={arm: table[others] for arm, table in boxes.results.items()},
        by_markers={arm: table[others] for arm, table in boxes.by_markers.items()},
    )
    fulfilled = {name: found[others] for name, found in answered.weighed.fulfilled.items()}
    weights = answered.weights[others] / answered.weights[others].sum()
    return replace(answered, boxes=some, weighed=Weighed(weights, fulfilled))


def hide(answered: Answered, trials: int, seed: int = 1) -> np.ndarray:
    """The places of hidden draws, drawn by how well they fulfil the evidence."""
    random = np.random.default_rng(seed)
    return random.choice(len(answered.weights), trials, p=answered.weights)


def true_rates(
    games: Games, answered: Answered, player: str, hidden: np.ndarray, count: int
) -> np.ndarray:
    """The win rates of hidden draws, from fresh games."""
    places = sorted(set(hidden.tolist()))
    draws = [answered.boxes.draws[place] for place in places]
    fresh = play_boxes(games.reseeded(FRESH_SEED), draws, [player], [Variant()], count)
    rates = dict(zip(places, fresh.won(player, Variant()).mean(axis=1), strict=True))
    return np.array([rates[place] for place in hidden])


@click.command(help=__doc__.partition("\n\n")[2])
@click.option("--board", default="eastern-us", show_default=True)
@click.option("--draws", default=200, show_default=True)
@click.option("--games", default=100, show_default=True, help="Of each draw and tweak.")
@click.option("--fresh-games", default=400, show_default=True, help="Of each hidden draw.")
@click.option("--trials", default=TRIALS, show_default=True)
@click.option("--runs", type=click.Path(), help="Where draws are kept.")
@click.option("--jobs", type=int)
def main(board, draws, games, fresh_games, trials, runs, jobs) -> None:
    scenario = Scenario.of(board)
    with Games(seed=1, folder=runs, jobs=jobs) as played:
        answered = answer_of(played, Question(scenario, draws, games))
        hidden = hide(answered, trials)
        click.echo("| board | player | draws | effective | trials | held (95 %) |")
        for player in JUDGES:
            truths = true_rates(played, answered, player, hidden, fresh_games)
            held = coverage(answered, player, hidden, truths).scaled(100)
            click.echo(
                f"| {scenario.board.title} | {player} | {draws} | {answered.effective:.0f} | "
                f"{trials} | {held.value:.0f} % ({held.low:.0f} to {held.high:.0f}) |"
            )


if __name__ == "__main__":
    main()

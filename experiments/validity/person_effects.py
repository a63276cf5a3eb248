"""Check the bands of a tweak's effect: `python -m experiments.validity.person_effects`.

Prints the rows of docs/validity.md. A trial hides a person, who errs in one of four ways, and a box
that fits the rulebook, drawn anew. The person wins about half of the standard games there. Fresh
games show what each tweak does; the band that `compare` states for the printed board should hold
that in nine of ten trials. The chance of the fresh games is taken off.
"""

from __future__ import annotations

from statistics import NormalDist

import click
import numpy as np

from experiments.measured.effects import Box, gaps_of, played_boxes
from rotwsim.analysis.boxes import ranges
from rotwsim.analysis.boxes.known_ranges import stored_bands, together
from rotwsim.analysis.pool import Games
from rotwsim.analysis.questions.prices import played, tweaks_of
from rotwsim.runner.person_calibration import with_knob
from rotwsim.scenario.options import ERRORS
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.stats import paired_difference

FRESH_SEED, HIDDEN_SEED = 2_000_003, 41
STATED_GAMES = 600  # of ours, as an experiment has at least


def stated_bands(games: Games, standard: Scenario) -> dict[str, tuple[float, float]]:
    """Give the band of each tweak as `compare` states it: chance, kinds of error and boxes."""
    known, cell = stored_bands(), played(games, standard, STATED_GAMES)
    found = {}
    for tweak in tweaks_of():
        band = known[standard.board.name, bool(standard.barons), tweak.name]
        ours = paired_difference(cell.won(), cell.won(tweak.name)).difference
        kinds, boxes = (band.kinds_low, band.kinds_high), (band.boxes_low, band.boxes_high)
        found[tweak.name] = together(ours.value, (ours.low, ours.high), kinds, boxes)
    return found


def hidden_boxes(games: Games, standard: Scenario, trials: int) -> list[Scenario]:
    """Draw boxes anew and choose among them by how well they fit the rulebook."""
    random = np.random.default_rng(HIDDEN_SEED)
    question = ranges.Question(Scenario.of(standard.board.name), 60, 25, stage="hidden")
    boxes = ranges.played(games.reseeded(FRESH_SEED), question, random)
    weights = ranges.weigh(boxes, question.items).weights
    return [boxes.draws[place].scenario for place in random.choice(len(weights), trials, p=weights)]


def hidden_people(
    games: Games, standard: Scenario, scenarios: list[Scenario], count: int
) -> list[Box]:
    """Give each hidden box a person of a hidden kind, and play fresh games."""
    random = np.random.default_rng(HIDDEN_SEED + 1)
    kinds = random.choice(reachable(standard), len(scenarios))
    found: list[Box] = []
    for errs in ERRORS:
        own = {n: (one, 1) for n, one in enumerate(scenarios) if kinds[n] == errs}
        asked = standard.varied(errs=errs, wins=50)
        found += played_boxes(games.reseeded(FRESH_SEED), asked, own, count) if own else []
        click.echo(f"{len(found)} of {len(scenarios)} people", err=True)
    return found


def reachable(standard: Scenario) -> list[str]:
    """List the kinds of error that win half of the games of this board at all."""
    found = []
    for errs in ERRORS:
        try:
            with_knob(standard.varied(errs=errs, wins=50))
        except DataError:
            continue
        found.append(errs)
    return found


def share_within(gaps: np.ndarray, low: float, high: float) -> float:
    """Estimate how many true effects are within a band; rows of games show each with chance."""
    means = gaps.mean(axis=1)
    chance = (gaps.var(axis=1) + 1 / gaps.shape[1]) / gaps.shape[1]
    apart = max(1e-9, means.var(ddof=1) - chance.mean())
    kept = apart / (apart + chance)
    likely, spread = means.mean() + kept * (means - means.mean()), np.sqrt(kept * chance)
    inside = [
        NormalDist(mean, sd).cdf(high) - NormalDist(mean, sd).cdf(low)
        for mean, sd in zip(likely, spread, strict=True)
    ]
    return float(np.mean(inside))


@click.command(help=__doc__.partition("\n\n")[2])
@click.option("--board", default="eastern-us", show_default=True)
@click.option("--barons", is_flag=True)
@click.option("--trials", default=200, show_default=True)
@click.option("--games", default=300, show_default=True, help="Fresh ones of each trial and tweak.")
@click.option("--runs", type=click.Path(), help="Where games are kept.")
@click.option("--jobs", type=int)
def main(board, barons, trials, games, runs, jobs) -> None:
    standard = with_knob(Scenario.of(board, wins=50, barons=barons))
    with Games(seed=1, folder=runs, jobs=jobs) as pool:
        stated = stated_bands(pool, standard)
        people = hidden_people(pool, standard, hidden_boxes(pool, standard, trials), games)
    won = [(box.results[0] >= box.scenario.parameters["target"]).mean() for box in people]
    click.echo(f"hidden people won {100 * np.mean(won):.0f} % (sd {100 * np.std(won):.0f})")
    click.echo("| tweak | band, pp | true effects, 5 to 95 % as seen | held | held as seen |")
    held = []
    for tweak, gaps in gaps_of(people).items():
        low, high = stated[tweak]
        means = gaps.mean(axis=1)
        seen = np.quantile(means, (0.05, 0.95))
        inside = share_within(gaps, low, high)
        raw = np.mean((means >= low) & (means <= high))
        held.append(inside)
        click.echo(
            f"| {tweak} | {100 * low:+.0f} to {100 * high:+.0f} | {100 * seen[0]:+.0f} to "
            f"{100 * seen[1]:+.0f} | {100 * inside:.0f} % | {100 * raw:.0f} % |"
        )
    click.echo(f"| all tweaks | | | {100 * np.mean(held):.0f} % | |")


if __name__ == "__main__":
    main()

"""`rotwsim tune`: better weights for a player's judgement, by CMA-ES on training seeds."""

from __future__ import annotations

from pathlib import Path

import click

from rotwsim.cli.costs import rounds_left, tell_cost
from rotwsim.cli.frame import example


@click.command(
    "tune",
    epilog=example("rotwsim tune --board eastern-us --board mexico --generations 40 --out tuning"),
)
@click.option("--board", "boards", multiple=True, default=("eastern-us",), help="Repeatable.")
@click.option("--barons", is_flag=True, help="Tune with and without the Duel Barons.")
@click.option("--player", default="club", show_default=True, help="Whose weights are tuned.")
@click.option("--games", default=150, show_default=True, help="Games per candidate and board.")
@click.option("--generations", default=40, show_default=True)
@click.option("--population", default=12, show_default=True, help="Candidates per generation.")
@click.option("--jobs", default=2, show_default=True)
@click.option("--confirm", "confirm_games", default=1000, show_default=True, help="Fresh games.")
@click.option("--out", "folder", type=click.Path(path_type=Path), required=True, help="Resumable.")
def tune(
    boards, barons, player, games, generations, population, jobs, confirm_games, folder
) -> None:
    """Tune a player's weights on training seeds and confirm them on fresh ones.

    Every generation plays its own seeds, alike for all candidates; all boards count alike. The
    folder keeps the state, so an interrupted tuning goes on where it stopped.
    """
    from rotwsim.runner.workload import Workload
    from rotwsim.scenario.scenario import Scenario
    from rotwsim.stats import paired_mean_difference
    from rotwsim.training import tune as tuning

    variants = (False, True) if barons else (False,)
    scenarios = [
        Scenario.of(board, player=player, barons=variant)
        for board in boards
        for variant in variants
    ]

    ahead, left = Workload(), rounds_left(generations)
    for scenario in scenarios:  # the weights before are played beside every candidate
        ahead.want(scenario.title(), scenario, generations * (population + 1) * games)
    tell_cost(ahead, seed=1, jobs=jobs, quiet=False)

    def told(progress: tuning.TuningProgress) -> None:
        click.echo(
            f"generation {progress.generation} of {generations}: mean result {progress.best:.1f}, "
            f"{progress.start:.1f} with the weights before{left(progress.generation)}",
            err=True,
        )

    weights = tuning.tune(scenarios, games, generations, folder, jobs, population, watch=told)
    for name, value in weights.items():
        click.echo(f"{name} = {round(value, 4)}")
    for title, before, after in tuning.confirm(scenarios, weights, confirm_games):
        gain = paired_mean_difference(before, after)
        click.echo(
            f"{title}: {after.mean():.1f} on {confirm_games} fresh games, "
            f"{gain.value:+.1f} ({gain.low:+.1f} to {gain.high:+.1f}) against the weights before",
            err=True,
        )

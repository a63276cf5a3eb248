"""What a long command will cost, said before it begins."""

from __future__ import annotations

from collections.abc import Sequence

import click

from rotwsim.cli.progress import in_minutes
from rotwsim.cli.run_progress import compile_first

WORTH_SAYING = 30.0  # seconds
PILOT = 0.2  # seconds that a player's speed is measured for


def tell_cost(scenarios: Sequence, games: int, seed: int, machines: dict, quiet: bool) -> None:
    """Says on stderr how many games are to come and how long they take, if that is long."""
    if quiet:
        return
    seconds = seconds_for(scenarios, games, seed, machines.get("jobs"))
    if seconds >= WORTH_SAYING:
        arms = f"{len(scenarios)} × " if len(scenarios) > 1 else ""
        words = f"{arms}{games:,} games, about {in_minutes(seconds)} unless some are there already"
        click.echo(words, err=True)


def seconds_for(scenarios: Sequence, games: int, seed: int, jobs: int | None) -> float:
    """The time that so many games of each scenario take, by a short try of each player."""
    from rotwsim.runner.parallel import check_jobs
    from rotwsim.runner.plan import measure_speed
    from rotwsim.runner.play import rules_of

    speeds: dict[tuple, float] = {}
    seconds = 0.0
    for scenario in scenarios:
        who = (scenario.player, scenario.budget, scenario.seats)
        if who not in speeds:
            compile_first(scenario, quiet=False)
            speeds[who] = measure_speed(rules_of(scenario), seed, PILOT)
        seconds += games / speeds[who]
    return seconds / check_jobs(jobs)

"""What a long command will cost, said before it begins."""

from __future__ import annotations

import time
from collections.abc import Callable

import click

from rotwsim.cli.progress import in_minutes

WORTH_SAYING = 30.0  # seconds
GLANCE, PILOT = 0.02, 0.2  # seconds that a player's speed is measured for, at first and well
NEAR = 3.0  # times: how far off a glance may be


def tell_cost(ahead, seed: int, jobs: int | None, quiet: bool) -> None:
    """Says on stderr how many games are to come and how long they take, if that is long."""
    from rotwsim.runner.parallel import check_jobs

    if quiet:
        return
    jobs, new = check_jobs(jobs), not_timed(ahead)
    measure_speeds(ahead, new, seed, GLANCE)
    if NEAR * ahead.seconds_left(jobs) >= WORTH_SAYING:
        measure_speeds(ahead, new, seed, PILOT)
    seconds = ahead.seconds_left(jobs)
    if seconds >= WORTH_SAYING:
        click.echo(cost_in_words(ahead, seconds), err=True)


def not_timed(ahead) -> list:
    """One scenario of every player that has games ahead and was not timed yet."""
    from rotwsim.runner.workload import who

    scenarios = [part.scenario for part in ahead.parts.values() if part.left]
    return list({who(each): each for each in scenarios if who(each) not in ahead.speed}.values())


def measure_speeds(ahead, scenarios: list, seed: int, seconds: float) -> None:
    """Try every player for a moment."""
    from rotwsim.runner.block_plan import measure_speed
    from rotwsim.runner.play import rules_of

    for scenario in scenarios:
        ahead.time(scenario, measure_speed(rules_of(scenario), seed, seconds))


def cost_in_words(ahead, seconds: float) -> str:
    """All games and the time: "48,000 games, 12,000 of them there already, about 3:20 min"."""
    left = sum(part.left for part in ahead.parts.values())
    there = ahead.wanted - left
    words = f"at most {ahead.wanted:,} games" if ahead.is_most else f"{ahead.wanted:,} games"
    if there:
        words += f", {there:,} of them there already"
    sooner = ", fewer as soon as that is enough" if ahead.is_most else ""
    return f"{words}, about {in_minutes(seconds)}{sooner}"


def tell_rounds(rounds: int, games: int, judged: int) -> None:
    """Says what a training plays; how long that takes, only its rounds can tell."""
    click.echo(
        f"{rounds} rounds of {games:,} games in which every choice is tried out, {judged:,} games "
        "to judge each; the first one shows how long that takes",
        err=True,
    )


def round_teller(rounds: int, judged: Callable[[float], str], quiet: bool) -> Callable:
    """Tells after each round of a training what it tried and how it is judged, in such words."""
    left = rounds_left(rounds)

    def tell(now) -> None:
        if not quiet:
            click.echo(
                f"round {now.number} of {rounds}: {now.rows:,} candidates tried out, "
                f"{judged(now.validation)}{left(now.number)}",
                err=True,
            )

    return tell


def rounds_left(rounds: int) -> Callable[[int], str]:
    """Tells after each round how long the others will take; the first says nothing of itself."""
    begun: list[tuple[int, float]] = []

    def told(number: int) -> str:
        begun.append((number, time.monotonic()))
        (first, start), now = begun[0], time.monotonic()
        if number == first or number >= rounds:
            return ""
        left = (now - start) * (rounds - number) / (number - first)
        return f", about {in_minutes(left)} left"

    return told

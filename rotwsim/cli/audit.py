"""`rotwsim audit`: games of the compiled core, checked step by step by the plain reference."""

from __future__ import annotations

import click

from rotwsim.cli.frame import example
from rotwsim.cli.options import scenario_options

DISAGREEMENT = 1  # exit code
MOST_GAMES = 1_000_000  # they take days
DECISIONS = {
    "DECIDE_ACTION": "actions",
    "DECIDE_CLAIM": "Barons claimed or not (D1)",
    "DECIDE_LOST_CUBE": "cubes lost to Railbot Links (S22)",
    "DECIDE_EXHAUST": "cubes exhausted (S25)",
    "DECIDE_LINE": "Major Lines given to the Railbot (S28)",
    "DECIDE_BARON": "Barons given to the Railbot (S28)",
    "DECIDE_PATH": "ties of Railbot paths (S23)",
    "DECIDE_NEW_CITY": "New Cities of New Industry (B44)",
    "DECIDE_GROWTH": "cities of City Growth (B44)",
    "DECIDE_KEEP": "Rail Barons kept (M6)",
    "DECIDE_BID": "bids (M11 to M14)",
}


@click.command(
    epilog=example(
        "rotwsim audit --board eastern-us --barons --player random --games 100",
        "rotwsim audit --tweak cards-2 --ruling railbot_path=fresh --player random --seed 7",
        "rotwsim audit --seats 4*random --bidding first_to_pass --module mines --games 20",
    )
)
@scenario_options
@click.option(
    "--games",
    type=click.IntRange(1, MOST_GAMES),
    default=100,
    show_default=True,
    help="Games to check.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=1, show_default=True, help="Run seed."
)
@click.pass_context
def audit(context: click.Context, scenario, games: int, seed: int) -> None:
    """Check the compiled game against the plain reference.

    Games are played with a full log. The reference replays every row of it by its own rules: what
    chance dealt was possible, every decision was among its own set of legal options, every effect
    follows, and the outcome agrees field by field. The first disagreement ends the audit with exit
    code 1.
    """
    import time

    from rotwsim.cli.progress import in_minutes, progress
    from rotwsim.runner.audit import audit as check

    begun = time.monotonic()

    def checked(done: int) -> str:
        left = (time.monotonic() - begun) * (games - done) / done
        return f"{done:,} of {games:,} games checked, {in_minutes(left)} left"

    with progress() as advance:
        report = check(
            scenario, games, seed, progress=lambda done: advance(done, games, lambda: checked(done))
        )
    click.echo(f"{scenario.title()}, seed {seed}")
    for line in _checked(report):
        click.echo(line)
    if report.passed:
        click.echo("No disagreement.")
        return
    failure = report.failure
    click.echo(f"DISAGREEMENT in seed {failure.seed}, game {failure.game}, turn {failure.turn}")
    click.echo(f"  {failure.what}")
    words = f"{scenario.command()} --seed {failure.seed} --game {failure.game}"
    click.echo(f"The game in words: rotwsim replay {words}")
    context.exit(DISAGREEMENT)


def _checked(report) -> list[str]:
    """What was checked, as a small table."""
    rows = [
        ("games", report.games),
        ("rows of their logs", report.rows),
        ("decisions", sum(report.decisions.values())),
        *((f"  {DECISIONS[name]}", count) for name, count in report.decisions.most_common()),
        ("legal choices compared", report.choices),
        ("tiles of track", report.tiles),
        ("places whose offers were searched for again", report.offers_checked),
    ]
    if report.path_ties_cut:
        rows.append(("ties of too many paths, not compared", report.path_ties_cut))
    width = max(len(name) for name, _ in rows)
    return [f"  {name:<{width}}  {count:>12,}" for name, count in rows]

"""`rotwsim compare`: variants of a scenario against it, on the same seeds."""

from __future__ import annotations

import click

from rotwsim.cli.balance_games import JSON, OUT
from rotwsim.cli.frame import example
from rotwsim.cli.options import scenario_options
from rotwsim.cli.run_options import run_options

GAMES = 10_000
HEADS = ("variant", "won %", "points (95 %)", "result", "flips %", "var", "p", "verdict")


@click.command(
    epilog=example(
        "rotwsim compare --all-tweaks --player expert --games 20000 --out runs/tweaks",
        'rotwsim compare --variant "tweak=exhaust+1" --variant "reader: player=casual, slip=0.1"',
        'rotwsim compare --barons --variant "set.base_exhaust=3" --sequential --margin 2',
    )
)
@scenario_options
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="TEXT",
    help='As "NAME: tweak=exhaust+1, player=casual, ruling.railbot_path=fresh, '
    'set.base_exhaust=3, barons=yes, slip=0.1, without=insurance"; repeatable.',
)
@click.option("--all-tweaks", is_flag=True, help="Every tweak of T1 to T8, at each level.")
@click.option("--games", type=int, help=f"Games of each side.  [default: {GAMES:,}]")
@click.option(
    "--precision",
    type=float,
    metavar="POINTS",
    help="Play each variant until its difference is known to ± this; --games is then the most.",
)
@click.option(
    "--sequential",
    is_flag=True,
    help="Play each variant until a sequential test decides; --games is then the most.",
)
@click.option(
    "--margin",
    type=float,
    default=1.0,
    show_default=True,
    metavar="POINTS",
    help="A difference within this is no difference.",
)
@run_options
@OUT
@JSON
def compare(
    scenario,
    variants,
    all_tweaks,
    games,
    precision,
    sequential,
    margin,
    seed,
    quiet,
    out,
    as_json,
    **machines,
) -> None:
    """Variants against their baseline, on the same seeds.

    Verdicts are corrected for the number of variants: easier or harder by Holm's method on
    McNemar's test, equivalent where the difference surely lies within the margin. Flips are games
    that only one side wins; var is the variance of the difference against that of unpaired runs.
    """
    from rotwsim.balance.compare import NAME_OF_BASELINE, arm_of, tweak_arms
    from rotwsim.balance.games import Arm
    from rotwsim.balance.versus import versus
    from rotwsim.cli import balance_games as shared

    arms = [arm_of(text, None, scenario) for text in variants]
    arms += tweak_arms(scenario) if all_tweaks else []
    margin = shared.as_fraction("--margin", margin)
    half_width = None if precision is None else shared.as_fraction("--precision", precision)
    question = shared.asked(
        f"What do {len(arms)} variants do to {scenario.title()}?",
        "compare",
        analyses=("compare",),
        margin=margin,
    )
    with shared.balance_games(seed, shared.games_folder(out), quiet, **machines) as played:
        answer = versus(
            played,
            Arm(NAME_OF_BASELINE, scenario),
            arms,
            margin,
            count=games,
            precision=half_width,
            sequential=sequential,
        )
    shared.write(out, question, answer)
    print_json(answer) if as_json else show(answer, scenario, margin, sequential, half_width, out)


def show(answer, scenario, margin, sequential, half_width, out) -> None:
    """The comparison as a table, with what must be said beside it."""
    from rotwsim.cli.balance_tables import show_notes, show_table
    from rotwsim.stats import wilson

    base = answer.arms[0]
    rate = wilson(base.wins, base.games).scaled(100)
    title = (
        f"{scenario.title()}: won {rate.value:.1f} % ({rate.low:.1f} to {rate.high:.1f}) "
        f"of {base.games:,} games, seed {base.seed}"
    )
    table = answer.tables["compare"]
    show_table(title, [row_of(row) for row in table.itertuples()], HEADS, ("variant", "verdict"))
    if sequential or half_width:
        counts = ", ".join(f"{row.name} {row.games:,}" for row in table.itertuples())
        show_notes([f"games: {counts}"])
    if sequential:
        show_notes(
            ["verdicts are of the sequential test; intervals and p do not allow for its stop"]
        )
    elif half_width:
        show_notes(["intervals and verdicts allow for looking at any time, p does not"])
    show_notes([f"a difference within {100 * margin:g} points is none; p is corrected by Holm"])
    surprising = [f"surprise: {alert}" for alert in answer.alerts]
    show_notes([*surprising, *([f"stored in {out}"] if out else [])])
    if base.wins in (0, base.games):
        show_notes(["the baseline wins all or nothing: look at the results instead"])


def row_of(row) -> tuple[str, ...]:
    from rotwsim.cli.balance_tables import chance, percent, plain, points_between, signed

    return (
        row.name,
        percent(row.win_rate),
        points_between(row.difference, row.low, row.high),
        signed(row.result_difference),
        percent(row.flipped),
        plain(row.variance_ratio, 2),
        chance(row.p_adjusted),
        row.verdict,
    )


def print_json(answer) -> None:
    """Exactly the keys that other programs may rely on."""
    from rotwsim.cli.balance_tables import as_json
    from rotwsim.stats import wilson

    base = answer.arms[0]
    rate = wilson(base.wins, base.games)
    variants = [
        {
            "name": row.name,
            "win_rate": row.win_rate,
            "difference": row.difference,
            "interval": [row.low, row.high],
            "p_value": row.p_value,
            "verdict": row.verdict,
            "flipped": row.flipped,
            "variance_ratio": row.variance_ratio,
            "result_difference": row.result_difference,
        }
        for row in answer.tables["compare"].itertuples()
    ]
    baseline = {
        "scenario": base.scenario.describe(),
        "games": base.games,
        "seed": base.seed,
        "win_rate": rate.value,
        "interval": [rate.low, rate.high],
        "result": float(base.table["result"].mean()),
        "digest": base.digest,
    }
    click.echo(as_json({"baseline": baseline, "variants": variants}))

"""`rotwsim compare`: variants of a scenario against it, on the same seeds."""

from __future__ import annotations

import click

from rotwsim.cli.balance_games import JSON, OUT
from rotwsim.cli.frame import example
from rotwsim.cli.options import scenario_options
from rotwsim.cli.run_options import run_options

GAMES = 10_000
HEADS = ("variant", "won", "difference", "95 %", "result", "flipped", "variance", "p", "verdict")


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
def compare(scenario, variants, all_tweaks, margin, seed, quiet, out, as_json, **options) -> None:
    """Variants against their baseline, on the same seeds.

    Verdicts are corrected for the number of variants: easier or harder by Holm's method on
    McNemar's test, equivalent where the difference surely lies within the margin. `flipped` are
    games that only one side wins; `variance` is that of the difference against unpaired runs.
    """
    from rotwsim.balance.compare import surprises
    from rotwsim.balance.experiment import compared
    from rotwsim.balance.tables import causes, flips
    from rotwsim.cli import balance_games as shared

    arms = arms_of(scenario, variants, all_tweaks)
    plan = {name: options.pop(name) for name in ("games", "precision", "sequential")}
    margin = shared.as_fraction("--margin", margin)
    question = shared.asked(
        f"What do {len(arms)} variants do to {scenario.title()}?",
        "compare",
        analyses=("compare",),
        margin=margin,
    )
    folder = shared.games_folder(out)
    with shared.balance_games(seed, folder, quiet, **options) as games:
        answer = compared_as_planned(games, scenario, arms, margin, **plan)
    shared.write(out, question, answer)
    ...

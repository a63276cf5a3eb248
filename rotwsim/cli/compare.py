"""`rotwsim compare`: variants of a scenario against it, on the same seeds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rotwsim.analysis.questions import COMPARE_GAMES
from rotwsim.cli.analysis import answer, as_fraction
from rotwsim.cli.frame import example
from rotwsim.cli.options import Request, request_options, scenario_options
from rotwsim.cli.run import show_plan
from rotwsim.cli.tables import notes_on_boxes, range_in_words, show_frame, show_notes

if TYPE_CHECKING:
    import pandas as pd

    from rotwsim.analysis.results import Answer
    from rotwsim.scenario.scenario import Scenario


@click.command(
    epilog=example(
        "rotwsim compare --all-tweaks --games 20000 --out runs/tweaks",
        'rotwsim compare --variant "tweak=exhaust+1" --variant "reader: player=casual, slip=0.1"',
        'rotwsim compare --barons --variant "set.base_exhaust=3" --sequential --margin 2',
        'rotwsim compare --seats "4*casual" --variant "bidding=first_to_pass" --games 500',
        "rotwsim compare --plan --difference 1 --flipped 20",
    )
)
@scenario_options
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="TEXT",
    help='What to change, as "NAME: tweak=exhaust+1, player=casual, ruling.railbot_path=fresh, '
    'set.base_exhaust=3, barons=yes, slip=0.1, without=insurance"; repeatable.',
)
@click.option("--all-tweaks", is_flag=True, help="Compare every tweak of the rulebook.")
@click.option("--games", type=int, help=f"Games of each side.  [default: {COMPARE_GAMES:,}]")
@click.option(
    "--precision",
    type=float,
    metavar="PP",
    help="Play each variant until its difference is known to ± this many pp, at most --games.",
)
@click.option(
    "--sequential",
    is_flag=True,
    help="Stop each variant as soon as the verdict is clear, at most after --games.",
)
@click.option(
    "--margin",
    type=float,
    default=1.0,
    show_default=True,
    metavar="PP",
    help="A smaller difference counts as none.",
)
@click.option("--plan", is_flag=True, help="Play no variant: say how many games differences need.")
@click.option(
    "--difference",
    "differences",
    type=float,
    multiple=True,
    metavar="PP",
    help="With --plan: a difference to find; repeatable.",
)
@click.option(
    "--flipped",
    "flips",
    type=float,
    multiple=True,
    metavar="PERCENT",
    help="With --plan: share of games that only one side wins; repeatable.",
)
@request_options
def compare(
    scenario: Scenario,
    variants: Sequence[str],
    all_tweaks: bool,
    games: int | None,
    precision: float | None,
    sequential: bool,
    margin: float,
    plan: bool,
    differences: Sequence[float],
    flips: Sequence[float],
    request: Request,
) -> None:
    """Variants against their baseline, on the same seeds.

    Verdicts are corrected for the number of variants. Easier and harder: McNemar's test with Holm's
    correction. Equivalent: the difference is surely within the margin. Flips are games that only
    one side wins. var is the variance of the difference against that of unpaired runs.
    """
    from rotwsim.analysis.comparison import compare as analyse
    from rotwsim.scenario.variants import all_tweaks as every_tweak

    if plan:
        show_plan(scenario, request, differences=differences, flips=flips)
        return
    if differences or flips:
        raise click.UsageError("--difference and --flipped go with --plan")
    margin = as_fraction("--margin", margin)
    half_width = None if precision is None else as_fraction("--precision", precision)
    number = len(variants) + (len(every_tweak(scenario)) if all_tweaks else 0)
    answer(
        request,
        "compare",
        f"What do {number} variants do to {scenario.title()}?",
        lambda played: (
            analyse(
                scenario,
                variants,
                all_tweaks=all_tweaks,
                games=games,
                precision=half_width,
                sequential=sequential,
                margin=margin,
                using=played,
            ).answer
        ),
        lambda found: show(found, scenario, margin, request.out),
        agreed_keys,
        margin=margin,
    )


def show(found: Answer, scenario: Scenario, margin: float, out: Path | None) -> None:
    """Print the comparison, and what must be said beside it."""
    from rotwsim.analysis.boxes.known_ranges import plausible_range
    from rotwsim.cli.experiment_and_report import say_what_to_do
    from rotwsim.report.results import Results
    from rotwsim.stats import wilson

    base, table = found.arms[0], found.tables["compare"]
    rate = wilson(base.wins, base.games).scaled(100)
    title = (
        f"{scenario.title()}: won {rate.value:.1f} % ({rate.low:.1f} to {rate.high:.1f}) "
        f"of {base.games:,} games as assumed, seed {base.seed}"
    )
    show_frame("compare", named_targets(table, found), title)
    boxes = f"the baseline over plausible boxes: {range_in_words(plausible_range(scenario))}"
    is_person = scenario.has_person and not scenario.seats  # who knows how often games are won
    show_notes([*([] if is_person else [boxes]), *notes_on_boxes(table)])
    undecided = table.dropna(subset=["more_games"]).to_dict("records")
    show_notes([f"{row['name']}: {in_games(row['more_games'])} would decide" for row in undecided])
    if found.caveats:
        named = zip(table["name"], table["games"], strict=True)
        counts = ", ".join(f"{name} {games:,}" for name, games in named)
        show_notes([f"games: {counts}", *found.caveats])
    corrected = f"corrected for {len(table)} variants" if len(table) > 1 else "of one test"
    show_notes(
        [
            "flips: games that only one side wins; var: the variance that shared deals leave",
            f"a difference within {100 * margin:g} pp is none; p is {corrected}",
        ]
    )
    if scenario.seats:
        show_notes(["won and result are those of the first seat"])
    surprising = [f"surprise: {alert}" for alert in found.alerts]
    show_notes([*surprising, *([f"stored in {out}"] if out else [])])
    if base.wins in (0, base.games):
        show_notes(["the baseline wins all or nothing: look at the results instead"])
    say_what_to_do(Results(Path(), {}, found.tables))


def named_targets(table: pd.DataFrame, found: Answer) -> pd.DataFrame:
    """Name the target that is meant where a tweak moves it and the Duel Barons raise it."""
    from rotwsim.analysis.verdict_table import side_of_target

    meant = {
        arm.name: f"{arm.label} ({arm.scenario.parameters['target']} points)"
        for arm in found.arms[1:]
        if arm.scenario.barons and side_of_target(found.arms[0].scenario, arm.scenario)
    }
    names = [meant.get(arm, name) for arm, name in zip(table["arm"], table["name"], strict=True)]
    return table.assign(name=names)


def in_games(more: float) -> str:
    """Say how many games more decide; two digits are known of them."""
    if not math.isfinite(more):
        return "no number of games worth playing"
    return f"about {float(f'{more:.2g}'):,.0f} more games"


def agreed_keys(found: Answer) -> dict:
    """Return exactly the keys that other programs may rely on."""
    from rotwsim.analysis.boxes.known_ranges import boxes_of
    from rotwsim.stats import wilson

    base = found.arms[0]
    rate, boxes = wilson(base.wins, base.games), boxes_of(base.scenario)
    same = ("win_rate", "difference", "p_value", "p_adjusted", "verdict", "flipped")
    variants = [
        {
            **{key: row[key] for key in ("name", *same, "variance_ratio", "result_difference")},
            "interval": [row["low"], row["high"]],
            "over_plausible_boxes": [row["boxes_low"], row["boxes_high"]],
            "difference_over_plausible_boxes": [
                row["boxes_difference_low"],
                row["boxes_difference_high"],
            ],
        }
        for row in found.tables["compare"].to_dict("records")
    ]
    baseline = {
        "scenario": base.scenario.describe(),
        "games": base.games,
        "seed": base.seed,
        "win_rate": rate.value,
        "interval": [rate.low, rate.high],
        "over_plausible_boxes": [boxes["boxes_low"], boxes["boxes_high"]],
        "result": float(base.table["result"].to_numpy().mean()),
        "digest": base.digest,
    }
    return {"baseline": baseline, "variants": variants}

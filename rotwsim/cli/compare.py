"""`rotwsim compare`: variants of a scenario against it, on the same seeds."""

from __future__ import annotations

import click

from rotwsim.analysis.registry import COMPARE_GAMES
from rotwsim.cli.analysis import answer, as_fraction, request_options
from rotwsim.cli.frame import example
from rotwsim.cli.options import scenario_options

HEADS = ("variant", "won %", "points (95 %)", "result", "flips %", "var", "p", "verdict")


@click.command(
    epilog=example(
        "rotwsim compare --all-tweaks --player expert --games 20000 --out runs/tweaks",
        'rotwsim compare --variant "tweak=exhaust+1" --variant "reader: player=casual, slip=0.1"',
        'rotwsim compare --barons --variant "set.base_exhaust=3" --sequential --margin 2',
        'rotwsim compare --seats "4*casual" --variant "bidding=first_to_pass" --games 500',
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
@click.option("--games", type=int, help=f"Games of each side.  [default: {COMPARE_GAMES:,}]")
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
@request_options
def compare(scenario, variants, all_tweaks, games, precision, sequential, margin, request) -> None:
    """Variants against their baseline, on the same seeds.

    Verdicts are corrected for the number of variants: easier or harder by Holm's method on
    McNemar's test, equivalent where the difference is surely within the margin. Flips are games
    that only one side wins; var is the variance of the difference against that of unpaired runs.
    """
    from rotwsim.analysis.questions.compare import compare as analyse
    from rotwsim.scenario.variants import all_tweaks as every_tweak

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


def show(found, scenario, margin, out) -> None:
    """The comparison as a table, with what must be said beside it."""
    from rotwsim.cli.tables import show_notes, show_table
    from rotwsim.stats import wilson

    base = found.arms[0]
    rate = wilson(base.wins, base.games).scaled(100)
    title = (
        f"{scenario.title()}: won {rate.value:.1f} % ({rate.low:.1f} to {rate.high:.1f}) "
        f"of {base.games:,} games as assumed, seed {base.seed}"
    )
    table = found.tables["compare"]
    show_table(title, [row_of(row) for row in table.itertuples()], HEADS, ("variant", "verdict"))
    show_boxes(scenario, table)
    if found.caveats:
        counts = ", ".join(f"{row.name} {row.games:,}" for row in table.itertuples())
        show_notes([f"games: {counts}", *found.caveats])
    corrected = f"corrected for {len(table)} variants" if len(table) > 1 else "of one test"
    show_notes([f"a difference within {100 * margin:g} points is none; p is {corrected}"])
    if scenario.seats:
        show_notes(["at a table won and result are those of the first seat"])
    surprising = [f"surprise: {alert}" for alert in found.alerts]
    show_notes([*surprising, *([f"stored in {out}"] if out else [])])
    if base.wins in (0, base.games):
        show_notes(["the baseline wins all or nothing: look at the results instead"])


def show_boxes(scenario, table) -> None:
    """Where baseline and variants lie over plausible boxes, or that nobody has measured it."""
    from rotwsim.analysis.boxes.known_ranges import plausible_range
    from rotwsim.cli.tables import (
        HEAD,
        boxes,
        difference_boxes,
        notes_on_boxes,
        range_in_words,
        show_notes,
        show_table,
    )

    if table["boxes_low"].notna().any():
        rows = [(row.name, boxes(row), difference_boxes(row)) for row in table.itertuples()]
        heads = ("variant", HEAD, "boxes, points")
        show_table("The same over plausible boxes", rows, heads, ("variant",))
    baseline = f"the baseline over plausible boxes: {range_in_words(plausible_range(scenario))}"
    show_notes([baseline, *notes_on_boxes(table)])


def row_of(row) -> tuple[str, ...]:
    from rotwsim.cli.tables import chance, percent, plain, points_between, signed

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


def agreed_keys(found) -> dict:
    """Exactly the keys that other programs may rely on."""
    from rotwsim.analysis.boxes.known_ranges import boxes_of
    from rotwsim.stats import wilson

    base = found.arms[0]
    rate, boxes = wilson(base.wins, base.games), boxes_of(base.scenario)
    variants = [
        {
            "name": row.name,
            "win_rate": row.win_rate,
            "difference": row.difference,
            "interval": [row.low, row.high],
            "over_plausible_boxes": [row.boxes_low, row.boxes_high],
            "difference_over_plausible_boxes": [
                row.boxes_difference_low,
                row.boxes_difference_high,
            ],
            "p_value": row.p_value,
            "p_adjusted": row.p_adjusted,
            "verdict": row.verdict,
            "flipped": row.flipped,
            "variance_ratio": row.variance_ratio,
            "result_difference": row.result_difference,
        }
        for row in found.tables["compare"].itertuples()
    ]
    baseline = {
        "scenario": base.scenario.describe(),
        "games": base.games,
        "seed": base.seed,
        "win_rate": rate.value,
        "interval": [rate.low, rate.high],
        "over_plausible_boxes": [boxes["boxes_low"], boxes["boxes_high"]],
        "result": float(base.table["result"].mean()),
        "digest": base.digest,
    }
    return {"baseline": baseline, "variants": variants}

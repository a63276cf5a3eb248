"""What compare, decisive, design and sweep have besides what follows from the question."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rotwsim.analysis.questions import QUESTIONS
from rotwsim.cli import command, questions, tables
from rotwsim.cli.options import (
    CSV,
    FILE,
    JSON,
    RUNS,
    Request,
    form,
    form_options,
    option,
    run_options,
)
from rotwsim.cli.questions import Extra, balance_games, command_line, parameters_of, show_answer
from rotwsim.cli.run import show_plan
from rotwsim.cli.tables import (
    notes_on_boxes,
    range_in_words,
    records,
    show_frame,
    show_json,
    show_notes,
)
from rotwsim.scenario.schema import DataError

if TYPE_CHECKING:
    import pandas as pd

    from rotwsim.analysis.pool import Games
    from rotwsim.analysis.results import Answer
    from rotwsim.scenario.scenario import Scenario


def plan_instead(
    scenario: Scenario,
    request: Request,
    plan: bool,
    differences: Sequence[float],
    flips: Sequence[float],
) -> bool:
    """Play no variant where --plan asks how many games differences need."""
    if plan:
        show_plan(scenario, request, differences=differences, flips=flips)
    elif differences or flips:
        raise click.UsageError("--difference and --flipped go with --plan")
    return plan


def show_comparison(found: Answer, scenario: Scenario, values: dict, out: Path | None) -> None:
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
    boxes = plausible_range(scenario)  # a person wins as often in every box
    has_range = boxes and not (scenario.has_person and not scenario.seats)
    show_notes([f"the baseline over plausible boxes: {range_in_words(boxes)}"] if has_range else [])
    show_notes(notes_on_boxes(table))
    undecided = table.dropna(subset=["more_games"]).to_dict("records")
    show_notes([f"{in_games(row['more_games'])} would decide {row['name']}" for row in undecided])
    if found.caveats:
        named = zip(table["name"], table["games"], strict=True)
        counts = ", ".join(f"{name} {games:,}" for name, games in named)
        show_notes([f"games: {counts}", *found.caveats])
    margin = 100 * values["margin"]
    corrected = f"corrected for {len(table)} variants" if len(table) > 1 else "of one test"
    show_notes([f"a difference within {margin:g} pp is none; p is {corrected}"])
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
    spans = {"interval": "", "over_plausible_boxes": "boxes_"}
    spans |= {"difference_over_plausible_boxes": "boxes_difference_"}
    variants = [
        {key: row[key] for key in ("name", *same, "variance_ratio", "result_difference")}
        | {span: [row[f"{of}low"], row[f"{of}high"]] for span, of in spans.items()}
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


def answer_goal(
    games: Games, scenario: Scenario, values: dict, goal: Path | None, write: Path | None, row: int
) -> Answer:
    from rotwsim.analysis.goal import read_goal
    from rotwsim.analysis.goal_answer import search

    if goal is None:
        if write:
            raise DataError("--write needs a file of a goal: rotwsim design GOAL.toml")
        return QUESTIONS["design"].answer(games, scenario, values)
    return search(games, scenario, read_goal(goal), write, row)


def show_design(found: Answer, scenario: Scenario, values: dict, out: Path | None) -> None:
    analysis = QUESTIONS["design"]
    if "goal" not in found.tables:
        show_answer(found, "design", questions.title_of(analysis, scenario, values))
        return
    show_notes(found.alerts)
    for name in found.tables:
        show_frame(name, found.tables[name])
    click.echo(found.tables["goal"]["command"].iloc[0])


def answer_sweep(games: Games, scenario: Scenario, values: dict, plot: Path | None) -> Answer:
    if plot and plot.suffix not in (".png", ".svg"):
        raise DataError(f"--plot {plot}: a picture ends in .png or .svg")
    found = QUESTIONS["sweep"].answer(games, scenario, values)
    if plot:
        from rotwsim.report.figures.gallery import pictures_of, write_file
        from rotwsim.report.results import Results

        for picture in pictures_of(Results(plot.parent, {}, found.tables), "sweep"):
            write_file(picture, plot)
    return found


def show_decisive(found: Answer, scenario: Scenario, values: dict, out: Path | None) -> None:
    """Print the sentence that answers, the tables, and what else a page would say."""
    from rotwsim.report.findings.sentences import findings_of
    from rotwsim.report.results import Results
    from rotwsim.report.wording import SPACE

    results = Results(Path(), {"analyses": ["decisive"]}, found.tables)
    first, *others = (one.text.replace(SPACE, " ") for one in findings_of(results))
    show_notes([first])
    title = questions.title_of(QUESTIONS["decisive"], scenario, values)
    show_answer(found, "decisive", title)
    show_notes(others)


EXTRAS = {
    "compare": Extra(
        options=[
            option("--plan", "Play little: say how many games a difference needs."),
            option(
                "--difference PP",
                "With --plan: a difference to find; repeatable.",
                "differences",
                type=float,
                multiple=True,
            ),
            option(
                "--flipped PERCENT",
                "With --plan: the share of games that only one side wins; repeatable.",
                "flips",
                type=float,
                multiple=True,
            ),
        ],
        instead=plan_instead,
        show=show_comparison,
        as_data=agreed_keys,
    ),
    "decisive": Extra(show=show_decisive),
    "sweep": Extra(
        options=[option("--plot FILE", "Draw it as PNG or SVG; --out writes a page.")],
        answer=answer_sweep,
    ),
    "design": Extra(
        options=[
            click.argument("goal", type=FILE, required=False, metavar="[GOAL.toml]"),
            option("--write FILE", "Write a row of the table as a file of rules."),
            option("--row N", "Row that --write writes.", default=1),
        ],
        answer=answer_goal,
        show=show_design,
    ),
}

PAGE = Path("results") / "difficulty.html"
TABLE = ".csv"  # beside the page


@command(*QUESTIONS["difficulty"].examples)
@parameters_of(QUESTIONS["difficulty"])
@option("--out FILE", "Where the page goes; its table goes beside it as CSV.", default=PAGE)
@RUNS
@run_options
@form_options
@JSON
def difficulty(out: Path, runs: Path, seed: int, quiet: bool, as_json: bool, **given) -> None:
    """One printable page: maps × Barons × tweaks for five skills.

    Find how many standard games of a map you win. The cells show your win rate with each tweak.
    Each row names the tweak that comes nearest to 50 %, or the target that would. With 1,000 games
    a cell is known to ±3 pp. The page takes about fifteen minutes on two cores, and the same
    command goes on where it stopped. If stored results beside the page have a cell, the page uses
    their games.
    """
    from rotwsim.analysis.questions.difficulty_of_maps import difficulty as analyse
    from rotwsim.analysis.results import games_quoted
    from rotwsim.report.page.difficulty import answers_of, write_difficulty

    values = questions.values_of(QUESTIONS["difficulty"], given)
    if out.suffix == TABLE:
        raise click.BadParameter(f"{out} is a table by its name, not a page", param_hint="--out")
    with balance_games(seed, runs, quiet, **given) as played:
        quoted = games_quoted(out.parent)
        found = analyse(played, values["boards"], values["skills"], values["games"], quoted)
    table = found.tables["difficulty"]
    write_difficulty(table, out, command_line(), seed)
    if as_json:
        show_json(records({"difficulty": table}))
    elif form() == CSV:
        click.echo(table.to_csv(index=False), nl=False)
    else:
        tables.show_rows("difficulty", answers_of(table), "What brings you nearest to 50 %")
        show_notes([f"page: {out}"])

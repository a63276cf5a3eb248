# Longer than most: the command of every question, and the options that some alone have.
"""The commands that ask a question, derived from the registry of questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rotwsim.analysis import COMMAND, PP, Analysis, Parameter
from rotwsim.analysis.questions import LINES, QUESTIONS
from rotwsim.cli.analysis import answer, balance_games, command_line, games_option, show_answer
from rotwsim.cli.frame import example
from rotwsim.cli.options import (
    CSV,
    JSON,
    Request,
    form,
    form_options,
    request_options,
    run_options,
    scenario_options,
)
from rotwsim.cli.tables import as_json as as_text
from rotwsim.cli.tables import records, show_notes, show_rows
from rotwsim.scenario.options import LIST, OPTION, PERSON
from rotwsim.scenario.schema import DataError

if TYPE_CHECKING:
    from rotwsim.analysis.pool import Games
    from rotwsim.analysis.results import Answer
    from rotwsim.scenario.scenario import Scenario

# What a reader must know beside a main table.
NOTES = {
    "barons": ("no range over plausible boxes is measured for single Barons and pairs",),
    "places": ("unfair: the root mean square of how far shares of wins are from equal ones",),
    "rail_barons": ("difference: wins of the seat less those with the average Rail Baron",),
}
FILE = click.Path(dir_okay=False, path_type=Path)


def command_of(
    analysis: Analysis,
    extra: Sequence[Callable] = (),
    answered: Callable | None = None,
) -> click.Command:
    """Make the command of a question; `answered` replaces its answer, with extra options."""

    def ask(scenario, request, **given) -> None:
        names = [parameter.name for parameter in analysis.parameters_of(COMMAND)]
        written = {name: given.pop(name) for name in names}
        is_there = {name: value for name, value in written.items() if value not in ("", ())}
        values = analysis.settled(is_there, COMMAND)
        answer_question(analysis, analysis.prepared(scenario), values, request, answered, given)

    command = request_options(ask)
    for option in reversed([*map(option_of, analysis.parameters_of(COMMAND)), *extra]):
        command = option(command)
    text = f"{analysis.summary}\n\n    {analysis.about}"
    return click.command(analysis.name, help=text, epilog=example(*analysis.examples))(
        scenario_options(
            command,
            player=PERSON if analysis.solo else OPTION["player"].default,
            barons=False if analysis.is_about_barons else None,
            without=("settings",) if analysis.name == "sweep" else (),  # which has its own --set
        )
    )


def answer_question(
    analysis: Analysis,
    scenario: Scenario,
    values: dict,
    request: Request,
    answered: Callable | None,
    given: dict,
) -> None:
    """Play, answer, write and print."""
    method, question = analysis.method(scenario), analysis.sentence(scenario, values)
    table = method.main or method.tables[0]
    who = ", ".join(dict.fromkeys(scenario.seats)) or scenario.player
    title = f"{question} ({who}, {values['games']:,} games each)"

    def show(found: Answer) -> None:
        main = table if table in found.tables else next(iter(found.tables))
        show_answer(found, main, title if main == table else "", NOTES.get(main, ()))
        commands = found.tables[main].get("command")
        if commands is not None:
            click.echo(commands.iloc[0])

    answer(
        request,
        analysis.name,
        question,
        (lambda games: answered(games, scenario, values, **given))
        if answered
        else (lambda games: analysis.answer(games, scenario, values)),
        show,
        main_table=table,
        **({"margin": values["margin"]} if "margin" in values else {}),
    )


def option_of(parameter: Parameter) -> Callable:
    """Give the parameter as click takes it."""
    option, default = parameter.option, parameter.default(COMMAND)
    flag, about = f"--{option.word}", option.help
    if option.type is bool and not default:
        return click.option(flag, option.name, is_flag=True, help=about)
    if option.type is bool:
        return click.option(
            f"--without-{option.word}", option.name, flag_value=False, default=True, help=about
        )
    if option.shape == LIST:
        return click.option(flag, option.name, multiple=True, metavar=parameter.metavar, help=about)
    has_none = parameter.same_as or parameter.is_asked or default in ("", None)
    shown: dict = {} if has_none else {"default": default}
    if shown and parameter.in_pp:
        shown["default"] = float(default or 0) / PP
    return click.option(
        flag,
        option.name,
        type=option.type,
        show_default=bool(shown),
        required=parameter.is_asked,
        metavar=parameter.metavar,
        help=about,
        **shown,
    )


def answer_and_save(
    games: Games,
    scenario: Scenario,
    values: dict,
    save_order: Path | None,
    save_range: Path | None,
) -> Answer:
    """Answer; save the order of influence, or play only the ranges and save them."""
    from rotwsim.analysis.boxes.known_ranges import save_order as save
    from rotwsim.analysis.boxes.known_ranges import save_ranges
    from rotwsim.analysis.boxes.tables import measure_ranges

    if save_range:
        found = measure_ranges(games, scenario, values["draws"], values["draw_games"])
        save_ranges(save_range, scenario.board.name, found.tables["box_ranges"])
        return found
    found = QUESTIONS["assumptions"].answer(games, scenario, values)
    if save_order:
        save(save_order, found.tables["assumptions"], found.arms[0])
    return found


def answer_goal(
    games: Games, scenario: Scenario, values: dict, goal: Path | None, write: Path | None, row: int
) -> Answer:
    """Search for what a file asks for, or for the win rate."""
    from rotwsim.analysis.goal import read_goal
    from rotwsim.analysis.goal_answer import search

    if goal is None:
        if write:
            raise DataError("--write needs a file of a goal: rotwsim design GOAL.toml")
        return QUESTIONS["design"].answer(games, scenario, values)
    return search(games, scenario, read_goal(goal), write, row)


def answer_sweep(games: Games, scenario: Scenario, values: dict, plot: Path | None) -> Answer:
    """Answer, and draw the picture that --plot asks for."""
    if plot and plot.suffix not in (".png", ".svg"):
        raise DataError(f"--plot {plot}: a picture ends in .png or .svg")
    found = QUESTIONS["sweep"].answer(games, scenario, values)
    if plot:
        from rotwsim.report.figures.gallery import pictures_of, write_files
        from rotwsim.report.results import Results

        for picture in pictures_of(Results(plot.parent, {}, found.tables), "sweep"):
            write_files(replace(picture, name=plot.stem), plot.parent, [plot.suffix[1:]])
    return found


class QuestionGroup(click.Group):
    """The commands of one group of questions, each made when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._questions())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        question = self._questions().get(cmd_name)
        return command_called(question) if question else None

    def _questions(self) -> dict[str, str]:
        """Map the name of each command to its question."""
        return {
            line.command or question: question
            for question, line in LINES.items()
            if line.group == self.name
        }


@click.group(
    cls=QuestionGroup, epilog=example('rotwsim multiplayer seats --seats "4*casual" --games 2000')
)
def multiplayer() -> None:
    """The game for 2 to 6: seats, bidding, modules, Rail Barons."""


@cache
def command_called(question: str) -> click.Command:
    """Make the command of a question, with the options that it alone has."""
    extra, answered = EXTRA.get(question, ((), None))
    analysis = QUESTIONS[question]
    if question == "design":  # a file may ask instead
        parameters = tuple(replace(each, is_asked=False) for each in analysis.parameters)
        analysis = replace(analysis, parameters=parameters)
    return command_of(analysis, extra, answered)


def __getattr__(name: str) -> click.Command:
    """Make a command when it is asked for: the help of all commands loads no question."""
    if name in LINES:
        return command_called(name)
    raise AttributeError(name)


EXTRA: dict[str, tuple[list[Callable], Callable]] = {  # options, and what answers with them
    "assumptions": (
        [
            click.option(
                "--save-order",
                type=FILE,
                metavar="FILE",
                help="Write the order of influence, which rotwsim check uses.",
            ),
            click.option(
                "--save-range",
                type=FILE,
                metavar="FILE",
                help="Play only draws, for every player and tweak, and write their ranges.",
            ),
        ],
        answer_and_save,
    ),
    "sweep": (
        [
            click.option(
                "--plot", type=FILE, metavar="FILE", help="Draw it as PNG or SVG; --out for a page."
            )
        ],
        answer_sweep,
    ),
    "design": (
        [
            click.argument("goal", type=FILE, required=False, metavar="[GOAL.toml]"),
            click.option(
                "--write", type=FILE, metavar="FILE", help="Write a row as a file of rules."
            ),
            click.option("--row", type=int, default=1, show_default=True, help="Which row."),
        ],
        answer_goal,
    ),
}

CELL_GAMES = 1_000
PAGE = Path("results") / "difficulty.html"
TABLE = ".csv"  # beside the page


@click.command(
    epilog=example(
        "rotwsim difficulty",
        "rotwsim difficulty --boards eastern-us,mexico --skills 50 --games 4000 --out mine.html",
    )
)
@click.option(
    "--boards", default="", metavar="NAMES", help="Comma separated.  [default: the seven maps]"
)
@click.option(
    "--skills",
    default="",
    metavar="NUMBERS",
    help="% of the standard games that people win.  [default: 10,25,50,75,90]",
)
@games_option(CELL_GAMES)
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    default=PAGE,
    show_default=True,
    metavar="FILE",
    help="Where the page goes, and its table beside it as CSV.",
)
@click.option(
    "--runs",
    type=click.Path(path_type=Path),
    default=Path("runs/games"),
    show_default=True,
    metavar="DIR",
    help="Where games are kept; the same command goes on from there.",
)
@run_options
@form_options
@JSON
def difficulty(
    boards: str,
    skills: str,
    games: int,
    out: Path,
    runs: Path,
    seed: int,
    quiet: bool,
    as_json: bool,
    **machines,
) -> None:
    """One printable page: maps × Barons × tweaks for five skills.

    Find how many standard games of a map you win. The cells show your win rate with each tweak.
    Each row names the tweak that comes nearest to 50 %, or the target that would. With 1,000 games
    a cell is known to ±3 pp. The page takes about fifteen minutes on two cores, and the same
    command goes on where it stopped. If stored results beside the page have a cell, the page uses
    their games.
    """
    from rotwsim.analysis.questions.difficulty_of_maps import SKILLS, all_maps
    from rotwsim.analysis.questions.difficulty_of_maps import difficulty as analyse
    from rotwsim.analysis.results import games_quoted
    from rotwsim.report.page.difficulty import answers_of, write_difficulty
    from rotwsim.runner.workload import check_games

    count = check_games(games)
    if out.suffix == TABLE:
        raise click.BadParameter(f"{out} is a table by its name, not a page", param_hint="--out")
    chosen = list(dict.fromkeys(names_in(boards) or all_maps()))
    who: Any = [OPTION["wins"].read(text, "--skills") for text in names_in(skills)] or SKILLS
    with balance_games(seed, runs, quiet, **machines) as played:
        quoted = games_quoted(out.parent)
        table = analyse(played, chosen, who, count, quoted).tables["difficulty"]
    write_difficulty(table, out, command_line(), seed)
    if as_json:
        click.echo(as_text(records({"difficulty": table})))
    elif form() == CSV:
        click.echo(table.to_csv(index=False), nl=False)
    else:
        show_rows("difficulty", answers_of(table), "What brings you nearest to 50 %")
        show_notes([f"page: {out}"])


def names_in(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]

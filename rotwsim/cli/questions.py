"""The commands that ask a question, derived from the registry of questions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rotwsim.analysis.questions import COMMAND, LINES, PP, QUESTIONS, Analysis, Parameter
from rotwsim.cli import INTERRUPTED, example
from rotwsim.cli.options import CSV, Request, all_of, form, request_options, scenario_options
from rotwsim.cli.progress import in_minutes, progress
from rotwsim.cli.tables import as_json, notes_on_boxes, records, show_frame, show_notes
from rotwsim.scenario.options import LIST, OPTION, PERSON

if TYPE_CHECKING:
    from rotwsim.analysis.results import Answer
    from rotwsim.scenario.scenario import Scenario

GAMES_FOLDER = "games"  # below --out


@dataclass(frozen=True)
class Extra:
    """What a command has besides what follows from its question."""

    options: Sequence[Callable] = ()  # the functions below take their values by name
    instead: Callable[..., bool] | None = None  # may do something else: scenario, request
    answer: Callable[..., Answer] | None = None  # games, scenario, values
    show: Callable[..., None] | None = None  # answer, scenario, values, --out
    as_data: Callable[[Answer], dict] | None = None  # what --json prints


WITH_EXTRAS = ("compare", "decisive", "sweep", "design")  # see question_extras


@cache
def command_called(question: str) -> click.Command:
    analysis, extra = QUESTIONS[question], Extra()
    if question in WITH_EXTRAS:
        extra = import_module("rotwsim.cli.question_extras").EXTRAS[question]
    if question == "design":  # a file may ask instead
        parameters = tuple(replace(each, is_asked=False) for each in analysis.parameters)
        analysis = replace(analysis, parameters=parameters)
    return command_of(analysis, extra)


def __getattr__(name: str) -> click.Command:
    """Make a command when it is asked for: the help of all commands loads no question."""
    if name in LINES:
        return command_called(name)
    raise AttributeError(name)


def command_of(analysis: Analysis, extra: Extra) -> click.Command:
    """Make the command of a question, with its extra options."""

    def ask(scenario, request, **given) -> None:
        answer_question(analysis, extra, scenario, request, given)

    command = all_of(*extra.options, request_options)(ask)
    text = f"{analysis.summary}\n\n{analysis.about}"
    return click.command(analysis.name, help=text, epilog=example(*analysis.examples))(
        scenario_options(
            parameters_of(analysis)(command),
            player=PERSON if analysis.solo else OPTION["player"].default,
            barons=False if analysis.is_about_barons else None,
            without=("settings",) if analysis.name == "sweep" else (),  # which has its own --set
        )
    )


def parameters_of(analysis: Analysis) -> Callable:
    return all_of(*map(option_of, analysis.parameters_of(COMMAND)))


def values_of(analysis: Analysis, given: dict) -> dict:
    """Take the parameters of a question out of what click read, and settle them."""
    names = [parameter.name for parameter in analysis.parameters_of(COMMAND)]
    written = {name: given.pop(name) for name in names}
    is_there = {name: value for name, value in written.items() if value not in ("", ())}
    return analysis.settled(is_there, COMMAND)


def answer_question(
    analysis: Analysis, extra: Extra, scenario: Scenario, request: Request, given: dict
) -> None:
    """Play and analyse, write what --out asks for, and print tables, CSV or one JSON object."""
    from rotwsim.analysis.results import Asked, write_results

    values = values_of(analysis, given)
    if extra.instead and extra.instead(scenario, request, **given):
        return
    scenario = analysis.prepared(scenario)
    analyse, kept = (extra.answer, given) if extra.answer else (analysis.answer, {})
    method, question = analysis.method(scenario), analysis.sentence(scenario, values)
    margin = {"margin": values["margin"]} if "margin" in values else {}
    asked = Asked(question, analysis.name, command_line(), analyses=(analysis.name,), **margin)
    folder = games_folder(request.out)
    with balance_games(request.seed, folder, request.quiet, **request.machines) as games:
        found = analyse(games, scenario, values, **kept)
        found.games = games.counted
    if request.out:
        write_results(request.out, replace(asked, question=found.question or question), found)
    main = method.table
    if request.as_json:
        whole = {**records(found.tables), "alerts": found.alerts}
        click.echo(as_json(extra.as_data(found) if extra.as_data else whole))
    elif form() == CSV and main in found.tables:
        click.echo(found.tables[main].to_csv(index=False), nl=False)
    elif extra.show:
        extra.show(found, scenario, values, request.out)
    else:
        show_answer(found, main, title_of(analysis, scenario, values))


def title_of(analysis: Analysis, scenario: Scenario, values: dict) -> str:
    who = ", ".join(dict.fromkeys(scenario.seats)) or scenario.player
    return f"{analysis.sentence(scenario, values)} ({who}, {values['games']:,} games each)"


def show_answer(found: Answer, wanted: str, title: str) -> None:
    """Print the main table and all others that a terminal shows, and what a reader must know."""
    from rotwsim.report.columns import views_of

    main = wanted if wanted in found.tables else next(iter(found.tables))
    others = [name for name in found.tables if name not in (main, "compare") and views_of(name)]
    shown = [main, *others]
    for name in shown:
        show_frame(name, found.tables[name], title if name == wanted else "")
    quoted = [found.tables[name] for name in shown if "boxes_low" in found.tables[name]]
    boxes = [note for table in quoted[:1] for note in notes_on_boxes(table)]
    show_notes([*boxes, *found.alerts])
    if "command" in found.tables[main]:
        click.echo(found.tables[main]["command"].iloc[0])


def option_of(parameter: Parameter) -> Callable:
    option, default = parameter.option, parameter.default(COMMAND)
    is_left_out = option.type is bool and default
    flag = f"--without-{option.word}" if is_left_out else f"--{option.word}"
    named = partial(click.option, flag, option.name, help=option.help)
    if option.type is bool:
        return named(flag_value=False, default=True) if is_left_out else named(is_flag=True)
    if option.shape == LIST:
        return named(multiple=True, metavar=parameter.metavar)
    has_none = parameter.same_as or parameter.is_asked or default in ("", None)
    shown: dict = {} if has_none else {"default": default}
    if shown and parameter.in_pp:
        shown["default"] = float(default or 0) / PP
    shown |= {"show_default": bool(shown), "required": parameter.is_asked}
    return named(type=option.type, metavar=parameter.metavar, **shown)


@contextmanager
def balance_games(seed: int, folder: Path | None, quiet: bool, **machines) -> Iterator:
    """Games to ask for, shown on a terminal as they are played; Ctrl-C ends them with exit 130."""
    from rotwsim.analysis.pool import Games, Interrupted
    from rotwsim.cli.progress import announce_cost
    from rotwsim.runner.play import warm_up
    from rotwsim.runner.workload import check_seed

    seed = check_seed(seed)
    try:
        with progress(quiet) as advance:
            shown = {
                "watch": lambda seen: advance(seen.done, seen.wanted, lambda: pool_progress(seen)),
                "begin": lambda ahead: announce_cost(ahead, seed, machines.get("jobs"), quiet),
            }
            with Games(seed, folder, ready=warm_up, **shown, **machines) as games:
                yield games
    except Interrupted as interrupted:
        kept = "; the same command goes on from here" if folder else ""
        click.echo(f"{interrupted}{kept}.", err=True)
        sys.exit(INTERRUPTED)


def pool_progress(seen) -> str:
    """Say how far everything is: "61,200 of 240,000 games, 2:10 min left, exhaust+1"."""
    left = in_minutes(seen.seconds_left)
    return f"{seen.done:,} of {seen.wanted:,} games, {left} left, {seen.now}"


def command_line() -> str:
    """Give the words of this command, with relative paths, quoted where a shell needs it."""
    import shlex

    return shlex.join(["rotwsim", *map(as_written, sys.argv[1:])])


def as_written(word: str) -> str:
    """Give a word such as "--runs=/home/me/runs" without a folder of this machine."""
    from rotwsim.scenario.files import relative_path

    option, is_given, value = word.partition("=")
    return f"{option}={as_written(value)}" if is_given else relative_path(word)


def games_folder(out: Path | None) -> Path | None:
    """Say where the games of --out lie; a folder that holds something else is refused at once."""
    from rotwsim.analysis.results import check_folder

    if out is None:
        return None
    check_folder(out)
    return out / GAMES_FOLDER


class QuestionGroup(click.Group):
    """The commands of one group of questions, each made when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._questions())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        question = self._questions().get(cmd_name)
        return command_called(question) if question else None

    def _questions(self) -> dict[str, str]:
        return {
            line.command or question: question
            for question, line in LINES.items()
            if line.group == self.name
        }


@click.group(
    cls=QuestionGroup, epilog=example('rotwsim multiplayer seats --seats "4*casual" --games 2000')
)
def multiplayer() -> None:
    """Measure the game for 2 to 6: seats, bidding, modules, Rail Barons."""

"""The commands that ask a question, derived from the registry of questions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

import click

from rotwsim.analysis.question import COMMAND, POINT, Analysis, Parameter
from rotwsim.analysis.registry import QUESTIONS, RAIL_BARONS
from rotwsim.cli.analysis import answer, request_options
from rotwsim.cli.frame import example
from rotwsim.cli.options import scenario_options
from rotwsim.scenario.options import LIST

SHOWN = {  # the main table of an answer: what prints it
    "skill": "solo_tables:show_skill",
    "barons": "solo_tables:show_barons",
    "assumptions": "solo_tables:show_assumptions",
    "target": "solo_tables:show_target",
    "places": "multiplayer_tables:show_seats",
    "styles": "multiplayer_tables:show_measures",
    "options": "multiplayer_tables:show_measures",
    "table_skill": "multiplayer_tables:show_multiplayer_skill",
    "rail_barons": "multiplayer_tables:show_rail_barons",
}
FILE = click.Path(dir_okay=False, path_type=Path)


def command_of(
    analysis: Analysis, extra: Sequence[Callable] = (), answered: Callable | None = None
) -> click.Command:
    """The command of a question; `answered` takes the place of its answer, with extra options."""

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
        scenario_options(command)
    )


def answer_question(analysis: Analysis, scenario, values, request, answered, given) -> None:
    """Play, answer, write and print."""
    method = analysis.method(scenario)
    module, _, function = SHOWN[method.table].partition(":")
    margin = {"margin": values["margin"]} if "margin" in values else {}
    answer(
        request,
        analysis.name,
        analysis.sentence(scenario, values),
        (lambda games: answered(games, scenario, values, **given))
        if answered
        else (lambda games: analysis.answer(games, scenario, values)),
        lambda found: getattr(import_module(f"rotwsim.cli.{module}"), function)(
            found, scenario, values
        ),
        main_table=method.table,
        **margin,
    )


def option_of(parameter: Parameter) -> Callable:
    """The parameter as click takes it."""
    option, default = parameter.option, parameter.default(COMMAND)
    flag, about = f"--{option.word}", option.help
    if option.type is bool:
        return click.option(
            f"--without-{option.word}", option.name, flag_value=False, default=True, help=about
        )
    if option.shape == LIST:
        return click.option(flag, option.name, multiple=True, metavar=parameter.metavar, help=about)
    shown = {} if parameter.same_as or parameter.is_asked or default == "" else {"default": default}
    if shown and parameter.in_points:
        shown["default"] = default / POINT
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


def list_barons(context: click.Context, option: click.Parameter, is_given: bool) -> None:
    """The twelve with what they ask for, what they pay and what they do for the Railbot."""
    if not is_given:
        return
    from rotwsim.cli.show import IDS
    from rotwsim.cli.tables import show_notes, show_table
    from rotwsim.scenario.board_file import load_rulebook

    rows = [
        (
            baron.rule,
            baron.name,
            f"{'/'.join(map(str, baron.tiers))} {baron.goal_text}",
            "/".join(map(str, baron.points)),
            baron.effect_text,
        )
        for baron in load_rulebook().barons
    ]
    heads = ("rule", "Baron", "goal", "points", "for the Railbot")
    show_table("The Duel Barons", rows, heads, heads)
    show_notes([IDS])
    context.exit()


def answer_and_save(games, scenario, values, save_order: Path | None, save_range: Path | None):
    """The assumptions, with their order of influence or only the ranges kept as a data file."""
    from rotwsim.analysis.boxes.tables import measure_ranges, save_ranges
    from rotwsim.analysis.questions.assumptions import save_order as save

    if save_range:
        found = measure_ranges(games, scenario, values["fillings"], values["filling_games"])
        save_ranges(save_range, scenario.board.name, found.tables["plausible"])
        return found
    found = QUESTIONS["assumptions"].answer(games, scenario, values)
    if save_order:
        save(save_order, found.tables["assumptions"], found.arms[0])
    return found


@click.group(epilog=example('rotwsim multiplayer seats --seats "4*casual" --games 2000'))
def multiplayer() -> None:
    """The game for 2 to 6: its seats, bidding, modules and Rail Barons."""


for question, name in (
    (QUESTIONS["seats"], "seats"),
    (QUESTIONS["styles"], "bidding"),
    (QUESTIONS["options"], "modules"),
    (RAIL_BARONS, "barons"),
):
    multiplayer.add_command(command_of(question), name)
skill = command_of(QUESTIONS["skill"])
target = command_of(QUESTIONS["target"])
barons = command_of(
    QUESTIONS["barons"],
    extra=[
        click.option(
            "--list",
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=list_barons,
            help="Only list the twelve, with goal and effect.",
        )
    ],
)
assumptions = command_of(
    QUESTIONS["assumptions"],
    extra=[
        click.option(
            "--save-order",
            type=FILE,
            metavar="FILE",
            help="Write the order of influence, which rotwsim board check uses.",
        ),
        click.option(
            "--save-range",
            type=FILE,
            metavar="FILE",
            help="Play only fillings, for every player and tweak, and write the board's ranges.",
        ),
    ],
    answered=answer_and_save,
)

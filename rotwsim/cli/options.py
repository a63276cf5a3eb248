"""The options that describe a scenario, shared by every command that plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, wraps

import click

from rotwsim.scenario.option_types import LIST, ONE, TABLE, Option, Span
from rotwsim.scenario.options import FORMER_WORDS, SCENARIO_OPTIONS


def scenario_options(command: Callable) -> Callable:
    """Adds the scenario options; the command receives one checked `scenario` instead."""

    @wraps(command)
    def with_scenario(*args, **given):
        words = {option.name: given.pop(option.name) for option in SCENARIO_OPTIONS}
        return command(*args, scenario=scenario_of(words), **given)

    for option in reversed(SCENARIO_OPTIONS):
        with_scenario = as_click(option)(with_scenario)
    for former in FORMER_WORDS:
        with_scenario = click.option(
            f"--{former}", hidden=True, expose_value=False, callback=refuse_former
        )(with_scenario)
    return with_scenario


def refuse_former(context: click.Context, parameter: click.Parameter, given: str | None) -> None:
    """Answer an old name of an option with the new one."""
    if given is not None:
        raise click.UsageError(f"--{parameter.name} is now --{FORMER_WORDS[parameter.name]}")


def as_click(option: Option) -> Callable:
    """The option as click takes it."""
    flag = f"--{option.word}"
    if option.names:
        return click.option(
            flag, option.name, is_flag=False, flag_value="yes", help=option.help, metavar="[NAME]"
        )
    if option.type is bool:
        return click.option(flag, option.name, is_flag=True, help=option.help)
    complete = partial(names_that_fit, option)
    if option.shape != ONE:
        return click.option(
            flag, option.name, multiple=True, help=option.help, shell_complete=complete
        )
    return click.option(
        flag,
        option.name,
        type=option.type,
        default=option.default,
        show_default=option.always,
        help=option.help,
        shell_complete=complete,
    )


def names_that_fit(option: Option, context, parameter, begun: str) -> list[str]:
    """The legal names that a shell may complete; of a table the keys, of a list the last entry."""
    from rotwsim.scenario.board_file import board_names

    legal = board_names() if option.name == "board" else option.legal()
    if legal is None or isinstance(legal, Span):
        return []
    before, comma, last = begun.rpartition(",") if option.shape == LIST else ("", "", begun)
    end = "=" if option.shape == TABLE else ""
    return [f"{before}{comma}{name}{end}" for name in legal if name.startswith(last)]


def scenario_of(given: Mapping):
    """A checked Scenario from the words of a command line."""
    from rotwsim.scenario.scenario import Scenario

    return Scenario.of(
        **{option.name: option.from_command(given[option.name]) for option in SCENARIO_OPTIONS}
    )

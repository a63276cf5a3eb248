"""The options that commands share: scenario, machine, and the format of tables."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import partial, reduce, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from rotwsim.cli.progress import progress
from rotwsim.scenario.options import (
    LIST,
    ONE,
    PERSON,
    SCENARIO_OPTIONS,
    TABLE,
    Option,
    Span,
)

if TYPE_CHECKING:
    from rotwsim.scenario.scenario import Scenario


FILE = click.Path(dir_okay=False, path_type=Path)
OF_VALUE = {  # what an option takes, by the name of its value in the help
    "": {"is_flag": True},
    "N": {"type": int},
    "FILE": {"type": FILE},
    "DIR": {"type": click.Path(path_type=Path)},
}


def option(words: str, about: str | None = None, name: str = "", **more: Any) -> Callable:
    """Declare an option as its help shows it, such as "--games N"; a flag has no value."""
    flags = [word for word in words.split() if word.startswith("-")]
    value = words.removeprefix(" ".join(flags)).strip()
    given = {"metavar": value or None, "show_default": bool(more.get("default"))}
    names = [*flags, name] if name else flags
    return click.option(*names, help=about, **(given | OF_VALUE.get(value, {}) | more))


def scenario_options(
    command: Callable,
    without: Collection[str] = (),
    player: str = PERSON,
    barons: bool | None = None,
) -> Callable:
    """Add the scenario options; the command receives one checked `scenario` instead.

    `player` plays solo games if nobody is named. `barons` says whether the games that `wins` counts
    have the Duel Barons; by default as the scenario has.
    """
    options = [option for option in SCENARIO_OPTIONS if option.name not in without]

    @wraps(command)
    def with_scenario(*args, **given):
        from rotwsim.scenario.scenario import Scenario

        source = click.get_current_context().get_parameter_source
        words: dict[str, Any] = {
            option.name: option.from_command(given.pop(option.name)) for option in options
        }
        if source("player") is ParameterSource.DEFAULT:
            del words["player"]  # --wins alone asks for a person
            if player == PERSON and not words.get("seats"):
                words["player"] = player
        if source("board") is ParameterSource.DEFAULT:  # --rules may name its own
            words.pop("board", None)
        if "wins" in words and ParameterSource.DEFAULT not in (source("wins"), source("knob")):
            raise click.UsageError("--wins finds the knob; leave --knob out")
        scenario = Scenario.of(**words)
        if scenario.has_person:
            scenario = calibrated(scenario, given.get("quiet", False), barons)
        return command(*args, scenario=scenario, **given)

    shown = [replace(one, default=player) if one.name == "player" else one for one in options]
    return all_of(*map(as_click, shown))(with_scenario)


def as_click(option: Option) -> Callable:
    named = partial(click.option, f"--{option.word}", option.name, help=option.help)
    if option.names:
        return named(is_flag=False, flag_value="yes", metavar="[NAME]")
    if option.type is bool:
        return named(is_flag=True)
    complete = partial(names_that_fit, option)
    if option.shape != ONE:
        return named(multiple=True, shell_complete=complete)
    given = {"default": option.default, "show_default": option.always}
    return named(type=option.type, shell_complete=complete, **given)


def names_that_fit(option: Option, context, parameter, begun: str) -> list[str]:
    """Give the names that a shell may complete; keys of a table, the last entry of a list."""
    from rotwsim.scenario.board_file import board_names

    legal = board_names() if option.name == "board" else option.legal()
    if legal is None or isinstance(legal, Span):
        return []
    before, comma, last = begun.rpartition(",") if option.shape == LIST else ("", "", begun)
    end = "=" if option.shape == TABLE else ""
    return [f"{before}{comma}{name}{end}" for name in legal if name.startswith(last)]


def calibrated(scenario: Scenario, quiet: bool, barons: bool | None = None) -> Scenario:
    """Find the person who wins as often as asked, if it is not known yet."""
    from rotwsim.runner.person_calibration import with_knob

    with progress(quiet) as advance:

        def watch(done: int, wanted: int) -> None:
            advance(done, wanted, lambda: f"{done:,} of {wanted:,} games to find the person")

        return with_knob(scenario, barons, progress=watch)


SEED = option("--seed N", "Seed of all luck.", default=1)
RUN_SEED = option("--seed N", "Seed of all luck.", type=click.IntRange(0, 2**63 - 1), default=1)
GAME = option(
    "--game N",
    "Number of the game.",
    type=click.IntRange(0, 10**12 - 1),
    default=0,
    show_default=True,
)
QUIET = option("--quiet", "Show no progress.")
MACHINES = (
    option("--jobs N", "Cores to use.  [default: all]"),
    option(
        "--backend NAME",
        "How to use them: threads, processes, or dask (a cluster).",
        default="threads",
    ),
    option("--scheduler ADDRESS", "Address of a Dask cluster: tcp://host:port."),
)


def all_of(*options: Callable) -> Callable:
    """Join options to one decorator; the help shows the first one first."""
    return lambda command: reduce(lambda made, option: option(made), reversed(options), command)


machine_options = all_of(*MACHINES)
run_options = all_of(SEED, machine_options, QUIET)


TERMINAL, CSV, MARKDOWN = "terminal", "csv", "markdown"
KEY = "rotwsim.form"


def form_options(command: Callable) -> Callable:
    """Adds --csv and --markdown; what prints tables asks `form` and the command knows nothing."""
    flag = partial(click.option, is_flag=True, expose_value=False, callback=_chosen)
    as_csv = flag(f"--{CSV}", help="Print tables as CSV.")
    return as_csv(flag(f"--{MARKDOWN}", help="Print tables as Markdown.")(command))


def _chosen(context: click.Context, option: click.Parameter, given: bool) -> None:
    if given:
        context.meta[KEY] = option.name


def form() -> str:
    context = click.get_current_context(silent=True)
    return context.meta.get(KEY, TERMINAL) if context else TERMINAL


OUT = option(
    "--out DIR", "Keep tables and games in this folder; the same command goes on where it stopped."
)
RUNS = option(
    "--runs DIR",
    "Where games are kept; games already there are not played again.",
    default=Path("runs/games"),
)
JSON = option("--json", "Print one JSON object.", "as_json")


@dataclass(frozen=True)
class Request:
    """How an analysis is played and shown, whatever it is about."""

    seed: int
    quiet: bool
    out: Path | None
    as_json: bool
    machines: dict


def request_options(command: Callable) -> Callable:
    """Adds --seed, --jobs and their like, --out, --json; the command receives one `request`."""

    @wraps(command)
    def with_request(*args, seed, quiet, out, as_json, jobs, backend, scheduler, **given):
        machines = {"jobs": jobs, "backend": backend, "scheduler": scheduler}
        request = Request(seed, quiet, out, as_json, machines)
        return command(*args, request=request, **given)

    return run_options(OUT(JSON(form_options(with_request))))

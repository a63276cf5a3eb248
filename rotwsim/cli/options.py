"""The options that describe a scenario, shared by every command that plays."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

import click

PIECES = (
    click.option(
        "--board", default="eastern-us", show_default=True, help="Board name or .toml file."
    ),
    click.option("--barons", is_flag=True, help="With the Duel Barons."),
    click.option("--tweak", "tweaks", multiple=True, help="Difficulty tweak T1-T8; repeatable."),
    click.option("--ruling", "rulings", multiple=True, help="A ruling as name=choice; repeatable."),
    click.option("--set", "settings", multiple=True, help="A figure as key=value; repeatable."),
    click.option("--player", default="expert", show_default=True, help="Who plays."),
    click.option("--slip", type=float, default=0.0, help="Share of decisions made as a novice."),
    click.option("--without", default="", help="Options the player may not use, comma separated."),
    click.option("--budget", type=int, default=0, help="Search budget of the master."),
    click.option("--baron-in", "barons_in", multiple=True, help="Baron forced into the row."),
    click.option("--baron-out", "barons_out", multiple=True, help="Baron forced out of the row."),
    click.option(
        "--baron-harmless", "barons_harmless", multiple=True, help="Baron without Opponent Effect."
    ),
)
NAMES = (
    "board",
    "barons",
    "tweaks",
    "rulings",
    "settings",
    "player",
    "slip",
    "without",
    "budget",
    "barons_in",
    "barons_out",
    "barons_harmless",
)


def scenario_options(command: Callable) -> Callable:
    """Adds the scenario options; the command receives one checked `scenario` instead."""

    @wraps(command)
    def with_scenario(*args, **given):
        scenario = scenario_of({name: given.pop(name) for name in NAMES})
        return command(*args, scenario=scenario, **given)

    for piece in reversed(PIECES):
        with_scenario = piece(with_scenario)
    return with_scenario


def scenario_of(given: dict):
    """A checked Scenario from the words of a command line."""
    from rotwsim.rules.scenario import Scenario

    words = dict(given)
    words["rulings"] = dict(_pair("--ruling", text) for text in words["rulings"])
    words["settings"] = {
        key: _number(key, value)
        for key, value in (_pair("--set", text) for text in words["settings"])
    }
    words["without"] = [part.strip() for part in words["without"].split(",") if part.strip()]
    return Scenario.of(**words)


def _pair(option: str, text: str) -> tuple[str, str]:
    from rotwsim.rules.schema import DataError

    key, sign, value = text.partition("=")
    if not sign or not key.strip() or not value.strip():
        raise DataError(f'{option} "{text}" must have the form name=value')
    return key.strip(), value.strip()


def _number(key: str, value: str) -> int:
    from rotwsim.rules.schema import DataError

    try:
        return int(value)
    except ValueError:
        raise DataError(f'setting {key} is "{value}"; it must be a whole number') from None

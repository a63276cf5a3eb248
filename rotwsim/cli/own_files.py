# Longer than most: what can be begun and checked, all in one list.
"""`rotwsim new` and `rotwsim check`: files of your own, begun from a template and checked."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from rotwsim.cli import command, example
from rotwsim.cli.options import FILE, form_options, option
from rotwsim.cli.tables import show_lines, show_notes, show_rows
from rotwsim.scenario.files import DATA, write_whole
from rotwsim.scenario.reading import describe, read_toml, suggest
from rotwsim.scenario.schema import DataError

END = "-box"  # of the names of both files of a sheet
NEW_FILE = click.argument("file", type=FILE)


@click.group(epilog=example("rotwsim new box eastern-us", "rotwsim new experiment mine.toml"))
def new() -> None:
    """Begin a file of your own: a box sheet, a board, rules or an experiment."""


@new.command("box", epilog=example("rotwsim new box eastern-us", "rotwsim new box mexico --out my"))
@click.argument("board", metavar="NAME")
@option(
    "--out DIR",
    "The folder for both files.  [default: this one]",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    show_default=False,
)
def new_box(board: str, out: Path) -> None:
    """Write a sheet to fill in from your box: a page and a file.

    Both list every parameter of the board that we have not seen, with our guess beside it. Existing
    files are never overwritten.
    """
    page, file = write_sheet(board, out)
    click.echo(f"To print and fill in: {page}")
    click.echo(f"To type it into:      {file}")
    click.echo(f"Then:                 rotwsim check {file}")


@new.command(
    "board",
    epilog=example("rotwsim new board mine.toml", "rotwsim new board mine.toml --like mexico"),
)
@NEW_FILE
@option("--like NAME", "The board it extends.", default="eastern-us")
def new_board(file: Path, like: str) -> None:
    """Write a board file that extends one of ours, with comments."""
    from rotwsim.scenario.board_file import load_board

    ours = load_board(like)
    first, second = (city.name for city in ours.cities[:2])
    given: dict[str, Any] = {"BOARD": ours.name, "NAME": file.stem}
    given |= {"TITLE": f"{ours.title}, changed", "FIRST": first, "SECOND": second}
    given |= {"EXHAUST": ours.base_exhaust, "TRIGGER": ours.empty_city_trigger}
    begin("board", file, **given)


@new.command("experiment", epilog=example("rotwsim new experiment mine.toml"))
@NEW_FILE
def new_experiment(file: Path) -> None:
    """Write an experiment file, with comments."""
    begin("experiment", file, f", rotwsim experiment {file}")


@new.command(
    "rules",
    epilog=example("rotwsim new rules my-rules.toml", "rotwsim new rules my.toml --board sweden"),
)
@NEW_FILE
@option(
    "--board NAME",
    "Board that the rules are for.  [default: all]",
    default="rulebook",
    show_default=False,
)
def new_rules(file: Path, board: str) -> None:
    """Write a file for your own rules, with comments."""
    from rotwsim.scenario.board_file import load_board

    extends = board if board == "rulebook" else load_board(board).name
    begin("rules", file, EXTENDS=extends, TITLE=file.stem.replace("-", " "))


def begin(kind: str, file: Path, then: str = "", **given: object) -> None:
    """Write a template with these values in the place of words in capitals."""
    text = (DATA / f"{kind}_template.toml").read_text(encoding="utf-8")
    values = {"FILE": file, **given}
    places = re.compile(rf"\b({'|'.join(values)})\b")
    write_new({file: places.sub(lambda place: str(values[place[0]]), text)})
    click.echo(f"Written: {file}. Then: rotwsim check {file}{then}")


def write_sheet(board: str, folder: Path) -> tuple[Path, Path]:
    """Write page and file and return their paths; nothing is written unless both can be."""
    from rotwsim.report.page import sheet_page
    from rotwsim.scenario.board_file import board_names, is_file_name, load_board
    from rotwsim.scenario.your_box import as_toml, sections_of

    loaded = load_board(board)
    if is_file_name(board):
        ours = [name for name in board_names() if load_board(name).rows == loaded.rows]
        hint = f": {' or '.join(ours)}" if ours else " of ours"
        raise DataError(f"{describe(board)} is a file; name a board{hint}")
    if not sections_of(loaded):
        raise DataError(f"nothing of {loaded.title} is a guess")
    file, page = (folder / f"{loaded.name}{END}.{kind}" for kind in ("toml", "html"))
    write_new({file: as_toml(loaded, file.name), page: sheet_page(loaded, file.name)})
    return page, file


def write_new(texts: dict[Path, str]) -> None:
    """Write files that are not there yet."""
    for path in texts:
        if path.exists():
            raise DataError(f"{path} is there already; nothing was written")
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, text)


@command(
    "rotwsim check eastern-us",
    "rotwsim check my-rules.toml",
    "rotwsim check my-experiment.toml",
)
@click.argument("file", metavar="NAME_OR_FILE")
@form_options
def check(file: str) -> None:
    """Check a file of yours: a board, a box sheet, rules, a goal or an experiment.

    For a board you see what is still assumed.
    """
    kind_of(file)(file)


def kind_of(file: str) -> Callable[[str], None]:
    """Find by its keys what a file is and so how it is checked."""
    from rotwsim.scenario.board_file import is_file_name

    if not is_file_name(file) or not Path(file).is_file():
        return check_board
    from rotwsim.analysis.experiment import TOP
    from rotwsim.analysis.goal import is_goal
    from rotwsim.scenario.own_rules import SECTIONS, is_rules_file

    content = read_toml(Path(file), file)
    if is_goal(content):
        return check_goal
    if "extends" not in content and set(TOP) & set(content):
        return check_experiment
    if is_rules_file(file):
        return check_rules
    if "extends" in content or "map" in content:
        return check_board
    if not content:
        raise DataError(f"{file}: an empty file; rotwsim new rules FILE begins one with rules")
    first = next((key for key in content if key not in SECTIONS), "")
    known = (*SECTIONS, "wish", "map", *TOP)
    raise DataError(
        f"{file}: no board, rules, goal or experiment"
        + (f": {describe(first)} is no key of any{suggest(first, known)}" if first else "")
    )


def check_rules(file: str) -> None:
    """Read rules of one's own, and say what they change and what is unusual in them."""
    from rotwsim.runner.play import rules_of
    from rotwsim.scenario.own_changes import BARON, changes_of, unusual_in
    from rotwsim.scenario.scenario import Scenario

    scenario = Scenario.of(rules=file, barons=True)
    rules_of(scenario.varied(player="passive"))  # refuses what no game has room for
    changes, unusual = changes_of(scenario), unusual_in(scenario)
    rows = [
        {"what": f"{each.kind} {each.name}", "as_printed": each.before, "as_changed": each.after}
        for each in changes
    ]
    has_barons = any(each.kind == BARON for each in changes)
    assert scenario.own is not None
    show_rows("", rows, f"{scenario.own.title}, your idea, changes on {scenario.board.title}")
    show_notes(
        [
            *(f"unusual: {line}" for line in unusual),
            f"to measure it: rotwsim compare{' --barons' * has_barons} --variant rules={file}",
        ]
    )


def check_goal(file: str) -> None:
    """Read a goal, and say what would be searched."""
    from rotwsim.analysis.goal import read_goal
    from rotwsim.analysis.goal_answer import question_of
    from rotwsim.analysis.goal_emulator import count_changes
    from rotwsim.scenario.scenario import Scenario

    goal = read_goal(Path(file))
    base = Scenario.of(goal.boards[0], barons=goal.barons)
    found = {
        "question": question_of(goal),
        "choices": len(goal.choices),
        "changes at once": goal.most_changes,
        "combinations": count_changes(goal.choices, goal.most_changes, base),
    }
    then = f"to search: rotwsim design {file} --out runs/{Path(file).stem}"
    show_valid(file, "goal", found, then)


def check_experiment(file: str) -> None:
    """Read an experiment, and say what it would play."""
    from rotwsim.analysis.experiment import read_experiment

    asked = read_experiment(Path(file))
    found = {
        "question": asked.question,
        "arms": len(asked.arms),
        "games of each": asked.games,
        "seed": asked.seed,
        "analyses": ", ".join(asked.analyses) or "none",
    }
    show_valid(file, "experiment", found, f"to play it: rotwsim experiment {file}")


def show_valid(file: str, kind: str, found: dict, then: str) -> None:
    """Show what is in a file without mistakes, and the next command."""
    show_lines(f"{file} is a valid {kind}", {name: str(what) for name, what in found.items()})
    show_notes([then])


def check_board(file: str) -> None:
    """Read a board, and list what is assumed in it."""
    from rotwsim.cli.board_tables import show_verdict
    from rotwsim.scenario.board_file import load_board, load_rulebook
    from rotwsim.scenario.compile.record import compile_rules
    from rotwsim.scenario.compile.routes import routes_of
    from rotwsim.scenario.provenance import order_of_influence
    from rotwsim.scenario.scenario import Scenario

    board = load_board(file)
    routes = routes_of(board, load_rulebook())
    compile_rules(Scenario.of(board), player=0, weights=[])  # refuses what no game has room for
    show_verdict(board, routes, order_of_influence())
    if board.file == file:
        show_notes([f"to measure it: rotwsim compare --variant board={file}"])

"""`rotwsim show`: boards, cards, players, rules, tweaks, settings, terms, columns."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rotwsim.cli import example
from rotwsim.cli.options import JSON, form_options, option
from rotwsim.cli.tables import show_json, show_notes, show_rows

if TYPE_CHECKING:
    from rotwsim.scenario.scenario import Scenario
    from rotwsim.scenario.schema import Board

BOARD = click.argument("board", metavar="NAME_OR_FILE")
KINDS_OF_SETTINGS = {  # and how each is changed
    "parameter": "--set NAME=VALUE",
    "ruling": "--ruling NAME=CHOICE",
    "weight": "--weight NAME=VALUE",
}


@click.group(epilog=example("rotwsim show board eastern-us", "rotwsim show tweaks"))
def show() -> None:
    """Show boards, cards, players, rules, tweaks, settings, terms, columns."""


@show.command("boards", epilog=example("rotwsim show boards"))
@form_options
def boards() -> None:
    """List the boards, and how much of each is known."""
    from rotwsim.cli.board_tables import show_boards
    from rotwsim.scenario.board_file import board_names, load_board

    show_boards([load_board(name) for name in board_names()])


@show.command(
    "board",
    epilog=example(
        "rotwsim show board eastern-us --png eastern-us.png",
        "rotwsim show board my-board.toml --json",
    ),
)
@BOARD
@option("--png FILE", "Draw the board into a PNG file.")
@option("--svg FILE", "Draw the board into an SVG file.")
@option("--letters", "Draw a letter for each city colour as well.")
@JSON
@form_options
def board(board: str, png: Path | None, svg: Path | None, letters: bool, as_json: bool) -> None:
    """Show one board: its tables, and its picture if you ask for it.

    Every table says where its values come from. A value marked with ? is assumed.
    """
    from rotwsim.cli.board_tables import board_as_data, show_board
    from rotwsim.scenario.board_file import load_board, load_rulebook
    from rotwsim.scenario.compile.routes import routes_of

    loaded = load_board(board)
    routes = routes_of(loaded, load_rulebook())
    drawn = draw(loaded, {"png": png, "svg": svg}, letters)
    if as_json:
        show_json(board_as_data(loaded, routes))
        return
    show_board(loaded, routes)
    for path in drawn:
        click.echo(f"Drawn: {path}")


def draw(loaded: Board, wanted: dict[str, Path | None], letters: bool) -> list[Path]:
    """Write the picture in each wanted format; nothing is written if the drawing fails."""
    paths = {form: path for form, path in wanted.items() if path}
    if not paths:
        return []
    from rotwsim.report.figures.board_picture import board_picture
    from rotwsim.scenario.files import write_whole

    pictures = board_picture(loaded, list(paths), letters=letters)
    for form, path in paths.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, pictures[form])
    return list(paths.values())


@show.command(
    "cards",
    epilog=example("rotwsim show cards mexico", "rotwsim show cards my-rules.toml --pdf my.pdf"),
)
@click.argument("board", metavar="[NAME_OR_FILE]", default="eastern-us")
@option("--pdf FILE", "Write the cards that your rules change as a PDF, on A4.")
@form_options
def cards(board: str, pdf: Path | None) -> None:
    """Show the cards and Duel Barons of a board, or with your rules."""
    from rotwsim.cli.board_tables import show_cards

    if pdf:
        from rotwsim.report.print_cards import cards_pdf
        from rotwsim.scenario.files import write_whole

        write_whole(pdf, cards_pdf(scenario_named(board)))
        click.echo(f"Written: {pdf}")
        return

    show_cards(scenario_named(board))


@show.command("rules", epilog=example("rotwsim show rules S22", "rotwsim show rules B2 S41 --csv"))
@click.argument("ids", nargs=-1, metavar="[ID]...")
@option("--write FILE", "Write all rules as a Markdown page.")
@form_options
def rules(ids: Sequence[str], write: Path | None) -> None:
    """Show the rules that are played, or those with these ids."""
    from rotwsim.scenario.files import write_whole
    from rotwsim.scenario.rule_texts import rule_text, rule_texts, rules_page

    if write:
        write_whole(write, rules_page())
        click.echo(f"Written: {write}")
        return
    wanted = [rule_text(rule) for rule in ids] if ids else rule_texts()
    for section in dict.fromkeys(text.section for text in wanted):
        rows = [
            (text.rule, " ".join([text.text, *(f"Ruling: {said}" for said in text.rulings)]))
            for text in wanted
            if text.section == section
        ]
        show_list(section, rows, "id rule_text")


@show.command("tweaks", epilog=example("rotwsim show tweaks"))
@form_options
def tweaks() -> None:
    """List the tweaks of the solo rulebook and what each does."""
    from rotwsim.scenario.board_file import load_rulebook

    book = load_rulebook()
    rows = []
    for tweak in book.tweaks:
        target = dict(tweak.set).get("target")
        dealt = f"; {target + book.barons_raise_target} with the Duel Barons" if target else ""
        rows.append((tweak.rule, tweak.name, tweak.side, tweak.text + dealt))
    show_list("Tweaks, for --tweak NAME", rows, "rule name meant change")
    show_notes(["`rotwsim show rules ID` shows a rule; docs/rules.md has all of them"])


@show.command("settings", epilog=example("rotwsim show settings", "rotwsim show settings mexico"))
@click.argument("board", metavar="[NAME_OR_FILE]", default="eastern-us")
@option("--write FILE", "Write all as a Markdown page.")
@form_options
def settings(board: str, write: Path | None) -> None:
    """List what --set, --ruling and --weight may change."""
    from rotwsim.scenario.files import write_whole
    from rotwsim.scenario.rule_texts import settings_of, settings_page

    scenario = scenario_named(board)
    if write:
        write_whole(write, settings_page(scenario))
        click.echo(f"Written: {write}")
        return
    for kind, how in KINDS_OF_SETTINGS.items():
        rows = [
            (row.name, row.default, row.legal, row.unit, row.origin, row.meaning)
            for row in settings_of(scenario)
            if row.kind == kind
        ]
        title = f"{kind.title()}s, for {how}, on {scenario.board.title}"
        show_list(title, rows, "name default legal in_unit origin meaning")


def scenario_named(name: str) -> Scenario:
    """Give the game with Barons of a board by its name, or by a file of it or of rules."""
    from rotwsim.scenario.own_rules import is_rules_file
    from rotwsim.scenario.scenario import Scenario

    return Scenario.of(**{"rules" if is_rules_file(name) else "board": name}, barons=True)


@show.command("terms", epilog=example("rotwsim show terms"))
@form_options
def terms() -> None:
    """Explain the terms of pages and commands, one sentence each."""
    from rotwsim.scenario.rule_texts import glossary

    show_list("Terms", list(glossary().items()), "word meaning")


@show.command("columns", epilog=example("rotwsim show columns", "rotwsim show columns solo --csv"))
@click.argument("table", metavar="[TABLE]", default="")
@form_options
def columns(table: str) -> None:
    """Explain the columns of all tables, or of one."""
    from rotwsim.report.columns import columns as known

    show_list("Columns", known(table).to_numpy().tolist(), "table column_name in_unit meaning")


@show.command("players", epilog=example("rotwsim show players"))
@form_options
def players() -> None:
    """List the players and how they think, weakest first."""
    from rotwsim.players.registry import NUMBERS
    from rotwsim.runner.bench import about

    rows = [{"player": name, "about": about(name)} for name in NUMBERS]
    show_rows("players", rows, "Players, weakest first")


def show_list(title: str, rows: Sequence[Sequence[str]], names: str) -> None:
    show_rows("", [dict(zip(names.split(), row, strict=True)) for row in rows], title)

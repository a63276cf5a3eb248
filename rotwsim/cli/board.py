"""`rotwsim board`: the boards there are, one drawn and in tables, a file checked, a sheet."""

from __future__ import annotations

from pathlib import Path

import click

from rotwsim.cli.frame import example

BOARD = click.argument("board", metavar="NAME_OR_FILE")
OUTPUT = click.Path(dir_okay=False, path_type=Path)


@click.group(epilog=example("rotwsim board list"))
def board() -> None:
    """Boards: list them, draw one, fill in what your box says, check your own file."""


@board.command("list", epilog=example("rotwsim board list"))
def list_boards() -> None:
    """The boards in the package, and how much of each is known."""
    from rotwsim.cli.board_overview import list_of_boards
    from rotwsim.cli.board_parts import show
    from rotwsim.rules.load import board_names, load_board

    show(list_of_boards([load_board(name) for name in board_names()]))


@board.command(
    "show",
    epilog=example(
        "rotwsim board show eastern-us --png eastern-us.png",
        "rotwsim board show my-board.toml --json",
    ),
)
@BOARD
@click.option("--png", type=OUTPUT, metavar="FILE", help="Draw the board into a PNG file.")
@click.option("--svg", type=OUTPUT, metavar="FILE", help="Draw the board into an SVG file.")
@click.option("--letters", is_flag=True, help="Draw a letter for each city colour as well.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object.")
def show_board(
    board: str, png: Path | None, svg: Path | None, letters: bool, as_json: bool
) -> None:
    """One board: its tables, and its picture on request.

    Every table says where its values come from; a value marked with ? is assumed.
    """
    from rotwsim.cli.board_json import as_json as as_text
    from rotwsim.cli.board_parts import show
    from rotwsim.cli.board_tables import tables_of
    from rotwsim.rules.load import load_board, load_rulebook
    from rotwsim.rules.routes import routes_of

    loaded = load_board(board)
    routes = routes_of(loaded, load_rulebook())
    drawn = _draw(loaded, {"png": png, "svg": svg}, letters)
    if as_json:
        click.echo(as_text(loaded, routes))
    else:
        show(*tables_of(loaded, routes))
        for path in drawn:
            click.echo(f"Drawn: {path}")


@board.command(
    "template",
    epilog=example(
        "rotwsim board template eastern-us", "rotwsim board template mexico --out my-box"
    ),
)
@BOARD
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    metavar="DIR",
    help="The folder for both files.  [default: this one]",
)
def write_template(board: str, out: Path) -> None:
    """A sheet to fill in from your box: one page to print, and a file.

    Both list every figure of the board that nobody here has seen, with our guess beside it. What
    is already there is never overwritten.
    """
    from rotwsim.cli.board_template import write_sheet

    page, file = write_sheet(board, out)
    click.echo(f"To print and fill in: {page}")
    click.echo(f"To type it into:      {file}")
    click.echo(f"Then:                 rotwsim board check {file}")


@board.command("check", epilog=example("rotwsim board check my-board.toml"))
@BOARD
def check_board(board: str) -> None:
    """Check a board file and list what is still assumed in it."""
    from rotwsim.cli.board_overview import verdict
    from rotwsim.cli.board_parts import show
    from rotwsim.rules.influence import order_of_influence
    from rotwsim.rules.load import load_board, load_rulebook
    from rotwsim.rules.routes import routes_of
    from rotwsim.rules.scenario import Scenario
    from rotwsim.rules.tables import compile_rules

    loaded = load_board(board)
    routes = routes_of(loaded, load_rulebook())
    compile_rules(Scenario.of(loaded), player=0, weights=[])  # refuses what no game has room for
    show(*verdict(loaded, routes, order_of_influence()))


def _draw(loaded, wanted: dict[str, Path | None], letters: bool) -> list[Path]:
    """Writes the picture in each wanted format; nothing is written if the drawing fails."""
    paths = {form: path for form, path in wanted.items() if path}
    if not paths:
        return []
    from rotwsim.report.board.picture import board_picture

    pictures = board_picture(loaded, list(paths), letters=letters)
    for form, path in paths.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pictures[form])
    return list(paths.values())

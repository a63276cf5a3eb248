"""`rotwsim board`: the boards there are, one drawn and in tables, a file checked, a sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import click

from rotwsim.cli.frame import example
from rotwsim.cli.options import run_options

BOARD = click.argument("board", metavar="NAME_OR_FILE")
OUTPUT = click.Path(dir_okay=False, path_type=Path)


GAMES, FILLINGS, FILLING_GAMES = 400, 40, 20


def effect_options(command: Callable) -> Callable:
    """Adds what the games of a check need; the command receives them as `asked`."""
    for piece in reversed(
        (
            click.option("--no-games", is_flag=True, help="Check the file only."),
            click.option(
                "--player",
                default="expert",
                show_default=True,
                metavar="NAME",
                help="Who plays with your figures.",
            ),
            click.option("--barons", is_flag=True, help="Play with the Duel Barons."),
            click.option(
                "--games", type=int, default=GAMES, show_default=True, help="With your figures."
            ),
            click.option(
                "--fillings",
                type=int,
                default=FILLINGS,
                show_default=True,
                help="Plausible boxes for the range; more where the evidence leaves too few.",
            ),
            click.option(
                "--filling-games",
                type=int,
                default=FILLING_GAMES,
                show_default=True,
                help="Games of each of them with every tweak, for club and expert too.",
            ),
        )
    ):
        command = piece(command)
    return run_options(command)


@click.group(epilog=example("rotwsim board list"))
def board() -> None:
    """Boards: list them, draw one, fill in what your box says, check your own file."""


@board.command("list", epilog=example("rotwsim board list"))
def list_boards() -> None:
    """The boards in the package, and how much of each is known."""
    from rotwsim.cli.board_overview import list_of_boards, show
    from rotwsim.scenario.board_file import board_names, load_board

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
    from rotwsim.cli.board_overview import as_json as as_text
    from rotwsim.cli.board_overview import show
    from rotwsim.cli.board_tables import tables_of
    from rotwsim.scenario.board_file import load_board, load_rulebook
    from rotwsim.scenario.compile.routes import routes_of

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
    pass

    page, file = write_sheet(board, out)
    click.echo(f"To print and fill in: {page}")
    click.echo(f"To type it into:      {file}")
    click.echo(f"Then:                 rotwsim board check {file}")


@board.command(
    "check",
    epilog=example(
        "rotwsim board check eastern-us",
        "rotwsim board check my-board.toml --no-games",
        "rotwsim board check eastern-us-box.toml --player club --games 1000",
    ),
)
@BOARD
@effect_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def check_board(board: str, no_games: bool, as_json: bool, **asked) -> None:
    """Check a board file, list what is still assumed in it, and say what it changes.

    A file that extends one of our boards is played beside it on the same seeds, and so are boxes
    drawn at random for all that is still open in either: what do your figures do to the win rate,
    and how far could it still move?
    """
    from rotwsim.cli.board_overview import show, verdict, verdict_as_data
    from rotwsim.cli.tables import as_json as as_text
    from rotwsim.cli.tables import show_notes
    from rotwsim.scenario.board_file import load_board, load_rulebook
    from rotwsim.scenario.compile.record import compile_rules
    from rotwsim.scenario.compile.routes import routes_of
    from rotwsim.scenario.provenance import order_of_influence
    from rotwsim.scenario.scenario import Scenario

    loaded = load_board(board)
    routes = routes_of(loaded, load_rulebook())
    compile_rules(Scenario.of(loaded), player=0, weights=[])  # refuses what no game has room for
    order = order_of_influence()
    if not as_json:
        show(*verdict(loaded, routes, order))
    ours = board_extended_by(board)
    is_new = ours is not None and is_changed(loaded, ours)
    effect = effect_of_box(loaded, ours, asked) if is_new and not no_games else None
    if as_json:
        shown = {"effect": as_data(effect) if effect else None}
        click.echo(as_text(verdict_as_data(loaded, order) | shown))
    elif effect:
        show_notes([str(effect)])
    elif ours and not is_new:
        show_notes([f"nothing is filled in: the figures are those of {ours.title}"])


def _draw(loaded, wanted: dict[str, Path | None], letters: bool) -> list[Path]:
    """Writes the picture in each wanted format; nothing is written if the drawing fails."""
    paths = {form: path for form, path in wanted.items() if path}
    if not paths:
        return []
    from rotwsim.report.board.picture import board_picture
    from rotwsim.scenario.files import write_whole

    pictures = board_picture(loaded, list(paths), letters=letters)
    for form, path in paths.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, pictures[form])
    return list(paths.values())


def board_extended_by(file: str):
    """The board that a file, already read and checked, extends; None if it extends none."""
    from rotwsim.scenario.board_file import find_board, is_file_name, load_board
    from rotwsim.scenario.reading import read_toml

    path, shown = find_board(file)
    base = read_toml(path, shown).get("extends")
    if base is None:
        return None
    return load_board(path.parent / base if is_file_name(base) else base)


def is_changed(board, ours) -> bool:
    """Whether a board differs from another in a figure, or in where one comes from."""
    own, others = ({(f.key, f.origin) for f in each.provenance} for each in (board, ours))
    return replace(board, name=ours.name, title=ours.title) != ours or own != others


def effect_of_box(board, ours, asked: dict):
    """The effect of a board file against the board that it extends."""
    from rotwsim.analysis.boxes.your_box import effect_of
    from rotwsim.cli.analysis import balance_games, check_count
    from rotwsim.runner.block_plan import check_games
    from rotwsim.scenario.scenario import Scenario

    count, filling_count = check_games(asked["games"]), check_games(asked["filling_games"])
    fillings = check_count("--fillings", asked["fillings"])
    machines = {name: asked[name] for name in ("jobs", "backend", "scheduler")}
    played = [
        Scenario.of(each, player=asked["player"], barons=asked["barons"]) for each in (ours, board)
    ]
    with balance_games(asked["seed"], None, asked["quiet"], **machines) as games:
        return effect_of(games, *played, count, fillings, filling_count)


def as_data(effect) -> dict:
    """The effect as plain data."""
    pair = effect.pair
    return {
        "player": effect.player,
        "games": pair.n,
        "win_rate_ours": asdict(pair.baseline),
        "win_rate_yours": asdict(pair.variant),
        "difference": asdict(pair.difference),
        "range_ours": asdict(effect.ours),
        "range_yours": asdict(effect.yours),
    }


END = "-box"  # of the names of both files


def write_sheet(board: str, folder: Path) -> tuple[Path, Path]:
    """The paths of page and file; nothing is written unless both can be."""
    from rotwsim.report.page.sheet import sheet_page
    from rotwsim.scenario.board_file import board_names, is_file_name, load_board
    from rotwsim.scenario.box.sheet import as_toml, sections_of
    from rotwsim.scenario.files import write_whole
    from rotwsim.scenario.reading import describe
    from rotwsim.scenario.schema import DataError

    loaded = load_board(board)
    if is_file_name(board):
        ours = [name for name in board_names() if load_board(name).rows == loaded.rows]
        hint = f": {' or '.join(ours)}" if ours else " of ours"
        raise DataError(f"{describe(board)} is a file; name a board{hint}")
    if not sections_of(loaded):
        raise DataError(f"nothing of {loaded.title} is a guess")
    file, page = (folder / f"{loaded.name}{END}.{kind}" for kind in ("toml", "html"))
    for path in (file, page):
        if path.exists():
            raise DataError(f"{path} is there already; nothing was written")
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(file, as_toml(loaded, loaded.name, file.name))
    write_whole(page, sheet_page(loaded, file.name))
    return page, file

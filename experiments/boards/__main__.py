"""Rebuilds board files from their recipes: python -m experiments.boards [NAME…]"""

from __future__ import annotations

from pathlib import Path

import click

from experiments.boards.build import build_board
from experiments.boards.recipe import RecipeError, read_recipe, recipe_names
from experiments.boards.sources import FOLDER_VARIABLE, MissingData, check_installed
from rotwsim.scenario.board_file import PRINTED, load_board


@click.command()
@click.argument("names", nargs=-1)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=PRINTED / "boards",
    help="Folder for the board files; the package's own by default.",
)
@click.option("--data", envvar=FOLDER_VARIABLE, help="Folder of the Debian data files.")
def main(names: tuple[str, ...], out: Path, data: str | None) -> None:
    """Rebuild the named boards, or all."""
    try:
        check_installed(data)
        for name in names or recipe_names():
            path = out / f"{name.replace('-', '_')}.toml"
            path.write_text(build_board(read_recipe(name)), encoding="utf-8")
            board = load_board(path)
            click.echo(f"{path.name}: {len(board.cities)} cities, {_playable(board)} hexes")
    except (MissingData, RecipeError) as error:
        raise click.ClickException(str(error)) from None


def _playable(board) -> int:
    return sum(letter != "#" for row in board.rows for letter in row)


if __name__ == "__main__":
    main()

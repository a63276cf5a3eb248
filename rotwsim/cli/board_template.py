"""Writes the sheet of a board: a page to print and a file to type into, neither over another."""

from __future__ import annotations

from pathlib import Path

from rotwsim.scenario.board_file import board_names, is_file_name, load_board
from rotwsim.scenario.box.sheet import as_toml, sections_of
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.reading import describe
from rotwsim.scenario.schema import DataError

END = "-box"  # of the names of both files


def write_sheet(board: str, folder: Path) -> tuple[Path, Path]:
    """The paths of page and file; nothing is written unless both can be."""
    from rotwsim.report.page.sheet import sheet_page

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

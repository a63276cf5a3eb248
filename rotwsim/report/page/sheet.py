"""The sheet for owners of a box on paper: one A4 page to fill in with a pencil."""

from __future__ import annotations

from rotwsim.report.page.rendering import sealed, template
from rotwsim.scenario.box.sheet import is_map_open, sections_of
from rotwsim.scenario.schema import Board

LARGEST, SMALLEST = 10.0, 6.4  # points of the letters
ROWS = 44  # that fit the page in the largest letters


def sheet_page(board: Board, file: str) -> str:
    """Write the page as one HTML text; the more there is to fill in, the smaller its letters."""
    sections = sections_of(board)
    page = template("sheet.html").render(
        board=board,
        file=file,
        sections=sections,
        size=letters_for(sum(len(section.entries) for section in sections)),
        map_is_open=is_map_open(board),
    )
    return sealed(page)


def letters_for(rows: int) -> float:
    """Choose the size of the letters with which this number of rows fits one page."""
    return round(min(LARGEST, max(SMALLEST, LARGEST * (ROWS / max(rows, 1)) ** 0.5)), 1)

"""Somebody adds a figure: the recipe of docs/extend/figure.md, followed word by word."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path

import pytest

from rotwsim.report import figures
from rotwsim.report.figures import gallery
from rotwsim.report.page import CHAPTERS
from rotwsim.report.page.report import compose, write_report

PAGE = Path(__file__).parents[2] / "docs" / "extend" / "figure.md"


@pytest.fixture(scope="module")
def recipe() -> tuple[str, str, tuple]:
    """The name of the file, what is in it, and the line of the registry."""
    text = PAGE.read_text(encoding="utf-8")
    code, line = re.findall(r"```(?:python|toml)\n(.*?)```", text, re.DOTALL)
    name = re.search(r"`rotwsim/report/figures/(\w+\.py)`:", text)
    assert name
    return name[1], code, ast.literal_eval(line.strip().rstrip(","))


def test_a_file_and_a_line_bring_a_figure_into_the_page_and_beside_it(
    recipe, whole, tmp_path, monkeypatch
):
    name, code, line = recipe
    (tmp_path / name).write_text(code, encoding="utf-8")
    monkeypatch.setattr(figures, "__path__", [*figures.__path__, str(tmp_path)])
    beside = [one for one in gallery.FIGURES if one[0] == line[0]]
    monkeypatch.setattr(gallery, "FIGURES", (*beside, line))  # the others take their time
    asked = replace(whole, manifest=whole.manifest | {"analyses": ["arms"]})
    page, *files = write_report(compose(asked), tmp_path / "report.html", figures=True)
    html = page.read_text(encoding="utf-8")
    assert '<figure id="figure-game-length"' in html
    assert 'aria-label="Turns per game: ' in html and "A game takes " in html
    assert {"game-length.png", "game-length.svg"} <= {file.name for file in files}


def test_every_line_of_the_registry_names_a_chapter_and_a_function():
    chapters = {chapter.name for chapter in CHAPTERS}
    for chapter, file, function, *_ in gallery.FIGURES:
        assert chapter in chapters
        module = Path(figures.__file__).parent / f"{file}.py"
        assert f"def {function}(results: Results)" in module.read_text(encoding="utf-8")

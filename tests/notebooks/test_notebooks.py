"""The notebooks run from top to bottom, at a small size, and hold no stale output."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # runs the notebooks

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
GAMES = "40"
PATIENCE = 900  # seconds of a cell: the first may compile the game


def read(path: Path):
    return nbformat.read(path, as_version=4)


def test_there_are_notebooks():
    assert [path.stem for path in NOTEBOOKS] == ["01_first_steps", "02_design_a_tweak"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, monkeypatch, tmp_path):
    monkeypatch.setenv("ROTWSIM_NOTEBOOK_GAMES", GAMES)
    notebook = read(path)
    resources = {"metadata": {"path": str(tmp_path)}}
    nbclient.NotebookClient(notebook, timeout=PATIENCE, resources=resources).execute()
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert sum(bool(cell.outputs) for cell in codes) >= len(codes) - 2


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_without_output(path):
    for cell in read(path).cells:
        assert cell.cell_type != "code" or (not cell.outputs and cell.execution_count is None)

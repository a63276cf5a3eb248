"""The notebooks run from top to bottom, at a small size, and hold the outputs of today."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

import rotwsim

pytestmark = [
    pytest.mark.slow,  # runs the notebooks
    pytest.mark.skipif(find_spec("nbclient") is None, reason="needs nbclient"),
]

FOLDER = Path(__file__).parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
GAMES = "20"
PATIENCE = 900  # seconds of a cell: the first may compile the game


def read(path: Path):
    import nbformat

    return nbformat.read(path, as_version=4)


def test_there_are_notebooks():
    assert [path.stem for path in NOTEBOOKS] == [
        "01_first_steps",
        "02_design_a_tweak",
        "03_multiplayer",
    ]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Runs a notebook in a process that all of them share; what one has named, the next forgets."""
    import nbclient
    from nbformat.v4 import new_code_cell

    with pytest.MonkeyPatch.context() as surroundings:
        surroundings.setenv("ROTWSIM_NOTEBOOK_GAMES", GAMES)
        resources = {"metadata": {"path": str(tmp_path_factory.mktemp("notebooks"))}}
        manager = nbclient.NotebookClient(read(NOTEBOOKS[0])).create_kernel_manager()

        def execute(notebook) -> None:
            notebook.cells.insert(0, new_code_cell(r"%reset -f"))
            nbclient.NotebookClient(
                notebook, km=manager, timeout=PATIENCE, resources=resources
            ).execute()
            del notebook.cells[0]

        yield execute
        nbclient.util.run_sync(manager.shutdown_kernel)(now=True)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, run):
    notebook = read(path)
    run(notebook)
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert sum(bool(cell.outputs) for cell in codes) >= len(codes) - 2


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_stored_as_one_run_left_it_with_its_figures(path):
    codes = [cell for cell in read(path).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in codes] == [*range(1, len(codes) + 1)]
    outputs = [output for cell in codes for output in cell.outputs]
    assert any("image/png" in output.get("data", {}) for output in outputs)
    assert not any(output.output_type == "error" for output in outputs)
    assert not any(output.get("name") == "stderr" for output in outputs)


def test_the_stored_numbers_are_those_of_today():
    """After a change of rules or players `make notebooks` runs them again."""
    first = next(cell for cell in read(NOTEBOOKS[0]).cells if "simulate(" in cell.source)
    shown = first.outputs[-1]["data"]["text/plain"].splitlines()[1:]
    games = rotwsim.simulate(rotwsim.Scenario.of(player="person", wins=50), len(shown), 1)
    assert [int(line.split()[2]) for line in shown] == games["result"].tolist()

"""What is given away: the site of the documentation, and a wheel that plays in an empty place."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

import rotwsim

ROOT = Path(__file__).parents[1]
PACKAGE = Path(rotwsim.__file__).parent
PLAYS = """
import rotwsim
from rotwsim.scenario.board_file import board_names
assert "empty" in rotwsim.__file__, rotwsim.__file__
for board in board_names():
    rotwsim.Scenario.of(board)
scenario = rotwsim.Scenario.of("portugal", player="random")
print(rotwsim.__version__, rotwsim.play(scenario).row["turns"])
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "rotwsim"):
        (source / name).symlink_to(ROOT / name)
    words = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, source]
    subprocess.run([sys.executable, *words], check=True)
    (found,) = folder.glob("*.whl")
    return found


@pytest.mark.slow
def test_the_wheel_holds_every_file_of_the_package(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    for path in PACKAGE.rglob("*"):
        if path.is_file() and "__pycache__" not in path.parts:
            assert path.relative_to(PACKAGE.parent).as_posix() in inside, path


@pytest.mark.slow
def test_the_wheel_installs_into_an_empty_environment_and_plays(wheel, tmp_path):
    """The packages it needs are those of this environment: only rotwsim itself is new."""
    venv.create(tmp_path / "empty", with_pip=False)
    (site,) = (tmp_path / "empty").glob("lib/python*/site-packages")
    words = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-compile", "--target", str(site)]
    subprocess.run([sys.executable, *words, str(wheel)], check=True)
    needed = Path(importlib.util.find_spec("numba").origin).parents[1]
    (site / "needed.pth").write_text(f"{needed}\n")
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment["NUMBA_DISABLE_JIT"] = "1"  # the files are what is tried, not the compiler
    python = tmp_path / "empty" / "bin" / "python"
    done = subprocess.run(
        [python, "-c", PLAYS], capture_output=True, text=True, cwd=tmp_path, env=environment
    )
    assert done.returncode == 0, done.stderr
    version, turns = done.stdout.split()
    assert version == rotwsim.__version__ and int(turns) > 5


def test_beside_a_clone_called_rotwsim_the_package_is_found(tmp_path):
    """The clone has no __init__.py: as a namespace it would hide an editable install."""
    (tmp_path / "rotwsim").symlink_to(ROOT)
    words = [sys.executable, "-c", "import rotwsim; print(rotwsim.__file__)"]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert Path(done.stdout.strip()) == PACKAGE / "__init__.py"


@pytest.mark.slow
def test_the_site_of_the_documentation_builds_without_a_warning(tmp_path):
    pytest.importorskip("zensical")
    shutil.copytree(ROOT / "docs", tmp_path / "docs")
    shutil.copy(ROOT / "zensical.toml", tmp_path)
    words = [sys.executable, "-m", "zensical", "build", "--strict"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    for page in (ROOT / "docs").rglob("*.md"):
        built = page.relative_to(ROOT / "docs").with_suffix(".html")
        assert (tmp_path / "build" / "site" / built).exists()
        assert built.with_suffix(".md").as_posix() in (ROOT / "zensical.toml").read_text("utf-8")


def test_make_docs_builds_that_site():
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert "zensical build --strict" in text
    phony = next(line for line in text.splitlines() if line.startswith(".PHONY"))
    assert "docs" in phony.split()  # docs is a folder too

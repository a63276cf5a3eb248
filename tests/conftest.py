"""What many tests need: the board as data and as object, and board files written for a test."""

from __future__ import annotations

import copy
import json
import os
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

from rotwsim.runner import person_calibration
from rotwsim.scenario.board_file import PRINTED, load_board, load_rulebook
from rotwsim.scenario.compile.routes import Route, routes_of
from rotwsim.scenario.schema import Board, Rulebook

for setting in ("FORCE_COLOR", "NO_COLOR", "COLUMNS", "LINES"):  # of the shell; tests set their own
    os.environ.pop(setting, None)

SHARED_OUT = "tests/differential/"  # thousands of replays, which share nothing
TOGETHER = {  # files that make the same at first; two workers would make it twice
    "tests/cli/test_cli_readme.py": "kernels of training and of the environment",
    "tests/env/test_env_solo.py": "kernels of training and of the environment",
    "tests/runner/test_runner_train.py": "kernels of training and of the environment",
    "tests/runner/test_runner_table_train.py": "kernels of training and of the environment",
    "tests/report/test_report_findings.py": "the whole report",
    "tests/report/test_report_page.py": "the whole report",
    "tests/report/test_report_browser.py": "the whole report",
    "tests/report/test_report_figure_recipe.py": "the whole report",
}

PLAYED_MUCH = ("_solo", "_solo_person", "_multiplayer")  # parties


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """A file's tests share a worker, and so its fixtures; only the replays go to any worker."""
    from xdist.scheduler import LoadScopeScheduling

    config.option.loadscopereorder = False  # by number of tests, which says nothing of their length

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            return nodeid if file.startswith(SHARED_OUT) else TOGETHER.get(file, file)

    return ByFile(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long files begin and single replays end, so that no worker ends long after the others."""
    slow = Counter(item.path for item in items if item.get_closest_marker("slow"))
    items.sort(key=lambda item: (item.nodeid.startswith(SHARED_OUT), -slow[item.path]))


settings.register_profile("rotwsim", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("rotwsim")


@pytest.fixture(scope="session", autouse=True)
def few_games_to_find_a_person() -> Iterator[None]:
    """A person of other standard games than those measured costs 6,700 games, ten seconds each."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(person_calibration, "QUICK_GAMES", 60)
        patch.setattr(person_calibration, "TRIAL_GAMES", 20)
        yield


@pytest.fixture(scope="session")
def book() -> Rulebook:
    return load_rulebook()


@pytest.fixture(scope="session")
def eastern_us() -> Board:
    return load_board("eastern-us")


@pytest.fixture(scope="session")
def eastern_routes(eastern_us: Board, book: Rulebook) -> tuple[Route, ...]:
    return routes_of(eastern_us, book)


@pytest.fixture(scope="session", autouse=True)
def light_kernels_for_all() -> Iterator[None]:
    with light_kernels():
        yield


@contextmanager
def light_kernels() -> Iterator[None]:
    """Kernels that few games are left to here, in the form that is ready at once: it does the same,
    at half the speed or less, and compiles in a third of the time that the fast form takes.
    """
    from rotwsim.players import blocks, recording, rollouts
    from rotwsim.players.learned import samples

    kernels_of = blocks.kernels_of
    makers = ((recording, "recorded_by"), (rollouts, "tracer_of"), (rollouts, "goes_on_of"))

    def light(party):
        found = kernels_of(party)
        return found if party.name in PLAYED_MUCH else found._replace(block=at_once(found.block))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "kernels_of", light)
        for home, name in makers:
            patch.setattr(home, name, partial(made_light, getattr(home, name)))
        for home, name in (
            (samples, "solo_samples"),
            (samples, "multiplayer_samples"),
            (rollouts, "play_deals"),
        ):
            patch.setattr(home, name, at_once(getattr(home, name)))
        yield


def made_light(make: Callable, party: object) -> Callable:
    return at_once(make(party))


def run_apart(code: str, *words: str, cwd: Path, **environment: str) -> CompletedProcess:
    """Run code in a process of its own, as `python -c` does; the libraries are loaded before it
    begins, once for all such processes, and a variable of the environment may be set.
    """
    apart = get_context("forkserver" if "forkserver" in get_all_start_methods() else "spawn")
    apart.set_forkserver_preload(["numba", "pandas", "pyarrow.parquet", "scipy.stats", "click"])
    with TemporaryDirectory() as folder:
        told = [Path(folder) / name for name in ("out", "err")]
        given = (code, words, str(cwd), {**os.environ, **environment}, tuple(map(str, told)))
        process = apart.Process(target=exec, args=(APART, {"given": given}))
        process.start()
        process.join()
        return CompletedProcess(
            words, process.exitcode, *(each.read_text("utf-8") for each in told)
        )


APART = """
import atexit, os, sys
atexit._clear()
code, words, folder, environment, told = given
os.chdir(folder)
os.environ.update(environment)
sys.argv, sys.path[:0] = ["-c", *words], [folder]
sys.stdout, sys.stderr = (open(file, "w", encoding="utf-8") for file in told)
import numba
numba.config.reload_config()
try:
    exec(code, {"__name__": "__main__"})
finally:
    atexit._run_exitfuncs()  # which only the first process of all does by itself
"""


@cache
def at_once(fast_kernel: Callable) -> Callable:
    from rotwsim.core.jit.decorators import kernel

    return kernel(getattr(fast_kernel, "py_func", fast_kernel))  # itself if nothing is compiled


@pytest.fixture(scope="session")
def _eastern_data() -> dict:
    return tomllib.loads((PRINTED / "boards" / "eastern_us.toml").read_text(encoding="utf-8"))


@pytest.fixture
def board_data(_eastern_data: dict) -> dict:
    """The tables of the Eastern US file, free to change."""
    return copy.deepcopy(_eastern_data)


@pytest.fixture
def write_board(tmp_path: Path) -> Callable[..., Path]:
    """Writes tables as a board file; `write_board(tables, "mine.toml")` gives its path."""

    def write(tables: dict, name: str = "mine.toml") -> Path:
        path = tmp_path / name
        path.write_text(as_toml(tables), encoding="utf-8")
        return path

    return write


def as_toml(tables: dict) -> str:
    """Tables as TOML, all values in line; enough for board files and for broken ones."""
    return "".join(f"{_toml_text(key)} = {_toml(value)}\n" for key, value in tables.items())


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _toml_text(value)
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, dict):
        entries = (f"{_toml_text(key)} = {_toml(item)}" for key, item in value.items())
        return "{ " + ", ".join(entries) + " }"
    return str(value)


def _toml_text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

"""What tests of runs share: a small scenario, its games played in one go, and the command."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
from click.testing import CliRunner

from rotwsim.cli import main
from rotwsim.runner.run import Run, run_games
from rotwsim.scenario.scenario import Scenario

GAMES = 1_800
SEED = 5
COMMAND = [sys.executable, "-c", "from rotwsim.cli import main; main(prog_name='rotwsim')"]


@pytest.fixture(scope="session")
def scenario() -> Scenario:
    return Scenario.of("eastern-us", barons=True, player="random")


@pytest.fixture(scope="session")
def plain_run(scenario: Scenario) -> Run:
    """The games of the scenario in one block by one job: what every other run must equal."""
    return run_games(scenario, GAMES, SEED, jobs=1, block=GAMES)


@pytest.fixture
def rotwsim() -> Callable:
    """The command line in this process: `rotwsim("run", "--games", 10)`."""

    def invoke(*words):
        return CliRunner().invoke(main, [str(word) for word in words])

    return invoke


@pytest.fixture
def start() -> Callable[..., subprocess.Popen]:
    """The command line as a process of its own; what still runs after the test is killed."""
    started = []

    def launch(*words) -> subprocess.Popen:
        command = [*COMMAND, *map(str, words)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        started.append(subprocess.Popen(command, start_new_session=True, **pipes))
        return started[-1]

    yield launch
    for process in started:
        if process.poll() is None:
            process.kill()
        process.communicate()

"""A whole results folder and its report, made once for all tests of the report."""

from __future__ import annotations

from pathlib import Path

import pytest

from rotwsim.report.page.report import compose, write_report
from rotwsim.report.results import Results, read_results

from .synthetic import write_results

GAMES = 1200


@pytest.fixture(scope="session")
def whole_folder(tmp_path_factory) -> Path:
    return write_results(tmp_path_factory.mktemp("results") / "invented", GAMES)


@pytest.fixture(scope="session")
def whole(whole_folder) -> Results:
    return read_results(whole_folder)


@pytest.fixture(scope="session")
def written(whole, tmp_path_factory) -> list[Path]:
    """The files of the whole report, the page first."""
    return write_report(compose(whole), tmp_path_factory.mktemp("report") / "report.html")


@pytest.fixture(scope="session")
def page(written) -> str:
    return written[0].read_text(encoding="utf-8")

"""Figures, findings and pages of results folders; `report` writes the page of one."""

from importlib import import_module
from pathlib import Path

PAGE = "report.html"


def report(results: Path | str, file: Path | str | None = None) -> Path:
    """Write the page of a results folder, with its figures beside it, and return its path.

    >>> rotwsim.report("results/nothing-here")
    Traceback (most recent call last):
    rotwsim.scenario.schema.DataError: ...
    """
    from rotwsim.report.page.report import compose, write_report
    from rotwsim.report.results import find_results, read_results

    found = read_results(find_results(str(results)))
    page = Path(file) if file else found.folder / PAGE
    write_report(compose(found), page)
    return page


def __getattr__(name: str):
    if name == "plot":  # it loads matplotlib, which most commands do without
        return import_module("rotwsim.report.plot")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

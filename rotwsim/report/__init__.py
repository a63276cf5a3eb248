"""Figures, findings and pages; called, it writes the page of a results folder.

>>> rotwsim.report("results/nothing-here")
Traceback (most recent call last):
rotwsim.scenario.schema.DataError: ...
"""

import sys
from pathlib import Path
from types import ModuleType

PAGE = "report.html"


class Room(ModuleType):
    """This package is `rotwsim.report` too, the public name, so it can be called."""

    def __call__(self, results: Path | str, file: Path | str | None = None) -> Path:
        """Writes the page of a results folder, figures beside it, and returns its path."""
        from rotwsim.report.page.report import write_report
        from rotwsim.report.results import find_results, read_results

        found = read_results(find_results(str(results)))
        page = Path(file) if file else found.folder / PAGE
        write_report(found, page)
        return page


sys.modules[__name__].__class__ = Room

"""A small sample of changed files and odd command lines; the scripts try them by the thousand."""

from __future__ import annotations

import pytest

from .commands import try_lines
from .files import kinds, try_files


@pytest.mark.slow
def test_changed_files_are_read_or_refused_in_one_line():
    found = try_files(120, seed=7)
    assert not found.faults, found.faults[0]
    assert all(found.outcomes[f"{kind} refused"] for kind in kinds())
    assert sum(number for what, number in found.outcomes.items() if what.endswith("read")) > 5


@pytest.mark.slow
def test_odd_command_lines_do_what_they_say_or_are_refused_in_one_line():
    found = try_lines(38, seed=7)
    assert not found.faults, found.faults[0]
    assert found.outcomes["exit code 2"] > 20 and found.outcomes["exit code 0"]

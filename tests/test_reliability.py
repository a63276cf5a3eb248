"""docs/reliability.md: whatever it says to repeat a line by is there."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")


def test_every_test_that_the_page_names_is_there():
    written = "\n".join(path.read_text(encoding="utf-8") for path in ROOT.glob("tests/**/*.py"))
    named = re.findall(r"`(test_\w+)`", PAGE)
    assert len(named) > 20
    assert [name for name in named if f"def {name}(" not in written] == []


def test_every_file_and_script_that_the_page_names_is_there():
    files = re.findall(r"`(tests/[\w/]+\.py)`", PAGE)
    scripts = re.findall(r"python -m ([\w.]+)", PAGE)
    assert len(files) > 10 and len(scripts) > 5
    assert [name for name in files if not (ROOT / name).is_file()] == []
    assert [name for name in scripts if find_spec(name) is None] == []


def test_every_line_has_something_to_repeat_it_by():
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and "---" not in line]
    last = {row: row.strip("| ").split(" | ")[-1] for row in rows}
    told = ("`", "the same", ".md)", "again by", "held by")  # or the head of a table
    assert [row for row, cell in last.items() if not any(word in cell for word in told)] == []

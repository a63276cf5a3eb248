"""Every number in README and docs that claims to be measured names its source, and is as measured.

A section with such numbers ends with `<!-- measured: SOURCE, numbers 1a2b3c4d -->`. SOURCE is a
table or the command that measures again; the code changes with any number of the section. After a
new measurement `python -m tests.test_measured_numbers PAGE …` writes the codes. A number of a
results table is compared with it: `<!-- from: results/…csv?column=value&…#column = 41 % -->`. A
section whose numbers are chosen, as a margin is, says `<!-- by definition -->`.
"""

from __future__ import annotations

import re
import sys
import zlib
from pathlib import Path

import pandas as pd
import pytest

ROOT = Path(__file__).parents[1]
GENERATED = {"api.md", "columns.md", "rules.md", "settings.md"}
PAGES = [ROOT / "README.md", ROOT / "experiments" / "boards" / "README.md"]
PAGES += [page for page in sorted((ROOT / "docs").rglob("*.md")) if page.name not in GENERATED]
# What other tests compare with the results.
ANSWERS = re.compile(r"<!-- (?:outcome|\w+: python -m experiments\.readme) -->.*?<!-- end", re.S)
CODE = re.compile(r"```.*?```|`[^`]*`|<!--.*?-->|\]\([^)]*\)", re.S)
MEASURED = re.compile(
    r"±|\d\s?(?:%|pp\b|µs\b|ms\b|[kMG]B\b|(?:points|times|seconds|hours)\b)|\d [a-z]+ a second"
)
MARK = re.compile(r"<!-- measured: (?P<source>[^>]+?), numbers (?P<code>[0-9a-f]{8}) -->")
CLAIM = re.compile(
    r"<!-- from: (?P<path>[^?>]+)\?(?P<rows>[^#>]+)#(?P<column>\w+) = (?P<shown>[^>]+?) -->"
)


def parts_of(text: str) -> list[str]:
    """Split a page at its headings."""
    return re.split(r"\n(?=## )", text)


def code_of(section: str) -> str:
    """Sum up the numbers of a section outside code, comments, addresses and what is generated."""
    numbers = re.findall(r"\d[\d,.]*", CODE.sub("", ANSWERS.sub("", section)))
    return f"{zlib.crc32(' '.join(numbers).encode()):08x}"


SECTIONS = [
    pytest.param(text, id=f"{page.relative_to(ROOT)}: {text.splitlines()[0].lstrip('# ')}")
    for page in PAGES
    for text in parts_of(page.read_text(encoding="utf-8"))
    if MEASURED.search(CODE.sub("", ANSWERS.sub("", text)))
]
CLAIMS = [(text.values[0], claim) for text in SECTIONS for claim in CLAIM.finditer(text.values[0])]


@pytest.mark.parametrize("section", SECTIONS)
def test_measured_numbers_are_as_measured_and_name_their_source(section):
    if "<!-- by definition -->" in section:
        return
    mark = MARK.search(section)
    expected = f"<!-- measured: SOURCE, numbers {code_of(section)} -->"
    assert mark, f"say where these numbers come from: {expected}"
    assert mark["code"] == code_of(section), f"if they were measured again: {expected}"
    for file in re.findall(r"python -m ([\w.]+)", mark["source"]):
        path = ROOT / file.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), file
    for file in re.findall(r"[\w/-]+\.(?:csv|toml)", mark["source"]):
        assert (ROOT / file).is_file(), file


@pytest.mark.parametrize(
    "section, claim", CLAIMS, ids=lambda one: getattr(one, "group", str)()[:90]
)
def test_a_number_of_a_table_is_that_of_the_table(section, claim):
    table = pd.read_csv(ROOT / claim["path"])
    for name, value in (one.split("=") for one in claim["rows"].split("&")):
        table = table[table[name].astype(str) == value]
    (cell,) = table[claim["column"]]
    number = re.search(r"\d[\d.]*", claim["shown"])[0]
    scale = 100 if claim["shown"].endswith(("%", "pp")) else 1
    assert f"{abs(scale * cell):.{len(number.partition('.')[2])}f}" == number
    assert number in re.findall(r"\d+(?:\.\d+)?", CODE.sub("", section))


def test_a_number_changed_by_hand_is_found():
    section = "## Speed\n\n41 µs\n"
    assert code_of(section) != code_of(section.replace("41", "42"))


def with_codes(text: str) -> str:
    """Write the codes of a page again, after its numbers were measured again."""
    return "\n".join(
        MARK.sub(lambda mark, own=own: mark[0].replace(mark["code"], code_of(own)), own)
        for own in parts_of(text)
    )


if __name__ == "__main__":
    for name in sys.argv[1:]:
        page = Path(name)
        page.write_text(with_codes(page.read_text(encoding="utf-8")), encoding="utf-8")

"""Measure how plain README and docs are: `python -m experiments.validity.plain_language`.

Counts words of a sentence outside tables, headings and code. The goal: half of the sentences have
at most 18 words, none has more than 40, and no word of the list below occurs.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
HALF_AT_MOST, ALL_AT_MOST = 18, 40
AVOIDED = r"told|tells|telling|held for|so many|made anew|at hand|of today|whoever|a try"
GENERATED = {"columns.md", "rules.md"}  # a dictionary and the rules themselves


def sentences(text: str) -> list[str]:
    """List the sentences of a Markdown page, without code, tables, headings and comments."""
    text = re.sub(r"```.*?```|<!--.*?-->", "", text, flags=re.S)
    blocks: list[str] = []
    for line in text.splitlines():
        if line.startswith(("|", "#", "    ", "![")):
            blocks.append("")
        elif not line.strip() or re.match(r"\s*([-*]|\d+\.) ", line):
            blocks += ["", re.sub(r"^\s*([-*]|\d+\.) ", "", line)]
        else:
            blocks[-1:] = [f"{blocks[-1] if blocks else ''} {line.strip()}"]
    found = []
    for block in blocks:
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", block)
        plain = re.sub(r"`[^`]*`", "Code", plain).strip()
        found += [one for one in re.split(r"(?<=[.!?:])\s+(?=[\"A-Z*])", plain) if one]
    return found


def main() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    failed = False
    for page in pages:
        if page.name in GENERATED:
            continue
        text = page.read_text(encoding="utf-8")
        lengths = [(len(one.split()), one) for one in sentences(text)]
        half = median(length for length, _ in lengths) if lengths else 0
        longest = [one for length, one in lengths if length > ALL_AT_MOST]
        avoided = re.findall(rf"\b(?:{AVOIDED})\b", text, flags=re.I)
        name = page.relative_to(ROOT)
        print(f"{name}: {len(lengths)} sentences, half at most {half:g} words", end="")
        print(f", {len(longest)} above {ALL_AT_MOST}, avoided words {len(avoided)}")
        for one in longest if "--show" in sys.argv else ():
            print(f"    {len(one.split())}: {one[:160]}")
        failed |= half > HALF_AT_MOST or bool(longest) or bool(avoided)
    sys.exit(failed)


if __name__ == "__main__":
    main()

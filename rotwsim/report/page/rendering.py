"""Fill the templates of the pages, the box sheet too; seal each so that only its script runs."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from pathlib import Path

import jinja2
from markupsafe import Markup, escape

from rotwsim.scenario.box.sheet import is_map_open, sections_of
from rotwsim.scenario.schema import Board

HEAD = '<meta charset="utf-8">\n'
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
TEMPLATES = Path(__file__).parent / "templates"


def sealed(page: str) -> str:
    """Add a content security policy to a page: a script that somebody slipped in does not run."""
    hashes = [
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode("ascii")
        for script in SCRIPT.findall(page)
    ]
    rules = {
        "default-src": "'none'",
        "img-src": "data:",
        "style-src": "'unsafe-inline'",
        "script-src": " ".join(f"'sha256-{each}'" for each in hashes) or "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    policy = "; ".join(f"{name} {value}" for name, value in rules.items())
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
    return page.replace(HEAD, HEAD + meta, 1)


def as_script(data: object) -> Markup:
    """Write data as JSON for a script element, without a `<` that could begin or end another."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def template(name: str) -> jinja2.Template:
    """Load a template by the name of its file."""
    return _environment().get_template(name)


@cache
def _environment() -> jinja2.Environment:
    loader = jinja2.FileSystemLoader(TEMPLATES)
    made = jinja2.Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    made.filters["code"] = with_code
    return made


def with_code(text: str) -> Markup:
    """Show what is between backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


LARGEST, SMALLEST = 10.0, 6.4  # points of the letters
ROWS = 44  # that fit the page in the largest letters


def sheet_page(board: Board, file: str) -> str:
    """Write the page as one HTML text; the more there is to fill in, the smaller its letters."""
    sections = sections_of(board)
    page = template("sheet.html").render(
        board=board,
        file=file,
        sections=sections,
        size=letters_for(sum(len(section.entries) for section in sections)),
        map_is_open=is_map_open(board),
    )
    return sealed(page)


def letters_for(rows: int) -> float:
    """Choose the size of the letters with which this number of rows fits one page."""
    return round(min(LARGEST, max(SMALLEST, LARGEST * (ROWS / max(rows, 1)) ** 0.5)), 1)

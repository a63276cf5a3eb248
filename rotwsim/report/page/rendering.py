"""Fill the templates of the pages, and seal each page so that only its own script runs."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from pathlib import Path

import jinja2
from markupsafe import Markup, escape

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

"""A real browser for the pages: which one, how it is opened, and what axe-core says of a page.

Needs Chromium (CHROMIUM, or on the path) and the extra `browser`; without them tests are skipped.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
EXTRA = find_spec("axe_playwright_python") and find_spec("playwright")
OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE, TABLET, DESK = 390, 820, 1400
# Elements whose text or drawing sticks out of the page; what scrolls inside a box does not.
STICKING_OUT = """() => [...document.querySelectorAll("body *")].filter(element => {
    const box = element.getBoundingClientRect();
    return box.width && !element.closest(".scroll, .pane, svg, .spoken")
        && (box.right > document.documentElement.clientWidth + 1 || box.left < -1);
}).map(element => element.outerHTML.slice(0, 120))"""

needs_a_browser = [
    pytest.mark.skipif(not CHROMIUM, reason="no Chromium is installed"),
    pytest.mark.skipif(not EXTRA, reason='the extra is not installed: pip install ".[browser]"'),
]


@contextmanager
def chromium() -> Iterator:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=list(OPTIONS))
        yield opened
        opened.close()


@contextmanager
def opener(browser) -> Iterator[Callable]:
    """Opens pages; at the end no page may have complained or asked for anything outside."""
    complaints, contexts = [], []

    def opened(file: Path, width: int = DESK, scheme: str = "light", place: str = "", **options):
        context = browser.new_context(
            viewport={"width": width, "height": 900},
            color_scheme=scheme,
            accept_downloads=True,
            **options,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type != "log" else 0)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda asked: _only_itself(asked.url, complaints))
        page.goto(file.as_uri() + place)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


def _only_itself(address: str, complaints: list[str]) -> None:
    if not address.startswith(("file:", "data:", "blob:")):
        complaints.append(f"asks for {address}")


def violations(page) -> list[tuple[str, str]]:
    """What axe-core finds, minor things left out; what it finds in order stays in the browser."""
    if not page.evaluate("'axe' in window"):
        axe = Path(find_spec("axe_playwright_python").origin).parent / "axe.min.js"
        page.evaluate(axe.read_text(encoding="utf-8"))
    found = page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(found => found.violations)"
    )
    return [(v["id"], v["nodes"][0]["html"][:100]) for v in found if v["impact"] != "minor"]

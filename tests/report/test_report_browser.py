"""The page in a real browser: phone and desk, light, dark and print, by eye of axe-core.

Needs Chromium (CHROMIUM, or on the path) and the extra `browser`; without them it is skipped.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
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
PHONE, DESK = 390, 1400
VIEWS = [
    (width, scheme, media)
    for width in (PHONE, DESK)
    for scheme, media in (("light", "screen"), ("dark", "screen"), ("light", "print"))
]
# Elements whose text or drawing sticks out of the page; what scrolls inside a box does not.
STICKING_OUT = """() => [...document.querySelectorAll("body *")].filter(element => {
    const box = element.getBoundingClientRect();
    return box.width && !element.closest(".scroll, svg")
        && (box.right > document.documentElement.clientWidth + 1 || box.left < -1);
}).map(element => element.outerHTML.slice(0, 120))"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll("svg.drawn text")]
    .map(text => [parseFloat(getComputedStyle(text).fontSize), text.getScreenCTM()])
    .map(([size, matrix]) => size * Math.hypot(matrix.a, matrix.b)))"""

pytestmark = [
    pytest.mark.skipif(not CHROMIUM, reason="no Chromium is installed"),
    pytest.mark.skipif(not EXTRA, reason='the extra is not installed: pip install ".[browser]"'),
]


@pytest.fixture(scope="module")
def browser() -> Iterator:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=list(OPTIONS))
        yield opened
        opened.close()


@pytest.fixture
def open_page(browser, written) -> Iterator:
    """Opens the report; the test fails if the browser complains about anything."""
    complaints, contexts = [], []

    def opened(width: int = DESK, scheme: str = "light", media: str = "screen", wide_open=False):
        context = browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, accept_downloads=True
        )
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type != "log" else 0)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda asked: _only_itself(asked.url, complaints))
        page.goto(written[0].as_uri())
        page.emulate_media(media=media, color_scheme=scheme)
        if wide_open:
            page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not complaints


def _only_itself(address: str, complaints: list[str]) -> None:
    if not address.startswith(("file:", "data:", "blob:")):
        complaints.append(f"asks for {address}")


@pytest.mark.parametrize("width, scheme, media", VIEWS)
def test_nothing_sticks_out_and_all_figures_are_drawn(open_page, outline_ids, width, scheme, media):
    page = open_page(width, scheme, media, wide_open=True)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.evaluate(STICKING_OUT) == []
    for name in outline_ids:
        drawing = page.locator(f"#{name} svg.drawn, #{name} img").first
        box = drawing.bounding_box()
        assert box and box["width"] > 150 and box["height"] > 60, name
    assert page.evaluate("[...document.images].every(image => image.naturalWidth > 300)")


@pytest.fixture(scope="module")
def outline_ids(page) -> list[str]:
    return re.findall(r'<figure id="([^"]+)"', page)


@pytest.mark.parametrize("width, least", [(PHONE, 8.5), (DESK, 10.5)])
def test_the_writing_in_figures_is_large_enough(open_page, width, least):
    assert open_page(width).evaluate(SMALLEST) >= least


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESK])
def test_axe_finds_nothing_serious(open_page, width, scheme):
    page = open_page(width, scheme, wide_open=(width, scheme) == (DESK, "light"))
    axe = Path(find_spec("axe_playwright_python").origin).parent / "axe.min.js"
    page.evaluate(axe.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run()")["violations"]
    serious = [(v["id"], v["nodes"][0]["html"][:100]) for v in found if v["impact"] != "minor"]
    assert not serious


def test_tables_sort_up_and_down_by_number_and_by_text(open_page):
    page = open_page(wide_open=True)
    column = "[...document.querySelectorAll('#table-compare tbody tr')].map(r => r.cells[{}])"
    heads = page.locator("#table-compare th").all_inner_texts()
    place = next(n for n, head in enumerate(heads) if head.startswith("Difference"))
    numbers = f"{column.format(place)}.map(cell => Number(cell.dataset.sort))"
    button = page.locator("#table-compare th button").nth(place)
    button.click()
    assert page.evaluate(numbers) == sorted(page.evaluate(numbers), reverse=True)
    assert button.locator("..").get_attribute("aria-sort") == "descending"
    button.click()
    assert page.evaluate(numbers) == sorted(page.evaluate(numbers))
    name = next(n for n, head in enumerate(heads) if head.startswith("Name"))
    page.locator("#table-compare th button").nth(name).click()
    words = page.evaluate(f"{column.format(name)}.map(cell => cell.textContent)")
    assert words == sorted(words, key=lambda word: re.sub(r"\W", "", word.lower()))
    assert button.locator("..").get_attribute("aria-sort") is None


def test_the_theme_button_goes_through_auto_light_and_dark(open_page):
    page = open_page(scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.click("#theme")
    light = page.evaluate(ground)
    page.click("#theme")
    assert page.evaluate(ground) == dark != light
    page.emulate_media(media="print")
    assert page.evaluate(ground) == "rgb(255, 255, 255)"


def test_a_table_is_downloaded_as_csv(open_page, whole):
    page = open_page(wide_open=True)
    with page.expect_download() as waiting:
        page.click("#table-arms a.csv")
    path = waiting.value.path()
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    assert waiting.value.suggested_filename == "invented-arms.csv"
    assert len(lines) == len(whole.tables["arms"]) + 1 and lines[0].startswith("arm,board,")


def test_a_map_is_enlarged_by_a_click(open_page):
    page = open_page()
    button = page.locator("figure.map button.zoom").first
    before = button.bounding_box()["width"]
    button.click()
    assert button.bounding_box()["width"] > 1.5 * before
    assert button.get_attribute("aria-pressed") == "true"


def test_printing_opens_the_short_tables(open_page):
    page = open_page()
    assert page.pdf(format="A4").startswith(b"%PDF")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("document.getElementById('table-variant').open")
    assert not page.evaluate("document.getElementById('table-result_counts').open")

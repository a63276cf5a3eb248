"""The report in a real browser: phone, tablet, desk, light, dark and print, by eye of axe-core."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from .browser import (
    DESK,
    PHONE,
    STICKING_OUT,
    TABLET,
    chromium,
    needs_a_browser,
    opener,
    violations,
)

WIDTHS = (PHONE, TABLET, DESK)
VIEWS = [  # a sheet of paper is a tablet wide
    *((width, scheme, "screen") for width in WIDTHS for scheme in ("light", "dark")),
    *((width, "light", "print") for width in (TABLET, DESK)),
]
SMALLEST = """() => Math.min(...[...document.querySelectorAll("svg.drawn text")]
    .filter(text => text.getClientRects().length)
    .map(text => [parseFloat(getComputedStyle(text).fontSize), text.getScreenCTM()])
    .map(([size, matrix]) => size * Math.hypot(matrix.a, matrix.b)))"""

pytestmark = [pytest.mark.slow, *needs_a_browser]


@pytest.fixture(scope="module")
def browser() -> Iterator:
    with chromium() as opened:
        yield opened


@pytest.fixture
def open_page(browser, written) -> Iterator:
    """Opens the report; the test fails if the browser complains about anything."""
    with opener(browser) as open_file:

        def opened(scheme="light", wide_open=False):
            page = open_file(written[0], DESK, scheme)
            if wide_open:
                page.evaluate(OPEN)
            return page

        yield opened


OPEN = """document.querySelectorAll('details:not([open])').forEach(one => {
    one.open = true;
    one.dataset.opened = "";
})"""
CLOSE = """document.querySelectorAll('details[data-opened]').forEach(one => {
    one.open = false;
    delete one.dataset.opened;
})"""  # what OPEN has opened, and no more


@pytest.fixture(scope="module")
def sheets(browser, written) -> Iterator[dict]:
    """The report at every width, each in a page that stays open; none may complain."""
    with opener(browser) as open_file:
        yield {width: open_file(written[0], width) for width in WIDTHS}


@pytest.mark.parametrize("width, scheme, media", VIEWS)
def test_nothing_sticks_out_and_all_figures_are_drawn(sheets, outline_ids, width, scheme, media):
    page = sheets[width]
    page.emulate_media(media=media, color_scheme=scheme)
    page.evaluate(OPEN)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert page.evaluate(STICKING_OUT) == []
    for name in outline_ids:
        drawing = page.locator(f"#{name} svg.drawn, #{name} img").filter(visible=True).first
        box = drawing.bounding_box()
        assert box and box["width"] > 150 and box["height"] > 60, name
    assert page.evaluate("[...document.images].every(image => image.naturalWidth > 300)")
    page.evaluate(CLOSE)


@pytest.fixture(scope="module")
def outline_ids(page) -> list[str]:
    return re.findall(r'<figure id="([^"]+)"', page)


@pytest.mark.parametrize("width, least", [(PHONE, 11), (TABLET, 11), (DESK, 11)])
def test_the_writing_in_figures_is_large_enough(sheets, width, least):
    sheets[width].emulate_media(media="screen", color_scheme="light")
    assert sheets[width].evaluate(SMALLEST) >= least


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_axe_finds_nothing_serious(sheets, width, scheme):
    page = sheets[width]
    page.emulate_media(media="screen", color_scheme=scheme)
    page.evaluate(OPEN if (width, scheme) == (DESK, "light") else CLOSE)
    assert not violations(page)


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

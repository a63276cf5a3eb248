"""The page: self-contained, small, every figure told in words, every table as CSV."""

from __future__ import annotations

import base64
import hashlib
import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from urllib.parse import unquote

import pandas as pd
import pytest
from PIL import Image

from rotwsim.report.figures import DARK, LIGHT
from rotwsim.report.figures.gallery import pictures_of
from rotwsim.report.findings.sentences import findings_of
from rotwsim.report.page import CHAPTERS, chapters_of, left_out
from rotwsim.scenario.player_numbers import recorded_signature

pytestmark = pytest.mark.slow  # draws a whole page

MOST_BYTES = 5_000_000


class Outline(HTMLParser):
    """The parts of a page that the tests ask for."""

    def __init__(self):
        super().__init__()
        self.ids, self.addresses, self.figures, self.csv = [], [], [], {}
        self.open: list[str] = []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.ids += [given["id"]] if "id" in given else []
        self.addresses += [given[key] for key in ("href", "src", "xlink:href") if key in given]
        if tag == "figure":
            self.figures.append({"id": given["id"], "h3": "", "figcaption": "", "alt": ""})
        if (tag == "img" or given.get("role") == "img") and self.figures:
            self.figures[-1]["alt"] = given.get("aria-label") or given.get("alt")
        if tag == "a" and "download" in given:
            self.csv[given["download"]] = given["href"]
        self.open.append(tag)

    def handle_endtag(self, tag):
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data):
        if self.open and self.open[-1] in ("h2", "h3", "figcaption") and "figure" in self.open:
            self.figures[-1][self.open[-1].replace("h2", "h3")] += data


@pytest.fixture(scope="module")
def outline(page) -> Outline:
    found = Outline()
    found.feed(page)
    return found


def test_the_page_is_small(page):
    assert len(page.encode()) < MOST_BYTES


def test_the_page_needs_no_network(page, outline):
    assert not re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}", page.replace("www.w3.org", ""))
    for address in outline.addresses:
        assert address.startswith(("#", "data:")), address
    assert "@import" not in page and "url(http" not in page


def test_the_page_may_run_its_own_script_and_load_nothing(page):
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    for script in re.findall(r"<script>(.*?)</script>", page, re.DOTALL):
        own = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{own}'" in policy
    assert policy.startswith("default-src 'none'; ") and page.count("<script") == 2
    assert page.index("Content-Security-Policy") < page.index("<title>") < page.index("<style>")


def test_ids_are_unique_and_links_inside_the_page_lead_somewhere(outline):
    assert len(outline.ids) == len(set(outline.ids))
    inside = {address[1:] for address in outline.addresses if address.startswith("#")}
    assert inside <= set(outline.ids)


def test_all_sections_are_there_the_one_with_the_answer_first(whole, outline):
    names = [c.name for c in CHAPTERS if any(table in whole.tables for table in c.tables)]
    assert len(names) == 7  # the game for 2 to 6 has chapters of its own
    answer = findings_of(whole)[0].section
    order = [answer, *(name for name in names if name != answer), "words", "reproduction"]
    assert [name for name in outline.ids if name in order] == order
    assert outline.ids.index("findings") < outline.ids.index("alerts") < outline.ids.index(answer)


def test_the_first_figure_shows_the_answer(whole, outline, written):
    shown = pictures_of(whole, chapters_of(whole, findings_of(whole))[0].name)[0]
    assert outline.figures[0]["id"] == f"figure-{shown.name}"
    assert outline.ids.index(f"figure-{shown.name}") < outline.ids.index("findings")
    assert [path.suffix for path in written[1:]] == [".png"] * len(written[1:])
    assert f"{shown.name}.png" in [path.name for path in written[1:]]
    assert Image.open(written[1]).width > 600


@pytest.mark.parametrize(
    "analysis, chapters",
    [
        ("assumptions", ["assumptions"]),
        ("barons", ["barons"]),
        ("skill", ["skill"]),
        ("compare", ["tweaks", "how-hard"]),
    ],
)
def test_only_sections_that_belong_to_the_question_are_shown(whole, analysis, chapters):
    asked = replace(whole, manifest=whole.manifest | {"analyses": [analysis], "experiment": {}})
    found = chapters_of(asked, findings_of(asked))
    assert [chapter.name for chapter in found] == chapters
    assert "links" in left_out(asked, [])


def test_no_sentence_stands_three_times_on_the_page(page):
    text = re.sub(r"<[^>]+>", "\n", re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL))
    sentences = [
        line.strip()
        for line in text.splitlines()
        if len(line.split()) >= 8 and line.strip().endswith(".")
    ]
    assert not [line for line in set(sentences) if sentences.count(line) > 2]


def test_words_that_only_we_know_are_gone_and_every_rule_id_is_explained(page, outline):
    text = re.sub(r"<[^>]+>", " ", re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL))
    for word in ("foretold", "told", "away", "most alike", "perhaps easier"):
        assert not re.search(rf"\b{word}\b", text), word
    assert {f"rule-D{number}" for number in range(10, 22)} <= set(outline.ids)


def test_tweaks_are_named_in_plain_words_with_the_short_name_small(page):
    assert "one card fewer in the Railbot deck <small>cards-1</small>" in page


def test_every_figure_has_a_title_with_a_number_a_caption_and_words_for_who_cannot_see(outline):
    assert len(outline.figures) >= 20
    for place, figure in enumerate(outline.figures):
        assert re.search(r"\d", figure["h3"]) or place == 0, figure  # the answer is its title
        assert re.search(r"\d", figure["figcaption"]), figure
        assert len(figure["alt"]) > 30, figure


def test_figures_with_intervals_say_what_the_intervals_mean(outline):
    captions = {figure["id"]: figure["figcaption"] for figure in outline.figures}
    for name in ("tweaks-1", "baron-worth", "ladder", "tornado", "effects", "losses"):
        assert "95\u00a0% intervals" in captions[f"figure-{name}"], name


def test_inline_figures_follow_the_theme(page):
    drawings = re.findall(r"<svg class=\"drawn.*?</svg>", page, re.DOTALL)
    assert len(drawings) >= 18
    for drawing in drawings:
        assert "var(--" in drawing
        assert not any(colour in drawing for colour in LIGHT.values())
        assert "<style" not in drawing and "<metadata" not in drawing
    assert set(LIGHT) == set(DARK)


@pytest.mark.parametrize("theme", [LIGHT, DARK])
@pytest.mark.parametrize("ink", ["ink", "faint", "easier", "harder", "same"])
@pytest.mark.parametrize("ground", ["paper", "card"])
def test_inks_are_readable_on_their_ground(theme, ink, ground):
    first, second = sorted((luminance(theme[ink]), luminance(theme[ground])), reverse=True)
    assert (first + 0.05) / (second + 0.05) >= 4.0


def luminance(colour: str) -> float:
    """Relative luminance as WCAG defines it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_every_table_can_be_downloaded_whole(whole, outline):
    assert {name.removeprefix("invented-") for name in outline.csv} == {
        f"{name}.csv" for name in whole.tables
    }
    for name in ("arms", "links", "result_counts", "flips"):
        address = outline.csv[f"invented-{name}.csv"]
        text = unquote(address.removeprefix("data:text/csv;charset=utf-8,"))
        loaded = pd.read_csv(io.StringIO(text), keep_default_na=False)
        assert len(loaded) == len(whole.tables[name])
        assert list(loaded) == list(whole.tables[name])


def test_reproduction_has_command_seeds_digests_versions_and_replays(page):
    start = page.index('id="reproduction"')
    for word in (
        "rotwsim experiment experiments/invented.toml",
        recorded_signature("eastern-us", ("expert",)),
        "numpy 2.0",
        "seed 7",
        "rotwsim replay --board eastern-us",
        "closest win",
        "worst",
    ):
        assert word in page[start:], word


def test_what_the_folder_says_is_escaped(tmp_path):
    from rotwsim.report.page.report import compose, html_of
    from rotwsim.report.results import read_results

    from .synthetic import all_tables, manifest_of, write_folder

    tables = all_tables(100)
    evil = '<script>alert(1)</script> & "quoted" $x_1$'
    manifest = manifest_of(tables, 100) | {"question": evil}
    skill = tables["skill"].assign(player=lambda rows: rows["player"] + evil)
    write_folder(tmp_path, manifest, {"skill": skill})
    page = html_of(compose(read_results(tmp_path)))
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page


def test_every_finding_is_written_once_per_page(whole_folder, monkeypatch):
    from rotwsim.report import page as sections
    from rotwsim.report.findings import sentences
    from rotwsim.report.page.report import compose, html_of
    from rotwsim.report.results import read_results

    asked = []

    def counted(write):
        def counting(results):
            asked.append(write)
            return write(results)

        return counting

    writers = {section: tuple(map(counted, own)) for section, own in sentences.SENTENCES.items()}
    monkeypatch.setattr(sentences, "SENTENCES", writers)
    monkeypatch.setattr(sections, "pictures_of", lambda results, name: [])
    html_of(compose(read_results(whole_folder)))
    assert len(asked) == sum(map(len, writers.values())) == len(set(asked))

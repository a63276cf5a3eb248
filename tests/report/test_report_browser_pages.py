"""Home, explorer and replay in a real browser: three widths, light and dark, keyboard and phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from rotwsim.replay import story_of
from rotwsim.replay.judgement import Considered, Judged, add_judgement, judged_game
from rotwsim.replay.names import Names
from rotwsim.report.page.home import write_all
from rotwsim.report.page.replay import replay_page
from rotwsim.runner.play import play
from rotwsim.scenario.scenario import Scenario

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
from .synthetic import write_results

pytestmark = [pytest.mark.slow, *needs_a_browser]

PAGES = ("home", "explorer", "replay", "table")
LOUD = {"settings": {"start_cash": 60, "tiles_per_build": 2}, "barons": True}


@pytest.fixture(scope="module")
def browser() -> Iterator:
    with chromium() as opened:
        yield opened


@pytest.fixture
def open_file(browser) -> Iterator:
    with opener(browser) as opened:
        yield opened


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> dict[str, Path]:
    place = tmp_path_factory.mktemp("pages")
    write_results(place / "first", 200, only=("arms", "result_counts", "compare"))
    write_all(place)
    replay, table = place / "replay.html", place / "table.html"
    replay.write_text(_page(Scenario.of("sweden", player="random", **LOUD)), encoding="utf-8")
    table.write_text(_page(Scenario.of("sweden", seats=["2*random", "novice"])), encoding="utf-8")
    home, explorer = place / "index.html", place / "explore.html"
    return {"home": home, "explorer": explorer, "replay": replay, "table": table}


def _page(scenario: Scenario) -> str:
    """A game with reasons and chances as a player with judgement would give them."""
    story = story_of(scenario, 4, 1, play(scenario, 4, 1, log=True).log)
    seats = max(1, len(scenario.seats))
    judged = [
        Judged(
            one.seat,
            one.chosen,
            one.card,
            (Considered(one.chosen, one.card, 12.0), Considered((3, 0, 0, 0, 0, 0), None, 11.5)),
            tuple((7 * number + 3 * seat) % 21 for seat in range(seats)),
        )
        for number, one in enumerate(judged_game(scenario, 4, 1))
    ]
    add_judgement(story, Names(scenario), judged, rollouts=20)
    return replay_page(story, scenario, {"Best game": "table.html"})


def wait_until(page, condition: str, patience: int = 60) -> None:
    """Asks again and again: the policy of the pages forbids to wait for a condition inside them."""
    for _ in range(patience):
        if page.evaluate(condition):
            return
        page.wait_for_timeout(100)
    raise AssertionError(condition)


@pytest.mark.parametrize("width", [PHONE, TABLET, DESK])
@pytest.mark.parametrize("name", PAGES)
def test_nothing_sticks_out_and_axe_finds_nothing(open_file, files, name, width):
    page = open_file(files[name], width, place="#step=25" if name in PAGES[2:] else "")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert page.evaluate(STICKING_OUT) == []
        assert not violations(page)


def test_the_replay_opens_at_the_start_and_hides_what_lies_ahead(open_file, files):
    page = open_file(files["replay"])
    assert page.inner_text("#moment") == "Set-up"
    assert not page.is_visible("#result")
    page.click("#last")
    assert page.is_visible("#result") and page.inner_text("#moment") == "Result"


def test_keys_and_buttons_step_by_action_and_the_address_keeps_the_step(open_file, files):
    page = open_file(files["replay"])
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)
    assert page.evaluate("location.hash") == "#step=2"
    page.click("#forward")
    text = page.inner_text("#moment")
    page.reload()
    assert page.evaluate("location.hash") == "#step=3" and page.inner_text("#moment") == text
    page.keyboard.press("End")
    assert page.is_visible("#result")
    page.keyboard.press("Home")
    assert page.inner_text("#moment") == "Set-up"


def test_space_plays_and_stops(open_file, files):
    page = open_file(files["replay"])
    page.keyboard.press(" ")
    assert page.get_attribute("#play", "aria-pressed") == "true"
    wait_until(page, "location.hash === '#step=1'")
    page.keyboard.press(" ")
    assert page.get_attribute("#play", "aria-pressed") == "false"


@pytest.mark.parametrize("width", [PHONE, TABLET, DESK])
def test_the_controls_stay_in_view_and_the_story_scrolls_along(open_file, files, width):
    page = open_file(files["replay"], width, place="#step=40")
    page.mouse.wheel(0, 1500)
    for name in ("first", "back", "play", "forward", "last"):
        box = page.locator(f"#{name}").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= 900
    inside = """() => {
        const step = document.querySelector(".story .current").getBoundingClientRect();
        const frame = document.getElementById("story").getBoundingClientRect();
        return step.bottom <= frame.bottom + 1 && step.bottom > frame.top;
    }"""
    assert page.evaluate(inside)


def test_the_new_link_and_the_way_of_the_cube_are_highlighted(open_file, files):
    page = open_file(files["replay"])
    links = page.evaluate("[...document.querySelectorAll('g.link')].map(l => +l.dataset.from)")
    ways = page.evaluate("[...document.querySelectorAll('g.way')].map(w => +w.dataset.from)")
    page.goto(files["replay"].as_uri() + f"#step={links[0]}")
    assert page.locator("g.link.new .glow").first.is_visible()
    page.goto(files["replay"].as_uri() + f"#step={ways[0]}")
    place = "document.querySelectorAll('.mover')[0].getAttribute('transform')"
    before = page.evaluate(place)
    wait_until(page, f"{place} !== {before!r}")


def test_why_and_chances_stand_beside_the_step(open_file, files):
    page = open_file(files["replay"])
    actions = page.evaluate("data.steps.findIndex(step => step.why)")
    page.goto(files["replay"].as_uri() + f"#step={actions}")
    assert page.locator("#why li.chosen").count() == 1
    assert "12.0" in page.inner_text("#why")
    assert "Chance to win" in page.inner_text("#curves")
    assert page.locator("#curves svg").count() == 2


def test_names_on_the_map_are_legible_on_a_phone(open_file, files):
    smallest = """() => Math.min(...[...document.querySelectorAll(".names text")].map(text =>
        parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""
    assert open_file(files["replay"], PHONE).evaluate(smallest) >= 9


def test_the_explorer_counts_wins_at_any_target_and_the_address_keeps_the_choice(open_file, files):
    page = open_file(files["explorer"], PHONE)
    page.select_option("#b-tweaks", index=1)
    page.fill("#a-number", "100")
    page.focus("#a-target")
    page.keyboard.press("ArrowRight")
    assert page.input_value("#a-number") == page.input_value("#a-target") == "101"
    won = page.evaluate("""() => {
        const [low, ...games] = chosen.a.counts;
        return games.reduce((sum, count, place) => sum + (low + place >= 101 ? count : 0), 0)
            / chosen.a.games;
    }""")
    assert page.inner_text("#a-words b") == f"{int(100 * won + 0.5)} % won"
    words = page.inner_text("#b-words")
    page.reload()
    assert page.inner_text("#b-words") == words and page.input_value("#a-number") == "101"


def test_the_explorer_greys_what_was_not_played_and_changes_no_other_choice(open_file, files):
    page = open_file(files["explorer"])
    assert page.get_attribute("#a-target", "min") == "60"
    before = page.input_value("#a-barons"), page.input_value("#a-player")
    page.select_option("#a-tweaks", index=2)
    assert (page.input_value("#a-barons"), page.input_value("#a-player")) == before
    greyed = page.locator("option:disabled").all_inner_texts()
    assert all(" – not with this " in text for text in greyed)


def test_the_home_leads_to_the_report_and_back(open_file, files):
    page = open_file(files["home"])
    page.click(".questions a")
    page.click("text=all questions")
    assert page.url.endswith("index.html")

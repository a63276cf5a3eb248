"""The lab in a real browser: quick changes, reload, two tabs, a killed server, phone, keyboard."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from rotwsim.web.pool import LiveArm
from tests.report.browser import DESK, PHONE, STICKING_OUT, chromium, needs_a_browser, violations

from .conftest import end, serve

pytestmark = [pytest.mark.slow, *needs_a_browser]
pytest.importorskip("starlette")
CASUAL = "#a.player=casual&b.settings.target=100&precision=4"
LONG = CASUAL.replace("precision=4", "precision=0.5")  # games go on while the test looks
SECONDS = 60_000  # milliseconds that a slow machine may take
SLIDER = "Side B: Base Exhaust"
MANY_GAMES = """() => document.querySelectorAll("#sweep-table td:nth-of-type(3)")
    .forEach(cell => cell.textContent = "50,000")"""


@pytest.fixture(scope="module")
def browser() -> Iterator:
    with chromium() as opened:
        yield opened


@pytest.fixture(autouse=True)
def with_breaks(monkeypatch) -> None:
    """A lab plays on all cores while a page is looked at, which leaves none for the browser."""
    play = LiveArm.play

    def play_and_rest(arm: LiveArm, block) -> None:
        play(arm, block)
        time.sleep(0.25)

    monkeypatch.setattr(LiveArm, "play", play_and_rest)


@pytest.fixture
def open_page(browser, served) -> Iterator:
    """Opens the lab; a page may complain about nothing but a server that is gone."""
    complaints, contexts = [], []

    def opened(place: str = "", width: int = DESK, context=None, lab=None):
        lab = lab or served
        context = context or browser.new_context(viewport={"width": width, "height": 900})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda said: complaints.append(said.text) if said.type != "log" else 0)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda asked: outside(asked.url, lab.port, complaints))
        page.goto(lab.address + place, timeout=SECONDS)
        return page

    yield opened
    for context in contexts:
        context.close()
    expected = ("net::ERR_", "status of 400")  # a server that is gone, a bad file
    assert not [text for text in complaints if not any(word in text for word in expected)]


def outside(address: str, port: int, complaints: list[str]) -> None:
    if not address.startswith((f"http://127.0.0.1:{port}/", "data:")):
        complaints.append(f"asks for {address}")


def has_numbers(page) -> None:
    page.wait_for_selector('#rate-b:has-text("%")', timeout=SECONDS)


def games(page) -> int:
    words = page.inner_text("#played").split()
    return int(words[0].replace(",", "")) if words else 0


def wait_until(holds, seconds: float = 30) -> bool:
    end = time.monotonic() + seconds
    while not holds() and time.monotonic() < end:
        time.sleep(0.05)
    return bool(holds())


def test_a_slider_moved_ten_times_shows_the_last_setting_and_plays_nothing_else(open_page, served):
    page = open_page()
    has_numbers(page)
    slider = page.get_by_label(SLIDER, exact=True)
    for value in (6, 7, 8, 7, 6, 5, 6, 7, 8, 3):
        slider.fill(str(value))
    page.wait_for_selector('#command:has-text("set.base_exhaust=3")', timeout=SECONDS)
    assert "b.settings.base_exhaust=3" in page.url
    assert page.inner_text("#question").endswith("Base Exhaust 3 instead of 4 do?")
    assert len(served.lab.watches) <= 1
    assert wait_until(lambda: sum(arm.watchers for arm in served.lab.pool.arms.values()) <= 2)


def test_a_reload_goes_on_with_the_games_that_were_played(open_page):
    page = open_page(LONG)
    has_numbers(page)
    assert wait_until(lambda: games(page) > 100)
    before = games(page)
    page.reload()
    has_numbers(page)
    assert games(page) >= before


def test_two_tabs_do_no_harm_to_each_other(open_page, served):
    first = open_page(LONG)
    second = open_page("#a.player=casual&b.settings.target=90&precision=0.5", context=first.context)
    for page in (first, second):
        has_numbers(page)
    assert "target=100" in first.inner_text("#command")
    assert "target=90" in second.inner_text("#command")
    first.close()
    before = games(second)
    assert wait_until(lambda: games(second) > before)


def test_a_page_finds_the_lab_again_after_it_was_killed(open_page, tmp_path):
    killed = serve(tmp_path)
    page = open_page(LONG, lab=killed[0])
    has_numbers(page)
    end(*killed)
    page.wait_for_selector('#status:has-text("Trying again")', timeout=SECONDS)
    again = serve(tmp_path, killed[0].port)
    page.wait_for_selector("#status.playing, #status.done", timeout=SECONDS)
    assert wait_until(lambda: any(arm.n for arm in again[0].lab.pool.arms.values()))
    end(*again)


def test_a_bad_board_file_shows_the_loaders_words(open_page, served):
    (served.folder / "bad.toml").write_text('extends = "eastern-us"\nnonsense = 1\n')
    page = open_page("#b.board=bad.toml")
    page.wait_for_selector("#detail.error", timeout=SECONDS)
    assert "nonsense" in page.inner_text("#detail")
    page.get_by_label("Side B: map", exact=True).select_option("mexico")
    has_numbers(page)
    assert "Mexico" in page.inner_text("#question")


@pytest.mark.parametrize("width", [PHONE, DESK])
def test_nothing_sticks_out_and_axe_finds_nothing_light_or_dark(open_page, width):
    page = open_page(CASUAL, width)

    def is_clean() -> bool:
        found = page.evaluate(STICKING_OUT)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found += violations(page)
        return not found

    has_numbers(page)
    page.wait_for_selector("#picture-points-by-turn svg", timeout=SECONDS)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    page.wait_for_selector("#status.done", timeout=SECONDS)
    assert is_clean()
    page.get_by_role("button", name="Sweep").click()
    page.wait_for_selector("#sweep-table td, #picture-first svg", timeout=SECONDS)
    page.get_by_role("button", name="Pause").click()
    page.evaluate(MANY_GAMES)
    assert is_clean()
    page.get_by_role("button", name="Design").click()
    page.wait_for_selector("#design-bonds", timeout=SECONDS)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    fill(page, "Engine prices: prices", "4, x")
    page.wait_for_selector("#design-engine_prices .wrong:has-text('prices')", timeout=SECONDS)
    assert is_clean()


def fill(page, label: str, text: str) -> None:
    page.get_by_label(label, exact=True).fill(text)
    page.keyboard.press("Tab")


def open_design(page) -> None:
    page.get_by_role("button", name="Design").click()
    page.wait_for_selector("#design-bonds", timeout=SECONDS)
    page.evaluate("document.querySelectorAll('#design details').forEach(one => one.open = true)")


def test_rules_edited_in_the_design_tab_are_played_kept_in_the_link_and_saved(open_page, served):
    page = open_page("#a.player=casual&precision=4")
    open_design(page)
    fill(page, "Engine prices: prices", "4, 8, 10")
    page.get_by_label("Railbot cards: which").select_option("Exhaust Red")
    page.get_by_label("Railbot cards: exhaust").select_option("blue")
    page.get_by_label("Duel Barons: which").select_option("Caleb V. Kranz")
    page.get_by_role("button", name="Add a copy").first.click()
    fill(page, "Duel Barons: name", "Ada")
    page.get_by_label("play with Duel Barons").check()
    words = "engine prices from level 2 on, Duel Baron Ada, Railbot card Exhaust Red"
    page.wait_for_selector(f'#question:has-text("{words}")', timeout=SECONDS)
    page.wait_for_selector('#command:has-text("--barons"):has-text("rules=")', timeout=SECONDS)
    command = page.inner_text("#command")
    page.reload()
    has_numbers(page)
    assert words in page.inner_text("#question")
    assert command.rpartition("B: ")[2] in page.inner_text("#command")
    with page.expect_download() as got:
        page.get_by_role("button", name="Download").click()
    assert got.value.suggested_filename == "my-rules.toml"
    text = got.value.path().read_text()
    assert 'name = "Ada"' in text
    page.get_by_role("button", name="Save", exact=True).click()
    page.wait_for_selector('#design-note:has-text("Saved: lab/rules-")', timeout=SECONDS)
    assert [path.read_text() for path in (served.folder / "lab").iterdir()] == [text]


def test_a_mistake_in_the_design_tab_is_shown_at_its_field_and_mended_there(open_page):
    page = open_page("#a.player=casual&precision=4")
    open_design(page)
    page.get_by_label("Duel Barons: goal", exact=True).select_option("links")
    fill(page, "Duel Barons: goal cities", "Chicgo")
    page.wait_for_selector("#design-wrong button", timeout=SECONDS)
    assert 'did you mean "Chicago"' in page.inner_text("#design-wrong")
    fill(page, "Duel Barons: goal cities", "Chicago")
    fill(page, "Duel Barons: tiers", "4, 3, 5")
    page.wait_for_selector("#design-duel_barons-tiers .wrong:has-text('must rise')")
    assert page.inner_text("#headline") == "That cannot be played."
    page.locator("#design-wrong button").click()
    assert page.evaluate("document.activeElement.ariaLabel") == "Duel Barons: tiers"
    fill(page, "Duel Barons: tiers", "2, 3, 4")
    has_numbers(page)
    assert page.inner_text("#design-wrong") == ""


def test_what_compare_sets_is_shown_and_changed_in_the_design_tab_and_moves_into_the_file(
    open_page,
):
    page = open_page("#a.player=casual&b.settings.base_exhaust=6&precision=4")
    open_design(page)
    field = page.get_by_label("Parameters: base exhaust", exact=True)
    assert field.input_value() == "6"
    assert "base exhaust: 6, set in Compare" in page.inner_text("#design-changes")
    fill(page, "Parameters: base exhaust", "7")
    page.wait_for_selector('#command:has-text("set.base_exhaust=7")', timeout=SECONDS)
    page.get_by_role("button", name="Move into the file").click()
    page.wait_for_selector('#command:has-text("rules="):not(:has-text("set."))', timeout=SECONDS)
    assert "base_exhaust = 7" in page.text_content("#design-text")
    assert field.input_value() == "7"
    page.click("#to-compare")
    assert page.get_by_label(SLIDER, exact=True).input_value() == "7"  # the rules begin there
    rules = page.get_by_label("Side B: rules of your own")
    assert rules.input_value() == "own"
    rules.select_option("")
    assert wait_until(lambda: page.get_by_label(SLIDER, exact=True).input_value() == "4")
    assert "rules" not in page.url


def test_engine_levels_that_a_shorter_list_takes_away_are_named(open_page):
    page = open_page("#a.player=casual&precision=4")
    open_design(page)
    fill(page, "Engine prices: prices", "4, 8, 10")
    words = "engines end at level 4; printed: 8"
    page.wait_for_selector(f'#design-changes .unusual:has-text("{words}")', timeout=SECONDS)
    assert page.get_by_label("Side B: rules of your own").input_value() == "own"  # at once


def test_a_file_of_rules_below_the_folder_is_loaded_and_a_bad_name_refused(open_page, served):
    (served.folder / "mine.toml").write_text("[bonds]\npays = 6\n")
    page = open_page("#a.player=casual&precision=4")
    open_design(page)
    fill(page, "Own file of rules", "../mine.toml")
    page.get_by_role("button", name="Load", exact=True).click()
    page.wait_for_selector('#design-note:has-text("below")', timeout=SECONDS)
    fill(page, "Own file of rules", "mine.toml")
    page.get_by_role("button", name="Load", exact=True).click()
    page.wait_for_selector('#design-changes:has-text("bond pays: 6")', timeout=SECONDS)
    assert page.get_by_label("Bonds: pays").input_value() == "6"
    page.get_by_role("button", name="As printed").first.click()
    page.wait_for_selector("#gap:has-text('–')", timeout=SECONDS)
    assert "rules" not in page.url


def test_the_keyboard_alone_changes_a_rule_pauses_and_sweeps(open_page):
    page = open_page(LONG)
    has_numbers(page)

    def tab_to(label: str) -> None:
        now = "document.activeElement.getAttribute('aria-label') || document.activeElement.id"
        for _ in range(160):
            if page.evaluate(now) == label:
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{label} is not reached")

    tab_to("pause")
    page.keyboard.press("Enter")
    assert wait_until(lambda: page.inner_text("#status") == "paused")
    tab_to(SLIDER)
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('#command:has-text("set.base_exhaust=5")', timeout=SECONDS)
    page.focus("body")
    tab_to("to-sweep")
    page.keyboard.press("Space")
    page.wait_for_selector("#sweep-table td", timeout=SECONDS)


def test_a_game_opens_on_both_sides_where_they_begin_to_differ(open_page):
    page = open_page(CASUAL.replace("settings.target=100", "settings.base_exhaust=6"))
    page.wait_for_selector("#inside a", timeout=SECONDS)
    with page.context.expect_page() as opened:
        page.locator("#inside a").first.click()
    beside = opened.value
    beside.wait_for_selector("iframe >> nth=1", timeout=SECONDS)
    assert "They differ from turn" in beside.inner_text("header")

    def steps() -> list[str]:
        beside.wait_for_timeout(50)  # lets the frames load
        return [frame.url.partition("#")[2] for frame in beside.frames if "side=" in frame.url]

    assert wait_until(lambda: len(steps()) == 2)
    assert steps()[0] == steps()[1] != "step=0"
    assert violations(beside) == []


def test_what_was_tried_is_listed_with_its_answer_and_leads_back(open_page):
    page = open_page(CASUAL)
    page.wait_for_selector("#history a", timeout=SECONDS)
    page.get_by_label(SLIDER, exact=True).fill("8")
    page.wait_for_selector('#command:has-text("set.base_exhaust=8")', timeout=SECONDS)
    page.locator("#history a").last.click()
    page.wait_for_selector('#command:has-text("set.target=100")', timeout=SECONDS)
    assert "base_exhaust" not in page.url


def test_a_sweep_names_what_side_b_changes_besides_and_the_first_example_is_none_of_it(open_page):
    page = open_page()
    page.click("#to-sweep:enabled")
    page.wait_for_selector("#sweep-table td", timeout=SECONDS)
    assert "base_exhaust=" not in page.url.replace("sweep=base_exhaust", "")
    page = open_page("#a.player=casual&b.settings.target=100&sweep=base_exhaust&from=3&to=5&step=1")
    assert wait_until(lambda: "with Target 100 instead of" in page.inner_text("#question"))
    page.click("#to-compare")
    page.get_by_label("Side B: Target, number").fill("125")
    page.get_by_label("Side B: Target, number").press("Enter")
    assert wait_until(lambda: "b.settings" not in page.url)  # as printed is no change

"""The page docs/design.md, followed to the letter, and files of rules drawn at random."""

from __future__ import annotations

import html
import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import rotwsim
from experiments.validity.random_rules import random_rules
from rotwsim.analysis import goal_answer, goal_emulator, goal_search
from rotwsim.analysis.goal import Choice, changed, in_words, is_combination, read_goal
from rotwsim.analysis.goal_answer import search
from rotwsim.analysis.pool import Games
from rotwsim.analysis.questions import QUESTIONS
from rotwsim.analysis.questions.design import search_arms
from rotwsim.cli import main
from rotwsim.report import print_cards
from rotwsim.report.print_cards import PrintedCard, changed_cards
from rotwsim.runner.audit_and_signature import audit
from rotwsim.scenario.mistakes import Mistakes
from rotwsim.scenario.own_rules import load_rules
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import IDEA, DataError

PAGE = Path(__file__).parents[1] / "docs" / "design.md"
TEXT = PAGE.read_text(encoding="utf-8")
COMMANDS = [  # without those of a goal or of a folder that is not there yet
    command
    for command in dict.fromkeys(re.findall(r"(?:^|`)rotwsim ([^`\n]+)", TEXT, re.MULTILINE))
    if "goal.toml" not in command and "DIR" not in command
]
FEW_GAMES = {  # of a command, where it is tested that it runs
    "compare": ("--games", "20", "--jobs", "1"),
    "sweep": ("--games", "20", "--jobs", "1"),
    "design": ("--games", "20", "--fresh-games", "20", "--jobs", "1"),
}


def called(*words: str):
    return CliRunner().invoke(main, words, prog_name="rotwsim")


@pytest.fixture
def rules(tmp_path, monkeypatch) -> str:
    """The blocks of the page as one file, in the folder of the test."""
    blocks = re.findall(r"^```toml\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    (tmp_path / "my-rules.toml").write_text("\n".join(blocks), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "my-rules.toml"


def test_the_page_gives_a_file_with_two_new_barons_income_prices_and_a_card(rules):
    scenario = Scenario.of(rules=rules, barons=True)
    assert len(scenario.book.barons) == 14
    assert scenario.book.engine_prices[0] == 4 and scenario.book.income_by_score[1] == 4
    card = next(card for card in scenario.railbot_cards if card.name == "Exhaust Red")
    assert card.exhaust == "blue" and card.taxation


@pytest.mark.parametrize("player", ["random", "expert"])
def test_core_and_reference_agree_on_the_rules_of_the_page(rules, player):
    barons = ["Ada Freight", "Otto Thrift"]
    scenario = Scenario.of(rules=rules, barons=True, barons_in=barons, player=player)
    assert audit(scenario, 3, offers=0).passed


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page_runs_on_its_file(rules, command):
    words = shlex.split(command)
    if words[0] == "new":
        Path(rules).unlink()
    found = called(*words, *FEW_GAMES.get(words[0], ()))
    assert found.exit_code == 0, found.output
    if words[0] == "dev":
        assert re.search(r"games +50\b", found.output) and "No disagreement." in found.output
        assert called(*[{"random": "expert"}.get(word, word) for word in words]).exit_code == 0


def test_check_and_show_name_what_the_file_of_the_page_changes(rules):
    found = called("check", rules).output
    for what in ("engine prices", "income by score", "Ada Freight", "Otto Thrift", "Exhaust Red"):
        assert what in found
    shown = called("show", "cards", rules).output
    assert "Otto Thrift" in shown and IDEA in shown


def test_a_template_of_rules_is_valid_as_it_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert called("new", "rules", "mine.toml").exit_code == 0
    assert load_rules("mine.toml").parameters == (("start_cash", 3),)


def test_the_page_of_settings_is_what_show_settings_writes(tmp_path):
    written = tmp_path / "settings.md"
    assert called("show", "settings", "--write", str(written)).exit_code == 0
    page = PAGE.with_name("settings.md").read_text(encoding="utf-8")
    assert written.read_text(encoding="utf-8") == page


def test_all_mistakes_are_shown_at_once_by_line_with_what_was_meant(tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text(
        '[parameters]\nstart_csh = 5\ntarget = "x"\n\n[[duel_barons]]\ndo = "add"\nname = "A"\n'
        'goal = "lnks"\ntiers = [2]\npoints = [3]\neffect = "nothing"\n'
    )
    with pytest.raises(Mistakes) as found:
        load_rules(str(file))
    lines = found.value.lines
    assert [int(re.search(r"line (\d+)", line)[1]) for line in lines] == [2, 3, 8]
    assert 'did you mean "start_cash"?' in lines[0] and 'did you mean "links"?' in lines[2]


def test_a_baron_with_several_mistakes_shows_each_once(tmp_path):
    file = tmp_path / "bad.toml"
    file.write_text(
        '[[duel_barons]]\ndo = "add"\nname = "A"\ngoal = "lnks"\ngoal_colours = ["bleu"]\n'
        'tiers = [7, 4]\npoints = [-3, 6]\neffect = "exhaust"\neffect_colours = ["grey"]\n'
    )
    with pytest.raises(Mistakes) as found:
        load_rules(str(file))
    lines = [int(re.search(r"line (\d+)", line)[1]) for line in found.value.lines]
    assert lines == [4, 5, 6, 7, 9]


@pytest.mark.parametrize(
    "text, words",
    [
        ("", "an empty file"),
        ("[parametres]\nstart_cash = 5\n", 'did you mean "parameters"?'),
        ('extends = "rulebok"\n[parameters]\n', 'line 1: extends is "rulebok"; did you mean'),
        ("base_exhaust = 3\n", "line 1: base_exhaust is a parameter; write it below [parameters]"),
        ('[duel_barons]\nname = "Ada"\n', "must be a list of tables, [[duel_barons]] before each"),
        ("[income]\nby_score = []\n", "line 2: income.by_score needs one number"),
        ("title = Winter\n[income]\n", "line 1: not valid TOML: this is no value; a text needs"),
        (
            '[[railbot_cards]]\nname = "Exhaust Red"\ncities = ["Chicgo", "Boston"]\n',
            'line 2: Exhaust Red: no city is called "Chicgo"; did you mean "Chicago"?',
        ),
        ("[wish]\n50 = 40\n\n[changes]\nstart_csh = [0, 3]\n", "line 5: changes.start_csh is no"),
    ],
)
def test_check_says_in_plain_words_what_is_wrong_in_a_file(tmp_path, text, words):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    found = called("check", str(file))
    assert found.exit_code == 2 and words in found.output, found.output


def test_a_file_that_begins_with_a_byte_order_mark_is_read(tmp_path):
    file = tmp_path / "windows.toml"
    file.write_text("[parameters]\nstart_cash = 5\n", encoding="utf-8-sig")
    assert called("check", str(file)).exit_code == 0
    file.write_text("[parameters]\nstart_cash = -5\n", encoding="utf-8-sig")
    assert "line 2: parameters.start_cash" in called("check", str(file)).output


def test_check_says_what_a_goal_would_search(tmp_path):
    file = tmp_path / "goal.toml"
    file.write_text("[wish]\n50 = 40\n\n[changes]\nstart_cash = [0, 3]\ncards_removed = [0, 2]\n")
    (line,) = (x for x in called("check", str(file)).output.splitlines() if "combinations" in x)
    assert int(line.split()[-1]) == 3 + 2 + 3 * 2


@pytest.mark.parametrize(
    "name, section, key",
    [
        ("bond_interest", "bonds", "interest"),
        ("bond_penalty", "bonds", "penalty"),
        ("target", "targets", "everywhere"),
        ("barons_raise_target", "targets", "with_barons"),
    ],
)
def test_a_number_that_two_sections_give_is_refused(tmp_path, name, section, key):
    file = tmp_path / "twice.toml"
    parameters, other = f"[parameters]\n{name} = 3\n", f"[{section}]\n{key} = 4\n"
    file.write_text(f"{other}\n{parameters}")
    with pytest.raises(
        DataError, match=rf"line 5: parameters.{name} is set by {key} of \[{section}"
    ):
        load_rules(str(file))
    above = tmp_path / "above.toml"
    above.write_text(parameters)
    file.write_text(f'extends = "above.toml"\n{other}')
    assert load_rules(str(file)).title == "twice"


def test_more_barons_than_there_is_room_for_are_refused_by_file_and_key(tmp_path):
    baron = '[[duel_barons]]\ndo = "add"\nname = "B{}"\ngoal = "cash"\ntiers = [9]\npoints = [1]\n'
    file = tmp_path / "many.toml"
    file.write_text("".join(f'{baron.format(n)}effect = "nothing"\n' for n in range(5)))
    with pytest.raises(DataError, match=r"many\.toml: .*duel_barons: there are 17 Barons"):
        load_rules(str(file))


@pytest.mark.parametrize("do, name", [("add", "Quiet"), ("change", "Exhaust Red")])
def test_a_card_may_be_without_exhaust(tmp_path, do, name):
    file = tmp_path / "quiet.toml"
    row = f'do = "{do}"\nname = "{name}"\nslot = "left"\nexhaust = "none"\ntaxation = true\n'
    file.write_text(f"[[railbot_cards]]\n{row}")
    card = next(c for c in Scenario.of(rules=str(file)).railbot_cards if c.name == name)
    assert card.exhaust is None and card.taxation


def test_rules_of_your_own_are_never_counted_as_printed(rules):
    scenario = Scenario.of(rules=rules, barons=True)
    own = [value for value in scenario.book.provenance if value.file == rules]
    assert own and {value.origin for value in own} == {IDEA}
    assert not [value for value in scenario.book.provenance if value.key == "engine.prices"]


def test_tweaks_of_your_own_are_compared_and_searched_and_those_you_removed_are_not(tmp_path):
    file = tmp_path / "mine.toml"
    rich = 'do = "add"\nname = "rich"\nside = "easier"\nset = { start_cash = 10 }\n'
    file.write_text(f'[[tweaks]]\n{rich}[[tweaks]]\ndo = "remove"\nname = "cards-1"\n')
    scenario = Scenario.of(rules=str(file), player="passive")
    found = rotwsim.design(scenario, 0.5, games=2, fresh_games=2, jobs=1).tables["design"]
    assert "cards-1" not in " ".join(found["name"])
    names = [arm.name for arm in search_arms(scenario)]
    assert "rich" in names and "cards-1" not in names
    compared = rotwsim.compare(scenario, ["tweak=rich"], games=2, jobs=1)
    assert len(compared) == 1


def test_rules_of_your_own_leave_the_origin_of_all_else_as_it_was(tmp_path):
    file = tmp_path / "mine.toml"
    baron = '[[duel_barons]]\nname = "Caleb V. Kranz"\npoints = [1, 2, 3]\n'
    file.write_text(f"[bonds]\npays = 6\n[targets]\neverywhere = 120\n{baron}")
    keys = [
        {value.key for value in Scenario.of(rules=rules, barons=True).book.provenance}
        for rules in ("", str(file))
    ]
    gone = {key.partition(".")[0] if "[" in key else key for key in keys[0] - keys[1]}
    assert gone == {"money.bond_pays", "solo.target", "barons[1]"}


def test_a_scenario_without_rules_is_the_printed_one_again(rules):
    printed = Scenario.of("sweden", barons=True)
    changed = printed.varied(rules=rules)
    assert changed.data_digest() != printed.data_digest()
    assert changed.varied(rules="") == printed
    assert changed.varied(board="mexico").board.changed_by == changed.board.changed_by


@pytest.mark.parametrize("seed", range(4))
def test_random_rules_load_and_play_as_the_reference_or_are_refused_in_one_line(tmp_path, seed):
    file = tmp_path / "random.toml"
    file.write_text(random_rules(seed), encoding="utf-8")
    try:
        scenario = Scenario.of("eastern-us", rules=str(file), barons=True, player="random")
    except DataError as error:
        assert "\n" not in str(error)
        return
    assert audit(scenario, 1, seed=seed, offers=0).passed


def test_changed_cards_are_printed_on_a4_and_nothing_else_is(rules):
    found = called("show", "cards", rules, "--pdf", "cards.pdf")
    assert found.exit_code == 0, found.output
    content = Path("cards.pdf").read_bytes()
    assert content.startswith(b"%PDF") and content.count(b"/Type /Page ") == 2
    assert called("show", "cards", "sweden", "--pdf", "no.pdf").exit_code == 2


def test_a_changed_card_is_printed_under_what_is_on_it_and_names_the_card_that_it_replaces(rules):
    cards = {card.name: dict(card.parts) for card in changed_cards(Scenario.of(rules=rules))}
    assert cards["Exhaust blue and Taxation"]["Takes the place of"] == "Exhaust Red"
    assert "Takes the place of" not in cards["Ada Freight"]


@pytest.mark.parametrize("words", [5, 20])
def test_the_text_of_a_card_fits_between_its_head_and_its_foot(words):
    card = PrintedCard("Railbot", "A card " * words, (("Exhaust", "every colour " * words),) * 2)
    height = sum(line[1] for line in print_cards.fitting(card))
    assert height <= print_cards.HEIGHT - print_cards.HEAD - print_cards.FOOT_HEIGHT


def test_a_goal_is_read_with_its_ranges_and_a_mistake_is_explained(tmp_path):
    file = tmp_path / "goal.toml"
    text = "[wish]\n50 = 40\n\n[changes]\nstart_cash = [0, 3]\n"
    file.write_text(text)
    goal = read_goal(file)
    assert goal.wishes == ((50.0, 0.4),) and goal.choices[0].values == (1, 2, 3)
    file.write_text(text.replace("start_cash", "start_csh"))
    with pytest.raises(DataError, match='did you mean "start_cash"'):
        read_goal(file)


def test_rows_of_cards_and_points_of_barons_are_changes_that_a_goal_may_allow(tmp_path):
    file = tmp_path / "goal.toml"
    text = """barons = true
[wish]
50 = 40
[changes.baron_points]
"Caleb V. Kranz" = [-1, 2]
[[changes.railbot_cards]]
do = "remove"
name = "Exhaust Red"
[[changes.railbot_cards]]
do = "add"
name = "Late tax"
slot = "right"
taxation = true
"""
    file.write_text(text)
    remove, add, points = read_goal(file).choices
    person = Scenario.of("eastern-us", barons=True)
    assert in_words(((remove, 1), (points, 2)), person) == (
        "Remove the Railbot card Exhaust Red and Caleb V. Kranz pays 2 more in each tier"
    )
    assert in_words(((add, 1),), person) == "Add the Railbot card Late tax (right, Taxation)"
    both = changed(person, ((remove, 1), (points, 2)))
    assert len(both.railbot_cards) == len(person.railbot_cards) - 1
    assert [b.points for b in both.book.barons if b.name == points.name] == [(3, 5, 8)]
    for wrong, hint in (
        ('"Exhaust Red"', '"Exhaust Rd"'),
        ('"Caleb V. Kranz"', '"Caleb Kranz"'),
    ):
        file.write_text(text.replace(wrong, hint))
        with pytest.raises(DataError, match=f"did you mean {wrong}"):
            read_goal(file)


def test_two_changes_of_the_same_are_no_combination():
    scenario = Scenario.of("eastern-us")
    cash, tweak, fewer = Choice("start_cash", (3, 4)), Choice("cash", tweak=True), Choice("target")
    assert not is_combination(((cash, 3), (tweak, 1)), scenario)
    assert is_combination(((cash, 3), (fewer, 1)), scenario)


@pytest.fixture
def small_search(monkeypatch):
    """A search of few games."""
    monkeypatch.setattr(goal_search, "ROUNDS", ((3, 40),))
    monkeypatch.setattr(goal_search, "SINGLE_GAMES", 40)
    few = {"FRESH_GAMES": 40, "ERROR_GAMES": 40, "BOXES": 2, "BOX_GAMES": 20}
    for name, number in few.items():
        monkeypatch.setattr(goal_answer, name, number)


def test_a_search_finds_more_cash_for_more_wins_and_announces_all_its_games(small_search, tmp_path):
    file = tmp_path / "goal.toml"
    file.write_text("[wish]\n50 = 90\n\n[changes]\nstart_cash = [0, 30]\n[limits]\nchanges = 1\n")
    announced = []
    with Games(1, jobs=1, begin=lambda ahead: announced.append(ahead.wanted)) as games:
        found = search(games, Scenario.of(), read_goal(file))
        assert announced == announced[:1] and announced[0] >= games.counted
    assert found.tables["goal"]["name"].iloc[0].startswith("Start with $")
    curve = found.tables["goal_curve"].iloc[0]
    assert curve["win_rate"] > curve["win_before"]


def test_an_answer_says_when_no_listed_change_reaches_the_wish_and_whom_to_help(
    small_search, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(goal_search, "SINGLE_GAMES", 200)
    Path("goal.toml").write_text(
        "[wish]\n50 = 95\n\n[changes]\nstart_cash = [0, 12]\n[limits]\nchanges = 1\n"
    )
    found = called("design", "goal.toml", "--jobs", "1", "--quiet", "--out", "found")
    assert found.exit_code == 0, found.output
    first, second, *_ = found.output.splitlines()
    assert first.startswith(
        "Nothing found in your list reaches the wish: with the nearest, “Start with $"
    )
    assert first.endswith("instead of 95 %.")
    assert second == "Allow wider ranges or other changes, which help the 50 % player."
    manifest = json.loads(Path("found/manifest.json").read_text(encoding="utf-8"))
    assert manifest["question"] == "What lets the 50 % player win 95 % on Eastern US?"
    page = called("report", "found")
    assert page.exit_code == 0, page.output
    text = Path("found/report.html").read_text(encoding="utf-8")
    assert first in html.unescape(text) and 'aria-label="Games won: 50' in text


def test_an_answer_that_reaches_the_wish_names_the_change_first(small_search, tmp_path):
    file = tmp_path / "goal.toml"
    file.write_text("[wish]\n50 = 55\n\n[changes]\nstart_cash = [0, 10]\n")
    with Games(1, jobs=1) as games:
        found = search(games, Scenario.of(), read_goal(file))
    assert found.alerts[0].startswith("Start with $") and len(found.alerts) == 1


def test_more_combinations_than_the_emulator_looks_at_are_drawn_evenly_and_counted(monkeypatch):
    monkeypatch.setattr(goal_emulator, "MOST_COMBINATIONS", 500)
    names = ("start_cash", "base_exhaust", "display_limit")
    choices = [Choice(name, tuple(range(1, 31))) for name in names]
    scenario = Scenario.of("eastern-us")
    assert goal_emulator.count_changes(choices, 3, scenario) == 90 + 3 * 900 + 27_000
    changes = list(goal_emulator.all_changes(choices, 3, scenario))
    assert len(changes) == len(set(changes)) == 500
    assert [len(change) for change in changes].count(1) == 90
    middles = [
        sum(dict(change)[choice] for change in changes[90:] if choice in dict(change))
        / sum(choice in dict(change) for change in changes[90:])
        for choice in choices
    ]
    assert all(14 < middle < 17 for middle in middles)
    few = choices[:2]
    assert len(list(goal_emulator.all_changes(few, 1, scenario))) == 60


def test_a_search_says_how_many_combinations_it_left_out(small_search, tmp_path, monkeypatch):
    monkeypatch.setattr(goal_emulator, "MOST_COMBINATIONS", 20)
    file = tmp_path / "goal.toml"
    file.write_text("[wish]\n50 = 55\n\n[changes]\nstart_cash = [0, 10]\nbase_exhaust = [3, 5]\n")
    with Games(1, jobs=1) as games:
        found = search(games, Scenario.of(), read_goal(file))
    assert found.alerts[-1].startswith("the emulator looked at 20 of 32 combinations")


def test_a_target_is_named_as_the_duel_barons_raise_it_and_one_card_is_no_cards():
    plain, barons = (Scenario.of("eastern-us", barons=each) for each in (False, True))
    target, cards = Choice("target", (116,)), Choice("cards_removed", (1, 2))
    assert in_words(((target, 116),), plain) == "116 points win"
    assert in_words(((target, 116),), barons) == "131 points win"
    assert in_words(((cards, 1),), plain) == "Remove one Railbot card"
    assert in_words(((cards, 2),), plain) == "Remove 2 Railbot cards"


GOAL = """barons = true
[wish]
50 = 60
[changes]
start_cash = [5, 12]
[[changes.railbot_cards]]
do = "remove"
name = "Exhaust Red"
"""


@pytest.mark.slow
def test_a_search_goes_on_where_it_stopped_and_its_row_is_reproduced_by_a_file_of_rules(
    small_search, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    Path("goal.toml").write_text(GOAL)
    options = ("--quiet", "--jobs", "1", "--json")
    whole = json.loads(called("design", "goal.toml", "--out", "whole", *options).output)

    class Stopped(Exception):
        pass

    def stop(seen) -> None:
        if seen.done > 300:
            raise Stopped

    with pytest.raises(Stopped), Games(1, "half/games", watch=stop, jobs=1) as games:
        search(games, Scenario.of(), read_goal(Path("goal.toml")))
    written = ("--write", "my-rules.toml", "--row", "2")
    again = json.loads(called("design", "goal.toml", "--out", "half", *written, *options).output)
    assert again["goal"] == whole["goal"] and again["goal_curve"] == whole["goal_curve"]
    row = whole["goal_curve"][1]
    seed = str(1 + goal_answer.FRESH_SEED)
    asked = ("--barons", "--wins", "50", "--seed", seed, "--games", "40")
    rules = ("--variant", "rules=my-rules.toml")
    compared = json.loads(called("compare", *asked, *rules, *options).output)
    won = compared["variants"][0]["win_rate"]
    assert (won * 40 + 0.5) / 41 == pytest.approx(row["win_rate"])


def test_a_sweep_over_the_target_plays_every_other_point_once(tmp_path):
    over = ["start_cash=0..2", "target=20..60:10"]
    with Games(1, tmp_path, jobs=1) as games:
        asked = Scenario.of(player="random")
        values = QUESTIONS["sweep"].settled({"over": over, "games": 40}, "python")
        table = QUESTIONS["sweep"].answer(games, asked, values).tables["sweep"]
        assert games.played == 3 * 40
    by_cash = table.groupby("first_value")["win_rate"]
    assert len(table) == 15 and all(rates.is_monotonic_decreasing for _, rates in by_cash)


def test_a_sweep_stops_at_its_precision_and_draws_its_picture(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = ("--player", "random", "--games", "400", "--precision", "10", "--jobs", "1", "--quiet")
    found = called("sweep", "--set", "start_cash=0..1", *words, "--plot", "curve.svg", "--json")
    assert found.exit_code == 0, found.output
    assert [row["games"] for row in json.loads(found.output)["sweep"]] == [100, 100]
    assert "<svg" in Path("curve.svg").read_text(encoding="utf-8")
    assert called("sweep", "--set", "start_cash=0..1", "--plot", "curve.gif").exit_code == 2

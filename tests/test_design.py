"""The page docs/design.md, followed to the letter, and files of rules drawn at random."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from experiments.validity.random_rules import random_rules
from rotwsim.analysis import goal_search
from rotwsim.analysis.goal_search import read_goal, search
from rotwsim.analysis.pool import Games
from rotwsim.cli import main
from rotwsim.runner.audit_and_signature import audit
from rotwsim.scenario.own_rules import load_rules
from rotwsim.scenario.reading import Mistakes
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import IDEA, DataError

PAGE = Path(__file__).parents[1] / "docs" / "design.md"


def called(*words: str):
    return CliRunner().invoke(main, words, prog_name="rotwsim")


@pytest.fixture
def rules(tmp_path, monkeypatch) -> str:
    """The four blocks of the page as one file, in the folder of the test."""
    text = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
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


def test_the_commands_of_the_page_accept_the_file(rules):
    found = called("check", rules)
    assert found.exit_code == 0 and "Ada Freight" in found.output
    shown = called("show", "cards", rules).output
    assert "Otto Thrift" in shown and IDEA in shown
    variant = ["--variant", f"rules={rules}", "--player", "passive", "--games", "20"]
    compared = called("compare", *variant, "--jobs", "1", "--quiet")
    assert compared.exit_code == 0, compared.output


def test_a_template_of_rules_is_valid_as_it_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert called("new", "rules", "mine.toml").exit_code == 0
    assert load_rules("mine.toml").parameters == (("start_cash", 3),)


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


def test_more_barons_than_there_is_room_for_are_refused_by_file_and_key(tmp_path):
    baron = '[[duel_barons]]\ndo = "add"\nname = "B{}"\ngoal = "cash"\ntiers = [9]\npoints = [1]\n'
    file = tmp_path / "many.toml"
    file.write_text("".join(f'{baron.format(n)}effect = "nothing"\n' for n in range(5)))
    with pytest.raises(DataError, match=r"many\.toml: .*duel_barons: there are 17 Barons"):
        load_rules(str(file))


def test_rules_of_your_own_are_never_counted_as_printed(rules):
    scenario = Scenario.of(rules=rules, barons=True)
    own = [value for value in scenario.book.provenance if value.file == rules]
    assert own and {value.origin for value in own} == {IDEA}
    assert not [value for value in scenario.book.provenance if value.key == "engine.prices"]


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


def test_a_goal_is_read_with_its_ranges_and_a_mistake_is_explained(tmp_path):
    file = tmp_path / "goal.toml"
    text = "[wish]\n50 = 40\n\n[changes]\nstart_cash = [0, 3]\n"
    file.write_text(text)
    goal = read_goal(file)
    assert goal.wishes == ((50.0, 0.4),) and goal.choices[0].values == (1, 2, 3)
    file.write_text(text.replace("start_cash", "start_csh"))
    with pytest.raises(DataError, match='did you mean "start_cash"'):
        read_goal(file)


def test_a_search_finds_fewer_exhausted_cubes_for_more_wins(monkeypatch, tmp_path):
    monkeypatch.setattr(goal_search, "ROUNDS", ((3, 40),))
    monkeypatch.setattr(goal_search, "STAGES", ("single changes", "round 1", "fresh seeds"))
    for name in ("SINGLE_GAMES", "FRESH_GAMES", "ROBUST_GAMES"):
        monkeypatch.setattr(goal_search, name, 40)
    file = tmp_path / "goal.toml"
    file.write_text("[wish]\n50 = 90\n\n[changes]\nstart_cash = [0, 30]\n[limits]\nchanges = 1\n")
    with Games(1, jobs=1) as games:
        found = search(games, Scenario.of(), read_goal(file))
    assert found.tables["goal"]["name"].iloc[0].startswith("Start with $")
    curve = found.tables["goal_curve"].iloc[0]
    assert curve["win_rate"] > curve["win_before"]

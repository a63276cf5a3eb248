"""Every option of a scenario is written and read alike in commands, variants, files and titles."""

from __future__ import annotations

import shlex
import typing
from dataclasses import fields
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from rotwsim.analysis.experiment import read_experiment
from rotwsim.cli.options import scenario_options
from rotwsim.runner.person_calibration import with_knob
from rotwsim.scenario.board_file import load_board, load_rulebook
from rotwsim.scenario.options import LIST, ONE, PERSON_OPTIONS, SCENARIO_OPTIONS, TABLE, Option
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.variants import variant_of

from ..conftest import as_toml

FOLDER = Path(__file__).parent
BARONS = [baron.name for baron in load_rulebook().barons]
# A value of each option that is not its default; a new option needs an entry here.
VALUES = {
    "board": "mexico",
    "seats": ["casual", "casual", "novice"],
    "bidding": "whole_order",
    "modules": ["rotors", "fewer_markers-2"],
    "barons": True,
    "rail_baron": "Most money",
    "tweaks": ["cash", "exhaust+1"],
    "rules": str(FOLDER / "my-rules.toml"),
    "rulings": {"railbot_path": "fresh"},
    "settings": {"base_exhaust": 3, "target": 99},
    "player": "casual",
    "slip": 0.125,
    "slip_kind": "second-best",
    "wins": 25.0,
    "errs": "careless",
    "on": "mexico",
    "knob": 2.5,
    "without": ["hotels", "insurance"],
    "budget": 7,
    "aim": "win",
    "barons_in": BARONS[:2],
    "barons_out": BARONS[2:3],
    "barons_harmless": BARONS[3:5],
    "weights": {"idle_link": 0.75},
    "learned": "mine/learned.toml",
    "stream_shift": {"goods": 12, "player": 3},
}
OF_MULTIPLAYER = ("bidding", "modules", "rail_baron")


def needed_for(option: Option) -> dict:
    """What a scenario needs before this option means anything."""
    if option.name.startswith("barons_"):
        return {"barons": True}
    if option.name in PERSON_OPTIONS:
        return {"player": "person"}
    return {"seats": ["2*random"]} if option.name in OF_MULTIPLAYER else {}


def in_file(option: Option) -> dict:
    """The same in an experiment file, where a person plays unless somebody is named."""
    needed = needed_for(option)
    named = "seats" in needed or option.name in ("seats", "player")
    return needed if named else {"player": "expert", **needed}


def scenario_with(option: Option) -> Scenario:
    """A scenario in which this option alone is not the default, but for what it needs."""
    return Scenario.of(**needed_for(option), **{option.name: VALUES[option.name]})


def by_command(command: str) -> Scenario:
    """The scenario that a command line describes."""
    found = []

    @click.command()
    @scenario_options
    def receive(scenario) -> None:
        found.append(scenario)

    result = CliRunner().invoke(receive, shlex.split(command), standalone_mode=False)
    if result.exception:
        raise result.exception
    return found[0]


every_option = pytest.mark.parametrize("option", SCENARIO_OPTIONS, ids=lambda option: option.name)


def test_every_option_has_a_value_to_try_and_a_name_of_its_own():
    assert set(VALUES) == {option.name for option in SCENARIO_OPTIONS}
    assert len({option.word for option in SCENARIO_OPTIONS}) == len(SCENARIO_OPTIONS)
    for option in SCENARIO_OPTIONS:
        assert option.shape in (ONE, LIST, TABLE) and option.help.endswith(".")


def test_a_scenario_has_one_field_for_each_option_in_the_same_order():
    names = [each.name for each in SCENARIO_OPTIONS]
    assert [field.name for field in fields(Scenario)] == [*names, "own"]  # what `rules` says
    hints = typing.get_type_hints(Scenario)
    for option in SCENARIO_OPTIONS[1:]:
        assert typing.get_origin(hints[option.name]) is tuple or option.shape == ONE
        assert option.shape != ONE or isinstance(option.default, hints[option.name])


@every_option
def test_a_command_gives_the_scenario_that_it_describes(option):
    scenario = scenario_with(option)
    assert scenario != Scenario.of()
    assert by_command(scenario.command()) == with_knob(scenario)


@every_option
def test_a_variant_says_it_in_the_word_of_the_command(option):
    scenario = scenario_with(option)
    value = VALUES[option.name]
    if option.shape == ONE:
        changes = [f"{option.word}={'yes' if value is True else value}"]
    elif option.repeats:
        changes = [f"{option.word}={'+'.join(value)}"]
    elif option.shape == LIST:
        changes = [f"{option.word}={entry}" for entry in value]
    else:
        changes = [f"{option.word}.{name}={entry}" for name, entry in value.items()]
    baseline = Scenario.of(**needed_for(option))
    assert variant_of("mine: " + ", ".join(changes), baseline).scenario == scenario


@every_option
def test_an_experiment_file_has_it_under_the_name_of_the_field(option, tmp_path):
    scenario = scenario_with(option)
    tables = {"scenario": {**in_file(option), option.name: VALUES[option.name]}, "skill": {}}
    path = tmp_path / "mine.toml"
    path.write_text(f"# Does it come through?\n{as_toml(tables)}", encoding="utf-8")
    assert read_experiment(path).scenario == scenario


@every_option
def test_a_description_holds_all_that_is_needed_to_play_it_again(option):
    scenario = scenario_with(option)
    told = scenario.describe()
    names = [each.name for each in SCENARIO_OPTIONS if each.name in told]
    again = Scenario.of(**{name: told[name] for name in names})
    assert again.describe() == told != Scenario.of().describe()


@pytest.mark.parametrize(
    "option", [o for o in SCENARIO_OPTIONS if o.said and o.shape != TABLE], ids=lambda o: o.name
)
def test_a_title_says_every_option_that_is_not_the_default(option):
    title, plain = scenario_with(option).title(), Scenario.of(**needed_for(option)).title()
    assert title != plain
    for entry in VALUES[option.name] if option.shape == LIST else []:
        assert entry in title


@pytest.mark.parametrize("option", [o for o in SCENARIO_OPTIONS if o.shape == ONE])
def test_an_option_of_one_value_can_be_a_dimension_of_an_experiment(option, tmp_path):
    default, other = option.default, VALUES[option.name]
    path = tmp_path / "mine.toml"
    tables = {"scenario": in_file(option), "arms": {option.name: [default, other]}}
    path.write_text(f"# Which?\n{as_toml(tables)}", encoding="utf-8")
    first, second = (planned.arm.scenario for planned in read_experiment(path).arms)
    assert (first, second) == (Scenario.of(**needed_for(option)), scenario_with(option))


@pytest.mark.parametrize(
    "given, message",
    [
        ({"slip": "often"}, 'slip is "often"; it must be a number'),
        ({"slip": float("nan")}, "slip is nan; legal are 0 to 1"),
        ({"slip": True}, "slip is True; it must be a number"),
        ({"barons": 1}, "barons is 1; legal: true, false"),
        ({"budget": 1.5}, "budget is 1.5; it must be a whole number"),
        ({"tweaks": "cash"}, 'tweaks is "cash"; it must be a list'),
        ({"tweaks": 7}, "tweaks is 7; it must be a list"),
        ({"tweaks": [["cash"]]}, "tweaks is ['cash']; it must be text"),
        ({"without": ["hotels", "hotels"]}, 'option to play without "hotels" is given twice'),
        ({"settings": [1]}, "settings is [1]; it must be a table"),
        ({"settings": {"target": "high"}}, 'setting target is "high"; it must be a whole'),
        ({"settings": {"target": 2000}}, "setting target is 2000; legal are 0 to 1000"),
        ({"rulings": {"railbot_path": 1}}, "ruling railbot_path is 1; it must be text"),
        ({"weights": {"idle_lnk": 1.0}}, 'no weight is called "idle_lnk"; did you mean'),
        ({"board": 5}, "board is 5; it must be text"),
        ({"tweek": ["cash"]}, 'no option of a scenario is called "tweek"; did you mean "tweaks"?'),
    ],
)
def test_a_value_of_the_wrong_kind_is_told_in_one_line(given, message):
    with pytest.raises(DataError) as error:
        Scenario.of(**given)
    assert message in str(error.value) and "\n" not in str(error.value)


def test_several_entries_may_be_given_with_commas_between():
    assert by_command("--without hotels,insurance").without == ("hotels", "insurance")


def test_a_users_own_board_is_named_by_its_file_even_if_it_is_called_like_one_of_ours(
    write_board, board_data
):
    board_data["solo"]["base_exhaust"] += 1
    path = write_board(board_data, "eastern-us.toml")
    scenario = Scenario.of(str(path))
    assert scenario.board.name == "eastern-us"
    assert by_command(scenario.command()).board == scenario.board != load_board("eastern-us")


def test_a_command_is_safe_to_paste_into_a_shell(write_board, board_data, monkeypatch):
    path = write_board({"extends": "eastern-us", "name": "mine"}, "$(touch gone) 'x' `y`.toml")
    monkeypatch.chdir(path.parent.parent)
    named = f"{path.parent.name}/{path.name}"
    assert shlex.split(Scenario.of(str(path)).command())[:2] == ["--board", named]
    assert f"'{path.parent.name}/$(touch gone)" in Scenario.of(str(path)).command()


@pytest.mark.parametrize(
    "parameter, tweak, step",
    [
        ("empty_city_trigger", "markers-1", -1),
        ("empty_city_trigger", "markers-2", -2),
        ("base_exhaust", "exhaust-1", -1),
        ("base_exhaust", "exhaust+1", 1),
    ],
)
def test_T3_T8_a_tweak_never_switches_a_mechanism_off(parameter, tweak, step):
    """A trigger of 0 means that no number of markers ends the game."""
    for value in range(1, 5):
        scenario = Scenario.of(settings={parameter: value}, tweaks=[tweak])
        assert scenario.parameters[parameter] == max(1, value + step)


def test_T8_a_trigger_that_is_off_stays_off():
    scenario = Scenario.of(settings={"empty_city_trigger": 0}, tweaks=["markers-1"])
    assert scenario.parameters["empty_city_trigger"] == 0


def test_a_person_plays_where_a_command_or_a_file_names_nobody(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("# Who?\n[skill]\n", encoding="utf-8")
    assert read_experiment(path).scenario == Scenario.of(wins=50)
    assert by_command("") == with_knob(Scenario.of(wins=50))
    assert by_command("--seats 2*casual").seats == ("casual", "casual")


def test_a_variant_that_names_another_player_says_nothing_of_a_person():
    person = with_knob(Scenario.of(wins=50))
    assert variant_of("player=expert", person).scenario == Scenario.of(player="expert")
    assert variant_of("seats=2*casual", person).scenario.seats == ("casual", "casual")
    assert variant_of("set.base_exhaust=3", person).scenario.knob == person.knob

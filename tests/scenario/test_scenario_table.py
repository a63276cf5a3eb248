"""The data of the table, what a scenario with seats means, and what it refuses in one line."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from rotwsim.cli import main
from rotwsim.scenario.board_file import board_names, load_board
from rotwsim.scenario.options import OPTION
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import BIDDING, GREY, RAIL_BARON_GOALS, START_GOALS, DataError

MAP_FREE = ["R1", "R2", "R5", "R6", "R9", "R10", "R11"]


def at_table(board: str = "eastern-us", seats: int = 4, **options) -> Scenario:
    return Scenario.of(board, seats=[f"{seats}*random"], **options)


def test_M3_markers_by_number_of_players_and_cities():
    assert load_board("eastern-us").multiplayer.markers == (10, 12, 14, 16, 18)
    for name in board_names():
        board = load_board(name)
        for seats, markers in enumerate(board.multiplayer.markers, 2):
            assert markers == round((6 + 2 * seats) * len(board.cities) / 52), name


def test_M3_sixteen_markers_are_reported_and_the_others_assumed():
    parameters = {
        parameter.key: parameter.origin for parameter in load_board("eastern-us").provenance
    }
    origins = [parameters[f"multiplayer.markers.{seats}"] for seats in range(2, 7)]
    assert origins == ["assumed"] * 3 + ["reported"] + ["assumed"]


def test_M32_fewer_markers_takes_two_or_four_away():
    assert at_table().parameters["empty_city_trigger"] == 14
    assert at_table(modules=["fewer_markers-2"]).parameters["empty_city_trigger"] == 12
    assert at_table(modules=["fewer_markers-4"]).parameters["empty_city_trigger"] == 10
    few = at_table("portugal", 2, modules=["fewer_markers-4"])
    assert few.parameters["empty_city_trigger"] == 1


def test_M30_rotor_cities_are_those_printed_with_four_cubes_and_assumed():
    for name in board_names():
        board = load_board(name)
        great = [city.name for city in board.cities if city.cubes >= 4]
        assert list(board.multiplayer.rotor_cities) == great
        assert all(city.colour != GREY for city in board.cities if city.name in great)
        (origin,) = {f.origin for f in board.provenance if f.key == "multiplayer.rotor_cities"}
        assert origin == "assumed"


def test_M30_the_wheel_is_data_and_assumed(book):
    assert book.multiplayer.wheel == ("red", "blue", "yellow", "black", "purple")
    assert {f.origin for f in book.provenance if f.key == "rotors.wheel"} == {"assumed"}


def test_M15_the_highest_bid_is_a_technical_maximum(book):
    (parameter,) = [
        parameter for parameter in book.provenance if parameter.key == "auction.highest_bid"
    ]
    assert (book.multiplayer.highest_bid, parameter.origin) == (60, "ruling")
    assert "technical maximum" in parameter.source


def test_B47_start_cards_come_after_the_cards_of_the_solo_game(book):
    solo, table = Scenario.of().operations_cards, at_table().operations_cards
    assert table[: len(solo)] == solo
    starts = [(card.kind, card.goal, card.tier, card.points) for card in table[len(solo) :]]
    assert starts == [
        ("start", "delivery", 1, 1),
        ("start", "delivery", 3, 3),
        ("start", "engine", 4, 4),
    ]
    assert {card.goal for card in book.multiplayer.start_cards} == set(START_GOALS)


def test_M5_lines_as_cards_come_last():
    scenario = at_table(rulings={"lines": "cards"})
    lines = [card for card in scenario.operations_cards if card.kind == "major_line"]
    assert [card.line for card in lines] == list(range(5))
    assert scenario.operations_cards[-5:] == tuple(lines)
    assert lines[0].name == "Major Line New York-Chicago" and lines[0].points == 10


def test_R12_eastern_us_has_twelve_rail_barons_of_its_own_deck():
    barons = at_table().rail_barons
    assert sorted(baron.rule for baron in barons) == sorted(f"R{n}" for n in range(1, 13))
    points = {baron.rule: baron.points for baron in barons}
    assert [points[f"R{n}"] for n in range(1, 13)] == [7, 8, 2, 5, 6, 6, 6, 5, 6, 6, 5, 6]
    (chicago,) = [baron for baron in barons if baron.rule == "R3"]
    assert (chicago.cities, chicago.most) == (("Chicago",), 8)
    assert {baron.goal for baron in barons} == set(RAIL_BARON_GOALS)


@pytest.mark.parametrize("board", [name for name in board_names() if name != "eastern-us"])
def test_R7_other_maps_have_a_connection_for_every_major_line(board):
    barons = at_table(board, 6).rail_barons
    own = barons[len(MAP_FREE) :]
    assert [baron.rule for baron in barons[: len(MAP_FREE)]] == MAP_FREE
    assert [baron.cities for baron in own] == [line.cities for line in load_board(board).lines]
    assert {(baron.goal, baron.points) for baron in own} == {("connected", 6)}


def test_R1_universal_takes_the_map_free_goals_and_the_lowest_tiers_of_the_duel_barons(book):
    barons = at_table("mexico", barons="universal").rail_barons
    assert [baron.rule for baron in barons] == MAP_FREE + [f"D{n}" for n in range(10, 22)]
    for rail, duel in zip(barons[len(MAP_FREE) :], book.barons, strict=True):
        assert (rail.goal, rail.tier, rail.points) == (duel.goal, duel.tiers[0], duel.points[0])
    assert at_table(barons="none").rail_barons == ()


def test_seats_may_be_given_in_short():
    scenario = Scenario.of(seats=["3*casual", "novice"])
    assert scenario.seats == ("casual", "casual", "casual", "novice")
    assert scenario.barons == "map" and scenario.bidding == BIDDING[0]
    assert "--seats '3*casual,novice'" in scenario.command()
    assert scenario.title() == "Eastern US, 3*casual, novice"
    assert Scenario.of(seats=["casual"] * 3 + ["novice"]) == scenario


def test_names_of_rail_barons_are_read_in_any_case():
    seats = ["--seats", "2*random", "--barons"]
    option = OPTION["barons"]
    assert [option.from_command(text) for text in ("MAP", "None", "yes", "NO", None)] == [
        *("map", "none"),
        *(True, False, False),
    ]
    result = CliRunner().invoke(main, ["dev", "audit", *seats, "Nobody"])
    assert result.exit_code == 2 and 'barons is "Nobody"' in result.stderr


def test_the_solo_game_knows_nothing_of_the_table():
    solo = Scenario.of()
    assert solo.seats == () and "lines" not in solo.switches
    assert "--bidding" not in solo.command() and "--seats" not in solo.command()
    assert {card.kind for card in solo.operations_cards}.isdisjoint({"start", "major_line"})


TWO = {"seats": ["2*random"]}
REFUSED = [
    ({"seats": ["random"]}, "1 seat is given; a table has 2 to 6"),
    ({"seats": ["7*random"]}, "7 seats are given; a table has 2 to 6"),
    ({"seats": ["casual", "mine.py"]}, 'player "mine.py": there is no such file'),
    ({"seats": ["2*casul"]}, 'no player is called "casul"; did you mean "casual"?'),
    ({"seats": "casual"}, 'seats is "casual"; it must be a list'),
    (TWO | {"tweaks": ["cash"]}, "tweak belongs to the solo game"),
    (TWO | {"barons": True}, "the Duel Barons belong to the solo game; barons in multiplayer: "),
    (TWO | {"settings": {"target": 110}}, "setting target belongs to the solo game"),
    (TWO | {"rulings": {"railbot_path": "fresh"}}, "ruling railbot_path belongs to the solo game"),
    (TWO | {"player": "casual"}, "player belongs to the solo game"),
    (TWO | {"modules": ["rotor"]}, 'no module is called "rotor"; did you mean "rotors"'),
    (TWO | {"modules": ["mines", "mines"]}, 'module "mines" is given twice'),
    (TWO | {"modules": ["fewer_markers-2", "fewer_markers-4"]}, "contradict each other"),
    (TWO | {"bidding": "secret"}, 'no bidding style is called "secret"; legal: traditional'),
    (TWO | {"barons": "all"}, 'barons is "all"; legal'),
    ({"bidding": "whole_order"}, "bidding belongs to a table; name its seats"),
    ({"modules": ["mines"]}, "module belongs to a table; name its seats"),
    ({"barons": "universal"}, 'barons "universal" belongs to a table; name its seats'),
    ({"rulings": {"lines": "cards"}}, "ruling lines belongs to a table; name its seats"),
]


@pytest.mark.parametrize("options, message", REFUSED, ids=[message for _, message in REFUSED])
def test_what_does_not_belong_together_is_refused_in_one_line(options, message):
    with pytest.raises(DataError) as error:
        Scenario.of(**options)
    assert message in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    "words, message",
    [
        ("--seats casual", "1 seat is given"),
        ("--seats 7*casual", "7 seats are given"),
        ("--seats 0*casual", 'no player is called "0*casual"'),
        ("--seats ,", "--seats names nobody"),
        ("--seats 2*casual --set target=110", "setting target belongs to the solo game"),
        ("--seats 2*casual --barons", "the Duel Barons belong to the solo game"),
        ("--seats 2*casual --barons alle", 'barons is "alle"; legal: yes, no, map, universal'),
    ],
)
def test_a_command_with_wrong_seats_ends_with_one_line(words, message):
    result = CliRunner().invoke(main, ["run", *words.split(), "--games", "1"])
    assert result.exit_code == 2
    assert message in result.stderr and result.stderr.strip().count("\n") == 0


def without_table(data: dict, key: str | None = None) -> dict:
    return {name: value for name, value in data.items() if name != (key or "multiplayer")}


def test_a_board_without_the_table_is_for_the_solo_game_alone(write_board, board_data):
    path = write_board(without_table(board_data))
    assert Scenario.of(str(path)).board.multiplayer is None
    with pytest.raises(DataError, match=r"mine.toml: \[multiplayer\] is missing"):
        Scenario.of(str(path), seats=["2*random"])


def test_M30_rotors_need_cities_that_the_board_names(write_board, board_data):
    board_data["multiplayer"].update(rotor_cities=[])
    path = write_board(board_data)
    assert Scenario.of(str(path), seats=["2*random"]).modules == ()
    with pytest.raises(DataError, match="rotor_cities names no city"):
        Scenario.of(str(path), seats=["2*random"], modules=["rotors"])


def test_M6_a_table_needs_two_rail_barons_a_seat(write_board, board_data):
    board_data["multiplayer"].update(rail_barons=[])
    path = write_board(board_data)
    assert len(Scenario.of(str(path), seats=["3*random"]).rail_barons) == 7
    with pytest.raises(DataError, match="7 Rail Barons in all; 4 seats need 8"):
        Scenario.of(str(path), seats=["4*random"])


@pytest.mark.parametrize(
    "change, message",
    [
        ({"rotor_cities": ["Bostn"]}, 'unknown city "Bostn"; did you mean "Boston"?'),
        ({"rotor_cities": ["Albany"]}, "Albany, which is grey"),
        ({"rotor_cities": ["Boston", "Boston"]}, 'names "Boston" twice'),
        ({"markers": {"2": 10, "3": 12}}, "multiplayer.markers.4 is missing"),
        ({"markers": {"2": 0, "3": 12, "4": 1, "5": 1, "6": 1}}, "is 0; legal are 1 to 64"),
    ],
)
def test_a_wrong_table_of_a_board_is_named(write_board, board_data, change, message):
    board_data["multiplayer"].update(change)
    with pytest.raises(DataError) as error:
        load_board(write_board(board_data))
    assert message in str(error.value)


@pytest.mark.parametrize(
    "baron, message",
    [
        ({"goal": "richest"}, 'goal is "richest"; legal: most_money'),
        ({"goal": "connected", "cities": ["Boston"]}, "the goal connected needs 2"),
        ({"goal": "connected", "cities": ["Boston", "Rom"]}, 'names unknown city "Rom"'),
        ({"goal": "most_links", "cities": ["Boston"]}, "cities is not a key of this table"),
    ],
)
def test_a_wrong_rail_baron_is_named(write_board, board_data, baron, message):
    board_data["multiplayer"]["rail_barons"] = [{"rule": "R7", "name": "Mine", "points": 6} | baron]
    with pytest.raises(DataError) as error:
        load_board(write_board(board_data))
    assert message in str(error.value)


def test_R4_a_western_link_goal_needs_a_western_link(write_board, board_data):
    path = write_board(without_table(board_data, "western_link"))
    with pytest.raises(DataError, match=r"Western Link needs \[western_link\]"):
        load_board(path)

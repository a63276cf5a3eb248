"""A board larger than the records of the game, or a file larger than any board, is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rotwsim.core.state import layout
from rotwsim.scenario.board_file import MOST_FILES, board_names, load_board, load_rulebook
from rotwsim.scenario.capacity import LONGEST_NAME, beyond_room
from rotwsim.scenario.compile.record import compile_rules
from rotwsim.scenario.reading import LARGEST_FILE, read_toml
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError


def sea_routes(data: dict, pairs: list[tuple[str, str]], price: int) -> None:
    """Sea routes of one price, with the few sides that Boston has open left as they are."""
    routes = [{"cities": list(pair), "price": price} for pair in pairs]
    data["sea"] = {"origin": "assumed: a test", "list": routes}


def names(data: dict) -> list[str]:
    return [city["name"] for city in data["cities"]["list"]]


def sea_at_boston(data: dict, routes: int) -> None:
    boston, *others = names(data)
    sea_routes(data, [(boston, other) for other in others[:routes]], 5)


def five_cities_in_a_line(data: dict) -> None:
    data["lines"]["list"][0]["cities"] = names(data)[:5]


def a_rail_baron_of_five_cities(data: dict) -> None:
    """Once read as four cities and a neighbouring field of the record."""
    data["multiplayer"]["rail_barons"][0]["cities"] = names(data)[:5]


def one_huge_map(data: dict) -> None:
    """400 by 400 hexes around the printed map: once 15 GB and a traceback."""
    rows = [row + "." * (400 - len(row)) for row in data["map"]["rows"]]
    data["map"]["rows"] = rows + ["." * 400] * (400 - len(rows))


def track_everywhere(data: dict) -> None:
    width = len(data["map"]["rows"][0])
    data["map"]["rows"] += ["." * width] * 60


FAULTS: dict[str, tuple[Callable[[dict], None], str]] = {
    "twelve sea routes at a city": (
        lambda data: sea_at_boston(data, 12),
        "sea.list: Boston has 12 sea routes beside 3 open sides; legal are at most 10 Links",
    ),
    "a ring of sea routes for nothing": (
        lambda data: sea_routes(data, list(zip(names(data)[:6], names(data)[1:7], strict=True)), 0),
        "sea.list[0].price is 0; legal are 1 to 10000",
    ),
    "a line of five cities": (
        five_cities_in_a_line,
        "lines.list: line 1 joins 5 cities; legal are at most 4",
    ),
    "a Rail Baron of five cities": (
        a_rail_baron_of_five_cities,
        "multiplayer.rail_barons: Links at Chicago names 5 cities; legal are at most 4",
    ),
    "forty Rail Barons": (
        lambda data: data["multiplayer"].update(
            rail_barons=data["multiplayer"]["rail_barons"][:1] * 40
        ),
        "multiplayer.rail_barons has 40 Barons; legal are at most 29",
    ),
    "a map of 400 by 400 hexes": (
        one_huge_map,
        "map.rows has 160,000 hexes; legal are at most 1,536",
    ),
    "more hexes than the records hold": (
        track_everywhere,
        f"hexes; legal are at most {layout.HEXES:,}",
    ),
    "a name of a thousand letters": (
        lambda data: data["cities"]["list"][3].update(name="X" * 1000),
        f"cities.list[3].name has 1,000 letters; legal are at most {LONGEST_NAME}",
    ),
    "a bag of Operations cards": (
        lambda data: [card.update(count=40) for card in data["operations"]["cards"][:2]],
        "operations.cards has",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_the_game_has_no_room_for_is_refused_in_one_line(fault, board_data, write_board):
    spoil, told = FAULTS[fault]
    spoil(board_data)
    path = write_board(board_data)
    if fault == "a map of 400 by 400 hexes":
        assert path.stat().st_size < LARGEST_FILE, "the file itself is not too large"
    with pytest.raises(DataError) as refused:
        load_board(path)
    assert told in str(refused.value) and "\n" not in str(refused.value)


def test_a_city_may_have_as_many_links_as_the_records_hold(board_data, write_board):
    by_land = 3  # sides of Boston that lead somewhere
    sea_at_boston(board_data, layout.SPOKES - by_land)
    assert len(load_board(write_board(board_data)).sea_routes) == layout.SPOKES - by_land
    sea_at_boston(board_data, layout.SPOKES - by_land + 1)
    with pytest.raises(DataError, match="legal are at most 10 Links at a city"):
        load_board(write_board(board_data))


@pytest.mark.parametrize("name", board_names())
def test_our_own_boards_fit(name):
    assert not list(beyond_room(load_board(name), load_rulebook()))


TOO_MANY: dict[str, tuple[str, Callable[[dict], None], str]] = {
    "a 17th Duel Baron": (
        "duel_barons",
        lambda data: data["barons"].extend([{**data["barons"][0], "name": "One more"}] * 5),
        "duel_barons.toml: barons has 17 Barons; legal are at most 16",
    ),
    "a Duel Baron of six tiers": (
        "duel_barons",
        lambda data: data["barons"][2].update(tiers=[1, 2, 3, 4, 5, 6], points=[1] * 6),
        "duel_barons.toml: barons[2].tiers has 6 tiers; legal are at most 5",
    ),
    "a Duel Baron with more points than tiers": (
        "duel_barons",
        lambda data: data["barons"][2].update(tiers=[1], points=[1, 2]),
        "duel_barons.toml: barons[2].points must rise, a number for each of the 1 tiers",
    ),
    "thirty Rail Barons of every map": (
        "multiplayer",
        lambda data: data["rail_barons"].update(list=data["rail_barons"]["list"][:1] * 30),
        "multiplayer.toml: rail_barons.list has 30 Barons; legal are at most 24",
    ),
    "an income track of two hundred scores": (
        "rules",
        lambda data: data["income"].update(by_score=[1] * 200),
        "rules.toml: income.by_score has 200 scores; legal are at most 128",
    ),
    "engines of level 9": (
        "rules",
        lambda data: data["engine"].update(prices=[1] * 8),
        "rules.toml: engine.prices has 8 prices; legal are at most 7",
    ),
    "a row of more Duel Barons than there are": (
        "rules",
        lambda data: data["solo"].update(barons_in_row=13),
        "rules.toml: solo.barons_in_row is 13; legal are at most 12",
    ),
    "seven seats": (
        "multiplayer",
        lambda data: data["seats"].update(most_seats=7),
        "multiplayer.toml: seats.most_seats is 7 seats; legal are at most 6",
    ),
    "three Rail Barons for a seat": (
        "multiplayer",
        lambda data: data["setup"].update(rail_barons_dealt=3),
        "multiplayer.toml: setup.rail_barons_dealt is 3; legal are at most 2",
    ),
}


@pytest.mark.parametrize("fault", TOO_MANY)
def test_a_rulebook_with_more_than_there_is_room_for_is_refused_by_file_and_key(fault, monkeypatch):
    file, spoil, message = TOO_MANY[fault]

    def read(path, shown):
        data = read_toml(path, shown)
        if path.stem == file:
            spoil(data)
        return data

    monkeypatch.setattr("rotwsim.scenario.rulebook.read_toml", read)
    with pytest.raises(DataError) as refused:
        load_rulebook.__wrapped__()
    assert str(refused.value) == message


def test_extends_finds_no_file_outside_its_folder(write_board, tmp_path):
    outside = write_board({"extends": "eastern-us"}, "outside.toml")
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "link.toml").symlink_to(outside)
    for name in ("../outside.toml", str(outside), "link.toml"):
        path = write_board({"extends": name}, "inside/mine.toml")
        with pytest.raises(DataError, match="which is outside the folder of the file"):
            load_board(path)


def test_extends_finds_a_file_in_a_folder_below(write_board, tmp_path):
    (tmp_path / "below").mkdir()
    write_board({"extends": "eastern-us"}, "below/base.toml")
    board = load_board(write_board({"extends": "below/base.toml"}, "mine.toml"))
    assert board.name == "mine"


@pytest.mark.slow
def test_twelve_hundred_files_that_extend_one_another_are_one_line(write_board):
    write_board({"extends": "eastern-us"}, "board0.toml")
    for number in range(1, 1200):
        path = write_board({"extends": f"board{number - 1}.toml"}, f"board{number}.toml")
    told = f"more than {MOST_FILES} files extend one another"
    with pytest.raises(DataError, match=told) as refused:
        load_board(path)
    assert len(str(refused.value)) < 200
    assert load_board(path.parent / f"board{MOST_FILES - 2}.toml").cities


def test_a_file_that_extends_itself_is_told(write_board):
    with pytest.raises(DataError, match="which extends this file again"):
        load_board(write_board({"extends": "mine.toml"}))


LENGTH = LARGEST_FILE - 1000
SLOW_FILES = {
    "a key of a hundred thousand parts": "a." * (LENGTH // 2) + "b = 1",
    "a table of a hundred thousand parts": "[" + "a." * (LENGTH // 2) + "b]",
    "many deep keys": "\n".join(f"k{n}." + "a." * 60 + "b = 1" for n in range(LENGTH // 140)),
    "one long word": "a" * LENGTH,
    "a number of many digits": "a = 0x" + "f" * LENGTH,
    "deep lists": "a = " + "[" * LENGTH,
    "too large": "a = 1\n" * LENGTH,
    "many tables": "[[a]]\n" * (LENGTH // 6),
}


@pytest.mark.parametrize("kind", SLOW_FILES)
def test_a_file_made_to_be_slow_is_refused_soon(kind, tmp_path):
    path = tmp_path / "slow.toml"
    path.write_text(SLOW_FILES[kind])
    with pytest.raises(DataError, match=r"slow\.toml: "):
        load_board(path)


def test_a_device_without_an_end_is_no_board():
    with pytest.raises(DataError, match="no such board file"):
        load_board("/dev/zero")


def test_cards_that_a_table_adds_are_refused_where_there_is_no_room_for_them():
    """A deck of 80 cards is full already: Start cards and Major Lines come on top."""
    board = load_board("eastern-us")
    hotels = [card for card in board.operations if card.kind == "hotel"]
    room = layout.OPERATIONS_CARDS - len(Scenario.of(board).operations_cards)
    first = replace(hotels[0], count=hotels[0].count + room)
    full = replace(board, operations=(first, *(c for c in board.operations if c != hotels[0])))
    compile_rules(Scenario.of(full), player=0, weights=[])
    table = Scenario.of(full, seats=["random", "random"])
    with pytest.raises(DataError, match="cards with those of multiplayer; legal are at most 80"):
        compile_rules(table, player=0, weights=[], seat_players=[0, 0])

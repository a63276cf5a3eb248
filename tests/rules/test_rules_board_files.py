"""A user's own board file: what is wrong with it in one message, and how it extends ours."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from rotwsim.rules.load import load_board
from rotwsim.rules.provenance import UNSEEN, count_by_origin, still_assumed
from rotwsim.rules.schema import DataError

CARDS = "14 cards of the box"


def city(data: dict, name: str) -> dict:
    return next(entry for entry in data["cities"]["list"] if entry["name"] == name)


def rename(table: dict, old: str, new: str) -> None:
    table[new] = table.pop(old)


def put(text: str, place: int, letter: str) -> str:
    return text[:place] + letter + text[place + 1 :]


def cut_off_dallas(data: dict) -> None:
    """A ring of hexes that are not playable around Dallas, with the sides there closed."""
    rows = data["map"]["rows"]
    for row, column in ((34, 1), (34, 3), (33, 2), (33, 1), (35, 1), (35, 2)):
        rows[row] = put(rows[row], column, "#")
    city(data, "Dallas")["closed"] = ["E", "NE", "NW", "W", "SW", "SE"]


def swamp_at_boston(data: dict) -> None:
    data["map"]["rows"][0] = put(data["map"]["rows"][0], 25, ".")


FAULTS = {
    "unknown key of the file": (
        lambda d: d.update(colours=1),
        "colours is not a key of this table; legal: name, title, map",
    ),
    "misspelt key of the file": (
        lambda d: rename(d, "railbot", "railbots"),
        'railbots is not a key of this table; did you mean "railbot"?',
    ),
    "misspelt key of a city": (
        lambda d: rename(d["cities"]["list"][0], "colour", "color"),
        'cities.list[0].color is not a key of this table; did you mean "colour"?',
    ),
    "misspelt key with a default": (
        lambda d: d["cities"]["list"][0].update(close=["E"]),
        'cities.list[0].close is not a key of this table; did you mean "closed"?',
    ),
    "missing key": (lambda d: d.pop("solo"), "solo is missing"),
    "missing value with choices": (
        lambda d: d["cities"]["list"][2].pop("colour"),
        "cities.list[2].colour is missing; legal: red, blue, yellow, black, purple, grey",
    ),
    "wrong colour": (
        lambda d: d["cities"]["list"][2].update(colour="gray"),
        'cities.list[2].colour is "gray"; did you mean "grey"?',
    ),
    "far from any colour": (
        lambda d: d["cities"]["list"][2].update(colour="x"),
        'cities.list[2].colour is "x"; legal: red, blue, yellow, black, purple, grey',
    ),
    "text for a number": (
        lambda d: d["solo"].update(base_exhaust="two"),
        'solo.base_exhaust must be a whole number, not "two"',
    ),
    "yes for a number": (
        lambda d: d["solo"].update(base_exhaust=True),
        "solo.base_exhaust must be a whole number, not True",
    ),
    "number out of range": (
        lambda d: d["solo"].update(base_exhaust=-1),
        "solo.base_exhaust is -1; legal are 0 to 20",
    ),
    "missing city of a line": (
        lambda d: d["lines"]["list"][2]["cities"].__setitem__(0, "Baltimor"),
        'lines.list: line 3 joins unknown city "Baltimor"; did you mean "Baltimore"?',
    ),
    "missing city of a map card": (
        lambda d: d["railbot"]["cards"][1]["cities"].__setitem__(1, "New Heaven"),
        'railbot.cards: card 2 names unknown city "New Heaven"; did you mean "New Haven"?',
    ),
    "missing city of an Operations card": (
        lambda d: d["operations"]["cards"][0].update(city="Gotham"),
        'operations.cards: card 1 names unknown city "Gotham"; legal: Boston, Albany',
    ),
    "missing city not in play": (
        lambda d: d["solo"].update(cities_not_in_play=["Bostn"]),
        'solo.cities_not_in_play names unknown city "Bostn"; did you mean "Boston"?',
    ),
    "missing line not in play": (
        lambda d: d["solo"].update(lines_not_in_play=["Chicago-New York"]),
        'solo.lines_not_in_play names unknown line "Chicago-New York"',
    ),
    "missing city of the Western Link": (
        lambda d: d["western_link"].update(destination="Chigaco"),
        'western_link.destination names unknown city "Chigaco"; did you mean "Chicago"?',
    ),
    "13 map cards": (
        lambda d: d["railbot"]["cards"].pop(),
        "railbot.cards has 13 cards; legal: 14",
    ),
    "10 common cards": (
        lambda d: d["railbot"].update(common=common_cards()[:-1]),
        "railbot.common has 10 cards; legal: 11",
    ),
    "no Final Evaluation": (
        lambda d: d["railbot"].update(common=[common_cards()[1], *common_cards()[1:]]),
        "railbot.common has 0 Final Evaluation cards; legal: 1",
    ),
    "slots not 12/6/6": (
        lambda d: d["railbot"]["cards"][0].update(slot="right"),
        "railbot: slot left/middle/right is 11/6/7 over the 24 cards of cards and common; "
        "legal: 12/6/6",
    ),
    "two cities on a map card": (
        lambda d: d["railbot"]["cards"][0].update(cities=["Boston", "Albany"]),
        "railbot.cards: card 1 names 2 cities; legal: 3 or 4",
    ),
    "a card without a slot": (
        lambda d: d["railbot"]["cards"][3].pop("slot"),
        "railbot.cards[3].slot is missing; legal: left, middle, right",
    ),
    "more cubes than the bag holds": (
        lambda d: [entry.update(cubes=3) for entry in d["cities"]["list"]],
        "cities.list: the cities draw 156 cubes; the bag holds 125, 25 a colour",
    ),
    "unreachable city": (cut_off_dallas, "cities.list: Dallas cannot be reached from Boston"),
    "a colour without any city": (
        lambda d: [e.update(colour="grey") for e in d["cities"]["list"] if e["colour"] == "red"],
        "cities.list: no city in play is red, so no red cube can be delivered",
    ),
    "ragged rows": (
        lambda d: d["map"]["rows"].__setitem__(7, d["map"]["rows"][7] + "."),
        "map.rows: row 7 has 28 hexes; row 0 has 27",
    ),
    "no rows": (lambda d: d["map"].update(rows=[], ridges=[]), "map.rows is empty"),
    "a letter that is no terrain": (
        lambda d: d["map"]["rows"].__setitem__(7, put(d["map"]["rows"][7], 3, "x")),
        'map.rows: row 7, column 3 is "x"; legal: . plain, r plain with a river, w partly lake',
    ),
    "a city off its hex": (
        lambda d: city(d, "Memphis").update(at=[26, 10]),
        "cities.list[40].at: Memphis is off its hex: row 26, column 10 is plain, not a city (C)",
    ),
    "a city outside the map": (
        lambda d: city(d, "Memphis").update(at=[99, 10]),
        "cities.list[40].at: Memphis is off its hex: row 99, column 10 is not playable",
    ),
    "a city's hex without its letter": (
        swamp_at_boston,
        "cities.list[0].at: Boston is off its hex: row 0, column 25 is plain, not a city (C)",
    ),
    "two cities on one hex": (
        lambda d: city(d, "Albany").update(at=[0, 25], closed=["NE", "E", "NW"]),
        "cities.list[1].at puts Albany on the hex of Boston",
    ),
    "a city hex without a city": (
        lambda d: d["cities"]["list"].remove(city(d, "Memphis")),
        "map.rows: row 26, column 9 is a city hex (C), but no city of cities.list lies there",
    ),
    "a city twice": (
        lambda d: city(d, "Albany").update(name="Boston"),
        'cities.list names "Boston" twice',
    ),
    "an open side towards an unplayable hex": (
        lambda d: city(d, "Boston").update(closed=["NE", "NW"]),
        "cities.list[0].closed: Boston has its side E open towards a hex that is not playable; "
        'add "E"',
    ),
    "a side that is none": (
        lambda d: city(d, "Boston").update(closed=["N"]),
        'cities.list[0].closed has side "N"; legal: E, NE, NW, W, SW, SE',
    ),
    "a ridge on a side that is none": (
        lambda d: d["map"]["ridges"].append("5,5:N"),
        'map.ridges has "5,5:N" with a side that is none; legal: E, NE, NW, W, SW, SE',
    ),
    "a ridge in another form": (
        lambda d: d["map"]["ridges"].append("5;5 E"),
        'map.ridges has "5;5 E"; the form is "row,column:E+SW+SE"',
    ),
    "a ridge outside the map": (
        lambda d: d["map"]["ridges"].append("50,5:E"),
        'map.ridges has "50,5:E", which lies outside the rows',
    ),
    "a ridge at the edge": (
        lambda d: d["map"]["ridges"].append("0,13:E"),
        "map.ridges: the ridge at 0,13:E does not lie between two playable hexes",
    ),
    "a ridge twice": (
        lambda d: d["map"]["ridges"].append(d["map"]["ridges"][0]),
        "map.ridges lists a ridge twice",
    ),
    "a line between one city": (
        lambda d: d["lines"]["list"][0].update(cities=["Boston"]),
        "lines.list: line 1 must join two cities or more",
    ),
    "a line from a city to itself": (
        lambda d: d["lines"]["list"][0].update(cities=["Boston", "Boston"]),
        'lines.list: line 1 names "Boston" twice',
    ),
    "too many discs": (
        lambda d: d["solo"].update(
            cities_not_in_play=[entry["name"] for entry in d["cities"]["list"][:16]]
        ),
        "solo.cities_not_in_play and lines_not_in_play name 16 together; the box has 15 discs",
    ),
    "an origin that is none": (
        lambda d: d["solo"].update(origin="guessed: by me"),
        'solo.origin is "guessed: by me"; legal: printed: source, reported: source',
    ),
    "an origin without a source": (
        lambda d: d["solo"].update(origin="assumed"),
        "solo.origin names no source; legal: assumed: where it comes from, in a few words",
    ),
    "a table without an origin": (
        lambda d: d["solo"].pop("origin"),
        "solo.base_exhaust has no origin; give the table one; legal: printed: source",
    ),
    "an origin of nothing": (
        lambda d: d["solo"].update(origins={"base_exhaus": "printed: box"}),
        'solo.origins.base_exhaus names no value of this table; did you mean "base_exhaust"?',
    ),
    "an unknown board to extend": (
        lambda d: d.update(extends="eastern-uk"),
        'extends: no board is called "eastern-uk"; did you mean "eastern-us"?',
    ),
    "a sea route from a city to itself": (
        lambda d: d.update(
            sea={"origin": "assumed: test", "list": [{"cities": ["Boston"] * 2, "price": 5}]}
        ),
        'sea.list: route 1 names "Boston" twice',
    ),
    "a list for a table": (lambda d: d.update(map=[]), "map must be a table, not []"),
    "a number for the rows": (
        lambda d: d["map"].update(rows=5),
        "map.rows must be a list of texts, not 5",
    ),
}


def common_cards() -> list[dict]:
    """The common cards, to be changed in a file of one's own."""
    left = ["left"] * 4 + ["middle"] * 3 + ["right"] * 3
    cards = [{"name": "Final Evaluation", "final_evaluation": True}]
    return cards + [{"name": f"Card {n}", "taxation": True, "slot": s} for n, s in enumerate(left)]


@pytest.mark.parametrize("change, message", FAULTS.values(), ids=FAULTS.keys())
def test_each_fault_gives_one_message_with_file_key_and_what_is_legal(
    change, message, board_data, write_board
):
    change(board_data)
    path = write_board(board_data)
    with pytest.raises(DataError) as caught:
        load_board(path)
    assert str(caught.value).startswith(f"{path}: {message}")
    assert "\n" not in str(caught.value)


BROKEN_FILES = {
    "no TOML": (b"name = ", "not valid TOML: Invalid value (at end of document)"),
    "not text": (b"\xff\xfe\x00", "not a text file in UTF-8"),
    "a key twice": (b"name = 1\nname = 2", "not valid TOML: Cannot overwrite a value"),
    "empty": (b"", "name is missing"),
    "a number without end": (b"name = 1" + b"0" * 5000, "not valid TOML: Exceeds the limit"),
    "nested without end": (b"name = " + b"[" * 20_000, "not valid TOML: nested too deeply"),
}


@pytest.mark.parametrize("content, message", BROKEN_FILES.values(), ids=BROKEN_FILES.keys())
def test_a_broken_file_gives_one_message(content, message, tmp_path):
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    with pytest.raises(DataError, match=re.escape(f"{path}: {message}")):
        load_board(path)


def test_a_file_or_folder_that_is_no_board_is_told(tmp_path):
    for path in (tmp_path / "nowhere.toml", tmp_path, f"{'x' * 5000}.toml"):
        with pytest.raises(DataError, match=r"no such board file"):
            load_board(str(path) + "/" if path == tmp_path else path)


def test_a_whole_board_file_of_ones_own_works(board_data, write_board, eastern_us):
    board_data["title"] = "My board"
    board = load_board(write_board(board_data))
    assert board.title == "My board"
    assert board.cities == eastern_us.cities and board.ridges == eastern_us.ridges


def test_extends_replaces_just_the_map_cards(board_data, write_board, eastern_us):
    cards = board_data["railbot"]["cards"]
    cards[0]["cities"] = ["Boston", "Providence", "New Haven"]
    own = {"extends": "eastern-us", "railbot": {"origin": f"printed: {CARDS}", "cards": cards}}
    board = load_board(write_board(own, "my-cards.toml"))
    assert board.railbot_cards[0].cities == ("Boston", "Providence", "New Haven")
    assert board.cities == eastern_us.cities and board.common_cards == eastern_us.common_cards
    assert board.name == "my-cards" and board.title == "Eastern US, changed by my-cards.toml"
    origins = {f.key: (f.origin, f.source) for f in board.figures}
    assert origins["railbot.cards[0].slot"] == ("printed", CARDS)
    kept = {f.key: (f.origin, f.source) for f in eastern_us.figures}
    for key, origin in origins.items():
        assert origin == kept[key] or key.startswith("railbot.cards")


def test_extends_replaces_single_figures_and_keeps_the_origin_of_the_others(
    eastern_us, write_board
):
    own = {"extends": "Eastern US", "solo": {"origin": "printed: box", "base_exhaust": 3}}
    board = load_board(write_board(own))
    assert (board.base_exhaust, board.empty_city_trigger) == (3, eastern_us.empty_city_trigger)
    before, after = (
        {f.key: f.origin for f in each.figures if f.key.startswith("solo.")}
        for each in (eastern_us, board)
    )
    assert after.pop("solo.base_exhaust") == "printed"
    assert before.pop("solo.base_exhaust") == "inferred" and before == after


def test_extends_asks_where_replaced_figures_come_from(write_board):
    path = write_board({"extends": "eastern-us", "solo": {"base_exhaust": 3}})
    with pytest.raises(DataError, match="solo replaces figures; say where yours come from"):
        load_board(path)


def test_extends_may_give_an_own_name_title_and_common_cards(write_board, board_data):
    own = {
        "extends": "eastern-us",
        "name": "box",
        "title": "The box",
        "railbot": {
            "origin": "printed: box",
            "common": common_cards(),
        },
    }
    board = load_board(write_board(own))
    assert (board.name, board.title) == ("box", "The box")
    assert Counter(card.taxation for card in board.common_cards) == {True: 10, False: 1}


def test_extends_works_from_any_folder_and_over_several_files(write_board, tmp_path, monkeypatch):
    write_board(
        {"extends": "eastern-us", "solo": {"origin": "printed: a", "base_exhaust": 4}}, "a.toml"
    )
    second = {"extends": "a.toml", "solo": {"origin": "reported: b", "empty_city_trigger": 9}}
    path = write_board(second, "b.toml")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    for name in (path, "../b.toml"):
        board = load_board(name)
        assert (board.base_exhaust, board.empty_city_trigger) == (4, 9)
        origins = {f.key: f.origin for f in board.figures}
        assert origins["solo.base_exhaust"] == "printed"
        assert origins["solo.empty_city_trigger"] == "reported"
        assert origins["solo.cities_not_in_play"] == "assumed"


def test_extends_in_a_circle_is_told(write_board):
    write_board({"extends": "b.toml"}, "a.toml")
    path = write_board({"extends": "a.toml"}, "b.toml")
    with pytest.raises(DataError, match="which extends this file again"):
        load_board(path)


def test_what_is_still_assumed_shrinks_as_a_user_fills_it_in(write_board, eastern_us, board_data):
    own = {"extends": "eastern-us", "railbot": {"origin": "printed: box", **board_data["railbot"]}}
    own["railbot"]["origin"] = "printed: box"
    board = load_board(write_board(own))
    before = {assumption.key for assumption in still_assumed(eastern_us.figures)}
    after = {assumption.key for assumption in still_assumed(board.figures)}
    assert before - after == {
        "railbot.cards.cities",
        "railbot.cards.slot",
        "railbot.cards.major_line",
        "railbot.cards.baron",
    }
    less = (
        count_by_origin(eastern_us.figures)["assumed"] - count_by_origin(board.figures)["assumed"]
    )
    assert less == 4 * 14


def test_assumptions_come_in_the_order_of_their_influence_if_it_is_known(eastern_us):
    order = ["solo.empty_city_trigger", "railbot.cards.cities"]
    keys = [assumption.key for assumption in still_assumed(eastern_us.figures, order)]
    assert keys[:2] == order
    plain = [assumption.key for assumption in still_assumed(eastern_us.figures)]
    assert keys[2:] == [key for key in plain if key not in order]
    total = sum(assumption.values for assumption in still_assumed(eastern_us.figures))
    counts = count_by_origin(eastern_us.figures)
    assert total == sum(counts[origin] for origin in UNSEEN)

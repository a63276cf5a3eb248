"""A user's own board file: what is wrong with it in one message."""

from __future__ import annotations

import re

import pytest

from rotwsim.scenario.board_file import load_board
from rotwsim.scenario.schema import DataError


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
        "map.rows: row 26, column 9 is a city hex (C), but no city of cities.list is there",
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
        'map.ridges has "50,5:E", which is outside the rows',
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
    "no TOML": (b"name = ", "not valid TOML: this is no value; a text needs quotes"),
    "not text": (b"\xff\xfe\x00", "not a text file in UTF-8"),
    "a key twice": (b"name = 1\nname = 2\n", "line 2: not valid TOML: this key is there already"),
    "empty": (b"", "name is missing"),
    "a number without end": (
        b"name = 1" + b"0" * 5000,
        "not valid TOML: a number has too many",
    ),
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

"""The data files say what the rulebook and the printed board say, and where they have it from."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from rotwsim.scenario.board_file import PRINTED, board_names, find_board, load_board
from rotwsim.scenario.player_numbers import (
    NAMES_UNTIL_0_1,
    behaviour_of,
    hashed,
    signature_of,
)
from rotwsim.scenario.provenance import count_by_origin, ranges_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import COLOURS, GREY, ORIGINS, PRINTED_GOALS, DataError

LABELS = ("name", "title")  # what a thing is called is no parameter
TWEAKS = {
    "cash": "T1",
    "target-110": "T2",
    "exhaust-1": "T3",
    "cards-1": "T4",
    "cards-2": "T4",
    "display-4": "T5",
    "display-3": "T5",
    "exhaust+1": "T6",
    "target-135": "T7",
    "markers-1": "T8",
    "markers-2": "T8",
}


def test_eastern_us_has_801_hexes_125_ridges_52_cities_and_110_cubes(eastern_us):
    assert eastern_us.playable_hexes == 801
    assert len(eastern_us.ridges) == 125
    assert len(eastern_us.cities) == 52
    assert sum(city.cubes for city in eastern_us.cities) == 110


def test_eastern_us_keeps_the_facts_as_they_were_read_off_the_board(eastern_us):
    """Spot checks against the printed board: place, colour, cubes and closed sides."""
    cities = {city.name: city for city in eastern_us.cities}
    new_york, chicago = cities["New York"], cities["Chicago"]
    assert (new_york.hex, new_york.colour, new_york.cubes) == ((5, 23), "red", 5)
    assert set(new_york.closed) == {"NE", "E", "SE"}
    assert (chicago.hex, chicago.colour, chicago.cubes) == ((13, 7), "red", 4)
    colours = Counter(city.colour for city in eastern_us.cities)
    assert colours == {"red": 3, "blue": 5, "yellow": 7, "purple": 4, "black": 4, "grey": 29}


def test_S3_S28_map_cards_cover_the_board_and_carry_four_icons_of_each_kind(eastern_us):
    cards = eastern_us.railbot_cards
    assert len(cards) == 14 and all(len(card.cities) in (3, 4) for card in cards)
    assert sum(card.major_line for card in cards) == sum(card.baron for card in cards) == 4
    named = {name for card in cards for name in card.cities}
    assert len(named) >= 40


def test_S4_slots_are_12_6_6_over_the_24_cards(eastern_us):
    cards = [c for c in (*eastern_us.railbot_cards, *eastern_us.common_cards) if c.slot]
    assert Counter(card.slot for card in cards) == {"left": 12, "middle": 6, "right": 6}
    assert sum(card.final_evaluation for card in eastern_us.common_cards) == 1


def test_S41_solo_parameters_of_eastern_us_lie_in_their_ranges_and_nobody_saw_them(
    eastern_us,
):
    ranges = ranges_of(eastern_us)
    for name in ("base_exhaust", "empty_city_trigger"):
        span = ranges[f"solo.{name}"]
        assert span.low < getattr(eastern_us, name) < span.high
    assert not eastern_us.cities_not_in_play and not eastern_us.lines_not_in_play
    solo = {f.key: f.origin for f in eastern_us.provenance if f.key.startswith("solo.")}
    assert solo.pop("solo.base_exhaust") == solo.pop("solo.empty_city_trigger") == "inferred"
    assert set(solo.values()) == {"assumed"} and len(solo) == 2


def test_B43_known_points_of_lines_are_reported_and_the_others_assumed(eastern_us):
    points = {line.name: line.points for line in eastern_us.lines}
    assert points["New York-Chicago"] == points["New Orleans-Minneapolis"] == 10
    assert points["Baltimore-Toledo"] == 6
    origins = {
        line.name: parameter.origin
        for number, line in enumerate(eastern_us.lines)
        for parameter in eastern_us.provenance
        if parameter.key == f"lines.list[{number}].points"
    }
    assert origins == {
        "New York-Chicago": "reported",
        "New Orleans-Minneapolis": "reported",
        "Baltimore-Toledo": "reported",
        "Richmond-Atlanta": "assumed",
        "Boston-Washington D.C.": "assumed",
    }


def test_B48_western_link_starts_at_des_moines_and_kansas_city(eastern_us):
    link = eastern_us.western_link
    assert link.cities == ("Des Moines", "Kansas City")
    assert (link.price, link.colour, link.cubes) == (30, "red", 4)
    assert (link.destination, link.bonus_cubes) == ("Chicago", 2)


def test_B40_the_eastern_us_deck_has_28_known_cards_besides_its_lines(eastern_us):
    assert sum(card.count for card in eastern_us.operations) == 28 and len(eastern_us.lines) == 5
    (source,) = {
        f.source for f in eastern_us.provenance if f.key.endswith("operations.cards[0].city")
    }
    assert "28 of the 37 printed cards" in source


def test_B4_income_peaks_at_25_between_41_and_48_points(book):
    assert len(book.income_by_score) == 101
    assert [s for s, income in enumerate(book.income_by_score) if income == 25] == [*range(41, 49)]
    assert book.income_above == 9


def test_B10_B11_track_prices_and_tiles(book):
    prices = (book.track_plain, book.track_water, book.track_mountain, book.track_ridge)
    assert prices == (2, 3, 4, 4)
    assert (book.tiles_per_build, book.tiles_with_perfect_engineering) == (4, 5)


def test_B20_there_are_25_cubes_of_each_of_five_colours(book):
    assert book.cubes_per_colour == 25 and len(COLOURS) == 5


def test_B20_no_board_draws_more_cubes_than_the_bag_holds(book):
    for name in board_names():
        assert sum(city.cubes for city in load_board(name).cities) <= 125


def test_B21_city_colours_are_the_five_and_grey(eastern_us):
    assert {city.colour for city in eastern_us.cities} == {*COLOURS, GREY}


def test_B22_urbanize_costs_10_and_twelve_tiles_have_four_colours(book):
    assert (book.urbanize_price, book.urbanize_cubes) == (10, 2)
    tiles = dict(zip(COLOURS, book.new_city_tiles, strict=True))
    assert tiles == {"red": 0, "yellow": 3, "black": 3, "blue": 3, "purple": 3}


def test_B33_engine_prices_come_from_two_sources_and_say_so(book):
    assert book.engine_prices == (5, 10, 10, 15, 15, 20, 20)
    (parameter,) = [parameter for parameter in book.provenance if parameter.key == "engine.prices"]
    assert (parameter.origin, parameter.source) == (
        "reported",
        "two independent sources that agree in all seven prices",
    )


def test_D10_to_D21_are_twelve_barons_each_with_a_goal_and_an_effect_of_its_own(book):
    assert [baron.rule for baron in book.barons] == [f"D{number}" for number in range(10, 22)]
    assert {baron.goal for baron in book.barons} == set(PRINTED_GOALS)
    assert len({baron.effect for baron in book.barons}) == 12
    for baron in book.barons:
        assert len(baron.tiers) == len(baron.points)
        assert list(baron.points) == sorted(baron.points)


def test_section_7_four_random_barons_offer_23_points_at_their_top_tiers(book):
    assert 4 * sum(baron.points[-1] for baron in book.barons) / 12 == pytest.approx(23, abs=0.5)
    assert 4 * sum(baron.points[0] for baron in book.barons) / 12 == pytest.approx(14, abs=0.5)


def test_T1_to_T8_are_known_by_their_command_line_names(book):
    assert {tweak.name: tweak.rule for tweak in book.tweaks} == TWEAKS


def test_switches_have_their_default_first(book):
    switches = {ruling.name: ruling.choices for ruling in book.rulings if ruling.choices}
    assert switches["removed_cubes"] == ("bag", "box")
    assert switches["railbot_path"] == ("reuse", "fresh")


def test_every_value_of_every_file_says_where_it_comes_from(book):
    parameters = [*book.provenance]
    for name in board_names():
        parameters += load_board(name).provenance
    told = defaultdict(set)
    for parameter in parameters:
        assert parameter.origin in ORIGINS and parameter.source.strip() and parameter.count >= 1, (
            parameter
        )
        told[parameter.file].add(parameter.key)
    boards = (PRINTED / "boards").glob("*.toml")
    assert {path.name for path in boards} < {Path(file).name for file in told}
    for file, keys in told.items():
        tables = tomllib.loads((PRINTED / file).read_text(encoding="utf-8"))
        top = "railbot" if file == "railbot.toml" else ""  # read as a table of every board
        tables.pop("ranges", None)  # how far a parameter may lie is none itself
        values = {key for key in keys_of(tables, top) if key.rpartition(".")[2] not in LABELS}
        assert values <= keys, file


def keys_of(value: object, key: str = "") -> Iterator[str]:
    """The keys of all values of a file, such as `lines.list[3].points`."""
    if isinstance(value, dict):
        for name in set(value) - {"origin", "origins"}:
            yield from keys_of(value[name], f"{key}.{name}".removeprefix("."))
    elif isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        for place, item in enumerate(value):
            yield from keys_of(item, f"{key}[{place}]")
    else:
        yield key


def test_values_are_counted_by_where_they_come_from(book):
    assert sum(count_by_origin(book.provenance).values()) == sum(f.count for f in book.provenance)
    barons = [parameter for parameter in book.provenance if parameter.file == "duel_barons.toml"]
    counts = count_by_origin(barons)
    assert counts["printed"] == sum(counts.values()) > 12 * 8  # tiers and points are several each


def test_the_map_counts_every_hex_and_every_ridge_as_a_value(eastern_us):
    counts = {parameter.key: parameter.count for parameter in eastern_us.provenance}
    assert counts["map.rows"] == 38 * 27
    assert counts["map.ridges"] == 125


@pytest.mark.parametrize("name", ["eastern-us", "Eastern_US", "EASTERN US", " eastern us "])
def test_board_names_are_taken_in_any_case_with_dash_underscore_or_space(name, eastern_us):
    assert load_board(name) == eastern_us


def test_an_unknown_board_gets_the_nearest_name():
    with pytest.raises(
        DataError, match='no board is called "eastern uss"; did you mean "eastern-us"'
    ):
        load_board("eastern uss")


def test_every_board_file_has_the_name_it_is_found_by():
    for name in board_names():
        path, _ = find_board(name)
        assert tomllib.loads(path.read_text(encoding="utf-8"))["name"] == name
        assert path.parent == PRINTED / "boards"


def test_a_new_name_in_the_description_keeps_stored_games():
    scenario = Scenario.of("sweden")
    old = {NAMES_UNTIL_0_1.get(key, key): value for key, value in scenario.describe().items()}
    assert "figures" in old and "parameters" not in old
    assert behaviour_of(scenario) == hashed([old, signature_of(scenario), {}])

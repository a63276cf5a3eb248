"""Lists matched by place: names in data and schema stand in the order of the numbers in kernels."""

from __future__ import annotations

import tomllib

import pytest

from rotwsim.core.state import codes
from rotwsim.core.state.layout import WEIGHTS
from rotwsim.players import action
from rotwsim.players.learned import corrections, features
from rotwsim.players.learned.samples import IN_SOLO
from rotwsim.players.value import weights
from rotwsim.players.value.cards_deliveries_insurance import LEARNED_LEAD
from rotwsim.players.value.records import AROUND
from rotwsim.runner.game_columns import TRIGGERS
from rotwsim.scenario import options, schema
from rotwsim.scenario.baron_words import ACTS, COUNTS
from rotwsim.scenario.rulebook import DATA
from rotwsim.scenario.schema import BIDDING, RAIL_BARON_GOALS, START_GOALS


def numbered(module, prefix: str = "", suffix: str = "") -> list[str]:
    """The constants of a module whose names begin and end so, as words, by their number."""
    found = {
        number: name.removeprefix(prefix).removesuffix(suffix).lower()
        for name, number in vars(module).items()
        if name.isupper() and name.startswith(prefix) and name.endswith(suffix)
    }
    return [found[number] for number in sorted(found)]


def test_weights_are_named_once_and_numbered_from_0():
    assert [getattr(weights, name.upper()) for name in weights.NAMES] == [
        *range(len(weights.NAMES))
    ]
    assert len(weights.NAMES) <= WEIGHTS


def test_every_weight_says_what_it_means():
    meanings = tomllib.loads((DATA / "settings.toml").read_text(encoding="utf-8"))["weights"]
    assert tuple(meanings) == weights.NAMES
    assert all(meanings.values())


def test_the_features_of_a_card_are_found_by_its_kind():
    kinds = [
        "hotel",
        "new_industry",
        "city_growth",
        "executive",
        "land_grant",
        "perfect_engineering",
    ]
    for kind in kinds:
        first = features.FIRST_OF_CARD[getattr(codes, kind.upper())]
        assert features.NAMES[first] == kind
    assert len(features.FIRST_OF_CARD) == codes.CARD_KINDS == len(kinds) + 1
    assert features.FIRST_OF_CARD[codes.BOUNTY] == features.NOT_TAKEN


def test_what_lies_around_a_city_stands_in_the_order_of_its_features():
    found = {*numbered(corrections, suffix="_8"), *numbered(corrections, suffix="_16")}
    assert found == {"cubes", "cities", "fitting", "awaited"}
    first = features.BUILD_CUBES_8
    for number, name in enumerate(features.NAMES[first : first + AROUND]):
        assert getattr(corrections, name.upper().removeprefix("BUILD_")) == number


def test_the_hopes_stand_in_the_order_of_the_goals():
    hopes = [name.removeprefix("hope_") for name in weights.NAMES[weights.HOPE :][:12]]
    assert tuple(hopes) == schema.PRINTED_GOALS


def test_bans_stand_in_the_order_of_the_options():
    named = [name.replace("_", "-") for name in numbered(action, "WITHOUT_")]
    assert tuple(named) == options.BANS


def test_each_kind_of_card_has_its_own_ban():
    words = {"city_growth": "growth", "perfect_engineering": "engineering"}
    for kind, ban in zip(
        schema.OPERATIONS_KINDS[: codes.CARD_KINDS], action.CARD_BANS, strict=True
    ):
        option = options.BANS[ban].replace("-", "_")
        assert option.removesuffix("s") == words.get(kind, kind).replace("bounty", "bountie")


@pytest.mark.parametrize(
    ("prefix", "names"),
    [
        ("GOAL_", COUNTS + RAIL_BARON_GOALS),
        ("EFFECT_", ACTS),
        ("START_", START_GOALS),
    ],
)
def test_goals_and_effects_of_barons_stand_in_the_order_of_the_schema(prefix, names):
    assert tuple(numbered(codes, prefix)) == names


@pytest.mark.parametrize(
    ("prefix", "names"), [("SLIP_", options.SLIP_KINDS), ("AIM_", options.AIMS)]
)
def test_slips_and_aims_stand_in_the_order_of_the_options(prefix, names):
    assert tuple(numbered(codes, prefix)) == tuple(name.replace("-", "_") for name in names)


def test_what_ended_a_game_stands_in_the_order_of_the_table():
    by_number = (codes.NOT_YET, codes.BY_MARKERS, codes.BY_EVALUATION, codes.UNFINISHED)
    assert by_number == tuple(range(len(TRIGGERS)))
    assert TRIGGERS == ("not yet", "markers", "evaluation", "unfinished")


def test_insurance_is_believed_as_far_as_trials_compare_actions():
    assert IN_SOLO.nearly_best == LEARNED_LEAD


def test_random_streams_stand_in_the_order_of_the_scenario():
    assert tuple(numbered(codes, suffix="_STREAM")) == options.STREAMS
    assert len(options.STREAMS) == codes.STREAMS


@pytest.mark.parametrize(
    ("names", "count"),
    [
        (schema.COLOURS, codes.COLOURS),
        (schema.SLOTS, codes.ROW),
        (schema.OPERATIONS_KINDS[: codes.CARD_KINDS], codes.CARD_KINDS),  # those of the solo game
        (BIDDING, len(BIDDING)),
    ],
)
def test_colours_slots_and_cards_stand_in_the_order_of_the_schema(names, count):
    assert [getattr(codes, name.upper()) for name in names] == [*range(count)]


def test_grey_comes_after_the_colours_and_start_cards_after_the_others():
    assert codes.GREY == codes.COLOURS and schema.GREY not in schema.COLOURS
    assert schema.OPERATIONS_KINDS[codes.START :] == ("start", "major_line")
    assert (codes.START, codes.MAJOR_LINE) == (codes.CARD_KINDS, codes.CARD_KINDS + 1)

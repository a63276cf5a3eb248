"""Narrow fields of the records: what stands in them is never larger than they are."""

from __future__ import annotations

import numpy as np
import pytest

from rotwsim.core.state import codes, layout
from rotwsim.core.track.routes import TRACK
from rotwsim.players.value import records as thoughts
from rotwsim.players.value.records import MOST_BUILDS
from rotwsim.scenario import capacity
from rotwsim.scenario.board_file import load_rulebook

CITY, STEP = layout.CITIES - 1, layout.HEXES * layout.SIDES - 1
MOST_CUBES = 100  # of a colour, see rules.rulebook
MOST_TILE = 100  # money, see rules.rulebook
LAID = 3 * TRACK + TRACK - 1  # three tracks take all sides of a hex
POINTS = layout.LEVELS + layout.OPERATIONS_CARDS  # of a cube: Links, and every card a hotel
# The largest number that each narrow field can hold by its meaning; the least is -1.
STATE = {
    "goods": MOST_CUBES,
    "cubes": MOST_CUBES * codes.COLOURS,
    "colour": codes.GREY,
    "marker": 1,
    "laid": LAID,
    "kept_laid": LAID,
    "route": layout.ROUTES - 1,
    "kept_route": layout.ROUTES - 1,
    "link_first": CITY,
    "link_second": CITY,
    "link_owner": codes.RAILBOT,
    "spokes": layout.SPOKES,
    "spoke_city": CITY,
    "spoke_owner": codes.RAILBOT,
    "group": CITY,
    "railbot_group": CITY,
    "own_group": CITY,
    "open_step": STEP,
    "aside_step": STEP,
    "hotel": layout.OPERATIONS_CARDS,
    "choices": capacity.LARGEST,
    "path_start": layout.PATH_CITIES,
    "path_city": CITY,
    "note_worth": POINTS,
    "note_wish": CITY,  # the kind of an action, and cities or a colour
}
RULES = {
    "hex_price": MOST_TILE,
    "hex_grant": MOST_TILE,
    "hex_city": CITY,
    "ahead": layout.HEXES - 1,
    "ridge": MOST_TILE,
    "pair_of": layout.PAIRS - 1,
    "pair_first": CITY,
    "pair_second": CITY,
    "route_tiles": layout.TILES,
    "route_step": STEP,
    "touch_pair": layout.LISTED - 1,
    "near_pair": layout.PAIRS - 1,
    "near_city": CITY,
    "near_price": max(capacity.LARGEST, 2 * MOST_TILE * (layout.TILES + 1)),
}
SURVEY = {
    "chain": (1 << (10 + codes.COLOURS)) - 1,  # see survey.pack_chain
    "worth": POINTS,
}
OFFER = {"near": CITY, "far": CITY, "builds": MOST_BUILDS}


def narrow_fields(record: np.dtype) -> dict[str, int]:
    """The largest number that fits into each field that is narrower than NUMBER."""
    kinds = {name: record[name].base for name in record.names}
    return {
        name: int(np.iinfo(kind).max)
        for name, kind in kinds.items()
        if kind.kind == "i" and kind.itemsize < np.dtype(layout.NUMBER).itemsize
    }


@pytest.mark.skipif(layout.IS_PLAIN, reason="plain Python has no narrow fields")
@pytest.mark.parametrize(
    ("record", "largest"),
    [
        (layout.STATE, STATE),
        (layout.RULES, RULES),
        (thoughts.SURVEY, SURVEY),
        (thoughts.OFFER, OFFER),
    ],
    ids=["state", "rules", "survey", "offer"],
)
def test_no_narrow_field_can_overflow(record, largest):
    room = narrow_fields(record)
    assert set(room) == set(largest), "say here what the field can hold at most"
    assert not {name: most for name, most in largest.items() if most > room[name]}


def test_the_rulebook_allows_no_more_than_that():
    book = load_rulebook()
    assert book.cubes_per_colour <= MOST_CUBES < 1 << thoughts.SLICES


def test_records_stay_small():
    """A state is copied for each action looked behind, and the rules are read by every thread."""
    assert layout.STATE.itemsize < 45_000 and layout.RULES.itemsize < 3_100_000

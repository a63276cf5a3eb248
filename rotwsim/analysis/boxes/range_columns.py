"""The range over plausible boxes as columns of a table, beside the interval of the run."""

from __future__ import annotations

import math

from rotwsim.analysis.boxes.known_ranges import (
    PlausibleRange,
    plausible_difference,
    plausible_range,
)
from rotwsim.scenario.scenario import Scenario

UNKNOWN = {
    "boxes_low": math.nan,
    "boxes_high": math.nan,
    "boxes_fillings": 0,
    "boxes_stale": False,
}
DIFFERENCE_UNKNOWN = {"boxes_difference_low": math.nan, "boxes_difference_high": math.nan}


def boxes_of(scenario: Scenario | None) -> dict:
    """Where the win rate of a scenario may lie; not numbers where that was not measured."""
    known = plausible_range(scenario) if scenario else None
    return _columns(known) if known else dict(UNKNOWN)


def boxes_between(baseline: Scenario | None, variant: Scenario | None) -> dict:
    """Where the win rate of a variant may lie, and its difference to the baseline."""
    known = plausible_difference(baseline, variant) if baseline and variant else None
    if known is None:
        return boxes_of(variant) | DIFFERENCE_UNKNOWN
    ends = {"low": known.difference_low, "high": known.difference_high}
    return _columns(known) | {f"boxes_difference_{end}": ends[end] for end in ends}


def _columns(known: PlausibleRange) -> dict:
    return {
        "boxes_low": known.low,
        "boxes_high": known.high,
        "boxes_fillings": known.fillings,
        "boxes_stale": known.stale,
    }

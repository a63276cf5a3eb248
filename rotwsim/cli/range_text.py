"""The range over plausible boxes beside the win rates of a table, and where there is none."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rotwsim.cli.tables import signed

if TYPE_CHECKING:
    import pandas as pd

    from rotwsim.analysis.boxes.known_ranges import PlausibleRange

HEAD = "boxes %"
NONE = "-"
OLD = "the range over plausible boxes is older than the rules, the players or the figures"


def boxes(row, of: str = "") -> str:
    """The ends of the win rate over plausible boxes in percent: "45 to 84"."""
    ends = [getattr(row, f"boxes_{of}{end}") for end in ("low", "high")]
    return NONE if any(map(math.isnan, ends)) else " to ".join(f"{100 * end:.0f}" for end in ends)


def difference_boxes(row) -> str:
    """The ends of a difference over plausible boxes in points: "−9 to 0"."""
    ends = [row.boxes_difference_low, row.boxes_difference_high]
    if any(map(math.isnan, ends)):
        return NONE
    return " to ".join(signed(100 * end, 0) for end in ends)


def notes_on_boxes(table: pd.DataFrame) -> list[str]:
    """What the column of boxes means, and that it is missing or old where it is."""
    known = table["boxes_low"].notna()
    if not known.any():
        return ["no range over plausible boxes is stored for this: intervals cover chance alone"]
    fillings = int(table.loc[known, "boxes_fillings"].min())
    notes = [f"boxes: the middle nine tenths over {fillings} plausible fillings of what is assumed"]
    if not known.all():
        notes.append(f"{NONE}: no range over plausible boxes is stored")
    if table["boxes_stale"].any():
        notes.append(OLD)
    return notes


def range_in_words(known: PlausibleRange | None) -> str:
    """A range by itself: "45 to 84 %, the middle nine tenths of 200 fillings of …"."""
    if known is None:
        return "no range is stored for this; the interval covers chance alone"
    old = f"; {OLD}" if known.stale else ""
    return (
        f"{100 * known.low:.0f} to {100 * known.high:.0f} %, the middle nine tenths of "
        f"{known.fillings} fillings of what is assumed{old}"
    )

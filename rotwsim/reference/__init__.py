"""The rules once more, in plain Python: replays a log of a solo game or of a table, row by row."""

from rotwsim.reference.given import Given
from rotwsim.reference.replay import (
    ALL_OFFERS,
    OFFERS_CHECKED,
    TOO_SHORT,
    Disagreement,
    ReplayResult,
    replay,
    replay_log,
)
from rotwsim.reference.scoring import differing_fields, recompute_outcome

__all__ = [
    "ALL_OFFERS",
    "OFFERS_CHECKED",
    "TOO_SHORT",
    "Disagreement",
    "Given",
    "ReplayResult",
    "differing_fields",
    "recompute_outcome",
    "replay",
    "replay_log",
]

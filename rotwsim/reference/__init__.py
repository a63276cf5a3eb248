"""The rules once more, in plain Python: replays a log, solo or multiplayer, row by row."""

from rotwsim.reference.given import Given
from rotwsim.reference.money_and_outcome import differing_fields, recompute_outcome
from rotwsim.reference.replay import (
    ALL_OFFERS,
    OFFERS_CHECKED,
    TOO_SHORT,
    Disagreement,
    ReplayResult,
    replay,
    replay_log,
)

"""Random streams: splitmix64 words in the state, one per purpose and further seat, keyed by run
seed, game and purpose.
"""

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.codes import PLAYER_STREAM, STREAMS
from rotwsim.core.state.log import mix

GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@kernel
def start_streams(state, rules, seed, game):
    """Every stream of a game depends on nothing but run seed, game number and purpose.

    A shift takes one stream from another game, so that its part in the outcome can be measured.
    """
    key = mix(np.uint64(seed) + GOLDEN)
    for purpose in range(STREAMS + rules.seats - 1):
        origin = np.uint64(game + rules.stream_shift[purpose])
        state.streams[purpose] = mix(mix(key + origin * GOLDEN) + np.uint64(purpose + 1) * GOLDEN)


@kernel
def draw_word(state, purpose):
    """The next 64 random bits of a stream."""
    state.streams[purpose] += GOLDEN
    return mix(state.streams[purpose])


@kernel
def draw_below(state, purpose, limit):
    """A whole number from 0 up to, not including, the limit."""
    return np.int64((draw_word(state, purpose) >> np.uint64(33)) % np.uint64(limit))


@kernel
def draw_for(state, limit):
    """The same from the stream of the seat that decides."""
    return draw_below(state, PLAYER_STREAM + state.seat, limit)


@kernel
def shuffle(state, purpose, cards, count):
    """Puts the first `count` entries into random order."""
    for place in range(count - 1, 0, -1):
        other = draw_below(state, purpose, place + 1)
        cards[place], cards[other] = cards[other], cards[place]

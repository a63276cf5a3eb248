"""Open track that is put aside, built around and removed (B15, M17).

The fields `open_…` of the state tell of the seat whose go it is; at a table those of the others
wait beside them. The board without any open track is kept while there is some.
"""

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.state.layout import TILES
from rotwsim.core.state.log import TRACK_REMOVED, note
from rotwsim.core.track.found_routes import forget_finds
from rotwsim.core.track.tiles import block_way, bring_back_track, lay


@kernel
def remove_open_track(state, rules, log):
    """B15: open track left at the end of the turn's actions is removed, its money is lost."""
    if state.open_city >= 0:
        take_off_track(state, log)
        bring_back_board(state, rules)


@kernel
def take_off_track(state, log):
    """The open track of the seat at hand, if there is any, is given up."""
    if state.open_city >= 0:
        note(log, state, TRACK_REMOVED, state.open_city, state.open_tiles)
        state.open_city = -1


@kernel
def bring_back_board(state, rules):
    """The board as it lies without open track."""
    bring_back_track(state, rules)
    forget_finds(state, rules)


@kernel
def lay_beside_open_track(state, rules):
    """M17: a complete Link stays where the open track of others will be removed."""
    if state.open_sea >= 0:
        block_way(state.kept_blocked, state.kept_way, state.kept_price, rules, state.open_sea)
        return
    for tile in range(state.open_tiles):
        lay(
            state.kept_laid, state.kept_blocked, state.kept_way, state.kept_price, rules,
            state.open_step[tile], state.open_step[tile + 1]
        )  # fmt: skip


@kernel
def put_aside(state, seat):
    """The open track of a seat waits for its next go."""
    state.aside_city[seat] = state.open_city
    if state.open_city < 0:
        return
    state.tracks_aside += 1
    state.aside_aim[seat] = state.open_aim
    state.aside_tiles[seat] = state.open_tiles
    state.aside_paid[seat] = state.open_paid
    state.aside_sea[seat] = state.open_sea
    state.aside_plan[seat] = state.open_plan
    for place in range(TILES + 1):
        state.aside_step[seat, place] = state.open_step[place]


@kernel
def take_up(state, seat):
    """The open track of a seat is built on."""
    state.open_city = state.aside_city[seat]
    if state.open_city < 0:
        return
    state.tracks_aside -= 1
    state.open_aim = state.aside_aim[seat]
    state.open_tiles = state.aside_tiles[seat]
    state.open_paid = state.aside_paid[seat]
    state.open_sea = state.aside_sea[seat]
    state.open_plan = state.aside_plan[seat]
    for place in range(TILES + 1):
        state.open_step[place] = state.aside_step[seat, place]

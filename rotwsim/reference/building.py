"""Build track: which tiles may be laid, their price, open track and complete Links (B10 to B16)."""

from collections.abc import Iterator
from itertools import repeat

from rotwsim.core.state.codes import BUILD, PAID_TRACK, RAILBOT
from rotwsim.core.state.log import LINK_BUILT, TILES, TRACK_REMOVED
from rotwsim.reference.cities_and_operations import score_lines
from rotwsim.reference.game import Choice, Game, LegalTile, Seat, Track
from rotwsim.reference.given import Given
from rotwsim.reference.hexmap import (
    HEADINGS,
    NOWHERE,
    SEA,
    SEA_TILE,
    Ground,
    Tile,
    tile_between,
    tiles_of,
)
from rotwsim.reference.link_offers import one_build_price
from rotwsim.reference.money_and_outcome import pay


def is_legal_build(game: Game, seat: Seat, choice: Choice) -> bool:
    """Check beginning, aim, number of tiles and Land Grant of a Build (B11, B46)."""
    kind, begin, aim, tiles, grant, unused = choice
    cities = game.given.cities_in_play
    if kind != BUILD or begin not in cities or aim not in cities or begin == aim or unused:
        return False
    if seat.open_track and seat.open_track.begin != begin:  # B15: one open track at a time
        return False
    grants = (0, 1) if seat.land_grants else (0,)
    return 1 <= tiles <= game.given.tiles_per_build(seat.perfect_engineering) and grant in grants


def build(game: Game, seat: Seat, begin: int, aim: int, tiles: int, grant: int) -> None:
    """Lay tiles of one Link and pay for them; the last may complete it."""
    track = seat.open_track or Track(begin)
    price = 0
    for _ in range(tiles):
        legal = list(legal_tiles(game, track, aim, game.given.book.longest_link))
        laid = _lay(game, seat, seat.number, track, legal, None)
        is_granted = grant and laid.tile[0] != SEA and game.given.hexmap.is_plain[laid.tile[0]]
        # B46: a Land Grant saves the terrain price of plain hexes, not their ridges
        price += laid.price - (game.given.book.track_plain if is_granted else 0)
    seat.land_grants -= grant
    seat.open_track = track
    game.note(seat, TILES, begin, tiles, len(track.chain))
    pay(game, seat, price, PAID_TRACK)
    if track.end is not None:
        seat.open_track = None
        if track.end != aim:
            game.refuse(f"a Link to city {aim}, for which the Build aims, not to {track.end}")
        if len(track.chain) == tiles:
            _compare_with_offer(game, seat, track, aim)
        _complete(game, seat, seat.number, track, aim)
        score_lines(game, seat)


def build_railbot_link(
    game: Game, seat: Seat, first: int, second: int, steps: tuple[int, ...] | None = None
) -> int:
    """Build a whole Link at once, for nothing, of any length; give its price (S23).

    The steps are one way to build it, where one is known; by sea there are none.
    """
    track = Track(first)
    examples = repeat(SEA_TILE) if steps == () else iter(tiles_of(steps or ()))
    while track.end is None:
        legal = list(legal_tiles(game, track, second, None))
        _lay(game, seat, RAILBOT, track, legal, next(examples, None))
    if track.end != second:
        game.refuse(f"a stretch from city {first} to {second}, not to {track.end}")
    _complete(game, seat, RAILBOT, track, second)
    return track.price


def remove_open_track(game: Game, seat: Seat) -> None:
    """Remove what is not complete at the end of the turn's actions (B15)."""
    track = seat.open_track
    if track is None:
        return
    game.ground.lift(track.chain, track.sea)
    seat.open_track = None
    game.note(seat, TRACK_REMOVED, track.begin, len(track.chain))


def legal_tiles(game: Game, track: Track, aim: int, longest: int | None) -> Iterator[LegalTile]:
    """List every tile that may be laid next: hex, sides, the city it completes a Link to.

    A sea route is only ever built in the whole. On land a tile enters a hex with room, turns by at
    most 60 degrees (B13) and leaves through a side without track (B14), towards a hex with room
    that the Link does not use yet or into a city other than the one it began at.
    """
    if track.end is not None:
        return
    if track.sea is not None or not track.chain:
        yield from _sea_tiles(game.given, game.ground, track, aim)
    if track.sea is not None or (longest is not None and len(track.chain) >= longest):
        return
    hexmap, ground, used = game.given.hexmap, game.ground, track.hexes
    goals, is_free = hexmap.goal, ground.is_free
    for step in ground.first_steps(track.begin, track.chain):
        price = hexmap.price[step]
        for after in hexmap.after[step]:
            goal = goals[after]
            if not is_free[after] or after // HEADINGS in used or goal == track.begin:
                continue
            if goal == NOWHERE:
                yield LegalTile(tile_between(step, after), price)
            else:  # B10: the last tile also pays the ridge on the city's side
                ridge = hexmap.price[after]
                yield LegalTile(tile_between(step, after), price + ridge, goal)


def _sea_tiles(given: Given, ground: Ground, track: Track, aim: int) -> Iterator[LegalTile]:
    for number, sea in enumerate(given.sea_routes):
        is_begun = track.sea == number
        is_offered = track.sea is None and number not in ground.sea_used
        if is_begun or (is_offered and set(sea.cities) == {track.begin, aim}):
            is_last = len(track.chain) + 1 == sea.tiles
            goal = sea.other(track.begin) if is_last else None
            yield LegalTile(SEA_TILE, 0 if is_begun else sea.price, goal, number)


def _lay(
    game: Game, seat: Seat, owner: int, track: Track, legal: list[LegalTile], example: Tile | None
) -> LegalTile:
    laid = game.log.lay(game.turn, seat.number, owner, legal, example)
    track.chain.append(laid.tile)
    track.price += laid.price
    track.end, track.sea = laid.goal, laid.sea
    game.ground.lay(laid.tile, laid.sea)
    return laid


def _compare_with_offer(game: Game, seat: Seat, track: Track, end: int) -> None:
    """Check that a Link of one Build costs what was on offer before it (B10, B11)."""
    game.ground.lift(track.chain, track.sea)
    cheapest = one_build_price(game, seat, track.begin, end)
    for tile in track.chain:
        game.ground.lay(tile, track.sea)
    if track.price != cheapest:
        game.refuse(f"a Link for {cheapest}, as it is on offer, not for {track.price}")


def _complete(game: Game, seat: Seat, owner: int, track: Track, end: int) -> None:
    game.network.add(owner, track.begin, end)
    game.note(seat, LINK_BUILT, owner, track.begin, end, len(track.chain), track.price)

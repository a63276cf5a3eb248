"""Build track: tiles, open track and complete Links (B10 to B16)."""

from __future__ import annotations

from rotwsim.core.codes import PAID_TRACK, RAILBOT, SOLO
from rotwsim.core.log import LINK_BUILT, TILES, TRACK_REMOVED
from rotwsim.reference.game import Game, OpenTrack
from rotwsim.reference.given import Hex, Side
from rotwsim.reference.money import pay
from rotwsim.reference.options import Option
from rotwsim.reference.scoring import score_lines


def legal_routes(game: Game) -> tuple[set[int], int]:
    """The routes that may be begun or continued now, and their digest."""
    if game.open_track is None:
        return game.ground.buildable, game.ground.digest
    if can_continue(game, game.open_track):  # B15: one open track at a time
        return {game.open_track.route}, game.given.route_digest[game.open_track.route]
    return set(), 0


def can_continue(game: Game, track: OpenTrack) -> bool:
    """Every remaining tile is still layable; the Railbot may have built across."""
    remaining = game.given.routes[track.route].tiles - track.laid
    return game.ground.is_free(*ground_of(game, track.route, track.end, track.laid, remaining))


def is_legal_build(game: Game, option: Option) -> bool:
    """End, number of tiles and Land Grant of a Build on a legal route (B11, B46)."""
    _, route, end, tiles, grant, unused = option
    track = game.open_track
    laid = track.laid if track else 0
    ends = (track.end,) if track else (0, 1)
    most = min(tiles_per_build(game), game.given.routes[route].tiles - laid)
    grants = (0, 1) if game.land_grants else (0,)
    return end in ends and 1 <= tiles <= most and grant in grants and unused == 0


def tiles_per_build(game: Game) -> int:
    """B11, and B46: Perfect Engineering never makes it fewer."""
    tiles = game.given.figures["tiles_per_build"]
    if game.perfect_engineering:
        return max(tiles, game.given.book.tiles_with_perfect_engineering)
    return tiles


def build(game: Game, route: int, end: int, tiles: int, grant: int) -> None:
    """One Build action: lays tiles of one Link, pays for them, completes the Link at its last."""
    track = game.open_track or OpenTrack(route, end, 0)
    game.ground.lay(*ground_of(game, route, end, track.laid, tiles))
    price = _price(game, track, tiles, grant)
    game.land_grants -= grant
    track.laid += tiles
    game.open_track = track
    game.note(TILES, route, end, tiles, track.laid)
    pay(game, price, PAID_TRACK)
    if track.laid == game.given.routes[route].tiles:
        game.open_track = None
        _complete(game, SOLO, route)
        score_lines(game)


def build_railbot_link(game: Game, route: int) -> None:
    """S23: a whole Link at once, for nothing."""
    tiles = game.given.routes[route].tiles
    game.ground.lay(*ground_of(game, route, 0, 0, tiles))
    _complete(game, RAILBOT, route)


def remove_open_track(game: Game) -> None:
    """B15: what is not complete at the end of the turn's actions is lost."""
    track = game.open_track
    if track is None:
        return
    game.ground.lift(*ground_of(game, track.route, track.end, 0, track.laid))
    game.open_track = None
    game.note(TRACK_REMOVED, track.route)


def ground_of(
    game: Game, route: int, end: int, laid: int, tiles: int
) -> tuple[tuple[Hex, ...], tuple[Side, ...]]:
    """Hexes and sides newly taken by some tiles from one end, after those already laid.

    The first tile takes the side towards the city too, every other shares its entry side with
    the tile before. A sea route has one side, which its first tile takes, and no hexes.
    """
    hexes, sides = game.given.routes[route].hexes, game.given.routes[route].sides
    if end == 1:
        hexes, sides = hexes[::-1], sides[::-1]
    first_side = laid + 1 if laid else 0
    return hexes[laid : laid + tiles], sides[first_side : laid + tiles + 1]


def _price(game: Game, track: OpenTrack, tiles: int, grant: int) -> int:
    """B10: the tiles from that end; a Land Grant saves the terrain price of plain ones (B46)."""
    route = game.given.routes[track.route]
    now = slice(track.laid, track.laid + tiles)
    price = sum(route.costs[track.end][now])
    if grant:
        price -= game.given.book.track_plain * sum(route.plain[track.end][now])
    return price


def _complete(game: Game, owner: int, route: int) -> None:
    game.network.add(owner, route)
    game.note(LINK_BUILT, owner, route)

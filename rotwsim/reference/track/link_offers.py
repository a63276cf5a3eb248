"""What is on offer to a seat: the cheapest Links for one, two, three … Build actions (B11, B15).

An offer is (first city, second city, Build actions, price). It is made where that many Builds allow
a Link cheaper than fewer Builds do. With open track it counts only what is still to be laid.
"""

from __future__ import annotations

from collections.abc import Iterator

from rotwsim.reference.choices import Choice
from rotwsim.reference.game import Game
from rotwsim.reference.seat import Seat, Track
from rotwsim.reference.track.chains import NEVER, Search
from rotwsim.reference.track.hexmap import HEADINGS

CONTINUED = -1  # in place of a city: the ways to continue open track


def offer_places(game: Game, seat: Seat) -> list[int]:
    """List the cities that the log has offers for, or the one open track."""
    return [CONTINUED] if seat.open_track else game.given.cities_in_play


def offers_at(game: Game, seat: Seat, place: int) -> list[Choice]:
    """From a city to all higher-numbered ones, or on from open track; as choices with a digest."""
    if place == CONTINUED:
        return list(_offers(game, seat, seat.open_track, -1))
    if game.offers_of_version != game.ground.version:  # only track changes what is on offer
        game.offers_of_version, game.offers_known = game.ground.version, {}
    key = place, _tiles_per_build(game, seat)
    if key not in game.offers_known:
        game.offers_known[key] = list(_offers(game, seat, Track(place), place))
    return game.offers_known[key]


def one_build_price(game: Game, seat: Seat, begin: int, aim: int) -> int:
    """What a Link costs that one Build can lay from city to city; NEVER if there is none."""
    limits = [min(_tiles_per_build(game, seat), game.given.book.longest_link)]
    (price,) = _prices(game, Track(begin), limits, aim).get(aim, [NEVER])
    return price


def _offers(game: Game, seat: Seat, track: Track, above: int) -> Iterator[Choice]:
    """The falling prices for more and more Builds, as far as the longest Link goes."""
    per_build = _tiles_per_build(game, seat)
    longest = game.given.book.longest_link - len(track.chain)
    if track.sea is not None:
        longest = game.given.sea_routes[track.sea].tiles
    builds = range(1, -(-longest // per_build) + 1)
    limits = [min(build * per_build, longest) for build in builds]
    if not limits:
        return
    for city, prices in sorted(_prices(game, track, limits).items()):
        lowest = NEVER
        for build, price in zip(builds, prices, strict=True):
            if price < lowest and city > above:
                yield (track.begin, city, build, price, 0, 0)
            lowest = min(lowest, price)


def _prices(
    game: Game, track: Track, limits: list[int], aim: int | None = None
) -> dict[int, list[int]]:
    """By city: the lowest price within each limit of tiles, by land or by sea.

    With an aim nothing is said of other cities that can be reached by land.
    """
    found: dict[int, list[int]] = {}
    if track.sea is None:
        found = search_from(game, track).prices(limits, aim)
    for number, sea in enumerate(game.given.sea_routes):
        if not _is_open_sea(game, track, number):
            continue
        tiles = sea.tiles - len(track.chain)
        price = 0 if track.chain else sea.price
        city = sea.other(track.begin)
        by_land = found.get(city, [NEVER] * len(limits))
        by_sea = [price if tiles <= limit else NEVER for limit in limits]
        found[city] = [min(pair) for pair in zip(by_land, by_sea, strict=True)]
    return found


def search_from(game: Game, track: Track) -> Search:
    """All Links on land that begin at a city, or that open track on land can become."""
    free = game.ground.free
    steps = game.ground.first_steps(track.begin, track.chain)
    if track.chain:
        free = free.copy()
        for hex_ in track.hexes:  # a Link uses no hex twice
            free[hex_ * HEADINGS : (hex_ + 1) * HEADINGS] = False
        free[steps] = True  # its side carries the tip of this very track
    return Search(game.given.hexmap, free, tuple(steps), track.begin)


def _is_open_sea(game: Game, track: Track, number: int) -> bool:
    if track.chain:
        return track.sea == number
    sea = game.given.sea_routes[number]
    return track.begin in sea.cities and number not in game.ground.sea_used


def _tiles_per_build(game: Game, seat: Seat) -> int:
    return game.given.tiles_per_build(seat.perfect_engineering)

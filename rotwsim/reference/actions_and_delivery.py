# Longer than most: an action, and the choice and pay of a delivery.
"""One action of a seat (B3): engine (B33), Insurance (S15), delivery (B30 to B32, S14, D2, M18)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, partial

from rotwsim.core.state import codes
from rotwsim.core.state.log import ENGINE, INSURANCE, STATUS
from rotwsim.reference import cities_and_operations
from rotwsim.reference.barons import effective_engine, effects, engine_lower, points_less, total
from rotwsim.reference.building import build, is_legal_build
from rotwsim.reference.game import Choice, Choices, Cities, Game, Seat, action
from rotwsim.reference.link_offers import CONTINUED, offers_at
from rotwsim.reference.money_and_outcome import pay, score


def decide_action(game: Game, seat: Seat, insurance: Iterable[Choice] = ()) -> Choice:
    """Let the player act; the log lists the offers of track first, if it lists them."""
    every = game.log.offers_every
    if every and game.actions_decided % every == 0:
        offers = partial(offers_at, game, seat)
        places = [CONTINUED] if seat.open_track else game.given.cities_in_play
        game.log.show_offers(game.turn, seat.number, places, offers)
    choices = legal_actions(game, seat, insurance)
    chosen = game.log.decide(game.turn, seat.number, codes.DECIDE_ACTION, choices)
    game.actions_decided += 1
    return chosen


def legal_actions(game: Game, seat: Seat, insurance: Iterable[Choice] = ()) -> Choices:
    """List every action that may be taken now (B3)."""
    legal = [action(codes.PASS)]
    legal += [action(codes.URBANIZE, *new) for new in cities_and_operations.legal_new_cities(game)]
    if seat.engine < game.given.highest_engine:
        legal.append(action(codes.UPGRADE))
    legal += [*legal_deliveries(game, seat), *insurance]
    for kind, places in (
        (codes.TAKE_CARD, cities_and_operations.legal_display_places(game)),
        (codes.WESTERN_LINK, cities_and_operations.legal_western_cities(game)),
        (codes.MINE, cities_and_operations.legal_mines(game, seat)),
    ):
        legal += [action(kind, place) for place in places]
    return Choices(legal, lambda choice: is_legal_build(game, seat, choice))


def carry_out(game: Game, seat: Seat, chosen: Choice) -> int:
    """Do what was chosen; give the number of further actions it brings."""
    kind, *arguments = chosen
    match kind:
        case codes.BUILD:
            build(game, seat, *arguments[:4])
        case codes.URBANIZE:
            cities_and_operations.urbanize(game, seat, *arguments[:2])
        case codes.UPGRADE:
            upgrade(game, seat)
        case codes.DELIVER:
            deliver(game, seat, *arguments)
        case codes.TAKE_CARD:
            return cities_and_operations.take_card(game, seat, arguments[0])
        case codes.INSURE:
            insure(game, seat, arguments[0])
        case codes.WESTERN_LINK:
            cities_and_operations.buy_western_link(game, seat, arguments[0])
        case codes.MINE:
            cities_and_operations.mine(game, seat, arguments[0])
        case codes.PASS:
            seat.passes += 1
    return 0


def note_status(game: Game, seat: Seat) -> None:
    """Note what a turn leaves a seat with."""
    cubes = sum(map(sum, game.cubes)), sum(game.bag)
    own = seat.score, seat.cash, seat.bonds, seat.engine
    game.note(seat, STATUS, *own, len(game.markers), *cubes)


LOWEST_PRICED = 2  # level 1 is what everybody begins with


def upgrade(game: Game, seat: Seat) -> None:
    """Upgrade the engine by one level, at its price (B33)."""
    pay(game, seat, upgrade_price(game, seat), codes.PAID_ENGINE)
    seat.engine += 1
    game.first_at_level.setdefault(seat.engine, seat.number)
    game.note(seat, ENGINE, seat.engine)
    cities_and_operations.fulfil_starts(game, seat, "engine", seat.engine)


def upgrade_price(game: Game, seat: Seat) -> int:
    """Give the price of the next level, printed or as the lower one it counts as (D12)."""
    level = seat.engine + 1
    lower = engine_lower(game)  # of the solo game alone, as is the ruling
    if lower and game.given.switches["tychoon_price"] == "lower":
        level = max(LOWEST_PRICED, level - lower)
    return game.given.book.engine_prices[level - LOWEST_PRICED]


def legal_insurance(game: Game, seat: Seat, actions: int) -> Iterator[Choice]:
    """List the places to insure: as the first actions of a turn, with the token (S15)."""
    parameters = game.given.parameters
    if game.insured is not None or seat.actions_done or not parameters["railbot_acts"]:
        return
    if actions >= parameters["insurance_actions"]:
        for place in (0, 1):  # the row's first or second card
            yield action(codes.INSURE, place)


def insure(game: Game, seat: Seat, place: int) -> None:
    """Insure a card; dear Insurance also costs an action after the Railbot step (D17)."""
    game.insured = place
    seat.insurance_bought += 1
    game.note(seat, INSURANCE, place)
    seat.actions_forfeited = total(game, "dear_insurance")


OWNER_STEP = 16  # a tally counts the Links of owner n in steps of this to the power of n
OF_OWNER = [OWNER_STEP**owner for owner in range(codes.RAILBOT + 1)]
Reached = tuple[int, int, int]  # colour, destination, tally of the Links used


def legal_deliveries(game: Game, seat: Seat) -> Iterator[Choice]:
    """List every distinct cube, destination and number of Links of each owner."""
    engine = effective_engine(game, seat)
    # What was worked out for this network is kept; Links and New Cities only ever become more.
    network = len(game.network.links), len(game.urbanized), *game.rotors.values()
    if game.deliveries_of != network:
        game.deliveries_of, game.deliveries_known = network, {}
    known = game.deliveries_known
    for city in sorted(game.network.cities_of(seat.number)):  # B30: the first Link must be own
        colours = cities_and_operations.colours_in(game.cubes[city])
        if not colours:
            continue
        key = seat.number, engine, city, *colours
        if key not in known:
            known[key] = _deliveries_from(game, seat, city, engine)
        yield from known[key]


def deliver(game: Game, seat: Seat, city: int, colour: int, destination: int, *counts: int) -> None:
    """Move the cube along its path and pay the owners of the Links on it (B32).

    The counts are as in the action: a tally, or in solo own Links, then Railbot Links.
    """
    if game.given.scenario.seats:
        links = links_of(counts[0])
    else:
        links = Counter({seat.number: counts[0], codes.RAILBOT: counts[1]})
    cities_and_operations.remove_cube(game, seat, city, colour, codes.CUBE_DELIVERED)
    paths = partial(stated_paths, game, seat, (city,), colour, destination, links)
    game.log.show_path(game.turn, seat.number, paths)
    seat.deliveries += 1
    seat.delivered[colour] += 1
    seat.longest_delivery = max(seat.longest_delivery, links.total())
    points = links[seat.number] - points_less(game, game.colours[destination])
    score(game, seat, max(0, points), codes.FROM_DELIVERIES)  # D2
    score(game, seat, -links[codes.RAILBOT], codes.LOST_TO_RAILBOT_LINKS)  # S14
    for other in game.seats:  # M18
        if other is not seat:
            score(game, other, links[other.number], codes.FROM_OTHERS)
            seat.points_given += links[other.number]
    if not effects(game, "no_hotels"):  # B41, D20
        for owner in game.seats:
            score(game, owner, owner.hotels[destination], codes.FROM_HOTELS)
    cities_and_operations.remove_bounties(game, seat, destination, codes.CARD_FULFILLED)
    cities_and_operations.fulfil_starts(game, seat, "delivery", links.total())
    western = game.given.western
    if western and city in game.western_links:  # B48
        if colour == western.colour and destination == western.destination:
            cities_and_operations.draw_cubes(game, seat, destination, western.bonus_cubes)
    cities_and_operations.turn_rotor(game, seat, destination)


def links_of(tally: int) -> Counter[int]:
    """Count the Links of each owner in a tally."""
    links: Counter[int] = Counter()
    owner = 0
    while tally:
        tally, links[owner] = divmod(tally, OWNER_STEP)
        owner += 1
    return +links


@cache
def _two_counts(seat: int, tally: int) -> tuple[int, int]:
    """State a tally as in solo: own Links, Links of the Railbot."""
    links = links_of(tally)
    return links[seat], links.total() - links[seat]


def _deliveries_from(game: Game, seat: Seat, city: int, engine: int) -> list[Choice]:
    reached: set[Reached] = set()
    colours = frozenset(cities_and_operations.colours_in(game.cubes[city]))
    _travel(game, seat, city, colours, (engine, 0), {city}, reached)
    if game.given.scenario.seats:
        return [action(codes.DELIVER, city, *delivery) for delivery in reached]
    return [
        action(codes.DELIVER, city, colour, destination, *_two_counts(seat.number, tally))
        for colour, destination, tally in reached
    ]


def _travel(
    game: Game,
    seat: Seat,
    city: int,
    colours: frozenset[int],
    so_far: tuple[int, int],
    visited: set[int],
    reached: set[Reached],
) -> None:
    """Follow every path from here on; `colours` are those of the cubes not delivered yet.

    So far: how many Links the engine still allows, and the tally of those used.
    """
    allowed, used = so_far
    for neighbour, owner in game.network.neighbours[city]:
        if neighbour in visited:  # B31: no city twice
            continue
        if not used and owner != seat.number:  # B30: the first Link must be the player's own
            continue
        tally = used + OF_OWNER[owner]
        stopping = colours & cities_and_operations.accepted_colours(game, neighbour)
        for colour in stopping:  # B31: a cube stops at the first city of its colour
            reached.add((colour, neighbour, tally))
        travelling = colours - stopping
        if travelling and allowed > 1:
            visited.add(neighbour)
            _travel(game, seat, neighbour, travelling, (allowed - 1, tally), visited, reached)
            visited.remove(neighbour)


def stated_paths(
    game: Game, seat: Seat, path: Cities, colour: int, destination: int, links: Counter[int]
) -> Iterator[Cities]:
    """List the paths of a delivery that go on from here over just these Links (B30, B31)."""
    is_last = links.total() == 1
    for city, owner in game.network.neighbours[path[-1]]:
        if city in path or not links[owner] or (len(path) == 1 and owner != seat.number):
            continue
        is_stop = colour in cities_and_operations.accepted_colours(game, city)
        if is_stop == is_last == (city == destination):
            if is_last:
                yield *path, city
            else:
                rest = links - Counter([owner])
                yield from stated_paths(game, seat, (*path, city), colour, destination, rest)

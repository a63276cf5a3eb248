"""The Railbot step: flip, select, resolve, slide; Links, cubes lost, Exhaust, Taxation, Deadhead,
lines and Barons (S20 to S32).
"""

from itertools import pairwise

from rotwsim.core.state import codes
from rotwsim.core.state.log import FLIP, RESOLVE
from rotwsim.reference import cities_and_operations
from rotwsim.reference.barons import give_baron, unclaimed_places
from rotwsim.reference.building import build_railbot_link
from rotwsim.reference.game import Game, Seat, Stretches
from rotwsim.reference.given import colour_number
from rotwsim.reference.money_and_outcome import income, pay, score
from rotwsim.reference.network import ANYONE
from rotwsim.reference.railbot_paths import CheapestPaths, cheapest_paths
from rotwsim.scenario.baron_words import effect_of
from rotwsim.scenario.schema import SLOTS

REMOVAL_POINTS = 1  # S22


def take_railbot_step(game: Game, seat: Seat) -> None:
    """Flip a card; its slot selects a card of the row, and it takes the right (S20)."""
    flipped = game.railbot_deck.pop(0)
    game.note(seat, FLIP, flipped)
    card = game.given.railbot_cards[flipped]
    if card.final_evaluation:  # S21
        game.trigger_end(seat, codes.BY_EVALUATION)
    elif game.given.parameters["railbot_acts"]:
        place = SLOTS.index(card.slot)
        selected, is_insured = game.row[place], game.insured == place
        game.note(seat, RESOLVE, place, selected, int(is_insured))
        if is_insured:
            game.insured = None  # S15: the card has no effect at all, the token comes back
            seat.insurance_used += 1
        else:
            in_row = list(game.row)
            in_row[place] = [*game.row, flipped][place + 1]  # as it will be after the step
            resolve_card(game, seat, selected, in_row)
        game.row = [*game.row[:place], *game.row[place + 1 :], flipped]
        if game.insured is not None and game.insured > place:  # the token stays on its card
            game.insured -= 1


def resolve_card(game: Game, seat: Seat, number: int, in_row: list[int]) -> None:
    """Carry out printed effects, then Major Line, then Baron (S29); the cards in the row are those
    that an effect may resolve (D11).
    """
    card = game.given.railbot_cards[number]
    cities = game.given.railbot_cities[number]
    for first, second in pairwise(cities):
        join_pair(game, seat, first, second)
    if card.exhaust:
        exhaust(game, seat, colour_number(card.exhaust), game.given.parameters["base_exhaust"])
    if card.taxation:
        tax(game, seat)
    if card.deadhead:
        cities_and_operations.lower_display_limit(game, seat)
    if card.major_line:
        claim_line(game, seat)
    if card.baron:
        claim_baron(game, seat, in_row)


def join_pair(game: Game, seat: Seat, first: int, second: int) -> None:
    """Join an unconnected pair; a connected one costs a cube (S22)."""
    if not (game.given.in_play[first] and game.given.in_play[second]):  # S2
        return
    if game.network.are_connected((first, second), ANYONE):
        _lose_cube(game, seat, first, second)
        return
    cheapest = cheapest_paths(game, first, second)
    if cheapest.paths:
        path, *others = cheapest.paths
        if others:  # S23: the player chooses among equally cheap paths
            paths = list(cheapest.paths)
            path = game.log.decide_path(game.turn, seat.number, paths, cheapest.is_last)
            if not cheapest.is_path(path):  # of a tie that is cut off not every path is known
                game.refuse("LINK_BUILT rows that join the pair (S22)")
        _build_path(game, seat, cheapest, path)


def _build_path(game: Game, seat: Seat, cheapest: CheapestPaths, path: Stretches) -> None:
    """Make every stretch a Railbot Link; together they cost the least (S23)."""
    example = cheapest.paths.get(path, [None] * len(path))
    price = 0
    for (first, second), steps in zip(path, example, strict=True):
        price += build_railbot_link(game, seat, first, second, steps)
        if game.given.switches["railbot_lines"] == "connected":  # S28
            for line in cities_and_operations.lines_connected_by(game, codes.RAILBOT):
                cities_and_operations.give_line(game, seat, line, codes.RAILBOT)
    if price != cheapest.price:
        game.refuse(f"a path for {cheapest.price} in all, not for {price} (S23)")


def exhaust(game: Game, seat: Seat, colour: int, count: int) -> None:
    """Remove cubes of one colour from cities of the player's choice, if there are any (S25)."""
    for _ in range(count):
        cities = [(city,) for city, cubes in enumerate(game.cubes) if cubes[colour]]
        if not cities:
            return
        (city,) = game.choose(seat, codes.DECIDE_EXHAUST, cities)
        _remove(game, seat, city, colour, codes.CUBE_EXHAUSTED)


def tax(game: Game, seat: Seat) -> None:
    """Pay a multiple of the current income, at once (S26)."""
    amount = game.given.book.taxation_incomes * income(game, seat)
    pay(game, seat, amount, codes.PAID_TAXATION)
    seat.taxation_paid += amount


def claim_line(game: Game, seat: Seat) -> None:
    """Let the player pick an unclaimed line in play for the Railbot (S28)."""
    if lines := [(line,) for line in cities_and_operations.unclaimed_lines(game)]:
        (line,) = game.choose(seat, codes.DECIDE_LINE, lines)
        cities_and_operations.give_line(game, seat, line, codes.RAILBOT)


def claim_baron(game: Game, seat: Seat, in_row: list[int]) -> None:
    """Let the player pick an unclaimed Baron for the Railbot; its effect happens (S28)."""
    places = [(place,) for place in unclaimed_places(game)]
    if not places:
        return
    (place,) = game.choose(seat, codes.DECIDE_BARON, places)
    baron = give_baron(game, seat, place, codes.RAILBOT, 0)
    effect = effect_of(game.given.barons[baron])
    match effect.acts:  # the others last and are asked for where they count
        case "taxation":  # D10
            tax(game, seat)
        case "resolve_card":  # D11: resolved in place, not discarded
            place = effect.amount - 1
            game.note(seat, RESOLVE, place, in_row[place], 0)
            resolve_card(game, seat, in_row[place], in_row)
        case "exhaust":  # D13
            for colour in sorted(map(colour_number, effect.colours)):
                exhaust(game, seat, colour, effect.amount)
        case "deadhead":  # D14
            cities_and_operations.lower_display_limit(game, seat)
        case "claim_line":  # D15
            claim_line(game, seat)
        case "no_new_cities":  # D16
            for colour in map(colour_number, effect.colours):
                game.new_city_tiles[colour] = 0
        case "income_less":
            game.income_less += effect.amount
        case "pay":
            pay(game, seat, effect.amount, codes.PAID_BARON)


def _lose_cube(game: Game, seat: Seat, first: int, second: int) -> None:
    """Remove a cube of the second city's colour, else one the player chooses (S22, S24)."""
    colours = cities_and_operations.colours_in(game.cubes[first])
    if colours:
        colour = game.colours[second]
        if colour not in colours:
            (colour,) = game.choose(seat, codes.DECIDE_LOST_CUBE, [(colour,) for colour in colours])
        _remove(game, seat, first, colour, codes.CUBE_LOST_TO_LINKS)
    elif game.given.switches["point_without_cube"] == "no":
        return
    if not game.network.are_connected((first, second), codes.RAILBOT):
        score(game, seat, REMOVAL_POINTS, codes.FROM_REMOVALS)


def _remove(game: Game, seat: Seat, city: int, colour: int, why: int) -> None:
    cities_and_operations.remove_cube(game, seat, city, colour, why)
    cities_and_operations.remove_bounties(game, seat, city, codes.CARD_SPOILED)  # S32
    for owner in game.seats:
        score(game, owner, owner.hotels[city], codes.FROM_HOTELS)  # S31

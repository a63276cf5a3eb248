"""The Railbot step: flip, select, resolve, slide (S20 to S32)."""

from __future__ import annotations

from itertools import pairwise

from rotwsim.core.state.codes import (
    BY_EVALUATION,
    COLOURS,
    CUBE_EXHAUSTED,
    CUBE_LOST_TO_LINKS,
    DECIDE_BARON,
    DECIDE_EXHAUST,
    DECIDE_LINE,
    DECIDE_LOST_CUBE,
    FROM_HOTELS,
    FROM_REMOVALS,
    PAID_TAXATION,
    PURPLE,
    RAILBOT,
    RIGHT,
)
from rotwsim.core.state.log import FLIP, RESOLVE
from rotwsim.reference.barons import give_baron, unclaimed_places
from rotwsim.reference.game import Game, Stretches
from rotwsim.reference.given import colour_number
from rotwsim.reference.goods import colours_in, remove_cube
from rotwsim.reference.insurance import use_insurance
from rotwsim.reference.lines import give_line, lines_connected_by, unclaimed_lines
from rotwsim.reference.money import income, pay
from rotwsim.reference.network import ANYONE
from rotwsim.reference.operations import lower_display_limit, spoil_bounties
from rotwsim.reference.scoring import score
from rotwsim.reference.seat import Seat
from rotwsim.reference.track.building import build_railbot_link
from rotwsim.reference.track.railbot_paths import CheapestPaths, cheapest_paths
from rotwsim.scenario.schema import SLOTS

TAXATION_INCOMES = 2  # S26
EXHAUST_EACH = 1  # D13
REMOVAL_POINTS = 1  # S22


def take_railbot_step(game: Game, seat: Seat) -> None:
    """S20: the flipped card's slot selects a card of the row; the flipped card takes the right."""
    flipped = game.railbot_deck.pop(0)
    game.note(seat, FLIP, flipped)
    card = game.given.railbot_cards[flipped]
    if card.final_evaluation:  # S21
        game.trigger_end(seat, BY_EVALUATION)
    elif game.given.figures["railbot_acts"]:
        place = SLOTS.index(card.slot)
        _resolve_place(game, seat, place, flipped)
        _slide(game, place, flipped)


def _resolve_place(game: Game, seat: Seat, place: int, flipped: int) -> None:
    selected = game.row[place]
    is_insured = game.insured == place
    game.note(seat, RESOLVE, place, selected, int(is_insured))
    if is_insured:
        use_insurance(game, seat)
        return
    third = flipped if place == RIGHT else game.row[RIGHT]  # D11
    resolve_card(game, seat, selected, third)


def _slide(game: Game, place: int, flipped: int) -> None:
    """The token stays on its card."""
    game.row.pop(place)
    game.row.append(flipped)
    if game.insured is not None and game.insured > place:
        game.insured -= 1


def resolve_card(game: Game, seat: Seat, number: int, third: int) -> None:
    """S29: printed effects, then Major Line, then Baron."""
    card = game.given.railbot_cards[number]
    cities = game.given.railbot_cities[number]
    for first, second in pairwise(cities):
        join_pair(game, seat, first, second)
    if card.exhaust:
        exhaust(game, seat, colour_number(card.exhaust), game.given.figures["base_exhaust"])
    if card.taxation:
        tax(game, seat)
    if card.deadhead:
        lower_display_limit(game, seat)
    if card.major_line:
        claim_line(game, seat)
    if card.baron:
        claim_baron(game, seat, third)


def join_pair(game: Game, seat: Seat, first: int, second: int) -> None:
    """S22, Building Links: an unconnected pair is joined, a connected one costs a cube."""
    if not (game.given.in_play[first] and game.given.in_play[second]):  # S2
        return
    if game.network.are_connected((first, second), ANYONE):
        _lose_cube(game, seat, first, second)
        return
    cheapest = cheapest_paths(game, first, second)
    if cheapest.paths:
        _build_path(game, seat, cheapest, _chosen_path(game, seat, cheapest))


def _chosen_path(game: Game, seat: Seat, cheapest: CheapestPaths) -> Stretches:
    """S23: among equally cheap paths the player's choice."""
    paths = list(cheapest.paths)
    if len(paths) == 1:
        return paths[0]
    path = game.log.decide_path(game.turn, seat.number, paths, cheapest.is_last)
    if not cheapest.is_path(path):  # of a tie that is cut off not every path is known
        game.refuse("LINK_BUILT rows that join the pair (S22)")
    return path


def _build_path(game: Game, seat: Seat, cheapest: CheapestPaths, path: Stretches) -> None:
    """Every stretch becomes a Railbot Link; together they cost the least (S23)."""
    example = cheapest.paths.get(path, [None] * len(path))
    price = 0
    for (first, second), steps in zip(path, example, strict=True):
        price += build_railbot_link(game, seat, first, second, steps)
        if game.given.switches["railbot_lines"] == "connected":  # S28
            for line in lines_connected_by(game, RAILBOT):
                give_line(game, seat, line, RAILBOT)
    if price != cheapest.price:
        game.refuse(f"a path for {cheapest.price} in all, not for {price} (S23)")


def exhaust(game: Game, seat: Seat, colour: int, count: int) -> None:
    """S25: cubes of one colour leave cities of the player's choice, fewer if there are fewer."""
    for _ in range(count):
        cities = [(city,) for city, cubes in enumerate(game.cubes) if cubes[colour]]
        if not cities:
            return
        (city,) = game.choose(seat, DECIDE_EXHAUST, cities)
        _remove(game, seat, city, colour, CUBE_EXHAUSTED)


def tax(game: Game, seat: Seat) -> None:
    """S26: twice the current income, at once."""
    amount = TAXATION_INCOMES * income(game, seat)
    pay(game, seat, amount, PAID_TAXATION)
    seat.tally.taxation_paid += amount


def claim_line(game: Game, seat: Seat) -> None:
    """S28: the player picks an unclaimed line in play; it is the Railbot's."""
    if lines := [(line,) for line in unclaimed_lines(game)]:
        (line,) = game.choose(seat, DECIDE_LINE, lines)
        give_line(game, seat, line, RAILBOT)


def claim_baron(game: Game, seat: Seat, third: int) -> None:
    """S28: the player picks an unclaimed Baron; the Railbot has it and its effect happens."""
    places = [(place,) for place in unclaimed_places(game)]
    if not places:
        return
    (place,) = game.choose(seat, DECIDE_BARON, places)
    baron = give_baron(game, seat, place, RAILBOT, 0)
    match game.given.barons[baron].effect:  # the others last and are asked for where they count
        case "taxation":  # D10
            tax(game, seat)
        case "third_card":  # D11: resolved in place, not discarded
            game.note(seat, RESOLVE, RIGHT, third, 0)
            resolve_card(game, seat, third, third)
        case "exhaust_each":  # D13
            for colour in range(COLOURS):
                exhaust(game, seat, colour, EXHAUST_EACH)
        case "deadhead":  # D14
            lower_display_limit(game, seat)
        case "claim_line":  # D15
            claim_line(game, seat)
        case "no_purple_cities":  # D16
            game.new_city_tiles[PURPLE] = 0


def _lose_cube(game: Game, seat: Seat, first: int, second: int) -> None:
    """S22, S24: of the second city's colour if there is one, else any the player chooses."""
    colours = colours_in(game.cubes[first])
    if colours:
        colour = game.colours[second]
        if colour not in colours:
            (colour,) = game.choose(seat, DECIDE_LOST_CUBE, [(colour,) for colour in colours])
        _remove(game, seat, first, colour, CUBE_LOST_TO_LINKS)
    elif game.given.switches["point_without_cube"] == "no":
        return
    if not game.network.are_connected((first, second), RAILBOT):
        score(game, seat, REMOVAL_POINTS, FROM_REMOVALS)


def _remove(game: Game, seat: Seat, city: int, colour: int, why: int) -> None:
    remove_cube(game, seat, city, colour, why)
    spoil_bounties(game, seat, city)  # S32
    for owner in game.seats:
        score(game, owner, owner.hotels[city], FROM_HOTELS)  # S31

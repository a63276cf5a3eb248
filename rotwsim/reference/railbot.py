"""The Railbot step: flip, select, resolve, slide (S20 to S32)."""

from __future__ import annotations

from itertools import pairwise

from rotwsim.core.codes import (
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
from rotwsim.core.log import FLIP, LINE, RESOLVE
from rotwsim.reference.barons import give_baron, unclaimed_places
from rotwsim.reference.game import Game
from rotwsim.reference.given import colour_number
from rotwsim.reference.goods import colours_in, remove_cube
from rotwsim.reference.money import income, pay
from rotwsim.reference.network import ANYONE, RAILBOT_ALONE
from rotwsim.reference.operations import lower_display_limit, spoil_bounties
from rotwsim.reference.paths import cheapest_paths
from rotwsim.reference.scoring import score, unclaimed_lines
from rotwsim.reference.track import build_railbot_link
from rotwsim.rules.schema import SLOTS

TAXATION_INCOMES = 2  # S26
EXHAUST_EACH = 1  # D13
REMOVAL_POINTS = 1  # S22


def take_railbot_step(game: Game) -> None:
    """S20: the flipped card's slot selects a card of the row; the flipped card takes the right."""
    flipped = game.railbot_deck.pop(0)
    game.note(FLIP, flipped)
    card = game.given.railbot_cards[flipped]
    if card.final_evaluation:  # S21
        game.trigger_end(BY_EVALUATION)
    elif game.given.figures["railbot_acts"]:
        place = SLOTS.index(card.slot)
        _resolve_place(game, place, flipped)
        _slide(game, place, flipped)


def _resolve_place(game: Game, place: int, flipped: int) -> None:
    selected = game.row[place]
    is_insured = game.insured == place
    game.note(RESOLVE, place, selected, int(is_insured))
    if is_insured:  # S15: no effect at all, the token comes back
        game.insured = None
        game.tally.insurance_used += 1
        return
    third = flipped if place == RIGHT else game.row[RIGHT]  # D11
    resolve_card(game, selected, third)


def _slide(game: Game, place: int, flipped: int) -> None:
    """The token stays on its card."""
    game.row.pop(place)
    game.row.append(flipped)
    if game.insured is not None and game.insured > place:
        game.insured -= 1


def resolve_card(game: Game, number: int, third: int) -> None:
    """S29: printed effects, then Major Line, then Baron."""
    card = game.given.railbot_cards[number]
    cities = game.given.railbot_cities[number]
    for first, second in pairwise(cities):
        join_pair(game, first, second)
    if card.exhaust:
        exhaust(game, colour_number(card.exhaust), game.given.figures["base_exhaust"])
    if card.taxation:
        tax(game)
    if card.deadhead:
        lower_display_limit(game)
    if card.major_line:
        claim_line(game)
    if card.baron:
        claim_baron(game, third)


def join_pair(game: Game, first: int, second: int) -> None:
    """S22, Building Links: an unconnected pair is joined, a connected one costs a cube."""
    if not (game.given.in_play[first] and game.given.in_play[second]):  # S2
        return
    if game.network.are_connected((first, second), ANYONE):
        _lose_cube(game, first, second)
        return
    paths = cheapest_paths(game, first, second)
    if not paths:
        return
    path = paths[0] if len(paths) == 1 else game.log.decide_path(game.turn, paths)
    for route in path:
        build_railbot_link(game, route)


def exhaust(game: Game, colour: int, count: int) -> None:
    """S25: cubes of one colour leave cities of the player's choice, fewer if there are fewer."""
    for _ in range(count):
        cities = [(city,) for city, cubes in enumerate(game.cubes) if cubes[colour]]
        if not cities:
            return
        (city,) = game.choose(DECIDE_EXHAUST, cities)
        _remove(game, city, colour, CUBE_EXHAUSTED)


def tax(game: Game) -> None:
    """S26: twice the current income, at once."""
    amount = TAXATION_INCOMES * income(game)
    pay(game, amount, PAID_TAXATION)
    game.tally.taxation_paid += amount


def claim_line(game: Game) -> None:
    """S28: the player picks an unclaimed line in play; it is the Railbot's."""
    if lines := [(line,) for line in unclaimed_lines(game)]:
        (line,) = game.choose(DECIDE_LINE, lines)
        game.line_owner[line] = RAILBOT
        game.note(LINE, line, RAILBOT)


def claim_baron(game: Game, third: int) -> None:
    """S28: the player picks an unclaimed Baron; the Railbot has it and its effect happens."""
    places = [(place,) for place in unclaimed_places(game)]
    if not places:
        return
    (place,) = game.choose(DECIDE_BARON, places)
    baron = give_baron(game, place, RAILBOT, 0)
    match game.given.barons[baron].effect:  # the others last and are asked for where they count
        case "taxation":  # D10
            tax(game)
        case "third_card":  # D11: resolved where it lies, not discarded
            game.note(RESOLVE, RIGHT, third, 0)
            resolve_card(game, third, third)
        case "exhaust_each":  # D13
            for colour in range(COLOURS):
                exhaust(game, colour, EXHAUST_EACH)
        case "deadhead":  # D14
            lower_display_limit(game)
        case "claim_line":  # D15
            claim_line(game)
        case "no_purple_cities":  # D16
            game.new_city_tiles[PURPLE] = 0


def _lose_cube(game: Game, first: int, second: int) -> None:
    """S22, S24: of the second city's colour if there is one, else any the player chooses."""
    colours = colours_in(game.cubes[first])
    if not colours:
        return
    colour = game.colours[second]
    if colour not in colours:
        (colour,) = game.choose(DECIDE_LOST_CUBE, [(colour,) for colour in colours])
    _remove(game, first, colour, CUBE_LOST_TO_LINKS)
    if not game.network.are_connected((first, second), RAILBOT_ALONE):
        score(game, REMOVAL_POINTS, FROM_REMOVALS)


def _remove(game: Game, city: int, colour: int, why: int) -> None:
    remove_cube(game, city, colour, why)
    spoil_bounties(game, city)  # S32
    score(game, game.hotels[city], FROM_HOTELS)  # S31

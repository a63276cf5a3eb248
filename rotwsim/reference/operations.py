"""Operations cards and what they do: display, Urbanize, growth, Western Link (B22, B40 to B48)."""

from __future__ import annotations

from collections.abc import Iterator

from rotwsim.core.codes import (
    CARD_DEADHEADED,
    CARD_FULFILLED,
    CARD_PUSHED_OFF,
    CARD_SPOILED,
    CARD_TAKEN,
    DECIDE_GROWTH,
    DECIDE_NEW_CITY,
    FROM_BOUNTIES,
    GREY,
    PAID_URBANIZE,
    PAID_WESTERN_LINK,
)
from rotwsim.core.log import CARD_ADDED, CARD_GONE, LIMIT, URBANIZED, WESTERN
from rotwsim.reference.game import Game
from rotwsim.reference.goods import colours_in, draw_cubes, take_cubes
from rotwsim.reference.money import pay
from rotwsim.reference.scoring import score


def legal_display_places(game: Game) -> Iterator[int]:
    """B40: the cards that may be taken; bounties go to whoever fulfils them."""
    taken = {kind.kind for kind in game.given.book.operations_kinds if kind.taken}
    for place, card in enumerate(game.display):
        if game.given.operations_cards[card].kind in taken:
            yield place


def take_card(game: Game, place: int) -> int:
    """Takes a card and carries out its effect; gives the number of further actions (B45)."""
    card = game.display[place]
    kind = game.given.operations_cards[card].kind
    _leave_display(game, card, CARD_TAKEN)
    game.tally.cards_taken[kind] += 1
    match kind:
        case "hotel":
            game.hotels[game.given.operations_city[card]] += 1
        case "new_industry":
            _found_industry(game)
        case "city_growth":
            _grow_city(game)
        case "executive":
            return game.given.figures["executive_actions"]
        case "land_grant":
            game.land_grants += 1
        case "perfect_engineering":
            game.perfect_engineering += 1
    return 0


def deal_card(game: Game) -> None:
    """S12: one new card; over the limit it pushes off the one farthest from the deck."""
    if not game.operations_deck:
        return
    card = game.operations_deck.pop(0)
    game.display.append(card)
    game.note(CARD_ADDED, card)
    if len(game.display) > game.display_limit:
        _leave_display(game, game.display[0], CARD_PUSHED_OFF)


def lower_display_limit(game: Game) -> None:
    """S27, Deadhead: from a full display the farthest card goes first."""
    if game.display and len(game.display) >= game.display_limit:
        _leave_display(game, game.display[0], CARD_DEADHEADED)
    game.display_limit = max(0, game.display_limit - 1)
    game.tally.deadheads += 1
    game.note(LIMIT, game.display_limit)


def fulfil_bounties(game: Game, city: int) -> None:
    """B42: the first delivery to the city scores the points; the card leaves."""
    for card in _bounties_for(game, city):
        _leave_display(game, card, CARD_FULFILLED)
        score(game, game.given.operations_cards[card].points, FROM_BOUNTIES)


def spoil_bounties(game: Game, city: int) -> None:
    """S32: the city lost a cube to the Railbot."""
    for card in _bounties_for(game, city):
        _leave_display(game, card, CARD_SPOILED)


def legal_new_cities(game: Game) -> list[tuple[int, int]]:
    """B22, S2: city and colour of every Urbanize; a New City is no longer grey."""
    colours = colours_in(game.new_city_tiles)
    return [
        (city, colour)
        for city in game.given.cities_in_play
        if game.colours[city] == GREY
        for colour in colours
    ]


def urbanize(game: Game, city: int, colour: int) -> None:
    """The action: a New City for its price (B22)."""
    pay(game, game.given.figures["urbanize_price"], PAID_URBANIZE)
    _place_new_city(game, city, colour)


def legal_western_cities(game: Game) -> list[int]:
    """B48: once each, where city and destination are in play."""
    western, in_play = game.given.western, game.given.in_play
    if western is None or not in_play[western.destination]:
        return []
    return [city for city in western.cities if in_play[city] and city not in game.western_links]


def buy_western_link(game: Game, city: int) -> None:
    """B48: red cubes come from the bag, as many as it holds."""
    western = game.given.western
    pay(game, western.price, PAID_WESTERN_LINK)
    game.western_links.add(city)
    game.note(WESTERN, city)
    take_cubes(game, city, western.colour, western.cubes)


def _found_industry(game: Game) -> None:
    """B44: a free Urbanize, if there is a city and a tile for it."""
    if options := legal_new_cities(game):
        _place_new_city(game, *game.choose(DECIDE_NEW_CITY, options))


def _grow_city(game: Game) -> None:
    """B44: any city in play."""
    (city,) = game.choose(DECIDE_GROWTH, [(city,) for city in game.given.cities_in_play])
    draw_cubes(game, city, game.given.figures["growth_cubes"])


def _place_new_city(game: Game, city: int, colour: int) -> None:
    game.new_city_tiles[colour] -= 1
    game.colours[city] = colour
    game.urbanized.add(city)
    game.note(URBANIZED, city, colour)
    draw_cubes(game, city, game.given.figures["urbanize_cubes"])


def _bounties_for(game: Game, city: int) -> list[int]:
    return [
        card
        for card in game.display
        if game.given.operations_cards[card].kind == "bounty"
        and game.given.operations_city[card] == city
    ]


def _leave_display(game: Game, card: int, why: int) -> None:
    """The gap closes (S32)."""
    game.display.remove(card)
    game.note(CARD_GONE, card, why)

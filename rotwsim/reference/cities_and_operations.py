# Longer than most: cards bring cubes and cities, deliveries bring cards.
"""Cities and cubes, mines, rotors (B20 to B24, B44, M30); Operations cards and Major Lines (B40 to
B47, S12, S27, S28, S32, M4, M5).
"""

from collections.abc import Iterator

from rotwsim.core.state import codes, log
from rotwsim.core.state.codes import BY_MARKERS, CARD_FULFILLED, FROM_LINES, NOBODY
from rotwsim.reference.game import Game, Seat
from rotwsim.reference.given import colour_number
from rotwsim.reference.money_and_outcome import pay, score


def legal_new_cities(game: Game) -> list[tuple[int, int]]:
    """List city and colour of every Urbanize; a New City is not grey any more (B22, S2)."""
    colours = colours_in(game.new_city_tiles)
    return [
        (city, colour)
        for city in game.given.cities_in_play
        if game.colours[city] == codes.GREY
        for colour in colours
    ]


def urbanize(game: Game, seat: Seat, city: int, colour: int) -> None:
    """Take the action: a New City for its price (B22)."""
    pay(game, seat, game.given.parameters["urbanize_price"], codes.PAID_URBANIZE)
    _place_new_city(game, seat, city, colour)


def legal_western_cities(game: Game) -> list[int]:
    """List the cities without one, where city and destination are in play (B48)."""
    western, in_play = game.given.western, game.given.in_play
    if western is None or not in_play[western.destination]:
        return []
    return [city for city in western.cities if in_play[city] and city not in game.western_links]


def buy_western_link(game: Game, seat: Seat, city: int) -> None:
    """Buy it; red cubes come from the bag, as many as it has (B48)."""
    western = game.given.western
    assert western is not None  # a city is legal on such a board alone
    pay(game, seat, western.price, codes.PAID_WESTERN_LINK)
    game.western_links.add(city)
    seat.western_links += 1
    game.note(seat, log.WESTERN, city)
    take_cubes(game, seat, city, western.colour, western.cubes)


def _place_new_city(game: Game, seat: Seat, city: int, colour: int) -> None:
    game.new_city_tiles[colour] -= 1
    game.colours[city] = colour
    game.urbanized.add(city)
    game.note(seat, log.URBANIZED, city, colour)
    draw_cubes(game, seat, city, game.given.parameters["urbanize_cubes"])


def legal_mines(game: Game, seat: Seat) -> list[int]:
    """List grey cities that were never mined; a seat mines twice at most."""
    table = game.given.book.multiplayer
    if "mines" not in game.given.scenario.modules or seat.mines >= table.mines_per_seat:
        return []
    return [
        city
        for city in game.given.cities_in_play
        if game.colours[city] == codes.GREY and city not in game.mined
    ]


def mine(game: Game, seat: Seat, city: int) -> None:
    """Draw one by one; a colour already drawn goes back to the bag and ends it."""
    table = game.given.book.multiplayer
    pay(game, seat, table.mine_price, codes.PAID_MINE)
    seat.mines += 1
    game.mined.add(city)
    game.note(seat, log.MINED, city)
    drawn: set[int] = set()
    for _ in range(table.mine_draws):
        if not any(game.bag):
            return
        possible = [
            (log.CUBE_RETURNED if colour in drawn else log.CUBE_DRAWN, city, colour)
            for colour in colours_in(game.bag)
        ]
        event, _, colour = game.log.draw(game.turn, seat.number, possible)
        if event == log.CUBE_RETURNED:
            return
        put_cube(game, seat, city, colour)
        drawn.add(colour)


NO_SECOND = -1


def set_rotors(game: Game) -> None:
    """Begin in every rotor city with the colour after its own on the wheel."""
    scenario = game.given.scenario
    if "rotors" not in scenario.modules:
        return
    printed = scenario.board.multiplayer
    for name in printed.rotor_cities if printed else ():
        city = scenario.board.city_index(name)
        game.rotors[city] = _after(game, game.colours[city])


def accepted_colours(game: Game, city: int) -> set[int]:
    """Give the colours of the cubes that may be delivered here, and must stop here (B31)."""
    return {game.colours[city], game.rotors.get(city, game.colours[city])}


def turn_rotor(game: Game, seat: Seat, city: int) -> None:
    """Turn it after a delivery; where it shows the city's own colour there is no second."""
    if city in game.rotors:
        shown = game.rotors[city] = _after(game, game.rotors[city])
        game.note(seat, log.ROTOR, city, NO_SECOND if shown == game.colours[city] else shown)


def _after(game: Game, colour: int) -> int:
    wheel = [colour_number(name) for name in game.given.book.multiplayer.wheel]
    return wheel[(wheel.index(colour) + 1) % len(wheel)]


def draw_cubes(game: Game, seat: Seat, city: int, count: int) -> None:
    """Draw blind from the bag to a city; an empty bag gives nothing (B24)."""
    for _ in range(count):
        if any(game.bag):
            colour = game.draw(seat, log.CUBE_DRAWN, (city,), colours_in(game.bag))
            put_cube(game, seat, city, colour)


def take_cubes(game: Game, seat: Seat, city: int, colour: int, count: int) -> None:
    """Take cubes of one colour out of the bag, as many as it has (B48)."""
    for _ in range(min(count, game.bag[colour])):
        game.note(seat, log.CUBE_DRAWN, city, colour)
        put_cube(game, seat, city, colour)


def remove_cube(game: Game, seat: Seat, city: int, colour: int, why: int) -> None:
    """Remove a cube; the last one leaves a marker (B23), which may end the game (S40)."""
    game.cubes[city][colour] -= 1
    if game.given.switches["removed_cubes"] == "bag":  # B24
        game.bag[colour] += 1
    game.cubes_gone[why] += 1
    game.note(seat, log.CUBE_GONE, city, colour, why)
    if not any(game.cubes[city]):
        game.markers.add(city)
        game.note(seat, log.MARKER, city, 1)
        needed = game.given.parameters["empty_city_trigger"]
        if 0 < needed <= len(game.markers):
            game.trigger_end(seat, BY_MARKERS)


def put_cube(game: Game, seat: Seat, city: int, colour: int) -> None:
    """Put a cube from the bag on a city."""
    game.bag[colour] -= 1
    game.cubes[city][colour] += 1
    if city in game.markers:  # B23: a city that receives cubes loses its marker
        game.markers.remove(city)
        game.note(seat, log.MARKER, city, 0)


def colours_in(cubes: list[int]) -> list[int]:
    """List the colours of which there is at least one cube."""
    return [colour for colour, count in enumerate(cubes) if count]


def legal_display_places(game: Game) -> Iterator[int]:
    """List the cards that may be taken; a bounty goes to who fulfils it (B40)."""
    taken = {kind.kind for kind in game.given.book.operations_kinds if kind.taken}
    for place, card in enumerate(game.display):
        if game.given.operations_cards[card].kind in taken:
            yield place


def take_card(game: Game, seat: Seat, place: int) -> int:
    """Take a card and carry out its effect; give the number of further actions (B45)."""
    card = game.display[place]
    kind, city = game.given.operations_cards[card].kind, game.given.operations_city[card]
    game.leave_display(seat, card, codes.CARD_TAKEN)
    seat.cards_taken[kind] += 1
    match kind:
        case "hotel" if city is not None:
            seat.hotels[city] += 1
        case "new_industry":  # B44: Urbanize for nothing, if there is a city and a tile for it
            if choices := legal_new_cities(game):
                _place_new_city(game, seat, *game.choose(seat, codes.DECIDE_NEW_CITY, choices))
        case "city_growth":  # B44: any city in play
            growing = [(city,) for city in game.given.cities_in_play]
            (city,) = game.choose(seat, codes.DECIDE_GROWTH, growing)
            draw_cubes(game, seat, city, game.given.parameters["growth_cubes"])
        case "executive":
            return game.given.parameters["executive_actions"]
        case "land_grant":
            seat.land_grants += 1
        case "perfect_engineering":
            seat.perfect_engineering += 1
    return 0


def deal_card(game: Game, seat: Seat) -> None:
    """Deal one card; over the limit it pushes off the one farthest from the deck (S12)."""
    if not game.operations_deck:
        return
    card = game.operations_deck.pop(0)
    game.display.append(card)
    game.note(seat, log.CARD_ADDED, card)
    if len(game.display) > game.display_limit:
        game.leave_display(seat, game.display[0], codes.CARD_PUSHED_OFF)


def lower_display_limit(game: Game, seat: Seat) -> None:
    """Lower the limit by a Deadhead; a full display first loses its farthest card (S27)."""
    if game.display and len(game.display) >= game.display_limit:
        game.leave_display(seat, game.display[0], codes.CARD_DEADHEADED)
    game.display_limit = max(0, game.display_limit - 1)
    game.deadheads += 1
    game.note(seat, log.LIMIT, game.display_limit)


def remove_bounties(game: Game, seat: Seat, city: int, why: int) -> None:
    """Remove the bounties of a city: fulfilled by the first delivery (B42), or spoiled (S32)."""
    for card in list(game.display):
        printed = game.given.operations_cards[card]
        if printed.kind == "bounty" and game.given.operations_city[card] == city:
            game.leave_display(seat, card, why)
            if why == CARD_FULFILLED:
                score(game, seat, printed.points, codes.FROM_BOUNTIES)


def deal_multiplayer_card(game: Game) -> None:
    """Deal without limit (M4); worst_is_first discards Executives for the next (M13)."""
    cards, nobody = game.given.operations_cards, game.seats[0]
    while game.operations_deck:
        card = game.operations_deck.pop(0)
        if cards[card].kind == "executive" and game.given.scenario.bidding == "worst_is_first":
            game.note(nobody, log.CARD_GONE, card, codes.CARD_DISCARDED)
            continue
        game.display.append(card)
        game.note(nobody, log.CARD_ADDED, card)
        if cards[card].kind == "major_line":
            _pay_all_who_fulfil(game, card)
        return


def _pay_all_who_fulfil(game: Game, card: int) -> None:
    """Pay every player who fulfils a line already when its card appears (M5)."""
    number = game.given.operations_cards[card].line
    line = game.given.lines[number]
    fulfilling = [s for s in game.seats if game.network.are_connected(line.cities, s.number)]
    if fulfilling:
        game.leave_display(game.seats[0], card, codes.CARD_FULFILLED)
    for seat in fulfilling:
        give_line(game, seat, number, seat.number)
        score(game, seat, line.points, codes.FROM_LINES)


def fulfil_starts(game: Game, seat: Seat, goal: str, reached: int) -> None:
    """Give every open Start card of this goal to the first who reaches it (M5)."""
    for card in list(game.display):
        printed = game.given.operations_cards[card]
        if printed.kind == "start" and printed.goal == goal and reached >= printed.tier:
            game.leave_display(seat, card, codes.CARD_FULFILLED)
            score(game, seat, printed.points, codes.FROM_STARTS)


def score_lines(game: Game, seat: Seat) -> None:
    """Score every unclaimed line whose cities the player's own Links now connect (B43)."""
    for line in lines_connected_by(game, seat.number):
        if line in game.line_cards:
            game.leave_display(seat, game.line_cards[line], CARD_FULFILLED)
        give_line(game, seat, line, seat.number)
        score(game, seat, game.given.lines[line].points, FROM_LINES)


def lines_connected_by(game: Game, owner: int) -> list[int]:
    """List the unclaimed lines whose cities one owner's Links connect."""
    return [
        line
        for line in unclaimed_lines(game)
        if game.network.are_connected(game.given.lines[line].cities, owner)
    ]


def give_line(game: Game, seat: Seat, line: int, owner: int) -> None:
    game.line_owner[line] = owner
    seat.lines += owner == seat.number
    game.note(seat, log.LINE, line, owner)


def unclaimed_lines(game: Game) -> list[int]:
    """List the lines in play that nobody has (S1); as cards only those on display (M5)."""
    return [
        number
        for number, line in enumerate(game.given.lines)
        if line.in_play
        and game.line_owner[number] == NOBODY
        and (number not in game.line_cards or game.line_cards[number] in game.display)
    ]

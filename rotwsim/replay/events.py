"""The rows of a log as events: a name, facts, and a sentence where it needs one."""

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import Any

from rotwsim.core.state import codes, log
from rotwsim.reference.barons import COMPARED
from rotwsim.replay.names import PAYMENTS, PLACES, TRIGGERS, Names, counted, cubes, words_of
from rotwsim.replay.names import bonds as taking
from rotwsim.replay.story import Event

END_OF_TURN = (log.CARD_ADDED, log.CARD_GONE, log.STATUS)  # how a multiplayer turn ends
CUBE_LEAVES = ("cube delivered", "cube lost to Links", "cube exhausted")
CHOICES, CARD_LEAVES = words_of("choices"), words_of("card_leaves")
POINTS_FOR, SEAT_POINTS_FOR = words_of("points_for"), words_of("seat_points_for")


def events_of(rows: list[list[int]], names: Names, facts: Sequence[dict] = ()) -> list[Event]:
    """List the events of one part; cubes that come to a city one after the other are one event.

    `facts` are those that an event has beyond its row, as `Pieces.follow` gives them. In a
    multiplayer game each event has its seat, counted from 1, or None where nobody acted.
    """
    events: list[Event] = []
    choice, is_asked = "", False
    for row, further in zip_longest(rows, facts, fillvalue={}):
        kind, seat, *arguments = row[1:]
        if kind == log.DECISION:
            choice = CHOICES.get(arguments[0], "").format(whose=names.whose, count=arguments[1])
        elif kind in EVENTS:
            event = EVENTS[kind](names, seat, *arguments)
            event.facts |= {name: fact for name, fact in further.items() if name != "text"}
            event.text = further.get("text", event.text)
            if names.scenario.seats:
                is_nobodys = _is_nobodys(kind, arguments[0], rows[0][1] in END_OF_TURN)
                event.facts["seat"] = None if is_nobodys else seat + 1
            if kind == log.BID:
                event.facts["asked"] = is_asked
            if choice and event.text:
                event.choice, event.text = choice, f"{event.text} ({choice})"
                choice = ""
            _append(events, event)
        is_asked = kind == log.DECISION
    return events


def _is_nobodys(kind: int, first: int, is_end: bool) -> bool:
    """Find the card at the end of a turn, what it removes, and the limit of turns."""
    if kind == log.TRIGGER:
        return first == codes.UNFINISHED
    return is_end and kind in (log.CARD_ADDED, log.CARD_GONE)


def _append(events: list[Event], event: Event) -> None:
    """Add an event, or its cubes to those that came to the city just before it or its marker."""
    earlier = [one for one in events[-2:] if one.name != "marker removed"][-1:]
    if event.name == "cubes come" and earlier and earlier[0].name == "cubes come":
        if earlier[0]["city"] == event["city"]:
            earlier[0].facts["colours"] += event["colours"]
            earlier[0].text = _cubes_come(event["city"], earlier[0]["colours"])
            return
    events.append(event)


def _paid(names: Names, seat: int, amount: int, bonds: int, reason: int, *_) -> Event:
    facts = {"amount": amount, "bonds": bonds, "for": PAYMENTS[reason]}
    what = {codes.PAID_TAXATION: " Taxation", codes.PAID_BARON: " for the Baron"}.get(reason, "")
    text = f"{names.does('Pay')} ${amount}{what}{taking(bonds)}"
    return Event("paid", facts, text if what else "")


def _link(
    names: Names, seat: int, owner: int, first: int, second: int, tiles: int, price: int, *_
) -> Event:
    cities = [names.city(first), names.city(second)]
    facts = {"owner": names.owner(owner), "cities": cities, "tiles": tiles, "price": price}
    text = f"The Railbot builds the Link {'–'.join(cities)} ({counted(tiles, 'tile')})"
    return Event("Link built", facts, text if owner == codes.RAILBOT else "")


def _track_removed(names: Names, seat: int, city: int, tiles: int, *_) -> Event:
    name, counted_tiles = names.city(city), counted(tiles, "tile")
    text = f"The open track from {name} ({counted_tiles}) is removed, its money is lost"
    return Event("open track removed", {"from": name, "tiles": tiles}, text)


def _cube_gone(names: Names, seat: int, city: int, colour: int, why: int, *_) -> Event:
    facts = {"city": names.city(city), "colour": names.colour(colour)}
    text = f"A {facts['colour']} cube leaves {facts['city']}"
    return Event(CUBE_LEAVES[why], facts, "" if why == codes.CUBE_DELIVERED else text)


def _cube_drawn(names: Names, seat: int, city: int, colour: int, *_) -> Event:
    facts: dict[str, Any] = {"city": names.city(city), "colours": [names.colour(colour)]}
    return Event("cubes come", facts, _cubes_come(facts["city"], facts["colours"]))


def _cubes_come(city: str, colours: list[str]) -> str:
    return f"{city} receives {cubes(colours)} from the bag"


def _marker(names: Names, seat: int, city: int, placed: int, *_) -> Event:
    name = names.city(city)
    if placed:
        text = f"{name} is empty and gets an Empty City Marker"
        return Event("marker placed", {"city": name}, text)
    return Event("marker removed", {"city": name}, f"{name} loses its Empty City Marker")


def _path(names: Names, seat: int, *cities: int) -> Event:
    used = cities[: cities.index(-1)] if -1 in cities else cities
    return Event("path", {"cities": [names.city(city) for city in used]})


def _points(names: Names, seat: int, points: int, source: int, *_) -> Event:
    text, scored = "", counted(points, "point")
    if names.scenario.seats and source in SEAT_POINTS_FOR:
        text = f"{names.seat(seat).capitalize()}: {scored} {SEAT_POINTS_FOR[source]}"
    elif not names.scenario.seats and source in POINTS_FOR:
        text = f"{scored}{POINTS_FOR[source].format(whose=names.whose)}"
    return Event("points", {"points": points, "source": names.source(source)}, text)


def _urbanized(names: Names, seat: int, city: int, colour: int, *_) -> Event:
    facts = {"city": names.city(city), "colour": names.colour(colour)}
    return Event("New City", facts, f"{facts['city']} becomes a {facts['colour']} New City")


def _card_gone(names: Names, seat: int, card: int, why: int, *_) -> Event:
    name, printed = names.operations_card(card), names.scenario.operations_cards[card]
    if why == codes.CARD_TAKEN:
        hotel = {"hotel": printed.city} if printed.kind == "hotel" else {}
        return Event("card taken", {"card": name, "kind": printed.kind, **hotel})
    if why == codes.CARD_DISCARDED:
        return Event("card discarded", {"card": name}, f"{name} is discarded (M13)")
    reason, words = CARD_LEAVES[why]
    return Event("card gone", {"card": name, "why": reason}, f"{name} {words}")


def _card_added(names: Names, seat: int, card: int, *_) -> Event:
    name = names.operations_card(card)
    return Event("card added", {"card": name}, f"{name} joins the display")


def _limit(names: Names, seat: int, limit: int, *_) -> Event:
    text = f"The display holds {counted(limit, 'card')} from now on"
    return Event("display limit", {"limit": limit}, text)


def _resolve(names: Names, seat: int, place: int, card: int, insured: int, *_) -> Event:
    facts = {"place": PLACES[place], "card": names.railbot_card(card), "insured": bool(insured)}
    return Event("resolve", facts)


def _line(names: Names, seat: int, line: int, owner: int, *_) -> Event:
    score = counted(names.scenario.board.lines[line].points, "point")
    text = f"The Major Line {names.line(line)} is connected: {score}"
    if owner == codes.RAILBOT:
        text = f"The Railbot claims the Major Line {names.line(line)}"
    elif names.scenario.seats:
        text += f" for {names.seat(seat)}"
    return Event("Major Line", {"line": names.line(line), "owner": names.owner(owner)}, text)


def _baron(names: Names, seat: int, *arguments: int) -> Event:
    if names.scenario.seats:
        return _rail_baron(names, *arguments)
    baron, owner, points, *_ = arguments
    printed = names.baron(baron)
    scored = counted(points, "point")
    facts = {"baron": printed.name, "owner": names.owner(owner), "points": points}
    if owner != codes.RAILBOT:
        return Event("Baron", facts, f"{names.does('Claim')} {printed.name}: {scored}")
    text = f"The Railbot gets {printed.name}: {printed.effect_text}"
    return Event("Baron", facts | {"effect": printed.effect_text}, text)


def _rail_baron(
    names: Names, baron: int, owner: int, points: int, value: int, others: int, *_
) -> Event:
    """Show a Rail Baron (M41); the log counts bonds below 0, so that the largest number is best."""
    printed = names.rail_baron(baron)
    facts = {
        "baron": printed.name,
        "goal": printed.goal,
        "value": abs(value),
        "others": abs(others) if printed.goal in COMPARED else None,
        "points": points,
    }
    scored = counted(points, "point")
    return Event("Baron", facts, f"{names.seat(owner).capitalize()} shows {printed.name}: {scored}")


def _trigger(names: Names, seat: int, why: int, *_) -> Event:
    rest = "" if names.scenario.seats else " without the Railbot"
    text = f"The end is near ({TRIGGERS[why]}): after this turn one more{rest}"
    if why == codes.UNFINISHED:
        text = "The limit of turns is reached: the game ends unfinished"
    return Event("trigger", {"why": TRIGGERS[why]}, text)


def _returned(names: Names, seat: int, city: int, colour: int, *_) -> Event:
    facts = {"at": names.city(city), "colour": names.colour(colour)}
    text = f"A second {facts['colour']} cube goes back to the bag and ends the mining"
    return Event("returned", facts, text)


def _rotor(names: Names, seat: int, city: int, colour: int, *_) -> Event:
    shown = names.colour(colour) if colour >= 0 else None
    also = f"also accepts {shown}" if shown else "accepts its own colour alone"
    text = f"The rotor turns: {names.city(city)} now {also}"
    return Event("rotor", {"at": names.city(city), "second": shown}, text)


EVENTS: dict[int, Callable[..., Event]] = {
    log.TILES: lambda names, seat, city, tiles, laid, *_: Event(
        "tiles laid", {"from": names.city(city), "tiles": tiles, "laid": laid}
    ),
    log.PAID: _paid,
    log.LINK_BUILT: _link,
    log.TRACK_REMOVED: _track_removed,
    log.CUBE_GONE: _cube_gone,
    log.CUBE_DRAWN: _cube_drawn,
    log.CUBE_RETURNED: _returned,
    log.MARKER: _marker,
    log.PATH: _path,
    log.POINTS: _points,
    log.URBANIZED: _urbanized,
    log.ENGINE: lambda names, seat, level, *_: Event("engine", {"level": level}),
    log.CARD_GONE: _card_gone,
    log.CARD_ADDED: _card_added,
    log.LIMIT: _limit,
    log.FLIP: lambda names, seat, card, *_: Event(
        "flip", {"card": names.railbot_card(card), "slot": names.slot(card)}
    ),
    log.RESOLVE: _resolve,
    log.INSURANCE: lambda names, seat, place, *_: Event("insurance", {"place": PLACES[place]}),
    log.LINE: _line,
    log.BARON: _baron,
    log.WESTERN: lambda names, seat, city, *_: Event("Western Link", {"city": names.city(city)}),
    log.TRIGGER: _trigger,
    log.INCOME: lambda names, seat, income, *_: Event("income", {"amount": income}),
    log.BID: lambda names, seat, amount, *_: Event("bid", {"amount": amount}),
    log.ORDER: lambda names, seat, place, *_: Event("order", {"place": place + 1}),
    log.MINED: lambda names, seat, city, *_: Event("mined", {"city": names.city(city)}),
    log.ROTOR: _rotor,
}

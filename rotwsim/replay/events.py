"""The rows of a log as events: a name, named fields, and a sentence where it needs one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rotwsim.core.state import codes, log
from rotwsim.replay.names import PAYMENTS, PLACES, TRIGGERS, Names, counted, cubes
from rotwsim.replay.names import bonds as taking

CHOICES = {
    codes.DECIDE_LOST_CUBE: "the player's choice of {} colours",
    codes.DECIDE_EXHAUST: "the player's choice of {} cities",
    codes.DECIDE_LINE: "the player's choice of {}",
    codes.DECIDE_BARON: "the player's choice of {}",
    codes.DECIDE_PATH: "the player's choice of {} equally cheap paths",
}
CARD_LEAVES = {
    codes.CARD_PUSHED_OFF: ("pushed off", "is pushed off the display"),
    codes.CARD_DEADHEADED: ("Deadhead", "is discarded by the Deadhead"),
    codes.CARD_FULFILLED: ("fulfilled", "is fulfilled"),
    codes.CARD_SPOILED: ("spoiled", "is discarded, its city lost a cube"),
}


def events_of(rows: list[list[int]], names: Names, facts: Sequence[dict] = ()) -> list[dict]:
    """Events in order; cubes that come to a city one after the other are one event.

    `facts` are the fields that an event has beyond its row, as `Pieces.follow` gives them.
    """
    events: list[dict] = []
    choice = ""
    for row, further in zip_longest(rows, facts, fillvalue={}):
        if row[1] == log.DECISION:
            choice = CHOICES.get(row[log.FIRST], "").format(row[log.FIRST + 1])
            continue
        if row[1] not in EVENTS:
            continue
        event = EVENTS[row[1]](names, *row[log.FIRST :]) | further
        if choice and "text" in event:
            event["choice"] = choice
            event["text"] += f" ({choice})"
            choice = ""
        earlier = _same_arrival(events, event)
        if earlier:
            earlier["colours"] += event["colours"]
            earlier["text"] = _cubes_come(event["city"], earlier["colours"])
        else:
            events.append(event)
    return events


def _same_arrival(events: list[dict], event: dict) -> dict | None:
    """The cubes that came to the city just before; a marker may have left with the first one."""
    if event["event"] != "cubes come":
        return None
    for earlier in reversed(events[-2:]):
        if earlier["event"] == "cubes come" and earlier["city"] == event["city"]:
            return earlier
        if earlier["event"] != "marker removed":
            return None
    return None


def _tiles(names: Names, city: int, tiles: int, laid: int, *_) -> dict:
    return {"event": "tiles laid", "from": names.city(city), "tiles": tiles, "laid": laid}


def _paid(names: Names, amount: int, bonds: int, reason: int, *_) -> dict:
    paid = {"event": "paid", "amount": amount, "bonds": bonds, "for": PAYMENTS[reason]}
    if reason == codes.PAID_TAXATION:
        paid["text"] = f"Pays ${amount} Taxation{taking(bonds)}"
    return paid


def _link(names: Names, owner: int, first: int, second: int, tiles: int, price: int, *_) -> dict:
    cities = [names.city(first), names.city(second)]
    link = {
        "event": "Link built",
        "owner": names.owner(owner),
        "cities": cities,
        "tiles": tiles,
        "price": price,
    }
    if owner == codes.RAILBOT:
        length = counted(tiles, "tile")
        link["text"] = f"The Railbot builds the Link {'–'.join(cities)} ({length})"
    return link


def _track_removed(names: Names, city: int, tiles: int, *_) -> dict:
    name, counted_tiles = names.city(city), counted(tiles, "tile")
    text = f"The open track from {name} ({counted_tiles}) is removed, its money is lost"
    return {"event": "open track removed", "from": name, "tiles": tiles, "text": text}


def _cube_gone(names: Names, city: int, colour: int, why: int, *_) -> dict:
    kinds = ("cube delivered", "cube lost to Links", "cube exhausted")
    gone = {"event": kinds[why], "city": names.city(city), "colour": names.colour(colour)}
    if why != codes.CUBE_DELIVERED:
        gone["text"] = f"A {names.colour(colour)} cube leaves {names.city(city)}"
    return gone


def _cube_drawn(names: Names, city: int, colour: int, *_) -> dict:
    colours = [names.colour(colour)]
    return {
        "event": "cubes come",
        "city": names.city(city),
        "colours": colours,
        "text": _cubes_come(names.city(city), colours),
    }


def _cubes_come(city: str, colours: list[str]) -> str:
    return f"{city} receives {cubes(colours)} from the bag"


def _marker(names: Names, city: int, placed: int, *_) -> dict:
    name = names.city(city)
    if placed:
        text = f"{name} is empty and gets an Empty City Marker"
        return {"event": "marker placed", "city": name, "text": text}
    text = f"{name} loses its Empty City Marker"
    return {"event": "marker removed", "city": name, "text": text}


def _path(names: Names, *cities: int) -> dict:
    used = cities[: cities.index(-1)] if -1 in cities else cities
    return {"event": "path", "cities": [names.city(city) for city in used]}


def _points(names: Names, points: int, source: int, *_) -> dict:
    scored = {"event": "points", "points": points, "source": names.source(source)}
    if source == codes.FROM_REMOVALS:
        scored["text"] = f"{counted(points, 'point')}: the pair needs the player's Links"
    elif source == codes.FROM_HOTELS:
        scored["text"] = f"{counted(points, 'point')} from the hotel"
    return scored


def _urbanized(names: Names, city: int, colour: int, *_) -> dict:
    name, colour = names.city(city), names.colour(colour)
    text = f"{name} becomes a {colour} New City"
    return {"event": "New City", "city": name, "colour": colour, "text": text}


def _engine(names: Names, level: int, *_) -> dict:
    return {"event": "engine", "level": level}


def _card_gone(names: Names, card: int, why: int, *_) -> dict:
    name = names.operations_card(card)
    if why == codes.CARD_TAKEN:
        printed = names.scenario.operations_cards[card]
        hotel = {"hotel": printed.city} if printed.kind == "hotel" else {}
        return {"event": "card taken", "card": name, "kind": printed.kind, **hotel}
    reason, words = CARD_LEAVES[why]
    return {"event": "card gone", "card": name, "why": reason, "text": f"{name} {words}"}


def _card_added(names: Names, card: int, *_) -> dict:
    name = names.operations_card(card)
    return {"event": "card added", "card": name, "text": f"{name} joins the display"}


def _limit(names: Names, limit: int, *_) -> dict:
    text = f"The display holds {counted(limit, 'card')} from now on"
    return {"event": "display limit", "limit": limit, "text": text}


def _flip(names: Names, card: int, *_) -> dict:
    return {"event": "flip", "card": names.railbot_card(card), "slot": names.slot(card)}


def _resolve(names: Names, place: int, card: int, insured: int, *_) -> dict:
    return {
        "event": "resolve",
        "place": PLACES[place],
        "card": names.railbot_card(card),
        "insured": bool(insured),
    }


def _insurance(names: Names, place: int, *_) -> dict:
    return {"event": "insurance", "place": PLACES[place]}


def _line(names: Names, line: int, owner: int, *_) -> dict:
    points = names.scenario.board.lines[line].points
    claimed = {"event": "Major Line", "line": names.line(line), "owner": names.owner(owner)}
    if owner == codes.RAILBOT:
        claimed["text"] = f"The Railbot claims the Major Line {names.line(line)}"
    else:
        score = counted(points, "point")
        claimed["text"] = f"The Major Line {names.line(line)} is connected: {score}"
    return claimed


def _baron(names: Names, baron: int, owner: int, points: int, *_) -> dict:
    printed = names.baron(baron)
    claimed = {
        "event": "Baron",
        "baron": printed.name,
        "owner": names.owner(owner),
        "points": points,
    }
    if owner == codes.RAILBOT:
        claimed["effect"] = printed.effect_text
        claimed["text"] = f"The Railbot gets {printed.name}: {printed.effect_text}"
    else:
        claimed["text"] = f"Claims {printed.name}: {counted(points, 'point')}"
    return claimed


def _western(names: Names, city: int, *_) -> dict:
    return {"event": "Western Link", "city": names.city(city)}


def _trigger(names: Names, why: int, *_) -> dict:
    text = f"The end is near ({TRIGGERS[why]}): after this turn one more without the Railbot"
    return {"event": "trigger", "why": TRIGGERS[why], "text": text}


def _income(names: Names, income: int, *_) -> dict:
    return {"event": "income", "amount": income}


EVENTS = {
    log.TILES: _tiles,
    log.PAID: _paid,
    log.LINK_BUILT: _link,
    log.TRACK_REMOVED: _track_removed,
    log.CUBE_GONE: _cube_gone,
    log.CUBE_DRAWN: _cube_drawn,
    log.MARKER: _marker,
    log.PATH: _path,
    log.POINTS: _points,
    log.URBANIZED: _urbanized,
    log.ENGINE: _engine,
    log.CARD_GONE: _card_gone,
    log.CARD_ADDED: _card_added,
    log.LIMIT: _limit,
    log.FLIP: _flip,
    log.RESOLVE: _resolve,
    log.INSURANCE: _insurance,
    log.LINE: _line,
    log.BARON: _baron,
    log.WESTERN: _western,
    log.TRIGGER: _trigger,
    log.INCOME: _income,
}

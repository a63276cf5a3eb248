"""The rows of a multiplayer log as events: those of the solo game by seat, and further ones."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rotwsim.core.state import codes, log
from rotwsim.reference.rail_barons import COMPARED
from rotwsim.replay.events import EVENTS, events_of
from rotwsim.replay.names import TRIGGERS, Names, counted, cubes

END_OF_TURN = (log.CARD_ADDED, log.CARD_GONE, log.STATUS)  # how the last part of a turn begins
# Sources of points that have a sentence, and what they are for.
FOR = {
    codes.FROM_OTHERS: "for its Links",
    codes.FROM_HOTELS: "from its hotel",
    codes.FROM_BOUNTIES: "for the Service Bounty",
    codes.FROM_STARTS: "for the Start card",
}


def multiplayer_events_of(
    rows: list[list[int]], names: Names, facts: Sequence[dict] = ()
) -> list[dict]:
    """Events in order, each with its seat, counted from 1, or none where nobody acted."""
    events = []
    is_asked = False  # whether the row before is the decision of a seat
    is_end = rows[0][1] in END_OF_TURN
    for row, further in zip_longest(rows, facts, fillvalue={}):
        if row[1] in OWN:
            event = OWN[row[1]](names, row[2], *row[log.FIRST :]) | further
        else:
            event = next(iter(events_of([row], names, [further])), None)
        if event:
            event["seat"] = None if _is_nobodys(row, is_end) else row[2] + 1
            if row[1] == log.BID:
                event["asked"] = is_asked
            events.append(event)
        is_asked = row[1] == log.DECISION
    return _joined(events)


def _is_nobodys(row: list[int], is_end: bool) -> bool:
    """Find the card at the end of a turn, what it removes, and the limit of turns."""
    if row[1] == log.TRIGGER:
        return row[log.FIRST] == codes.UNFINISHED
    return is_end and row[1] in (log.CARD_ADDED, log.CARD_GONE)


def _joined(events: list[dict]) -> list[dict]:
    """Cubes that come to a city one after the other are one event."""
    joined: list[dict] = []
    for event in events:
        earlier = joined[-1] if joined else {}
        if event["event"] == earlier.get("event") == "cubes come":
            if event["city"] == earlier["city"]:
                earlier["colours"] += event["colours"]
                came = cubes(earlier["colours"])
                earlier["text"] = f"{event['city']} receives {came} from the bag"
                continue
        joined.append(event)
    return joined


def _points(names: Names, seat: int, points: int, source: int, *_) -> dict:
    scored = {"event": "points", "points": points, "source": names.source(source)}
    if source in FOR:
        text = f"{names.seat(seat).capitalize()}: {counted(points, 'point')} {FOR[source]}"
        scored["text"] = text
    return scored


def _bid(names: Names, seat: int, amount: int, *_) -> dict:
    return {"event": "bid", "amount": amount}


def _order(names: Names, seat: int, place: int, *_) -> dict:
    return {"event": "order", "place": place + 1}


def _mined(names: Names, seat: int, city: int, *_) -> dict:
    return {"event": "mined", "city": names.city(city)}


def _returned(names: Names, seat: int, city: int, colour: int, *_) -> dict:
    text = f"A second {names.colour(colour)} cube goes back to the bag and ends the mining"
    at = names.city(city)
    return {"event": "returned", "at": at, "colour": names.colour(colour), "text": text}


def _rotor(names: Names, seat: int, city: int, colour: int, *_) -> dict:
    shown = names.colour(colour) if colour >= 0 else None
    also = f"also accepts {shown}" if shown else "accepts its own colour alone"
    text = f"The rotor turns: {names.city(city)} now {also}"
    return {"event": "rotor", "at": names.city(city), "second": shown, "text": text}


def _baron(
    names: Names, seat: int, baron: int, owner: int, points: int, value: int, others: int, *_
) -> dict:
    """M41: the log counts bonds below 0, so that the largest number is always the best."""
    printed = names.rail_baron(baron)
    text = f"{names.seat(owner).capitalize()} shows {printed.name}: {counted(points, 'point')}"
    return {
        "event": "Baron",
        "baron": printed.name,
        "goal": printed.goal,
        "value": abs(value),
        "others": abs(others) if printed.goal in COMPARED else None,
        "points": points,
        "text": text,
    }


def _line(names: Names, seat: int, *arguments: int) -> dict:
    event = EVENTS[log.LINE](names, *arguments)
    event["text"] += f" for {names.seat(seat)}"
    return event


def _trigger(names: Names, seat: int, why: int, *_) -> dict:
    text = f"The end is near ({TRIGGERS[why]}): after this turn one more"
    if why == codes.UNFINISHED:
        text = "The limit of turns is reached: the game ends unfinished"
    return {"event": "trigger", "why": TRIGGERS[why], "text": text}


def _discarded(names: Names, seat: int, card: int, why: int, *_) -> dict:
    if why != codes.CARD_DISCARDED:
        return EVENTS[log.CARD_GONE](names, card, why)
    name = names.operations_card(card)
    return {"event": "card discarded", "card": name, "text": f"{name} is discarded (M13)"}


OWN = {
    log.POINTS: _points,
    log.BID: _bid,
    log.ORDER: _order,
    log.MINED: _mined,
    log.CUBE_RETURNED: _returned,
    log.ROTOR: _rotor,
    log.BARON: _baron,
    log.LINE: _line,
    log.TRIGGER: _trigger,
    log.CARD_GONE: _discarded,
}

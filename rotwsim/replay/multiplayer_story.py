"""A multiplayer game as a story of plain data: set-up, auctions, every seat's actions, the end."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import numpy as np

from rotwsim.core.state import codes, log
from rotwsim.replay.actions import HEADLINES, NAMES
from rotwsim.replay.multiplayer_events import END_OF_TURN, multiplayer_events_of
from rotwsim.replay.names import MULTIPLAYER_SOURCES, TRIGGERS, Names, counted, listed, which_game
from rotwsim.replay.names import bonds as taking
from rotwsim.replay.pieces import CHOSEN
from rotwsim.replay.position import MultiplayerPosition
from rotwsim.scenario.scenario import Scenario

Rows = list[list[int]]


def multiplayer_story_of(scenario: Scenario, seed: int, game: int, rows: np.ndarray) -> dict:
    """The story of the game that wrote these rows, head included."""
    names = Names(scenario)
    position = MultiplayerPosition(names)
    by_turn = {turn: list(of_turn) for turn, of_turn in groupby(rows[1:].tolist(), lambda r: r[0])}
    set_up = _set_up(by_turn.pop(0), position)
    return {
        **which_game(scenario, seed, game),
        "seats": [
            {"seat": number, "player": player} for number, player in enumerate(scenario.seats, 1)
        ],
        "set_up": set_up,
        "turns": [_turn(of_turn, position) for of_turn in by_turn.values()],
        "links": position.links,
        "result": _result(position, scenario),
    }


def _set_up(rows: Rows, position: MultiplayerPosition) -> dict:
    for row in rows:
        position.follow(row)
    names = position.names
    return {
        "cubes": {names.city(city): position.cubes_on(city) for city in position.cubes},
        "display": position.display_words(),
        "discarded": [names.operations_card(card) for card in position.discarded],
        "first": position.first + 1,
        "barons": [
            {
                "seat": seat + 1,
                "dealt": [names.rail_baron(baron).name for baron in dealt],
                "kept": names.rail_baron(position.kept_baron[seat]).name,
            }
            for seat, dealt in sorted(position.dealt.items())
        ],
        "figures": names.scenario.parameters,
        "hidden": {"operations_deck": operations_deck(rows, names)},
        "now": position.now(),
        "board": position.on_board(),
    }


def operations_deck(rows: Rows, names: Names) -> list[str]:
    """Name the cards of the Operations deck from the top, before the first one is dealt."""
    cards = [row[log.FIRST + 1] for row in rows if row[1] == log.SET_OPERATIONS]
    return [names.operations_card(card) for card in cards]


def _turn(rows: Rows, position: MultiplayerPosition) -> dict:
    number, is_last = rows[0][log.FIRST : log.FIRST + 2]
    parts = []
    for of_part in _split(rows[1:]):
        part = _part(of_part, position)
        if part["events"] or part["part"] == "action":
            parts.append(part | {"after": position.now()})
    _number_rounds(parts)
    return {
        "turn": number,
        "last": bool(is_last),
        "parts": parts,
        "end": position.now(),
        "board": position.on_board(),
    }


def _number_rounds(parts: list[dict]) -> None:
    """Count a round more for a seat when its go comes; Executives stay in it (M10, M16)."""
    rounds: Counter[int] = Counter()
    before = None
    for part in parts:
        if part["part"] == "action":
            rounds[part["seat"]] += part["seat"] != before
            part["round"] = rounds[part["seat"]]
            before = part["seat"]


def _split(rows: Rows) -> list[Rows]:
    """The rows of a turn by part: the auction, each action, track removed, income, the end."""
    parts: list[Rows] = [[]]
    for row in rows:
        is_action = row[1] == log.DECISION and row[log.FIRST] == codes.DECIDE_ACTION
        is_income = row[1] == log.INCOME and parts[-1][0][1] != log.INCOME
        is_end = row[1] in END_OF_TURN and parts[-1][0][1] == log.INCOME
        if is_action or is_income or is_end or row[1] == log.TRACK_REMOVED:
            parts.append([])
        parts[-1].append(row)
    return [part for part in parts if part]


def _part(rows: Rows, position: MultiplayerPosition) -> dict:
    names, seat = position.names, rows[0][2]
    events = multiplayer_events_of(rows, names, [position.follow(row) for row in rows])
    kind = rows[0][1]
    if kind == log.DECISION and rows[0][log.FIRST] == codes.DECIDE_ACTION:
        return _action(rows, seat, events, names)
    if kind == log.TRACK_REMOVED:
        text = f"{names.seat(seat).capitalize()}: {events[0].pop('text')}"
        return {"part": "open track", "seat": seat + 1, "text": text, "events": events}
    if kind == log.INCOME:
        return {"part": "income", "text": _income_words(events, names), "events": events}
    if any(event["event"] == "order" for event in events):
        events = _with_last_pass(events, len(names.scenario.seats))
        return {"part": "auction", "text": _auction_words(events, names), "events": events}
    return {"part": "end of turn", "text": "At the end of the turn", "events": events}


def _action(rows: Rows, seat: int, events: list[dict], names: Names) -> dict:
    """One action of a seat; points count that are its own."""
    kind, *arguments = rows[0][CHOSEN : CHOSEN + 6]
    paid = [event for event in events if event["event"] == "paid"]
    own = [e for e in events if e["event"] == "points" and e["seat"] == seat + 1]
    part = {
        "part": "action",
        "seat": seat + 1,
        "action": NAMES[kind],
        "text": "",
        "cost": sum(event["amount"] for event in paid),
        "bonds": sum(event["bonds"] for event in paid),
        "points": sum(event["points"] for event in own),
        "events": events,
    }
    part["text"] = HEADLINES[kind](part, arguments, names, [])
    return part


def _with_last_pass(events: list[dict], seats: int) -> list[dict]:
    """Add the pass of the last seat: once all others pass, it is not asked (M12, M14)."""
    bids = [event for event in events if event["event"] == "bid"]
    silent = set(range(1, seats + 1)) - {bid["seat"] for bid in bids}
    if not bids or not silent:
        return events
    last = {"event": "bid", "amount": 0, "seat": silent.pop(), "asked": False}
    return [*bids, last, *events[len(bids) :]]


def _auction_words(events: list[dict], names: Names) -> str:
    """Who bid what, who acts when, who pays."""
    bids = [event for event in events if event["event"] == "bid"]
    said = [f"{names.seat(bid['seat'] - 1)} {_bid_words(bid['amount'])}" for bid in bids]
    order = [event["seat"] for event in events if event["event"] == "order"]
    words = [", ".join(said)] if said else []
    words.append(f"the order is {listed(map(str, order))}")
    words += [
        f"{names.seat(event['seat'] - 1)} pays ${event['amount']}{taking(event['bonds'])}"
        for event in events
        if event["event"] == "paid"
    ]
    text = "; ".join(words)
    return text[0].upper() + text[1:]


def _bid_words(amount: int) -> str:
    return f"bids ${amount}" if amount else "passes"


def _income_words(events: list[dict], names: Names) -> str:
    words = []
    for event in events:
        if event["event"] == "income":
            words.append(f"{names.seat(event['seat'] - 1)} ${event['amount']}")
        elif event["event"] == "paid":
            words[-1] += f" less ${event['amount']} interest{taking(event['bonds'])}"
    text = "; ".join(words)
    return text[0].upper() + text[1:]


def _result(position: MultiplayerPosition, scenario: Scenario) -> dict:
    """M41, M42: the seats with their scores, in the order of their places."""
    seats = [_seat_result(seat, position, scenario) for seat in range(len(scenario.seats))]
    for one in seats:
        one["place"] = 1 + sum(_rank(other) > _rank(one) for other in seats)
    return {
        "seats": sorted(seats, key=lambda one: (one["place"], one["seat"])),
        "turns": position.turn,
        "trigger": TRIGGERS[position.trigger],
        "unfinished": position.trigger == codes.UNFINISHED,
    }


def _rank(seat: dict) -> tuple[int, int, int]:
    return seat["score"], -seat["bonds"], seat["links"]


def _seat_result(seat: int, position: MultiplayerPosition, scenario: Scenario) -> dict:
    figures, points = position.figures[seat], Counter(position.points[seat])
    lost = scenario.parameters["bond_penalty"] * figures["bonds"]
    baron, earned = position.shown.get(seat, (None, 0))
    return {
        "seat": seat + 1,
        "player": scenario.seats[seat],
        "points_by_source": {name: points[source] for source, name in MULTIPLAYER_SOURCES.items()},
        "points": figures["score"],
        "bonds": figures["bonds"],
        "lost_for_bonds": lost,
        "baron": None if baron is None else position.names.rail_baron(baron).name,
        "baron_points": earned,
        "score": figures["score"] - lost + earned,
        "links": sum(link["owner"] == position.names.seat(seat) for link in position.links),
        "engine": figures["engine"],
        "money": figures["money"],
        "summary": f"{counted(figures['bonds'], 'bond')}, engine {figures['engine']}",
    }

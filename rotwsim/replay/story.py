"""A game as a story of plain data: set-up, turns with their parts, result; from its log alone."""

from __future__ import annotations

from itertools import groupby

import numpy as np

from rotwsim.core.state import codes, log
from rotwsim.replay.actions import action_part
from rotwsim.replay.events import events_of
from rotwsim.replay.multiplayer_story import multiplayer_story_of, operations_deck
from rotwsim.replay.names import SOURCES, TRIGGERS, Names, which_game
from rotwsim.replay.names import bonds as taking
from rotwsim.replay.position import Position
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

Rows = list[list[int]]
NOT_OVER = "nothing yet"  # what ended a game that is still in play


def story_of(scenario: Scenario, seed: int, game: int, rows: np.ndarray) -> dict:
    """The story of the game that wrote these rows, head included."""
    if rows[0, log.TOO_SHORT]:
        raise DataError(f"game {game} of seed {seed} is longer than its log")
    if scenario.seats:
        return multiplayer_story_of(scenario, seed, game, rows)
    names = Names(scenario)
    figures = scenario.parameters
    position = Position(names)
    by_turn = {turn: list(of_turn) for turn, of_turn in groupby(rows[1:].tolist(), lambda r: r[0])}
    set_up = _set_up(by_turn.pop(0), position)
    return {
        **which_game(scenario, seed, game),
        "set_up": set_up,
        "turns": [_turn(of_turn, position) for of_turn in by_turn.values()],
        "links": position.links,
        "result": _result(position, figures),
    }


def _set_up(rows: Rows, position: Position) -> dict:
    for row in rows:
        position.follow(row)
    names = position.names

    def railbot(event: int, place: int = 0) -> list[str]:
        """The Railbot cards that rows of a kind name."""
        cards = [row[log.FIRST + place] for row in rows if row[1] == event]
        return [names.railbot_card(card) for card in cards]

    return {
        "row": position.row_words(),
        "display": position.display_words(),
        "display_limit": position.limit,
        "barons": [_baron(names, baron) for baron in position.barons],
        "cubes": {names.city(city): position.cubes_on(city) for city in position.cubes},
        "not_in_play": [*names.scenario.board.cities_not_in_play],
        "railbot_cards": sum(row[1] == log.SET_DECK for row in rows),
        "figures": names.scenario.parameters,
        "hidden": {
            "railbot_deck": railbot(log.SET_DECK, place=1),
            "railbot_removed": railbot(log.SET_REMOVED),
            "railbot_dropped": railbot(log.SET_DROPPED),
            "operations_deck": operations_deck(rows, names),
        },
        "now": position.figures(),
        "board": position.on_board(),
    }


def _baron(names: Names, number: int) -> dict:
    baron = names.baron(number)
    tiers = "/".join(map(str, baron.tiers))
    points = "/".join(map(str, baron.points))
    return {
        "name": baron.name,
        "goal": f"{tiers} {baron.goal_text}",
        "points": points,
        "effect": baron.effect_text,
    }


def _turn(rows: Rows, position: Position) -> dict:
    """Write one turn; each part names the cards that were open when it began."""
    number, is_last = rows[0][log.FIRST : log.FIRST + 2]
    begin = position.figures()
    parts = parts_of(rows[1:], position)
    return {
        "turn": number,
        "last": bool(is_last),
        "begin": begin,
        "parts": parts,
        "end": position.figures(),
        "board": position.on_board(),
    }


def parts_of(rows: Rows, position: Position) -> list[dict]:
    """Divide the rows of one turn into parts; the position follows them."""
    parts = []
    for of_part in _split(rows):
        part = _part(of_part, position)
        if part:
            parts.append(part | {"after": position.figures()})
    return parts


def _split(rows: Rows) -> list[Rows]:
    """The rows of a turn by part: claims at its start, each action, the Railbot step, open track
    that is removed, the end.
    """
    parts: list[Rows] = [[]]
    for row in rows:
        is_action = row[1] == log.DECISION and row[log.FIRST] == codes.DECIDE_ACTION
        if is_action or row[1] in (log.FLIP, log.TRACK_REMOVED, log.INCOME):
            parts.append([])
        parts[-1].append(row)
    return [part for part in parts if part]


def _part(rows: Rows, position: Position) -> dict | None:
    names, row_of_cards = position.names, position.row_words()
    events = events_of(rows, names, [position.follow(row) for row in rows])
    position.slide_row()
    if rows[0][1] == log.DECISION and rows[0][log.FIRST] == codes.DECIDE_ACTION:
        return action_part(rows[0], events, names, row_of_cards, position.dear_insurance)
    if rows[0][1] == log.FLIP:
        return {"part": "railbot", "text": _railbot_words(events), "events": events}
    if rows[0][1] == log.TRACK_REMOVED:
        return {"part": "open track", "text": events[0].pop("text"), "events": events}
    if rows[0][1] == log.INCOME:
        return {"part": "end of turn", "text": _income_words(events), "events": events}
    if events:
        return {"part": "claims", "text": "Before the first action", "events": events}
    return None


def _railbot_words(events: list[dict]) -> str:
    flipped, *_ = events
    resolved = [event for event in events if event["event"] == "resolve"]
    if not resolved:
        return f"The Railbot flips {flipped['card']}; nothing is resolved"
    first = resolved[0]
    text = f"The Railbot flips {flipped['card']} ({flipped['slot']}): "
    if first["insured"]:
        text += f"{_ordinal(first)} is insured, it leaves without effect and the token returns"
        return text
    text += f"{_ordinal(first)} is resolved"
    if len(resolved) > 1:
        words = _ordinal(resolved[1])
        resolved[1]["text"] = f"{words[0].upper()}{words[1:]} is resolved as well"
    elif not any("text" in event for event in events):
        text += ", nothing changes"
    return text


def _ordinal(resolved: dict) -> str:
    return f"the {resolved['place']} card, {resolved['card']},"


def _income_words(events: list[dict]) -> str:
    income = next(event for event in events if event["event"] == "income")
    text = f"Income ${income['amount']}"
    for event in events:
        if event["event"] == "paid":
            text += f", interest ${event['amount']}{taking(event['bonds'])}"
    return text


def _result(position: Position, figures: dict) -> dict:
    """S41: points less bonds, against the target."""
    lost = figures["bond_penalty"] * position.bonds
    result = position.score - lost
    return {
        "points_by_source": {name: position.points[source] for source, name in SOURCES.items()},
        "points": position.score,
        "bonds": position.bonds,
        "lost_for_bonds": lost,
        "result": result,
        "target": figures["target"],
        "margin": result - figures["target"],
        "won": result >= figures["target"],
        "turns": position.turn,
        "trigger": TRIGGERS.get(position.trigger, NOT_OVER),
        "deliveries": position.deliveries,
        "own_links": sum(link["owner"] == "player" for link in position.links),
        "railbot_links": sum(link["owner"] == "Railbot" for link in position.links),
        "engine": position.engine,
        "money": position.cash,
        "barons": {
            position.names.baron(baron).name: PLAYED[position.baron_owner.get(baron)]
            for baron in position.barons
        },
    }


PLAYED = {None: "unclaimed", codes.SOLO: "player", codes.RAILBOT: "Railbot"}

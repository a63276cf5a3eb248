"""The player's actions in words: what was done, what it cost, what it scored."""

from __future__ import annotations

from rotwsim.core.state import codes
from rotwsim.replay.names import PLACES, SOURCES, Names, bonds, counted
from rotwsim.replay.pieces import CHOSEN

NAMES = {
    codes.PASS: "pass",
    codes.BUILD: "build",
    codes.URBANIZE: "urbanize",
    codes.UPGRADE: "upgrade",
    codes.DELIVER: "deliver",
    codes.TAKE_CARD: "take card",
    codes.INSURE: "insure",
    codes.WESTERN_LINK: "western link",
    codes.MINE: "mine",
}


def action_part(
    decision: list[int],
    events: list[dict],
    names: Names,
    row_of_cards: list[str],
    dear_insurance: bool,
) -> dict:
    """One action, given by its DECISION row, with all that followed from it.

    Insurance takes the actions it costs, one more where a Baron makes it dear (D17).
    """
    kind, *arguments = decision[CHOSEN : CHOSEN + 6]
    paid = [event for event in events if event["event"] == "paid"]
    insured = names.scenario.parameters.get("insurance_actions", 1) + dear_insurance
    part = {
        "part": "action",
        "action": NAMES[kind],
        "actions": insured if kind == codes.INSURE else 1,
        "text": "",
        "cost": sum(event["amount"] for event in paid),
        "bonds": sum(event["bonds"] for event in paid),
        "points": sum(event["points"] for event in events if event["event"] == "points"),
        "events": events,
    }
    part["text"] = HEADLINES[kind](part, arguments, names, row_of_cards)
    return part


def _price(part: dict) -> str:
    return f"for ${part['cost']}{bonds(part['bonds'])}"


def _first(part: dict, name: str) -> dict:
    return next(event for event in part["events"] if event["event"] == name)


def _pass(part: dict, arguments: list[int], names: Names, row: list[str]) -> str:
    return "Passes"


def _build(part: dict, arguments: list[int], names: Names, row: list[str]) -> str:
    laid = _first(part, "tiles laid")
    way = f"from {laid['from']} to {names.city(arguments[1])}"
    grant = ", the plain hexes by a Land Grant" if arguments[3] else ""
    tiles = counted(laid["tiles"], "tile")
    if not any(event["event"] == "Link built" for event in part["events"]):
        so_far = f", {laid['laid']} so far" if laid["laid"] > laid["tiles"] else ""
        return f"Lays {tiles} {way} {_price(part)}{grant}; open track{so_far}"
    if laid["laid"] > laid["tiles"]:
        return f"Lays the last {tiles} {way} {_price(part)}{grant}: the Link is complete"
    return f"Builds the Link {way} ({tiles}) {_price(part)}{grant}"


def _urbanize(part: dict, arguments: list[int], names: Names, row: list[str]) -> str:
    return f"Urbanizes {names.city(arguments[0])} {_price(part)}"


def _upgrade(part: dict, arguments: list[int], names: Names, row: list[str]) -> str:
    return f"Upgrades the engine to level {_first(part, 'engine')['level']} {_price(part)}"


def _deliver(part: dict, arguments: list[int], names: Names, row: list[str]) -> str:
    _, colour, _, own, railbot = arguments
    cities = _first(part, "path")["cities"]
    scored = {e["source"]: e["points"] for e in part["events"] if e["event"] == "points"}
    text = f"Delivers a {names.colour(colour)} cube {' – '.join(cities)}: "
    text += f"{counted(scored[SOURCES[codes.FROM_DELIVERIES]], 'point')} "
    if names.scenario.seats:
        return f"{text}for own Links"
    text += f"for {counted(own, 'own Link')}"
    if railbot:
        lost = -scored.get(SOURCES[codes.LOST_TO_RAILBOT_LINKS], 0)
        text += f", {lost} lost for {counted(railbot, 'Railbot Link')}"
    return text


def _take_card(part: dict, arguments: list[int], names: Names, row: list[str]) -> str:
    return f"Takes {_first(part, 'card taken')['card']}"


def _insure(part: dict, arguments: list[int], names: Names, row: list[str]) -> str:
    spent = counted(part["actions"], "action")
    return f"Insures the {PLACES[arguments[0]]} card of the row, {row[arguments[0]]}, for {spent}"


def _western_link(part: dict, arguments: list[int], names: Names, row: list[str]) -> str:
    return f"Buys the Western Link at {names.city(arguments[0])} {_price(part)}"


def _mine(part: dict, arguments: list[int], names: Names, row: list[str]) -> str:
    return f"Mines {names.city(arguments[0])} {_price(part)}"


HEADLINES = {
    codes.PASS: _pass,
    codes.BUILD: _build,
    codes.URBANIZE: _urbanize,
    codes.UPGRADE: _upgrade,
    codes.DELIVER: _deliver,
    codes.TAKE_CARD: _take_card,
    codes.INSURE: _insure,
    codes.WESTERN_LINK: _western_link,
    codes.MINE: _mine,
}

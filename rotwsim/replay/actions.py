"""The player's actions in words: what is done, what it costs, what it scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rotwsim.core.state import codes
from rotwsim.replay.names import PLACES, SOURCES, Names, bonds, counted
from rotwsim.replay.pieces import CHOSEN
from rotwsim.replay.story import Action, Event, F

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


class TakenAction:
    """One action, given by its DECISION row, with all that followed from it.

    `row` names the cards of the row before it. Insurance takes the actions it costs, one more where
    a Baron makes it dear (D17).
    """

    def __init__(
        self,
        decision: list[int],
        events: list[Event],
        names: Names,
        row: Sequence[str] = (),
        dear_insurance: int = 0,
    ):
        kind, *self.arguments = decision[CHOSEN : CHOSEN + 6]
        self.name, self.events, self.names, self.row = NAMES[kind], events, names, row
        insured = names.scenario.parameters.get("insurance_actions", 1) + dear_insurance
        self.actions = insured if kind == codes.INSURE else 1
        paid = self.all("paid")
        self.cost = sum(event["amount"] for event in paid)
        self.bonds = sum(event["bonds"] for event in paid)
        own = [e for e in self.all("points") if e.facts.get("seat") in (None, decision[2] + 1)]
        self.points = sum(event["points"] for event in own)
        self.text = HEADLINES[kind](self)

    def all(self, name: str) -> list[Event]:
        return [event for event in self.events if event.name == name]

    def city(self, place: int) -> str:
        """Name the city that an argument of the action is."""
        return self.names.city(self.arguments[place])

    def does(self, verb: str) -> str:
        return self.names.does(verb)

    def part(self, after: F, seat: int | None = None, actions: int = 0) -> Action[F]:
        """Give the action as a part of a story."""
        return Action(
            kind="action",
            text=self.text,
            events=self.events,
            after=after,
            action=self.name,
            cost=self.cost,
            bonds=self.bonds,
            points=self.points,
            seat=seat,
            actions=actions,
        )

    @property
    def price(self) -> str:
        return f"for ${self.cost}{bonds(self.bonds)}"


def _build(action: TakenAction) -> str:
    (laid,) = action.all("tiles laid")
    route = f"from {laid['from']} to {action.city(1)}"
    price = action.price + (", the plain hexes by a Land Grant" if action.arguments[3] else "")
    tiles = counted(laid["tiles"], "tile")
    is_more = laid["laid"] > laid["tiles"]
    if not action.all("Link built"):
        so_far = f", {laid['laid']} so far" if is_more else ""
        return f"{action.does('Lay')} {tiles} {route} {price}; open track{so_far}"
    if is_more:
        return f"{action.does('Lay')} the last {tiles} {route} {price}: the Link is complete"
    return f"{action.does('Build')} the Link {route} ({tiles}) {price}"


def _upgrade(action: TakenAction) -> str:
    (engine,) = action.all("engine")
    return f"{action.does('Upgrade')} the engine to level {engine['level']} {action.price}"


def _deliver(action: TakenAction) -> str:
    _, colour, _, own, railbot = action.arguments
    (path,) = action.all("path")
    scored = {event["source"]: event["points"] for event in action.all("points")}
    text = f"{action.does('Deliver')} a {action.names.colour(colour)} cube "
    text += f"{' – '.join(path['cities'])}: "
    text += f"{counted(scored[SOURCES[codes.FROM_DELIVERIES]], 'point')} "
    if action.names.scenario.seats:
        return f"{text}for own Links"
    text += f"for {counted(own, 'own Link')}"
    if railbot:
        lost = -scored.get(SOURCES[codes.LOST_TO_RAILBOT_LINKS], 0)
        text += f", {lost} lost for {counted(railbot, 'Railbot Link')}"
    return text


def _take_card(action: TakenAction) -> str:
    (taken,) = action.all("card taken")
    return f"{action.does('Take')} {taken['card']}"


def _insure(action: TakenAction) -> str:
    place, spent = action.arguments[0], counted(action.actions, "action")
    card = f"the {PLACES[place]} card of the row, {action.row[place]}"
    return f"{action.does('Insure')} {card}, for {spent}"


def _at_city(verb: str, what: str = "") -> Callable[[TakenAction], str]:
    return lambda action: f"{action.does(verb)} {what}{action.city(0)} {action.price}"


HEADLINES: dict[int, Callable[[TakenAction], str]] = {
    codes.PASS: lambda action: action.does("Pass"),
    codes.BUILD: _build,
    codes.URBANIZE: _at_city("Urbanize"),
    codes.UPGRADE: _upgrade,
    codes.DELIVER: _deliver,
    codes.TAKE_CARD: _take_card,
    codes.INSURE: _insure,
    codes.WESTERN_LINK: _at_city("Buy", "the Western Link at "),
    codes.MINE: _at_city("Mine"),
}

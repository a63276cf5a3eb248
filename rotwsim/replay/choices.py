"""Choices in words: actions as they can be taken and as they were, and every other decision."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from rotwsim.core.state import codes
from rotwsim.replay.names import PLACES, SOURCES, Names, bonds, counted, words_of
from rotwsim.replay.pieces import CHOSEN
from rotwsim.replay.story import Action, Event, F

QUESTIONS, DECIDED, ACTION_NAMES = map(words_of, ("questions", "decided", "actions"))
PLACED = {codes.WESTERN_LINK: "Buy the Western Link at {}", codes.MINE: "Mine {}"}


def action_words(action: tuple[int, ...], card: int | None, names: Names) -> str:
    """Name an action as something that can be done."""
    kind, first, second, third, *_ = action
    if kind == codes.BUILD:
        return f"Build from {names.city(first)} towards {names.city(second)}"
    if kind == codes.DELIVER:
        way = f"from {names.city(first)} to {names.city(third)}"
        return f"Deliver a {names.colour(second)} cube {way}"
    if kind == codes.URBANIZE:
        return f"Urbanize {names.city(first)} in {names.colour(second)}"
    if card is not None and kind == codes.TAKE_CARD:
        return f"Take {names.operations_card(card)}"
    if kind == codes.INSURE:
        return f"Insure the {PLACES[first]} card of the row"
    if kind in PLACED:
        return PLACED[kind].format(names.city(first))
    return {codes.PASS: "Pass", codes.UPGRADE: "Upgrade the engine"}[kind]


def decided_words(state: np.record, names: Names, place: int) -> str:
    """Say what a choice of another decision does, without its question."""
    words, decision = choice_words(state, names, place), int(state.decision)
    asked = int(state.asked)
    if decision == codes.DECIDE_EXHAUST:
        if int(state.cubes[int(state.choices[place])]) == 1:
            return f"{words} loses its last cube, a {names.colour(asked)} one"
        return f"{words} loses a {names.colour(asked)} cube"
    if decision == codes.DECIDE_LOST_CUBE:
        return f"{names.city(asked)} loses {words}"
    if decision in (codes.DECIDE_CLAIM, codes.DECIDE_BARON):
        option, verb = int(state.choices[place]), "Claim"
        if decision == codes.DECIDE_BARON:
            verb = "Give the Railbot"
        return f"{verb} {names.baron(int(state.baron_row[option])).name if option >= 0 else words}"
    return DECIDED[decision].format(words)


def choice_words(state: np.record, names: Names, place: int) -> str:
    """Write one choice of a decision that is not about an action."""
    option, decision = int(state.choices[place]), int(state.decision)
    if decision in (codes.DECIDE_CLAIM, codes.DECIDE_BARON):
        if option < 0:
            return "none now"
        baron = names.baron(int(state.baron_row[option]))
        return f"{baron.name}: {baron.goal_text}; for the Railbot: {baron.effect_text}"
    if decision == codes.DECIDE_BID:
        return f"bid ${option}" if option else "pass"
    if decision == codes.DECIDE_KEEP:
        return names.rail_baron(int(state.dealt[int(state.seat), option])).name
    if decision == codes.DECIDE_LOST_CUBE:
        return f"a {names.colour(option)} cube"
    if decision == codes.DECIDE_LINE:
        return names.line(option)
    if decision == codes.DECIDE_PATH:
        return path_words(state, names, place)
    if decision == codes.DECIDE_NEW_CITY:
        return f"{names.city(option // codes.COLOURS)}, {names.colour(option % codes.COLOURS)}"
    return names.city(option)


def path_words(state: np.record, names: Names, place: int) -> str:
    ends = state.path_city[state.path_start[place] : state.path_start[place + 1]].tolist()
    stretches = zip(ends[::2], ends[1::2], strict=True)
    return ", ".join(f"{names.city(first)}–{names.city(second)}" for first, second in stretches)


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
        self.name, self.events, self.names, self.row = ACTION_NAMES[kind], events, names, row
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
        return self.names.city(self.arguments[place])

    def does(self, verb: str) -> str:
        return self.names.does(verb)

    def part(self, after: F, seat: int | None = None, actions: int = 0) -> Action[F]:
        same = ("text", "events", "cost", "bonds", "points")
        shown: dict[str, Any] = {name: getattr(self, name) for name in same}
        shown |= {"kind": "action", "action": self.name, "seat": seat, "actions": actions}
        return Action(after=after, **shown)

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
    codes.TAKE_CARD: lambda action: f"{action.does('Take')} {action.all('card taken')[0]['card']}",
    codes.INSURE: _insure,
    codes.WESTERN_LINK: _at_city("Buy", "the Western Link at "),
    codes.MINE: _at_city("Mine"),
}

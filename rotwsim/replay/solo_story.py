"""Write the story of a solo game from its log alone."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from rotwsim.core.state import codes, log
from rotwsim.replay import story
from rotwsim.replay.choices import TakenAction
from rotwsim.replay.events import events_of
from rotwsim.replay.multiplayer_story import multiplayer_story_of
from rotwsim.replay.names import NOT_OVER, OWNERS, PLACES, SOURCES, TRIGGERS, Names, which_game
from rotwsim.replay.names import bonds as taking
from rotwsim.replay.pieces import Facts, Pieces, Rows, begins_action, rows_by_turn
from rotwsim.replay.story import DuelBaronInRow, Event, Part, SoloFigures, SoloResult, SoloSetUp
from rotwsim.scenario.baron_words import effect_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError


def story_of(scenario: Scenario, seed: int, game: int, rows: np.ndarray) -> story.Story:
    """Write the story of the game that wrote these rows, head included."""
    if rows[0, log.TOO_SHORT]:
        raise DataError(f"game {game} of seed {seed} is longer than its log")
    if scenario.seats:
        return multiplayer_story_of(scenario, seed, game, rows)
    return solo_story_of(scenario, seed, game, rows)


def solo_story_of(scenario: Scenario, seed: int, game: int, rows: np.ndarray) -> story.SoloStory:
    """Do so for a solo game; each turn and part names the cards that were open when it began."""
    position = Position(Names(scenario))
    set_up, *turns = rows_by_turn(rows)
    return story.SoloStory(
        **which_game(scenario, seed, game),
        set_up=_set_up(set_up, position),
        turns=[position.turn_of(of_turn, parts_of, position.now()) for of_turn in turns],
        links=position.links,
        result=_result(position, scenario.parameters),
    )


def _set_up(rows: Rows, position: Position) -> SoloSetUp:
    common, names = position.set_up(rows), position.names

    def railbot(event: int, place: int = 0) -> list[str]:
        """Name the Railbot cards in the rows of a kind."""
        cards = [row[log.FIRST + place] for row in rows if row[1] == event]
        return [names.railbot_card(card) for card in cards]

    hidden = {
        "railbot_deck": railbot(log.SET_DECK, place=1),
        "railbot_removed": railbot(log.SET_REMOVED),
        "railbot_dropped": railbot(log.SET_DROPPED),
        **common.pop("hidden"),
    }
    return SoloSetUp(
        **common,
        hidden=hidden,
        row=position.row_words(),
        display_limit=position.limit,
        barons=[_baron(names, baron) for baron in position.barons],
        not_in_play=[*names.scenario.board.cities_not_in_play],
        railbot_cards=sum(row[1] == log.SET_DECK for row in rows),
    )


def _baron(names: Names, number: int) -> DuelBaronInRow:
    baron = names.baron(number)
    tiers, points = "/".join(map(str, baron.tiers)), "/".join(map(str, baron.points))
    return DuelBaronInRow(baron.name, f"{tiers} {baron.goal_text}", points, baron.effect_text)


def parts_of(rows: Rows, position: Position) -> list[Part[SoloFigures]]:
    """Divide the rows of one turn into parts; the position follows them."""
    parts = [_part(of_part, position) for of_part in _split(rows)]
    return [part for part in parts if part]


def _split(rows: Rows) -> list[Rows]:
    """Divide a turn: first claims, each action, the Railbot step, removed open track, the end."""
    parts: list[Rows] = [[]]
    for row in rows:
        if begins_action(row) or row[1] in (log.FLIP, log.TRACK_REMOVED, log.INCOME):
            parts.append([])
        parts[-1].append(row)
    return [part for part in parts if part]


def _part(rows: Rows, position: Position) -> Part[SoloFigures] | None:
    names, row_of_cards = position.names, position.row_words()
    events = events_of(rows, names, [position.follow(row) for row in rows])
    position.slide_row()
    after, kind = position.now(), rows[0][1]
    if begins_action(rows[0]):
        taken = TakenAction(rows[0], events, names, row_of_cards, position.dear_insurance)
        return taken.part(after, actions=taken.actions)
    if kind == log.FLIP:
        kind, text = "railbot", _railbot_words(events)
    elif kind == log.TRACK_REMOVED:
        kind, text, events[0].text = "open track", events[0].text, ""
    elif kind == log.INCOME:
        kind, text = "end of turn", _income_words(events)
    else:
        kind, text = "claims", "Before the first action"
    return Part(kind=kind, text=text, events=events, after=after) if events else None


def _railbot_words(events: list[Event]) -> str:
    flipped, *_ = events
    resolved = [event for event in events if event.name == "resolve"]
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
        resolved[1].text = f"{words[0].upper()}{words[1:]} is resolved as well"
    elif not any(event.text for event in events):
        text += ", nothing changes"
    return text


def _ordinal(resolved: Event) -> str:
    return f"the {resolved['place']} card, {resolved['card']},"


def _income_words(events: list[Event]) -> str:
    income = next(event for event in events if event.name == "income")
    text = f"Income ${income['amount']}"
    for event in events:
        if event.name == "paid":
            text += f", interest ${event['amount']}{taking(event['bonds'])}"
    return text


def _result(position: Position, parameters: dict[str, int]) -> SoloResult:
    """Compare points less bonds with the target (S41)."""
    totals, owners = position.totals(codes.SOLO, SOURCES), [link.owner for link in position.links]
    result = totals["points"] - totals["lost_for_bonds"]
    return SoloResult(
        **totals,
        result=result,
        target=parameters["target"],
        margin=result - parameters["target"],
        won=result >= parameters["target"],
        turns=position.turn,
        trigger=TRIGGERS.get(position.trigger, NOT_OVER),
        deliveries=position.deliveries,
        own_links=owners.count(OWNERS[codes.SOLO]),
        railbot_links=owners.count(OWNERS[codes.RAILBOT]),
        barons={
            position.names.baron(baron).name: OWNERS.get(
                position.baron_owner.get(baron, codes.NOBODY), "unclaimed"
            )
            for baron in position.barons
        },
    )


@dataclass
class Position(Pieces):
    """The pieces of a solo game, its row and its Barons, as the rows read so far leave them."""

    limit: int = 0
    row: list[int] = field(default_factory=list)
    insured: int | None = None
    barons: list[int] = field(default_factory=list)
    baron_owner: dict[int, int] = field(default_factory=dict)
    deliveries: int = 0
    flipped: int | None = None
    resolved: int | None = None  # place in the row

    def __post_init__(self) -> None:
        super().__post_init__()
        self.limit = self.names.scenario.parameters["display_limit"]

    def follow(self, row: list[int]) -> Facts:
        """Take in one row of the log."""
        first, second, third = row[log.FIRST : log.FIRST + 3]
        match row[1]:
            case log.SET_ROW:
                self.row.append(second)
            case log.SET_BARON:
                self.barons.append(second)
            case log.CUBE_GONE:
                self.deliveries += third == codes.CUBE_DELIVERED
            case log.LIMIT:
                self.limit = first
            case log.FLIP:
                self.flipped = first
            case log.RESOLVE:
                if self.resolved is None:  # D11 resolves a second card in its place
                    self.resolved = first
                if third:
                    self.insured = None
            case log.INSURANCE:
                self.insured = first
            case log.BARON:
                self.baron_owner[first] = second
        return super().follow(row)

    def slide_row(self) -> None:
        """Replace the resolved card by the flipped one after the Railbot step (S20)."""
        if self.flipped is not None and self.resolved is not None:
            del self.row[self.resolved]
            self.row.append(self.flipped)
            if self.insured is not None and self.insured > self.resolved:
                self.insured -= 1
        self.flipped = self.resolved = None

    def row_words(self) -> list[str]:
        return self.names.row(self.row, self.insured)

    def now(self) -> SoloFigures:
        return SoloFigures(
            **self.held_by(codes.SOLO),
            empty_city_markers=len(self.markers),
            display=self.display_words(),
            display_limit=self.limit,
            row=self.row_words(),
            insured=None if self.insured is None else PLACES[self.insured],
        )

    @property
    def dear_insurance(self) -> int:
        """Count the actions by which the Railbot's Barons make Insurance dearer (D17)."""
        of_railbot = [b for b, owner in self.baron_owner.items() if owner == codes.RAILBOT]
        found = [effect_of(self.names.scenario.duel_barons[baron]) for baron in of_railbot]
        return sum(effect.amount for effect in found if effect.acts == "dear_insurance")

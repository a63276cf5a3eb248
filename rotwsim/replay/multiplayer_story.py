"""Write the story of a multiplayer game from its log alone: auctions, actions, the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from rotwsim.core.state import codes, log
from rotwsim.replay import names as words
from rotwsim.replay import story
from rotwsim.replay.choices import TakenAction
from rotwsim.replay.events import END_OF_TURN, events_of
from rotwsim.replay.names import Names, counted
from rotwsim.replay.pieces import CHOSEN, Facts, Pieces, Rows, begins_action, rows_by_turn
from rotwsim.replay.story import Action, Event, MultiplayerFigures, Part, SeatResult
from rotwsim.scenario.scenario import Scenario


def multiplayer_story_of(
    scenario: Scenario, seed: int, game: int, rows: np.ndarray
) -> story.MultiplayerStory:
    """Write the story of the game that wrote these rows, head included."""
    position = MultiplayerPosition(Names(scenario))
    set_up, *turns = rows_by_turn(rows)
    return story.MultiplayerStory(
        **words.which_game(scenario, seed, game),
        seats=[story.SeatPlayer(number, player) for number, player in enumerate(scenario.seats, 1)],
        set_up=_set_up(set_up, position),
        turns=[position.turn_of(of_turn, _parts_of) for of_turn in turns],
        links=position.links,
        result=_result(position, scenario),
    )


def _set_up(rows: Rows, position: MultiplayerPosition) -> story.MultiplayerSetUp:
    common, names = position.set_up(rows), position.names
    return story.MultiplayerSetUp(
        **common,
        discarded=[names.operations_card(card) for card in position.discarded],
        first=position.first + 1,
        barons=[
            story.RailBaronDealt(
                seat + 1,
                [names.rail_baron(baron).name for baron in dealt],
                names.rail_baron(position.kept_baron[seat]).name,
            )
            for seat, dealt in sorted(position.dealt.items())
            if seat in position.kept_baron  # a game by hand may not have come so far
        ],
    )


def _parts_of(rows: Rows, position: MultiplayerPosition) -> list[Part[MultiplayerFigures]]:
    """Write the parts of a turn; each go of a seat is a round, with its Executives (M10, M16)."""
    parts = [part_of(of_part, position) for of_part in split_turn(rows)]
    parts = [part for part in parts if part.events or isinstance(part, Action)]
    rounds: Counter[int | None] = Counter()
    before = None
    for part in parts:
        if isinstance(part, Action):
            rounds[part.seat] += part.seat != before
            part.round, before = rounds[part.seat], part.seat
    return parts


def split_turn(rows: Rows) -> list[Rows]:
    """Divide a turn: the auction, each action, track removed, income, the end."""
    parts: list[Rows] = [[]]
    for row in rows:
        is_income = row[1] == log.INCOME and parts[-1][0][1] != log.INCOME
        is_end = row[1] in END_OF_TURN and parts[-1][0][1] == log.INCOME
        if begins_action(row) or is_income or is_end or row[1] == log.TRACK_REMOVED:
            parts.append([])
        parts[-1].append(row)
    return [part for part in parts if part]


def part_of(rows: Rows, position: MultiplayerPosition) -> Part[MultiplayerFigures]:
    """Write one part of a turn."""
    names, seat, kind = position.names, rows[0][2], rows[0][1]
    events = events_of(rows, names, [position.follow(row) for row in rows])
    after, found = position.now(), {event.name for event in events}
    if begins_action(rows[0]):
        return TakenAction(rows[0], events, names).part(after, seat=seat + 1)
    if kind == log.TRACK_REMOVED:
        text, events[0].text = f"{names.seat(seat).capitalize()}: {events[0].text}", ""
        return Part(kind="open track", seat=seat + 1, text=text, events=events, after=after)
    if "order" in found:
        events = _with_last_pass(events, len(names.scenario.seats))
    if kind == log.INCOME:
        kind, text = "income", _income_words(events, names)
    elif found & {"bid", "order"}:
        kind, text = "auction", _auction_words(events, names)
    else:
        kind, text = "end of turn", "At the end of the turn"
    return Part(kind=kind, text=text, events=events, after=after)


def _with_last_pass(events: list[Event], seats: int) -> list[Event]:
    """Add the pass of the last seat: once all others pass, it is not asked (M12, M14)."""
    bids = [event for event in events if event.name == "bid"]
    silent = set(range(1, seats + 1)) - {bid["seat"] for bid in bids}
    if not bids or not silent:
        return events
    last = Event("bid", {"amount": 0, "seat": silent.pop(), "asked": False})
    return [*bids, last, *events[len(bids) :]]


def _auction_words(events: list[Event], names: Names) -> str:
    """Say who bid what, who acts when, who pays."""
    bids = [event for event in events if event.name == "bid"]
    said = [f"{names.seat(bid['seat'] - 1)} {bid_words(bid['amount'])}" for bid in bids]
    order = [event["seat"] for event in events if event.name == "order"]
    parts = [", ".join(said)] if said else []
    parts += [f"the order is {words.listed(map(str, order))}"] if order else []
    parts += [
        f"{names.seat(event['seat'] - 1)} pays ${event['amount']}{words.bonds(event['bonds'])}"
        for event in events
        if event.name == "paid"
    ]
    return _sentence(parts)


def _sentence(parts: list[str]) -> str:
    text = "; ".join(parts)
    return text[0].upper() + text[1:]


def bid_words(amount: int) -> str:
    return f"bids ${amount}" if amount else "passes"


def _income_words(events: list[Event], names: Names) -> str:
    parts = []
    for event in events:
        if event.name == "income":
            parts.append(f"{names.seat(event['seat'] - 1)} ${event['amount']}")
        elif event.name == "paid":
            parts[-1] += f" less ${event['amount']} interest{words.bonds(event['bonds'])}"
    return _sentence(parts)


def _result(position: MultiplayerPosition, scenario: Scenario) -> story.MultiplayerResult:
    """List the seats with their scores, in the order of their places (M41, M42)."""
    seats = [_seat_result(seat, position, scenario) for seat in range(len(scenario.seats))]
    ranks = [(one.score, -one.bonds, one.links) for one in seats]
    for one, mine in zip(seats, ranks, strict=True):
        one.place = 1 + sum(other > mine for other in ranks)
    return story.MultiplayerResult(
        seats=sorted(seats, key=lambda one: (one.place, one.seat)),
        turns=position.turn,
        trigger=words.TRIGGERS.get(position.trigger, words.NOT_OVER),
        unfinished=position.trigger == codes.UNFINISHED,
    )


def _seat_result(seat: int, position: MultiplayerPosition, scenario: Scenario) -> SeatResult:
    totals, names = position.totals(seat, words.MULTIPLAYER_SOURCES), position.names
    baron, earned = position.shown.get(seat, (None, 0))
    return SeatResult(
        **totals,
        seat=seat + 1,
        player=scenario.seats[seat],
        baron=None if baron is None else names.rail_baron(baron).name,
        baron_points=earned,
        score=totals["points"] - totals["lost_for_bonds"] + earned,
        links=sum(link.owner == names.seat(seat) for link in position.links),
        summary=f"{counted(totals['bonds'], 'bond')}, engine {totals['engine']}",
        place=0,
    )


@dataclass
class MultiplayerPosition(Pieces):
    """The pieces of a multiplayer game and its Rail Barons, as the rows read so far leave them."""

    first: int = 0  # the first bidder
    dealt: dict[int, list[int]] = field(default_factory=dict)  # Rail Barons, by seat
    kept_baron: dict[int, int] = field(default_factory=dict)
    shown: dict[int, tuple[int, int]] = field(default_factory=dict)  # Baron and points, by seat

    def follow(self, row: list[int]) -> Facts:
        """Take in one row of the log."""
        event, seat, *arguments = row[1:]
        if event == log.DECISION and arguments[0] == codes.DECIDE_KEEP:
            self.kept_baron[seat] = self.dealt[seat][row[CHOSEN]]
        elif event == log.SET_RAIL_BARON:
            self._deal(seat, *arguments[:2])
        elif event == log.SET_FIRST:
            self.first = arguments[0]
        elif event == log.BARON:
            baron, owner, points = arguments[:3]
            self.shown[owner] = (baron, points)
        return super().follow(row)

    def now(self) -> MultiplayerFigures:
        mines = [self._mines_left(seat) for seat in range(len(self.purses))]
        seats = [
            story.SeatFigures(seat=seat + 1, **self.held_by(seat), mines_left=left)
            for seat, left in enumerate(mines)
        ]
        return MultiplayerFigures(seats, len(self.markers), self.display_words())

    def _mines_left(self, seat: int) -> int:
        if "mines" not in self.names.scenario.modules:
            return 0
        return self.names.book.multiplayer.mines_per_seat - self.mines[seat]

    def _deal(self, seat: int, place: int, baron: int) -> None:
        self.dealt.setdefault(seat, []).append(baron)
        if seat == 0 and place == 0 and self.names.scenario.rail_baron:
            self.kept_baron[seat] = baron  # bound to the one it is dealt first: nothing is asked

"""What is open in a game at each moment, followed through the log, solo and multiplayer."""

from __future__ import annotations

from dataclasses import dataclass, field

from rotwsim.core.state import codes, log
from rotwsim.replay.names import PLACES
from rotwsim.replay.pieces import CHOSEN, Facts, Pieces
from rotwsim.replay.story import MultiplayerFigures, SeatFigures, SoloFigures
from rotwsim.scenario.baron_words import effect_of


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
        """Name the cards of the row, left to right."""
        words = []
        for place, card in enumerate(self.row):
            text = f"{self.names.railbot_card(card)} ({self.names.slot(card)})"
            words.append(f"{text}, insured" if place == self.insured else text)
        return words

    def now(self) -> SoloFigures:
        """Give what the player would read off now."""
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
        """Give what the players would read off now."""
        seats = [
            SeatFigures(seat=seat + 1, **self.held_by(seat), mines_left=self._mines_left(seat))
            for seat in range(len(self.purses))
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

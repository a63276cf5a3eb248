"""What is open in a game at each moment, followed through the log, solo and multiplayer."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rotwsim.core.state import codes, log
from rotwsim.replay.names import PLACES
from rotwsim.replay.pieces import CHOSEN, Facts, Pieces


@dataclass
class Position(Pieces):
    """The pieces, the row and the figures of the player, as the rows read so far leave them."""

    limit: int = 0
    score: int = 0
    cash: int = 0
    bonds: int = 0
    engine: int = 1
    row: list[int] = field(default_factory=list)
    insured: int | None = None
    barons: list[int] = field(default_factory=list)
    baron_owner: dict[int, int] = field(default_factory=dict)
    points: Counter = field(default_factory=Counter)  # by source
    deliveries: int = 0
    flipped: int | None = None
    resolved: int | None = None  # place in the row

    def __post_init__(self) -> None:
        super().__post_init__()
        figures = self.names.scenario.parameters
        self.limit, self.cash = figures["display_limit"], figures["start_cash"]

    def follow(self, row: list[int]) -> Facts:
        """Takes in one row of the log."""
        change = FIGURES.get(row[1])
        if change:
            change(self, *row[log.FIRST :])
        return super().follow(row)

    def slide_row(self) -> None:
        """S20: after the Railbot step the resolved card leaves and the flipped one enters."""
        if self.flipped is not None and self.resolved is not None:
            del self.row[self.resolved]
            self.row.append(self.flipped)
            if self.insured is not None and self.insured > self.resolved:
                self.insured -= 1
        self.flipped = self.resolved = None

    def row_words(self) -> list[str]:
        """The row, left to right."""
        words = []
        for place, card in enumerate(self.row):
            text = f"{self.names.railbot_card(card)} ({self.names.slot(card)})"
            words.append(f"{text}, insured" if place == self.insured else text)
        return words

    def figures(self) -> dict:
        """What a player would read off now."""
        return {
            "score": self.score,
            "money": self.cash,
            "bonds": self.bonds,
            "income": self.names.income(self.score),
            "engine": self.engine,
            "empty_city_markers": len(self.markers),
            "display": self.display_words(),
            "display_limit": self.limit,
            "row": self.row_words(),
            "insured": None if self.insured is None else PLACES[self.insured],
            **self.held_by(codes.SOLO),
        }

    def _deliver(self, city: int, colour: int, why: int, *_) -> None:
        self.deliveries += why == codes.CUBE_DELIVERED

    def _score(self, points: int, source: int, *_) -> None:
        self.score += points
        self.points[source] += points

    def _pay(self, amount: int, bonds: int, *_) -> None:
        self.bonds += bonds
        self.cash += bonds * self.names.book.bond_pays - amount

    def _earn(self, income: int, *_) -> None:
        self.cash += income

    def _level(self, level: int, *_) -> None:
        self.engine = level

    def _set_limit(self, limit: int, *_) -> None:
        self.limit = limit

    def _flip(self, card: int, *_) -> None:
        self.flipped = card

    def _resolve(self, place: int, card: int, insured: int, *_) -> None:
        if self.resolved is None:  # D11 resolves a second card in its place
            self.resolved = place
        if insured:
            self.insured = None

    def _insure(self, place: int, *_) -> None:
        self.insured = place

    def _own_baron(self, baron: int, owner: int, *_) -> None:
        self.baron_owner[baron] = owner

    @property
    def dear_insurance(self) -> bool:
        """D17: the Railbot has the Baron that makes Insurance dear."""
        return any(
            owner == codes.RAILBOT and self.names.baron(baron).effect == "dear_insurance"
            for baron, owner in self.baron_owner.items()
        )


FIGURES = {
    log.SET_ROW: lambda position, place, card, *_: position.row.append(card),
    log.SET_BARON: lambda position, place, baron, *_: position.barons.append(baron),
    log.PAID: Position._pay,
    log.CUBE_GONE: Position._deliver,
    log.POINTS: Position._score,
    log.ENGINE: Position._level,
    log.LIMIT: Position._set_limit,
    log.FLIP: Position._flip,
    log.RESOLVE: Position._resolve,
    log.INSURANCE: Position._insure,
    log.BARON: Position._own_baron,
    log.INCOME: Position._earn,
}


@dataclass
class MultiplayerPosition(Pieces):
    """The pieces and the figures of all seats, as the rows read so far leave them."""

    first: int = 0  # the first bidder
    figures: dict[int, dict] = field(default_factory=dict)  # by seat
    points: dict[int, Counter] = field(default_factory=dict)  # by seat and source
    dealt: dict[int, list[int]] = field(default_factory=dict)  # Rail Barons, by seat
    kept_baron: dict[int, int] = field(default_factory=dict)
    shown: dict[int, tuple[int, int]] = field(default_factory=dict)  # Baron and points, by seat

    def __post_init__(self) -> None:
        super().__post_init__()
        cash = self.names.scenario.parameters["start_cash"]
        for seat in range(len(self.names.scenario.seats)):
            self.points[seat] = Counter()
            self._status(seat, 0, cash, 0, 1)

    def follow(self, row: list[int]) -> Facts:
        """Takes in one row of the log."""
        if row[1] == log.DECISION:
            if row[log.FIRST] == codes.DECIDE_KEEP:
                self.kept_baron[row[2]] = self.dealt[row[2]][row[CHOSEN]]
        elif row[1] in SEAT_FIGURES:
            SEAT_FIGURES[row[1]](self, row[2], *row[log.FIRST :])
        return super().follow(row)

    def now(self) -> dict:
        """What the players would read off now."""
        return {
            "seats": [
                {**self.figures[seat], **self.held_by(seat), "mines_left": self._mines_left(seat)}
                for seat in sorted(self.figures)
            ],
            "empty_city_markers": len(self.markers),
            "display": self.display_words(),
        }

    def _mines_left(self, seat: int) -> int:
        if "mines" not in self.names.scenario.modules:
            return 0
        return self.names.book.multiplayer.mines_per_seat - self.mines[seat]

    def _deal(self, seat: int, place: int, baron: int, *_) -> None:
        self.dealt.setdefault(seat, []).append(baron)
        if seat == 0 and place == 0 and self.names.scenario.rail_baron:
            self.kept_baron[seat] = baron  # bound to the one it is dealt first: nothing is asked

    def _begin(self, seat: int, first: int, *_) -> None:
        self.first = first

    def _score(self, seat: int, points: int, source: int, *_) -> None:
        self.points[seat][source] += points
        figures = self.figures[seat]
        figures["score"] += points
        figures["income"] = self.names.income(figures["score"])

    def _pay(self, seat: int, amount: int, bonds: int, *_) -> None:
        figures = self.figures[seat]
        figures["bonds"] += bonds
        figures["money"] += bonds * self.names.book.bond_pays - amount

    def _earn(self, seat: int, income: int, *_) -> None:
        self.figures[seat]["money"] += income

    def _level(self, seat: int, level: int, *_) -> None:
        self.figures[seat]["engine"] = level

    def _show_baron(self, seat: int, baron: int, owner: int, points: int, *_) -> None:
        self.shown[owner] = (baron, points)

    def _status(self, seat: int, score: int, cash: int, bonds: int, engine: int, *_) -> None:
        self.figures[seat] = {
            "seat": seat + 1,
            "score": score,
            "money": cash,
            "bonds": bonds,
            "income": self.names.income(score),
            "engine": engine,
        }


SEAT_FIGURES = {
    log.SET_RAIL_BARON: MultiplayerPosition._deal,
    log.SET_FIRST: MultiplayerPosition._begin,
    log.POINTS: MultiplayerPosition._score,
    log.BARON: MultiplayerPosition._show_baron,
    log.PAID: MultiplayerPosition._pay,
    log.INCOME: MultiplayerPosition._earn,
    log.ENGINE: MultiplayerPosition._level,
    log.STATUS: MultiplayerPosition._status,
}

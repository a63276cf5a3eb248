"""What is open at a table at each moment, followed through the log: every seat's figures."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rotwsim.core.state import codes, log
from rotwsim.replay.pieces import CHOSEN, Facts, Pieces


@dataclass
class TablePosition(Pieces):
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
        elif row[1] in FIGURES:
            FIGURES[row[1]](self, row[2], *row[log.FIRST :])
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
        return self.names.book.table.mines_per_seat - self.mines[seat]

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


FIGURES = {
    log.SET_RAIL_BARON: TablePosition._deal,
    log.SET_FIRST: TablePosition._begin,
    log.POINTS: TablePosition._score,
    log.BARON: TablePosition._show_baron,
    log.PAID: TablePosition._pay,
    log.INCOME: TablePosition._earn,
    log.ENGINE: TablePosition._level,
    log.STATUS: TablePosition._status,
}

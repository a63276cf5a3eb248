"""What is open in a solo game at each moment, followed through the log: row, Barons, figures."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rotwsim.core.state import codes, log
from rotwsim.replay.names import PLACES
from rotwsim.replay.pieces import Facts, Pieces


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
        if self.resolved is None:  # D11 resolves a second card where it lies
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

"""What lies on a table at each moment, followed through the log: display, Links, every seat."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rotwsim.core import codes, log
from rotwsim.replay.names import Names

KEPT = log.FIRST + 3  # the option chosen, in a DECISION row


@dataclass
class TablePosition:
    """The open cards and the figures of all seats, as the rows read so far leave them."""

    names: Names
    turn: int = 0
    first: int = 0  # the first bidder
    markers: int = 0
    trigger: int = codes.NOT_YET
    display: list[int] = field(default_factory=list)
    cubes: dict[int, list[str]] = field(default_factory=dict)  # at set-up, by city
    figures: dict[int, dict] = field(default_factory=dict)  # by seat
    points: dict[int, Counter] = field(default_factory=dict)  # by seat and source
    links: list[dict] = field(default_factory=list)
    tiles: dict[int, list[dict]] = field(default_factory=dict)  # laid for no Link yet, by owner
    dealt: dict[int, list[int]] = field(default_factory=dict)  # Rail Barons, by seat
    kept: dict[int, int] = field(default_factory=dict)
    shown: dict[int, tuple[int, int]] = field(default_factory=dict)  # Baron and points, by seat

    def __post_init__(self) -> None:
        cash = self.names.scenario.figures["start_cash"]
        for seat in range(len(self.names.scenario.seats)):
            self.points[seat] = Counter()
            self._status(seat, 0, cash, 0, 1, 0)

    def follow(self, row: list[int]) -> None:
        """Takes in one row of the log."""
        self.turn = row[0]
        if row[1] == log.DECISION:
            if row[log.FIRST] == codes.DECIDE_KEEP:
                self.kept[row[2]] = self.dealt[row[2]][row[KEPT]]
        elif row[1] in CHANGES:
            CHANGES[row[1]](self, row[2], *row[log.FIRST :])

    def display_words(self) -> list[str]:
        """The display, the card that lies longest first."""
        return [self.names.operations_card(card) for card in self.display]

    def now(self) -> dict:
        """What the players would read off now."""
        return {
            "seats": [dict(self.figures[seat]) for seat in sorted(self.figures)],
            "empty_city_markers": self.markers,
            "display": self.display_words(),
        }

    def _put_cube(self, seat: int, city: int, colour: int, *_) -> None:
        self.cubes.setdefault(city, []).append(self.names.colour(colour))

    def _deal(self, seat: int, place: int, baron: int, *_) -> None:
        self.dealt.setdefault(seat, []).append(baron)
        if seat == 0 and place == 0 and self.names.scenario.rail_baron:
            self.kept[seat] = baron  # bound to the one it is dealt first: nothing is asked

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

    def _mark(self, seat: int, city: int, placed: int, *_) -> None:
        self.markers += 1 if placed else -1

    def _tile(self, seat: int, hex_: int, entered: int, left: int, price: int, *_) -> None:
        self.tiles.setdefault(seat, []).append(self.names.tile(hex_, entered, left, price))

    def _link(self, seat: int, owner: int, first: int, second: int, *_) -> None:
        link = {
            "owner": self.names.seat(owner),
            "cities": [self.names.city(first), self.names.city(second)],
        }
        self.links.append(link | {"turn": self.turn, "track": self.tiles.pop(owner)})

    def _remove_track(self, seat: int, *_) -> None:
        self.tiles.pop(seat, None)

    def _add_card(self, seat: int, card: int, *_) -> None:
        self.display.append(card)

    def _remove_card(self, seat: int, card: int, why: int, *_) -> None:
        if why != codes.CARD_DISCARDED:  # M13: it never lay there
            self.display.remove(card)

    def _end_is_near(self, seat: int, why: int, *_) -> None:
        self.trigger = why

    def _show_baron(self, seat: int, baron: int, owner: int, points: int, *_) -> None:
        self.shown[owner] = (baron, points)

    def _status(
        self, seat: int, score: int, cash: int, bonds: int, engine: int, markers: int, *_
    ) -> None:
        self.markers = markers
        self.figures[seat] = {
            "seat": seat + 1,
            "score": score,
            "money": cash,
            "bonds": bonds,
            "income": self.names.income(score),
            "engine": engine,
        }


CHANGES = {
    log.SET_CUBE: TablePosition._put_cube,
    log.SET_RAIL_BARON: TablePosition._deal,
    log.SET_FIRST: TablePosition._begin,
    log.POINTS: TablePosition._score,
    log.TILE: TablePosition._tile,
    log.LINK_BUILT: TablePosition._link,
    log.TRACK_REMOVED: TablePosition._remove_track,
    log.CARD_ADDED: TablePosition._add_card,
    log.CARD_GONE: TablePosition._remove_card,
    log.TRIGGER: TablePosition._end_is_near,
    log.BARON: TablePosition._show_baron,
    log.PAID: TablePosition._pay,
    log.INCOME: TablePosition._earn,
    log.ENGINE: TablePosition._level,
    log.MARKER: TablePosition._mark,
    log.STATUS: TablePosition._status,
}

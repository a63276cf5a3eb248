"""What lies on the table at each moment, followed through the log: row, display, Links, figures."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from rotwsim.core import codes, log
from rotwsim.replay.names import PLACES, Names


@dataclass
class Position:
    """The open cards and the figures of the player, as the rows read so far leave them."""

    names: Names
    limit: int
    turn: int = 0
    score: int = 0
    cash: int = 0
    bonds: int = 0
    engine: int = 1
    row: list[int] = field(default_factory=list)
    insured: int | None = None
    display: list[int] = field(default_factory=list)
    barons: list[int] = field(default_factory=list)
    baron_owner: dict[int, int] = field(default_factory=dict)
    markers: set[int] = field(default_factory=set)
    links: list[dict] = field(default_factory=list)
    tiles: dict[int, list[dict]] = field(default_factory=dict)  # laid for no Link yet, by owner
    cubes: dict[int, Counter] = field(default_factory=dict)  # by city
    points: Counter = field(default_factory=Counter)  # by source
    deliveries: int = 0
    trigger: int = codes.NOT_YET
    flipped: int | None = None
    resolved: int | None = None  # place in the row

    def follow(self, row: list[int]) -> None:
        """Takes in one row of the log."""
        self.turn = row[0]
        change = CHANGES.get(row[1])
        if change:
            change(self, *row[log.FIRST :])

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

    def display_words(self) -> list[str]:
        """The display, farthest from the deck first."""
        return [self.names.operations_card(card) for card in self.display]

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
        }

    def cubes_on(self, city: int) -> list[str]:
        """The colours of the cubes on a city."""
        return [self.names.colour(colour) for colour in sorted(self.cubes[city].elements())]

    def _put_cube(self, city: int, colour: int, *_) -> None:
        self.cubes.setdefault(city, Counter())[colour] += 1

    def _take_cube(self, city: int, colour: int, why: int, *_) -> None:
        self.cubes[city][colour] -= 1
        self.deliveries += why == codes.CUBE_DELIVERED

    def _mark(self, city: int, placed: int, *_) -> None:
        (self.markers.add if placed else self.markers.discard)(city)

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

    def _tile(self, hex_: int, entered: int, left: int, price: int, owner: int, *_) -> None:
        tile = self.names.tile(hex_, entered, left, price)
        self.tiles.setdefault(owner, []).append(tile)

    def _link(self, owner: int, first: int, second: int, *_) -> None:
        link = {"owner": "Railbot" if owner == codes.RAILBOT else "player"}
        link |= {"cities": [self.names.city(first), self.names.city(second)]}
        self.links.append(link | {"turn": self.turn, "track": self.tiles.pop(owner)})

    def _remove_track(self, *_) -> None:
        self.tiles.clear()

    def _add_card(self, card: int, *_) -> None:
        self.display.append(card)

    def _remove_card(self, card: int, *_) -> None:
        self.display.remove(card)

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

    def _end_is_near(self, trigger: int, *_) -> None:
        self.trigger = trigger


CHANGES = {
    log.SET_CUBE: Position._put_cube,
    log.SET_ROW: lambda position, place, card, *_: position.row.append(card),
    log.SET_BOUNTY: lambda position, place, card, *_: position.display.append(card),
    log.SET_BARON: lambda position, place, baron, *_: position.barons.append(baron),
    log.PAID: Position._pay,
    log.TILE: Position._tile,
    log.LINK_BUILT: Position._link,
    log.TRACK_REMOVED: Position._remove_track,
    log.CUBE_GONE: Position._take_cube,
    log.CUBE_DRAWN: Position._put_cube,
    log.MARKER: Position._mark,
    log.POINTS: Position._score,
    log.ENGINE: Position._level,
    log.CARD_GONE: Position._remove_card,
    log.CARD_ADDED: Position._add_card,
    log.LIMIT: Position._set_limit,
    log.FLIP: Position._flip,
    log.RESOLVE: Position._resolve,
    log.INSURANCE: Position._insure,
    log.BARON: Position._own_baron,
    log.TRIGGER: Position._end_is_near,
    log.INCOME: Position._earn,
}

"""The ground under the track: hexes and sides taken, and the routes that may be begun (B14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from rotwsim.reference.given import Given, Hex, Side
from rotwsim.reference.options import WORD


@dataclass
class Ground:
    """Hexes and sides with track on them; the routes that may be begun are kept up to date."""

    given: Given
    tracks: Counter[Hex] = field(default_factory=Counter)
    used: set[Side] = field(default_factory=set)
    blocks: list[int] = field(default_factory=list)  # by route: sides used, hexes full, ends out
    buildable: set[int] = field(default_factory=set)
    digest: int = 0  # of all buildable routes as Build options

    def __post_init__(self):
        in_play = self.given.in_play
        self.blocks = [
            (not in_play[route.first]) + (not in_play[route.second]) for route in self.given.routes
        ]
        self.buildable = {route for route, blocks in enumerate(self.blocks) if not blocks}
        self.digest = sum(self.given.route_digest[route] for route in self.buildable) % WORD

    def lay(self, hexes: Iterable[Hex], sides: Iterable[Side]) -> None:
        """Track comes to lie on these hexes and sides."""
        for hex_ in hexes:
            self.tracks[hex_] += 1
            if self.tracks[hex_] == self.given.book.tracks_per_hex:
                self._block(self.given.routes_on_hex[hex_])
        for side in sides:
            self.used.add(side)
            self._block(self.given.routes_on_side[side])

    def lift(self, hexes: Iterable[Hex], sides: Iterable[Side]) -> None:
        """Track that lay on these hexes and sides is removed."""
        for hex_ in hexes:
            if self.tracks[hex_] == self.given.book.tracks_per_hex:
                self._unblock(self.given.routes_on_hex[hex_])
            self.tracks[hex_] -= 1
        for side in sides:
            self.used.remove(side)
            self._unblock(self.given.routes_on_side[side])

    def is_free(self, hexes: Iterable[Hex], sides: Iterable[Side]) -> bool:
        """B14: each hex has room for one more track and no side carries any."""
        return all(
            self.tracks[hex_] < self.given.book.tracks_per_hex for hex_ in hexes
        ) and not any(side in self.used for side in sides)

    def _block(self, routes: tuple[int, ...]) -> None:
        for route in routes:
            self.blocks[route] += 1
            if self.blocks[route] == 1:
                self.buildable.remove(route)
                self.digest = (self.digest - self.given.route_digest[route]) % WORD

    def _unblock(self, routes: tuple[int, ...]) -> None:
        for route in routes:
            self.blocks[route] -= 1
            if self.blocks[route] == 0:
                self.buildable.add(route)
                self.digest = (self.digest + self.given.route_digest[route]) % WORD

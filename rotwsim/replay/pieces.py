# Longer than most: each kind of piece is followed by the same few lines.
"""The pieces of a game, followed through its log: cubes, track, Links, cards, money and points."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import Any

import numpy as np

from rotwsim.core.state import codes, log
from rotwsim.reference.actions_and_delivery import links_of
from rotwsim.replay.names import Names
from rotwsim.replay.story import Link, OpenTrack, Turn
from rotwsim.scenario.schema import COLOURS

CHOSEN = log.FIRST + 3  # where the chosen option begins in a DECISION row
KEPT_CARDS = {"land_grant": "land_grants", "perfect_engineering": "perfect_engineering"}
Facts = dict[str, Any]  # what an event gets because of what was there before its row
Rows = list[list[int]]


def rows_by_turn(rows: np.ndarray) -> list[Rows]:
    """Divide a log into the set-up and the turns."""
    return [list(of_turn) for _, of_turn in groupby(rows[1:].tolist(), lambda row: row[0])]


def begins_action(row: list[int]) -> bool:
    return row[1] == log.DECISION and row[log.FIRST] == codes.DECIDE_ACTION


@dataclass
class Purse:
    """Money and points of a player."""

    money: int
    score: int = 0
    bonds: int = 0
    engine: int = 1
    points: Counter[int] = field(default_factory=Counter)  # by source


@dataclass
class Pieces:
    """Everything that can be touched, as the rows read so far leave it."""

    names: Names
    turn: int = 0
    trigger: int = codes.NOT_YET
    cubes: dict[int, Counter] = field(default_factory=dict)  # by city in play
    bag: Counter = field(default_factory=Counter)
    box: Counter = field(default_factory=Counter)  # cubes that left the game
    tiles_left: Counter = field(default_factory=Counter)  # New City tiles by colour
    new_cities: dict[int, int] = field(default_factory=dict)  # colour by city
    markers: set[int] = field(default_factory=set)
    rotors: dict[int, int] = field(default_factory=dict)  # second colour or -1, by city
    western: list[int] = field(default_factory=list)
    mined: list[int] = field(default_factory=list)
    mines: Counter = field(default_factory=Counter)  # used, by seat
    hotels: dict[int, list[int]] = field(default_factory=dict)  # by seat
    kept: Counter = field(default_factory=Counter)  # cards by seat and kind
    display: list[int] = field(default_factory=list)
    discarded: list[int] = field(default_factory=list)  # M13: never on display
    links: list[Link] = field(default_factory=list)
    open_track: dict[int, OpenTrack] = field(default_factory=dict)  # by owner
    purses: list[Purse] = field(default_factory=list)  # by seat
    action: list[int] = field(default_factory=list)  # the last one chosen

    def __post_init__(self) -> None:
        scenario, book = self.names.scenario, self.names.book
        cash = scenario.parameters["start_cash"]
        self.purses = [Purse(cash) for _ in scenario.seats or [codes.SOLO]]
        self.bag = Counter({colour: book.cubes_per_colour for colour in range(codes.COLOURS)})
        self.tiles_left = Counter(dict(enumerate(book.new_city_tiles)))
        absent = () if scenario.seats else scenario.board.cities_not_in_play
        for number, city in enumerate(scenario.board.cities):
            if city.name not in absent:
                self.cubes[number] = Counter()
        if "rotors" in scenario.modules:
            self._start_rotors()

    def _start_rotors(self) -> None:
        """Show the colour after the city's own (M30)."""
        board, wheel = self.names.scenario.board, self.names.book.multiplayer.wheel
        for name in board.multiplayer.rotor_cities if board.multiplayer else ():
            city = board.city_index(name)
            place = wheel.index(board.cities[city].colour)
            self.rotors[city] = COLOURS.index(wheel[(place + 1) % len(wheel)])

    def follow(self, row: list[int]) -> Facts:
        """Take in one row of the log; give what its event says beyond the row."""
        self.turn, event, seat, *arguments = row
        first, second = arguments[:2]
        match event:
            case log.SET_CUBE | log.CUBE_DRAWN:
                self.bag[second] -= 1
                self.cubes[first][second] += 1
            case log.CUBE_GONE:
                self.cubes[first][second] -= 1
                goes_back = self.names.scenario.switches["removed_cubes"] == "bag"
                (self.bag if goes_back else self.box)[second] += 1
            case log.MARKER:
                (self.markers.add if second else self.markers.discard)(first)
            case log.URBANIZED:
                self.tiles_left[second] -= 1
                self.new_cities[first] = second
            case log.WESTERN:
                self.western.append(first)
            case log.MINED:
                self.mined.append(first)
                self.mines[seat] += 1
            case log.ROTOR:
                self.rotors[first] = second
            case log.SET_BOUNTY:
                self.display.append(second)
            case log.CARD_ADDED:
                self.display.append(first)
            case log.TRIGGER:
                self.trigger = first
            case log.DECISION:
                self._decide(seat, first, arguments[3:])
            case log.CARD_GONE:
                return self._remove_card(seat, first, second)
            case _ if event in TRACK:
                return TRACK[event](self, seat, *arguments) or {}
            case _:
                self._follow_purse(self.purses[seat], event, arguments)
        return {}

    def _follow_purse(self, purse: Purse, event: int, arguments: list[int]) -> None:
        first, second, *_ = arguments
        match event:
            case log.POINTS:
                purse.score += first
                purse.points[second] += first
            case log.PAID:
                purse.bonds += second
                purse.money += second * self.names.book.bond_pays - first
            case log.INCOME:
                purse.money += first
            case log.ENGINE:
                purse.engine = first
            case log.STATUS:
                purse.score, purse.money, purse.bonds, purse.engine = arguments[:4]

    def set_up(self, rows: Rows) -> dict[str, Any]:
        """Follow the set-up; give what it is in both games."""
        for row in rows:
            self.follow(row)
        deck = [row[log.FIRST + 1] for row in rows if row[1] == log.SET_OPERATIONS]
        return {
            "cubes": {self.names.city(city): self.cubes_on(city) for city in self.cubes},
            "display": self.display_words(),
            "parameters": self.names.scenario.parameters,
            "hidden": {"operations_deck": [self.names.operations_card(card) for card in deck]},
            "now": self.now(),
            "board": self.on_board(),
        }

    def turn_of(self, rows: Rows, parts_of: Callable[[Rows, Any], list], begin: Any = None) -> Turn:
        """Write one turn, which may say what was open when it began."""
        number, is_last = rows[0][log.FIRST : log.FIRST + 2]
        parts = parts_of(rows[1:], self)
        last, board = bool(is_last), self.on_board()
        return Turn(number=number, last=last, begin=begin, parts=parts, end=self.now(), board=board)

    def now(self) -> Any:
        raise NotImplementedError

    def totals(self, seat: int, sources: dict[int, str]) -> dict[str, Any]:
        """Give what a player ends with, as Totals names it."""
        purse = self.purses[seat]
        return {
            "points_by_source": {name: purse.points[source] for source, name in sources.items()},
            "points": purse.score,
            "bonds": purse.bonds,
            "lost_for_bonds": self.names.scenario.parameters["bond_penalty"] * purse.bonds,
            "engine": purse.engine,
            "money": purse.money,
        }

    def on_board(self) -> dict:
        """List every piece, those in the bag too."""
        name, colour = self.names.city, self.names.colour
        return {
            "cubes": {name(city): self.cubes_on(city) for city in self.cubes},
            "bag": _by_colour(self.bag),
            "box": _by_colour(self.box),
            "markers": [name(city) for city in sorted(self.markers)],
            "new_cities": {name(city): colour(one) for city, one in self.new_cities.items()},
            "new_city_tiles": _by_colour(self.tiles_left),
            "rotors": {
                name(city): colour(second) if second >= 0 else None
                for city, second in self.rotors.items()
            },
            "western_links": [name(city) for city in self.western],
            "mined": [name(city) for city in self.mined],
            "links": len(self.links),
        }

    def held_by(self, seat: int) -> dict[str, Any]:
        """List what a seat has, as SeatFigures names it."""
        track, purse = self.open_track.get(seat), self.purses[seat]
        return {
            "score": purse.score,
            "money": purse.money,
            "bonds": purse.bonds,
            "income": self.names.income(purse.score),
            "engine": purse.engine,
            "hotels": [self.names.city(city) for city in self.hotels.get(seat, [])],
            **{words: self.kept[seat, kind] for kind, words in KEPT_CARDS.items()},
            "open_track": OpenTrack(track.begin, list(track.track)) if track else None,
        }

    def cubes_on(self, city: int) -> list[str]:
        return [self.names.colour(colour) for colour in sorted(self.cubes[city].elements())]

    def display_words(self) -> list[str]:
        """Name the cards of the display, the farthest from the deck first."""
        return [self.names.operations_card(card) for card in self.display]

    def _decide(self, seat: int, decision: int, chosen: list[int]) -> None:
        if decision == codes.DECIDE_ACTION:
            self.action = chosen
            if chosen[0] == codes.BUILD and chosen[4]:
                self.kept[seat, "land_grant"] -= 1

    def _tile(
        self, seat: int, hex_: int, entered: int, left: int, price: int, owner: int, *_
    ) -> None:
        track = self.open_track.setdefault(owner, OpenTrack("", []))
        track.track.append(self.names.tile(hex_, entered, left, price))

    def _laid(self, seat: int, city: int, tiles: int, *_) -> Facts:
        _, _, aim, _, grant, _ = self.action[:6]
        track = self.open_track[seat]
        track.begin = self.names.city(city)
        laid = track.track[-tiles:]
        return {"to": self.names.city(aim), "land_grant": bool(grant), "track": laid}

    def _link(self, seat: int, owner: int, first: int, second: int, *_) -> Facts:
        cities, number = [self.names.city(first), self.names.city(second)], len(self.links) + 1
        track = self.open_track.pop(owner).track
        self.links.append(Link(number, self.names.owner(owner), cities, self.turn, track))
        return {"number": number, "track": track}

    def _remove_track(self, seat: int, *_) -> Facts:
        return {"track": self.open_track.pop(seat).track}

    def _path(self, seat: int, *numbers: int) -> Facts:
        """Find the Links used, of parallel ones the first that keeps the owners (B30, M18)."""
        cities = numbers[: numbers.index(-1)] if -1 in numbers else numbers
        _, _, _, _, own, railbot = self.action[:6]
        wanted = Counter({seat: own, codes.RAILBOT: railbot})
        owners = links_of(own) if self.names.scenario.seats else +wanted
        left = Counter({self.names.owner(owner): links for owner, links in owners.items()})
        legs = [self._links_between(*pair) for pair in pairwise(cities)]
        legs[0] = [link for link in legs[0] if link.owner == self.names.owner(seat)]
        return {"links": _numbers(legs, left)}

    def _links_between(self, first: int, second: int) -> list[Link]:
        ends = {self.names.city(first), self.names.city(second)}
        return [link for link in self.links if set(link.cities) == ends]

    def _remove_card(self, seat: int, card: int, why: int) -> Facts:
        if why == codes.CARD_DISCARDED:
            self.discarded.append(card)
            return {}
        facts = {"place": self.display.index(card) + 1}
        self.display.remove(card)
        return facts | self._take_card(seat, card) if why == codes.CARD_TAKEN else facts

    def _take_card(self, seat: int, card: int) -> Facts:
        printed = self.names.scenario.operations_cards[card]
        if printed.kind == "hotel":
            city = self.names.scenario.board.city_index(printed.city or "")
            self.hotels.setdefault(seat, []).append(city)
        elif printed.kind in KEPT_CARDS:
            self.kept[seat, printed.kind] += 1
        why_not = self._why_no_effect(printed.kind)
        if not why_not:
            return {}
        name = self.names.operations_card(card)
        return {"no_effect": why_not, "text": f"{name} has no effect: {why_not}"}

    def _why_no_effect(self, kind: str) -> str:
        """Say why a card that is carried out at once changes nothing (B44)."""
        cities = self.names.scenario.board.cities
        grey = [c for c in self.cubes if cities[c].colour == "grey" and c not in self.new_cities]
        if kind == "new_industry" and not grey:
            return "no city is grey"
        if kind == "new_industry" and not self.tiles_left.total():
            return "no New City tile is left"
        if kind == "city_growth" and not self.bag.total():
            return "the bag is empty"
        return ""


def _by_colour(cubes: Counter) -> dict[str, int]:
    return {name: cubes[colour] for colour, name in enumerate(COLOURS)}


def _numbers(legs: list[list[Link]], left: Counter) -> list[int]:
    """Choose one Link of each leg, so that every owner comes as often as is left."""
    if not legs:
        return []
    for link in legs[0]:
        if left[link.owner]:
            after = _numbers(legs[1:], left - Counter([link.owner]))
            if len(after) == len(legs) - 1:
                return [link.number, *after]
    return []


TRACK = {
    log.TILE: Pieces._tile,
    log.TILES: Pieces._laid,
    log.LINK_BUILT: Pieces._link,
    log.TRACK_REMOVED: Pieces._remove_track,
    log.PATH: Pieces._path,
}

"""The pieces of a game, followed through its log: cubes, tiles, Links, track, cards on display."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

from rotwsim.core.state import codes, log
from rotwsim.reference.delivery import links_of
from rotwsim.replay.names import Names
from rotwsim.scenario.schema import COLOURS

CHOSEN = log.FIRST + 3  # where the chosen option begins in a DECISION row
KEPT_CARDS = {"land_grant": "land_grants", "perfect_engineering": "perfect_engineering"}
Facts = dict  # fields that an event gets because of what was there before its row


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
    links: list[dict] = field(default_factory=list)
    open_track: dict[int, dict] = field(default_factory=dict)  # by owner
    action: list[int] = field(default_factory=list)  # the last one chosen

    def __post_init__(self) -> None:
        scenario, book = self.names.scenario, self.names.book
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
        for name in board.multiplayer.rotor_cities:
            city = board.city_index(name)
            place = wheel.index(board.cities[city].colour)
            self.rotors[city] = COLOURS.index(wheel[(place + 1) % len(wheel)])

    def follow(self, row: list[int]) -> Facts:
        """Take in one row of the log; give what its event says beyond the row."""
        self.turn = row[0]
        change = CHANGES.get(row[1])
        return (change(self, row[2], *row[log.FIRST :]) if change else None) or {}

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

    def held_by(self, seat: int) -> dict:
        """List what a seat has in front of it, and its open track."""
        track = self.open_track.get(seat)
        return {
            "hotels": [self.names.city(city) for city in self.hotels.get(seat, [])],
            **{words: self.kept[seat, kind] for kind, words in KEPT_CARDS.items()},
            "open_track": {**track, "track": list(track["track"])} if track else None,
        }

    def cubes_on(self, city: int) -> list[str]:
        """List the colours of the cubes on a city."""
        return [self.names.colour(colour) for colour in sorted(self.cubes[city].elements())]

    def display_words(self) -> list[str]:
        """Name the cards of the display, the farthest from the deck first."""
        return [self.names.operations_card(card) for card in self.display]

    def _decide(self, seat: int, decision: int, count: int, digest: int, *chosen: int) -> None:
        if decision == codes.DECIDE_ACTION:
            self.action = [*chosen]
            if chosen[0] == codes.BUILD and chosen[4]:
                self.kept[seat, "land_grant"] -= 1

    def _draw(self, seat: int, city: int, colour: int, *_) -> None:
        self.bag[colour] -= 1
        self.cubes[city][colour] += 1

    def _take_cube(self, seat: int, city: int, colour: int, *_) -> None:
        self.cubes[city][colour] -= 1
        goes_back = self.names.scenario.switches["removed_cubes"] == "bag"
        (self.bag if goes_back else self.box)[colour] += 1

    def _mark(self, seat: int, city: int, placed: int, *_) -> None:
        (self.markers.add if placed else self.markers.discard)(city)

    def _tile(
        self, seat: int, hex_: int, entered: int, left: int, price: int, owner: int, *_
    ) -> None:
        track = self.open_track.setdefault(owner, {"from": "", "track": []})
        track["track"].append(self.names.tile(hex_, entered, left, price))

    def _laid(self, seat: int, city: int, tiles: int, *_) -> Facts:
        _, _, aim, _, grant, _ = self.action[:6]
        track = self.open_track[seat]
        track["from"] = self.names.city(city)
        return {
            "to": self.names.city(aim),
            "land_grant": bool(grant),
            "track": track["track"][-tiles:],
        }

    def _link(self, seat: int, owner: int, first: int, second: int, *_) -> Facts:
        link = {
            "number": len(self.links) + 1,
            "owner": self.names.owner(owner),
            "cities": [self.names.city(first), self.names.city(second)],
            "turn": self.turn,
            "track": self.open_track.pop(owner)["track"],
        }
        self.links.append(link)
        return {"number": link["number"], "track": link["track"]}

    def _remove_track(self, seat: int, *_) -> Facts:
        return {"track": self.open_track.pop(seat)["track"]}

    def _path(self, seat: int, *numbers: int) -> Facts:
        """Find the Links used: of parallel ones the first built, as long as every owner comes as
        often as the action says (B30, M18).
        """
        cities = numbers[: numbers.index(-1)] if -1 in numbers else numbers
        _, _, _, _, own, railbot = self.action[:6]
        wanted = Counter({seat: own, codes.RAILBOT: railbot})
        owners = links_of(own) if self.names.scenario.seats else +wanted
        left = Counter({self.names.owner(owner): links for owner, links in owners.items()})
        legs = [self._links_between(*pair) for pair in pairwise(cities)]
        legs[0] = [link for link in legs[0] if link["owner"] == self.names.owner(seat)]
        return {"links": _numbers(legs, left)}

    def _links_between(self, first: int, second: int) -> list[dict]:
        ends = {self.names.city(first), self.names.city(second)}
        return [link for link in self.links if set(link["cities"]) == ends]

    def _urbanize(self, seat: int, city: int, colour: int, *_) -> None:
        self.tiles_left[colour] -= 1
        self.new_cities[city] = colour

    def _buy_western(self, seat: int, city: int, *_) -> None:
        self.western.append(city)

    def _mine(self, seat: int, city: int, *_) -> None:
        self.mined.append(city)
        self.mines[seat] += 1

    def _turn_rotor(self, seat: int, city: int, colour: int, *_) -> None:
        self.rotors[city] = colour

    def _add_card(self, seat: int, card: int, *_) -> None:
        self.display.append(card)

    def _remove_card(self, seat: int, card: int, why: int, *_) -> Facts:
        if why == codes.CARD_DISCARDED:
            self.discarded.append(card)
            return {}
        facts = {"place": self.display.index(card) + 1}
        self.display.remove(card)
        return facts | self._take_card(seat, card) if why == codes.CARD_TAKEN else facts

    def _take_card(self, seat: int, card: int) -> Facts:
        printed = self.names.scenario.operations_cards[card]
        if printed.kind == "hotel":
            city = self.names.scenario.board.city_index(printed.city)
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

    def _end_is_near(self, seat: int, trigger: int, *_) -> None:
        self.trigger = trigger


def _by_colour(cubes: Counter) -> dict[str, int]:
    return {name: cubes[colour] for colour, name in enumerate(COLOURS)}


def _numbers(legs: list[list[dict]], left: Counter) -> list[int]:
    """Choose one Link of each leg, so that every owner comes as often as is left."""
    if not legs:
        return []
    for link in legs[0]:
        if left[link["owner"]]:
            after = _numbers(legs[1:], left - Counter([link["owner"]]))
            if len(after) == len(legs) - 1:
                return [link["number"], *after]
    return []


CHANGES = {
    log.SET_CUBE: Pieces._draw,
    log.SET_BOUNTY: lambda pieces, seat, place, card, *_: pieces.display.append(card),
    log.DECISION: Pieces._decide,
    log.TILE: Pieces._tile,
    log.TILES: Pieces._laid,
    log.LINK_BUILT: Pieces._link,
    log.TRACK_REMOVED: Pieces._remove_track,
    log.CUBE_GONE: Pieces._take_cube,
    log.CUBE_DRAWN: Pieces._draw,
    log.MARKER: Pieces._mark,
    log.PATH: Pieces._path,
    log.URBANIZED: Pieces._urbanize,
    log.WESTERN: Pieces._buy_western,
    log.MINED: Pieces._mine,
    log.ROTOR: Pieces._turn_rotor,
    log.CARD_ADDED: Pieces._add_card,
    log.CARD_GONE: Pieces._remove_card,
    log.TRIGGER: Pieces._end_is_near,
}

"""Track by brute force, from the board alone: every chain of tiles is walked hex by hex.

Shares no code with the package. Places are doubled coordinates, in which the neighbours of a hex
are two columns away in its own row and one column away in the next rows.

Longer than a chapter, because nothing of the walk may stand elsewhere.
"""

from __future__ import annotations

import heapq
from collections import Counter
from functools import cached_property
from itertools import count, pairwise

AROUND = {"E": (2, 0), "NE": (1, -1), "NW": (-1, -1), "W": (-2, 0), "SW": (-1, 1), "SE": (1, 1)}
ROUND = list(AROUND)  # counter-clockwise
PRICES = {".": 2, "r": 3, "w": 3, "M": 4}
RIDGE = 4
TRACKS_PER_HEX = 2
LONGEST = 25  # tiles of a Link
FAR = 10**9


class BruteTrack:
    """A board with what lies on it."""

    def __init__(self, board):
        self.columns = len(board.rows[0])
        self.letter = {
            (2 * column + row % 2, row): letter
            for row, letters in enumerate(board.rows)
            for column, letter in enumerate(letters)
            if letter != "#"
        }
        self.place = [(2 * c.column + c.row % 2, c.row) for c in board.cities]
        self.out = {n for n, c in enumerate(board.cities) if c.name in board.cities_not_in_play}
        self.city = {p: n for n, p in enumerate(self.place)}
        self.closed = [set(c.closed) for c in board.cities]
        self.ridges = set()
        for (row, column), side in board.ridges:
            here = (2 * column + row % 2, row)
            self.ridges.add(frozenset((here, behind(here, ROUND[side]))))
        names = [city.name for city in board.cities]
        self.seas = {
            frozenset(map(names.index, sea.cities)): (sea.price, sea.tiles)
            for sea in board.sea_routes
        }
        self.tracks: Counter = Counter()
        self.used: set[frozenset] = set()
        self.sailed: set[frozenset] = set()

    def number(self, place) -> int:
        """The number that a hex has in the log."""
        return place[1] * self.columns + (place[0] - place[1] % 2) // 2

    def at(self, number: int):
        row, column = divmod(number, self.columns)
        return 2 * column + row % 2, row

    def lay(self, chain) -> None:
        """Puts the tiles of a chain of places, city to city, on the board."""
        for here, there in pairwise(chain):
            self.used.add(frozenset((here, there)))
        for tile in chain[1:-1]:
            self.tracks[tile] += 1

    def lay_tile(self, hex_: int, entered: int, left: int) -> None:
        """Puts a tile of the log on the board; raises if that is not legal."""
        here = self.at(hex_)
        assert self.letter.get(here, "C") != "C", "not a hex that can be built on"
        assert (left - entered) % 6 in (2, 3, 4), "a turn of more than 60 degrees"
        self.tracks[here] += 1
        assert self.tracks[here] <= TRACKS_PER_HEX, "a third track on a hex"
        for side in (entered, left):
            self.used.add(frozenset((here, behind(here, ROUND[side]))))

    def take_tile(self, hex_: int, entered: int, left: int) -> None:
        """Takes a tile of open track off the board."""
        here = self.at(hex_)
        self.tracks[here] -= 1
        for side in (entered, left):
            self.used.discard(frozenset((here, behind(here, ROUND[side]))))

    def is_open(self, here, side) -> bool:
        """Whether track may cross a side of a hex or city."""
        there = behind(here, side)
        back = ROUND[(ROUND.index(side) + 3) % 6]
        if there not in self.letter or frozenset((here, there)) in self.used:
            return False
        for place, crossed in ((here, side), (there, back)):
            city = self.city.get(place)
            if city is not None and (city in self.out or crossed in self.closed[city]):
                return False
        if here in self.city and there in self.city:
            return False
        return there in self.city or self.tracks[there] < TRACKS_PER_HEX

    def price(self, here, there) -> int:
        ridge = RIDGE if frozenset((here, there)) in self.ridges else 0
        return PRICES.get(self.letter[there], 0) + ridge

    def steps_from(self, here, side=None):
        """The sides that track can go on through: any of a city, three of a hex."""
        sides = ROUND
        if side is not None:
            at = ROUND.index(side)
            sides = [ROUND[(at + turn) % 6] for turn in (-1, 0, 1)]
        return [s for s in sides if self.is_open(here, s)]

    def touch(self, first, second) -> bool:
        here, there = self.place[first], self.place[second]
        return any(behind(here, side) == there for side in ROUND)

    def chains(self, first, second, most=FAR):
        """All chains of tiles between two cities, as (price, places)."""
        if self.touch(first, second) or first == second or self.out & {first, second}:
            return
        stack = [((self.place[first],), None, 0)]
        while stack:
            chain, side, spent = stack.pop()
            for onward in self.steps_from(chain[-1], side):
                there = behind(chain[-1], onward)
                price = spent + self.price(chain[-1], there)
                if there == self.place[second]:
                    yield price, (*chain, there)
                elif there not in self.city and there not in chain and len(chain) <= most:
                    stack.append(((*chain, there), onward, price))

    def link_price(self, first, second, tiles=LONGEST) -> int:
        """The cheapest Link with at most so many tiles; best first, by what is left at least."""
        best = FAR
        pair = frozenset((first, second))
        if pair in self.seas and pair not in self.sailed and not self.out & pair:
            if self.seas[pair][1] <= tiles:
                best = self.seas[pair][0]
        if self.touch(first, second) or self.out & pair:
            return best
        rest = self.rest_to(second)
        order = count()
        queue = [(0, next(order), 0, (self.place[first],), None)]
        while queue:
            bound, _, spent, chain, side = heapq.heappop(queue)
            if bound >= best:
                return best
            if chain[-1] == self.place[second]:
                return bound
            for onward in self.steps_from(chain[-1], side):
                there = behind(chain[-1], onward)
                price = spent + self.price(chain[-1], there)
                if there == self.place[second]:
                    heapq.heappush(queue, (price, -next(order), price, (*chain, there), onward))
                elif there not in self.city and there not in chain:
                    left = rest.get((tiles - len(chain), there, onward), FAR)
                    if left < FAR:
                        entry = (price + left, -next(order), price, (*chain, there), onward)
                        heapq.heappush(queue, entry)
        return best

    def rest_to(self, second) -> dict:
        """What track at a hex, walked into through a side, costs at least to the city with so many
        more tiles.
        """
        if second not in self._rests:
            rest: dict = {}
            steps = {
                (here, side): [
                    (behind(here, onward), onward, self.price(here, behind(here, onward)))
                    for onward in self.steps_from(here, side)
                ]
                for here in self.letter
                if here not in self.city
                for side in ROUND
            }
            for more in range(LONGEST):
                for (here, side), onwards in steps.items():
                    best = FAR
                    for there, onward, price in onwards:
                        if there == self.place[second]:
                            best = min(best, price)
                        elif there not in self.city:
                            best = min(best, price + rest.get((more - 1, there, onward), FAR))
                    if best < FAR:
                        rest[more, here, side] = best
            self._rests[second] = rest
        return self._rests[second]

    @cached_property
    def _rests(self) -> dict:
        return {}

    def forget(self) -> None:
        """After something was laid."""
        self._rests.clear()


def behind(place, side):
    return place[0] + AROUND[side][0], place[1] + AROUND[side][1]


def offers(track: BruteTrack, cities: int, limit: int, longest: int = LONGEST) -> set[tuple]:
    """(first, second, Build actions, price) for every pair."""
    found = set()
    for first in range(cities):
        for second in range(first + 1, cities):
            least, builds = FAR, 1
            while (builds - 1) * limit < longest:
                price = track.link_price(first, second, min(builds * limit, longest))
                if price < least:
                    found.add((first, second, builds, price))
                    least = price
                builds += 1
    return found


def paths(track: BruteTrack, node_of: list[int], first: int, second: int) -> tuple[int, set[tuple]]:
    """The least price of a path of the Railbot, and the sequences of stretches at that price."""
    cities = range(len(node_of))
    chains = {}
    for one in cities:
        for other in cities:
            if node_of[one] != node_of[other]:
                found = sorted(track.chains(one, other))
                pair = frozenset((one, other))
                if pair in track.seas and pair not in track.sailed and not track.out & pair:
                    found.append((track.seas[pair][0], ()))
                chains[one, other] = sorted(found)
    best, found = FAR, set()
    stack = [((), (node_of[first],), 0, ())]
    while stack:
        stretches, nodes, spent, laid = stack.pop()
        if spent > best:
            continue
        if nodes[-1] == node_of[second]:
            if spent < best:
                best, found = spent, set()
            found.add(stretches)
            continue
        for (one, other), routes in chains.items():
            if node_of[one] != nodes[-1] or node_of[other] in nodes:
                continue
            for price, chain in routes:
                if spent + price > best:
                    break
                if are_legal(track, (*laid, chain)):
                    stack.append(
                        (
                            (*stretches, one, other),
                            (*nodes, node_of[other]),
                            spent + price,
                            (*laid, chain),
                        )
                    )
    return best, found


def are_legal(track: BruteTrack, chains) -> bool:
    """B14: whether these chains may lie on the board together."""
    tracks, used = Counter(), Counter()
    for chain in chains:
        tracks.update(chain[1:-1])
        used.update(frozenset(side) for side in pairwise(chain))
    return max(used.values(), default=0) <= 1 and all(
        track.tracks[hex_] + number <= TRACKS_PER_HEX for hex_, number in tracks.items()
    )


def least_path_price(track: BruteTrack, node_of: list[int], first: int, second: int) -> int:
    """What a path of the Railbot costs at least: its stretches need not be legal together."""
    return _spread(track, node_of, node_of[first], node_of[second])[("node", node_of[second])]


def path_price(track: BruteTrack, node_of: list[int], first: int, second: int, work: int) -> int:
    """The price of the cheapest legal path of the Railbot, best first by what is left at least."""
    goal = node_of[second]
    from_goal = _spread(track, node_of, goal, None)

    def left(place, side) -> int:
        turns = (ROUND[(ROUND.index(side) + turn + 3) % 6] for turn in (-1, 0, 1))
        own = PRICES[track.letter[place]]
        return min((from_goal.get((place, back), FAR) - own for back in turns), default=FAR)

    order = count()
    start = node_of[first]
    queue = [(from_goal.get(("node", start), FAR), 0, 0, (start,), ((),), None, None)]
    for _ in range(work):
        if not queue or queue[0][0] >= FAR:
            return FAR
        _, _, spent, nodes, chains, here, side = heapq.heappop(queue)
        if here is None and nodes[-1] == goal:
            return spent
        for city in range(len(node_of)):
            if here is None and node_of[city] == nodes[-1]:
                places = [(track.place[city], None)]
                for pair, (price, _) in track.seas.items():
                    (other,) = pair - {city} if city in pair else (city,)
                    if pair not in track.sailed and not track.out & pair:
                        if city in pair and node_of[other] not in nodes:
                            bound = spent + price + from_goal.get(("node", node_of[other]), FAR)
                            entry = (*chains[:-1], ()), None, None
                            reached = (*nodes, node_of[other])
                            heapq.heappush(
                                queue, (bound, -next(order), spent + price, reached, *entry)
                            )
            elif here is not None and city == 0:
                places = [(here, side)]
            else:
                continue
            for place, walked in places:
                for onward in track.steps_from(place, walked):
                    there = behind(place, onward)
                    begun = chains[-1] or (place,)
                    chain = (*begun, there)
                    price = spent + track.price(place, there)
                    if there in chain[:-1] or not are_legal(track, (*chains[:-1], chain)):
                        continue
                    reached = track.city.get(there)
                    if reached is None:
                        bound = price + left(there, onward)
                        entry = nodes, (*chains[:-1], chain), there, onward
                    elif node_of[reached] in nodes or track.touch(track.city[chain[0]], reached):
                        continue
                    else:
                        bound = price + from_goal.get(("node", node_of[reached]), FAR)
                        entry = (*nodes, node_of[reached]), (*chains[:-1], chain, ()), None, None
                    if bound < FAR:
                        heapq.heappush(queue, (bound, -next(order), price, *entry))
    raise AssertionError("the search by brute force takes too long")


def _spread(track: BruteTrack, node_of: list[int], source: int, target: int | None) -> dict:
    """The cheapest price of track from a node to each other node and to each hex and side."""
    cost = {("node", source): 0}
    order = count()
    queue = [(0, next(order), ("node", source))]
    cities: dict[int, list[int]] = {}
    for city, node in enumerate(node_of):
        cities.setdefault(node, []).append(city)
    while queue:
        spent, _, state = heapq.heappop(queue)
        if spent > cost[state]:
            continue
        if state == ("node", target):
            break
        steps = []
        if state[0] == "node":
            for city in cities[state[1]]:
                steps += [
                    (track.place[city], onward) for onward in track.steps_from(track.place[city])
                ]
                for pair, (price, _) in track.seas.items():
                    if city in pair and pair not in track.sailed and not track.out & pair:
                        (other,) = pair - {city}
                        steps.append((price, node_of[other]))
        else:
            steps = [(state[0], onward) for onward in track.steps_from(*state)]
        for place, onward in steps:
            if isinstance(place, int):
                price, reached = spent + place, ("node", onward)
            else:
                there = behind(place, onward)
                price, reached = spent + track.price(place, there), (there, onward)
                if there in track.city:
                    reached = ("node", node_of[track.city[there]])
            if price < cost.get(reached, FAR):
                cost[reached] = price
                heapq.heappush(queue, (price, next(order), reached))
    cost.setdefault(("node", target), FAR)
    return cost

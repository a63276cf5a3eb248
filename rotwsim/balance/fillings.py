"""Plausible boards: assumed cards, slots, points and cities in play, drawn anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from rotwsim.rules.check import ROW_AND_REMOVED, check_board
from rotwsim.rules.load import load_rulebook
from rotwsim.rules.provenance import ASSUMED
from rotwsim.rules.routes import routes_of
from rotwsim.rules.schema import Board, DataError, RailbotCard

NEIGHBOURS = 5  # cities a card may go on to from each city: those with the cheapest track
DRAWS = 200  # tries until a board is legal
ICONS = ("major_line", "baron")

Random = np.random.Generator


def with_random_slots(board: Board, random: Random) -> Board:
    """The assumed slots dealt anew over all cards; the counts of left, middle and right stay."""
    cards = (*board.railbot_cards, *board.common_cards)
    open_places = [place for place in range(len(cards)) if is_slot_assumed(board, place)]
    slots = [cards[place].slot for place in open_places]

    def draw() -> Board:
        dealt = list(cards)
        for place, slot in zip(open_places, random.permutation(slots), strict=True):
            dealt[place] = replace(cards[place], slot=str(slot))
        split = len(board.railbot_cards)
        free = sum(c.slot == "left" and not (c.taxation or c.deadhead) for c in dealt)
        if free < ROW_AND_REMOVED:
            raise DataError("too few left cards for the row")
        return replace(board, railbot_cards=tuple(dealt[:split]), common_cards=tuple(dealt[split:]))

    return legal(draw) if slots else board


def with_random_cards(board: Board, random: Random) -> Board:
    """Other map cards: neighbouring cities, spread over the map, as many icons as now."""
    sizes = random.permutation([len(card.cities) for card in board.railbot_cards])
    cards = list(board.railbot_cards)
    near = neighbours(board)
    used = dict.fromkeys(near, 0)
    for place, size in enumerate(sizes):
        chain = random_chain(near, used, int(size), random)
        cards[place] = renamed(cards[place], chain)
    for icon in ICONS:
        flags = random.permutation([getattr(card, icon) for card in cards])
        cards = [replace(c, **{icon: bool(f)}) for c, f in zip(cards, flags, strict=True)]
    return replace(board, railbot_cards=tuple(cards))


def with_fewer_cities(board: Board, random: Random, discs: int) -> Board:
    """Outlying cities and lines not in play; cards that name such a city get another chain."""
    lines = int(random.integers(0, min(discs, len(board.lines) // 2) + 1))

    def draw() -> Board:
        cities = outlying(board, random, discs - lines)
        names = [line.name for line in board.lines]
        dropped = random.choice(names, lines, replace=False) if lines else []
        fewer = replace(
            board,
            cities_not_in_play=tuple(cities),
            lines_not_in_play=tuple(str(name) for name in dropped),
        )
        fewer = with_cards_in_play(fewer, random)
        check_board(fewer, load_rulebook())
        return fewer

    return legal(draw) if discs else board


def with_points(board: Board, step: Callable[[], int]) -> Board:
    """Assumed points of bounties and lines changed by a step each."""
    assumed = {figure.key for figure in board.figures if figure.origin == ASSUMED}
    lines = [
        replace(line, points=max(1, line.points + step()))
        if f"lines.list[{place}].points" in assumed
        else line
        for place, line in enumerate(board.lines)
    ]
    cards = [
        replace(card, points=max(1, card.points + step()))
        if f"operations.cards[{place}].points" in assumed
        else card
        for place, card in enumerate(board.operations)
    ]
    return replace(board, lines=tuple(lines), operations=tuple(cards))


def with_icons(board: Board, icon: str, count: int, random: Random) -> Board:
    """As many map cards with an icon as told; those that have it now come first or stay."""
    have = [place for place, card in enumerate(board.railbot_cards) if getattr(card, icon)]
    rest = [place for place in range(len(board.railbot_cards)) if place not in have]
    chosen = {*have[:count], *random.permutation(rest)[: max(0, count - len(have))].tolist()}
    cards = [
        replace(card, **{icon: place in chosen}) for place, card in enumerate(board.railbot_cards)
    ]
    return replace(board, railbot_cards=tuple(cards))


def with_common(board: Board, effect: str, instead: str) -> Board:
    """One common card that carries only `effect` carries `instead`."""
    cards = list(board.common_cards)
    for place, card in enumerate(cards):
        if getattr(card, effect) and not getattr(card, instead):
            cards[place] = replace(card, **{effect: False, instead: True})
            return replace(board, common_cards=tuple(cards))
    return board


def is_slot_assumed(board: Board, place: int) -> bool:
    split = len(board.railbot_cards)
    key = f"railbot.cards[{place}]" if place < split else f"railbot.common[{place - split}]"
    return any(f.key == f"{key}.slot" and f.origin == ASSUMED for f in board.figures)


def neighbours(board: Board) -> dict[str, list[str]]:
    """For each city in play the cities that the cheapest track joins it to."""
    out = set(board.cities_not_in_play)
    names = [city.name for city in board.cities]
    near: dict[str, list[tuple[int, str]]] = {name: [] for name in names if name not in out}
    for route in routes_of(board, load_rulebook()):
        first, second = names[route.first], names[route.second]
        if first in near and second in near:
            near[first].append((route.cost, second))
            near[second].append((route.cost, first))
    return {city: [name for _, name in sorted(ways)[:NEIGHBOURS]] for city, ways in near.items()}


def random_chain(
    near: dict[str, list[str]], used: dict[str, int], size: int, random: Random
) -> list[str]:
    """Neighbouring cities in a row, those first that few cards name so far; counts them as used."""

    def draw() -> list[str]:
        chain = [least_used(list(near), used, random)]
        while len(chain) < size:
            onward = [city for city in near[chain[-1]] if city not in chain]
            if not onward:
                raise DataError("a dead end")
            chain.append(least_used(onward, used, random))
        return chain

    chain = legal(draw)
    for city in chain:
        used[city] += 1
    return chain


def least_used(cities: list[str], used: dict[str, int], random: Random) -> str:
    least = min(used[city] for city in cities)
    return str(random.choice([city for city in cities if used[city] == least]))


def outlying(board: Board, random: Random, count: int) -> list[str]:
    """Cities far from all others; those that other parts of the board need stay in play."""
    needed = {card.city for card in board.operations if card.kind == "hotel"}
    if board.western_link:
        needed |= {*board.western_link.cities, board.western_link.destination}
    places = np.array([city.hex for city in board.cities], float)
    away = np.linalg.norm(places - places.mean(axis=0), axis=1)
    open_cities = [place for place, city in enumerate(board.cities) if city.name not in needed]
    weights = away[open_cities] ** 3
    count = min(count, len(open_cities))
    chosen = random.choice(open_cities, count, replace=False, p=weights / weights.sum())
    return [board.cities[place].name for place in sorted(chosen)]


def with_cards_in_play(board: Board, random: Random) -> Board:
    near = neighbours(board)
    out = set(board.cities_not_in_play)
    named = [city for card in board.railbot_cards for city in card.cities]
    used = {city: named.count(city) for city in near}
    cards = [
        renamed(card, random_chain(near, used, len(card.cities), random))
        if out & set(card.cities)
        else card
        for card in board.railbot_cards
    ]
    return replace(board, railbot_cards=tuple(cards))


def renamed(card: RailbotCard, cities: list[str]) -> RailbotCard:
    return replace(card, name=" / ".join(cities), cities=tuple(cities))


def legal(draw: Callable):
    """The first draw that breaks no rule."""
    for _ in range(DRAWS):
        try:
            return draw()
        except DataError as error:
            reason = error
    raise DataError(f"no legal filling was found in {DRAWS} draws: {reason}")

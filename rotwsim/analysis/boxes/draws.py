# Longer than most: every part of a box that nobody has seen is drawn here, card by card.
"""Plausible boards: cards, slots, points and cities in play that nobody has seen, drawn anew."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

import numpy as np

from rotwsim.scenario.board_check import ROW_AND_REMOVED, check_board, check_changed
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.provenance import Range, is_unseen
from rotwsim.scenario.schema import COLOURS, Board, DataError, RailbotCard

DRAWS = 200  # tries until a board is legal
THREE, FOUR = 3, 4  # cities on a map card

Random = np.random.Generator


def unseen(board: Board) -> set[str]:
    """Give the keys of all parameters that no box has confirmed."""
    return {parameter.key for parameter in board.provenance if is_unseen(parameter)}


def with_random_slots(board: Board, random: Random) -> Board:
    """Deal the unseen slots over all cards; the counts of left, middle and right stay."""
    cards = (*board.railbot_cards, *board.common_cards)
    split, keys = len(board.railbot_cards), unseen(board)
    names = [f"railbot.cards[{place}].slot" for place in range(split)]
    names += [f"railbot.common[{place}].slot" for place in range(len(cards) - split)]
    open_places = [place for place, name in enumerate(names) if name in keys]
    slots = [str(cards[place].slot) for place in open_places]

    def draw() -> Board:
        dealt = list(cards)
        for place, slot in zip(open_places, random.permutation(slots), strict=True):
            dealt[place] = replace(cards[place], slot=str(slot))
        drawn = {"railbot_cards": tuple(dealt[:split]), "common_cards": tuple(dealt[split:])}
        dealt_board = replace(board, **drawn)
        if not can_set_up(dealt_board):
            raise DataError("too few left cards for the row")
        return dealt_board

    return legal(draw) if slots else board


def can_set_up(board: Board) -> bool:
    """S4: whether there are left cards enough for the row and for those removed."""
    cards = (*board.railbot_cards, *board.common_cards)
    free = sum(c.slot == "left" and not (c.taxation or c.deadhead) for c in cards)
    return free >= ROW_AND_REMOVED


def with_random_cards(board: Board, random: Random, fours: int, nearest: int) -> Board:
    """Give other map cards: neighbouring cities, spread over the map, as many cards with four.

    Cards that a box has confirmed stay; `nearest` is how many cities a card may go on to.
    """
    open_places = open_cards(board)
    cards = list(board.railbot_cards)
    known = [card for place, card in enumerate(cards) if place not in open_places]
    fours = min(max(0, fours - sum(len(card.cities) == FOUR for card in known)), len(open_places))
    sizes = random.permutation([FOUR] * fours + [THREE] * (len(open_places) - fours))
    near = neighbours(board, nearest)
    used = {city: sum(city in card.cities for card in known) for city in near}
    for place, size in zip(open_places, sizes, strict=True):
        cards[place] = renamed(cards[place], random_chain(near, used, int(size), random))
    return replace(board, railbot_cards=tuple(cards))


def open_cards(board: Board) -> list[int]:
    """Give the places of the map cards whose cities nobody has seen."""
    keys, places = unseen(board), range(len(board.railbot_cards))
    return [place for place in places if f"railbot.cards[{place}].cities" in keys]


def with_fewer_cities(board: Board, random: Random, cities: int, lines: int, nearest: int) -> Board:
    """Outlying cities and lines not in play; cards that name such a city get another chain."""
    keys = unseen(board)

    def draw() -> Board:
        fewer = board
        if "solo.lines_not_in_play" in keys:
            names = [line.name for line in board.lines]
            dropped = random.choice(names, min(lines, len(names)), replace=False)
            fewer = replace(fewer, lines_not_in_play=tuple(str(name) for name in dropped))
        if "solo.cities_not_in_play" in keys:
            fewer = replace(fewer, cities_not_in_play=tuple(outlying(board, random, cities)))
        fewer = with_cards_in_play(fewer, random, nearest)
        (check_changed if board.changed_by else check_board)(fewer, load_rulebook())
        return fewer

    return legal(draw)


def with_points(
    board: Board, of_line: Callable[[int], int], of_bounty: Callable[[int], int]
) -> Board:
    keys = unseen(board)

    def changed(cards: Sequence, key: str, of: Callable[[int], int]) -> tuple:
        return tuple(
            replace(card, points=max(1, of(card.points)))
            if f"{key}[{place}].points" in keys
            else card
            for place, card in enumerate(cards)
        )

    lines = changed(board.lines, "lines.list", of_line)
    operations = changed(board.operations, "operations.cards", of_bounty)
    return replace(board, lines=lines, operations=operations)


def with_icons(board: Board, icon: str, count: int, random: Random) -> Board:
    """Map cards with `count` icons: known ones stay, those that have it come first."""
    keys, places = unseen(board), range(len(board.railbot_cards))
    have = [place for place in places if getattr(board.railbot_cards[place], icon)]
    is_open = {place: f"railbot.cards[{place}].{icon}" in keys for place in places}
    known = [place for place in have if not is_open[place]]
    rest = [place for place in places if is_open[place] and place not in have]
    order = [*(place for place in have if is_open[place]), *random.permutation(rest).tolist()]
    chosen = {*known, *order[: max(0, count - len(known))]}
    cards = [
        replace(card, **{icon: place in chosen}) for place, card in enumerate(board.railbot_cards)
    ]
    return replace(board, railbot_cards=tuple(cards))


def neighbours(board: Board, nearest: int) -> dict[str, list[str]]:
    """Find the nearest cities of each city in play, those that the cheapest track joins it to."""
    from rotwsim.scenario.compile.routes import routes_of

    out = set(board.cities_not_in_play)
    names = [city.name for city in board.cities]
    near: dict[str, list[tuple[int, str]]] = {name: [] for name in names if name not in out}
    for route in routes_of(board, load_rulebook()):
        first, second = names[route.first], names[route.second]
        if first in near and second in near:
            near[first].append((route.cost, second))
            near[second].append((route.cost, first))
    return {city: [name for _, name in sorted(routes)[:nearest]] for city, routes in near.items()}


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
    drawn = open_cards(board)
    for place, card in enumerate(board.railbot_cards):
        needed |= set() if place in drawn else set(card.cities)
    if board.western_link:
        needed |= {*board.western_link.cities, board.western_link.destination}
    places = np.array([city.hex for city in board.cities], float)
    away = np.linalg.norm(places - places.mean(axis=0), axis=1)
    open_cities = [place for place, city in enumerate(board.cities) if city.name not in needed]
    weights = away[open_cities] ** 3
    count = min(count, len(open_cities))
    chosen = random.choice(open_cities, count, replace=False, p=weights / weights.sum())
    return [board.cities[place].name for place in sorted(chosen)]


def with_cards_in_play(board: Board, random: Random, nearest: int) -> Board:
    out, drawn = set(board.cities_not_in_play), open_cards(board)
    named = [city for card in board.railbot_cards for city in card.cities]
    near = neighbours(board, nearest)
    used = {city: named.count(city) for city in near}
    cards = [
        renamed(card, random_chain(near, used, len(card.cities), random))
        if place in drawn and out & set(card.cities)
        else card
        for place, card in enumerate(board.railbot_cards)
    ]
    return replace(board, railbot_cards=tuple(cards))


def renamed(card: RailbotCard, cities: list[str]) -> RailbotCard:
    return replace(card, name=" / ".join(cities), cities=tuple(cities))


def legal(draw: Callable):
    """Give the first draw that breaks no rule."""
    for _ in range(DRAWS):
        try:
            return draw()
        except DataError as error:
            reason = error
    raise DataError(f"none of {DRAWS} draws is legal: {reason}")


EFFECTS = ("exhaust", "taxation", "deadhead")
NUMERALS = ("", " II", " III", " IV", " V", " VI", " VII", " VIII", " IX", " X")


@dataclass(frozen=True, order=True)
class Mix:
    """How many cards carry each effect; `both` of them Taxation and Deadhead together."""

    exhaust: int
    taxation: int
    deadhead: int
    both: int = 0

    def __str__(self) -> str:
        return f"{self.exhaust} Exhaust, {self.taxation} Taxation, {self.deadhead} Deadhead"


def plausible_mixes(board: Board, ranges: Mapping[str, Range]) -> list[Mix]:
    """List what the unseen cards may be within the ranges of all cards, fewest Exhaust first."""
    count, known = len(open_places(board)), mix_of(known_cards(board))

    def within(lowest: bool) -> list[Mix]:
        spans = []
        for effect in EFFECTS:
            span, have = ranges[f"railbot.common.{effect}"], getattr(known, effect)
            least = span.low - have if lowest else 0
            spans.append(range(max(0, least), max(0, span.high - have) + 1))
        mixes = [Mix(e, t, d, e + t + d - count) for e, t, d in product(*spans)]
        return sorted(mix for mix in mixes if 0 <= mix.both <= min(mix.taxation, mix.deadhead))

    return within(lowest=True) or within(lowest=False)


def with_mix(board: Board, mix: Mix, random: Random) -> Board:
    """Give the unseen common cards as the mix has them; colours as even as can be."""
    known = known_cards(board)
    effects: list[dict[str, Any]] = [
        {"exhaust": colour} for colour in _colours(known, mix.exhaust, random)
    ]
    effects += [{"taxation": True, "deadhead": True}] * mix.both
    effects += [{"taxation": True}] * (mix.taxation - mix.both)
    effects += [{"deadhead": True}] * (mix.deadhead - mix.both)
    cards, names = list(board.common_cards), Counter(_title(card) for card in known)
    for place, effect in zip(open_places(board), effects, strict=True):
        old = cards[place]
        card = RailbotCard("", old.slot, major_line=old.major_line, baron=old.baron, **effect)
        title = _title(card)
        cards[place] = replace(card, name=title + NUMERALS[names[title]])
        names[title] += 1
    return replace(board, common_cards=tuple(cards))


def mix_of(cards: Sequence[RailbotCard]) -> Mix:
    return Mix(
        sum(card.exhaust is not None for card in cards),
        sum(card.taxation for card in cards),
        sum(card.deadhead for card in cards),
        sum(card.taxation and card.deadhead for card in cards),
    )


def open_places(board: Board) -> list[int]:
    """Say where the common cards lie whose effect nobody has seen."""
    keys = unseen(board)
    return [
        place
        for place in range(len(board.common_cards))
        if any(f"railbot.common[{place}].{effect}" in keys for effect in EFFECTS)
    ]


def known_cards(board: Board) -> list[RailbotCard]:
    """Give the common cards that a source or a box has confirmed, but Final Evaluation."""
    drawn, cards = open_places(board), enumerate(board.common_cards)
    return [card for place, card in cards if place not in drawn and not card.final_evaluation]


def _colours(known: list[RailbotCard], exhaust: int, random: Random) -> list[str]:
    """Colours for the unseen Exhaust cards: those first that fewest cards have."""
    counts = dict.fromkeys(COLOURS, 0) | Counter(card.exhaust for card in known if card.exhaust)
    drawn = []
    for _ in range(exhaust):
        drawn.append(least_used(list(COLOURS), counts, random))
        counts[drawn[-1]] += 1
    return drawn


def _title(card: RailbotCard) -> str:
    if card.exhaust:
        return f"Exhaust {card.exhaust.capitalize()}"
    names = [effect.capitalize() for effect in ("deadhead", "taxation") if getattr(card, effect)]
    return " and ".join(names)

"""The ten common Railbot cards besides Final Evaluation: plausible mixes, and one drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product

from rotwsim.analysis.boxes.draws import Random, unseen
from rotwsim.scenario.schema import COLOURS, Board, RailbotCard
from rotwsim.scenario.unknown_ranges import Range

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
    """What the unseen cards may be so that all cards lie within the ranges, fewest Exhaust first.

    Where confirmed cards leave no such mix, less than the low ends of the ranges is plausible too.
    """
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
    """The unseen common cards as the mix has them; colours as even as can be."""
    known = known_cards(board)
    effects = [{"exhaust": colour} for colour in _colours(known, mix.exhaust, random)]
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


def mix_of(cards: list[RailbotCard]) -> Mix:
    """The mix that some cards are."""
    return Mix(
        sum(card.exhaust is not None for card in cards),
        sum(card.taxation for card in cards),
        sum(card.deadhead for card in cards),
        sum(card.taxation and card.deadhead for card in cards),
    )


def open_places(board: Board) -> list[int]:
    """Where the common cards lie whose effect nobody has seen."""
    keys = unseen(board)
    return [
        place
        for place in range(len(board.common_cards))
        if any(f"railbot.common[{place}].{effect}" in keys for effect in EFFECTS)
    ]


def known_cards(board: Board) -> list[RailbotCard]:
    """The common cards that a source or a box has confirmed, but Final Evaluation."""
    drawn = open_places(board)
    return [
        card
        for place, card in enumerate(board.common_cards)
        if place not in drawn and not card.final_evaluation
    ]


def _colours(known: list[RailbotCard], exhaust: int, random: Random) -> list[str]:
    """Colours for the unseen Exhaust cards: those first that fewest cards have."""
    counts = Counter({colour: 0 for colour in COLOURS})
    counts.update(card.exhaust for card in known if card.exhaust)
    drawn = []
    for _ in range(exhaust):
        least = min(counts.values())
        colour = str(random.choice([name for name in COLOURS if counts[name] == least]))
        counts[colour] += 1
        drawn.append(colour)
    return drawn


def _title(card: RailbotCard) -> str:
    if card.exhaust:
        return f"Exhaust {card.exhaust.capitalize()}"
    names = [effect.capitalize() for effect in ("deadhead", "taxation") if getattr(card, effect)]
    return " and ".join(names)

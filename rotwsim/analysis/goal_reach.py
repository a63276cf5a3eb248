"""Say when no listed change reaches the wish, and what would get nearer."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rotwsim.analysis import goal_emulator
from rotwsim.analysis.goal import FARTHEST, POINTS, Change, Choice, in_words
from rotwsim.analysis.goal_emulator import (
    Emulator,
    all_changes,
    allowed_choices,
    count_changes,
    emulator_of,
)
from rotwsim.analysis.goal_search import Searcher
from rotwsim.scenario.baron_words import listed
from rotwsim.scenario.options import SETTINGS

NEAR = 0.02  # off at every skill: the wish is reached
CHANCE = 1.96  # standard deviations
WORTH = 0.02  # by how much the largest miss must shrink to be named


def unreached(searcher: Searcher, fresh: Searcher, best: Change, games: int) -> list[str]:
    """Say how far the nearest change stays from the wish, and what might get nearer, if far."""
    rates = fresh.rates(best)
    missed = rates - fresh.wishes
    beyond = np.abs(missed) - CHANCE * np.sqrt(rates * (1 - rates) / games)
    if beyond.max() <= NEAR:
        return []
    worst = int(np.argmax(beyond))
    return [
        f"nothing found in your list reaches the wish: with the nearest, "
        f"“{in_words(best, fresh.people[0])}”, {_person(fresh, worst)} wins "
        f"{100 * rates[worst]:.0f} % instead of {100 * fresh.wishes[worst]:.0f} %",
        _what_might(searcher, np.where(beyond > 0, missed, 0)),
    ]


def unlisted(searcher: Searcher) -> list[str]:
    """Say how many combinations the emulator left out, if there are too many."""
    goal = searcher.goal
    choices = allowed_choices(searcher, emulator_of(searcher))
    count = count_changes(choices, goal.most_changes, searcher.people[0])
    if count <= goal_emulator.MOST_COMBINATIONS:
        return []
    return [
        f"the emulator looked at {goal_emulator.MOST_COMBINATIONS:,} of {count:,} combinations: "
        "each change alone, and the others drawn evenly; fewer or narrower choices would be "
        "looked at whole"
    ]


def _person(searcher: Searcher, place: int) -> str:
    """Name a person by the games won as printed, and by the map where there are several."""
    goal, board = searcher.goal, searcher.people[place].board
    where = f" on {board.title}" if len(goal.boards) > 1 else ""
    return f"the {goal.wishes[place % len(goal.wishes)][0]:g} % player{where}"


def _what_might(searcher: Searcher, missed: np.ndarray) -> str:
    """Name wider ranges, or one change more, that the emulator finds nearer; else what is missing.

    The emulator is compared with itself: what it expects of the list as it is is its yardstick.
    """
    goal, emulator = searcher.goal, emulator_of(searcher)
    choices, most = allowed_choices(searcher, emulator), goal.most_changes
    wider = [wider_choice(choice) for choice in choices]
    now, _ = _nearest(searcher, emulator, choices, most)
    for asked, changes in ((wider, most), (choices, most + 1), (wider, most + 1)):
        off, change = _nearest(searcher, emulator, asked, changes)
        if now - off < WORTH:
            continue
        ranges, more = _beyond(change, choices), f"{changes} changes at once"
        means = [f"a wider range of {ranges}"] * bool(ranges) + [more] * (changes > most)
        return (
            f"{' with '.join(means)} might get nearer: {in_words(change, searcher.people[0])}, "
            f"by the emulator {100 * off:.0f} pp off at most; your list: {100 * now:.0f} pp"
        )
    can_widen = [choice.values for choice in wider] != [choice.values for choice in choices]
    tried = ["wider ranges"] * can_widen
    tried += [f"{most + 1} changes at once"] * (len(choices) > most)
    others = f"allow other changes, which {_wanted(searcher, missed)}"
    if not tried:
        return others
    if len(tried) == 1:
        return f"{tried[0]} would not get nearer, by the emulator: {others}"
    return f"neither {' nor '.join(tried)} would get nearer, by the emulator: {others}"


def wider_choice(choice: Choice) -> Choice:
    """Widen a range by half of its width at either end, as far as is legal."""
    legal = SETTINGS.get(choice.name)
    if choice.section == POINTS:
        low, high = -FARTHEST, FARTHEST
    elif legal and not choice.tweak and not choice.section:
        low, high = int(legal.low), int(legal.high)
    else:
        return choice
    first, last = choice.values[0], choice.values[-1]
    width = max(1, (last - first) // 2)
    below = range(max(low, first - width), first)
    above = range(last + 1, min(high, last + width) + 1)
    return replace(choice, values=(*below, *choice.values, *above))


def _nearest(
    searcher: Searcher, emulator: Emulator, choices: Sequence[Choice], most: int
) -> tuple[float, Change]:
    """Find the combination with the smallest largest miss that the emulator expects."""
    changes = all_changes(choices, most, searcher.people[0])
    return emulator.ranked(changes, lambda rates: float(np.abs(rates - searcher.wishes).max()))[0]


def _beyond(change: Change, allowed: Sequence[Choice]) -> str:
    """Name the choices of a change whose values are beyond those listed."""
    values = {choice.name: choice.values for choice in allowed}
    return listed([choice.name for choice, value in change if value not in values[choice.name]])


def _wanted(searcher: Searcher, missed: np.ndarray) -> str:
    """Say whom other changes should help or hinder."""
    seldom, often = int(np.argmin(missed)), int(np.argmax(missed))
    if missed[seldom] < 0 < missed[often]:
        return f"help {_person(searcher, seldom)} more than {_person(searcher, often)}"
    if missed[seldom] < 0:
        return f"help {_person(searcher, seldom)}"
    return f"hinder {_person(searcher, often)}"

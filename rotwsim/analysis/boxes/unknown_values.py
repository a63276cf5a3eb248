"""The unseen figures of a filling as plain numbers: what may be known of a box one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rotwsim.analysis.boxes.draws import FOUR
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd


def figures_table(scenarios: Sequence[Scenario]) -> pd.DataFrame:
    """A row per filling, a column per figure or ruling that differs among them."""
    import pandas as pd

    table = pd.DataFrame([figures_of(scenario) for scenario in scenarios])
    return table.loc[:, table.nunique() > 1]


def figures_of(scenario: Scenario) -> dict[str, float]:
    """Every figure that may be unseen, in words, and its number; a ruling by its place."""
    found = {title: float(measure(scenario)) for title, measure in MEASURES.items()}
    for ruling in load_rulebook().rulings:
        if ruling.name in scenario.switches:
            choice = scenario.switches[ruling.name]
            found[f"{ruling.name} ({ruling.rule})"] = float(ruling.choices.index(choice))
    return found


def _map_cards(having: str) -> Callable[[Scenario], int]:
    return lambda scenario: sum(getattr(card, having) for card in scenario.board.railbot_cards)


def _common_cards(effect: str) -> Callable[[Scenario], int]:
    return lambda scenario: sum(bool(getattr(c, effect)) for c in scenario.board.common_cards)


MEASURES: dict[str, Callable[[Scenario], float]] = {
    "Base Exhaust": lambda scenario: scenario.parameters["base_exhaust"],
    "Empty City trigger": lambda scenario: scenario.parameters["empty_city_trigger"],
    "cities not in play": lambda scenario: len(scenario.board.cities_not_in_play),
    "lines not in play": lambda scenario: len(scenario.board.lines_not_in_play),
    "map cards with four cities": lambda scenario: sum(
        len(card.cities) == FOUR for card in scenario.board.railbot_cards
    ),
    "Major Line icons": _map_cards("major_line"),
    "Baron icons": _map_cards("baron"),
    "Exhaust cards": _common_cards("exhaust"),
    "Taxation cards": _common_cards("taxation"),
    "Deadhead cards": _common_cards("deadhead"),
    "points of all bounties": lambda scenario: sum(
        card.points for card in scenario.board.operations
    ),
    "points of all lines": lambda scenario: np.sum([line.points for line in scenario.board.lines]),
}

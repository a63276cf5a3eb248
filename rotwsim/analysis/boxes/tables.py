"""What the box probably says: ranges of the win rate and of every figure over weighed draws."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from rotwsim import stats
from rotwsim.analysis.boxes.draws import FOUR
from rotwsim.analysis.boxes.known_ranges import FEWEST_DRAWS
from rotwsim.analysis.boxes.play import Variant, with_each_tweak
from rotwsim.analysis.boxes.ranges import (
    NINE_OF_TEN,
    Answered,
    Item,
    Question,
    answer_with_enough,
    judged,
    too_few,
)
from rotwsim.analysis.pool import Games
from rotwsim.analysis.results import Answer
from rotwsim.analysis.tables import frame
from rotwsim.scenario.board_file import board_names, load_rulebook
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.stats.weighted import (
    chance_variance,
    share_explained,
    variance_behind,
    weighted_mean,
    weighted_quantiles,
)

if TYPE_CHECKING:
    import pandas as pd


def ranges_table(answered: Answered, variants: Sequence[Variant]) -> pd.DataFrame:
    """Nine of ten plausible boxes: the win rate of each player and variant, and what tweaks do."""
    boxes, rows = answered.boxes, []
    for player in boxes.players:
        for variant in variants:
            row = {"barons": variant.barons, "player": player, "tweak": "+".join(variant.tweaks)}
            row["low"], row["high"] = answered.range(player, variant)
            known = answered.assumed.get((player, variant))
            row["assumed"] = known.value if known else math.nan
            gaps = answered.gap_range(player, variant) if variant.tweaks else (0.0, 0.0)
            row["difference_low"], row["difference_high"] = gaps
            row |= {"draws": len(answered.weights), "effective": answered.effective}
            rows.append(row | {"games": boxes.games})
    return frame(rows)


def draws_table(answered: Answered, player: str, variant: Variant) -> pd.DataFrame:
    """The win rate and the weight of each draw, each from its own seeds."""
    won = answered.boxes.won(player, variant)
    results = answered.boxes.results[player, answered.boxes.played_as[variant]]
    rows = []
    for place, draw in enumerate(answered.boxes.draws):
        rate = stats.wilson(int(won[place].sum()), won.shape[1])
        row = {"draw": f"draw {place + 1}", "games": won.shape[1], "win_rate": rate.value}
        row |= {"low": rate.low, "high": rate.high, "result_mean": results[place].mean()}
        row["weight"] = answered.weights[place]
        rows.append(row | {"what": draw.words})
    return frame(rows).sort_values("win_rate", ignore_index=True)


def evidence_table(answered: Answered, items: Sequence[Item]) -> pd.DataFrame:
    """How well the draws fulfil each item, as drawn and as weighed."""
    rows = []
    for item in items:
        found = answered.weighed.fulfilled.get(item.name)
        if found is None:
            continue
        row = {"name": item.name, "weight": item.weight, "drawn": found.mean()}
        row["weighed"] = weighted_mean(found, answered.weights)
        rows.append(row | {"text": item.text, "source": item.source})
    return frame(rows)


def known_table(answered: Answered, scenario: Scenario, variant: Variant) -> pd.DataFrame:
    """Each parameter as drawn and as weighed, and what knowing it takes off the spread; that first
    which takes off most.
    """
    drawn = parameters_table([draw.scenario for draw in answered.boxes.draws])
    now, weights = parameters_of(scenario), answered.weights
    won = answered.boxes.won(scenario.player, variant)
    chance = chance_variance(won, weights)
    spread = np.sqrt(variance_behind(won, weights))
    equal = np.ones(len(weights))
    rows = []
    for name, values in drawn.items():
        name = str(name)
        known = share_explained(won.mean(axis=1), weights, values, chance)
        row = {"name": name, "now": now[name]}
        for when, counted in (("drawn", equal), ("weighed", weights)):
            ends = weighted_quantiles(values, counted, NINE_OF_TEN)
            row[f"{when}_low"], row[f"{when}_high"] = ends
            row[f"{when}_mean"] = weighted_mean(values, counted)
        row |= {"narrows": known, "spread": spread, "spread_known": spread * np.sqrt(1 - known)}
        rows.append(row)
    return frame(rows).sort_values("narrows", ascending=False, ignore_index=True)


def values_table(answered: Answered) -> pd.DataFrame:
    """How often each value of each parameter was drawn, and how probable it is now."""
    drawn = parameters_table([draw.scenario for draw in answered.boxes.draws])
    rows = []
    for name, values in drawn.items():
        for value in sorted(values.unique()):
            own = (values == value).to_numpy()
            row = {"name": name, "value": value, "drawn": own.mean()}
            rows.append(row | {"weighed": answered.weights[own].sum()})
    return frame(rows)


def parameters_table(scenarios: Sequence[Scenario]) -> pd.DataFrame:
    """A row per draw, a column per parameter or ruling that differs among them."""
    table = frame([parameters_of(scenario) for scenario in scenarios])
    return table.loc[:, table.nunique() > 1]


def parameters_of(scenario: Scenario) -> dict[str, float]:
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


PLAYERS = ("casual", "club", "expert")  # whose ranges are kept


def measure_ranges(games: Games, scenario: Scenario, draws: int, count: int) -> Answer:
    """Measure a board of ours for every player, as printed, with each tweak, and with Barons.

    A scenario with Barons has the ranges of every tweak with them too. Where the evidence leaves
    too little of these draws, more are played.
    """
    plain = Scenario.of(scenario.board, player=scenario.player, barons=scenario.barons)
    if scenario != plain or scenario.board.name not in board_names():
        raise DataError("ranges are kept of boards in the package, as printed or with the Barons")
    if draws < FEWEST_DRAWS:
        raise DataError(f"{draws} draws are too few for a range; legal: {FEWEST_DRAWS} up")
    variants = judged()
    if scenario.barons:
        variants = [*with_each_tweak(), *with_each_tweak(barons=True)]
    question = Question(scenario.varied(barons=False), draws, count, PLAYERS, variants)
    answered = answer_with_enough(games, question)
    alerts = [] if answered.is_enough else [too_few(answered)]
    return Answer({"box_ranges": ranges_table(answered, variants)}, alerts=alerts)

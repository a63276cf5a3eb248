"""What the box probably says: ranges of the win rate and of every figure over weighed fillings."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from rotwsim import stats
from rotwsim.analysis.boxes.draws import FOUR
from rotwsim.analysis.boxes.evidence import Item
from rotwsim.analysis.boxes.known_ranges import FEWEST_FILLINGS, ranges_digest
from rotwsim.analysis.boxes.play import Variant, with_each_tweak
from rotwsim.analysis.boxes.ranges import (
    NINE_OF_TEN,
    Answered,
    Question,
    answer_with_enough,
    judged,
    too_few,
)
from rotwsim.analysis.pool import Games
from rotwsim.analysis.results import Answer
from rotwsim.scenario.board_file import board_names, load_rulebook
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.reading import read_toml
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
    import pandas as pd

    boxes, rows = answered.boxes, []
    for player in boxes.players:
        for variant in variants:
            row = {"barons": variant.barons, "player": player, "tweak": "+".join(variant.tweaks)}
            row["low"], row["high"] = answered.range(player, variant)
            known = answered.assumed.get((player, variant))
            row["assumed"] = known.value if known else math.nan
            gaps = answered.gap_range(player, variant) if variant.tweaks else (0.0, 0.0)
            row["difference_low"], row["difference_high"] = gaps
            row |= {"fillings": len(answered.weights), "effective": answered.effective}
            rows.append(row | {"games": boxes.games})
    return pd.DataFrame(rows)


def fillings_table(answered: Answered, player: str, variant: Variant) -> pd.DataFrame:
    """The win rate and the weight of each filling, each from its own seeds."""
    import pandas as pd

    won = answered.boxes.won(player, variant)
    results = answered.boxes.results[player, answered.boxes.played_as[variant]]
    rows = []
    for place, filling in enumerate(answered.boxes.fillings):
        rate = stats.wilson(int(won[place].sum()), won.shape[1])
        row = {"filling": f"filling {place + 1}", "games": won.shape[1], "win_rate": rate.value}
        row |= {"low": rate.low, "high": rate.high, "result_mean": results[place].mean()}
        row["weight"] = answered.weights[place]
        rows.append(row | {"what": filling.words})
    return pd.DataFrame(rows).sort_values("win_rate", ignore_index=True)


def evidence_table(answered: Answered, items: Sequence[Item]) -> pd.DataFrame:
    """How well the fillings fulfil each item, as drawn and as weighed."""
    import pandas as pd

    rows = []
    for item in items:
        found = answered.weighed.fulfilled.get(item.name)
        if found is None:
            continue
        row = {"name": item.name, "weight": item.weight, "drawn": found.mean()}
        row["weighed"] = weighted_mean(found, answered.weights)
        rows.append(row | {"text": item.text, "source": item.source})
    return pd.DataFrame(rows)


def known_table(answered: Answered, scenario: Scenario, variant: Variant) -> pd.DataFrame:
    """Each figure as drawn and as weighed, and what knowing it takes off the spread; that first
    which takes off most.
    """
    import pandas as pd

    drawn = figures_table([filling.scenario for filling in answered.boxes.fillings])
    now, weights = figures_of(scenario), answered.weights
    won = answered.boxes.won(scenario.player, variant)
    chance = chance_variance(won, weights)
    spread = np.sqrt(variance_behind(won, weights))
    equal = np.ones(len(weights))
    rows = []
    for name, values in drawn.items():
        known = share_explained(won.mean(axis=1), weights, values, chance)
        row = {"name": name, "now": now[name]}
        for when, counted in (("drawn", equal), ("weighed", weights)):
            ends = weighted_quantiles(values, counted, NINE_OF_TEN)
            row[f"{when}_low"], row[f"{when}_high"] = ends
            row[f"{when}_mean"] = weighted_mean(values, counted)
        row |= {"narrows": known, "spread": spread, "spread_known": spread * np.sqrt(1 - known)}
        rows.append(row)
    return pd.DataFrame(rows).sort_values("narrows", ascending=False, ignore_index=True)


def values_table(answered: Answered) -> pd.DataFrame:
    """How often each value of each figure was drawn, and how probable it is now."""
    import pandas as pd

    drawn = figures_table([filling.scenario for filling in answered.boxes.fillings])
    rows = []
    for name, values in drawn.items():
        for value in sorted(values.unique()):
            own = (values == value).to_numpy()
            row = {"name": name, "value": value, "drawn": own.mean()}
            rows.append(row | {"weighed": answered.weights[own].sum()})
    return pd.DataFrame(rows)


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


PLAYERS = ("casual", "club", "expert")
DIGITS = 4
HEAD = """\
# How far win rates may lie from ours: low and high are those of nine in ten plausible boxes, by
# board, Duel Barons, player and tweaks ("" is the game as printed), `difference` what the tweaks do
# in nine of ten. `effective` is what the evidence leaves of the fillings; ranges that rest on fewer
# than 20 are kept but not quoted. `digest` changes with the games of the player on the board, with
# ranges and with evidence. Written by `rotwsim assumptions --save-range`, all boards by
# `make ranges`.
"""


def measure_ranges(games: Games, scenario: Scenario, fillings: int, count: int) -> Answer:
    """The ranges of a board of ours for every player, as printed, with each tweak, and with Barons.

    A scenario with Barons has the ranges of every tweak with them too. Where the evidence leaves
    too little of these fillings, more are played.
    """
    plain = Scenario.of(scenario.board, player=scenario.player, barons=scenario.barons)
    if scenario != plain or scenario.board.name not in board_names():
        raise DataError("ranges are kept of boards in the package, as printed or with the Barons")
    if fillings < FEWEST_FILLINGS:
        raise DataError(f"{fillings} fillings are too few for a range; legal: {FEWEST_FILLINGS} up")
    variants = judged()
    if scenario.barons:
        variants = [*with_each_tweak(), *with_each_tweak(barons=True)]
    question = Question(scenario.varied(barons=False), fillings, count, PLAYERS, variants)
    answered = answer_with_enough(games, question)
    alerts = [] if answered.is_enough else [too_few(answered)]
    return Answer({"plausible": ranges_table(answered, variants)}, alerts=alerts)


def save_ranges(path: Path, board: str, table: pd.DataFrame) -> None:
    """Writes the ranges of a board beside those of others; its older ones are replaced."""
    rows = [
        row | {"board": board, "digest": ranges_digest(board, row["player"])}
        for row in table.to_dict("records")
    ]
    new = {_place(row) for row in rows}
    old = read_toml(path, path.name).get("range", []) if path.is_file() else []
    rows += [row for row in old if _place(row) not in new]
    text = HEAD + "".join(f"\n[[range]]\n{_lines(row)}" for row in sorted(rows, key=_place))
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text.encode())


def _place(row: dict) -> tuple:
    return row["board"], row["barons"], row["player"], row["tweak"]


def _lines(row: dict) -> str:
    keys = ("board", "barons", "player", "tweak", "low", "high", "difference_low")
    keys += ("difference_high", "fillings", "effective", "games", "digest")
    return "".join(f"{key} = {_written(row[key])}\n" for key in keys)


def _written(value: object) -> str:
    if hasattr(value, "item"):  # a number of numpy
        value = value.item()
    return json.dumps(round(value, DIGITS) if isinstance(value, float) else value)

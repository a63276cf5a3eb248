"""What the box probably says: ranges of the win rate and of every figure over weighed fillings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from rotwsim import stats
from rotwsim.analysis.boxes.evidence import Item
from rotwsim.analysis.boxes.play import Variant
from rotwsim.analysis.boxes.ranges import NINE_OF_TEN, Answered
from rotwsim.analysis.boxes.unknown_values import figures_of, figures_table
from rotwsim.scenario.scenario import Scenario
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
    """The win rate and the weight of each filling, each from seeds of its own."""
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
    alike = np.ones(len(weights))
    rows = []
    for name, values in drawn.items():
        known = share_explained(won.mean(axis=1), weights, values, chance)
        row = {"name": name, "now": now[name]}
        for when, counted in (("drawn", alike), ("weighed", weights)):
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

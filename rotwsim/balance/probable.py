"""What the box probably says: ranges of the win rate and of every figure over weighed fillings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from rotwsim import stats
from rotwsim.balance.boxes import Boxes, Variant
from rotwsim.balance.evidence import Weighed
from rotwsim.balance.figures import figures_of, figures_table
from rotwsim.rules.evidence import Item
from rotwsim.rules.scenario import Scenario
from rotwsim.stats.weighted import (
    chance_variance,
    effective_number,
    share_explained,
    weighted_mean,
    weighted_quantiles,
    weighted_variance,
    without_chance,
)

if TYPE_CHECKING:
    import pandas as pd

LEAST_FILLINGS = 20  # for a range
NINE_OF_TEN = (0.05, 0.95)


@dataclass(frozen=True)
class Answered:
    """Fillings with their weights, and the games of the board as it is on the same seeds."""

    boxes: Boxes
    weighed: Weighed
    assumed: Boxes

    @property
    def weights(self) -> np.ndarray:
        return self.weighed.weights

    @property
    def effective(self) -> float:
        return effective_number(self.weights)

    def rates(self, player: str, variant: Variant) -> np.ndarray:
        """The win rate of each filling, spread as the true ones are."""
        won = self.boxes.won(player, variant)
        return np.clip(
            without_chance(won.mean(axis=1), self.weights, chance_variance(won)), 0.0, 1.0
        )

    def gaps(self, player: str, variant: Variant) -> np.ndarray:
        """What the tweaks of a variant do to the win rate of each filling, in the same way."""
        plain = Variant(variant.barons)
        gap = self.boxes.won(player, variant) - self.boxes.won(player, plain)
        return without_chance(gap.mean(axis=1), self.weights, chance_variance(gap))


def ranges_table(answered: Answered, variants: Sequence[Variant]) -> pd.DataFrame:
    """Nine of ten plausible boxes: the win rate of each player and variant, and what tweaks do."""
    import pandas as pd

    boxes, weights = answered.boxes, answered.weights
    rows = []
    for player in boxes.players:
        for variant in variants:
            low, high = weighted_quantiles(answered.rates(player, variant), weights, NINE_OF_TEN)
            row = {"barons": variant.barons, "player": player, "tweak": "+".join(variant.tweaks)}
            row |= {"low": low, "high": high}
            row["assumed"] = answered.assumed.won(player, variant).mean()
            gaps = (0.0, 0.0)
            if variant.tweaks:
                gaps = weighted_quantiles(answered.gaps(player, variant), weights, NINE_OF_TEN)
            row["difference_low"], row["difference_high"] = gaps
            row |= {"fillings": len(weights), "effective": answered.effective}
            rows.append(row | {"games": boxes.games})
    return pd.DataFrame(rows)


def fillings_table(answered: Answered, player: str, variant: Variant) -> pd.DataFrame:
    """The win rate and the weight of each filling, on the same seeds."""
    import pandas as pd

    won = answered.boxes.won(player, variant)
    results = answered.boxes.results[player, variant.played_as]
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
    rates = answered.rates(scenario.player, variant)
    spread = np.sqrt(weighted_variance(rates, weights))
    alike = np.ones(len(weights))
    rows = []
    for name, values in drawn.items():
        known = share_explained(rates, weights, values)
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

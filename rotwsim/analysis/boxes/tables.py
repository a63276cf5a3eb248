"""What the box probably says: ranges of win rates and of parameters."""

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import product

import numpy as np

from rotwsim import stats
from rotwsim.analysis.boxes.draws import FOUR
from rotwsim.analysis.boxes.play import Variant
from rotwsim.analysis.boxes.ranges import NINE_OF_TEN, Answered, Item
from rotwsim.analysis.boxes.unknowns import Setting
from rotwsim.analysis.results import Table, ends, frame, tabled
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.scenario import Scenario
from rotwsim.stats import weights_and_likelihood
from rotwsim.stats.weights_and_likelihood import chance_variance, share_explained, weighted_mean


@tabled()
def ranges_table(answered: Answered, variants: Sequence[Variant]) -> Iterator[dict]:
    rests_on = {"draws": len(answered.weights), "effective": answered.effective}
    for player, variant in product(answered.boxes.players, variants):
        row = {"barons": variant.barons, "player": player, "tweak": "+".join(variant.tweaks)}
        row["low"], row["high"] = answered.range(player, variant)
        known = answered.assumed.get((player, variant))
        row["assumed"] = known.value if known else math.nan
        gaps = answered.gap_range(player, variant) if variant.tweaks else (0.0, 0.0)
        row["difference_low"], row["difference_high"] = gaps
        yield {**row, **rests_on, "games": answered.boxes.games}


def draws_table(answered: Answered, player: str, variant: Variant) -> Table:
    """Give the win rate and the weight of each draw, each from its own seeds."""
    won = answered.boxes.won(player, variant)
    results = answered.boxes.results[player, answered.boxes.played_as[variant]]
    rows = []
    for place, draw in enumerate(answered.boxes.draws):
        rate = stats.wilson(int(won[place].sum()), won.shape[1])
        row = {"draw": f"draw {place + 1}", "games": won.shape[1], **ends("win_rate", rate)}
        row |= {"result_mean": results[place].mean(), "weight": answered.weights[place]}
        rows.append(row | {"what": draw.words})
    return frame(rows).sort_values("win_rate", ignore_index=True)


@tabled()
def evidence_table(answered: Answered, items: Sequence[Item]) -> Iterator[dict]:
    fulfilled = answered.weighed.fulfilled
    for item in (one for one in items if one.name in fulfilled):
        found = fulfilled[item.name]
        row = {"name": item.name, "weight": item.weight, "drawn": found.mean()}
        row["weighed"] = weighted_mean(found, answered.weights)
        yield row | {"text": item.text, "source": item.source}


@tabled("narrows")
def known_table(answered: Answered, scenario: Scenario, variant: Variant) -> Iterator[dict]:
    """Give each parameter as drawn and as weighed, that first which takes most off the spread."""
    now, weights = parameters_of(scenario), answered.weights
    won = answered.boxes.won(scenario.player, variant)
    chance = chance_variance(won, weights)
    spread = np.sqrt(weights_and_likelihood.variance_behind(won, weights))
    for name, values in parameters_table(answered.boxes.draws).items():
        known = share_explained(won.mean(axis=1), weights, values, chance)
        row = {"name": name, "now": now[str(name)]}
        for when, counted in (("drawn", np.ones(len(weights))), ("weighed", weights)):
            ends = weights_and_likelihood.weighted_quantiles(values, counted, NINE_OF_TEN)
            row[f"{when}_low"], row[f"{when}_high"] = ends
            row[f"{when}_mean"] = weighted_mean(values, counted)
        yield row | {
            "narrows": known,
            "spread": spread,
            "spread_known": spread * np.sqrt(1 - known),
        }


@tabled()
def values_table(answered: Answered) -> Iterator[dict]:
    """Say how often each value of each parameter was drawn, and how probable it is now."""
    for name, values in parameters_table(answered.boxes.draws).items():
        for value in sorted(values.unique()):
            own = (values == value).to_numpy()
            row = {"name": name, "value": value, "drawn": own.mean()}
            yield row | {"weighed": answered.weights[own].sum()}


def parameters_table(draws: Sequence[Setting]) -> Table:
    """Give a row per draw, a column per parameter or ruling that differs among them."""
    table = frame([parameters_of(draw.scenario) for draw in draws])
    return table.loc[:, table.nunique() > 1]


def parameters_of(scenario: Scenario) -> dict[str, float]:
    """Give every figure that may be unseen, in words, and its number; a ruling by its place."""
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

"""What the box probably says: ranges of win rates and parameters; what your own box changes."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from rotwsim import stats
from rotwsim.analysis.boxes import ranges
from rotwsim.analysis.boxes.draws import FOUR
from rotwsim.analysis.boxes.known_ranges import FEWEST_DRAWS, plausible_range
from rotwsim.analysis.boxes.play import Variant
from rotwsim.analysis.boxes.ranges import JUDGES, NINE_OF_TEN, Answered, Item, Question, ahead_of
from rotwsim.analysis.boxes.unknowns import Setting
from rotwsim.analysis.pool import Arm, Games
from rotwsim.analysis.results import Table, ends, frame
from rotwsim.analysis.verdict_table import pair_of
from rotwsim.runner.workload import Batch
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.stats import PairedDifference, weights_and_likelihood
from rotwsim.stats.weights_and_likelihood import chance_variance, share_explained, weighted_mean


def ranges_table(answered: Answered, variants: Sequence[Variant]) -> Table:
    rows, rests_on = [], {"draws": len(answered.weights), "effective": answered.effective}
    for player, variant in product(answered.boxes.players, variants):
        row = {"barons": variant.barons, "player": player, "tweak": "+".join(variant.tweaks)}
        row["low"], row["high"] = answered.range(player, variant)
        known = answered.assumed.get((player, variant))
        row["assumed"] = known.value if known else math.nan
        gaps = answered.gap_range(player, variant) if variant.tweaks else (0.0, 0.0)
        row["difference_low"], row["difference_high"] = gaps
        rows.append({**row, **rests_on, "games": answered.boxes.games})
    return frame(rows)


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


def evidence_table(answered: Answered, items: Sequence[Item]) -> Table:
    rows = []
    for item in items:
        if item.name in answered.weighed.fulfilled:
            found = answered.weighed.fulfilled[item.name]
            row = {"name": item.name, "weight": item.weight, "drawn": found.mean()}
            row["weighed"] = weighted_mean(found, answered.weights)
            rows.append(row | {"text": item.text, "source": item.source})
    return frame(rows)


def known_table(answered: Answered, scenario: Scenario, variant: Variant) -> Table:
    """Give each parameter as drawn and as weighed, that first which takes most off the spread."""
    now, weights = parameters_of(scenario), answered.weights
    won = answered.boxes.won(scenario.player, variant)
    chance = chance_variance(won, weights)
    spread = np.sqrt(weights_and_likelihood.variance_behind(won, weights))
    rows = []
    for name, values in parameters_table(answered.boxes.draws).items():
        known = share_explained(won.mean(axis=1), weights, values, chance)
        row = {"name": name, "now": now[str(name)]}
        for when, counted in (("drawn", np.ones(len(weights))), ("weighed", weights)):
            ends = weights_and_likelihood.weighted_quantiles(values, counted, NINE_OF_TEN)
            row[f"{when}_low"], row[f"{when}_high"] = ends
            row[f"{when}_mean"] = weighted_mean(values, counted)
        row |= {"narrows": known, "spread": spread, "spread_known": spread * np.sqrt(1 - known)}
        rows.append(row)
    return frame(rows).sort_values("narrows", ascending=False, ignore_index=True)


def values_table(answered: Answered) -> Table:
    """Say how often each value of each parameter was drawn, and how probable it is now."""
    rows = []
    for name, values in parameters_table(answered.boxes.draws).items():
        for value in sorted(values.unique()):
            own = (values == value).to_numpy()
            row = {"name": name, "value": value, "drawn": own.mean()}
            rows.append(row | {"weighed": answered.weights[own].sum()})
    return frame(rows)


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


@dataclass(frozen=True)
class BoxRange:
    """Nine of ten plausible boxes: their draws, weighed by the evidence, and what they say."""

    low: float
    high: float
    draws: int
    effective: float
    stored: bool = False  # measured before, as win rates are quoted everywhere

    @property
    def is_enough(self) -> bool:
        return self.effective >= FEWEST_DRAWS

    def __str__(self) -> str:
        if not self.is_enough:
            return f"not known (of {self.draws} boxes the evidence leaves too few)"
        return f"{100 * self.low:.0f}–{100 * self.high:.0f} %"


@dataclass(frozen=True)
class Effect:
    """The board as we guess it beside the same with a box's parameters."""

    player: str
    pair: PairedDifference
    ours: BoxRange
    yours: BoxRange

    def __str__(self) -> str:
        before, after, gap = (
            each.scaled(100)
            for each in (self.pair.baseline, self.pair.variant, self.pair.difference)
        )
        chance = ", so chance alone may be the reason" if gap.covers(0) else ""
        return (
            f"your parameters move the {self.player}'s win rate from {before.value:.1f} to "
            f"{after.value:.1f} % (by {_signed(gap.low)} to {_signed(gap.high)} points{chance}; "
            f"{self.pair.n:,} games each on the same seeds), the range over plausible boxes from "
            f"{self.ours} to {self.yours} (nine of ten; {self.yours.draws} boxes drawn for what "
            f"is open in yours, weighed by what the rulebook says)"
        )


def effect_of(
    games: Games, ours: Scenario, yours: Scenario, count: int, draws: int, draw_count: int
) -> Effect:
    """Plays both boards on the same seeds, and draws of what is open.

    The range of our own board is the one that is stored with it, if it is not stale.
    """
    if draws < FEWEST_DRAWS:
        raise DataError(f"a range needs at least {FEWEST_DRAWS} draws, not {draws}")
    stored = stored_range(ours)
    drawn = {"your boxes": yours} if stored else {"our boxes": ours, "your boxes": yours}
    questions = [question_of(board, draws, draw_count, stage) for stage, board in drawn.items()]
    games.expect([Batch([ours, yours], count), *(ahead_of(question) for question in questions)])
    base, mine = games.all([Arm("our guess", ours), Arm("your box", yours)], count)
    return Effect(
        ours.player,
        pair_of(base, mine),
        stored or range_of(games, ours, questions[0]),
        range_of(games, yours, questions[-1]),
    )


def stored_range(scenario: Scenario) -> BoxRange | None:
    known = plausible_range(scenario)
    if known is None or known.stale:
        return None
    return BoxRange(known.low, known.high, known.draws, known.effective, stored=True)


def question_of(scenario: Scenario, draws: int, count: int, stage: str) -> Question:
    players = list(dict.fromkeys([scenario.player, *JUDGES]))
    variants = list(dict.fromkeys([*ranges.judged(), Variant(bool(scenario.barons))]))
    return Question(scenario.varied(barons=False), draws, count, players, variants, stage=stage)


def range_of(games: Games, scenario: Scenario, question: Question) -> BoxRange:
    answered = ranges.answer_with_enough(games, question)
    low, high = answered.range(scenario.player, Variant(bool(scenario.barons)))
    return BoxRange(low, high, len(answered.weights), answered.effective)


def _signed(points: float) -> str:
    return f"{points:+.1f}".replace("-", "−")

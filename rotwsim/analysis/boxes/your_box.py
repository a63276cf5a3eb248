"""What the parameters of a box change: the win rate, and the range over what is still open."""

from __future__ import annotations

from dataclasses import dataclass

from rotwsim.analysis.boxes.known_ranges import FEWEST_DRAWS, plausible_range
from rotwsim.analysis.boxes.play import Variant
from rotwsim.analysis.boxes.ranges import JUDGES, Question, ahead_of, answer_with_enough, judged
from rotwsim.analysis.pool import Arm, Games
from rotwsim.analysis.verdict_table import Side, pair_of
from rotwsim.runner.workload import Batch
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.stats import PairedDifference


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
        pair_of(Side.of(base), Side.of(mine)),
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
    variants = list(dict.fromkeys([*judged(), Variant(bool(scenario.barons))]))
    return Question(scenario.varied(barons=False), draws, count, players, variants, stage=stage)


def range_of(games: Games, scenario: Scenario, question: Question) -> BoxRange:
    """Where the win rates of nine of ten plausible boxes lie, by the evidence."""
    answered = answer_with_enough(games, question)
    low, high = answered.range(scenario.player, Variant(bool(scenario.barons)))
    return BoxRange(low, high, len(answered.weights), answered.effective)


def _signed(points: float) -> str:
    return f"{points:+.1f}".replace("-", "−")

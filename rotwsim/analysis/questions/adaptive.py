"""Comparisons that stop by themselves: at a precision, or when a sequential test has decided."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rotwsim import stats
from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.analysis.verdict_table import Judgement, Side, flips_of, pair_of
from rotwsim.runner.workload import Batch
from rotwsim.stats import MARGIN
from rotwsim.stats.levels import SEQUENTIAL_ALPHA, SEQUENTIAL_MIN_PAIRS

CAP = 200_000  # pairs, however undecided
GROWTH = 1.5  # from one look to the next: few looks cost little, and the tests allow any number

# Looks at a variant beside its baseline; a judgement ends it, and the last look needs one.
Judge = Callable[[Side, Side, bool], Judgement | None]


def until_precise(
    games: Games,
    baseline: Arm,
    variants: Sequence[Arm],
    half_width: float,
    cap: int = CAP,
) -> tuple[ArmGames, list[ArmGames], list[Judgement]]:
    """Plays each variant until its difference is known to ± half_width, or to the cap.

    The interval that ends the games is the one told. Where they end depends on how many games
    flip, hardly on the side they flip to, so the tests of all variants together still hold.
    """

    def judge(base: Side, variant: Side, is_last: bool) -> Judgement | None:
        difference = stats.difference_at_stop(*flips_of(pair_of(base, variant)))
        if difference.half_width > half_width and not is_last:
            return None
        return Judgement(difference)

    return _play(games, baseline, variants, [judge] * len(variants), cap)


def until_decided(
    games: Games, baseline: Arm, variants: Sequence[Arm], margin: float = MARGIN, cap: int = CAP
) -> tuple[ArmGames, list[ArmGames], list[Judgement]]:
    """Plays each variant until the sequential test says easier, harder or equivalent.

    The plain estimate stands beside the verdict; it does not allow for the stop.
    """

    def judge_of() -> Judge:
        test = stats.SequentialComparison(margin, SEQUENTIAL_ALPHA / len(variants))
        seen = [0, 0, 0]  # only the baseline won, only the variant, pairs

        def judge(base: Side, variant: Side, is_last: bool) -> Judgement | None:
            counts = flips_of(pair_of(base, variant))
            state = test.add(*(now - then for now, then in zip(counts, seen, strict=True)))
            seen[:] = counts
            if not state.is_decided and not is_last:
                return None
            return Judgement(state.difference, state.verdict)

        return judge

    return _play(games, baseline, variants, [judge_of() for _ in variants], cap)


def _play(
    games: Games, baseline: Arm, variants: Sequence[Arm], judges: Sequence[Judge], cap: int
) -> tuple[ArmGames, list[ArmGames], list[Judgement]]:
    """Where a variant stops depends on its games alone, never on what a folder already holds."""
    everybody = [arm.scenario for arm in (baseline, *variants)]
    games.expect([Batch(everybody, cap)], at_most=True)
    ended: dict[int, tuple[ArmGames, Judgement]] = {}
    for look in looks(cap):
        still_open = [place for place in range(len(variants)) if place not in ended]
        arms = [baseline, *(variants[place] for place in still_open)]
        base, *others = games.all(arms, look)
        for place, played in zip(still_open, others, strict=True):
            judged = judges[place](Side.of(base), Side.of(played), look == cap)
            if judged:
                ended[place] = played, judged
                games.enough(played.arm)
        if len(ended) == len(variants):
            break
    in_order = [ended[place] for place in range(len(variants))]
    return base, [played for played, _ in in_order], [judged for _, judged in in_order]


def looks(cap: int) -> Iterator[int]:
    """The numbers of pairs at which it is decided whether to go on; the last one is the cap."""
    pairs = float(SEQUENTIAL_MIN_PAIRS)
    while pairs < cap:
        yield round(pairs)
        pairs *= GROWTH
    yield cap

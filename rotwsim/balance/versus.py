"""A baseline and its variants as an answer: played as long as planned, compared, explained."""

from __future__ import annotations

from collections.abc import Sequence

from rotwsim.balance.adaptive import CAP, until_decided, until_precise
from rotwsim.balance.compare import GAMES, Judgement, Side, comparison, surprises
from rotwsim.balance.games import Arm, ArmGames, Games
from rotwsim.balance.results import Answer
from rotwsim.balance.tables import causes, flips
from rotwsim.rules.schema import DataError
from rotwsim.runner.plan import check_games
from rotwsim.stats import MARGIN


def versus(
    games: Games,
    baseline: Arm,
    variants: Sequence[Arm],
    margin: float = MARGIN,
    *,
    count: int | None = None,
    precision: float | None = None,
    sequential: bool = False,
) -> Answer:
    """Plays `count` games of each side, or fewer of a variant that is precise or decided before."""
    if not variants:
        raise DataError("there is no variant to compare; name one or ask for all tweaks")
    if precision is not None and sequential:
        raise DataError("a comparison stops at a precision or at a verdict, not at both")
    if precision is None and not sequential:
        base, *others = games.all(
            [baseline, *variants], check_games(GAMES if count is None else count)
        )
        return compared(base, others, margin=margin)
    cap = check_games(CAP if count is None else count)
    if sequential:
        return compared(*until_decided(games, baseline, variants, margin, cap), margin=margin)
    return compared(
        *until_precise(games, baseline, variants, precision, margin, cap), margin=margin
    )


def compared(
    baseline: ArmGames,
    variants: Sequence[ArmGames],
    judgements: Sequence[Judgement] | None = None,
    margin: float = MARGIN,
) -> Answer:
    """The comparison, the games that flipped, and what else the variants change."""
    sides = [Side.of(variant) for variant in variants]
    table = comparison(Side.of(baseline), sides, margin, judgements)
    tables = {
        "compare": table,
        "flips": flips(baseline, variants),
        "causes": causes(baseline, variants),
    }
    return Answer(tables, [baseline, *variants], surprises(table))

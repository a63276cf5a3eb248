"""Sum a judged game up in a few sentences: why it ended so, what adds up, when it was over."""

from __future__ import annotations

from rotwsim.replay.names import counted
from rotwsim.runner.judge.records import Judged

HOPELESS, SAFE = 0.1, 0.9  # chances to win beyond which a game counts as decided
LARGE = 0.12  # share of all errors that a decision must have to be named
NAMED = 3  # decisions, at most
NUMBERS = ("no", "one", "two", "three")


def sentence_of(judged: Judged) -> str:
    """Say in one sentence why the game was won or lost."""
    margin = judged.result - judged.target
    verdict = f"Won by {margin}" if judged.won else f"Lost by {-margin}"
    chance = judged.stops[0].before.chance
    if not judged.won and chance < HOPELESS:
        wins = f"the expert wins {100 * chance:.0f} % of games dealt like this"
        return f"{verdict}: hopeless from the deal, {wins}."
    luck, errors = round(judged.luck.points), round(judged.errors.points)
    lucky = "luck evened out"
    if luck:
        lucky = (
            f"good luck brought {points(luck)}" if luck > 0 else f"bad luck cost {points(-luck)}"
        )
    if errors <= 0:
        return f"{verdict}: {lucky}, and there was no error that counts."
    erred = f"errors {errors}" if luck < 0 else f"errors cost {errors}"
    return f"{verdict}: {lucky}, {erred}{largest(judged, errors)}."


def points(count: int) -> str:
    return counted(count, "point")


def largest(judged: Judged, errors: int) -> str:
    """Name how much of all errors the largest ones are."""
    losses = sorted((stop.error.points for stop in judged.decisions), reverse=True)
    large = [loss for loss in losses[:NAMED] if loss >= max(1.0, LARGE * errors)]
    if not large:
        return f"; no single decision cost more than {points(max(1, round(losses[0])))}"
    many = "decision" if len(large) == 1 else "decisions"
    of_them = "all" if round(sum(large)) >= errors else str(round(sum(large)))
    return f"; {NUMBERS[len(large)]} {many} cost {of_them} of them"


def balance_of(judged: Judged) -> str:
    """Write that start, luck and errors add up to the result."""
    luck, errors = judged.luck, judged.errors
    signed = f"{'+' if luck.points >= 0 else '−'} {abs(luck.points):.0f} luck"
    minus = f"{'−' if errors.points >= 0 else '+'} {abs(errors.points):.0f} errors"
    return (
        f"The expert scores {judged.start.points:.0f} here on average: {judged.start.points:.0f} "
        f"{signed} {minus} = {judged.result}; the target is {judged.target}. "
        f"Luck and errors are known to ± {luck.points_error:.1f}."
    )


def decided(judged: Judged) -> str:
    """Say from which turn on the chance to win stayed beyond 10 or 90 %."""
    bound = "above 90 %" if judged.won else "below 10 %"
    last = 0
    for stop in judged.stops:
        for chance in (stop.before.chance, stop.after.chance):
            if (chance < SAFE) if judged.won else (chance > HOPELESS):
                last = stop.turn + (stop is not judged.stops[-1] and stop.turn == 0)
    if last == 0:
        return f"From the deal on the expert's chance to win stayed {bound}."
    turns = judged.stops[-1].turn
    if last >= turns:
        return f"It was open until the last turn, {turns}."
    return f"After turn {last} of {turns} the expert's chance to win stayed {bound}."

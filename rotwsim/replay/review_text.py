"""The review of a game as text: why it ended so, turning points, the balance, every step."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, stdev
from typing import TYPE_CHECKING

from rotwsim.replay.names import counted
from rotwsim.replay.text import paragraph
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import MEASURED

if TYPE_CHECKING:
    from rotwsim.replay.review import Part, Review, ReviewedStep
    from rotwsim.runner.judge import Judged


def review_text(review: Review, every_step: bool = True) -> str:
    """Write a review, what a person reads first on top."""
    lines = [review.title, "", review.sentence, review.balance, review.over]
    lines += ["", "TURNING POINTS", *turning_lines(review)]
    lines += ["", "LUCK (points)", *map(part_line, review.by_stream)]
    lines += ["", "ERRORS (points lost against the expert's play)"]
    lines += [part_line(part) for part in review.by_area if abs(part.points) >= SHOWN]
    if every_step:
        lines += ["", "EVERY STEP (chance to win after it; points it changed)"]
        lines += [line for step in review.steps for line in step_lines(step)]
    known = f"the median decision is known to ± {review.median_error:.1f} points"
    lines += ["", f"{review.rollouts:,} games played on by the expert; {known}."]
    return "\n".join(line.rstrip() for line in lines) + "\n"


SHOWN = 0.05  # points
SHOWN_PERSONS = ("25", "50", "75")


def profile_text(reviews: Sequence[Review]) -> str:
    """Write where a person loses points over several games, beside persons of three skills."""
    games, won = len(reviews), sum(review.won for review in reviews)
    errors, luck = (mean([getattr(one, name) for one in reviews]) for name in ("errors", "luck"))
    lines = [
        f"{reviews[0].title}: {games} games, {won} won.",
        f"Errors cost {errors:.0f} points a game; luck was {luck:+.0f} points a game.",
        "",
        "WHERE POINTS ARE LOST, a game, against the expert's play",
    ]
    persons = errors_of_persons()
    lines.append(f"  {'':<18}{'here':>12}" + "".join(f"{name:>12}" for name in persons))
    for area, points, error in profile(reviews):
        others = "".join(f"{of_person.get(area, 0.0):>12.1f}" for of_person in persons.values())
        here = f"{points:.1f} ± {error:.1f}"
        lines.append(f"  {area:<18}{here:>12}{others}")
    lines += ["", "GAMES"]
    lines += [f"  {place + 1:>4}  {review.sentence}" for place, review in enumerate(reviews)]
    return "\n".join(lines) + "\n"


def profile(reviews: Sequence[Review]) -> list[tuple[str, float, float]]:
    """Give the points lost a game by area, with a standard error, the dearest first."""
    by_game = [{part.name: part.points for part in review.by_area} for review in reviews]
    found = []
    for area in dict.fromkeys(name for parts in by_game for name in parts):
        lost = [parts.get(area, 0.0) for parts in by_game]
        if any(lost):
            error = stdev(lost) / len(lost) ** 0.5 if len(lost) > 1 else 0.0
            found.append((area, mean(lost), error))
    return sorted(found, key=lambda row: -row[1])


def errors_of_persons() -> dict[str, dict[str, float]]:
    """Read what persons of three skills lose a game, by area; empty before it was measured."""
    path = MEASURED / "errors.toml"
    rows = read_toml(path, path.name)["persons"] if path.is_file() else {}
    return {f"wins {wins} %": dict(rows[wins]) for wins in SHOWN_PERSONS if wins in rows}


def turning_lines(review: Review) -> list[str]:
    lines = []
    for step in review.turning_points:
        lines += paragraph(f"Turn {step.turn}" if step.turn else "Deal", turning_words(step))
    return lines or ["  none: no single step mattered"]


def turning_words(step: ReviewedStep) -> str:
    """Describe a turning point with the better choice, in plain words."""
    moved = f"chance to win {moves(step)}"
    if step.kind == "luck":
        return f"{step.text}: {step.change:+.0f} points of luck, {moved}."
    if not step.advice:
        return f"{step.text}: {moved}."
    return f"{step.text}. Better: {step.advice}, worth {gain(step)} more; {moved}."


def moves(step: ReviewedStep) -> str:
    """Write the chance to win before and after."""
    before = min(1.0, max(0.0, step.chance - step.chance_change))
    shown = dict.fromkeys(f"{100 * chance:.0f} %" for chance in (before, step.chance))
    return " → ".join(shown)


def gain(step: ReviewedStep) -> str:
    return points(max(1, round(step.loss)))


def part_line(part: Part) -> str:
    return f"  {part.name:<20}{part.points:>+7.1f}  ± {part.error:.1f}"


def step_lines(step: ReviewedStep) -> list[str]:
    sign = f"{step.change:+.1f} ± {step.change_error:.1f}" if step.change else ""
    text = f"{100 * step.chance:>3.0f} %  {step.text}"
    text += f"  [{sign}]" if sign else ""
    if step.better and step.loss > step.loss_error:
        text += f"  better: {step.better} ({step.loss:+.1f} ± {step.loss_error:.1f})"
    mark = "!" if step.turning else ""
    label = "luck" if step.kind == "luck" else "choice"
    return paragraph(f"{step.turn:>2} {label}{mark}", text)


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

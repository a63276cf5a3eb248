"""The review of a game as text: one sentence, turning points, the balance, every step."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean, stdev

from rotwsim.replay.review import Part, Review, ReviewedStep
from rotwsim.replay.text import paragraph
from rotwsim.runner.judge.records import AREAS
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import MEASURED


def review_text(review: Review, every_step: bool = True) -> str:
    """Write a review, what a person reads first on top."""
    lines = [review.title, "", review.sentence, review.balance, review.over]
    if review.marked:
        lines.append(review.marked)
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
    for area in AREAS:
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
    before = step.chance - step.chance_change
    moved = f"chance to win {100 * before:.0f} % → {100 * step.chance:.0f} %"
    if step.kind == "luck":
        return f"{step.text}: {step.change:+.0f} points of luck, {moved}."
    better = f" Better: {step.better}, worth {step.loss:.0f} points more" if step.better else ""
    return f"{step.text}.{better}; {moved}." if better else f"{step.text}: {moved}."


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

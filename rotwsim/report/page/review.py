"""The review of a game on its page: why it ended so, the chance to win by step, turning points."""

from __future__ import annotations

from typing import Any

from rotwsim.replay.review import Part, Review, ReviewedStep
from rotwsim.replay.review_text import turning_words
from rotwsim.replay.text import Step

WIDTH, HEIGHT = 1000.0, 200.0  # of the chart, before it is stretched
LEAST = 0.5  # points: what moves less gets no mark
LARGEST = 9.0  # radius of a mark


def shown_review(review: Review, steps: list[Step]) -> dict[str, Any]:
    """Collect what the top of the page shows."""
    return {
        "of": review,
        "points": [turning_point(step) for step in review.turning_points],
        "chart": chart(review, len(steps) - 1),
        "parts": bars([*review.by_stream], [*review.by_area]),
    }


def turning_point(step: ReviewedStep) -> dict[str, Any]:
    before = round(100 * (step.chance - step.chance_change))
    return {
        "step": step.step,
        "turn": step.turn,
        "look": look(step),
        "text": turning_words(step),
        "before": before,
        "after": round(100 * step.chance),
        "what": step.text,
        "better": step.better,
        "loss": round(step.loss, 1),
        "luck": step.kind == "luck",
        "change": round(step.change, 1),
    }


def look(step: ReviewedStep) -> str:
    if step.kind == "luck":
        return "lucky" if step.change > 0 else "unlucky"
    return "error" if step.loss > 0 or step.change < 0 else "fine"


def chart(review: Review, last: int) -> dict[str, Any]:
    """Draw the chance to win after each step, and the expected result, as polylines with marks."""

    def across(step: float) -> float:
        return round(WIDTH * step / max(last, 1), 1)

    def place(number: int) -> float:
        """Spread the stops of one step over the way to the next."""
        same = [k for k, one in enumerate(review.steps) if one.step == review.steps[number].step]
        return review.steps[number].step + (number - same[0]) / len(same)

    chances, marks = [], []
    for number, step in enumerate(review.steps):
        x, y = across(place(number)), round(HEIGHT * (1 - step.chance), 1)
        chances += [f"{x},{chances[-1].split(',')[1]}"] if chances else []
        chances.append(f"{x},{y}")
        weight = abs(step.change)
        if weight >= LEAST and (step.kind == "luck" or step.change < 0):
            radius = round(min(LARGEST, 2 + weight**0.5), 1)
            mark = {"x": x, "y": y, "r": radius, "look": look(step), "step": step.step}
            marks.append(mark | {"title": f"Turn {step.turn}: {turning_words(step)}"})
    chances.append(f"{WIDTH},{HEIGHT * (not review.won)}")
    turns: dict[int, float] = {}
    for number, step in enumerate(review.steps):
        turns.setdefault(step.turn, across(place(number)))
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "line": " ".join(chances),
        "marks": sorted(marks, key=lambda mark: -mark["r"]),
        "turns": [{"turn": turn, "x": x} for turn, x in turns.items() if turn],
        "turning": [
            {"x": across(place(number)), "y": round(HEIGHT * (1 - step.chance), 1)}
            for number, step in enumerate(review.steps)
            if step.turning
        ],
    }


def bars(streams: list[Part], areas: list[Part]) -> list[dict[str, Any]]:
    """List luck by stream and errors by area as bars; what costs points goes to the left."""
    rows = [(f"luck: {part.name}", part.points, part.error, "luck") for part in streams]
    rows += [
        (f"errors: {part.name}", -part.points, part.error, "error")
        for part in areas
        if abs(part.points) >= LEAST
    ]
    most = max((abs(points) for _, points, _, _ in rows), default=1.0) or 1.0
    return [
        {
            "name": name,
            "points": f"{points:+.0f}".replace("-", "−"),
            "error": f"{error:.1f}",
            "width": round(50 * abs(points) / most, 1),
            "left": round(50 - 50 * abs(points) / most, 1) if points < 0 else 50,
            "look": look,
        }
        for name, points, error, look in rows
    ]


def by_step(review: Review) -> dict[int, list[dict[str, str]]]:
    """Give each step of the story what the review says of it."""
    found: dict[int, list[dict[str, str]]] = {}
    for step in review.steps:
        if step.kind == "luck" and abs(step.change) >= LEAST:
            mark = f"{step.change:+.1f} luck".replace("-", "−")
            said = {"mark": mark, "text": f"{step.text}: {chance_words(step)}"}
        elif step.kind == "decision" and step.better and step.loss >= LEAST:
            text = f"Better: {step.better} (± {step.loss_error:.1f}); {chance_words(step)}"
            said = {"mark": f"−{step.loss:.1f} {step.about}", "text": f"{step.text}. {text}"}
        else:
            continue
        found.setdefault(step.step, []).append(said | {"look": look(step)})
    return found


def chance_words(step: ReviewedStep) -> str:
    return f"chance to win {100 * step.chance:.0f} % after it"

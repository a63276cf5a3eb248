"""Write the page of one game: its review, and the board step by step beside the story."""

from collections import Counter
from functools import lru_cache
from typing import Any

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from rotwsim.replay.review import Review, ReviewedStep
from rotwsim.replay.review_text import gain, moves, turning_words
from rotwsim.replay.story import MultiplayerStory, Story, plain
from rotwsim.replay.text import Step, steps_of
from rotwsim.report.figures import board_ink
from rotwsim.report.figures.board_picture import READ_AGAIN, draw_board, extent
from rotwsim.report.figures.gallery import as_webp
from rotwsim.report.page import as_script, filled
from rotwsim.report.page.map_pieces import pieces_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import Board

LINK_COLOURS = {"player": "#d3571f", "Railbot": "#3d4653"}
# Six colours that people with any kind of colour vision can distinguish, dark and light in turn.
SEAT_COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#56b4e9", "#1a1a1a")
INCHES = 9.0  # width of the drawn map
DPI = 110
MAPS_KEPT = 4  # drawn boards
NOT_SHOWN = ("hotels", "open_track", "mines_left")
CARDS = ("land_grants", "perfect_engineering")
SHOWN_LATER = ("turn", "label", "text", "seat", "results")  # of a step
JUDGED = ("why", "chances", "turning")  # of its action
WIDTH, HEIGHT = 1000.0, 320.0  # of the chart, before it is stretched
LEAST = 0.5  # points: what moves less gets no mark
LARGEST = 9.0  # radius of a mark


def replay_page(
    story: Story,
    scenario: Scenario,
    others: dict[str, str] | None = None,
    review: Review | None = None,
) -> str:
    """Write the page as one self-contained HTML text.

    `others` are further games to go to: what a button says, and the address of the page. A
    review comes first.
    """
    picture, box, names = _map(scenario.board)
    steps, seats = steps_of(story), story.seats if isinstance(story, MultiplayerStory) else []
    data = {
        "steps": [_step(step) for step in steps],
        "target": story.set_up.parameters.get("target"),
        "seats": [one.player for one in seats],
        "colours": SEAT_COLOURS,
        "rollouts": story.rollouts,
        "live": story.live,
    }
    of_seats = {f"seat {number}": colour for number, colour in enumerate(SEAT_COLOURS, 1)}
    return filled(
        "table.html" if seats else "replay.html",
        story=story,
        steps=steps,
        data=as_script(data | ({"review": by_step(review)} if review else {})),
        picture=picture,
        box=box,
        names=names,
        pieces=pieces_of(steps, story, scenario.board),
        colours={name: fill for name, (fill, _) in board_ink.CITY_COLOURS.items()},
        link_colours=of_seats if seats else LINK_COLOURS,
        others=others or {},
        review=review,
        chart=review and chart(review, len(steps) - 1),
        bars=review and bars(review),
        look=look,
        gain=gain,
        moves=moves,
    )


def _step(step: Step) -> dict:
    """Collect what the page needs to show a step."""
    shown = {key: getattr(step, key) for key in SHOWN_LATER}
    shown |= {key: plain(getattr(step.part, key, None)) for key in JUDGED}
    return {k: v for k, v in shown.items() if v} | {"after": _shown(step.after.as_dict())}


def _shown(figures: dict) -> dict:
    """Leave out what the map shows anyway, and cards that nobody has."""
    kept = {k: v for k, v in figures.items() if k not in NOT_SHOWN and (v or k not in CARDS)}
    return kept | {"seats": [*map(_shown, figures["seats"])]} if "seats" in figures else kept


@lru_cache(maxsize=MAPS_KEPT)
def _map(board: Board) -> tuple[str, str, list[dict]]:
    """Draw the empty board: its data address, its box in an SVG, and the names of the cities."""
    width, height = extent(board)
    figure = Figure(figsize=(INCHES, INCHES * height / width), dpi=DPI)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    draw_board(board, axes)
    names = _take_names(axes, {city.name for city in board.cities})
    (left, right), (bottom, top) = axes.get_xlim(), axes.get_ylim()
    _, address = as_webp(figure, facecolor=board_ink.PAPER, pil_kwargs=READ_AGAIN)
    box = f"{left:.3f} {-top:.3f} {right - left:.3f} {top - bottom:.3f}"
    return address, box, names


def _take_names(axes, cities: set[str]) -> list[dict]:
    """Take the names off the drawing, and return their places."""
    taken = []
    for text in [text for text in axes.texts if text.get_text() in cities]:
        x, y = text.get_position()
        weight = 700 if text.get_weight() == "bold" else 400
        taken.append({"name": text.get_text(), "x": f"{x:.3f}", "y": f"{-y:.3f}", "weight": weight})
        text.remove()
    return taken


def look(step: ReviewedStep) -> str:
    if step.kind == "luck":
        return "lucky" if step.change > 0 else "unlucky"
    return "error" if step.loss > 0 or step.change < 0 else "fine"


def chart(review: Review, last: int) -> dict[str, Any]:
    """Draw the chance to win after each step, and the expected result, as polylines with marks."""
    stops, seen = Counter(step.step for step in review.steps), Counter()
    line, marks, turning, before = [], [], [], None
    turns: dict[int, float] = {}
    for step in review.steps:  # the stops of one step are spread over the way to the next
        place = step.step + seen[step.step] / stops[step.step]
        seen[step.step] += 1
        x, y = round(WIDTH * place / max(last, 1), 1), round(HEIGHT * (1 - step.chance), 1)
        line += [f"{x},{y}"] if before is None else [f"{x},{before}", f"{x},{y}"]
        before = y
        turns.setdefault(step.turn, x)
        turning += [(x, y)] * step.turning
        weight = abs(step.change)
        if weight >= LEAST and (step.kind == "luck" or step.change < 0):
            title = f"Turn {step.turn}: {turning_words(step)}"
            radius = round(min(LARGEST, 2 + weight**0.5), 1)
            marks.append({"x": x, "y": y, "r": radius, "look": look(step), "title": title})
    line.append(f"{WIDTH},{HEIGHT * (not review.won)}")
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "line": " ".join(line),
        "marks": sorted(marks, key=lambda mark: -mark["r"]),
        "turns": [(turn, x) for turn, x in turns.items() if turn],
        "turning": turning,
    }


def bars(review: Review) -> list[dict[str, Any]]:
    """List luck by stream and errors by area as bars; what costs points goes to the left."""
    rows = [("luck", part.name, part.points, part.error) for part in review.by_stream]
    errors = [part for part in review.by_area if abs(part.points) >= LEAST]
    rows += [("error", part.name, -part.points, part.error) for part in errors]
    most = max((abs(points) for _, _, points, _ in rows), default=1.0) or 1.0
    return [
        {
            "name": f"{'errors' if look == 'error' else look}: {name}",
            "points": f"{points:+.0f}".replace("-", "−"),
            "error": f"{error:.1f}",
            "width": round(50 * abs(points) / most, 1),
            "left": round(50 - 50 * abs(points) / most, 1) if points < 0 else 50,
            "look": look,
        }
        for look, name, points, error in rows
    ]


def by_step(review: Review) -> dict[int, list[dict[str, str]]]:
    """Give each step of the story what the review says of it."""
    found: dict[int, list[dict[str, str]]] = {}
    for step in review.steps:
        chance = f"chance to win {100 * step.chance:.0f} % after it"
        if step.kind == "luck" and abs(step.change) >= LEAST:
            mark = f"{step.change:+.1f} luck".replace("-", "−")
            said = {"mark": mark, "text": f"{step.text}: {chance}"}
        elif step.kind == "decision" and step.advice:
            text = f"{step.text}. Better: {step.advice} (± {step.loss_error:.1f}); {chance}"
            said = {"mark": f"−{step.loss:.1f} {step.about}", "text": text}
        else:
            continue
        found.setdefault(step.step, []).append(said | {"look": look(step)})
    return found

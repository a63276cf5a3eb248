"""Write the page of one game: the board step by step beside the story."""

from __future__ import annotations

import base64
import io
from functools import lru_cache

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from PIL import Image

from rotwsim.replay.review import Review
from rotwsim.replay.story import MultiplayerStory, Story, plain
from rotwsim.replay.text import Step, steps_of
from rotwsim.report.board import style
from rotwsim.report.board.picture import PNG_COLOURS, READ_AGAIN, SMALL, draw_board, extent
from rotwsim.report.page.map_pieces import pieces_of
from rotwsim.report.page.rendering import as_script, sealed, template
from rotwsim.report.page.review import by_step, shown_review
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import Board

LINK_COLOURS = {"player": "#d3571f", "Railbot": "#3d4653"}
# Six colours that people with any kind of colour vision can distinguish, dark and light in turn.
SEAT_COLOURS = ("#d55e00", "#0072b2", "#009e73", "#cc79a7", "#56b4e9", "#1a1a1a")
INCHES = 9.0  # width of the drawn map
DPI = 130
MAPS_KEPT = 4  # drawn boards
NOT_SHOWN = ("hotels", "open_track", "mines_left")
CARDS = ("land_grants", "perfect_engineering")
SHOWN_LATER = ("turn", "label", "text", "seat", "results")  # of a step
JUDGED = ("why", "chances", "turning")  # of its action


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
    steps, seated = steps_of(story), isinstance(story, MultiplayerStory)
    seats = {f"seat {number}": colour for number, colour in enumerate(SEAT_COLOURS, 1)}
    page = template("table.html" if seated else "replay.html").render(
        story=story,
        steps=steps,
        data=as_script(_data(story, steps) | ({"review": by_step(review)} if review else {})),
        picture=picture,
        box=box,
        names=names,
        pieces=pieces_of(steps, story, scenario.board),
        colours={name: fill for name, (fill, _) in style.CITY_COLOURS.items()},
        link_colours=seats if seated else LINK_COLOURS,
        others=others or {},
        review=review and shown_review(review, steps),
    )
    return sealed(page)


def _data(story: Story, steps: list[Step]) -> dict:
    """Collect what the page needs to show a step."""
    return {
        "steps": [_step(step) for step in steps],
        "target": story.set_up.parameters.get("target"),
        "seats": [one.player for one in story.seats] if isinstance(story, MultiplayerStory) else [],
        "colours": SEAT_COLOURS,
        "rollouts": story.rollouts,
        "live": story.live,
    }


def _step(step: Step) -> dict:
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
    full, small = io.BytesIO(), io.BytesIO()
    figure.savefig(full, format="png", facecolor=style.PAPER, pil_kwargs=READ_AGAIN)
    picture = Image.open(full).convert("RGB").quantize(PNG_COLOURS)
    picture.save(small, format="png", compress_level=SMALL)
    data = base64.b64encode(small.getvalue()).decode("ascii")
    box = f"{left:.3f} {-top:.3f} {right - left:.3f} {top - bottom:.3f}"
    return f"data:image/png;base64,{data}", box, names


def _take_names(axes, cities: set[str]) -> list[dict]:
    """Take the names off the drawing, and return their places."""
    taken = []
    for text in [text for text in axes.texts if text.get_text() in cities]:
        x, y = text.get_position()
        weight = 700 if text.get_weight() == "bold" else 400
        taken.append({"name": text.get_text(), "x": f"{x:.3f}", "y": f"{-y:.3f}", "weight": weight})
        text.remove()
    return taken

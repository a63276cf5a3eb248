"""The look of the figures: sizes, colours of the light and the dark page, the start of a figure.

A figure is drawn once, in the colours of the light page. Inside a page these colours become CSS
variables, so the same figure follows the reader's theme.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Any, ClassVar

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine

from rotwsim.report import wording
from rotwsim.report.results import Results, Rows
from rotwsim.scenario.files import DATA
from rotwsim.scenario.reading import read_toml

# Inches. A figure is drawn twice, for a laptop and for a phone, and CSS shows the one that fits:
# full and half fill a page of 900 to 1,300 pixels or a column of it, narrow one of 340 to 560.
FULL, HALF, NARROW = 10.5, 5.1, 4.15
ROW = 0.3  # inches of one row with its label
FRAME = 0.7  # inches of axis and its title below the rows
SMALL, MEDIUM = 9.7, 9.8  # points; 11 pixels on a phone

# Blue against orange can be distinguished by everyone; no meaning rests on colour alone.
COLOURS = {  # on a light and on a dark page
    "ink": ("#2d2a26", "#e9e4d8"),
    "faint": ("#68635a", "#aaa396"),
    "edge": ("#d9d3c5", "#45413a"),
    "paper": ("#fbfaf6", "#1b1a18"),
    "card": ("#ffffff", "#242220"),
    "easier": ("#1f6fb2", "#6cb4ee"),
    "harder": ("#c2560c", "#f0914a"),
    "same": ("#5e6a71", "#9fadb5"),
    "third": ("#0e7c66", "#4cc3a8"),
    "fourth": ("#8a5a9e", "#c79bd9"),
    "fifth": ("#a67c00", "#dcb43c"),
    "sixth": ("#7a7469", "#a39c8f"),
}
LIGHT, DARK = ({role: both[side] for role, both in COLOURS.items()} for side in (0, 1))
INK, FAINT, EDGE, PAPER = (LIGHT[name] for name in ("ink", "faint", "edge", "paper"))
EASIER, HARDER, SAME = (LIGHT[name] for name in ("easier", "harder", "same"))
THIRD = LIGHT["third"]
SERIES = tuple(
    LIGHT[name] for name in ("easier", "harder", "third", "fourth", "fifth", "sixth", "same")
)
OWN, RAILBOT = EASIER, HARDER

SETTINGS: dict[Any, Any] = {
    "font.size": MEDIUM,
    "font.family": "DejaVu Sans",
    "axes.edgecolor": EDGE,
    "axes.labelcolor": FAINT,
    "axes.labelsize": SMALL,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.unicode_minus": True,
    "text.color": INK,
    "text.parse_math": False,
    "xtick.color": EDGE,
    "ytick.color": EDGE,
    "xtick.labelcolor": FAINT,
    "ytick.labelcolor": INK,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": MEDIUM,
    "xtick.major.size": 3,
    "ytick.major.size": 0,
    "grid.color": EDGE,
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": SMALL,
}


@dataclass(frozen=True)
class Picture:
    """A drawn figure: what it shows in its title, what it rests on in its caption."""

    name: str
    title: str
    caption: str
    alt: str
    figure: Figure
    is_map: bool = False  # embedded as an image, not as SVG
    narrow: Figure | None = None  # the same for a phone
    is_full: bool = False  # as wide as the page, not as a column


class Words(Formatter):
    """Texts in which a colon says how a number, or the number of a row, is written."""

    WRITTEN: ClassVar[dict[str, Callable[[Any], str]]] = {
        "%": lambda share: wording.percent(share, 0),
        "%1": wording.percent,
        "pp": lambda gap: wording.pp(gap, 0),
        "pp1": wording.pp,
        "plain": wording.plain,
        "signed": wording.signed,
        "rate": wording.rate_in_words,
        "gap": wording.difference_in_words,
    }

    def format_field(self, value: Any, format_spec: str) -> str:
        write = self.WRITTEN.get(format_spec)
        return write(value) if write else super().format_field(value, format_spec)


def picture(
    name: str,
    results: Results,
    rows: Rows,
    figure: Figure,
    said: Iterable[str] = (),
    /,
    **facts: Any,
) -> list[Picture]:
    """Put the words of data/figures.toml around a figure; `facts` are what they quote.

    `said` lists the numbers for people who cannot see them, where a row is not an item.
    """
    own, write = figure_data()["words"][facts.pop("words", name.rstrip("-0123456789"))], Words()
    known = {
        "games": wording.games_span(rows.column("games") or rows.column("n")),
        "level": results.level,
        "margin": wording.margin_in_words(results.margin),
        "number": len(rows),
        "first": rows[0],
        "last": rows[-1],
    }
    title, caption, start = (
        write.format(own[part], **known | facts) for part in ("title", "caption", "alt")
    )
    items = said or (write.format(own["item"], row=row) for row in rows if "item" in own)
    alt = ": ".join(filter(None, (start, "; ".join(items))))
    return [Picture(name, wording.capital(title), caption, alt, figure)]


@cache
def figure_data() -> dict[str, Any]:
    """Read the order of the figures and the words around them."""
    return read_toml(DATA / "figures.toml", "figures.toml")


_width: ContextVar[float] = ContextVar("width", default=FULL)


@contextmanager
def drawn_for(width: float) -> Iterator[None]:
    """Draw figures of this width, in inches."""
    before = _width.set(width)
    try:
        yield
    finally:
        _width.reset(before)


def width_drawn() -> float:
    return _width.get()


def is_narrow() -> bool:
    return _width.get() <= NARROW


def in_style() -> AbstractContextManager:
    return matplotlib.rc_context(SETTINGS)


def new_figure(height: float, **spacing: Any) -> Figure:
    layout = ConstrainedLayoutEngine(**spacing)
    figure = Figure(figsize=(_width.get(), height), layout=layout)
    FigureCanvasAgg(figure)
    return figure


def new_axes(rows: float, *, row: float = ROW) -> tuple[Figure, Axes]:
    """Begin a figure for a number of rows, and its axes."""
    figure, (axes,) = new_panels([max(rows, 2)], row=row)
    return figure, axes


def new_panels(
    rows: Sequence[float], *, row: float = ROW, frame: float = FRAME
) -> tuple[Figure, list[Axes]]:
    """Begin a figure of panels below each other, each with its number of rows and its axis."""
    heights = [frame + row * count for count in rows]
    figure = new_figure(sum(heights), w_pad=0.03, h_pad=0.03, wspace=0.04, hspace=0.04)
    panels = figure.subplots(len(rows), squeeze=False, height_ratios=heights)
    return figure, [axes for (axes,) in panels]


def panels_beside(heights: Sequence[float]) -> tuple[Figure, list[Axes]]:
    """Begin a figure of panels beside each other, on a phone below each other; in inches."""
    beside, count = not is_narrow(), len(heights)
    height = max(heights) if beside else sum(heights)
    figure = new_figure(height, w_pad=0.03, h_pad=0.03, wspace=0.02, hspace=0.04)
    if beside:
        return figure, list(figure.subplots(1, count, squeeze=False).flat)
    return figure, list(figure.subplots(count, 1, squeeze=False, height_ratios=heights).flat)

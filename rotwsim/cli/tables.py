"""Tables and sentences for the terminal, and plain data as JSON: one way for every command."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import click

from rotwsim.cli.frame import is_unicode
from rotwsim.cli.options import CSV, MARKDOWN, form

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console
    from rich.table import Table

    from rotwsim.analysis.boxes.known_ranges import PlausibleRange

MINUS = "−"
WIDEST = 10_000  # columns of a terminal that has no end
LONGEST_WORD = 14  # letters of a text column that stay together however narrow the terminal


def console(stderr: bool = False) -> Console:
    """A console that prints names as they are: no markup, no colours that nobody asked for."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def show_table(
    title: str,
    rows: Iterable[Sequence[str]],
    heads: Sequence[str],
    texts: Iterable[str] = (),
    *,
    has_heads: bool = True,
) -> None:
    """Prints one table beneath its title; columns named in `texts` may be broken into lines.

    A terminal too narrow for the numbers and a word of each text gets longer lines, not less.
    """
    rows, texts = [list(row) for row in rows], set(texts)
    if form() == CSV:
        click.echo(as_csv(rows, heads), nl=False)
        return
    if form() == MARKDOWN:
        click.echo(as_markdown(title, rows, heads))
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, show_header=has_heads, pad_edge=False, padding=(0, 0))
    for place, head in enumerate(heads):
        cells = [*([head] if has_heads else []), *(row[place] for row in rows)]
        words = [word for cell in cells for word in cell.split()]
        together = min(longest(words), LONGEST_WORD) if head in texts else longest(cells)
        table.add_column(
            head,
            justify="left" if head in texts else "right",
            no_wrap=head not in texts,
            overflow="fold",
            min_width=together,
        )
    for row in rows:
        table.add_row(*row)
    screen = console()
    if title:
        screen.print(Text(title, "bold"))
    screen.width = max(screen.width, narrowest(table, screen))
    screen.print(table)


def show_frame(
    table: str, frame, names: Sequence[str | tuple[str, str, str]], title: str = ""
) -> None:
    """Print columns of a frame with the headings and units of the dictionary of columns."""
    from rotwsim.report.columns import frame_text

    show_table(*frame_text(table, frame, names, title))


def as_csv(rows: Sequence[Sequence[str]], heads: Sequence[str]) -> str:
    """A table as comma separated values, minus signs as programs read them."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([cell.replace("−", "-") for cell in row] for row in rows)
    return text.getvalue()


def as_markdown(title: str, rows: Sequence[Sequence[str]], heads: Sequence[str]) -> str:
    """A table as a code host shows it, beneath its title."""
    lines = [f"**{title}**", ""] if title else []
    lines += [_markdown_line(heads), _markdown_line(["---"] * len(heads))]
    lines += [_markdown_line(row) for row in rows]
    return "\n".join(lines) + "\n"


def _markdown_line(cells: Sequence[str]) -> str:
    shown = [cell.replace("|", "\\|").replace("\n", " ") for cell in cells]
    return f"| {' | '.join(shown)} |"


def longest(texts: Sequence[str]) -> int:
    return max(map(len, texts), default=0)


def narrowest(table: Table, screen: Console) -> int:
    """The columns of a terminal that the table needs at least."""
    from rich.measure import Measurement

    return Measurement.get(screen, screen.options.update(width=WIDEST), table).minimum


def show_lines(title: str, lines: Mapping[str, str]) -> None:
    """Prints names and figures beneath a title."""
    show_table(title, lines.items(), ("what", "figure"), ("what", "figure"), has_heads=False)


def show_notes(notes: Iterable[str]) -> None:
    """Prints sentences, one a line."""
    screen = console(stderr=form() == CSV)
    for note in notes:
        end = "" if note.endswith(".") else "."
        screen.print(note[:1].upper() + note[1:] + end, soft_wrap=True)


def percent(share: float) -> str:
    """A share as a number of percent; the head of the column says so."""
    return plain(100 * share)


def share_between(share: float, low: float, high: float) -> str:
    """A share in percent with its interval: "42.1 (41.3 to 42.8)"."""
    return f"{percent(share)} ({percent(low)} to {percent(high)})"


def points_between(difference: float, low: float, high: float) -> str:
    """A difference of win rates in points with its interval: "−4.1 (−4.9 to −3.3)"."""
    ends = f"{signed(100 * low)} to {signed(100 * high)}"
    return f"{signed(100 * difference)} ({ends})"


def signed(number: float, digits: int = 1) -> str:
    if not math.isfinite(number):
        return "-"
    shown = f"{number:+.{digits}f}"
    return shown[1:] if float(shown) == 0 else shown.replace("-", MINUS)


def plain(number: float, digits: int = 1) -> str:
    return "-" if not math.isfinite(number) else f"{number:.{digits}f}".replace("-", MINUS)


def chance(p_value: float) -> str:
    return "<0.001" if p_value < 0.001 else f"{p_value:.3f}"


def as_json(content: Mapping) -> str:
    """One JSON object; what is not a number is null."""
    return json.dumps(_finite(content), indent=2, ensure_ascii=not is_unicode())


def records(tables: Mapping) -> dict:
    """Every table as a list of rows."""
    return {name: table.to_dict("records") for name, table in tables.items()}


def _finite(value):
    if isinstance(value, Mapping):
        return {str(key): _finite(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(entry) for entry in value]
    if hasattr(value, "item"):  # a number of numpy
        value = value.item()
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


HEAD = "boxes %"
NONE = "-"
OLD = "the range over plausible boxes is older than the rules, the players or the figures"


def boxes(row, of: str = "") -> str:
    """The ends of the win rate over plausible boxes in percent: "45 to 84"."""
    ends = [getattr(row, f"boxes_{of}{end}") for end in ("low", "high")]
    return NONE if any(map(math.isnan, ends)) else " to ".join(f"{100 * end:.0f}" for end in ends)


def difference_boxes(row) -> str:
    """The ends of a difference over plausible boxes in points: "−9 to 0"."""
    ends = [row.boxes_difference_low, row.boxes_difference_high]
    if any(map(math.isnan, ends)):
        return NONE
    return " to ".join(signed(100 * end, 0) for end in ends)


def notes_on_boxes(table: pd.DataFrame) -> list[str]:
    """What the column of boxes means, and that it is missing or old where it is."""
    known = table["boxes_low"].notna()
    if not known.any():
        return ["no range over plausible boxes is stored for this: intervals cover chance alone"]
    fillings = int(table.loc[known, "boxes_fillings"].min())
    notes = [f"boxes: the middle nine tenths over {fillings} plausible fillings of what is assumed"]
    if not known.all():
        notes.append(f"{NONE}: no range over plausible boxes is stored")
    if table["boxes_stale"].any():
        notes.append(OLD)
    return notes


def range_in_words(known: PlausibleRange | None) -> str:
    """A range by itself: "45 to 84 %, the middle nine tenths of 200 fillings of …"."""
    if known is None:
        return "no range is stored for this; the interval covers chance alone"
    old = f"; {OLD}" if known.stale else ""
    return (
        f"{100 * known.low:.0f} to {100 * known.high:.0f} %, the middle nine tenths of "
        f"{known.fillings} fillings of what is assumed{old}"
    )

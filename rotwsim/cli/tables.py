"""Tables and sentences for the terminal, and plain data as JSON: one way for every command."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from textwrap import fill, wrap
from typing import TYPE_CHECKING

import click

from rotwsim.cli import is_unicode
from rotwsim.cli.options import CSV, MARKDOWN, form

if TYPE_CHECKING:
    import pandas as pd
    from rich.console import Console
    from rich.table import Table

    from rotwsim.analysis.boxes.known_ranges import PlausibleRange

WIDEST = 10_000  # columns of a terminal that has no end
LONGEST_WORD = 12  # letters of a text column that stay together however narrow the terminal


def console(stderr: bool = False) -> Console:
    """Return a console that prints names as they are: no markup, no colours."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def show_table(
    title: str,
    rows: Iterable[Sequence[str]],
    heads: Sequence[str],
    texts: Iterable[str] = (),
    explained: Iterable[str] = (),
    *,
    has_heads: bool = True,
) -> None:
    """Print one table beneath its title, and what its headings mean beneath the table.

    Columns named in `texts` may be broken into lines.

    In a narrow terminal an interval goes below its estimate. A terminal too narrow for the numbers
    and a word of each text gets longer lines, not less.
    """
    rows, texts = [list(row) for row in rows], set(texts)
    if form() == CSV:
        click.echo(as_csv(rows, heads), nl=False)
        return
    if form() == MARKDOWN:
        click.echo("\n".join([as_markdown(title, rows, heads), *(f"- {s}" for s in explained)]))
        return
    from rich.text import Text

    screen = console()
    table = drawn(rows, heads, texts, has_heads, screen.width)
    if narrowest(table) > screen.width:
        broken = [
            [
                cell if head in texts else cell.replace(" (", "\n(")
                for head, cell in zip(heads, row, strict=True)
            ]
            for row in rows
        ]
        table = drawn(broken, heads, texts, has_heads, screen.width)
    if title:
        screen.print(Text(title, "bold"))
    room = screen.width
    screen.width = max(room, narrowest(table))
    screen.print(table)
    for sentence in explained:
        click.echo(fill(sentence, room, initial_indent=" ", subsequent_indent="   "))
    if explained:
        click.echo()


def drawn(
    rows: list[list[str]], heads: Sequence[str], texts: set[str], has_heads: bool, room: int
) -> Table:
    """Lay out a table; a heading is as wide as its cells or its longest word.

    The widest texts are broken into lines until the table fits the room.
    """
    from rich import box
    from rich.table import Table

    least, most, shown = [], [], []  # widths, and headings
    for place, head in enumerate(heads):
        lines = [line for row in rows for line in row[place].split("\n")]
        words = head.replace(",", "").split() if has_heads else []
        if head in texts:
            words += [word for line in lines for word in line.split()]
            least.append(min(longest(words), LONGEST_WORD if place else WIDEST))
            most.append(max(least[-1], longest([head, *lines])))
            shown.append(head)
        else:
            width = longest([*words, *lines])
            short = len(head) <= width
            shown.append(head if short else in_two_lines(head.replace(",", ""), width))
            least.append(max(width, *map(len, shown[-1].split("\n"))))
            most.append(least[-1])
    while sum(most) + len(heads) + 1 > room and most != least:
        wide = [place for place in range(len(heads)) if most[place] > least[place]]
        most[max(wide, key=most.__getitem__)] -= 1
    table = Table(box=box.SIMPLE_HEAD, show_header=has_heads, pad_edge=False, padding=(0, 0))
    for head, name, low, high in zip(heads, shown, least, most, strict=True):
        table.add_column(
            name,
            justify="left" if head in texts else "right",
            no_wrap=head not in texts,
            overflow="fold",
            min_width=low,
            max_width=high,
        )
    for row in rows:
        table.add_row(*row)
    return table


def show_frame(table: str, frame: pd.DataFrame, title: str = "") -> None:
    """Print what the dictionary of columns says a terminal shows of a table.

    A table that the dictionary does not list is printed as it is.
    """
    from rotwsim.report.columns import frame_text, views_of

    for view in views_of(table) or (None,):
        shown = frame_text(table, in_units(frame), view, title)
        if len(shown.heads) > 1:  # else it has names and no values
            show_table(*shown)
        title = ""


def show_rows(table: str, rows: Iterable[Mapping], title: str = "") -> None:
    import pandas as pd

    show_frame(table, pd.DataFrame(list(rows)), title)


def show_row(table: str, row: Mapping, title: str = "") -> None:
    """Print one row of a table as lines, a heading and a value each."""
    import pandas as pd

    from rotwsim.report.columns import frame_text, views_of

    shown = frame_text(table, pd.DataFrame([row]), *views_of(table), title=title)
    show_lines(shown.title, dict(zip(shown.heads, shown.rows[0], strict=True)), shown.explained)


def in_units(frame: pd.DataFrame) -> pd.DataFrame:
    """Write measures that are shares in percent, and put rows of the same measure together."""
    if not {"measure", "unit"} <= set(frame):
        return frame
    is_share = frame["unit"] == "share"
    numbers = [name for name in ("mean", "difference", "low", "high") if name in frame]
    found = frame.assign(unit=frame["unit"].where(~is_share, "%"))
    found[numbers] = found[numbers].mul(1 + 99 * is_share, axis=0)
    order = {measure: place for place, measure in enumerate(dict.fromkeys(frame["measure"]))}
    return found.sort_values("measure", key=lambda names: names.map(order), kind="stable")


def as_csv(rows: Sequence[Sequence[str]], heads: Sequence[str]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([cell.replace("−", "-") for cell in row] for row in rows)
    return text.getvalue()


def as_markdown(title: str, rows: Sequence[Sequence[str]], heads: Sequence[str]) -> str:
    lines = [f"**{title}**", ""] if title else []
    lines += [_markdown_line(heads), _markdown_line(["---"] * len(heads))]
    lines += [_markdown_line(row) for row in rows]
    return "\n".join(lines) + "\n"


def _markdown_line(cells: Sequence[str]) -> str:
    shown = [cell.replace("|", "\\|").replace("\n", " ") for cell in cells]
    return f"| {' | '.join(shown)} |"


def longest(texts: Sequence[str]) -> int:
    return max(map(len, texts), default=0)


def narrowest(table: Table) -> int:
    """Count the columns of a terminal that the table needs at least."""
    return sum(column.min_width or 0 for column in table.columns) + len(table.columns) + 1


def in_two_lines(head: str, width: int) -> str:
    """Break a heading into at most two lines, as narrow as that allows."""
    lines = next(found for w in range(width, len(head) + 1) if len(found := wrap(head, w)) <= 2)
    return "\n".join(lines)


def show_lines(title: str, lines: Mapping[str, str], explained: Iterable[str] = ()) -> None:
    heads = ("what", "value")
    show_table(title, lines.items(), heads, heads, explained, has_heads=False)


def show_notes(notes: Iterable[str]) -> None:
    """Print sentences, one a line."""
    screen = console(stderr=form() == CSV)
    for note in notes:
        end = "" if note.endswith(".") else "."
        screen.print(note[:1].upper() + note[1:] + end, soft_wrap=True)


def as_json(content: Mapping) -> str:
    """Write one JSON object; what is not a number is null."""
    return json.dumps(_finite(content), indent=2, ensure_ascii=not is_unicode())


def show_json(content: Mapping) -> None:
    click.echo(as_json(content))


def records(tables: Mapping) -> dict:
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


OLD = "the range over plausible boxes is older than the rules, the players or the parameters"


def notes_on_boxes(table: pd.DataFrame) -> list[str]:
    """Say that the range over plausible boxes is missing or old where it is."""
    notes = [OLD] if any(table["boxes_stale"]) else []
    is_known = table["boxes_low"].notna().to_numpy()
    if "kinds_low" in table and table["kinds_low"].notna().to_numpy().any():
        return notes
    if not is_known.any():
        return ["no range over plausible boxes is stored for this: intervals cover chance alone"]
    return [*["-: no range over plausible boxes is stored"] * (not is_known.all()), *notes]


def range_in_words(known: PlausibleRange | None) -> str:
    """Write a range: "45 to 84 %, the middle nine tenths of 200 draws of what is assumed"."""
    if known is None:
        return "no range is stored for this; the interval covers chance alone"
    old = f"; {OLD}" if known.stale else ""
    return (
        f"{100 * known.low:.0f} to {100 * known.high:.0f} %, the middle nine tenths of "
        f"{known.draws} draws of what is assumed{old}"
    )

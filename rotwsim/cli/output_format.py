"""The form in which a command prints its tables: for a terminal, as CSV or as Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence

import click

TERMINAL, CSV, MARKDOWN = "terminal", "csv", "markdown"
KEY = "rotwsim.form"


def form_options(command: Callable) -> Callable:
    """Adds --csv and --markdown; what prints tables asks `form` and the command knows nothing."""
    for name, what in ((MARKDOWN, "Markdown"), (CSV, "CSV")):
        command = click.option(
            f"--{name}",
            is_flag=True,
            expose_value=False,
            callback=_chosen,
            help=f"Print tables as {what}.",
        )(command)
    return command


def _chosen(context: click.Context, option: click.Parameter, given: bool) -> None:
    if given:
        context.meta[KEY] = option.name


def form() -> str:
    """The form of the command that runs."""
    context = click.get_current_context(silent=True)
    return context.meta.get(KEY, TERMINAL) if context else TERMINAL


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
    lines += [_line(heads), _line(["---"] * len(heads))]
    lines += [_line(row) for row in rows]
    return "\n".join(lines) + "\n"


def _line(cells: Sequence[str]) -> str:
    shown = [cell.replace("|", "\\|").replace("\n", " ") for cell in cells]
    return f"| {' | '.join(shown)} |"

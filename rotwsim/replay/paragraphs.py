"""Paragraphs of a story: a word in front, lines that are not too long."""

from __future__ import annotations

import textwrap

WIDTH = 100
LABEL = 10  # width of the words in front of a paragraph


def paragraph(label: str, text: str) -> list[str]:
    """A text with its label, as lines."""
    indent = " " * (LABEL + 2)
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=f"  {label:<{LABEL}}",
        subsequent_indent=indent + ("  " if text.startswith("·") else ""),
        break_long_words=False,
        break_on_hyphens=False,
    )


def shortly(colours: list[str]) -> str:
    """Cubes in few words: 2 red, blue."""
    numbers = {colour: colours.count(colour) for colour in colours}
    return ", ".join(
        f"{number} {colour}" if number > 1 else colour for colour, number in numbers.items()
    )

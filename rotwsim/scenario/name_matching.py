"""Names as people write them: any case, without points, accents and hyphens."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

IN_PLACE_OF = {"ø": "o", "đ": "d", "ł": "l", "æ": "ae", "œ": "oe", "ß": "ss"}  # no accents


def find_name(written: str, known: Iterable[str]) -> str | None:
    """The known name that was meant, or None.

    >>> find_name("st louis", ["St. Louis", "Chicago"])
    'St. Louis'
    """
    wanted = plain(written)
    return next((name for name in known if plain(name) == wanted), None)


def plain(name: str) -> str:
    """A name in small letters, one space between its words, and nothing else."""
    apart = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(IN_PLACE_OF.get(letter, letter) for letter in apart)
    kept = "".join(
        letter if letter.isalnum() else " "
        for letter in letters
        if not unicodedata.combining(letter) and letter not in ".'’"
    )
    return " ".join(kept.split())

"""Letters that a terminal lacks: near ones in their place, instead of an error after the games."""

from __future__ import annotations

import codecs
import sys
import unicodedata

PLAIN = {"−": "-", "–": "-", "×": "x", "±": "+-", "…": "...", "“": '"', "”": '"', "·": "."}
NOT_THERE = "?"
HANDLER = "rotwsim.plain"


def make_printable() -> None:
    """Lets stdout and stderr take any letter, whatever their encoding."""
    codecs.register_error(HANDLER, in_plain_letters)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=HANDLER)


def in_plain_letters(error: UnicodeError) -> tuple[str, int]:
    """What is written for letters that cannot be encoded."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain, error.object[error.start : error.end])), error.end


def plain(letter: str) -> str:
    """A letter without its accent, a sign as one types it."""
    without_accent = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return PLAIN.get(letter) or without_accent or NOT_THERE


def is_unicode() -> bool:
    """Whether stdout takes every letter as it is."""
    return (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")

"""Write docs/api.md from the public names: what each takes, what it does, an example.

python -m experiments.api > docs/api.md
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable

import rotwsim

GROUPS = {
    "Play games": ("Scenario", "play", "simulate", "read_run"),
    "Ask a question": (
        *("compare", "prices", "barons", "maps", "skill", "decisive", "assumptions"),
        *("design", "sweep", "difficulty", "me", "plan"),
    ),
    "Multiplayer": ("seats", "bidding", "modules"),
    "Look at what was played": ("replay", "review", "report", "plot", "columns"),
    "Train, check, measure": ("train", "audit", "bench"),
}
WIDTH = 96  # letters of a line of code
NO_NAMES = ("__version__",)


def page() -> str:
    """Write the page."""
    lines = [
        "# Every public name",
        "",
        "One entry for each name of `rotwsim`: what it takes, what it does, an example. Shares and",
        "differences of win rates are fractions. `make docs` writes this page from the code;",
        "`help(rotwsim.compare)` shows the same in Python. For a first overview see",
        "[In Python](python.md).",
    ]
    for title, names in grouped().items():
        lines += ["", f"## {title}"]
        for name in names:
            lines += ["", *entry(name)]
    return "\n".join(lines) + "\n"


def grouped() -> dict[str, list[str]]:
    """Give every public name its chapter; a name that no chapter has comes last."""
    there = [name for name in rotwsim.__all__ if name not in NO_NAMES]
    known = {name for names in GROUPS.values() for name in names}
    chapters = {title: [n for n in names if n in there] for title, names in GROUPS.items()}
    rest = [name for name in there if name not in known]
    return chapters | ({"More": rest} if rest else {})


def entry(name: str) -> list[str]:
    """Write one name: heading, signature, text, example."""
    found = getattr(rotwsim, name)
    if inspect.ismodule(found):  # plot
        name, found, about = f"{name}.scores", found.scores, found
    else:
        about = found
    called = f"{name}.of" if inspect.isclass(found) else name
    text = inspect.getdoc(found) or ""
    prose, _, example = text.partition(">>> ")
    example = example or (inspect.getdoc(about) or "").partition(">>> ")[2]
    signature = taken(called, found.of if inspect.isclass(found) else found)
    lines = [f"### {name}", "", "```python", *signature, "```", "", *prose.strip().splitlines()]
    return [*lines, "", "```pycon", f">>> {example}".rstrip(), "```"]


def taken(name: str, function: Callable) -> list[str]:
    """Write the signature, one parameter a line where it is long; functions given are only `…`."""
    shown = re.sub(r"<function [^>]*>(?: at 0x\w+>)?", "…", str(inspect.signature(function)))
    shown = re.sub(r"'([^' ][^']*)'(?=( =|,|\)|$))", _unquoted, shown)
    shown = re.sub(r"\b(?:rotwsim|collections|pathlib)(?:\.\w+)*\.(\w+)", r"\1", shown)
    line = f"{name}{shown}"
    if len(line) <= WIDTH:
        return [line]
    inside, _, result = shown[1:].rpartition(")")
    parts = re.split(r", (?=\*|\w+[:=])", inside)
    return [f"{name}(", *(f"    {part}," for part in parts), f"){result}"]


def _unquoted(found: re.Match) -> str:
    """Take the quotes off an annotation, not off a default."""
    before = found.string[: found.start()]
    return found[1] if before.endswith((": ", "-> ")) else found[0]


if __name__ == "__main__":
    print(page(), end="")

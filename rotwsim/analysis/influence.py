"""The order of influence: which assumed figures move the win rate most, kept as a data file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rotwsim.analysis.pool import ArmGames
from rotwsim.runner.manifest import now
from rotwsim.scenario.signatures import signature_of

if TYPE_CHECKING:
    import pandas as pd

HEAD = """\
# Assumed figures by their influence on the win rate, the strongest first: what to look up in a box
# first. Written by `rotwsim assumptions --save-order`; `rotwsim board check` lists figures so.
"""


def save_order(path: Path, table: pd.DataFrame, base: ArmGames) -> None:
    """Writes the order that a tornado table found, and how it was found."""
    scenario = base.scenario
    options = f"{scenario.command()} --games {base.games} --seed {base.seed}"
    lines = [
        HEAD,
        "[measured]",
        f"command = {quoted_text(f'rotwsim assumptions {options}')}",
        f"when = {quoted_text(now())}",
        f"win_rate = {base.wins / base.games:.4f}",
        f'signature = "{signature_of(scenario)}"',
        "",
    ]
    for row in table.itertuples():
        if row.origin != "assumed":
            continue
        keys = ", ".join(quoted_text(key) for key in row.keys.split(", "))
        lines += [
            "[[order]]",
            f"name = {quoted_text(row.name)}",
            f"keys = [{keys}]",
            f"influence = {row.influence:.4f}  # of the win rate, at the end that moves it most",
            "",
        ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


def quoted_text(text: str) -> str:
    """A text as TOML writes it."""
    import json

    return json.dumps(text, ensure_ascii=False)

"""What rebuilding a board does to the answers: the same player on Eastern US, printed and rebuilt.

rotwsim experiment experiments/rebuilt.toml
python -m experiments.boards.outcome results/rebuilt   writes README.md and the error as data
"""

from __future__ import annotations

import json
import math
import sys
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pandas as pd

from rotwsim.analysis.boxes.known_ranges import REBUILDING, Rebuilding
from rotwsim.scenario.rulebook import MEASURED
from rotwsim.stats import Estimate, wilson

README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- outcome -->", "<!-- end of the outcome -->"
PRINTED, REBUILT = "eastern-us", "eastern-us-rebuilt"
Row = tuple[str, ...]


def outcome_table(folder: Path) -> tuple[list[Row], Rebuilding]:
    """Win rate, result and tweak effects of the same player on both boards, from an experiment."""
    arms = pd.read_csv(folder / "tables" / "arms.csv")
    compared = pd.read_csv(folder / "tables" / "compare.csv")
    plain = arms[arms["tweaks"].isna()].set_index("board")
    known, made = plain.loc[PRINTED], plain.loc[REBUILT]
    moved = unpaired_difference(
        *known[["wins", "games"]].astype(int), *made[["wins", "games"]].astype(int)
    )
    rows: list[Row] = [
        ("outcome", "printed", "rebuilt", "rebuilt − printed"),
        (
            "win rate, %",
            *(_with_interval(100 * arm[["win_rate", "low", "high"]]) for arm in (known, made)),
            _with_interval(100 * np.array([moved.value, moved.low, moved.high]), "+"),
        ),
    ]
    for name, words in (("result_mean", "mean result"), ("turns_mean", "turns")):
        change = made[name] - known[name]
        rows.append((words, f"{known[name]:.1f}", f"{made[name]:.1f}", f"{change:+.1f}"))
    effects = compared.set_index(["name", "baseline"])
    gaps, agree = {}, 0
    for name in dict.fromkeys(compared["name"]):
        both = [effects.loc[(name, arm["arm"])] for arm in (known, made)]
        cells = [_with_interval(100 * row[["difference", "low", "high"]], "+") for row in both]
        gaps[name] = 100 * (both[1]["difference"] - both[0]["difference"])
        agree += int(np.sign(both[0]["difference"]) == np.sign(both[1]["difference"]))
        rows.append((f"effect of {name}, pp", *cells, f"{gaps[name]:+.1f}"))
    farthest = max(gaps, key=lambda name: abs(gaps[name]))
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    signatures = {arm["arm"]: arm["signature"] for arm in manifest["arms"]}
    return rows, Rebuilding(
        games=int(known["games"]),
        signatures=(signatures[known["arm"]], signatures[made["arm"]]),
        difference=round(moved.value, 4),
        low=round(moved.low, 4),
        high=round(moved.high, 4),
        result=round(float(made["result_mean"] - known["result_mean"]), 2),
        tweaks=len(gaps),
        same_sign=agree,
        farthest_tweak=farthest,
        farthest=round(float(gaps[farthest]) / 100, 4),
    )


def _with_interval(figures, sign: str = "") -> str:
    value, low, high = figures
    return f"{value:{sign}.1f} ({low:{sign}.1f} to {high:{sign}.1f})"


def unpaired_difference(
    baseline_wins: int, baseline_n: int, variant_wins: int, variant_n: int
) -> Estimate:
    """Estimate variant - baseline of two independent win rates, by Newcombe's interval.

    Its n counts the games of both.
    """
    one, other = wilson(baseline_wins, baseline_n), wilson(variant_wins, variant_n)
    difference = other.value - one.value
    down = math.hypot(other.value - other.low, one.high - one.value)
    up = math.hypot(other.high - other.value, one.value - one.low)
    return Estimate(difference, difference - down, difference + up, one.n + other.n)


def markdown(rows: list[Row]) -> str:
    head, *body = rows
    lines = [head, ("---",) * len(head), *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


REBUILDING_HEAD = """\
# What rebuilding a board from geography does to the answers: the person who wins half of the games
# on Eastern US, there and on the rebuilt map. Written by `python -m experiments.boards.outcome
# results/rebuilt`; the report quotes it. Rates are shares, rebuilt less printed.
"""


def save(found: Rebuilding, path: Path) -> None:
    """Write the error as the report reads it."""
    lines = [f"{key} = {json.dumps(value)}" for key, value in asdict(found).items()]
    path.write_text(REBUILDING_HEAD + "\n" + "\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    rows, measured = outcome_table(Path(sys.argv[1]))
    save(measured, MEASURED / REBUILDING)
    before, rest = README.read_text(encoding="utf-8").split(BEGIN)
    after = rest.split(END)[1]
    README.write_text(f"{before}{BEGIN}\n{markdown(rows)}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()

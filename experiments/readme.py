"""Writes the win rates of results/baseline into README: `python -m experiments.readme`."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from rotwsim.report.results import read_table
from rotwsim.report.rows.skills import SKILLS
from rotwsim.report.wording import SPACE, boxes_in_words, headline

ROOT = Path(__file__).parents[1]
BEGIN, END = "<!-- win rates: python -m experiments.readme -->", "<!-- end of the win rates -->"
FIRST = "eastern-us"
NONE = "not at hand"


def main() -> None:
    """Replaces what stands between the two marks."""
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    arms = read_table(ROOT / "results" / "baseline", "arms")
    if arms is None:
        raise SystemExit("results/baseline has no table of arms; rotwsim experiment baseline")
    readme.write_text(with_win_rates(text, arms), encoding="utf-8")


def with_win_rates(text: str, arms: pd.DataFrame) -> str:
    """The text with the win rates of these arms between its marks."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}\n{win_rates(arms)}\n{END}{after}"


def win_rates(arms: pd.DataFrame) -> str:
    """What a casual, a club and an expert player win, first in sentences, then by board."""
    rows = {(arm["board"], arm["barons"], arm["player"]): arm for _, arm in arms.iterrows()}
    titles = dict(zip(arms["board"], arms["board_title"], strict=True))
    first = [*_sentences(rows, titles), "", *_table(rows, titles)]
    return "\n".join(first).replace(SPACE, " ")


def _sentences(rows: dict, titles: dict) -> list[str]:
    """The first board: a line without the Barons, a line with them."""
    lines = []
    for barons, variant in ((False, ""), (True, " with the Duel Barons")):
        won = [_won(player, rows.get((FIRST, barons, player))) for player in SKILLS]
        lines.append(f"- On {titles.get(FIRST, FIRST)}{variant} {', '.join(won)}.")
    return lines


def _won(player: str, arm: pd.Series | None) -> str:
    if arm is None:
        return f"`{player}` is {NONE}"
    return f"`{player}` wins {headline(arm)} ({int(arm['games']):,} games)"


def _table(rows: dict, titles: dict) -> list[str]:
    """A row per board, the easiest for the expert first."""

    def ease(board: str) -> float:
        arm = rows.get((board, False, SKILLS[-1]))
        return 0.0 if arm is None else -arm["win_rate"]

    heads = [f"{player}{mark}" for mark in ("", ", Barons") for player in SKILLS]
    lines = [f"| board | {' | '.join(heads)} |", "| --- |" + " --- |" * len(heads)]
    for board in sorted(titles, key=ease):
        cells = [
            _cell(rows.get((board, barons, player)))
            for barons in (False, True)
            for player in SKILLS
        ]
        lines.append(f"| {titles[board]} | {' | '.join(cells)} |")
    return lines


def _cell(arm: pd.Series | None) -> str:
    """ "71.0 (70.1 to 71.9; 45 to 84)": percent, interval, range over plausible boxes."""
    if arm is None:
        return NONE
    rate, low, high = (f"{100 * arm[name]:.1f}" for name in ("win_rate", "low", "high"))
    boxes = boxes_in_words(arm)
    return f"{rate} ({low} to {high}{f'; {boxes}' if boxes else ''})"


if __name__ == "__main__":
    main()

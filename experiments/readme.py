"""Writes numbers into README, and the example of docs/me.md: `python -m experiments.readme`."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
from click.testing import CliRunner

from rotwsim.cli import main as rotwsim_command
from rotwsim.report.arms import SKILLS
from rotwsim.report.results import read_table
from rotwsim.report.wording import SPACE, boxes_in_words, headline, signed
from rotwsim.stats import unpaired_difference

ROOT = Path(__file__).parents[1]
ME = ROOT / "docs" / "me.md"
EXAMPLE, EXAMPLE_END = (
    "<!-- example: python -m experiments.readme -->",
    "<!-- end of the example -->",
)
BEGIN, END = "<!-- win rates: python -m experiments.readme -->", "<!-- end of the win rates -->"
FACT = re.compile(r"(<!-- fact: ([a-z]+) -->).*?(<!-- \. -->)", re.DOTALL)
FIRST, REBUILT, TWEAK = "eastern-us", "eastern-us-rebuilt", "markers-2"
NONE = "not at hand"


def main() -> None:
    """Replaces what stands between marks."""
    readme = ROOT / "README.md"
    text = readme.read_text(encoding="utf-8")
    arms, rebuilt = (
        read_table(ROOT / "results" / name, "arms") for name in ("baseline", "rebuilt")
    )
    if arms is None or rebuilt is None:
        raise SystemExit("results/baseline or rebuilt has no table of arms; make results")
    text = with_facts(with_win_rates(text, arms), facts_of(arms, rebuilt))
    readme.write_text(text, encoding="utf-8")
    ME.write_text(with_example(ME.read_text(encoding="utf-8")), encoding="utf-8")


def with_example(text: str) -> str:
    """The text with what its first command prints, between its marks."""
    before, rest = text.split(EXAMPLE)
    after = rest.split(EXAMPLE_END)[1]
    command = before.split("```")[1].strip().splitlines()[0].split()[1:]
    printed = CliRunner().invoke(rotwsim_command, command, env={"COLUMNS": "80"}).output
    lines = "\n".join(line.rstrip() for line in printed.strip().splitlines())
    return f"{before}{EXAMPLE}\n```text\n{lines}\n```\n{EXAMPLE_END}{after}"


def with_facts(text: str, facts: dict[str, str]) -> str:
    """The text with every marked fact as it is now; one that is not known is an error."""
    return FACT.sub(lambda found: f"{found[1]}{facts[found[2]]}{found[3]}", text)


def facts_of(arms: pd.DataFrame, rebuilt: pd.DataFrame) -> dict[str, str]:
    """What sentences of README quote, from the arms of results/baseline and results/rebuilt."""
    by_player = arms[(arms["board"] == FIRST) & ~arms["barons"]].set_index("player")
    club, expert = by_player.loc["club"], by_player.loc["expert"]
    won = {name: f"{100 * arm['win_rate']:.0f} %" for name, arm in by_player.iterrows()}
    better = expert["result_mean"] - club["result_mean"]
    return {
        "rates": f"wins {won['club']} of its games, `expert` {won['expert']}, "
        f"`casual` {won['casual']}",
        "boxes": f"{boxes_in_words(club)} %".replace(SPACE, " "),
        "rebuilt": rebuilding(rebuilt),
        "skills": f"`expert` beats `club` by {better:.0f} points a game on Eastern US",
    }


def rebuilding(arms: pd.DataFrame) -> str:
    """What rebuilding a board does to the win rate, and to the effect of a tweak."""
    rows = {(arm["board"], arm["tweaks"]): arm for _, arm in arms.iterrows()}
    standard = [rows[board, ""] for board in (FIRST, REBUILT)]
    wins = [int(arm[name]) for arm in standard for name in ("wins", "games")]
    gap = unpaired_difference(*wins).difference.scaled(100)
    effects = [rows[b, TWEAK]["win_rate"] - rows[b, ""]["win_rate"] for b in (FIRST, REBUILT)]
    return (
        f"moved the win rate of `expert` by {signed(gap.value)} points ({signed(gap.low)} to "
        f"{signed(gap.high)}), and the effect of two markers fewer by "
        f"{signed(100 * (effects[1] - effects[0]), 0)}"
    )


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

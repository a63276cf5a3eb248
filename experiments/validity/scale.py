"""Measure what games cost, for docs/scale.md: `python -m experiments.validity.scale`.

Only the text between the marks is replaced. Times are processor time of one core.
"""

from __future__ import annotations

from pathlib import Path

from rotwsim.core.state.log import no_log
from rotwsim.players.registry import NUMBERS
from rotwsim.runner.bench import speed
from rotwsim.runner.play import new_outcomes, play_games, rules_of
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.scenario import Scenario

PAGE = Path(__file__).parents[2] / "docs" / "scale.md"
BEGIN, END = "<!-- costs: python -m experiments.validity.scale -->", "<!-- end of the costs -->"
SECONDS = 0.5
IN_C = 16.0  # microseconds of a random game in hand-written C, estimated to 40 %
SEATS = (2, 3, 4, 5, 6)


def main() -> None:
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(BEGIN)
    after = rest.split(END)[1]
    found = "\n\n".join(["", by_player(), by_board(), by_seats(), ""])
    PAGE.write_text(f"{before}{BEGIN}{found}{END}{after}", encoding="utf-8")


def by_player() -> str:
    lines = ["| player, Eastern US | a game | a million games |", "| --- | --- | --- |"]
    for player in NUMBERS:
        cost = microseconds(Scenario.of(player=player))
        lines.append(f"| {player} | {cost:,.0f} µs | {hours(cost)} |")
    ratio = microseconds(Scenario.of(player="random")) / IN_C
    return "\n".join(lines) + f"\n\nA random game takes {ratio:.1f} times the estimate for C."


def by_board() -> str:
    lines = [
        "| board | cities | listed pairs | random | expert |",
        "| --- | --- | --- | --- | --- |",
    ]
    for board in board_names():
        scenarios = [Scenario.of(board, player=player) for player in ("random", "expert")]
        rules = rules_of(scenarios[0])[0]
        costs = " | ".join(f"{microseconds(scenario):,.0f} µs" for scenario in scenarios)
        lines.append(f"| {board} | {rules.cities} | {rules.listed} | {costs} |")
    return "\n".join(lines)


def by_seats() -> str:
    lines = ["| seats, Eastern US | random | expert |", "| --- | --- | --- |"]
    for seats in SEATS:
        tables = [Scenario.of(seats=[f"{seats}*{player}"]) for player in ("random", "expert")]
        costs = " | ".join(f"{microseconds(table):,.0f} µs" for table in tables)
        lines.append(f"| {seats} | {costs} |")
    return "\n".join(lines)


def microseconds(scenario: Scenario) -> float:
    rules = rules_of(scenario)
    play_games(rules, 1, 0, new_outcomes(rules, 1), no_log())  # loads or compiles
    return 1e6 / speed(scenario, SECONDS)


def hours(cost: float) -> str:
    """The time of a million games, which is as many seconds as one has microseconds."""
    if cost < 120:
        return f"{cost:,.0f} s"
    return f"{cost / 60:,.0f} min" if cost < 7200 else f"{cost / 3600:,.1f} h"


if __name__ == "__main__":
    main()

"""How hard every map is with every tweak, with Barons or not, for several skills: one table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rotwsim import stats
from rotwsim.balance.box_ranges import boxes_of
from rotwsim.balance.games import Arm, ArmGames, Games
from rotwsim.balance.results import Answer
from rotwsim.rules.load import board_names, load_rulebook
from rotwsim.rules.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

SKILLS = ("casual", "club", "expert")
REBUILT_TWICE = "eastern-us-rebuilt"  # a map we have as printed
TARGET = "target"  # the group of tweaks that change nothing but who has won


def maps() -> list[str]:
    """The seven maps."""
    return [name for name in board_names() if name != REBUILT_TWICE]


def difficulty(games: Games, boards: Sequence[str], players: Sequence[str], count: int) -> Answer:
    """The win rate of every cell over the first `count` games of its arm.

    A tweak of the target has no games of its own: those of the standard game are counted again.
    """
    arms = [Arm(one.title(), one) for one in scenarios(boards, players)]
    played = games.all(arms, count)
    rows = [row for arm in played for row in rows_of(arm)]
    return Answer({"difficulty": _table(rows)}, played, games=games.counted)


def scenarios(boards: Sequence[str], players: Sequence[str]) -> list[Scenario]:
    """What has to be played: the standard game and every tweak that changes it."""
    tweaks = [(), *((t.name,) for t in load_rulebook().tweaks if t.group != TARGET)]
    return [
        Scenario.of(board, barons=barons, player=player, tweaks=tweak)
        for board in boards
        for barons in (False, True)
        for player in players
        for tweak in tweaks
    ]


def rows_of(arm: ArmGames) -> Iterator[dict]:
    """The cell of an arm; the standard game gives those of the targets too."""
    yield cell(arm, arm.scenario)
    if not arm.scenario.tweaks:
        for tweak in load_rulebook().tweaks:
            if tweak.group == TARGET:
                yield cell(arm, arm.scenario.varied(tweaks=(tweak.name,)))


def cell(arm: ArmGames, scenario: Scenario) -> dict:
    """How often the games of an arm reach the target of a scenario."""
    target = scenario.figures["target"]
    rate = stats.wilson(int((arm.table["result"] >= target).sum()), arm.games)
    return {
        "board": scenario.board.name,
        "board_title": scenario.board.title,
        "barons": scenario.barons,
        "tweaks": ", ".join(scenario.tweaks),
        "player": scenario.player,
        "target": target,
        "games": arm.games,
        "win_rate": rate.value,
        "low": rate.low,
        "high": rate.high,
        **boxes_of(scenario),
    }


def _table(rows: list[dict]) -> pd.DataFrame:
    import pandas as pd

    return pd.DataFrame(rows)

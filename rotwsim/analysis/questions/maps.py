"""How often the same person wins on every map, with and without the Duel Barons."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rotwsim import stats
from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.analysis.question import Analysis, Chapter, Method, count_of, games_of, names_of
from rotwsim.analysis.questions.compare import answer_of
from rotwsim.analysis.questions.difficulty import maps as all_maps
from rotwsim.analysis.results import Answer
from rotwsim.analysis.tables import frame
from rotwsim.runner.skill import same_person, with_knob
from rotwsim.runner.workload import Batch
from rotwsim.scenario.options import PERSON
from rotwsim.scenario.scenario import Scenario

if TYPE_CHECKING:
    import pandas as pd

SKILLS = (25.0, 50.0, 75.0)  # per cent of the standard games of the board that `wins` counts
EXPERT, MASTER = "expert", "master"  # the ceiling


def maps(
    games: Games,
    scenario: Scenario,
    count: int,
    boards: Sequence[str] = (),
    skills: Sequence[float] = SKILLS,
    master_count: int = 0,
) -> Answer:
    """Play every map as the same person, and as the players at the ceiling.

    The person is measured on the board of the scenario without Barons; the knob stays.
    """
    persons = [arms_of(scenario, boards, wins) for wins in skills]
    wanted = [(arms, count) for arms in (*persons, ceiling(boards, EXPERT))]
    if master_count:
        wanted.append((ceiling(boards, MASTER), master_count))
    played = [games.all(arms, number) for arms, number in wanted]
    answer = Answer({"map_skill": map_table(played, [*skills, math.nan, math.nan])})
    answer.arms = [arm for arms in played for arm in arms]
    for arms in played:
        for without, dealt in zip(arms[::2], arms[1::2], strict=True):
            answer.add(answer_of(without, [dealt]))
    return answer


def batches(
    scenario: Scenario,
    count: int,
    boards: Sequence[str] = (),
    skills: Sequence[float] = SKILLS,
    master_count: int = 0,
) -> list[Batch]:
    """Say what `maps` will play."""
    arms = [arm for wins in skills for arm in arms_of(scenario, boards, wins)]
    arms += ceiling(boards, EXPERT)
    found = [Batch([arm.scenario for arm in arms], count)]
    if master_count:
        slow = [arm.scenario for arm in ceiling(boards, MASTER)]
        found.append(Batch(slow, master_count))
    return found


def arms_of(scenario: Scenario, boards: Sequence[str], wins: float) -> list[Arm]:
    """List every map as one person plays it, without Barons and with them."""
    home = scenario.on or scenario.board.name
    person = {"player": PERSON, "errs": scenario.errs, "wins": wins, "on": home}
    found = []
    for board in boards or all_maps():
        plain = with_knob(Scenario.of(board, **person))
        dealt = same_person(plain.varied(barons=True), plain)
        name = f"wins {wins:g} % on {Scenario.of(home).board.title}"
        found += [Arm(f"{plain.board.title}, {name}", plain)]
        found += [Arm(f"{plain.board.title}, Duel Barons, {name}", dealt)]
    return found


def ceiling(boards: Sequence[str], player: str) -> list[Arm]:
    """List every map as a player at the ceiling plays it, without Barons and with them."""
    found = []
    for board in boards or all_maps():
        plain = Scenario.of(board, player=player)
        found += [Arm(f"{plain.board.title}, {player}", plain)]
        found += [Arm(f"{plain.board.title}, Duel Barons, {player}", plain.varied(barons=True))]
    return found


def map_table(played: Sequence[Sequence[ArmGames]], skills: Sequence[float]) -> pd.DataFrame:
    """Give the win rate of each map, Barons and skill; the ceiling has no skill."""
    rows = []
    for arms, wins in zip(played, skills, strict=False):
        for arm in arms:
            rate = stats.wilson(arm.wins, arm.games)
            rows.append(
                {
                    "board": arm.scenario.board.name,
                    "board_title": arm.scenario.board.title,
                    "barons": bool(arm.scenario.barons),
                    "player": arm.scenario.player,
                    "standard_wins": wins / 100,
                    "games": arm.games,
                    "win_rate": rate.value,
                    "low": rate.low,
                    "high": rate.high,
                }
            )
    return frame(rows)


QUESTION = Analysis(
    """The person wins 25, 50 or 75 % of the standard games of one board, that of --board or --on,
    without Barons, and plays every map with the same amount of error. The expert, and the master
    if asked for, are the ceiling.""",
    (
        games_of(1_000),
        names_of("boards", "board", "Comma separated.  [default: the seven maps]"),
        names_of("skills", "wins", "Wins in %, comma separated.", SKILLS, metavar="PERCENT"),
        count_of("master_games", 0, "Games of the master, about 5 a second.", least=0),
    ),
    solo=Method(
        "How often does the same person win on each map?",
        maps,
        batches,
        ("map_skill",),
        Chapter(
            "maps",
            "The same person on every map",
            ("map_skill",),
            "A person who wins this share of the standard games of one map errs as much on the "
            "others. The expert is the ceiling.",
        ),
        "The same person on every map, {games:,} games each",
    ),
    python="""
    >>> found = rotwsim.maps(boards=["portugal"], skills=[50], games=5)
    >>> "won" in found.tables["map_skill"] or "win_rate" in found.tables["map_skill"]
    True
    """,
)

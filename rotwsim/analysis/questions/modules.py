"""The modules and kinds of Rail Barons against the game as printed, on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rotwsim import stats
from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.analysis.question import Analysis, Chapter, Method, Parameter, flag_of, games_of
from rotwsim.analysis.results import Answer
from rotwsim.analysis.seat_results import (
    Seated,
    check_sample,
    in_words,
    measures_table,
    mixed_seats,
    seated_scenario,
)
from rotwsim.runner.workload import Batch
from rotwsim.scenario.options import OPTION
from rotwsim.scenario.player_numbers import multiplayer_players
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import MODULES, MULTIPLAYER_BARONS, DataError

PRINTED = "as printed"
STRONGER, WEAKER = ("expert", "casual"), ("club", "novice")  # the first of each that can sit


def modules(
    games: Games,
    scenario: Scenario,
    count: int,
    skill: bool = True,
    better: str = "",
    worse: str = "",
) -> Answer:
    """Compare every module and kind of Rail Barons with the game as printed.

    Skill is the share of wins of one better player among worse ones, on as many deals.
    """
    check_sample(count)
    arms, mixed = module_arms(scenario), mixed_arms(scenario, better, worse)
    played = games.all(arms, count)
    shares = skill_shares(played, games.all(mixed, count)) if skill else None
    answer = Answer({"modules": measures_table(played[0], played[1:], shares)}, played)
    answer.alerts += largest_changes(answer)
    return answer


def batches(
    scenario: Scenario, count: int, skill: bool = True, better: str = "", worse: str = ""
) -> list[Batch]:
    """Say what `modules` will play."""
    arms = module_arms(scenario) + (mixed_arms(scenario, better, worse) if skill else [])
    return [Batch([arm.scenario for arm in arms], count)]


def module_arms(scenario: Scenario) -> list[Arm]:
    """List the game as printed, each module by itself, and the other kinds of Rail Barons."""
    seated = seated_scenario(scenario)
    if seated.modules:
        raise DataError(
            "every module is compared with the game as printed; leave out module "
            + ", ".join(seated.modules)
        )
    printed, arms = seated.board.multiplayer, [Arm(PRINTED, seated, label=PRINTED)]
    for module in MODULES:
        if module != "rotors" or (printed and printed.rotor_cities):
            arms.append(Arm(in_words(module), seated.varied(modules=[module])))
    for barons in MULTIPLAYER_BARONS:
        if barons != seated.barons:
            arms.append(Arm(f"Rail Barons: {barons}", seated.varied(barons=barons)))
    return arms


def mixed_arms(scenario: Scenario, better: str, worse: str) -> list[Arm]:
    """List the same with one better player among worse ones."""
    better, worse = (
        better or first_multiplayer_player(STRONGER),
        worse or first_multiplayer_player(WEAKER),
    )
    return [
        Arm(f"{arm.name}, one {better}", mixed_seats(arm.scenario, better, worse))
        for arm in module_arms(scenario)
    ]


def skill_shares(arms: Sequence[ArmGames], mixed: Sequence[ArmGames]) -> dict:
    """By arm, give the better player's share of the win; it has the first seat."""
    return {arm.name: Seated(own).wins[:, 0] for arm, own in zip(arms, mixed, strict=True)}


def first_multiplayer_player(names: Sequence[str]) -> str:
    """Find the first of these players that plays multiplayer games."""
    return next(name for name in names if name in multiplayer_players())


def largest_changes(answer: Answer) -> list[str]:
    """Say the largest sure change of every module, in the words of its measure."""
    table = answer.tables["modules"].dropna(subset=["difference"])
    notes = []
    for name, rows in table.groupby("name", sort=False):
        sure = rows.loc[rows["verdict"].isin([stats.MORE, stats.LESS])]
        if sure.empty:
            notes.append(f"{name}: no measure surely changes")
            continue
        width = (sure["high"] - sure["low"]).clip(lower=1e-9)
        row = sure.loc[(sure["difference"].abs() / width).idxmax()]
        scale = 100 if row["unit"] == "share" else 1
        unit = "pp" if row["unit"] == "share" else row["unit"]
        notes.append(
            f"{name}: {row['measure']} {scale * row['difference']:+.1f} {unit} "
            f"({scale * row['low']:+.1f} to {scale * row['high']:+.1f})"
        )
    return notes


def player_of(name: str, about: str) -> Parameter:
    """Take a player by name, none unless given."""
    option = replace(OPTION["player"], name=name, word=name, help=about, default="")
    return Parameter(option, metavar="PLAYER")


QUESTION = Analysis(
    """Rotors, mines, fewer markers, and the kinds of Rail Barons: scores, length, margin,
    comebacks, bids, and skill, the share of wins of one better player among worse ones.""",
    (
        games_of(2_000),
        flag_of("skill", True, "Half the games: no better among worse."),
        player_of("better", "One of them sits among …"),
        player_of("worse", "… these, to measure skill."),
    ),
    multiplayer=Method(
        "What do the modules do on {board}?",
        modules,
        batches,
        ("modules",),
        Chapter(
            "modules",
            "Modules",
            ("modules",),
            "Every module is played on the deals of the game as printed.",
        ),
        "{board}, {players}, {games:,} games each",
    ),
    examples=(
        'rotwsim multiplayer modules --seats "4*casual" --games 2000',
        "rotwsim multiplayer modules --board sweden --better casual --worse novice --games 500",
        "rotwsim multiplayer modules --without-skill --games 500",
    ),
    python="""
    >>> scenario = rotwsim.Scenario.of("sweden", seats=["2*passive"])
    >>> found = rotwsim.modules(scenario, skill=False, games=4)
    >>> "rotors" in set(found.tables["modules"].name)
    True
    """,
)

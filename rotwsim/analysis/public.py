"""The analyses as Python calls them: a scenario or a board in, an Answer with its tables out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rotwsim.analysis.experiment_file import TABLE_MARGIN
from rotwsim.analysis.pool import counted_games
from rotwsim.analysis.questions import assumptions as assumptions_analysis
from rotwsim.analysis.questions import barons as barons_analysis
from rotwsim.analysis.questions import bidding as styles_analysis
from rotwsim.analysis.questions import multiplayer_skill as table_skill_analysis
from rotwsim.analysis.questions import rail_barons as rail_barons_analysis
from rotwsim.analysis.questions import seats as fairness_analysis
from rotwsim.analysis.questions import skill as skill_analysis
from rotwsim.analysis.questions import target as target_analysis
from rotwsim.analysis.results import Answer
from rotwsim.analysis.seat_results import at_table
from rotwsim.analysis.sizes import (
    ASSUMPTIONS_GAMES,
    BARONS_GAMES,
    DRAWS,
    FILLING_GAMES,
    FILLINGS,
    FRESH_GAMES,
    FRESH_SEED,
    SKILL_GAMES,
    TABLE_GAMES,
    TARGET_GAMES,
)
from rotwsim.runner.block_plan import check_games
from rotwsim.scenario.scenario import Scenario, scenario_of


def barons(
    scenario: Scenario | str = "eastern-us",
    *,
    games: int = BARONS_GAMES,
    pair_games: int = 0,
    seed: int = 1,
    out: Path | str | None = None,
    jobs: int | None = None,
) -> Answer:
    """What each Duel Baron is worth, and each pair if `pair_games` are given; win rates and their
    differences are fractions. `out` keeps the games. At a table the Rail Barons.

    >>> found = rotwsim.barons(rotwsim.Scenario.of(player="passive"), games=4)
    >>> len(found.tables["barons"])
    12
    """
    with counted_games(seed, out, jobs) as played:
        count = check_games(games)
        chosen = scenario_of(scenario)
        if chosen.seats:
            return rail_barons_analysis.rail_barons(played, chosen, count)
        return barons_analysis.barons(played, chosen, count, pair_games)


def skill(
    scenario: Scenario | str = "eastern-us",
    *,
    players: Sequence[str] = skill_analysis.LADDER,
    slips: Sequence[float] = skill_analysis.SLIPS,
    games: int = SKILL_GAMES,
    stream_games: int = 0,
    seed: int = 1,
    out: Path | str | None = None,
    jobs: int | None = None,
) -> Answer:
    """Who wins how often, and how much of that is skill; at a table one better player among others,
    each of `players` among those before it.

    >>> scenario = rotwsim.Scenario.of(player="random")
    >>> found = rotwsim.skill(scenario, players=["passive"], slips=[], games=20)
    >>> sorted(found.tables["skill"].player)
    ['passive', 'random']
    """
    chosen, count = scenario_of(scenario), check_games(games)
    with counted_games(seed, out, jobs) as played:
        if chosen.seats:
            sitting = () if players is skill_analysis.LADDER else players
            return table_skill_analysis.table_skill(played, chosen, count, sitting)
        return skill_analysis.skill(played, chosen, count, players, slips, stream_games)


def seats(
    scenario: Scenario | str = "eastern-us",
    *,
    styles: Sequence[str] = (),
    sizes: Sequence[int] = (),
    games: int = TABLE_GAMES,
    margin: float = TABLE_MARGIN,
    seed: int = 1,
    out: Path | str | None = None,
    jobs: int | None = None,
) -> Answer:
    """Is a table fair: wins by place for each bidding style and number of seats, and prices.

    >>> found = rotwsim.seats(rotwsim.Scenario.of("sweden", seats=["2*passive"]), games=4)
    >>> set(found.tables["fairness"].verdict) <= {"fair", "unfair", "undecided"}
    True
    """
    with counted_games(seed, out, jobs) as played:
        count = check_games(games)
        return fairness_analysis.seats(
            played, at_table(scenario_of(scenario)), count, styles, sizes, margin=margin
        )


def styles(
    scenario: Scenario | str = "eastern-us",
    *,
    styles: Sequence[str] = (),
    games: int = TABLE_GAMES,
    seed: int = 1,
    out: Path | str | None = None,
    jobs: int | None = None,
) -> Answer:
    """The bidding styles against the scenario's own on the same deals, measure by measure.

    >>> found = rotwsim.styles(rotwsim.Scenario.of("sweden", seats=["2*passive"]), games=4)
    >>> found.tables["styles"].name.nunique()
    4
    """
    with counted_games(seed, out, jobs) as played:
        return styles_analysis.styles(
            played, at_table(scenario_of(scenario)), check_games(games), styles
        )


def options(
    scenario: Scenario | str = "eastern-us",
    *,
    better: str = "",
    worse: str = "",
    has_skill: bool = True,
    games: int = TABLE_GAMES,
    seed: int = 1,
    out: Path | str | None = None,
    jobs: int | None = None,
) -> Answer:
    """The options of a table against the table as printed, on the same deals; with skill, the
    share of wins of one better player among worse ones.

    >>> table = rotwsim.Scenario.of("sweden", seats=["2*passive"])
    >>> found = rotwsim.options(table, has_skill=False, games=4)
    >>> "rotors" in set(found.tables["options"].name)
    True
    """
    with counted_games(seed, out, jobs) as played:
        return styles_analysis.options(
            played, at_table(scenario_of(scenario)), check_games(games), has_skill, better, worse
        )


def assumptions(
    scenario: Scenario | str = "eastern-us",
    *,
    games: int = ASSUMPTIONS_GAMES,
    draws: int = DRAWS,
    fillings: int = FILLINGS,
    filling_games: int = FILLING_GAMES,
    ignored: Sequence[str] = (),
    seed: int = 1,
    out: Path | str | None = None,
    jobs: int | None = None,
) -> Answer:
    """How much depends on figures that are assumed, one at a time and all together.

    `ignored` names items of the evidence by which fillings of everything are not to be weighed.

    >>> scenario = rotwsim.Scenario.of("portugal", player="passive")
    >>> found = rotwsim.assumptions(scenario, games=2, draws=2, fillings=0)
    >>> bool(found.tables["assumptions"].influence.is_monotonic_decreasing)
    True
    """
    count = check_games(games)
    with counted_games(seed, out, jobs) as played:
        return assumptions_analysis.assumptions(
            played, scenario_of(scenario), count, draws, fillings, filling_games, ignored
        )


def target(
    scenario: Scenario | str = "eastern-us",
    win_rate: float = 0.5,
    *,
    games: int = TARGET_GAMES,
    fresh_games: int = FRESH_GAMES,
    seed: int = 1,
    out: Path | str | None = None,
    jobs: int | None = None,
) -> Answer:
    """Which tweak, pair of tweaks or target score comes nearest to a win rate, a fraction.

    >>> found = rotwsim.target(rotwsim.Scenario.of(player="random"), 0.5, games=20, fresh_games=20)
    >>> "command" in found.tables["target"]
    True
    """
    count, fresh = check_games(games), check_games(fresh_games)
    with counted_games(seed, out, jobs) as played:
        return target_analysis.target(
            played, scenario_of(scenario), win_rate, count, fresh, seed + FRESH_SEED
        )

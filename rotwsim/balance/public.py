"""The analyses as Python calls them: a scenario or a board in, an Answer with its tables out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rotwsim.balance import assumptions as assumptions_analysis
from rotwsim.balance import barons as barons_analysis
from rotwsim.balance import skill as skill_analysis
from rotwsim.balance import target as target_analysis
from rotwsim.balance.games import Games, Watched
from rotwsim.balance.results import Answer
from rotwsim.rules.scenario import Scenario
from rotwsim.runner.notebook import notebook_bar
from rotwsim.runner.plan import check_games

GAMES = 2000
FRESH_SEED = 1_000_003  # added to the seed, for games that owe nothing to a choice


def barons(
    scenario: Scenario | str = "eastern-us",
    *,
    games: int = GAMES,
    pair_games: int = 0,
    seed: int = 1,
    out: Path | str | None = None,
    jobs: int | None = None,
) -> Answer:
    """What each Duel Baron is worth, and each pair if `pair_games` are given; win rates and their
    differences are fractions. `out` keeps the games.

    >>> found = rotwsim.barons(rotwsim.Scenario.of(player="passive"), games=4)
    >>> len(found.tables["barons"])
    12
    """
    with _played(seed, out, jobs) as played:
        count = check_games(games)
        return barons_analysis.barons(played, _scenario(scenario), count, pair_games)


def skill(
    scenario: Scenario | str = "eastern-us",
    *,
    players: Sequence[str] = skill_analysis.LADDER,
    slips: Sequence[float] = skill_analysis.SLIPS,
    games: int = GAMES,
    stream_games: int = 0,
    seed: int = 1,
    out: Path | str | None = None,
    jobs: int | None = None,
) -> Answer:
    """Who wins how often, and how much of that is skill.

    >>> scenario = rotwsim.Scenario.of(player="random")
    >>> found = rotwsim.skill(scenario, players=["passive"], slips=[], games=20)
    >>> sorted(found.tables["skill"].player)
    ['passive', 'random']
    """
    with _played(seed, out, jobs) as played:
        return skill_analysis.skill(
            played, _scenario(scenario), check_games(games), players, slips, stream_games
        )


def assumptions(
    scenario: Scenario | str = "eastern-us",
    *,
    games: int = GAMES,
    draws: int = assumptions_analysis.DRAWS,
    fillings: int = assumptions_analysis.FILLINGS,
    filling_games: int = assumptions_analysis.FILLING_GAMES,
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
    with _played(seed, out, jobs) as played:
        return assumptions_analysis.assumptions(
            played, _scenario(scenario), count, draws, fillings, filling_games, ignored
        )


def target(
    scenario: Scenario | str = "eastern-us",
    win_rate: float = 0.5,
    *,
    games: int = GAMES,
    fresh_games: int = GAMES,
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
    with _played(seed, out, jobs) as played:
        return target_analysis.target(
            played, _scenario(scenario), win_rate, count, fresh, seed + FRESH_SEED
        )


def _scenario(given: Scenario | str) -> Scenario:
    return Scenario.of(given) if isinstance(given, str) else given


@contextmanager
def _played(seed: int, out: Path | str | None, jobs: int | None) -> Iterator[Games]:
    """Games to ask for, counted by a bar in a notebook."""
    with notebook_bar() as tell:

        def watch(watched: Watched) -> None:
            run = watched.run
            done = (watched.place - 1) * run.wanted + run.games
            tell(done, watched.places * run.wanted)

        with Games(seed, None if out is None else Path(out), watch=watch, jobs=jobs) as played:
            yield played

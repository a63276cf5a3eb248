"""Audit the compiled game: replay its games in the reference; sign players by a hash over games.

A signature changes only when the games of a player change. `python -m tests.golden.renew` writes
those of all players and boards.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from rotwsim.core.state.log import new_log, no_log
from rotwsim.reference.given import Given
from rotwsim.reference.money_and_outcome import differing_fields
from rotwsim.reference.replay import OFFERS_CHECKED, TOO_SHORT, Disagreement, replay_log
from rotwsim.runner.play import new_outcomes, outcome_of, play_games, rules_of
from rotwsim.runner.workload import check_games, check_seed
from rotwsim.scenario.scenario import Scenario, scenario_of

OFFERS_EVERY = 20  # actions: before one of these the log lists the offers of track


@dataclass
class Audit:
    """What was checked, and the first disagreement if there was one."""

    games: int = 0
    rows: int = 0
    choices: int = 0
    path_ties_cut: int = 0
    tiles: int = 0
    offers_checked: int = 0
    decisions: Counter = field(default_factory=Counter)
    failure: Failure | None = None

    @property
    def passed(self) -> bool:
        return self.failure is None


@dataclass(frozen=True)
class Failure:
    """The place where core and reference disagree: a row of the log, or fields of the outcome."""

    seed: int
    game: int
    turn: int
    what: str


def audit(
    scenario: Scenario | str,
    games: int = 100,
    seed: int = 1,
    first: int = 0,
    progress: Callable[[int], None] = lambda done: None,
    offers: int | None = OFFERS_CHECKED,
    offers_in: int = 1,
) -> Audit:
    """Play games with logs and replay them all in the reference; stop at the first disagreement.

    In one game of `offers_in` the log lists the offers before every OFFERS_EVERY-th action; the
    reference searches for `offers` of them again, for all with None.

    >>> checked = rotwsim.audit(rotwsim.Scenario.of("portugal", player="random"), games=2)
    >>> checked.passed, checked.games
    (True, 2)
    """
    scenario, games, seed = scenario_of(scenario), check_games(games), check_seed(seed)
    report = Audit()
    rules = rules_of(scenario)
    given = Given(scenario)
    for game in range(first, first + games):
        outcomes = new_outcomes(rules, 1)
        log = new_log(OFFERS_EVERY if game % offers_in == 0 else 0)
        play_games(rules, seed, game, outcomes, log)
        report.failure = _compare(given, seed, game, outcomes[0], log, offers, report)
        report.games += 1
        if report.failure:
            return report
        progress(report.games)
    return report


def _compare(
    given: Given, seed: int, game: int, outcome, log, offers: int | None, report: Audit
) -> Failure | None:
    if log[TOO_SHORT]:
        return Failure(seed, game, 0, f"the game needs more than the {len(log)} rows of the log")
    try:
        replayed = replay_log(given, log, offers, seed=game)
    except Disagreement as difference:
        return Failure(seed, game, difference.turn, str(difference))
    fields = differing_fields(replayed.outcome, outcome_of(outcome))
    if fields:
        parts = [f"{name}: reference {ours}, core {theirs}" for name, ours, theirs in fields]
        what = f"outcomes differ in {'; '.join(parts)}"
        return Failure(seed, game, int(outcome.turns), what)
    report.decisions.update(replayed.decisions)
    for name in ("rows", "choices", "path_ties_cut", "tiles", "offers_checked"):
        setattr(report, name, getattr(report, name) + getattr(replayed, name))
    return None


BOARDS = ("eastern-us", "great-britain", "portugal", "sweden")
SEED = 1
FIRST_BARONS = 12  # that there was room for when signatures began
# Games on each board, without the Duel Barons and again with them; a searching player plays few,
# with a small budget.
GAMES = {
    "passive": 100,
    "random": 200,
    "novice": 60,
    "casual": 25,
    "club": 15,
    "expert": 15,
    "master": 1,
    "person": 15,
}
GAMES_OF_ANOTHER = 5
# By a fixed amount: what a person who wins half errs depends on this signature.
OPTIONS_OF = {"person": {"knob": 4.0}}
BUDGETS = {"master": 8}  # small, and enough for the two best to be tried out again
# Results that a signature covers: fields that are added later do not change it.
FIELDS = (
    *("result", "points", "bonds", "won", "turns", "trigger", "engine", "money", "own_links"),
    *("railbot_links", "deliveries", "longest_delivery", "points_deliveries", "points_hotels"),
    *("points_bounties", "points_lines", "points_barons", "points_removals", "points_lost"),
    *("cubes_lost_to_links", "cubes_lost_to_exhaust", "taxation_paid", "deadheads"),
    *("insurance_bought", "insurance_used", "urbanized", "western_links", "passes", "markers"),
    *("barons_own", "barons_railbot", "baron_turn", "points_after_turn"),
)


def signature(player: str, games: int | None = None, boards: Sequence[str] = BOARDS) -> str:
    """Hash the results of a player's fixed games, or of this many on each board."""
    digest = hashlib.sha256()
    for board in boards:
        for barons in (False, True):
            options = {"budget": BUDGETS.get(player, 0), **OPTIONS_OF.get(player, {})}
            scenario = Scenario.of(board, barons=barons, player=player, **options)
            play_into(digest, scenario, games or GAMES.get(player, GAMES_OF_ANOTHER), FIELDS)
    return digest.hexdigest()[:16]


def play_into(digest, scenario: Scenario, games: int, fields: Sequence[str]) -> None:
    rules = rules_of(scenario)
    outcomes = new_outcomes(rules, games)
    play_games(rules, SEED, 0, outcomes, no_log())
    for name in fields:  # by field: the gaps of the record do not count
        numbers = outcomes[name][:, :FIRST_BARONS] if name == "baron_turn" else outcomes[name]
        digest.update(np.ascontiguousarray(numbers).tobytes())

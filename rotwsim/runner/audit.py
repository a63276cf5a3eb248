"""Audit the compiled game: replay its games in the reference, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from rotwsim.core.state.log import new_log
from rotwsim.reference import (
    OFFERS_CHECKED,
    TOO_SHORT,
    Disagreement,
    Given,
    differing_fields,
    replay_log,
)
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
    given = Given.of(scenario)
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
        parts = "; ".join(
            f"{name}: reference {ours}, core {theirs}" for name, ours, theirs in fields
        )
        return Failure(seed, game, int(outcome.turns), f"outcomes differ in {parts}")
    report.rows += replayed.rows
    report.choices += replayed.choices
    report.decisions.update(replayed.decisions)
    report.path_ties_cut += replayed.path_ties_cut
    report.tiles += replayed.tiles
    report.offers_checked += replayed.offers_checked
    return None

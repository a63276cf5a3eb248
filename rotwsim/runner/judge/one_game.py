"""Judge one solo game in numbers: what each decision cost, what each random event brought.

The value of a position is the mean result, and the share of wins, of games that the expert plays on
from it with everything hidden dealt at random. A decision is judged against what the expert takes
there, by the same deals for all choices. Between two random events the value changes by decisions
alone, so each such stretch has one level, pooled over all its rollouts. Luck is the step from the
level at the end of one stretch to that at the beginning of the next. Value at the start + luck −
errors = result therefore holds exactly; the errors of luck and of errors are given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

from rotwsim.core.state import codes
from rotwsim.players.rollouts import FEATURES, PLAY_ON
from rotwsim.runner.judge import (
    NONE,
    STREAMS,
    Choice,
    Effort,
    Judged,
    Rollouts,
    Stop,
    Traced,
    Value,
    judged_by,
    stop_of,
    trace,
)
from rotwsim.runner.play import rules_of
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

ROUNDS = (0.06, 0.18)  # shares of all rollouts: of every choice, then of the five that are best
LEAST = 6  # rollouts of a round
KEPT = 5
MOST_TIMES = 4  # as many, where the loss is not known well
KNOWN_WITHIN = 0.7  # points: the standard error of a loss that is good enough
BETTER_BY = 2.0  # standard errors by which another choice must beat the expert's
Progress = Callable[[int, int], None]  # stops judged, and all of them
SILENT: Progress = lambda done, wanted: None  # noqa: E731
USUAL = Effort()


def judge_game(
    scenario: Scenario,
    seed: int = 1,
    game: int = 0,
    taken: Sequence[Choice] = (),
    effort: Effort = USUAL,
    progress: Progress = SILENT,
) -> Judged:
    """Judge every decision and every random event of a solo game.

    `taken` are the choices of a game by hand.
    """
    if scenario.seats:
        raise DataError("review judges the solo game alone; leave seats out")
    judge = rules_of(judged_by(scenario))
    traced = trace(scenario, judge, seed, game, taken)
    target, work = int(judge[0].target), Rollouts(judge, effort, int(judge[0].target))
    wanted = len(traced) + len(STREAMS)
    stops = [stop_of(traced, row) for row in range(len(traced))]
    done = 0

    def judged(stop: Stop) -> None:
        nonlocal done
        judge_stop(work, traced, stop)
        done += 1
        progress(done, wanted)

    with ThreadPoolExecutor(effort.jobs) as pool:
        list(pool.map(judged, stops))
        fixed = range(len(STREAMS))
        dealt = list(pool.map(lambda number: work.deals(seed, game, number), fixed))
    progress(wanted, wanted)
    keep_open_chances([stop for stop in stops if stop.is_decision])
    start = dealt[0]
    lay_levels(stops, np.array([traced.result, float(traced.result >= target)]))
    levels = [*dealt, stops[0].before]
    deal = [after - before for before, after in pairwise(levels)]
    count = sum(stop.rollouts for stop in stops) + len(STREAMS) * effort.rollouts
    return Judged(scenario, seed, game, target, traced.result, start, deal, stops, traced, count)


def judge_stop(work: Rollouts, traced: Traced, stop: Stop) -> None:
    """Play on from a stop; compare its choices if it is a decision."""
    if not stop.is_decision:
        if needs_own_level(traced, stop.row):
            count = work.effort.rollouts
            results = work.play(traced, stop.row, [(PLAY_ON,)], 0, count)
            stop.level, stop.rollouts = work.value(results[0]), count
        return
    stop.taken = traced.taken(stop.row)
    compare_choices(work, traced, stop)


def needs_own_level(traced: Traced, row: int) -> bool:
    """Check that no decision follows before the next random event."""
    return row + 1 >= len(traced) or not traced.is_decision(row + 1)


def compare_choices(work: Rollouts, traced: Traced, stop: Stop) -> None:
    """Play all choices a few times, the better ones more often, and the last ones well.

    The best is found by the first rounds and compared by the last one, which does not know why it
    was picked: so its lead is not flattered.
    """
    listed, most = traced.listed(stop.row), work.effort.rollouts
    expert, taken = listed[0], stop.taken
    games = {choice: work_rows for choice, work_rows in _first_rounds(work, traced, stop, listed)}
    picked = max(games, key=lambda choice: games[choice].sum())  # all have as many games
    kept = list(dict.fromkeys([expert, taken, picked]))
    played = len(games[expert])
    fresh = work.play(traced, stop.row, kept, played, max(most - played, LEAST))
    stop.rollouts += fresh.size
    if len(kept) > 1:
        fresh = _more(work, traced, stop, kept, played, fresh)
    late = dict(zip(kept, fresh, strict=True))
    every = {each: np.concatenate([games[each], late[each]]) for each in (expert, taken)}
    stop.level, stop.level_games = work.value(every[expert]), len(every[expert])
    if taken != expert:
        stop.error = work.gap(every[expert], every[taken])
    lead = work.gap(late[picked], late[expert])
    is_better = lead.points > BETTER_BY * lead.points_error
    stop.best = picked if picked != expert and is_better else expert
    if stop.best != expert:
        stop.missed = lead
    elif stop.error.points < 0:
        stop.best = taken  # at least as good as what the expert takes
    if taken == stop.best:
        return
    stop.loss = stop.error if stop.best == expert else work.gap(late[picked], late[taken])


def keep_open_chances(decisions: list[Stop]) -> None:
    """Count a better choice that is missed again and again once: where it is lost for good.

    It is still open where the same action is best at a later decision, or where the next decision
    misses as much.
    """
    for place, stop in enumerate(decisions[:-1]):
        later = decisions[place + 1]
        if stop.decision == codes.DECIDE_ACTION:
            as_good = [other for other in decisions[place + 1 :] if other.best == stop.best]
            later = next(iter(as_good), later)
        if stop.taken == stop.best or min(stop.missed.points, later.missed.points) <= 0:
            continue
        is_open = later.missed.points >= stop.missed.points
        stop.loss = stop.error if is_open else stop.loss - later.missed
        if stop.loss.points <= BETTER_BY * stop.loss.points_error:
            stop.best = stop.taken


def _first_rounds(work: Rollouts, traced: Traced, stop: Stop, listed: list[Choice]):
    """Play every choice, then the best ones and those that are needed anyway."""
    if len(listed) == 1:
        return [(listed[0], np.zeros(0))]
    begun, more = (max(LEAST, int(share * work.effort.rollouts)) for share in ROUNDS)
    first = work.play(traced, stop.row, listed, 0, begun)
    order = np.argsort(-first.mean(axis=1), kind="stable")[:KEPT]
    kept = sorted({0, listed.index(stop.taken), *map(int, order)})
    again = [listed[place] for place in kept]
    second = work.play(traced, stop.row, again, begun, more)
    stop.rollouts += first.size + second.size
    return [
        (choice, np.concatenate([first[place], row]))
        for choice, place, row in zip(again, kept, second, strict=True)
    ]


def _more(work: Rollouts, traced: Traced, stop: Stop, kept, played: int, fresh) -> np.ndarray:
    """Play more games where the loss of the choice taken is not known well enough."""
    taken, size = kept.index(stop.taken), fresh.shape[1]
    while fresh.shape[1] < MOST_TIMES * size:
        gaps = [work.gap(row, fresh[taken]).points_error for row in fresh]
        if max(gaps) <= KNOWN_WITHIN:
            break
        more = work.play(traced, stop.row, kept, played + fresh.shape[1], size)
        stop.rollouts += more.size
        fresh = np.concatenate([fresh, more], axis=1)
    return fresh


def lay_levels(stops: list[Stop], final: np.ndarray) -> None:
    """Give each stretch between random events one level, and each event its luck."""
    begins = [place for place, stop in enumerate(stops) if not stop.is_decision]
    level_after = NONE
    for begin, end in zip(begins, [*begins[1:], len(stops)], strict=True):
        event, decisions = stops[begin], stops[begin + 1 : end]
        level = pooled(event, decisions)
        event.before = event.after = level
        if begin > 0:
            event.before = level_after
            event.luck = level - level_after
        for stop in decisions:
            stop.before = level
            level = Value(level.mean - stop.error.mean, level.error)
            stop.after = level
        level_after = level
    if stops:  # what is left is rounding: after the last event nothing is random
        stops[-1].after = Value(final, np.zeros(2))


def pooled(event: Stop, decisions: list[Stop]) -> Value:
    """Average what all rollouts of a stretch say of its beginning."""
    if not any(stop.level_games for stop in decisions):
        return event.level
    means, paid = [], np.zeros(2)
    for stop in decisions:
        means.append(stop.level.mean + paid)
        paid = paid + stop.error.mean
    counts = np.array([stop.level_games for stop in decisions], float)
    shares = (counts / counts.sum())[:, None]
    errors = np.array([stop.level.error for stop in decisions])
    mean = (shares * np.array(means)).sum(axis=0)
    return Value(mean, np.sqrt(((shares * errors) ** 2).sum(axis=0)))


OPENING = 3  # turns
PAID = (codes.BUILD, codes.UPGRADE, codes.URBANIZE, codes.WESTERN_LINK)
MANY_BONDS = 2  # of one action
BONDS = FEATURES.index("bonds")
AREA_OF_DECISION = {
    codes.DECIDE_CLAIM: "Barons",
    codes.DECIDE_BARON: "Barons",
    codes.DECIDE_NEW_CITY: "cards",
    codes.DECIDE_GROWTH: "cards",
}
AREA_OF_ACTION = {  # of two kinds of action the first one here names the error
    codes.INSURE: "Insurance",
    codes.UPGRADE: "engine",
    codes.TAKE_CARD: "cards",
    codes.URBANIZE: "New Cities",
    codes.WESTERN_LINK: "New Cities",
    codes.BUILD: "Links",
    codes.DELIVER: "deliveries",
    codes.PASS: "deliveries",
}
RAILBOT_CHOICES = "Railbot choices"
AREAS = (
    *("opening", "Links", "engine", "deliveries", "cards", "New Cities", "Insurance", "debt"),
    *(RAILBOT_CHOICES, "Barons"),
)


def area_of(traced: Traced, stop: Stop) -> str:
    """Name what a decision was about: the opening, debt, or the kind of action done or missed."""
    if stop.turn <= OPENING:
        return "opening"
    if stop.decision != codes.DECIDE_ACTION:
        return AREA_OF_DECISION.get(stop.decision, RAILBOT_CHOICES)
    kinds = stop.taken[0], stop.best[0]
    later = min(stop.row + 1, len(traced) - 1)
    bonds = traced.features[later, BONDS] - traced.features[stop.row, BONDS]
    if bonds >= MANY_BONDS and kinds[0] in PAID and kinds[1] not in PAID:
        return "debt"
    return next(area for kind, area in AREA_OF_ACTION.items() if kind in kinds)

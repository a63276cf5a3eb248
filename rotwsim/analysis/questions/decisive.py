# Longer than most: a question is one file, and this one has five tables.
"""What decides a game, and when: the point of no return, luck against errors, the cards that swing.

Two tweaks with the same win rate can differ here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from rotwsim import stats
from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.analysis.questions import Analysis, Chapter, Method, count_of, games_of, names_of
from rotwsim.analysis.results import Answer, frame
from rotwsim.runner.workload import Batch
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.scenario import Scenario

if TYPE_CHECKING:
    from rotwsim.runner.judge.many_games import ArmJudged, Event, GameJudged

SKILLS = (25.0, 50.0, 75.0)
JUDGED = 300  # games of each setting
JUDGING = "judging arm"  # a stage of the games announced
HOPELESS, SAFE = 0.1, 0.9  # chances to win beyond which a game is as good as decided
EITHER_SIDE = 0.05  # a lead changes when the chance goes from below 45 to above 55 %, or back
THIRDS = ("early", "middle", "late")
FEWEST = 20  # events that a row of swings rests on
REPEATED = 400  # times that chance repeats the games, for intervals
STREAMS = ("cubes", "Railbot deck", "Operations deck", "Barons")
BARONS = STREAMS[-1]
STANDARD = "standard"


@dataclass(frozen=True)
class Course:
    """How one game went, by the chance to win."""

    decided: int  # the turn after which it was decided; 0: from the deal on
    share: float  # the same as a share of the game
    hopeless: bool  # from the deal
    safe: bool
    changes: int  # of the lead
    drama: float


def decisive(
    games: Games,
    scenario: Scenario,
    count: int,
    judged: int = JUDGED,
    boards: Sequence[str] = (),
    variants: Sequence[str] = (),
    skills: Sequence[float] = SKILLS,
) -> Answer:
    """Say when and by what games are decided, for each map, tweak and skill."""
    arms = arms_of(scenario, boards, variants, skills)
    played = games.all(arms, count)
    names = judging_of(arms, min(judged, count)).names
    found = [
        judge(games, arm, min(judged, count), name) for arm, name in zip(played, names, strict=True)
    ]
    games.ahead.forget_stage(JUDGING)
    courses = [[course_of(game) for game in one.games] for one in found]
    pairs = list(zip(played, found, courses, strict=True))
    tables = {
        "decisive": frame([row_of(*one) for one in pairs]),
        "no_return": frame([row for one in pairs for row in no_return(*one)]),
        "causes_of_defeat": frame([row for one in pairs for row in causes(*one[:2])]),
        "swings": frame([row for one in pairs for row in swings(*one[:2])], SWINGS),
    }
    if variants:
        tables["decisive_changes"] = frame([*changes(pairs)])
    return Answer(tables, played)


def batches(
    scenario: Scenario,
    count: int,
    judged: int = JUDGED,
    boards: Sequence[str] = (),
    variants: Sequence[str] = (),
    skills: Sequence[float] = SKILLS,
) -> list[Batch]:
    """Say what `decisive` will play, and what judging plays on from positions."""
    arms = arms_of(scenario, boards, variants, skills)
    played = Batch([arm.scenario for arm in arms], count)
    return [played, judging_of(arms, min(judged, count))]


def judging_of(arms: Sequence[Arm], judged: int) -> Batch:
    """Count what judging plays as whole games of the expert that take as long."""
    from rotwsim.runner.judge import judged_by
    from rotwsim.runner.judge.many_games import TAKES_AS_LONG_AS

    scenarios = [judged_by(arm.scenario) for arm in arms]
    return Batch(scenarios, TAKES_AS_LONG_AS * judged, JUDGING)


def arms_of(
    scenario: Scenario, boards: Sequence[str], variants: Sequence[str], skills: Sequence[float]
) -> list[Arm]:
    """List the standard game and each tweak on each map, for persons of each skill there."""
    from rotwsim.runner.person_calibration import with_knob

    found = []
    for board, wins in product(boards or (scenario.board,), skills):
        own = scenario.varied(board=board, player="person", wins=float(wins), knob=-1.0)
        person = with_knob(own)
        where = f"{person.board.title}, " if len(boards) > 1 else ""
        for tweak in ("", *variants):
            one = person.varied(tweaks=(*scenario.tweaks, tweak)) if tweak else person
            label = f"{where}{tweak or STANDARD}, wins {wins:g} %"
            found.append(Arm(label, one, label=tweak or STANDARD))
    return found


def judge(games: Games, arm: ArmGames, judged: int, stage: str) -> ArmJudged:
    """Judge the first games of an arm, and say how far that is."""
    from rotwsim.runner.judge.many_games import TAKES_AS_LONG_AS, judge_games

    def count(done: int) -> None:
        games.ahead.count(stage, TAKES_AS_LONG_AS * done)
        if done % 10 == 0:
            games.report(f"{arm.name}: {done} of {judged} games judged")

    return judge_games(arm.scenario, arm.seed, judged, games.jobs, count)


def course_of(game: GameJudged) -> Course:
    """Follow the chance to win through a game."""
    chances = game.chances
    is_open = chances < SAFE if game.won else chances > HOPELESS
    places = np.flatnonzero(is_open)
    decided = 0 if not len(places) else max(1, int(game.at_turn[places[-1]]))
    return Course(
        decided,
        decided / game.turns,
        bool(chances[0] < HOPELESS),
        bool(chances[0] > SAFE),
        lead_changes(chances),
        float((4 * chances * (1 - chances)).mean()),
    )


def lead_changes(chances: np.ndarray) -> int:
    """Count how often the chance goes from one side of a half to the other."""
    sides = np.sign(np.where(np.abs(chances - 0.5) < EITHER_SIDE, 0.0, chances - 0.5))
    sides = sides[sides != 0]
    return int((np.diff(sides) != 0).sum())


def row_of(arm: ArmGames, judged: ArmJudged, courses: list[Course]) -> dict:
    """Sum an arm up."""
    rate = stats.wilson(arm.wins, arm.games)
    share, drama = (stats.mean([getattr(c, name) for c in courses]) for name in ("share", "drama"))
    luck = resampled(judged, luck_share)
    return {
        **named(arm),
        "games": arm.games,
        "win_rate": rate.value,
        "low": rate.low,
        "high": rate.high,
        "judged": len(judged.games),
        "turns_mean": float(np.mean([game.turns for game in judged.games])),
        "decided_turn": float(np.median([course.decided for course in courses])),
        "decided_share": share.value,
        "decided_low": share.low,
        "decided_high": share.high,
        "hopeless_from_deal": float(np.mean([course.hopeless for course in courses])),
        "safe_from_deal": float(np.mean([course.safe for course in courses])),
        "lead_changes": float(np.mean([course.changes for course in courses])),
        "drama": drama.value,
        "drama_low": drama.low,
        "drama_high": drama.high,
        "luck_share": luck[0],
        "luck_low": luck[1],
        "luck_high": luck[2],
        "errors_points": float(judged.errors.sum(axis=1).mean()),
    }


def named(arm: ArmGames) -> dict:
    scenario = arm.scenario
    return {
        "arm": arm.name,
        "board": scenario.board.name,
        "tweak": arm.label,
        "standard_wins": scenario.wins / 100,
    }


def luck_share(results: np.ndarray, won: np.ndarray, luck: np.ndarray) -> float:
    """Give the share of the gap between won and lost games that is luck; the rest is errors."""
    if won.all() or not won.any():
        return np.nan
    gap = results[won].mean() - results[~won].mean()
    return float((luck[won].mean() - luck[~won].mean()) / gap)


def resampled(judged: ArmJudged, measure) -> tuple[float, float, float]:
    """Give a measure of the games with its interval, by games that chance repeats."""
    luck = judged.luck.sum(axis=1)
    draws = np.random.default_rng(1)
    count = len(luck)
    found = []
    for _ in range(REPEATED):
        chosen = draws.integers(0, count, count)
        found.append(measure(judged.results[chosen], judged.won[chosen], luck[chosen]))
    low, high = np.nanquantile(found, [0.025, 0.975])
    return measure(judged.results, judged.won, luck), float(low), float(high)


def no_return(arm: ArmGames, judged: ArmJudged, courses: list[Course]) -> Iterator[dict]:
    """Give by turn how many games were decided after it, lost ones and won ones."""
    decided = np.array([course.decided for course in courses])
    for turn in range(max(game.turns for game in judged.games) + 1):
        over = decided <= turn
        yield {
            **named(arm),
            "turn": turn,
            "decided": float(over.mean()),
            "decided_lost": float((over & ~judged.won).mean()),
            "decided_won": float((over & judged.won).mean()),
        }


def causes(arm: ArmGames, judged: ArmJudged) -> Iterator[dict]:
    """Compare lost games with won ones: luck by stream, errors by area; the shares add up to 1."""
    from rotwsim.runner.judge.one_game import AREAS

    won = judged.won
    if won.all() or not won.any():
        return
    gap = judged.results[won].mean() - judged.results[~won].mean()
    parts = [("luck", name, judged.luck[:, place]) for place, name in enumerate(STREAMS)]
    parts += [("errors", name, -judged.errors[:, place]) for place, name in enumerate(AREAS)]
    for kind, name, points in parts:
        if not points.any():
            continue
        lost, between = stats.mean(points[~won]), points[won].mean() - points[~won].mean()
        yield {
            **named(arm),
            "cause_of": kind,
            "cause": name,
            "points_in_lost": lost.value,
            "low": lost.low,
            "high": lost.high,
            "points_in_won": float(points[won].mean()),
            "gap_share": float(between / gap),
        }


SWINGS = (
    *("arm", "board", "tweak", "standard_wins", "stream", "event", "times", "swing", "low", "high"),
    *("luck_points", "luck_from", "luck_to", "worst_when", "worst_points"),
)


def swings(arm: ArmGames, judged: ArmJudged) -> list[dict]:
    """Rank cards by how much each moves the chance to win when it comes up."""
    turns = {number: game.turns for number, game in enumerate(judged.games)}
    found: dict[tuple[str, str], list[Event]] = {}
    for game in judged.games:
        for event in game.events:
            found.setdefault(name_of(arm.scenario, event), []).append(event)
    rows = []
    for (stream, name), events in found.items():
        if len(events) < FEWEST:
            continue
        pp = stats.mean([event.swing for event in events])
        row = {
            **named(arm),
            "stream": stream,
            "event": name,
            "times": len(events) / len(judged.games),
            "swing": pp.value,
            "low": pp.low,
            "high": pp.high,
        }
        if stream != BARONS:  # the card that led to a claim had the luck
            points, (when, worst) = stats.mean([e.luck for e in events]), worst_third(events, turns)
            row |= {"luck_points": points.value, "luck_from": points.low, "luck_to": points.high}
            row |= {"worst_when": when, "worst_points": worst}
        rows.append(row)
    return sorted(rows, key=lambda row: -abs(row["swing"]))


def name_of(scenario: Scenario, event: Event) -> tuple[str, str]:
    """Name what came up: the Railbot card carried out, the kind of Operations card."""
    if event.stream >= len(STREAMS):
        whose = "the Railbot claims" if event.stream > len(STREAMS) else "you claim"
        return BARONS, f"{whose} a Baron"
    stream = STREAMS[event.stream]
    if stream == "Railbot deck":
        if event.resolved >= 0:
            return stream, scenario.railbot_cards[event.resolved].name
        card = scenario.railbot_cards[event.shown].name
        is_last = card == "Final Evaluation"
        return stream, card if is_last else "a card that Insurance stops"
    if stream == "Operations deck":
        kind = scenario.operations_cards[event.shown].kind
        titles = {one.kind: one.title for one in load_rulebook().operations_kinds}
        return stream, titles[kind]
    return stream, "cubes drawn"


def worst_third(events: list[Event], turns: dict[int, int]) -> tuple[str, float]:
    """Find the third of the game in which it costs most, or brings least."""
    by_third: dict[int, list[float]] = {}
    for event in events:
        third = min(2, 3 * (event.turn - 1) // max(1, turns[event.game]))
        by_third.setdefault(third, []).append(event.luck)
    enough = {third: of for third, of in by_third.items() if len(of) >= FEWEST} or by_third
    worst = min(enough, key=lambda third: float(np.mean(enough[third])))
    return THIRDS[worst], float(np.mean(enough[worst]))


def changes(pairs: Sequence[tuple]) -> Iterator[dict]:
    """Compare each tweak with the standard game for the same person, on the same seeds."""
    base: dict[tuple, tuple] = {}
    for arm, judged, courses in pairs:
        own = arm.scenario.board.name, arm.scenario.wins
        if arm.label == STANDARD:
            base[own] = (judged, courses)
            continue
        standard, others = base[own]
        for measure in ("share", "drama"):
            both = [np.array([getattr(one, measure) for one in of]) for of in (courses, others)]
            gap = stats.mean(both[0] - both[1])
            name = "decided_share" if measure == "share" else measure
            yield changed(arm, name, gap.value, gap.low, gap.high)
        (share, low, high), (other, other_low, other_high) = (
            resampled(one, luck_share) for one in (judged, standard)
        )
        half = np.hypot(high - low, other_high - other_low) / 2
        yield changed(arm, "luck_share", share - other, share - other - half, share - other + half)


def changed(arm: ArmGames, measure: str, value: float, low: float, high: float) -> dict:
    return {
        **named(arm),
        "decisive_measure": measure,
        "difference": value,
        "low": low,
        "high": high,
    }


QUESTION = Analysis(
    """A game is decided when the chance to win stays below 10 % or above 90 %: the point of no
    return. Drama says how open a game is on average: 1 is an even chance in every turn, 0 is
    decided from the start. Luck and errors are in points, compared with how the expert would play.
    People of each skill play; --player is ignored.""",
    (
        games_of(JUDGED),
        count_of("judged", JUDGED, "Games of each setting that are judged: the first ones."),
        names_of("boards", "board", "Maps, comma separated.  [default: that of --board]"),
        names_of(
            "variants", "tweaks", "Tweaks to compare with the game as it is, comma separated."
        ),
        names_of("skills", "wins", "People, by the % of standard games they win.", SKILLS),
    ),
    solo=Method(
        "What decides games on {board}, and when?",
        decisive,
        batches,
        "decisive",
        Chapter(
            "decisive",
            "What decides a game, and when",
            ("decisive", "no_return", "causes_of_defeat", "swings", "decisive_changes"),
            "A game is decided when the chance to win stays below 10 or above 90 %.",
        ),
    ),
    examples=(
        "rotwsim decisive",
        "rotwsim decisive --board mexico --variants cash,cards-2 --skills 50 --games 200",
    ),
    python="""
    >>> found = rotwsim.decisive("portugal", variants=[], skills=[50], games=2)
    >>> len(found.tables) > 0
    True
    """,
)

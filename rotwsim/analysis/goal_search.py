# Longer than most: a goal is read, searched for and answered in one chapter.
"""Search for changes of the rules that give wanted win rates to people of several skills.

Single changes are played first. An emulator adds their log odds, skill by skill, and proposes
combinations; successive halving plays the best of them on shared seeds, each time with more games;
the finalists are played again on fresh seeds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from pathlib import Path

import numpy as np

from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.analysis.results import Answer
from rotwsim.analysis.tables import frame
from rotwsim.runner.skill import with_knob
from rotwsim.runner.workload import Batch
from rotwsim.scenario.board_file import load_board
from rotwsim.scenario.options import ERRORS, PERSON, SETTINGS
from rotwsim.scenario.reading import Reader, describe, read_toml
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.scenario.variants import with_tweak

FRESH_SEED = 1_000_003
SINGLE_GAMES, FRESH_GAMES = 400, 4_000
ROUNDS = ((24, 500), (12, 1_500), (6, 4_000))  # candidates, and games of each at each skill
FINALISTS = 5
ROBUST_GAMES = 1_000
MOST_VALUES = 3  # of a parameter that are played alone; the others are interpolated
MOST_COMBINATIONS = 40_000
TARGET = "target"
STAGES = ("single changes", *(f"round {n}" for n in range(1, len(ROUNDS) + 1)), "fresh seeds")
NONE = "as printed"


@dataclass(frozen=True)
class Choice:
    """Something that the search may change: a parameter with its values, or a tweak."""

    name: str
    values: tuple[int, ...]
    before: int
    tweak: bool = False

    def on(self, scenario: Scenario, value: int) -> Scenario:
        if self.tweak:
            return with_tweak(scenario, self.name)
        return scenario.varied(settings={**dict(scenario.settings), self.name: value})

    def words(self, scenario: Scenario, value: int) -> str:
        """Say the change as a rulebook would."""
        if self.tweak:
            text = next(t.text for t in scenario.book.tweaks if t.name == self.name)
            return text[0].upper() + text[1:]
        return SENTENCES.get(self.name, self.name.replace("_", " ") + " is {}").format(value)


SENTENCES = {
    "start_cash": "Start with ${},000",
    TARGET: "{} points win",
    "base_exhaust": "Each Exhaust takes {} cubes",
    "empty_city_trigger": "{} Empty City Markers end the game",
    "display_limit": "At most {} Operations cards on display",
    "cards_removed": "Remove {} Railbot cards",
    "insurance_actions": "Insurance costs {} actions",
    "urbanize_price": "Urbanize costs ${},000",
    "bond_interest": "A bond costs ${},000 interest",
    "tiles_per_build": "A Build lays up to {} tiles",
}
Change = tuple[tuple[Choice, int], ...]  # what is changed, and to what


@dataclass(frozen=True)
class Goal:
    """What is wanted: a win rate for each skill, by what may be changed, within limits."""

    file: str
    wishes: tuple[tuple[float, float], ...]  # % of the standard games won, and the wanted share
    boards: tuple[str, ...]
    barons: bool
    choices: tuple[Choice, ...]
    most_changes: int = 2
    most_turns: float = math.inf
    sides: bool = True  # refuse a tweak that works against its side


def read_goal(path: Path) -> Goal:
    """Read the file of a goal."""
    top = Reader.uncounted(read_toml(path, str(path)), str(path))
    boards = top.texts("maps", ["eastern-us"])
    barons = top.flag("barons")
    base = Scenario.of(boards[0], barons=barons)
    limits = top.table("limits", optional=True)
    goal = Goal(
        str(path),
        _read_wishes(top.table("wish")),
        boards,
        barons,
        _read_choices(top.table("changes"), base),
        limits.integer("changes", 1, 4, 2),
        limits.number("mean_turns") if limits.has("mean_turns") else math.inf,
        limits.flag("sides", True),
    )
    limits.done()
    top.done()
    for board in boards:
        load_board(board)
    return goal


def _read_wishes(table: Reader) -> tuple[tuple[float, float], ...]:
    """Read wanted win rates by skill in %, or `flat`, by which those of 25, 50 and 75 rise."""
    if table.has("flat"):
        rise = table.number("flat")
        table.done()
        return tuple((wins, _share(table, "flat", wins + rise)) for wins in (25.0, 50.0, 75.0))
    wishes = []
    for key in table.rest():
        if not key.isdecimal() or not 5 <= int(key) <= 95:
            table.fail(key, "is no share of games won; legal: 5 to 95, in %")
        wishes.append((float(key), _share(table, key, table.number(key))))
    if not wishes:
        table.fail("50", "is missing: name a win rate for a skill, as 50 = 40")
    return tuple(sorted(wishes))


def _share(table: Reader, key: str, percent: float) -> float:
    if not 1 <= percent <= 99:
        table.fail(key, f"wants {percent:g} %; legal are 1 to 99")
    return percent / 100


def _read_choices(table: Reader, base: Scenario) -> tuple[Choice, ...]:
    """Read what may be changed: parameters with [low, high], and tweaks by name."""
    known = [tweak.name for tweak in base.book.tweaks]
    tweaks = table.texts("tweaks", [])
    for name in tweaks:
        if name not in known:
            table.fail("tweaks", f"has {describe(name)}", known, name)
    found = [Choice(name, (1,), 0, True) for name in tweaks]
    now = base.varied(barons=False).parameters
    for key in table.rest():
        if key not in SETTINGS:
            table.fail(key, "is no parameter", SETTINGS, key)
        span = SETTINGS[key]
        ends = table.integers(key, int(span.low), int(span.high))
        if len(ends) != 2 or ends[0] >= ends[1]:
            table.fail(key, "must be [low, high]")
        values = tuple(v for v in range(ends[0], ends[1] + 1) if v != now[key])
        found.append(Choice(key, values, now[key]))
    table.done()
    if not found:
        table.fail("tweaks", "is missing: nothing may be changed")
    return tuple(found)


@dataclass
class Searcher:
    """The games of a search by change; the target costs none, it is read off the results."""

    games: Games
    goal: Goal
    people: list[Scenario]  # by board and skill, as printed
    known: dict[Change, list[ArmGames]] = field(default_factory=dict)

    def play(self, changes: Sequence[Change], count: int, stage: str) -> None:
        """Play changes for every person, those without a target once."""
        arms = [
            Arm(in_words(change, self.people[0]), scenario)
            for change in changes
            for scenario in self.scenarios(without_target(change))
        ]
        played = self.games.all(arms, count, stage)
        size = len(self.people)
        for place, change in enumerate(changes):
            self.known[without_target(change)] = played[place * size : (place + 1) * size]

    def scenarios(self, change: Change) -> list[Scenario]:
        return [_changed(person, change) for person in self.people]

    def rates(self, change: Change) -> np.ndarray:
        """Give the win rate of every person with a change that was played."""
        arms = self.known[without_target(change)]
        wanted = [s.parameters[TARGET] for s in self.scenarios(change)]
        results = [arm.table["result"].to_numpy() for arm in arms]
        pairs = zip(results, wanted, strict=True)
        return np.array([(np.sum(r >= t) + 0.5) / (len(r) + 1) for r, t in pairs])

    def wishes(self) -> np.ndarray:
        return np.array([wanted for _, wanted in self.goal.wishes] * len(self.goal.boards))

    def distance(self, rates: np.ndarray) -> float:
        """Give the root mean square distance to the wishes."""
        return float(np.sqrt(np.mean((rates - self.wishes()) ** 2)))

    def turns(self, change: Change) -> float:
        arms = self.known[without_target(change)]
        return float(np.mean([arm.table["turns"].mean() for arm in arms]))


def without_target(change: Change) -> Change:
    """Drop the target, which changes no game."""
    return tuple(part for part in change if part[0].name != TARGET)


def _changed(scenario: Scenario, change: Change) -> Scenario:
    for choice, value in change:
        scenario = choice.on(scenario, value)
    return scenario


def in_words(change: Change, scenario: Scenario) -> str:
    """Write a change as a sentence of a rulebook."""
    if not change:
        return NONE
    first, *others = [choice.words(scenario, value) for choice, value in change]
    return " and ".join([first, *(text[0].lower() + text[1:] for text in others)])


def search(games: Games, scenario: Scenario, goal: Goal) -> Answer:
    """Search, confirm on fresh seeds, and answer with the Pareto table and the skill curves."""
    games.expect(batches(goal))
    searcher = Searcher(games, goal, people_of(goal, scenario.errs))
    singles = list(single_changes(goal))
    searcher.play([(), *singles], SINGLE_GAMES, STAGES[0])
    candidates = proposed(searcher, singles)
    for number, (count, played) in enumerate(ROUNDS):
        chosen = spread(candidates, count)
        searcher.play(chosen, played, STAGES[number + 1])
        candidates = sorted(
            (c for c in chosen if searcher.turns(c) <= goal.most_turns),
            key=lambda c: searcher.distance(searcher.rates(c)),
        )
        candidates += [c for c in refined(searcher, candidates) if c not in candidates]
        candidates.sort(key=lambda c: searcher.distance(searcher.rates(c)))
    finalists = pareto(searcher, candidates)[:FINALISTS]
    if not finalists:
        raise DataError(f"{goal.file}: no combination keeps the limits")
    fresh = Searcher(games.reseeded(games.seed + FRESH_SEED), goal, searcher.people)
    fresh.play([(), *finalists], FRESH_GAMES, STAGES[-1])
    return answer_of(searcher, fresh, finalists)


def people_of(goal: Goal, errs: str = ERRORS[0]) -> list[Scenario]:
    """Give a person of each skill on each board, who keeps the knob when rules change."""
    return [
        with_knob(Scenario.of(board, barons=goal.barons, player=PERSON, wins=wins, errs=errs))
        for board in goal.boards
        for wins, _ in goal.wishes
    ]


def batches(goal: Goal) -> list[Batch]:
    """Say what will be played at most."""
    people = people_of(goal)
    singles = sum(1 for _ in single_changes(goal)) + 1
    counts = [(singles, SINGLE_GAMES), *ROUNDS, (FINALISTS + 1, FRESH_GAMES)]
    return [
        Batch(people * count, games, stage)
        for (count, games), stage in zip(counts, STAGES, strict=True)
    ]


def single_changes(goal: Goal) -> Iterator[Change]:
    """List each choice alone at its ends and its middle; the target needs no games."""
    for choice in goal.choices:
        if choice.name == TARGET:
            continue
        places = np.linspace(0, len(choice.values) - 1, min(MOST_VALUES, len(choice.values)))
        for place in dict.fromkeys(round(float(place)) for place in places):
            yield ((choice, choice.values[place]),)


def proposed(searcher: Searcher, singles: list[Change]) -> list[Change]:
    """Rank all combinations by the emulator, the nearest to the wishes first."""
    base = log_odds(searcher.rates(()))
    effects: dict[Choice, Callable[[int], np.ndarray]] = {}
    for choice in searcher.goal.choices:
        if choice.name != TARGET:
            effects[choice] = _interpolated(searcher, choice, singles, base)
    if searcher.goal.sides:
        effects = {c: f for c, f in effects.items() if not _is_opposite(searcher, c, f)}
    targets = [c for c in searcher.goal.choices if c.name == TARGET]
    found = []
    for change in all_changes([*effects, *targets], searcher.goal.most_changes):
        rates = predicted(searcher, change, effects, base)
        found.append((searcher.distance(rates), len(change), change))
    found.sort(key=lambda row: row[:2])
    return [change for *_, change in found]


def predicted(searcher: Searcher, change: Change, effects: dict, base: np.ndarray) -> np.ndarray:
    """Add the log odds of single changes; a target is read off the printed games."""
    target = tuple(part for part in change if part[0].name == TARGET)
    total = log_odds(searcher.rates(target)) if target else base.copy()
    for choice, value in without_target(change):
        total = total + effects[choice](value)
    return 1 / (1 + np.exp(-total))


def _interpolated(
    searcher: Searcher, choice: Choice, singles: list[Change], base: np.ndarray
) -> Callable[[int], np.ndarray]:
    """Give the log odds that a value adds, on lines between the values that were played."""
    points = {choice.before: np.zeros_like(base)} if not choice.tweak else {}
    for change in singles:
        if change[0][0] == choice:
            points[change[0][1]] = log_odds(searcher.rates(change)) - base
    values = sorted(points)
    table = np.array([points[value] for value in values])
    return lambda value: np.array(
        [np.interp(value, values, table[:, person]) for person in range(len(base))]
    )


def _is_opposite(searcher: Searcher, choice: Choice, effect: Callable) -> bool:
    """Say whether a tweak works against what the rulebook says of it."""
    if not choice.tweak:
        return False
    side = next(t.side for t in searcher.people[0].book.tweaks if t.name == choice.name)
    return float(np.mean(effect(1))) * (1 if side == "easier" else -1) < 0


def log_odds(rates: np.ndarray) -> np.ndarray:
    return np.log(rates / (1 - rates))


def all_changes(choices: Sequence[Choice], most: int) -> Iterator[Change]:
    """List combinations of at most `most` changes."""
    count = 0
    for size in range(1, most + 1):
        for chosen in combinations(choices, size):
            for values in product(*(choice.values for choice in chosen)):
                yield tuple(zip(chosen, values, strict=True))
                count += 1
                if count >= MOST_COMBINATIONS:
                    return


def spread(candidates: list[Change], count: int) -> list[Change]:
    """Take the nearest, of the same choices at most a third, and single changes among them."""
    taken: list[Change] = []
    by_kind: dict[tuple, int] = {}
    for change in candidates:
        kind = tuple(sorted(choice.name for choice, _ in change))
        is_known = without_target(change) in [without_target(one) for one in taken]
        if not is_known and by_kind.get(kind, 0) < max(2, count // 3):
            by_kind[kind] = by_kind.get(kind, 0) + 1
            taken.append(change)
        if len(taken) == count:
            break
    return taken


def refined(searcher: Searcher, candidates: list[Change]) -> Iterator[Change]:
    """Try every target on what was played: it costs no games."""
    targets = [choice for choice in searcher.goal.choices if choice.name == TARGET]
    for change in candidates:
        rest = without_target(change)
        if targets and len(rest) < searcher.goal.most_changes:
            for value in targets[0].values:
                yield (*rest, (targets[0], value))


def pareto(searcher: Searcher, candidates: list[Change]) -> list[Change]:
    """Keep the nearest, and what needs fewer changes than everything nearer."""
    front, others, fewest = [], [], math.inf
    for change in candidates:
        (front if len(change) < fewest else others).append(change)
        fewest = min(fewest, len(change))
    seen: list[Change] = []
    for change in [*front, *others]:
        if without_target(change) not in [without_target(one) for one in seen]:
            seen.append(change)
    return seen


def other_errors(fresh: Searcher, change: Change) -> float:
    """Measure the distance for people who err in the other ways, the largest of them.

    A habit keeps a person from winning often; who is out of reach is left out.
    """
    found = []
    for errs in ERRORS[1:]:
        reached = [
            (person, wish)
            for wins, wish in fresh.goal.wishes
            if (person := _person(fresh.goal.boards[0], fresh.goal.barons, wins, errs))
        ]
        if reached:
            goal = replace(fresh.goal, boards=fresh.goal.boards[:1])
            goal = replace(goal, wishes=tuple((0.0, wish) for _, wish in reached))
            others = Searcher(fresh.games, goal, [person for person, _ in reached])
            others.play([change], ROBUST_GAMES, "")
            found.append(others.distance(others.rates(change)))
    return max(found, default=math.nan)


def _person(board: str, barons: bool, wins: float, errs: str) -> Scenario | None:
    asked = Scenario.of(board, barons=barons, player=PERSON, wins=wins, errs=errs)
    try:
        return with_knob(asked)
    except DataError:
        return None


def answer_of(searcher: Searcher, fresh: Searcher, finalists: list[Change]) -> Answer:
    """Make the tables: distance on fresh seeds, and the skill curve before and after."""
    rows, curves, arms = [], [], []
    before = fresh.rates(())
    skills = [(b, wins, wish) for b in searcher.goal.boards for wins, wish in searcher.goal.wishes]
    ranked = sorted(finalists, key=lambda c: fresh.distance(fresh.rates(c)))
    for change in ranked:
        rates, name = fresh.rates(change), in_words(change, searcher.people[0])
        played = fresh.known[without_target(change)]
        arms += played
        half = 1.96 * np.sqrt(np.mean(rates * (1 - rates)) / played[0].games)
        gap = float(np.max(np.abs(rates - searcher.rates(change))))
        command = fresh.scenarios(change)[len(searcher.goal.wishes) // 2].command()
        rows.append(
            {
                "name": name,
                "changes": len(change),
                "distance": fresh.distance(rates),
                "other_errors": other_errors(fresh, change),
                "noise": float(half),
                "searched_gap": gap,
                "mean_turns": fresh.turns(change),
                "command": f"rotwsim run {command}",
            }
        )
        for (board, wins, wish), old, new in zip(skills, before, rates, strict=True):
            row = {"name": name, "board": board, "standard_wins": wins / 100, "wanted": wish}
            curves.append(row | {"win_before": float(old), "win_rate": float(new)})
    best = rows[0]
    sentence = (
        f"{best['name']}: {100 * best['distance']:.1f} pp from the wish on fresh seeds "
        f"(chance alone: {100 * best['noise'] / 1.96:.1f} pp)"
    )
    return Answer({"goal": frame(rows), "goal_curve": frame(curves)}, arms, [sentence])

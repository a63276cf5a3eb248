# Longer than most: the search, its emulator and the answer share one table of games.
"""Search for changes of the rules that give wanted win rates to people of several skills.

Single changes are played first. An emulator adds their log odds, skill by skill, and proposes
combinations; successive halving plays the best of them on shared seeds, each time with more games;
the finalists are played again on fresh seeds, by people who err otherwise, and in other boxes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from pathlib import Path

import numpy as np

from rotwsim.analysis.boxes.play import TRIAL_GAMES, TRIED_WINS, person_in_box
from rotwsim.analysis.boxes.unknowns import filled
from rotwsim.analysis.goal import (
    TARGET,
    Change,
    Choice,
    Goal,
    changed,
    check_row,
    in_words,
    is_combination,
    write_rules,
)
from rotwsim.analysis.pool import Arm, ArmGames, Games
from rotwsim.analysis.results import Answer, frame
from rotwsim.runner.person_calibration import with_knob
from rotwsim.runner.workload import Batch
from rotwsim.scenario.options import ERRORS, PERSON
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

FRESH_SEED = 1_000_003
BOX_SEED = 77  # draws the boxes
SINGLE_GAMES, FRESH_GAMES = 400, 4_000
ROUNDS = ((24, 500), (12, 1_500), (6, 4_000))  # candidates, and games of each at each skill
FINALISTS = 5
ERROR_GAMES = 500  # of each finalist, kind of error and skill
BOXES, BOX_GAMES = 12, 200  # for the middle skill
NINE_OF_TEN = 1.645  # standard deviations
MOST_VALUES = 3  # of a parameter that are played alone; the others are interpolated
MOST_COMBINATIONS = 40_000
ONE_BY_ONE, ROUND, FRESH = "single changes", "round {}", "fresh seeds"
OTHER_ERRORS, OTHER_BOXES = "other kinds of error", "other boxes"


@dataclass
class Searcher:
    """The games of a search by change; the target costs none, it is read off the results."""

    games: Games
    goal: Goal
    people: list[Scenario]  # by board and skill, as printed
    wishes: np.ndarray  # of these people
    known: dict[Change, list[ArmGames]] = field(default_factory=dict)
    targets: dict[Change, list[int]] = field(default_factory=dict)  # of these people, by change

    def of(self, people: list[Scenario], wishes: np.ndarray, games: Games) -> Searcher:
        """Begin with nothing played, for other people or on other seeds."""
        return Searcher(games, self.goal, people, wishes)

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
        return [changed(person, change) for person in self.people]

    def rates(self, change: Change) -> np.ndarray:
        """Give the win rate of every person with a change that was played."""
        if change not in self.targets:
            self.targets[change] = [s.parameters[TARGET] for s in self.scenarios(change)]
        arms = zip(self.known[without_target(change)], self.targets[change], strict=True)
        return np.array([rate_at(arm, target) for arm, target in arms])

    def distance(self, change: Change) -> float:
        """Give the root mean square distance of a change to the wishes."""
        return self.distance_of(self.rates(change))

    def distance_of(self, rates: np.ndarray) -> float:
        return float(np.sqrt(np.mean((rates - self.wishes) ** 2)))

    def turns(self, change: Change) -> float:
        arms = self.known[without_target(change)]
        return float(np.mean([arm.table["turns"].mean() for arm in arms]))


def rate_at(arm: ArmGames, target: int) -> float:
    """Give the share of games that meet a target; half a game on either side keeps odds finite."""
    return float((np.sum(arm.table["result"].to_numpy() >= target) + 0.5) / (arm.games + 1))


def without_target(change: Change) -> Change:
    """Drop the target, which changes no game."""
    return tuple(part for part in change if part[0].name != TARGET)


def search(
    games: Games, scenario: Scenario, goal: Goal, write: Path | None = None, row: int = 1
) -> Answer:
    """Search, confirm on fresh seeds, answer with the Pareto table and the skill curves.

    `write` names a file for the rules of a row of that table.
    """
    check_row(row, FINALISTS)
    games.expect(batches(goal, scenario.errs), at_most=True)
    people = people_of(goal, scenario.errs)
    searcher = Searcher(games, goal, people, wishes_of(goal))
    singles = list(single_changes(goal))
    searcher.play([(), *singles], SINGLE_GAMES, ONE_BY_ONE)
    candidates = proposed(searcher, singles)
    for number, (count, played) in enumerate(ROUNDS, 1):
        chosen = spread(candidates, count)
        searcher.play(chosen, played, ROUND.format(number))
        candidates = [c for c in chosen if searcher.turns(c) <= goal.most_turns]
        candidates += [c for c in refined(searcher, candidates) if c not in candidates]
        candidates.sort(key=searcher.distance)
    finalists = pareto(candidates)[:FINALISTS]
    if not finalists:
        raise DataError(f"{goal.file}: no combination keeps the limits")
    fresh = searcher.of(people, searcher.wishes, games.reseeded(games.seed + FRESH_SEED))
    fresh.play([(), *finalists], FRESH_GAMES, FRESH)
    finalists.sort(key=fresh.distance)
    answer = answer_of(searcher, fresh, finalists)
    if write:
        chosen = finalists[check_row(row, len(finalists))]
        paths = ", ".join(map(str, write_rules(write, chosen, people)))
        answer.alerts.append(f"row {row} is written to {paths}")
    return answer


def people_of(goal: Goal, errs: str = ERRORS[0]) -> list[Scenario]:
    """Give a person of each skill on each board, who keeps the knob when rules change."""
    return [
        with_knob(Scenario.of(board, barons=goal.barons, player=PERSON, wins=wins, errs=errs))
        for board in goal.boards
        for wins, _ in goal.wishes
    ]


def wishes_of(goal: Goal) -> np.ndarray:
    """Give the wanted win rate of each person."""
    return np.array([wanted for _, wanted in goal.wishes] * len(goal.boards))


def batches(goal: Goal, errs: str = ERRORS[0]) -> list[Batch]:
    """Say what will be played at most, stage by stage."""
    people = people_of(goal, errs)
    stages = [(ONE_BY_ONE, 1 + len(list(single_changes(goal))), SINGLE_GAMES)]
    stages += [(ROUND.format(number), *each) for number, each in enumerate(ROUNDS, 1)]
    stages.append((FRESH, 1 + FINALISTS, FRESH_GAMES))
    others = [person for kind in other_people(goal, errs) for person, _ in kind]
    return [
        *(Batch(people * count, games, stage) for stage, count, games in stages),
        Batch(others * FINALISTS, ERROR_GAMES, OTHER_ERRORS),
        Batch(people[:1] * BOXES * len(TRIED_WINS), TRIAL_GAMES, OTHER_BOXES),
        Batch(people[:1] * BOXES * (1 + FINALISTS), BOX_GAMES, OTHER_BOXES),
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
    by_target = {
        value: log_odds(searcher.rates(((choice, value),)))
        for choice in targets
        for value in choice.values
    }
    for change in all_changes([*effects, *targets], searcher.goal.most_changes, searcher.people[0]):
        rates = predicted(change, effects, by_target, base)
        found.append((searcher.distance_of(rates), len(change), change))
    found.sort(key=lambda row: row[:2])
    return [change for *_, change in found]


def predicted(
    change: Change, effects: dict, by_target: dict[int, np.ndarray], base: np.ndarray
) -> np.ndarray:
    """Add the log odds of single changes; a target is read off the printed games."""
    total = next((by_target[value] for choice, value in change if choice.name == TARGET), base)
    for choice, value in without_target(change):
        total = total + effects[choice](value)
    return 1 / (1 + np.exp(-total))


def _interpolated(
    searcher: Searcher, choice: Choice, singles: list[Change], base: np.ndarray
) -> Callable[[int], np.ndarray]:
    """Give the log odds that a value adds, on lines between the values that were played."""
    points = {} if choice.is_switch else {choice.before: np.zeros_like(base)}
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


def all_changes(choices: Sequence[Choice], most: int, scenario: Scenario) -> Iterator[Change]:
    """List combinations of at most `most` changes, none of which touch the same."""
    count = 0
    for size in range(1, most + 1):
        for chosen in combinations(choices, size):
            if not is_combination(tuple((choice, 1) for choice in chosen), scenario):
                continue
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


def pareto(candidates: list[Change]) -> list[Change]:
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


def other_people(goal: Goal, errs: str) -> list[list[tuple[Scenario, float]]]:
    """List people who err in other ways, by kind, with their wishes, on the first map.

    A habit keeps a person from winning often; who is out of reach is left out.
    """
    found = []
    for kind in (kind for kind in ERRORS if kind != errs):
        people = []
        for wins, wish in goal.wishes:
            asked = Scenario.of(
                goal.boards[0], barons=goal.barons, player=PERSON, wins=wins, errs=kind
            )
            try:
                people.append((with_knob(asked), wish))
            except DataError:
                continue
        found += [people] if people else []
    return found


def for_other_errors(fresh: Searcher, finalists: list[Change]) -> list[float]:
    """Measure each distance for people who err in the other ways, the largest of them."""
    distances: list[list[float]] = [[] for _ in finalists]
    for people in other_people(fresh.goal, fresh.people[0].errs):
        wishes = np.array([wish for _, wish in people])
        others = fresh.of([who for who, _ in people], wishes, fresh.games)
        others.play(finalists, ERROR_GAMES, OTHER_ERRORS)
        for place, change in enumerate(finalists):
            distances[place].append(others.distance(change))
    return [max(found, default=math.nan) for found in distances]


def in_other_boxes(fresh: Searcher, finalists: list[Change]) -> list[float]:
    """Measure how far the wish of the middle skill is missed in nine of ten boxes, if our guesses
    are wrong.

    In each box sits the person who wins as often there. The change of the log odds is compared
    between boxes, and chance taken off.
    """
    middle = len(fresh.goal.wishes) // 2
    person, wish = fresh.people[middle], fresh.wishes[middle]
    random = np.random.default_rng(BOX_SEED)
    moved: list[list[tuple[float, float]]] = [[] for _ in finalists]
    for number in range(1, BOXES + 1):
        box = person_in_box(filled(person, random).scenario, person, number, fresh.games.folder)
        games = fresh.games.reseeded(fresh.games.seed + number)
        searcher = fresh.of([box], np.array([wish]), games)
        there = [_as_far(change, person, box) for change in finalists]
        legal = [place for place, change in enumerate(there) if _is_legal(box, change)]
        searcher.play([(), *(there[place] for place in legal)], BOX_GAMES, OTHER_BOXES)
        for place in legal:
            moved[place].append(_moved(searcher, there[place]))
    base = float(log_odds(fresh.rates(()))[middle])
    return [_farthest(base, found, float(wish)) for found in moved]


def _as_far(change: Change, printed: Scenario, box: Scenario) -> Change:
    """Move the parameters of a box as far from its own as the change moves the printed ones."""
    apart = {
        choice: box.parameters[choice.name] - printed.parameters[choice.name]
        for choice, _ in change
        if not choice.tweak and choice.name in printed.parameters
    }
    return tuple((choice, value + apart.get(choice, 0)) for choice, value in change)


def _is_legal(scenario: Scenario, change: Change) -> bool:
    """Say whether a box has the cards that a change names."""
    try:
        changed(scenario, change)
    except DataError:
        return False
    return True


def _moved(searcher: Searcher, change: Change) -> tuple[float, float]:
    """Give by how much a change moves the log odds in a box, and the variance by chance."""
    before, after = searcher.rates(())[0], searcher.rates(change)[0]
    games = searcher.known[()][0].games
    chance = sum(1 / (games * rate * (1 - rate)) for rate in (before, after))
    return float(log_odds(after) - log_odds(before)), chance


def _farthest(base: float, moved: list[tuple[float, float]], wish: float) -> float:
    if len(moved) < 2:
        return math.nan
    steps, chance = np.array(moved).T
    apart = NINE_OF_TEN * math.sqrt(max(0.0, steps.var(ddof=1) - chance.mean()))
    ends = base + steps.mean() + np.array([-apart, apart])
    return float(np.max(np.abs(1 / (1 + np.exp(-ends)) - wish)))


def answer_of(searcher: Searcher, fresh: Searcher, finalists: list[Change]) -> Answer:
    """Make the tables: distance on fresh seeds, and the skill curve before and after."""
    goal, rows, curves, arms = fresh.goal, [], [], []
    before = fresh.rates(())
    people = [(board, wins) for board in goal.boards for wins, _ in goal.wishes]
    errors, boxes = for_other_errors(fresh, finalists), in_other_boxes(fresh, finalists)
    for place, change in enumerate(finalists):
        rates, name = fresh.rates(change), in_words(change, fresh.people[0])
        arms += fresh.known[without_target(change)]
        rows.append(
            {
                "row": place + 1,
                "name": name,
                "changes": len(change),
                "distance": fresh.distance(change),
                "other_errors": errors[place],
                "other_boxes": boxes[place],
                "noise": float(1.96 * np.sqrt(np.mean(rates * (1 - rates)) / FRESH_GAMES)),
                "searched_gap": float(np.max(np.abs(rates - searcher.rates(change)))),
                "mean_turns": fresh.turns(change),
                "command": command_of(fresh, change),
            }
        )
        for (board, wins), wish, old, new in zip(people, fresh.wishes, before, rates, strict=True):
            row = {"name": name, "board": board, "standard_wins": wins / 100, "wanted": wish}
            curves.append(row | {"win_before": float(old), "win_rate": float(new)})
    best = rows[0]
    sentence = (
        f"{best['name']}: {100 * best['distance']:.1f} pp from the wish on fresh seeds "
        f"(chance alone: {100 * best['noise'] / 1.96:.1f} pp)"
    )
    return Answer({"goal": frame(rows), "goal_curve": frame(curves)}, arms, [sentence])


def command_of(fresh: Searcher, change: Change) -> str:
    """Write the command that plays the fresh games of the middle skill again; a change of cards or
    Barons needs the file that --write makes.
    """
    scenario = fresh.scenarios(change)[len(fresh.goal.wishes) // 2]
    return f"rotwsim run {scenario.command()} --seed {fresh.games.seed} --games {FRESH_GAMES}"

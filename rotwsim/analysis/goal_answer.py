"""Answer a goal: search, play the finalists on fresh seeds, by other people and in other boxes."""

import math
from contextlib import suppress
from pathlib import Path

import numpy as np

from rotwsim.analysis import goal_emulator
from rotwsim.analysis.boxes.play import TRIAL_GAMES, TRIED_WINS, person_in_box
from rotwsim.analysis.boxes.unknowns import filled
from rotwsim.analysis.goal import Change, Goal, changed, in_words, write_rules
from rotwsim.analysis.goal_emulator import log_odds
from rotwsim.analysis.goal_search import FINALISTS, Searcher, batches, find, people_of, wishes_of
from rotwsim.analysis.pool import Games
from rotwsim.analysis.results import Answer, frame
from rotwsim.runner.person_calibration import with_knob
from rotwsim.runner.workload import Batch
from rotwsim.scenario.baron_words import listed
from rotwsim.scenario.board_file import load_board
from rotwsim.scenario.options import ERRORS, PERSON
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

FRESH_SEED = 1_000_003
BOX_SEED = 77  # draws the boxes
FRESH_GAMES = 4_000
ERROR_GAMES = 500  # of each finalist, kind of error and skill
BOXES, BOX_GAMES = 12, 200  # for the middle skill
NINE_OF_TEN, CHANCE = 1.645, 1.96  # standard deviations
NEAR = 0.02  # off at every skill: the wish is reached
FRESH, OTHER_ERRORS, OTHER_BOXES = "fresh seeds", "other kinds of error", "other boxes"


def search(
    games: Games, scenario: Scenario, goal: Goal, write: Path | None = None, row: int = 1
) -> Answer:
    """Search, confirm on fresh seeds, answer with the Pareto table and the skill curves."""
    check_row(row, FINALISTS)
    people = people_of(goal, scenario.errs)
    games.expect([*batches(goal, people), *_checks(goal, people)], at_most=True)
    searcher = Searcher(games, goal, people, wishes_of(goal))
    finalists = find(searcher)
    fresh = searcher.of(people, searcher.wishes, games.reseeded(games.seed + FRESH_SEED))
    fresh.play([(), *finalists], FRESH_GAMES, FRESH)
    finalists.sort(key=fresh.distance)
    answer = answer_of(searcher, fresh, finalists)
    answer.alerts = unreached(fresh, finalists[0]) or answer.alerts
    answer.alerts += unlisted(searcher)
    if write:
        chosen = finalists[check_row(row, len(finalists))]
        paths = ", ".join(map(str, write_rules(write, chosen, people)))
        answer.alerts.append(f"row {row} is written to {paths}")
    return answer


def check_row(row: int, found: int) -> int:
    """Give the place of a row, counted from 1, or refuse it."""
    if not 1 <= row <= found:
        raise DataError(f"row is {row}; the search found {found} rows")
    return row - 1


def question_of(goal: Goal) -> str:
    """Ask for the wish in a sentence."""
    wanted = [f"the {wins:g} % player win {100 * rate:g} %" for wins, rate in goal.wishes]
    maps = [load_board(board).title for board in goal.boards]
    barons = " with Duel Barons" * goal.barons
    return f"What lets {listed(wanted)} on {listed(maps)}{barons}?"


def unreached(fresh: Searcher, best: Change) -> list[str]:
    """Say how far the nearest change stays from the wish and whom to help, if it is far."""
    rates = fresh.rates(best)
    missed = rates - fresh.wishes
    beyond = np.abs(missed) - CHANCE * np.sqrt(rates * (1 - rates) / FRESH_GAMES)
    if beyond.max() <= NEAR:
        return []
    worst = int(np.argmax(beyond))
    missed = np.where(beyond > 0, missed, 0)
    asked = [
        f"{verb} {_person(fresh, int(place))}"
        for verb, place, is_asked in (
            ("help", missed.argmin(), missed.min() < 0),
            ("hinder", missed.argmax(), missed.max() > 0),
        )
        if is_asked
    ]
    return [
        f"nothing found in your list reaches the wish: with the nearest, "
        f"“{in_words(best, fresh.people[0])}”, {_person(fresh, worst)} wins "
        f"{100 * rates[worst]:.0f} % instead of {100 * fresh.wishes[worst]:.0f} %",
        f"allow wider ranges or other changes, which {listed(asked)}",
    ]


def unlisted(searcher: Searcher) -> list[str]:
    """Say how many combinations the emulator left out, if there are too many."""
    goal, most = searcher.goal, goal_emulator.MOST_COMBINATIONS
    choices = goal_emulator.allowed_choices(searcher, goal_emulator.emulator_of(searcher))
    count = goal_emulator.count_changes(choices, goal.most_changes, searcher.people[0])
    return [
        f"the emulator looked at {most:,} of {count:,} combinations: each change alone, and the "
        "others drawn evenly; fewer or narrower choices would be looked at whole"
    ] * (count > most)


def _person(searcher: Searcher, place: int) -> str:
    """Name a person by the games won as printed, and by the map where there are several."""
    goal, board = searcher.goal, searcher.people[place].board
    where = f" on {board.title}" if len(goal.boards) > 1 else ""
    return f"the {goal.wishes[place % len(goal.wishes)][0]:g} % player{where}"


def _checks(goal: Goal, people: list[Scenario]) -> list[Batch]:
    """Say what finalists will play at most."""
    others = [person for kind in other_people(goal, people[0].errs) for person, _ in kind]
    return [
        Batch(people * (1 + FINALISTS), FRESH_GAMES, FRESH),
        Batch(others * FINALISTS, ERROR_GAMES, OTHER_ERRORS),
        Batch(people[:1] * BOXES * len(TRIED_WINS), TRIAL_GAMES, OTHER_BOXES),
        Batch(people[:1] * BOXES * (1 + FINALISTS), BOX_GAMES, OTHER_BOXES),
    ]


def other_people(goal: Goal, errs: str) -> list[list[tuple[Scenario, float]]]:
    """List people who err in other ways, by kind, with their wishes, but those out of reach."""
    found = []
    for kind in ERRORS:
        people = []
        for wins, wish in goal.wishes if kind != errs else ():
            person = {"player": PERSON, "wins": wins, "errs": kind}
            with suppress(DataError):
                asked = Scenario.of(goal.boards[0], barons=goal.barons, **person)
                people.append((with_knob(asked), wish))
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
    """Measure how far the middle skill misses its wish in nine of ten boxes that may be."""
    middle = len(fresh.goal.wishes) // 2
    person, wish = fresh.people[middle], fresh.wishes[middle]
    random = np.random.default_rng(BOX_SEED)
    moved: list[list[tuple[float, float]]] = [[] for _ in finalists]
    for number in range(1, BOXES + 1):
        box = person_in_box(filled(person, random).scenario, person, number, fresh.games.folder)
        games = fresh.games.reseeded(fresh.games.seed + number)
        searcher = fresh.of([box], np.array([wish]), games)
        there = [_as_far(change, person, box) for change in finalists]
        legal = []
        for place, change in enumerate(there):
            with suppress(DataError):  # a box may lack the cards that a change names
                changed(box, change)
                legal.append(place)
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
    goal, rows, curves = fresh.goal, [], []
    before = fresh.rates(())
    people = [(board, wins) for board in goal.boards for wins, _ in goal.wishes]
    errors, boxes = for_other_errors(fresh, finalists), in_other_boxes(fresh, finalists)
    for place, change in enumerate(finalists):
        rates = fresh.rates(change)
        row = {"row": place + 1, "name": in_words(change, fresh.people[0])}
        rows.append(
            {
                **row,
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
        for (board, wins), *won in zip(people, fresh.wishes, before, rates, strict=True):
            shares = dict(zip(("wanted", "win_before", "win_rate"), map(float, won), strict=True))
            curves.append({**row, "board": board, "standard_wins": wins / 100, **shares})
    best = rows[0]
    sentence = (
        f"{best['name']}: {100 * best['distance']:.1f} pp from the wish on fresh seeds "
        f"(chance alone: {100 * best['noise'] / 1.96:.1f} pp)"
    )
    tables = {"goal": frame(rows), "goal_curve": frame(curves)}
    return Answer(tables, alerts=[sentence], question=question_of(goal))


def command_of(fresh: Searcher, change: Change) -> str:
    """Write the command that plays the fresh games of the middle skill again."""
    scenario = fresh.scenarios(change)[len(fresh.goal.wishes) // 2]
    return f"rotwsim run {scenario.command()} --seed {fresh.games.seed} --games {FRESH_GAMES}"

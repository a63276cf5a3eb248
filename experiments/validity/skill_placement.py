"""Place people of known skill by their scores: `python -m experiments.validity.skill_placement`.

Does the interval of `rotwsim me` hold the truth? Invents people of a hidden kind and amount of
error, plays fresh games with them, and prints the tables of docs/validity.md: a few minutes.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rotwsim.analysis.person_scores import ERRORS, hypotheses_of
from rotwsim.analysis.pool import Arm, Games
from rotwsim.runner.person_calibration import curve_of, standard_game
from rotwsim.scenario.scenario import Scenario
from rotwsim.stats.weights_and_likelihood import RESULTS, Placing, Record, place

FRESH_SEED = 1_700_000  # the games of the data files are of another
SCORES, TRIALS, GAMES, PEOPLE = 10, 200, 400, 8
FITS = 0.01  # fewer sets of such a person fit as badly
OTHERS = ({"player": "casual"}, {"player": "club"}, {"player": "expert", "slip": 0.2})

Draw = Callable[[np.random.Generator], tuple[float, np.ndarray]]  # a win rate, and scores of it
Judge = Callable[[np.ndarray, int], Placing]  # scores and a seed


@dataclass(frozen=True)
class Found:
    """Trials of one kind: how often the interval held, how wide it was, how often nobody fit."""

    trials: int
    held: float
    width: float
    misfits: float


def try_draws(judge: Judge, draw: Draw, trials: int, seed: int = 5) -> Found:
    """Draw scores of a known person and place them, once for each trial."""
    random = np.random.default_rng(seed)
    held, widths, misfits = 0, [], 0
    for trial in range(trials):
        truth, scores = draw(random)
        placing = judge(scores, trial)
        rate = placing.win_rate
        held += rate.low <= truth <= rate.high
        widths.append(rate.high - rate.low)
        misfits += placing.fit < FITS
    return Found(trials, held / trials, float(np.median(widths)), misfits / trials)


def by_scores(board: str, barons: bool) -> Judge:
    """Place by the scores themselves."""
    people, game = hypotheses_of(board, barons), (board, barons, ())
    wins, prior, chances = people.win_rates(game), people.prior, people.chances(game)
    return lambda scores, seed: place(wins, prior, [(chances, scores)], seed=seed)


def by_record(board: str, barons: bool, target: int) -> Judge:
    """Place by how many of the scores win."""
    people = hypotheses_of(board, barons)
    wins = people.win_rates((board, barons, ()))

    def judge(scores: np.ndarray, seed: int) -> Placing:
        won = int((scores >= target).sum())
        return place(wins, people.prior, [], [Record(wins, won, len(scores))], seed)

    return judge


def any_hypothesis(board: str, barons: bool, scores: int = SCORES) -> Draw:
    """People as the data files have them, each kind as likely: what the interval promises."""
    people, game = hypotheses_of(board, barons), (board, barons, ())
    wins, rows = people.win_rates(game), people.chances(game).rows

    def draw(random: np.random.Generator) -> tuple[float, np.ndarray]:
        one = random.choice(len(wins), p=people.prior / people.prior.sum())
        return wins[one], random.choice(RESULTS, scores, p=rows[one] / rows[one].sum())

    return draw


def one_of(people: list[tuple[float, np.ndarray]], scores: int = SCORES) -> Draw:
    """One of some people, whose scores are drawn from games that were played."""

    def draw(random: np.random.Generator) -> tuple[float, np.ndarray]:
        truth, results = people[random.integers(len(people))]
        return truth, random.choice(results, scores).astype(int)

    return draw


def invented(games: Games, scenario: Scenario, errs: str, count: int) -> list:
    """People of a kind at hidden knobs: what they win by the calibration, and fresh results."""
    standard = standard_game(scenario.varied(player="person", errs=errs))
    curve, random = curve_of(standard), np.random.default_rng(11)
    found = []
    for knob in random.uniform(0, curve.knob[-1], PEOPLE):
        one = standard.varied(knob=round(float(knob), 4))
        table = games.of(Arm(one.title(), one), count).table
        found.append((curve.share_at(one.knob), table["result"].to_numpy(float)))
    return found


def rows(games: Games, scenario: Scenario, counts: tuple[int, int]) -> list[tuple[str, Found]]:
    """The trials on one board: each kind of error, by scores and by record, and other players."""
    count, trials = counts
    board, barons = scenario.board.name, bool(scenario.barons)
    scores, record = (
        by_scores(board, barons),
        by_record(board, barons, scenario.parameters["target"]),
    )
    found = [("as measured", try_draws(scores, any_hypothesis(board, barons), trials))]
    for errs in ERRORS:
        draw = one_of(invented(games, scenario, errs, count))
        found.append((f"{errs}, ten scores", try_draws(scores, draw, trials)))
        found.append((f"{errs}, a record of ten games", try_draws(record, draw, trials)))
    for options in OTHERS:
        varied = scenario.varied(**options)
        table = games.of(Arm(varied.title(), varied), count).table
        draw = one_of([(float(table["won"].mean()), table["result"].to_numpy(float))])
        name = " ".join(map(str, options.values()))
        found.append((f"{name}, ten scores", try_draws(scores, draw, trials)))
    return found


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--games", type=int, default=GAMES)
    given.add_argument("--trials", type=int, default=TRIALS)
    given.add_argument("--board", default="eastern-us")
    asked = given.parse_args()
    print(f"| who | game | {asked.trials} trials: held % | width, pp | fits nobody % |")
    print("| --- | --- | --- | --- | --- |")
    with Games(FRESH_SEED) as games:
        for barons in (False, True):
            scenario = Scenario.of(asked.board, barons=barons)
            game = "with Duel Barons" if barons else "standard"
            for name, row in rows(games, scenario, (asked.games, asked.trials)):
                print(
                    f"| {name} | {game} | {100 * row.held:.0f} | {100 * row.width:.0f} "
                    f"| {100 * row.misfits:.1f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()

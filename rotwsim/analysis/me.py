# Longer than most: a record is read, placed and compared in one chapter.
"""How much of the standard games a person wins, by scores, decisions or a record of wins."""

from __future__ import annotations

import csv
import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rotwsim.analysis import person_scores
from rotwsim.analysis.person_scores import STANDARD, Game, Hypotheses, board_with_scores, target_of
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.mistakes import Mistakes
from rotwsim.scenario.options import ERRORS
from rotwsim.scenario.reading import describe
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.stats import Estimate
from rotwsim.stats.weights_and_likelihood import Group, Measured, Placing, Record, place

UNLIKELY = 0.01  # of the sets of such a person: these scores fit nobody
DOUBTFUL = 0.2  # from here on nothing needs to be said
MORE = (2, 3, 5, 8, 13)  # times the scores, in search of how many would decide
WIDTHS = (0.6, 0.4, 0.2, 0.1)  # of the interval that more games would bring
POSSIBLE = 0.05  # weight of a kind of error that counts when kinds are compared
APART = 0.1  # kinds of error whose win rates differ by this disagree


@dataclass(frozen=True)
class Chance:
    """The chance to win one game: the standard one, with a tweak, or with another target."""

    name: str
    target: int
    rate: Estimate
    kinds_low: float  # the lowest and highest mean over kinds of error
    kinds_high: float


@dataclass(frozen=True)
class Kind:
    """What a kind of error makes of the scores: how likely it is, and what it wins."""

    errs: str
    weight: float
    win_rate: float


@dataclass(frozen=True)
class Standing:
    """What scores or a record say: the share of standard games won, chances on the board."""

    board: str
    barons: bool
    people: Hypotheses
    placing: Placing
    kinds: tuple[Kind, ...]
    chances: tuple[Chance, ...]
    reviewed: int  # games whose decisions count too
    by_results: Estimate  # of the win rate, without decisions
    games_to_doubt: int | None  # like these, until nobody fits; None if nothing hints at it

    @property
    def win_rate(self) -> Estimate:
        return self.placing.win_rate

    @property
    def fits(self) -> bool:
        return self.placing.fit >= UNLIKELY

    @property
    def next_width(self) -> float:
        """Give the width of the interval that some more games would bring."""
        now = self.win_rate.high - self.win_rate.low
        return next((width for width in WIDTHS if width < now), WIDTHS[-1])

    @property
    def games_more(self) -> int:
        times = ((self.win_rate.high - self.win_rate.low) / self.next_width) ** 2
        return max(1, math.ceil(self.placing.results * (times - 1)))

    @property
    def possible(self) -> list[Kind]:
        return [kind for kind in self.kinds if kind.weight >= POSSIBLE]

    @property
    def disagree(self) -> bool:
        rates = [kind.win_rate for kind in self.possible]
        return max(rates) - min(rates) > APART


def me(
    scores: Sequence[int | Score] | Path | str = (),
    board: str = "",
    *,
    barons: bool | None = None,
    tweaks: Sequence[str] = (),
    record: str = "",
) -> Standing:
    """Find how much of the standard games a person wins, by final scores or a CSV file of games.

    Plain scores were made on `board` (Eastern US unless named), with these Barons and tweaks; a
    file says so for each game, and games with hints or undos do not count. A file may also say what
    the decisions of a game cost (`rotwsim review` notes it). `record` is games won and played, as
    "3/8", in place of scores. Chances are those on `board`, or where most games were played. This
    plays no game.

    >>> found = rotwsim.me([98, 110, 131])
    >>> found.chances[0].name, 0.05 < found.win_rate.value < 0.9
    ('standard', True)
    """
    if record:
        game = checked_game(board or "eastern-us", bool(barons), tweaks)
        return standing([], game[0], game[1], (game, *won_and_played(record)))
    given = [] if isinstance(scores, Path | str) else [s for s in scores if isinstance(s, Score)]
    if isinstance(scores, Path | str):
        given = unaided(read_scores(Path(scores)))
    elif not given:
        text = ",".join(map(str, scores))
        given = scores_in(text, board or "eastern-us", bool(barons), tweaks)
    (most_board, most_barons), _ = Counter((s.board, s.barons) for s in given).most_common(1)[0]
    where = board_with_scores(board) if board else most_board
    return standing(given, where, most_barons if barons is None else barons)


def standing(
    scores: Sequence[Score], board: str, barons: bool, record: tuple[Game, int, int] | None = None
) -> Standing:
    """Place all scores together, whatever they were played on, and give chances on a board."""
    people = person_scores.hypotheses_of(board, barons)
    wins = people.win_rates((board, barons, ()))
    kept = [Record(people.win_rates(record[0]), *record[1:])] if record else []
    groups = [
        (people.chances(game), np.array([s.score for s in scores if s.game == game]))
        for game in Counter(score.game for score in scores)
    ]
    decisions = decisions_of(people, scores)
    placing = by_results = place(wins, people.prior, groups, kept)
    if decisions:
        placing = place(wins, people.prior, groups, [*kept, *decisions])
    return Standing(
        board,
        barons,
        people,
        placing,
        tuple(kinds_of(people, placing)),
        tuple(chances(people, placing, board, barons)),
        len(decisions),
        by_results.win_rate,
        games_to_doubt(people, by_results, groups),
    )


def games_to_doubt(people: Hypotheses, placing: Placing, groups: Sequence[Group]) -> int | None:
    """Say how many more scores like these would show that nobody fits, if something hints at it."""
    if UNLIKELY <= placing.fit < DOUBTFUL:
        for times in MORE:
            more = [(chances, np.repeat(scores, times)) for chances, scores in groups]
            if place(placing.wins, people.prior, more).fit < UNLIKELY:
                return (times - 1) * sum(len(scores) for _, scores in groups)
    return None


def decisions_of(people: Hypotheses, scores: Sequence[Score]) -> list[Measured]:
    """Say what the decisions of each reviewed game cost, and what they cost each person."""
    found = []
    for score in scores:
        if np.isfinite(score.errors):
            means, variance = people.errors_in(score.game, score.score)
            spreads = np.sqrt(variance + score.errors_within**2)
            found.append(Measured(score.errors, means, spreads))
    return found


def kinds_of(people: Hypotheses, placing: Placing) -> list[Kind]:
    means = by_kind(people, placing, placing.wins)
    weights = np.bincount(people.errs, placing.weights)
    found = [Kind(*row) for row in zip(ERRORS, weights.tolist(), means, strict=True)]
    return sorted(found, key=lambda kind: -kind.weight)


def by_kind(people: Hypotheses, placing: Placing, values: np.ndarray) -> list[float]:
    found = []
    for place_ in range(len(ERRORS)):
        own = people.errs == place_
        against = np.exp(placing.likelihood[own] - placing.likelihood[own].max())
        found.append(float(values[own] @ against / against.sum()))
    return found


def chances(people: Hypotheses, placing: Placing, board: str, barons: bool) -> list[Chance]:
    """Give the standard game first, then every measured tweak, the easiest first."""
    tweaks = [tweak.name for tweak in load_rulebook().tweaks]
    measured = [name for name in tweaks if person_scores.is_measured(board, name)]
    games = [(STANDARD, ()), *((name, (name,)) for name in measured)]
    found = [
        chance_of(people, placing, name, (board, barons, tweaks), target_of(board, barons, tweaks))
        for name, tweaks in games
    ]
    return [found[0], *sorted(found[1:], key=lambda chance: -chance.rate.value)]


def chance_of(people: Hypotheses, placing: Placing, name: str, game: Game, target: int) -> Chance:
    """Give the chance to reach a target, and how far the possible kinds of error differ."""
    rates = people.chances(game).at_least(target)
    possible = np.bincount(people.errs, placing.weights) >= POSSIBLE
    means = np.array(by_kind(people, placing, rates))[possible]
    low, high = float(means.min()), float(means.max())
    return Chance(name, target, placing.average(rates), low, high)


def nearest(found: Standing, wanted: float) -> Chance:
    return min(found.chances, key=lambda chance: abs(chance.rate.value - wanted))


def nearest_target(found: Standing, wanted: float) -> Chance:
    """Give the target score that brings the standard game nearest to the wanted chance."""
    game = (found.board, found.barons, ())
    reached = found.people.chances(game)
    rates = {t: float(reached.at_least(t) @ found.placing.weights) for t in range(1, 301)}
    target = min(rates, key=lambda each: abs(rates[each] - wanted))
    return chance_of(found.people, found.placing, f"target {target}", game, target)


LOWEST, HIGHEST = -2_000, 1_000  # a score beyond is a slip of the pen
LARGEST_FILE = 1_000_000  # bytes
MOST_SCORES = 10_000
NEEDED, HELP = ("board", "score"), ("hints", "undos")
YES, NO = ("yes", "y", "true", "1", "with"), ("no", "n", "false", "0", "without", "")


@dataclass(frozen=True)
class Score:
    """A game that somebody played: where, how, and what came of it."""

    board: str
    barons: bool
    tweaks: tuple[str, ...]
    score: int
    is_helped: bool = False  # by hints or undos: it is not the person's alone
    errors: float = np.nan  # points that decisions cost, if the game was reviewed
    errors_within: float = 0.0  # their standard error

    @property
    def game(self) -> Game:
        return self.board, self.barons, self.tweaks


def scores_in(text: str, board: str, barons: bool, tweaks: Iterable[str] = ()) -> list[Score]:
    """Scores such as "98,110,131", all of one way to play."""
    game = checked_game(board, barons, tweaks)
    words = words_in(text)
    if not words:
        raise DataError("--scores names no score; write them as 98,110,131")
    if len(words) > MOST_SCORES:
        raise DataError(f"--scores names {len(words):,} scores; legal: up to {MOST_SCORES:,}")
    return [Score(*game, checked_score(word, "--scores: ")) for word in words]


def words_in(text: str) -> list[str]:
    return re.findall(r"[^\s,;]+", text)


def won_and_played(record: str) -> tuple[int, int]:
    """Read a record such as "3/8": three of eight games won."""
    found = re.fullmatch(r"\s*(\d{1,5})\s*(?:/|of)\s*(\d{1,5})\s*", record)
    won, games = (int(number) for number in found.groups()) if found else (0, 0)
    if games < 1 or won > games:
        raise DataError(f"--record is {describe(record)}; write games won and played, as 3/8")
    return won, games


def read_scores(path: Path) -> list[Score]:
    """Read the games of a CSV file with the heads board, score, and perhaps barons and tweaks."""
    heads, *rows = csv_rows(path) or [[]]
    heads = [head.strip().lower() for head in heads]
    for name in NEEDED:
        if name not in heads:
            raise DataError(f"{path}: the first line names no column {name}: date,board,…,score")
    scores, mistakes = [], []
    for line, cells in enumerate(rows, start=2):
        row = dict(zip(heads, map(str.strip, cells), strict=False))
        if any(row.values()) and row.get("other_rules", "").lower() not in YES:
            try:
                scores.append(score_of(row))
            except DataError as error:
                mistakes.append((line, str(error)))
    if mistakes:
        raise Mistakes(str(path), mistakes)
    if not scores:
        raise DataError(f"{path}: no game is in it")
    return scores


def unaided(scores: list[Score]) -> list[Score]:
    """Drop the games whose score is not the person's alone."""
    kept = [score for score in scores if not score.is_helped]
    if not kept:
        raise DataError(f"{in_games(len(scores))}, all with hints or undos; --helped counts them")
    return kept


def in_games(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"


def csv_rows(path: Path) -> list[list[str]]:
    """Give the cells of a file, by commas or, as some spreadsheets write, semicolons."""
    with open(path, "rb") as file:
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise DataError(f"{path}: larger than {LARGEST_FILE:,} bytes, the most that is read")
    try:
        lines = content.decode("utf-8-sig").splitlines()
        comma = ";" if lines and lines[0].count(";") > lines[0].count(",") else ","
        return list(csv.reader(lines, delimiter=comma))
    except UnicodeDecodeError:
        raise DataError(f"{path}: not a text file in UTF-8") from None
    except csv.Error as error:
        raise DataError(f"{path}: not a CSV file: {error}") from None


def score_of(row: dict[str, str]) -> Score:
    given = row.get("barons", "").lower()
    if given not in (*YES, *NO):
        raise DataError(f"barons is {describe(given)}; legal: yes, no")
    return Score(
        *checked_game(row.get("board", ""), given in YES, words_in(row.get("tweaks", ""))),
        checked_score(row.get("score", ""), ""),
        is_helped=any(re.fullmatch(r"0*[1-9]\d{0,5}", row.get(key, "")) for key in HELP),
        errors=points_in(row.get("errors", ""), np.nan),
        errors_within=points_in(row.get("errors_within", ""), 0.0),
    )


def points_in(word: str, none: float) -> float:
    """Read points as `rotwsim review` notes them in a log."""
    return float(word) if re.fullmatch(r"-?\d{1,4}(\.\d+)?", word) else none


def checked_game(board: str, barons: bool, tweaks: Iterable[str]) -> Game:
    name = board_with_scores(board)
    scenario = Scenario.of(name, barons=barons, tweaks=list(tweaks))
    return name, barons, tuple(sorted(scenario.tweaks))


def checked_score(word: str, where: str) -> int:
    plain = word.replace("−", "-")
    if not re.fullmatch(r"[+-]?[0-9]{1,6}", plain):
        raise DataError(f"{where}{describe(word)} is no score; legal: whole numbers")
    score = int(plain)
    if not LOWEST <= score <= HIGHEST:
        raise DataError(f"{where}{score} is no score; legal: {LOWEST:,} to {HIGHEST:,}")
    return score

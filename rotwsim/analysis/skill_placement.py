"""Scores of a person: from the words of a command line, or a CSV of games like that of `play`."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rotwsim.analysis.ladder import (
    RUNGS,
    STANDARD,
    board_on_ladder,
    ladder_of,
    read_ladder,
    target_of,
)
from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.reading import Mistakes, describe
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.stats import Estimate
from rotwsim.stats.placing import Placing, games_for, place

LOWEST, HIGHEST = -2_000, 1_000  # a score beyond is a slip of the pen
LARGEST_FILE = 1_000_000  # bytes
MOST_SCORES = 10_000
NEEDED = ("board", "score")
YES, NO = ("yes", "y", "true", "1", "with"), ("no", "n", "false", "0", "without", "")


@dataclass(frozen=True)
class Score:
    """A game that somebody played: where, how, and what came of it."""

    board: str
    barons: bool
    tweaks: tuple[str, ...]
    score: int
    hints: int = 0
    undos: int = 0

    @property
    def is_helped(self) -> bool:
        """Whether the score says something of the expert's hints, or of a second look."""
        return self.hints > 0 or self.undos > 0

    @property
    def game(self) -> tuple[str, bool, tuple[str, ...]]:
        return self.board, self.barons, self.tweaks


def scores_in(text: str, board: str, barons: bool, tweaks: Iterable[str] = ()) -> list[Score]:
    """Scores such as "98,110,131", all of one way to play."""
    game = checked_game(board, barons, tuple(tweaks))
    words = [word for word in re.split(r"[\s,;]+", text) if word]
    if not words:
        raise DataError("--scores names no score; write them as 98,110,131")
    if len(words) > MOST_SCORES:
        raise DataError(f"--scores names {len(words):,} scores; legal: up to {MOST_SCORES:,}")
    return [Score(*game, checked_score(word, "--scores: ")) for word in words]


def read_scores(path: Path) -> list[Score]:
    """Read the games of a CSV file with the heads board, score, and perhaps barons and tweaks."""
    rows = list(enumerate(csv_rows(path), start=1))
    heads = [head.strip().lower() for head in rows[0][1]] if rows else []
    for name in NEEDED:
        if name not in heads:
            raise DataError(f"{path}: the first line names no column {name}: date,board,…,score")
    scores, mistakes = [], []
    for line, cells in rows[1:]:
        if any(cell.strip() for cell in cells):
            row = dict(zip(heads, (cell.strip() for cell in cells), strict=False))
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
    """The cells of a file, by commas or, as spreadsheets of some countries write, semicolons."""
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
    """One game of a file."""
    given = row.get("barons", "").lower()
    if given not in (*YES, *NO):
        raise DataError(f"barons is {describe(given)}; legal: yes, no")
    tweaks = tuple(word for word in re.split(r"[\s,;]+", row.get("tweaks", "")) if word)
    game = checked_game(row.get("board", ""), given in YES, tweaks)
    return Score(
        *game,
        checked_score(row.get("score", ""), ""),
        hints=times_used(row.get("hints", "")),
        undos=times_used(row.get("undos", "")),
    )


def times_used(word: str) -> int:
    return int(word) if word.isdecimal() and len(word) < len("1000000") else 0


def checked_game(
    board: str, barons: bool, tweaks: tuple[str, ...]
) -> tuple[str, bool, tuple[str, ...]]:
    name = board_on_ladder(board)
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


NEAR = 0.15  # of a rung: as good as that player
UNLIKELY = 0.01  # of the sets of such a player: these scores fit no skill
DOUBTFUL = 0.2  # from here on nothing needs to be said
MORE = (2, 3, 5, 8, 13)  # times the scores, in search of how many would decide
WIDTHS = (2.0, 1.0, 0.5, 0.25)  # rungs of the interval that more games would bring


@dataclass(frozen=True)
class Chance:
    """The chance to win one game: the standard one, with a tweak, or with another target."""

    name: str
    target: int
    rate: Estimate


@dataclass(frozen=True)
class Standing:
    """What scores say: skill in rungs from 0, chances on the board asked for."""

    board: str
    barons: bool
    placing: Placing
    chances: tuple[Chance, ...]
    likeliest: int  # the score in the middle for such a player in the standard game
    width: float  # in rungs, that `games_more` would bring the interval to
    games_more: int
    decided_after: int | None  # scores like these until no skill fits; None if nothing hints at it

    @property
    def skill(self) -> Estimate:
        return self.placing.skill

    @property
    def fits(self) -> bool:
        return self.placing.fit >= UNLIKELY


def me(
    scores: Sequence[int | Score] | Path | str,
    board: str = "",
    *,
    barons: bool | None = None,
    tweaks: Sequence[str] = (),
) -> Standing:
    """Place a person on the ladder of our players, by final scores or a CSV file of games.

    Plain scores were made on `board` (Eastern US unless named), with these Barons and tweaks; a
    file says so for each game, and games with hints or undos do not count. Chances are those on
    `board`, or where most games were played. This plays no game.

    >>> found = rotwsim.me([98, 110, 131])
    >>> found.chances[0].name, 1 < found.skill.value < 3
    ('standard', True)
    """
    given = [] if isinstance(scores, Path | str) else [s for s in scores if isinstance(s, Score)]
    if isinstance(scores, Path | str):
        given = unaided(read_scores(Path(scores)))
    elif not given:
        text = ",".join(map(str, scores))
        given = scores_in(text, board or "eastern-us", bool(barons), tweaks)
    (most_board, most_barons), _ = Counter((s.board, s.barons) for s in given).most_common(1)[0]
    where = board_on_ladder(board) if board else most_board
    return standing(given, where, most_barons if barons is None else barons)


def standing(scores: Sequence[Score], board: str, barons: bool) -> Standing:
    """Place all scores together, whatever they were played on, and give chances on a board."""
    placing = place(groups_of(scores))
    ladder = ladder_of(board, barons)
    width = next((w for w in WIDTHS if w < placing.skill.high - placing.skill.low), WIDTHS[-1])
    return Standing(
        board,
        barons,
        placing,
        tuple(chances(placing, board, barons)),
        middle_of(ladder.chances[int(np.argmax(placing.weights))]),
        width,
        max(1, games_for(ladder, placing, width) - len(scores)),
        decided_after(scores, placing),
    )


def groups_of(scores: Sequence[Score], times: int = 1) -> list[tuple]:
    """The scores of each way to play, with its ladder."""
    return [
        (ladder_of(*game), np.repeat([s.score for s in scores if s.game == game], times))
        for game in Counter(score.game for score in scores)
    ]


def chances(placing: Placing, board: str, barons: bool) -> list[Chance]:
    """The standard game first, then every measured tweak, the easiest first."""
    known = read_ladder(board).measured
    named = [tweak.name for tweak in load_rulebook().tweaks if known(barons, tweak.name)]
    games = [(STANDARD, ()), *((name, (name,)) for name in named)]
    found = []
    for name, tweaks in games:
        target = target_of(board, barons, tweaks)
        rates = ladder_of(board, barons, tweaks).at_least(target)
        found.append(Chance(name, target, placing.average(rates)))
    return [found[0], *sorted(found[1:], key=lambda chance: -chance.rate.value)]


def nearest(found: Standing, wanted: float) -> Chance:
    """Of the standard game and the tweaks that with the chance nearest to the wanted one."""
    return min(found.chances, key=lambda chance: abs(chance.rate.value - wanted))


def nearest_target(found: Standing, wanted: float) -> Chance:
    """The target score that brings the standard game nearest to the wanted chance."""
    ladder = ladder_of(found.board, found.barons)
    rates = {t: float(ladder.at_least(t) @ found.placing.weights) for t in range(1, 301)}
    target = min(rates, key=lambda each: abs(rates[each] - wanted))
    return Chance(f"target {target}", target, found.placing.average(ladder.at_least(target)))


def decided_after(scores: Sequence[Score], placing: Placing) -> int | None:
    """How many scores like these would show that no skill fits, if something hints at it."""
    if not UNLIKELY <= placing.fit < DOUBTFUL:
        return None
    for times in MORE:
        if place(groups_of(scores, times)).fit < UNLIKELY:
            return times * len(scores)
    return None


def middle_of(chances_of_results: np.ndarray) -> int:
    from rotwsim.stats.placing import LOWEST

    return LOWEST + int(np.searchsorted(np.cumsum(chances_of_results), 0.5))


def in_words(skill: float) -> str:
    """A place on the ladder: "as good as club", "40 % of the way from club to expert"."""
    rung = round(skill)
    if abs(skill - rung) <= NEAR:
        return f"as good as {RUNGS[rung]}"
    below = int(skill)
    share = 10 * round(10 * (skill - below))
    return f"{share} % of the way from {RUNGS[below]} to {RUNGS[below + 1]}"

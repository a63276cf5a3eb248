"""Scores of a person: from the words of a command line, or a CSV of games like that of `play`."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from rotwsim.analysis.person_scores import Game, board_with_scores
from rotwsim.scenario.reading import Mistakes, describe
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

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
    def game(self) -> Game:
        return self.board, self.barons, self.tweaks


@dataclass(frozen=True)
class Wins:
    """Games of which only the wins are known."""

    game: Game
    won: int
    games: int


def scores_in(text: str, board: str, barons: bool, tweaks: Iterable[str] = ()) -> list[Score]:
    """Scores such as "98,110,131", all of one way to play."""
    game = checked_game(board, barons, tuple(tweaks))
    words = [word for word in re.split(r"[\s,;]+", text) if word]
    if not words:
        raise DataError("--scores names no score; write them as 98,110,131")
    if len(words) > MOST_SCORES:
        raise DataError(f"--scores names {len(words):,} scores; legal: up to {MOST_SCORES:,}")
    return [Score(*game, checked_score(word, "--scores: ")) for word in words]


def record_in(text: str, board: str, barons: bool, tweaks: Iterable[str] = ()) -> Wins:
    """A record such as "3/8": three of eight games won, all of one way to play."""
    found = re.fullmatch(r"\s*(\d{1,5})\s*(?:/|of)\s*(\d{1,5})\s*", text)
    won, games = (int(number) for number in found.groups()) if found else (0, 0)
    if games < 1 or won > games:
        raise DataError(f"--record is {describe(text)}; write games won and played, as 3/8")
    return Wins(checked_game(board, barons, tuple(tweaks)), won, games)


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


def checked_game(board: str, barons: bool, tweaks: tuple[str, ...]) -> Game:
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

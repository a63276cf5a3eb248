"""What happened since the last decision, told as `rotwsim replay` tells it."""

from __future__ import annotations

from rotwsim.core.state import codes, log
from rotwsim.replay.events import events_of
from rotwsim.replay.names import Names
from rotwsim.replay.position import Position
from rotwsim.replay.story import parts_of, story_of
from rotwsim.replay.text import paragraph, part_lines, result_lines
from rotwsim.session.game import SoloGame

PARTS_BEGIN = (log.FLIP, log.TRACK_REMOVED, log.INCOME, log.TURN)
NOTHING_CHANGES = ", nothing changes"


class Teller:
    """Tells a game as it goes on; after a choice is taken back it begins anew."""

    def __init__(self, game: SoloGame, names: Names):
        self.game, self.names = game, names
        self.position = Position(names)
        self.told = 1  # rows of the log; the first is its head
        self.number = 1  # of the next action in this turn

    def news(self) -> list[str]:
        """The lines about all that happened since they were asked for last."""
        rows = self.game.rows[self.told :].tolist()
        self.told += len(rows)
        lines: list[str] = []
        for part in _parts(rows):
            lines += self._lines(part)
        if not self.game.over and not self.game.is_action and lines:
            lines[-1] = lines[-1].replace(f"{NOTHING_CHANGES}.", ":")
        return lines

    def _lines(self, rows: list[list[int]]) -> list[str]:
        if rows[0][0] == 0:  # set-up
            for row in rows:
                self.position.follow(row)
            return []
        if rows[0][1] == log.TURN:
            self.number = 1
            last = ", the last one" if rows[0][log.FIRST + 1] else ""
            return ["", f"TURN {rows[0][log.FIRST]}{last}", *self._lines_of(rows[1:])]
        return self._lines_of(rows)

    def _lines_of(self, rows: list[list[int]]) -> list[str]:
        if not rows:
            return []
        if not _begins_part(rows[0]):
            return self._lines_further(rows)
        lines: list[str] = []
        for part in parts_of(rows, self.position):
            lines += part_lines(part, self.number)
            self.number += part.get("actions", 0)
        return lines

    def _lines_further(self, rows: list[list[int]]) -> list[str]:
        """What goes on after a choice within a part."""
        for row in rows:
            self.position.follow(row)
        told = [event["text"] for event in events_of(rows, self.names) if "text" in event]
        return [line for text in told for line in paragraph("", f"· {text}")]


def result_of_game(game: SoloGame) -> dict:
    """The result of the game as far as it has gone, by source of points."""
    return story_of(game.scenario, game.seed, game.game, game.rows)["result"]


def told_result(game: SoloGame) -> list[str]:
    """The result of a finished game."""
    return result_lines(result_of_game(game))


def _parts(rows: list[list[int]]) -> list[list[list[int]]]:
    """Rows by part of a turn; set-up is one part."""
    parts: list[list[list[int]]] = []
    for row in rows:
        if not parts or (row[0] > 0 and _begins_part(row)):
            parts.append([])
        parts[-1].append(row)
    return parts


def _begins_part(row: list[int]) -> bool:
    is_action = row[1] == log.DECISION and row[log.FIRST] == codes.DECIDE_ACTION
    return is_action or row[1] in PARTS_BEGIN

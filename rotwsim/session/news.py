"""Write a game by hand as it goes on: what happened since the last choice."""

from itertools import groupby

from rotwsim.core.state import log
from rotwsim.replay import multiplayer_story as story
from rotwsim.replay.events import events_of
from rotwsim.replay.names import Names, second_person
from rotwsim.replay.pieces import Rows, begins_action
from rotwsim.replay.solo_story import Position, parts_of
from rotwsim.replay.story import Action
from rotwsim.replay.text import paragraph, part_lines
from rotwsim.session.game import GameByHand

A_TURN = "TURN "
NOTHING_CHANGES = ", nothing changes"


class News:
    """Write a solo game as it goes on; after a choice is taken back it starts again."""

    def __init__(self, game: GameByHand):
        self.game, self.names = game, Names(game.scenario, second_person)
        self.position = Position(self.names)
        self.seen = 1  # rows of the log; the first is its head
        self.number = 1  # of the next action in this turn
        self.lines()

    def lines(self) -> list[str]:
        """Write all that happened since the last call."""
        rows = self.game.rows[self.seen :].tolist()
        self.seen += len(rows)
        lines = [line for part in _parts(rows) for line in self._lines(part)]
        if not self.game.over and not self.game.is_action and lines:
            lines[-1] = lines[-1].replace(f"{NOTHING_CHANGES}.", ":")
        return lines

    def _lines(self, rows: Rows) -> list[str]:
        lines: list[str] = []
        if rows[0][1] == log.TURN:
            turn, *rows = rows
            self.number = 1
            last = ", the last one" if turn[log.FIRST + 1] else ""
            lines = ["", f"{A_TURN}{turn[log.FIRST]}{last}"]
        is_set_up = bool(rows) and rows[0][0] == 0
        if rows and not is_set_up and _begins_part(rows[0]):
            for part in parts_of(rows, self.position):
                lines += part_lines(part, self.number)
                self.number += part.actions if isinstance(part, Action) else 0
            return lines
        for row in rows:  # the set-up, or what goes on after a choice within a part
            self.position.follow(row)
        events = [] if is_set_up else events_of(rows, self.names)
        texts = [event.text for event in events if event.text]
        return lines + [line for text in texts for line in paragraph("", f"· {text}")]


def _parts(rows: Rows) -> list[Rows]:
    parts: list[Rows] = []
    for row in rows:
        if not parts or (row[0] > 0 and _begins_part(row)):
            parts.append([])
        parts[-1].append(row)
    return parts


def _begins_part(row: list[int]) -> bool:
    return begins_action(row) or row[1] in (log.FLIP, log.TRACK_REMOVED, log.INCOME, log.TURN)


class SeatNews:
    """Write a game for 2 to 6 as it goes on."""

    def __init__(self, game: GameByHand, names: Names):
        self.game, self.position, self.seen = game, story.MultiplayerPosition(names), 1

    def lines(self) -> list[str]:
        """Write what happened since your last choice, turn by turn."""
        rows = self.game.rows[self.seen :].tolist()
        self.seen += len(rows)
        lines: list[str] = []
        for turn, of_turn in groupby(rows, lambda row: row[0]):
            mine = list(of_turn)
            if turn == 0:
                self._follow(mine)
                continue
            if mine[0][1] == log.TURN:
                lines += ["", f"{A_TURN}{turn}"]
                mine = mine[1:]
            lines += self._lines(mine)
        return lines

    def _lines(self, rows: Rows) -> list[str]:
        lines: list[str] = []
        for part in story.split_turn(rows) if rows else []:
            events = {row[1] for row in part}
            if log.BID in events and log.ORDER not in events:  # the order is not settled yet
                self._follow(part)
                bids = [row for row in part if row[1] == log.BID]
                lines += [f"  Seat {row[2] + 1} {story.bid_words(row[log.FIRST])}." for row in bids]
            else:
                written = story.part_of(part, self.position)
                if written.events or isinstance(written, Action):
                    lines += part_lines(written)
        return lines

    def _follow(self, rows: Rows) -> None:
        for row in rows:
            self.position.follow(row)

"""Play the game for 2 to 6 by hand: some seats are yours, the program plays the others."""

from collections.abc import Iterable
from itertools import groupby

import numpy as np

from rotwsim.core.state import codes, layout, log
from rotwsim.players.registry import new_mind
from rotwsim.players.value.rank_actions import forget
from rotwsim.replay import multiplayer_story as story
from rotwsim.replay.multiplayer_story import MultiplayerPosition, bid_words, part_of
from rotwsim.replay.names import Names
from rotwsim.replay.text import paragraph, seat_part_lines, seat_result_lines
from rotwsim.runner.play import kernels_of, rules_of
from rotwsim.scenario.options import OF_A_PLAYER
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.session.game import NO_SEAT, Choice, SoloGame
from rotwsim.session.position_text import question, seats_lines
from rotwsim.session.terminal import Terminal, line_of

ME, ADVISER = "me", "expert"
A_TURN = "TURN "


def seats_of(words: Iterable[str]) -> tuple[list[str], list[int]]:
    """Give the players of all seats, the adviser in yours, and the places of yours."""
    seats = list(words)
    mine = [place for place, player in enumerate(seats) if player == ME]
    return [ADVISER if player == ME else player for player in seats], mine


class MultiplayerGame(SoloGame):
    """A game in which the program decides for the seats that are not yours."""

    def __init__(self, scenario: Scenario, mine: Iterable[int], seed: int, game: int = 0):
        self.scenario, self.seed, self.game = scenario, seed, game
        self.mine = frozenset(mine)
        if not self.mine:
            raise DataError(NO_SEAT)
        self.rules = rules_of(scenario)
        self.party = kernels_of(scenario).party
        self.play = self.party.game
        self.mind = new_mind(self.rules)
        self._begin()

    @property
    def command(self) -> str:
        """Write what begins this very game once more."""
        seats = (ME if p in self.mine else name for p, name in enumerate(self.scenario.seats))
        rest = self.scenario.command((*OF_A_PLAYER, "seats"))
        return f"rotwsim play {rest} --seats {','.join(seats)} --seed {self.seed}"

    def _play_on(self) -> None:
        self.play.advance(self.state, self.table, self.log)
        forget(self.mind)
        while not self.over and self.seat not in self.mine:
            self._carry_out(self._chosen(self.states, self.mind))
            self.play.advance(self.state, self.table, self.log)
        self.choices = [] if self.over else self._list_choices()

    def _chosen(self, states: np.ndarray, mind: np.ndarray) -> Choice:
        if not self.is_action:
            return (int(self.party.choose(states, self.rules)),)
        copies = np.zeros(1, layout.STATE)
        return tuple(map(int, self.party.choose_action(states, copies, self.rules, mind)))

    def advice(self) -> Choice:
        """Give what the expert would do in your place, found on a copy."""
        mind = new_mind(self.rules)
        forget(mind)
        return self._chosen(self.states.copy(), mind)


class MultiplayerTerminal(Terminal):
    """A person's game for 2 to 6: commands come as lines, answers leave as lines."""

    game: MultiplayerGame

    def _start(self) -> None:
        self.names = Names(self.game.scenario)
        self.news = SeatNews(self.game, self.names)
        seats = ", ".join(str(seat + 1) for seat in sorted(self.game.mine))
        self.say(f"{self.game.scenario.board.title}, you play seat {seats}: type help.")
        lines = self.news.lines()
        turns = [place for place, line in enumerate(lines) if line.startswith(A_TURN)]
        self._say_all(lines[turns[-1] :] if turns else [])
        self._show()

    def _status(self) -> None:
        game, names = self.game, self.names
        self._say_all(["", *seats_lines(game, names, game.mine)])
        kept = int(game.state.kept[game.seat])
        if kept != codes.NOBODY and game.state.decision != codes.DECIDE_KEEP:
            self._say_all(paragraph("Baron", names.rail_baron(kept).name))
        self.say(f"Seat {game.seat + 1}. {question(game, names)}:")

    def _hint(self) -> None:
        advice = self.game.advice()
        similar = [one for one in self.shown if one.choice[:3] == advice[:3]]
        same = [one for one in similar if one.choice == advice]
        self.say(f"The expert would take\n{line_of((same or similar)[0])}")
        self.game.hinted.append(len(self.game.taken))

    def _end(self) -> None:
        game = self.game
        self.page(game)
        ended = story.multiplayer_story_of(game.scenario, game.seed, game.game, game.rows)
        self._say_all(["", *seat_result_lines(ended.result)])


class SeatNews:
    """Write a game for 2 to 6 as it goes on."""

    def __init__(self, game: MultiplayerGame, names: Names):
        self.game, self.position, self.seen = game, MultiplayerPosition(names), 1

    def lines(self) -> list[str]:
        """Write what happened since your last choice, turn by turn."""
        rows = self.game.rows[self.seen :].tolist()
        self.seen += len(rows)
        lines: list[str] = []
        for turn, of_turn in groupby(rows, lambda row: row[0]):
            mine = list(of_turn)
            if turn == 0:
                for row in mine:
                    self.position.follow(row)
                continue
            if mine[0][1] == log.TURN:
                lines += ["", f"{A_TURN}{turn}"]
                mine = mine[1:]
            lines += self._lines_of(mine)
        return lines

    def _lines_of(self, rows: list[list[int]]) -> list[str]:
        lines: list[str] = []
        for part in story.split_turn(rows) if rows else []:
            events = {row[1] for row in part}
            if log.BID in events and log.ORDER not in events:  # the order is not settled yet
                for row in part:
                    self.position.follow(row)
                bids = [row for row in part if row[1] == log.BID]
                lines += [f"  Seat {row[2] + 1} {bid_words(row[log.FIRST])}." for row in bids]
            else:
                written = part_of(part, self.position)
                if written.events or written.kind == "action":
                    lines += seat_part_lines(written)
        return lines

"""Play a game at the terminal: show the position, read one command a line, obey."""

import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from rotwsim.core.state import codes
from rotwsim.replay.names import Names
from rotwsim.replay.solo_story import story_of
from rotwsim.replay.story import SoloResult
from rotwsim.replay.text import paragraph, result_lines
from rotwsim.scenario.schema import DataError
from rotwsim.session import position_text
from rotwsim.session.game import GAMES, GameByHand, load, log_file, log_score, save
from rotwsim.session.hints import hints
from rotwsim.session.news import A_TURN, News, SeatNews
from rotwsim.session.position_text import ShownChoice, board_lines, question, shown_choices

SHOWN = 8  # choices of one kind before the rest is left to `list`
HELP = """\
  a number      take that choice
  list [WORDS]  all choices, or those with these words: list build, list Chicago
  board         every city with its cubes and Links, Major Lines, Barons
  hint          the expert's best choices, and why
  undo          take back the last choice
  save FILE     keep the game        load FILE     go on with a kept one
  help or ?     these lines          quit          end without a result"""

Say = Callable[[str], None]


@dataclass
class Terminal:
    """A person's game: its commands come as lines, its answers leave as lines."""

    game: GameByHand
    say: Say
    log: Path = field(default_factory=log_file)
    page: Callable[[GameByHand], None] = lambda game: None  # draws the game beside the terminal
    left: bool = field(default=False, init=False)

    def play(self, lines: Iterable[str]) -> None:
        """Play until the game is over, the person leaves or no more lines come."""
        self._start()
        for line in lines:
            self.obey(line)
            if self.left or self.game.over:
                break
        if self.game.over:
            self._end()
        elif not self.left:
            self.say("No more commands; the game is left unfinished.")

    def obey(self, line: str) -> None:
        """Obey one command; what cannot be done is said in a line and changes nothing."""
        word, _, rest = line.strip().partition(" ")
        try:
            if word.isdecimal():
                self._take(int(word))
            elif word:
                self._command(word.lower())(rest.strip())
        except (DataError, OSError) as error:
            self.say(f"{error}; nothing changed.")

    def _command(self, word: str) -> Callable[[str], None]:
        commands = {
            "list": self._list,
            "board": lambda _: self._say_all(board_lines(self.game, self.names)),
            "hint": lambda _: self._hint(),
            "undo": lambda _: self._undo(),
            "save": self._save,
            "load": self._load,
            **dict.fromkeys(("help", "?"), lambda _: self.say(HELP)),
            "quit": lambda _: self._leave(),
        }
        found = [name for name in commands if name.startswith(word)]
        if len(found) != 1:
            raise DataError(f'no command is called "{word}"; type help, or a number')
        return commands[found[0]]

    def _start(self) -> None:
        """Show the whole game from the present position."""
        game = self.game
        self.names = Names(game.scenario)
        seats = ", ".join(str(seat + 1) for seat in sorted(game.mine))
        yours = f", you play seat {seats}" if seats else ""
        self.say(f"{game.scenario.board.title}{yours}: type help to see the commands.")
        self.news = SeatNews(game, self.names) if seats else News(game)
        lines = self.news.lines() if seats else []
        turns = [place for place, line in enumerate(lines) if line.startswith(A_TURN)]
        self._say_all(lines[turns[-1] :] if turns else [])
        self._show()

    def _take(self, number: int) -> None:
        if not 1 <= number <= len(self.shown):
            raise DataError(f"there is no choice {number}; legal are 1 to {len(self.shown)}")
        self.game.take(self.shown[number - 1].choice)
        self._say_all(self.news.lines())
        if not self.game.over:
            self._show()

    def _show(self) -> None:
        self.shown = shown_choices(self.game, self.names)
        self.page(self.game)
        self._status()
        for kind in dict.fromkeys(one.kind for one in self.shown):
            lines = [line_of(one) for one in self.shown if one.kind == kind]
            more = f"        … and {len(lines) - SHOWN} more: list {kind.split()[0]}"
            self._say_all(lines[:SHOWN] + [more] * (len(lines) > SHOWN))

    def _status(self) -> None:
        game, names = self.game, self.names
        asked = f"{question(game, names)}:"
        if game.mine:
            self._say_all(["", *position_text.seats_lines(game, names, game.mine)])
            kept = int(game.state.kept[game.seat])
            if kept != codes.NOBODY and game.state.decision != codes.DECIDE_KEEP:
                self._say_all(paragraph("Baron", names.rail_baron(kept).name))
            asked = f"Seat {game.seat + 1}. {asked}"
        elif game.is_action:
            self._say_all(["", *position_text.status_lines(game, names)])
        self.say(asked)

    def _list(self, words: str) -> None:
        wanted = words.lower().split()
        texts = ((one, f"{one.kind} {one.text}".lower()) for one in self.shown)
        found = [one for one, text in texts if all(word in text for word in wanted)]
        if not found:
            raise DataError(f'no choice has the words "{words}"')
        self._say_all(map(line_of, found))

    def _hint(self) -> None:
        for shown, why in hints(self.game, self.shown):
            self.say(f"{line_of(shown)}\n        because {why}")
        self.game.hinted.append(len(self.game.taken))

    def _undo(self) -> None:
        if not self.game.taken:
            raise DataError("there is nothing to undo")
        self.game.take_back()
        self._start()

    def _save(self, file: str) -> None:
        if not file:
            raise DataError("save needs the name of a file")
        save(Path(file), self.game)
        self.say(f"Saved: {file}")

    def _load(self, file: str) -> None:
        if not file:
            raise DataError("load needs the name of a file")
        loaded = load(Path(file))
        self.game = loaded
        self._start()

    def _leave(self) -> None:
        self.left = True
        self.say("The game is left unfinished.")

    def _end(self) -> None:
        self.page(self.game)
        game = self.game
        result = story_of(game.scenario, game.seed, game.game, game.rows).result
        self._say_all(["", *result_lines(result)])
        if not isinstance(result, SoloResult):
            return
        file = Path(GAMES) / f"{date.today().isoformat()}-{game.seed}.json"
        try:  # the choices of the game beside the log, for its review
            save(self.log.parent / file, game)
            kept = file.as_posix()
        except OSError:
            kept = ""
        try:
            log_score(self.log, game, result, kept)
        except OSError as error:
            self.say(f"Not kept in {self.log}: {error.strerror}; --log names another file")
            return
        self.say(f"Kept in {self.log}")
        if kept:
            file = shlex.quote(str(self.log.parent / kept))
            self.say(f"Why did it end so? rotwsim review {file}")

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)


def line_of(one: ShownChoice) -> str:
    """Write a choice as one line: its number, what it does, and its points where it has any."""
    points = f"  [{one.points:+d}]" if one.points else ""
    return f"  {one.number:>4}  {one.text}{points}"

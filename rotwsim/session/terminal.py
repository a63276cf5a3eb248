"""A solo game at the terminal: shows what lies open, reads one command a line, and obeys."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from rotwsim.replay.names import Names
from rotwsim.scenario.schema import DataError
from rotwsim.session.board_text import board_lines, status_lines
from rotwsim.session.files import load, log_score, save
from rotwsim.session.game import SoloGame
from rotwsim.session.hints import hints
from rotwsim.session.telling import Teller, result_of_game, told_result
from rotwsim.session.words import Told, question, told_choices

SHOWN = 8  # choices of one kind before the rest is left to `list`
HELP = """\
  a number      take that choice
  list [WORDS]  all choices, or those with these words: list build, list Chicago
  board         every city with its cubes and Links, Major Lines, Barons
  hint          what the expert would do, and why
  undo          take back the last choice
  save FILE     keep the game        load FILE     go on with a kept one
  help          these lines          quit          end without a result"""

Say = Callable[[str], None]


@dataclass
class Terminal:
    """A person's game: its commands come as lines, its answers leave as lines."""

    game: SoloGame
    say: Say
    log: Path
    page: Callable[[SoloGame], None] = lambda game: None  # draws the game beside the terminal
    hints_used: int = 0
    undos: int = 0
    left: bool = field(default=False, init=False)

    def play(self, lines: Iterable[str]) -> None:
        """Plays until the game is over, the person leaves or no more lines come."""
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
        """One command; what cannot be done is said in a line and changes nothing."""
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
            "help": lambda _: self.say(HELP),
            "quit": lambda _: self._leave(),
        }
        found = [name for name in commands if name.startswith(word)]
        if len(found) != 1:
            raise DataError(f'no command is called "{word}"; type help, or a number')
        return commands[found[0]]

    def _start(self) -> None:
        """The game as it stands, shown anew."""
        self.names = Names(self.game.scenario)
        self.teller = Teller(self.game, self.names)
        self.say(f"{self.game.scenario.board.title}: type help to see the commands.")
        self.teller.news()
        self._show()

    def _take(self, number: int) -> None:
        if not 1 <= number <= len(self.told):
            raise DataError(f"there is no choice {number}; legal are 1 to {len(self.told)}")
        self.game.take(self.told[number - 1].choice)
        self._say_all(self.teller.news())
        if not self.game.over:
            self._show()

    def _show(self) -> None:
        """What lies open and what can be chosen."""
        self.told = told_choices(self.game, self.names)
        self.page(self.game)
        if self.game.is_action:
            self._say_all(["", *status_lines(self.game, self.names)])
        self.say(f"{question(self.game, self.names)}:")
        for kind in dict.fromkeys(one.kind for one in self.told):
            of_kind = [one for one in self.told if one.kind == kind]
            self._say_all(map(line_of, of_kind[:SHOWN]))
            if len(of_kind) > SHOWN:
                self.say(f"        … and {len(of_kind) - SHOWN} more: list {kind.split()[0]}")

    def _list(self, words: str) -> None:
        wanted = words.lower().split()
        found = [
            one
            for one in self.told
            if all(word in f"{one.kind} {one.text}".lower() for word in wanted)
        ]
        if not found:
            raise DataError(f'no choice has the words "{words}"')
        self._say_all(map(line_of, found))

    def _hint(self) -> None:
        for hint in hints(self.game, self.told):
            self.say(f"{line_of(hint.told)}\n        because {hint.why}")
        self.hints_used += 1

    def _undo(self) -> None:
        if not self.game.taken:
            raise DataError("there is nothing to undo")
        self.game.take_back()
        self.undos += 1
        self._start()

    def _save(self, file: str) -> None:
        if not file:
            raise DataError("save needs the name of a file")
        save(Path(file), self.game, self.hints_used, self.undos)
        self.say(f"Saved: {file}")

    def _load(self, file: str) -> None:
        if not file:
            raise DataError("load needs the name of a file")
        self.game, self.hints_used, self.undos = load(Path(file))
        self._start()

    def _leave(self) -> None:
        self.left = True
        self.say("The game is left unfinished.")

    def _end(self) -> None:
        self.page(self.game)
        self._say_all(["", *told_result(self.game)])
        result = result_of_game(self.game)
        try:
            log_score(self.log, self.game, result, self.hints_used, self.undos)
        except OSError as error:
            self.say(f"Not kept in {self.log}: {error.strerror}; --log names another file")
        else:
            self.say(f"Kept in {self.log}")

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)


def line_of(one: Told) -> str:
    """A choice as one line: its number, what it does, and its points where it has any."""
    points = f"  [{one.points:+d}]" if one.points else ""
    return f"  {one.number:>4}  {one.text}{points}"

# Longer than most: a game, its choices, and how both are kept in files.
"""A solo game taken decision by decision: choose, take it back, save and load."""

import csv
import io
import json
import os
import shlex
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from pathlib import Path

import numpy as np

from rotwsim.core.play.turn_actions import ACTION, LEGAL_ACTIONS, legal_actions
from rotwsim.core.state import layout
from rotwsim.core.state.codes import BUILD, DECIDE_ACTION
from rotwsim.core.state.log import IN_USE, new_log
from rotwsim.core.track.building import build_limit, grant_saves, quicker_route, tiles_missing
from rotwsim.core.track.found_routes import route_now, steps_of, tiles_of
from rotwsim.players.registry import new_mind
from rotwsim.players.value.rank_actions import forget
from rotwsim.replay.story import SoloResult
from rotwsim.runner.play import kernels_for, rules_of
from rotwsim.scenario.files import write_whole
from rotwsim.scenario.options import OF_A_PLAYER, SCENARIO_OPTIONS
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

ME, ADVISER = "me", "expert"  # who gives hints: its judgement is in the compiled rules
TRIAL_ROWS = 512  # of the log of one action

Choice = tuple[int, ...]  # an action, six numbers; else the place of a choice


@dataclass(eq=False)
class ShownGame:
    """A game as far as its text needs it."""

    scenario: Scenario
    states: np.ndarray
    rules: np.ndarray

    @property
    def state(self) -> np.record:
        """Give the position, hidden cards included; its fields are those of `core.state.layout`."""
        return self.states[0]

    @property
    def table(self) -> np.record:
        return self.rules[0]


class GameByHand(ShownGame):
    """A game in play, solo or with seats of which some are yours; the program plays the others.

    Run seed and game number decide what the bag and the decks hold. Choices are numbered as
    `choices` lists them. What was taken is kept, so that a game can be taken back, saved, and
    played again.
    """

    def __init__(self, scenario: Scenario, seed: int, game: int = 0, mine: Iterable[int] = ()):
        self.scenario, self.seed, self.game = scenario, seed, game
        self.mine = frozenset(mine)
        if scenario.seats and not self.mine:
            raise DataError('no seat is yours; name it "me", as in --seats me,3*expert')
        solo = {} if scenario.seats else {"player": ADVISER, "slip": 0.0}
        self.rules = rules_of(scenario.varied(**solo))
        self.party = kernels_for(self.rules).party
        self.play = self.party.game
        self.mind = new_mind(self.rules)
        self._begin()

    def _begin(self) -> None:
        self.states = np.zeros(1, layout.STATE)
        self.log = new_log()
        self.before_action = self.states
        self.taken: list[Choice] = []
        self.past: list[tuple] = []  # how it stood before each choice
        self.hinted: list[int] = []  # decisions at which a hint was asked for, counted from 0
        self.undone: list[int] = []  # decisions that were taken back
        self.play.set_up(self.state, self.table, self.seed, self.game, self.log)
        self._play_on()

    @property
    def seat(self) -> int:
        """Give the seat that decides; in solo there is one."""
        return int(self.state.seat)

    @property
    def title(self) -> str:
        return f"{self.scenario.title(OF_A_PLAYER)}, played by hand"

    @property
    def command(self) -> str:
        command = f"rotwsim play {self.scenario.command((*OF_A_PLAYER, 'seats'))}"
        if self.mine:
            seats = (ME if p in self.mine else name for p, name in enumerate(self.scenario.seats))
            command += f" --seats {','.join(seats)}"
        return f"{command} --seed {self.seed}"

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    @property
    def is_action(self) -> bool:
        """Ask whether an action is to be chosen, or one of the choices of another decision."""
        return int(self.state.decision) == DECIDE_ACTION

    @property
    def rows(self) -> np.ndarray:
        """Give the event log so far, head included."""
        return self.log[: self.log[0, IN_USE]]

    def take(self, choice: Choice) -> None:
        """Take one of the choices and play on to the next decision."""
        if choice not in self.choices:
            raise DataError(f"{list(choice)} is not among the {len(self.choices)} choices")
        now = self.states.copy()
        self.past.append((now, self.rows.copy(), self.before_action, self.choices))
        self.before_action = now if self.is_action else self.before_action
        self._carry_out(choice)
        self.taken.append(choice)
        self._play_on()

    def _carry_out(self, choice: Choice) -> None:
        if self.is_action:
            self.play.act(self.state, self.table, choice, self.log)
        else:
            self.play.answer(self.state, self.table, choice[0], self.log)

    def take_back(self) -> None:
        """Undo the last choice; what came up after it will come up again."""
        self.taken.pop()
        self.undone.append(len(self.taken))
        self.states, rows, self.before_action, self.choices = self.past.pop()
        self.log = new_log()
        self.log[: len(rows)] = rows

    def replay(self, taken: list[Choice]) -> None:
        self._begin()
        for choice in taken:
            self.take(tuple(choice))

    def tried(self, choice: Choice) -> tuple[np.record, np.ndarray]:
        """Carry out an action on a copy, nothing drawn after it; give its state and log."""
        copy, log = self.states.copy(), new_log()[:TRIAL_ROWS]
        self.play.act(copy[0], self.table, choice, log)
        return copy[0], log[1 : log[0, IN_USE]]

    def advice(self) -> Choice:
        """Give what the expert would do in your place, found on a copy, which draws nothing."""
        states, mind = self.states.copy(), new_mind(self.rules)
        if not self.is_action and not self.mine:  # with what it would have noted at the last action
            before = self.before_action.copy()
            self._chosen(before, mind, is_action=True)
            for name in before.dtype.names or ():
                if name.startswith("note_"):
                    states[name] = before[name]
        return self._chosen(states, mind, self.is_action)

    def _chosen(self, states: np.ndarray, mind: np.ndarray, is_action: bool) -> Choice:
        if not is_action:
            return (int(self.party.choose(states, self.rules)),)
        copies = np.zeros(1, layout.STATE)
        return tuple(map(int, self.party.choose_action(states, copies, self.rules, mind)))

    def _play_on(self) -> None:
        self.play.advance(self.state, self.table, self.log)
        forget(self.mind)
        while self.mine and not self.over and self.seat not in self.mine:
            self._carry_out(self._chosen(self.states, self.mind, self.is_action))
            self.play.advance(self.state, self.table, self.log)
        self.choices = [] if self.over else self._list_choices()

    def _list_choices(self) -> list[Choice]:
        if not self.is_action:
            return [(place,) for place in range(self.state.choice_count)]
        legal = np.empty((LEGAL_ACTIONS, ACTION), np.int64)
        count = legal_actions(self.state, self.table, self.seat, legal)
        builds = self._routes_on() if self.state.open_city >= 0 else self._links()
        return [tuple(row) for row in legal[:count].tolist()] + builds

    def _routes_on(self) -> list[Choice]:
        """List how open track may be led on to any city that it can reach (B15)."""
        state, rules, builds = self.state, self.table, []
        city, grants = int(state.open_city), self._grants()
        limit = build_limit(state, rules, self.seat)
        for aim in range(rules.cities):
            missing = tiles_missing(state, rules, aim)
            if missing > 0:
                build = (BUILD, city, aim, min(limit, missing))
                builds += [(*build, grant, 0) for grant in grants]
        return builds

    def _links(self) -> list[Choice]:
        """List the Links that can be begun, on the cheapest route and on that for fewer Builds."""
        state, rules, builds = self.state, self.table, []
        limit, grants = build_limit(state, rules, self.seat), self._grants()
        pairs = zip(rules.pair_first.tolist(), rules.pair_second.tolist(), strict=True)
        for pair, (first, second) in zip(range(rules.listed), pairs, strict=False):
            route = route_now(state, rules, pair)
            while route >= 0:
                tiles = tiles_of(state, rules, route)
                ends = [(first, second), (second, first)]
                if tiles <= limit or steps_of(state, rules, route) == 0:  # complete, or by sea
                    ends = ends[:1]
                for city, aim in ends:
                    build = (BUILD, city, aim, min(limit, tiles))
                    builds += [
                        (*build, grant, route)
                        for grant in grants
                        if not grant or grant_saves(state, rules, city, route, build[3]) > 0
                    ]
                fewer = (tiles - 1) // limit * limit
                route = quicker_route(state, rules, pair, fewer) if fewer > 0 else -1
        return builds

    def _grants(self) -> range:
        """Offer a Build without a Land Grant, and with one where the player has any (B46)."""
        return range(2 if self.state.grants[self.seat] > 0 else 1)


LOG, GAMES = "games.csv", "games"  # saved games are in a folder beside the log
COLUMNS = (
    *("date", "board", "barons", "tweaks", "score", "target", "won", "hints", "undos"),
    "file",  # the saved game, in the folder of the log
    "other_rules",  # settings or rules of the user's own: `rotwsim me` leaves such a game out
    *("errors", "errors_within"),  # points that decisions cost, once reviewed, and their error
)
NOT_A_GAME = "is not a saved game"


def log_file() -> Path:
    """Give the log of the user's games unless another is named."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "rotwsim" / LOG


def log_score(path: Path, game: GameByHand, result: SoloResult, file: str = "") -> None:
    """Add a finished game to a log; `file` has its choices. The first line names the columns."""

    def is_so(fact: object) -> str:
        return "yes" if fact else "no"

    path.parent.mkdir(parents=True, exist_ok=True)
    scenario = game.scenario
    row = {
        "date": date.today().isoformat(),
        "board": scenario.board.name,
        "barons": is_so(scenario.barons),
        "tweaks": " ".join(scenario.tweaks),
        "score": result.result,
        "target": result.target,
        "won": is_so(result.won),
        "hints": len(game.hinted),
        "undos": len(game.undone),
        "file": file,
        "other_rules": is_so(scenario.settings or scenario.own),
    }
    write_log(path, [*read_log(path), row])


def log_errors(saved: Path, points: float, within: float) -> list[Path]:
    """Note what the decisions of a saved game cost, in each log that names it; list these."""
    folder, name, noted = saved.absolute().parent, f"{GAMES}/{saved.name}", []
    for path in folder.parent.glob("*.csv") if folder.name == GAMES else ():
        rows = read_log(path)
        played = [row for row in rows if row.get("file") == name]
        if played:
            played[-1] |= {"errors": f"{points:.1f}", "errors_within": f"{within:.1f}"}
            write_log(path, rows)
            noted.append(path)
    return noted


def saved_games(path: Path) -> list[Path]:
    """List the saved games that a log names, as far as they are there."""
    named = dict.fromkeys(path.parent / row["file"] for row in read_log(path) if row.get("file"))
    found = [file for file in named if file.is_file()]
    if not found:
        raise DataError(f"{path} names no saved game; rotwsim play keeps one for each result")
    return found


def read_log(path: Path) -> list[dict]:
    if not path.exists():
        return []
    try:
        with path.open(newline="", encoding="utf-8-sig") as lines:
            return list(csv.DictReader(lines))
    except (UnicodeDecodeError, csv.Error):
        raise OSError(0, "it is not a table of UTF-8 text") from None


def write_log(path: Path, rows: list[dict]) -> None:
    """Write a log whole; columns of the user's own stay."""
    names = dict.fromkeys([*COLUMNS, *(name for row in rows for name in row if name)])
    text = io.StringIO()
    writer = csv.DictWriter(text, list(names), restval="", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    write_whole(path, text.getvalue())


def save(path: Path, game: GameByHand) -> None:
    """Write what was chosen so far; seed and game number bring back the rest."""
    scenario = game.scenario
    options = {one.name: one.plain(getattr(scenario, one.name)) for one in SCENARIO_OPTIONS}
    _, board, *_ = shlex.split(scenario.command())  # as `Scenario.of` finds it from any folder
    options["board"] = str(Path(board).absolute()) if Path(board).is_file() else board
    kept = {
        "scenario": options,
        "data": scenario.data_digest(),
        "seed": game.seed,
        "game": game.game,
        "hinted": game.hinted,
        "undone": game.undone,
        "taken": game.taken,
        "mine": sorted(game.mine),
        "events": rows_digest(game),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(kept, indent=1) + "\n")


def load(path: Path) -> GameByHand:
    """Read a saved game as it was, with the hints and undos used."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        scenario = Scenario.of(**kept["scenario"])
        which = int(kept["seed"]), int(kept["game"]), map(int, kept.get("mine", ()))
        game = GameByHand(scenario, *which)
        taken = [tuple(map(int, choice)) for choice in kept["taken"]]
        hinted, undone = (list(map(int, kept[marks])) for marks in ("hinted", "undone"))
        data = kept["data"]
    except DataError:
        raise
    except (ArithmeticError, AttributeError, KeyError, RecursionError, TypeError, ValueError):
        raise DataError(f"{path} {NOT_A_GAME}") from None
    if data != scenario.data_digest():
        raise DataError(f"{path} was saved with other parameters of the board or the rulebook")
    try:
        game.replay(taken)
    except DataError:
        raise DataError(f"{path} was saved by another version; its choices do not fit") from None
    if scenario.seats and kept.get("events") != rows_digest(game):
        raise DataError(f"{path} was saved by another version; the other seats play otherwise now")
    game.hinted, game.undone = hinted, undone
    return game


def rows_digest(game: GameByHand) -> str:
    """Stand for all that has happened, the choices of the other seats included."""
    return sha256(game.rows.tobytes()).hexdigest()

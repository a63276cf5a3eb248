"""A solo game by hand: choices, hints, undo, saving, the log, and a terminal that forgives."""

from __future__ import annotations

import copy
import csv
import io
import os
import pty
import random
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from rotwsim.cli import main
from rotwsim.cli.play import writer_of
from rotwsim.core.state.codes import BUILD
from rotwsim.core.state.log import TILE
from rotwsim.core.track.found_routes import tiles_of
from rotwsim.players.strategies.master import deal_anew
from rotwsim.reference.given import Given
from rotwsim.reference.replay import replay_log
from rotwsim.replay.names import Names
from rotwsim.runner.play import play
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.session.game import GameByHand, load, save
from rotwsim.session.hints import hints
from rotwsim.session.position_text import board_lines, shown_choices, status_lines
from rotwsim.session.terminal import Terminal

FEW_TURNS = {"cards_removed": 12, "base_exhaust": 9, "empty_city_trigger": 3}  # five
SCENARIO = Scenario.of("portugal", barons=True, settings=FEW_TURNS)
SHORT = Scenario.of("portugal", settings=FEW_TURNS)
CODE = "from rotwsim.cli import main; main()"
WORDS = ("play", "--board", "portugal", "--seed", "3")


def by_hints(game: GameByHand, choices: int) -> GameByHand:
    """Follow the hint for some choices."""
    for _ in range(choices):
        if game.over:
            break
        game.take(game.advice())
    return game


def new_terminal(folder: Path, game: GameByHand | None = None) -> tuple[Terminal, list[str]]:
    said: list[str] = []
    terminal = Terminal(game or GameByHand(SCENARIO, 3), said.append, folder / "games.csv")
    return terminal, said


@pytest.fixture(scope="module")
def finished() -> GameByHand:
    return by_hints(GameByHand(SCENARIO, 3), 1000)


@pytest.fixture(scope="module")
def _begun() -> GameByHand:
    return by_hints(GameByHand(SCENARIO, 3), 10)


@pytest.fixture
def begun(_begun) -> GameByHand:
    """A game after ten choices, free to be played on."""
    return copy.deepcopy(_begun)


@pytest.mark.slow
def test_a_game_by_hints_is_the_experts_own_game(finished):
    alone = play(SCENARIO.varied(player="expert"), seed=3, game=0).outcome
    assert finished.over and finished.state.turn == alone["turns"]
    assert finished.state.score[0] == alone["points"]


@pytest.mark.slow
def test_a_game_by_hand_passes_the_audit(finished):
    assert replay_log(Given(SCENARIO), finished.rows)


@pytest.mark.slow
def test_B15_a_link_of_several_builds_can_be_begun_from_either_end():
    """Other tiles come first, the whole costs the same; and the audit agrees with both games."""
    begun = [choice for choice in GameByHand(SHORT, 3).choices if choice[0] == BUILD]
    routes = Counter(choice[5] for choice in begun)
    long_route = next(route for route, ends in routes.items() if ends == 2)
    first, second = (choice for choice in begun if choice[5] == long_route)
    assert first[1:3] == second[2:0:-1]
    one, other = both_builds(first), both_builds(second)
    assert [tile[:1] for tile in one] == [tile[:1] for tile in reversed(other)]
    assert sum(tile[3] for tile in one) == sum(tile[3] for tile in other)


def test_a_link_of_one_build_is_listed_once():
    game = GameByHand(SHORT, 3)
    builds = [choice for choice in game.choices if choice[0] == BUILD]
    whole = [
        route for *_, tiles, _, route in builds if tiles == tiles_of(game.state, game.table, route)
    ]
    assert len(whole) > 10 and len(set(whole)) == len(whole)


def both_builds(choice: tuple[int, ...]) -> list[list[int]]:
    """Begins a Link and goes on with it, then passes to the end; returns the tiles of the Link."""
    game = GameByHand(SHORT, 3)
    game.take(choice)
    game.take(next(c for c in game.choices if c[:3] == (BUILD, *choice[1:3])))
    assert game.state.links == 1
    tiles = [row[3:7] for row in game.rows[1:].tolist() if row[1] == TILE]
    while not game.over:
        game.take(game.choices[0])
    assert replay_log(Given(SHORT), game.rows)
    return tiles


@pytest.mark.slow
def test_every_choice_has_its_price_and_points_from_the_rules_themselves(finished):
    game, names = GameByHand(SCENARIO, 3), Names(SCENARIO)
    for choice in finished.taken[:25]:
        if game.is_action:
            one = next(t for t in shown_choices(game, names) if t.choice == choice)
            before = int(game.state.score[0]), int(game.state.cash[0]), int(game.state.bonds[0])
            after, _ = game.tried(choice)
            paid = before[1] - after.cash[0] + game.table.bond_pays * (after.bonds[0] - before[2])
            assert (one.points, one.cost) == (after.score[0] - before[0], paid)
        game.take(choice)


def test_a_hint_says_which_deliveries_open_at_once():
    game, names = GameByHand(SCENARIO, 3), Names(SCENARIO)
    advice = hints(game, shown_choices(game, names))
    assert advice[0].shown.choice == game.advice()
    assert len(advice) == 3 and "less than the first" in advice[1].why
    for hint in advice:
        game.take(hint.shown.choice)
        open_now = [one.points for one in shown_choices(game, names) if one.kind == "deliver"]
        said = f"opens {len(open_now)} deliver"
        assert (said in hint.why) == bool(open_now)
        assert not open_now or f"the best for {max(open_now)} point" in hint.why
        game.take_back()


@pytest.mark.slow
def test_hints_begin_with_what_the_expert_does(finished):
    game, names = GameByHand(SCENARIO, 3), Names(SCENARIO)
    for choice in finished.taken[:25]:
        advice = hints(game, shown_choices(game, names))
        assert advice[0].shown.choice == choice and (len(advice) == 3) == (len(advice) > 1)
        game.take(choice)


def test_undo_brings_back_every_parameter(begun):
    before = copy.deepcopy(begun)
    by_hints(begun, 3)
    assert not is_same(begun, before)
    for _ in range(3):
        begun.take_back()
    assert is_same(begun, before) and begun.choices == before.choices
    assert len(begun.taken) == 10 and begun.rows.tolist() == before.rows.tolist()


def is_same(game: GameByHand, other: GameByHand) -> bool:
    """Whether every number is the same; the bytes between the fields of a record do not count."""
    one, two = game.states, other.states
    return all(np.array_equal(one[name], two[name]) for name in one.dtype.names)


def test_a_saved_game_goes_on_as_it_stood(begun, tmp_path):
    begun.hinted, begun.undone = [0, 0], [1]
    save(tmp_path / "game.json", begun)
    again = load(tmp_path / "game.json")
    assert is_same(again, begun) and (again.hinted, again.undone) == ([0, 0], [1])
    assert again.scenario == begun.scenario


@pytest.mark.parametrize("words", [["--board", "mexico"], ["--seed", "9"], ["--tweak", "cash"]])
def test_a_saved_game_takes_no_other_board_or_seed(begun, tmp_path, words):
    save(tmp_path / "game.json", begun)
    done = CliRunner().invoke(main, ["play", "--load", str(tmp_path / "game.json"), *words])
    assert done.exit_code == 2 and "--load goes on with the saved game" in done.output


NO_GAMES = ["", "{}", "[1]", '{"scenario": 3}', "\x00", "[" * 9999]
NO_GAMES += ['{"scenario": {"board": "portugal"}, "seed": 1, "game": 0, "taken": [[Infinity]]}']


@pytest.mark.parametrize("text", NO_GAMES, ids=range(len(NO_GAMES)))
def test_what_is_no_saved_game_is_refused(tmp_path, text):
    (tmp_path / "game.json").write_text(text)
    with pytest.raises(DataError, match="is not a saved game"):
        load(tmp_path / "game.json")


def test_nothing_hidden_is_shown(begun):
    game, names = begun, Names(SCENARIO)

    def shown() -> tuple:
        told = shown_choices(game, names)
        return told, hints(game, told), status_lines(game, names), board_lines(game, names)

    before, state = shown(), game.states.tobytes()
    for deal in range(3):
        deal_anew(game.state, game.table, np.uint64(77), deal)
        assert game.states.tobytes() != state
        assert shown() == before


@pytest.mark.parametrize(
    "line", ["foo", "9999", "0", "save", "load", "load nowhere.json", "list zzz"]
)
def test_a_wrong_key_gets_one_line_and_nothing_is_lost(tmp_path, line):
    terminal, said = new_terminal(tmp_path)
    terminal.play([])
    said.clear()
    before = terminal.game.states.tobytes()
    terminal.obey(line)
    assert len(said) == 1 and said[0].endswith("nothing changed.")
    assert terminal.game.states.tobytes() == before


@pytest.mark.slow
def test_the_result_joins_the_log_with_hints_and_undos(finished, tmp_path):
    game = GameByHand(SCENARIO, 3)
    game.replay(finished.taken[:-1])
    last = numbers(copy.deepcopy(game), finished.taken[-2:])
    for _ in range(2):
        terminal, said = new_terminal(tmp_path, copy.deepcopy(game))
        terminal.play(["hint", "undo", *last])
    with (tmp_path / "games.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 2 and rows[0] == rows[1]
    result = next(line for line in said if line.strip().startswith("result"))
    assert rows[0]["score"] == result.split()[-1]
    assert (rows[0]["board"], rows[0]["barons"], rows[0]["hints"]) == ("portugal", "yes", "1")
    assert rows[0]["undos"] == "1"


@pytest.mark.slow
def test_a_result_that_cannot_be_kept_is_still_a_result(finished, tmp_path):
    game = GameByHand(SCENARIO, 3)
    game.replay(finished.taken[:-1])
    last = numbers(copy.deepcopy(game), finished.taken[-2:])
    (tmp_path / "games.csv").mkdir()  # nobody can write to it, not even an administrator
    terminal, said = new_terminal(tmp_path, game)
    terminal.play(["undo", *last])
    assert any(line.strip().startswith("result") for line in said)
    assert said[-1].startswith(f"Not kept in {tmp_path / 'games.csv'}: Is a directory")


def numbers(game: GameByHand, last: list) -> list[str]:
    """Takes back a choice; the numbers under which it and those after it are shown."""
    names, found = Names(game.scenario), []
    game.take_back()
    for choice in last:
        shown = shown_choices(game, names)
        found.append(str(next(one.number for one in shown if one.choice == choice)))
        game.take(choice)
    return found


@pytest.mark.slow
def test_commands_come_from_a_pipe_and_quit_ends_with_0(tmp_path):
    page, log = tmp_path / "game.html", tmp_path / "games.csv"
    words = [*WORDS, "--html", str(page), "--log", str(log)]
    done = CliRunner().invoke(main, words, input="help\n1\nhint\nundo\nquit\n")
    assert done.exit_code == 0, done.output
    assert (
        "Action 1  You build the Link" in done.output
        and "1  Build the Link" in done.output
        and "because" in done.output
    )
    assert not log.exists()
    text = page.read_text(encoding="utf-8")
    assert '"live":true' in text and "The game goes on." in text and "Lost by" not in text
    assert [file.name for file in tmp_path.iterdir()] == [page.name]  # written whole, in one step


def test_the_page_of_a_game_by_hand_has_its_own_title_and_command():
    scenario = Scenario.of("sweden", barons=True, player="random", slip=0.1)
    game = GameByHand(scenario, seed=5)
    assert game.title == "Sweden, Duel Barons, played by hand"
    assert game.command == "rotwsim play --board sweden --barons --seed 5"


@pytest.mark.slow
def test_the_page_follows_the_game_to_its_end(tmp_path):
    """At every decision, those in the middle of an action or of the Railbot step too."""
    game, page = GameByHand(Scenario.of("portugal", barons=True), seed=3), tmp_path / "game.html"
    dice, write, steps = random.Random(1), writer_of(page), []
    while not game.over:
        game.take(dice.choice(game.choices))
        if dice.random() < 0.2 or not game.is_action or game.over:
            write(game)
            text = page.read_text(encoding="utf-8")
            assert f'"live":{"false" if game.over else "true"}' in text
            assert game.title in text and game.command in text and "expert" not in text
            assert "Content-Security-Policy" in text
            steps.append(int(re.search(r'type="range" min="0" max="(\d+)"', text)[1]))
    assert steps == sorted(steps) and steps[-1] > 50
    assert ("Won by" in text) != ("Lost by" in text)


def test_a_pipe_that_ends_leaves_the_game_with_0(tmp_path):
    done = CliRunner().invoke(main, [*WORDS, "--log", str(tmp_path / "log.csv")], input="board\n")
    assert done.exit_code == 0 and "left unfinished" in done.output


@pytest.mark.slow
def test_a_person_plays_a_whole_game_in_a_terminal_with_hints_undo_and_saving(tmp_path):
    outer, inner = pty.openpty()
    log, kept = tmp_path / "games.csv", tmp_path / "kept.json"
    settings = [word for one in FEW_TURNS.items() for word in ("--set", "{}={}".format(*one))]
    words = [sys.executable, "-c", CODE, *WORDS, *settings, "--log", str(log)]
    with (
        subprocess.Popen(words, stdin=inner, stdout=inner, stderr=inner) as running,
        open(outer, "r+b", buffering=0) as terminal,  # closed first, so that the game ends
    ):
        os.close(inner)

        def answer(line: str, *ends: str) -> str:
            terminal.write(f"{line}\n".encode())
            return read_until(terminal, "> ", *ends)

        shown = read_until(terminal, "> ")
        assert "no command is called" in answer("x")
        answer(f"save {kept}")
        hints = 0
        while "RESULT" not in shown:
            advised = re.search(r"^ +(\d+) ", answer("hint"), re.MULTILINE)[1]
            shown, hints = answer(advised, log.name, ".json"), hints + 1
            if hints == 1:
                assert "Action 1" in shown
                answer("undo")
        assert running.wait(60) == 0
    (row,) = csv.DictReader(log.open())
    assert row["undos"] == "1" and int(row["hints"]) > 10 and kept.exists()


def read_until(terminal: io.RawIOBase, *ends: str) -> str:
    """What a program writes to its terminal up to these letters."""
    shown = b""
    while not shown.rstrip(b"\r\n").endswith(tuple(end.encode() for end in ends)):
        shown += terminal.read(4096)
    return shown.decode()


def test_seats_of_which_none_is_mine_are_refused_in_one_line():
    done = CliRunner().invoke(main, ["play", "--seats", "2*casual"], input="quit\n")
    assert done.exit_code == 2 and "no seat is yours" in done.output
    assert done.output.count("\n") == 1

"""A person in a seat of the game for 2 to 6: the auction, choices, advice, undo, the result."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from rotwsim.cli import main
from rotwsim.replay.names import Names
from rotwsim.runner.play import play
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError
from rotwsim.session.game import GameByHand, load, save
from rotwsim.session.hints import hints
from rotwsim.session.position_text import shown_choices
from rotwsim.session.terminal import Terminal

SCENARIO = Scenario.of(
    "portugal", seats=["expert", "casual", "club"], modules=["mines"], bidding="first_to_pass"
)


def test_who_follows_all_advice_plays_the_game_of_the_expert():
    game = GameByHand(SCENARIO, 3, mine=[0])
    while not game.over:
        game.take(game.advice())
    assert game.state.score[:3].tolist() == play(SCENARIO, seed=3).outcome["points"][:3]


def test_hints_begin_with_the_advice_and_say_why():
    game, names, counts = GameByHand(SCENARIO, 3, mine=[0]), Names(SCENARIO), set()
    for _ in range(12):
        advice = hints(game, shown_choices(game, names))
        assert advice[0].shown.choice == game.advice() and all(hint.why for hint in advice)
        counts.add(len(advice))
        game.take(game.advice())
    assert counts == {1, 3}  # a choice or a card judged apart; an action


def test_a_choice_taken_back_comes_again():
    game = GameByHand(SCENARIO, 3, mine=[0])
    first = game.choices
    game.take(first[0])
    game.take_back()
    assert game.choices == first and game.taken == []


def test_the_terminal_shows_bids_seats_and_the_result():
    said: list[str] = []
    terminal = Terminal(GameByHand(SCENARIO, 3, mine=[0]), said.append)
    terminal.play(["help", "hint", "1", "board", "list", "hint", "1", "1", "1", "undo", "quit"])
    text = "\n".join(said)
    assert "you play seat 1" in text and "Which Rail Baron do you keep" in text
    assert "bid $1" in text and "because it gives up least" in text and "TURN 1" in text
    assert text.endswith("The game is left unfinished.")


def test_a_saved_game_goes_on_where_it_was(tmp_path):
    game = GameByHand(SCENARIO, 3, mine=[0])
    for _ in range(4):
        game.take(game.advice())
    save(tmp_path / "game.json", game)
    loaded = load(tmp_path / "game.json")
    assert loaded.mine == {0}
    assert loaded.choices == game.choices and (loaded.rows == game.rows).all()


def test_a_saved_game_is_refused_if_the_other_seats_play_otherwise(tmp_path):
    file = tmp_path / "game.json"
    game = GameByHand(SCENARIO, 3, mine=[0])
    for _ in range(6):
        game.take(game.advice())
    save(file, game)
    file.write_text(file.read_text().replace('"club"', '"casual"'))
    with pytest.raises(DataError, match="another version"):
        load(file)


def test_the_page_of_a_game_in_play_hides_the_barons_of_others(tmp_path):
    file, words = tmp_path / "game.html", ["play", "--board", "portugal", "--seed", "3"]
    words += ["--seats", "me,casual,club", "--html", str(file)]
    done = CliRunner().invoke(main, words, input="1\n1\n1\nquit\n")
    page = file.read_text()
    assert done.exit_code == 0 and "The game goes on" in page
    assert "Seat 1 sees" in page and "Seat 2 sees" not in page


def test_a_game_played_to_its_end_from_a_pipe_ends_with_places():
    words = ["play", "--board", "portugal", "--seats", "me,casual", "--seed", "3"]
    words += ["--set", "empty_city_trigger=2"]
    done = CliRunner().invoke(main, words, input="1\n" * 1000)
    assert done.exit_code == 0, done.output
    assert "RESULT" in done.output and "1. Seat" in done.output


def test_seats_without_me_are_refused():
    with pytest.raises(DataError, match="no seat is yours"):
        GameByHand(SCENARIO, seed=3)

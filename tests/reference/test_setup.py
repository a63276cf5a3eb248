"""Set-up: what chance may deal and what it may not (S1 to S7, T4, T5, D1)."""

import numpy as np
import pytest

from rotwsim.core.state import log
from rotwsim.reference.given import Given
from rotwsim.reference.replay import Disagreement, replay_log
from rotwsim.reference.setup_and_turns import play_game

from .dice import PassiveLog
from .test_replay import given_for, played


def places(rows: np.ndarray, event: int) -> list[int]:
    used = rows[1 : rows[0, 3], 1]
    return [1 + int(row) for row in np.flatnonzero(used == event)]


def refused(name: str, rows: np.ndarray) -> str:
    with pytest.raises(Disagreement) as told:
        replay_log(given_for(name), rows)
    assert told.value.turn == 0
    return told.value.expected


def cards(rows: np.ndarray, event: int) -> list[int]:
    return [int(rows[row, 4]) for row in places(rows, event)]


def test_S4_the_row_has_left_cards_without_taxation_and_deadhead():
    rows, game = played("plain", 0)
    deck = game.given.railbot_cards
    for name in ("Taxation I", "Deadhead I", "Exhaust Purple"):
        changed = rows.copy()
        changed[places(rows, log.SET_ROW)[0], 4] = [card.name for card in deck].index(name)
        assert "SET_ROW 0" in refused("plain", changed)


def test_S4_three_left_cards_are_removed():
    rows, _ = played("plain", 0)
    changed = rows.copy()
    removed = places(rows, log.SET_REMOVED)
    assert len(removed) == 3
    changed[removed[1], 3] = changed[removed[0], 3]
    assert "SET_REMOVED" in refused("plain", changed)


def test_S5_final_evaluation_lies_among_the_bottom_three():
    rows, game = played("plain", 0)
    final = [card.final_evaluation for card in game.given.railbot_cards].index(True)
    deck = places(rows, log.SET_DECK)
    at = deck[cards(rows, log.SET_DECK).index(final)]
    assert len(deck) == 19 and at in deck[-3:]
    changed = rows.copy()
    changed[[at, deck[15]], 4] = changed[[deck[15], at], 4]
    assert "SET_DECK 15" in refused("plain", changed)


def test_S3_a_card_is_in_the_deck_once():
    rows, _ = played("plain", 0)
    changed = rows.copy()
    first, second = places(rows, log.SET_DECK)[:2]
    changed[second, 4] = changed[first, 4]
    assert "SET_DECK 1" in refused("plain", changed)


def test_T4_as_many_cards_are_dropped_as_the_tweak_says():
    rows, _ = played("harder", 0)
    dropped = places(rows, log.SET_DROPPED)
    assert len(dropped) == 2
    fewer = np.delete(rows, dropped[0], axis=0)
    fewer[0, 3] -= 1
    assert "SET_DROPPED" in refused("harder", fewer)
    assert places(played("plain", 0)[0], log.SET_DROPPED) == []


def test_S6_two_bounties_lie_out_and_one_card_is_dealt():
    rows, game = played("plain", 0)
    operations = game.given.operations_cards
    bounties = cards(rows, log.SET_BOUNTY)
    assert [operations[card].kind for card in bounties] == ["bounty", "bounty"]
    added = places(rows, log.CARD_ADDED)[0]
    assert rows[added, 3] == cards(rows, log.SET_OPERATIONS)[0]
    changed = rows.copy()
    changed[places(rows, log.SET_BOUNTY)[0], 4] = rows[added, 3]
    assert "SET_BOUNTY 0" in refused("plain", changed)


def test_S6_without_operations_cards_nothing_is_dealt():
    rows, _ = played("no cards", 0)
    events = set(rows[1 : rows[0, 3], 1].tolist())
    assert not events & {log.SET_BOUNTY, log.SET_OPERATIONS, log.CARD_ADDED}


def test_B20_a_city_draws_its_printed_number_from_the_bag():
    rows, game = played("plain", 0)
    drawn = [int(rows[row, 3]) for row in places(rows, log.SET_CUBE)]
    assert drawn == [city for city, count in enumerate(game.given.cubes) for _ in range(count)]
    changed = rows.copy()
    changed[places(rows, log.SET_CUBE), 4] = 0
    assert "SET_CUBE" in refused("plain", changed)  # there are only 25 red cubes


def test_S2_a_city_not_in_play_draws_no_cubes():
    rows, game = played("some cities out", 0)
    drawn = {int(rows[row, 3]) for row in places(rows, log.SET_CUBE)}
    out = {city for city, in_play in enumerate(game.given.in_play) if not in_play}
    assert len(out) == 3 and not out & drawn


def test_D1_four_distinct_barons_forced_in_and_out():
    rows, game = played("forced barons", 0)
    row = cards(rows, log.SET_BARON)
    names = [game.given.barons[baron].name for baron in row]
    assert len(set(names)) == 4
    assert {"Mark Dainty", "Caleb V. Kranz", "Jon Eric Olsen"} <= set(names)
    last = places(rows, log.SET_BARON)[-1]
    free = next(baron for baron in range(12) if baron not in row)
    changed = rows.copy()
    changed[places(rows, log.SET_BARON)[0], 4] = free
    changed[places(rows, log.SET_BARON)[1], 4] = next(b for b in range(12) if b not in (*row, free))
    assert "SET_BARON" in refused("forced barons", changed)
    twice = rows.copy()
    twice[last, 4] = row[0]
    assert "SET_BARON 3" in refused("forced barons", twice)


@pytest.mark.parametrize(("limit", "turns"), [(5, (3, 4)), (4, (2, 3)), (3, (1, 2))])
def test_section_7_bounties_nobody_takes_are_pushed_off(limit, turns):
    given = given_for("no railbot")
    scenario = given.scenario.varied(settings={"railbot_acts": 0, "display_limit": limit})
    passive = PassiveLog(limit)
    play_game(passive.game_of(Given(scenario)))
    bounties = [c for c, card in enumerate(given.operations_cards) if card.kind == "bounty"]
    gone = [row[0] for row in passive.rows if row[1] == log.CARD_GONE and row[3] in bounties]
    assert tuple(gone) == turns

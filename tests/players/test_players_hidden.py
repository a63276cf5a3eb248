"""What a player cannot see cannot move it: cards face down or removed unseen (S4, S5)."""

from __future__ import annotations

import numpy as np
import pytest

from rotwsim.core.rules.scoring_and_seats import result_of
from rotwsim.core.state import codes, layout
from rotwsim.core.state.log import no_log
from rotwsim.core.state.streams import GOLDEN
from rotwsim.players import registry
from rotwsim.players.strategies import master

from ..core.builder import Table, choose_action, new_mind

SEED = 5
TURNS = (0, 7, 13)  # played before the position is looked at
BUDGET = 6


def position(turns: int, player: str, **options) -> Table:
    """A game some turns on, at the beginning of a turn, the player about to act."""
    table = Table.dealt(
        SEED, turns, board="eastern-us", player="casual", barons=True, budget=BUDGET, **options
    )
    for _ in range(turns):
        table.play_turn()
    table.begin_turn()
    table.state.player = registry.NUMBERS[player]
    return table


def shuffled_hidden_cards(states: np.ndarray, seed: int, rules) -> np.ndarray:
    """The same position with other cards face down; Final Evaluation lies as deep as it may."""
    copies = states.copy()
    state, draw = copies[0], np.random.default_rng(seed)
    hidden = np.arange(state.deck_next, state.deck_count)
    cards = [card for card in state.deck[hidden] if card != rules.final_evaluation]
    cards += state.removed[: state.removed_count].tolist()
    left = [card for card in cards if rules.card_slot[card] == codes.LEFT]
    removed = draw.permutation(left)[: rules.left_cards_removed].tolist()
    rest = draw.permutation([card for card in cards if card not in removed]).tolist()
    depth = int(draw.integers(0, min(rules.cards_above_final + 1, len(hidden))))
    rest.insert(len(hidden) - 1 - depth, int(rules.final_evaluation))
    state.deck[hidden] = rest[: len(hidden)]
    state.removed[: state.removed_count] = removed + rest[len(hidden) :]
    order = slice(state.operations_next, state.operations_count)
    state.operations[order] = draw.permutation(state.operations[order])
    return copies


@pytest.mark.parametrize("player", ["casual", "expert", "master"])
@pytest.mark.parametrize("turns", TURNS)
def test_the_same_visible_position_gives_the_same_action(player, turns):
    table = position(turns, player)
    chosen = set()
    for seed in range(4):
        states = shuffled_hidden_cards(table._states, seed, table.rules)
        assert seed == 0 or (states[0].deck != table.state.deck).any()
        if player == "master":
            action = master.choose_action(
                states, np.zeros(1, layout.STATE), table._rules, new_mind()
            )
        else:
            action = choose_action(states[0], table.rules)
        chosen.add(action)
    assert len(chosen) == 1


@pytest.mark.parametrize("turns", TURNS)
def test_the_hidden_cards_move_a_game_that_is_played_on_with_them(turns):
    """Or nothing would be shown by a choice that they leave alike."""
    table, results = position(turns, "expert"), set()
    for seed in range(4):
        states = shuffled_hidden_cards(table._states, seed, table.rules)
        registry.SOLO_PARTY.play_on(states, states, table._rules, new_mind(), no_log())
        results.add(result_of(states[0], table.rules, codes.SOLO))
    assert len(results) > 1


@pytest.mark.parametrize("tweaks", [[], ["cards-2"]])
@pytest.mark.parametrize("turns", TURNS)
def test_S4_S5_only_left_cards_can_be_among_those_removed_unseen(turns, tweaks):
    table = position(turns, "master", tweaks=tweaks)
    state, rules = table.state, table.rules
    face_down = state.deck[state.deck_next : state.deck_count].tolist()
    unseen = {*face_down, *state.removed[: state.removed_count].tolist()}
    depths = set()
    for game in range(60):
        copies = table._states.copy()
        copy = copies[0]
        master.deal_anew(copy, rules, GOLDEN, game)
        removed = copy.removed[: copy.removed_count].tolist()
        deck = copy.deck[copy.deck_next : copy.deck_count].tolist()
        at_set_up = removed[: rules.left_cards_removed]
        assert all(rules.card_slot[card] == codes.LEFT for card in at_set_up)
        assert {*removed, *deck} == unseen and len(removed) + len(deck) == len(unseen)
        depths.add(len(deck) - 1 - deck.index(rules.final_evaluation))
    assert depths == set(range(min(rules.cards_above_final + 1, len(deck))))

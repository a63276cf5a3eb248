"""Set-up of the Railbot deck and row, and the streams behind all chance (S3 to S5, T4)."""

from __future__ import annotations

from collections import Counter

import pytest

from .builder import Table


@pytest.fixture(scope="module")
def table() -> Table:
    return Table(board="eastern-us", barons=True)


def card_names(table: Table, numbers) -> list[str]:
    return [table.scenario.railbot_cards[number].name for number in numbers]


def test_S3_the_deck_has_14_map_cards_and_11_common_cards(table):
    assert len(table.board.railbot_cards) == 14 and len(table.board.common_cards) == 11
    table.deal(1, 0)
    dealt = [row[1] for row in table.events("SET_REMOVED")]
    dealt += [*table.state.row, *table.state.deck[: table.state.deck_count]]
    assert sorted(dealt) == list(range(25))


def test_S4_three_left_cards_leave_and_three_mild_left_cards_form_the_row(table):
    cards = table.scenario.railbot_cards
    for game in range(100):
        table.deal(1, game)
        removed = [row[1] for row in table.events("SET_REMOVED")]
        assert len(removed) == 3 and all(cards[card].slot == "left" for card in removed)
        for card in table.state.row:
            assert cards[card].slot == "left"
            assert not cards[card].taxation and not cards[card].deadhead


def test_S4_harsh_cards_may_be_removed_or_come_later(table):
    removed, in_deck = Counter(), Counter()
    for game in range(200):
        table.deal(1, game)
        removed.update(card_names(table, (row[1] for row in table.events("SET_REMOVED"))))
        in_deck.update(card_names(table, table.state.deck[: table.state.deck_count]))
    assert removed["Taxation I"] and in_deck["Taxation I"]
    assert removed["Taxation I"] + in_deck["Taxation I"] == 200


@pytest.mark.parametrize(("tweaks", "cards"), [([], 19), (["cards-1"], 18), (["cards-2"], 17)])
def test_S5_T4_final_evaluation_is_one_of_the_last_three_one_third_each(tweaks, cards):
    table = Table(board="eastern-us", tweaks=tweaks)
    depths = Counter()
    for game in range(900):
        table.deal(3, game)
        deck = card_names(table, table.state.deck[: table.state.deck_count])
        assert len(deck) == cards
        depths[cards - 1 - deck.index("Final Evaluation")] += 1
    assert set(depths) == {0, 1, 2}
    assert all(abs(count - 300) < 60 for count in depths.values())


def test_T4_the_cards_that_stay_are_those_of_the_plain_game(table):
    harder = Table(board="eastern-us", barons=True, tweaks=["cards-2"])
    for game in range(20):
        table.deal(1, game)
        harder.deal(1, game)
        plain = card_names(table, table.state.deck[:19])
        fewer = card_names(harder, harder.state.deck[:17])
        for deck in (plain, fewer):
            deck.remove("Final Evaluation")
        assert plain[:16] == fewer


def test_streams_deal_alike_whatever_tweak_variant_or_player(table):
    others = [
        Table(board="eastern-us", player="random"),
        Table(board="eastern-us", tweaks=["display-3", "exhaust+1", "markers-2", "cash"]),
    ]
    for game in range(5):
        table.deal(9, game)
        for other in others:
            other.deal(9, game)
            for field in ("goods", "bag", "row", "deck", "operations"):
                assert (table.state[field] == other.state[field]).all()
            assert table.shown() == other.shown()


def test_another_seed_or_game_deals_otherwise(table):
    dealt = set()
    for seed in range(3):
        for game in range(3):
            table.deal(seed, game)
            dealt.add(table.state.goods.tobytes())
    assert len(dealt) == 9

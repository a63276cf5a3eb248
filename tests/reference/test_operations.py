"""The display and the cards, Urbanize and Western Link (B22, B40 to B48, S12, S27, S33)."""

from rotwsim.core.state.codes import CARD_PUSHED_OFF, CARD_TAKEN, PAID_URBANIZE, PAID_WESTERN_LINK
from rotwsim.reference.cities_and_operations import (
    buy_western_link,
    deal_card,
    legal_display_places,
    legal_new_cities,
    legal_western_cities,
    lower_display_limit,
    take_card,
    urbanize,
)

from .builder import (
    ALVESTA,
    BOUNTY,
    CITY_GROWTH,
    COLOUR,
    EXECUTIVE,
    HOTEL,
    LAND_GRANT,
    LUND,
    MALMO,
    NEW_INDUSTRY,
    PERFECT_ENGINEERING,
    events,
    game_on,
    line_board,
    line_game,
    me,
)

RED, BLUE, YELLOW, BLACK, PURPLE = (COLOUR[c] for c in ("red", "blue", "yellow", "black", "purple"))


def test_S12_a_card_over_the_limit_pushes_off_the_farthest():
    game = line_game()
    game.display, game.display_limit = [BOUNTY, HOTEL, LAND_GRANT], 3
    game.operations_deck = [EXECUTIVE]
    deal_card(game, me(game))
    deal_card(game, me(game))  # the deck is exhausted: nothing comes, nothing goes
    assert events(game) == [("CARD_ADDED", EXECUTIVE), ("CARD_GONE", BOUNTY, CARD_PUSHED_OFF)]
    assert game.display == [HOTEL, LAND_GRANT, EXECUTIVE]


def test_S27_the_limit_does_not_fall_below_0():
    game = line_game()
    game.display_limit, game.operations_deck = 0, [EXECUTIVE]
    lower_display_limit(game, me(game))
    deal_card(game, me(game))
    assert events(game) == [
        ("LIMIT", 0),
        ("CARD_ADDED", EXECUTIVE),
        ("CARD_GONE", EXECUTIVE, CARD_PUSHED_OFF),
    ]
    assert game.deadheads == 1


def test_S27_a_display_that_is_not_full_loses_nothing():
    game = line_game()
    game.display, game.display_limit = [HOTEL], 2
    lower_display_limit(game, me(game))
    assert events(game) == [("LIMIT", 1)]


def test_B40_bounties_are_not_taken():
    game = line_game()
    game.display = [BOUNTY, HOTEL, NEW_INDUSTRY, BOUNTY, EXECUTIVE]
    assert list(legal_display_places(game)) == [1, 2, 4]


def test_B41_B46_kept_cards_and_B45_further_actions():
    game = line_game()
    game.display = [HOTEL, LAND_GRANT, PERFECT_ENGINEERING, EXECUTIVE]
    assert [take_card(game, me(game), 0) for _ in range(4)] == [0, 0, 0, 2]
    assert events(game) == [
        ("CARD_GONE", card, CARD_TAKEN)
        for card in (HOTEL, LAND_GRANT, PERFECT_ENGINEERING, EXECUTIVE)
    ]
    assert (me(game).hotels[MALMO], me(game).land_grants, me(game).perfect_engineering) == (1, 1, 1)


def test_B22_urbanize_pays_places_the_tile_and_draws_two_cubes():
    game = line_game(draws=[RED, RED])
    urbanize(game, me(game), ALVESTA, BLUE)
    assert events(game) == [
        ("PAID", 10, 2, PAID_URBANIZE),
        ("URBANIZED", ALVESTA, BLUE),
        ("CUBE_DRAWN", ALVESTA, RED),
        ("CUBE_DRAWN", ALVESTA, RED),
    ]
    assert legal_new_cities(game) == []  # Alvesta was the only grey city
    assert game.new_city_tiles[BLUE] == 2


def test_B22_red_has_no_new_city_and_a_colour_may_run_out():
    game = line_game()
    game.new_city_tiles[BLACK] = 0
    assert legal_new_cities(game) == [(ALVESTA, BLUE), (ALVESTA, YELLOW), (ALVESTA, PURPLE)]


def test_S33_new_industry_touches_no_city_out_of_play_and_may_do_nothing():
    game = game_on(line_board(cities_not_in_play=("Alvesta",)))
    game.display = [NEW_INDUSTRY]
    take_card(game, me(game), 0)
    assert events(game) == [("CARD_GONE", NEW_INDUSTRY, CARD_TAKEN)]


def test_B44_new_industry_is_a_free_urbanize():
    game = line_game(script=[(ALVESTA, PURPLE)], draws=[RED, BLUE])
    game.display = [NEW_INDUSTRY]
    take_card(game, me(game), 0)
    assert len(game.log.offered[0]) == 4
    assert events(game, "PAID", "URBANIZED") == [("URBANIZED", ALVESTA, PURPLE)]


def test_B44_city_growth_offers_every_city_in_play():
    board = line_board(cities_not_in_play=("Alvesta",))
    game = game_on(board, script=[(LUND,)], draws=[RED, BLUE])
    game.display = [CITY_GROWTH]
    take_card(game, me(game), 0)
    assert game.log.offered == [{(0,), (2,), (3,), (4,), (5,), (6,)}]
    assert events(game, "CUBE_DRAWN") == [("CUBE_DRAWN", LUND, RED), ("CUBE_DRAWN", LUND, BLUE)]


def test_B48_western_link_once_per_city():
    game = line_game()
    assert legal_western_cities(game) == [ALVESTA]
    buy_western_link(game, me(game), ALVESTA)
    assert (
        events(game)
        == [("PAID", 30, 6, PAID_WESTERN_LINK), ("WESTERN", ALVESTA)]
        + [("CUBE_DRAWN", ALVESTA, RED)] * 4
    )
    assert legal_western_cities(game) == []


def test_B48_not_without_its_destination():
    assert legal_western_cities(game_on(line_board(cities_not_in_play=("Lund",)))) == []
    assert legal_western_cities(game_on(line_board(western_link=None))) == []

"""The game for 2 to 6 as core plays it: goes, open track, deliveries, options, the end."""

import numpy as np
import pytest

from rotwsim.core.state import codes
from rotwsim.core.state.log import FIRST, IN_USE, INCOME, PAID, POINTS, STATUS, TURN
from rotwsim.runner.play import play
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import COLOURS

from .seats import Party

PASSES = {2: (0, 0), 3: (0, 0, 0), 4: (0, 0, 0, 0)}


def begun(seats: int = 3, **options) -> Party:
    """A party in its first turn; seat 1 acts first, as all seats pass."""
    party = Party(seats=seats, **options)
    party.auction(*PASSES[seats])
    return party


def test_M1_B1_everybody_begins_with_nothing_and_engine_1():
    party = Party(seats=3)
    assert party.money == party.bonds == party.points == [0, 0, 0]
    assert party.state.engine[:3].tolist() == [1, 1, 1]


@pytest.mark.parametrize("seats, cubes", [(2, 81), (3, 81), (4, 110), (6, 110)])
def test_M2_two_or_three_players_get_one_cube_less_on_every_city(seats, cubes):
    party = Party(seats=seats)
    assert party.state.cubes.sum() == cubes
    assert party.state.cubes[: len(party.names)].min() >= 1


def test_M3_M32_markers_by_the_number_of_players_less_the_option():
    assert [Party(seats=n).rules.empty_city_trigger for n in (2, 4, 6)] == [10, 14, 18]
    assert Party(seats=4, modules=["fewer_markers-4"]).rules.empty_city_trigger == 10


def test_M4_start_cards_and_two_cards_a_player_lie_open():
    party = Party(seats=4)
    assert party.shown[:3] == [
        "First delivery",
        "First delivery over 3 Links",
        "First engine of level 4",
    ]
    assert len(party.shown) == 3 + 8


@pytest.mark.parametrize("last", [False, True])
def test_M4_no_card_comes_after_the_last_turn_so_no_line_pays_by_it(last):
    party = Party(seats=2, barons="none", rulings={"lines": "cards"})
    party.link(0, "New York", "Chicago")
    cards = [card.line for card in party.scenario.operations_cards]
    line = [line.cities for line in party.scenario.board.lines].index(("New York", "Chicago"))
    party.state.operations[party.state.operations_next] = cards.index(line)
    party.state.last_turn = last
    shown = len(party.rows("CARD_ADDED", 1))
    party.pass_turn(0, 0)
    assert len(party.rows("CARD_ADDED", 1)) == shown + (not last)
    assert party.points == [0 if last else 10, 0]
    assert party.state.over == last


def test_M6_two_rail_barons_each_and_one_is_kept():
    party = Party(seats=6)
    dealt = party.state.dealt[:6].reshape(-1).tolist()
    assert len(set(dealt)) == 12
    assert party.state.kept[:6].tolist() == party.state.dealt[:6, 0].tolist()


def test_M10_three_rounds_in_turn_order_then_income():
    party = begun(3)
    asked = []
    for _ in range(9):
        asked.append(party.seat)
        party.act(codes.PASS)
    assert asked == [1, 2, 0] * 3
    assert party.state.turn == 2
    assert [row[0] for row in party.rows("INCOME", 1)] == [1, 2, 0]


def test_M16_executive_gives_two_further_actions_before_the_next_player():
    party = begun(3)
    party.display("Executive", "Executive")
    asked = []
    for action in ((codes.TAKE_CARD, 0), (codes.TAKE_CARD, 0), *[(codes.PASS,)] * 4):
        asked.append(party.seat)
        party.act(*action)
    assert asked == [1, 1, 1, 1, 1, 2]  # executives may follow one another


def test_M17_open_track_of_every_seat_stands_until_the_end_of_the_rounds():
    party = begun(2)
    empty = party.state.laid.copy(), party.state.blocked.copy(), party.state.route.copy()
    long_pairs = [
        pair
        for pair in range(party.rules.listed)
        if party.rules.route_tiles[party.state.route[pair]] >= 3
    ]
    for pair in (long_pairs[0], long_pairs[40]):
        ends = party.rules.pair_first[pair], party.rules.pair_second[pair]
        party.act(codes.BUILD, *ends, 1, 0, party.state.route[pair])
    assert (party.state.laid >> 6).sum() == 2
    assert party.state.tracks_aside == 1
    for _ in range(4):
        party.act(codes.PASS)
    assert [row[0] for row in party.rows("TRACK_REMOVED", 2)] == [1, 0]
    now = party.state.laid, party.state.blocked, party.state.route
    assert all(np.array_equal(before, after) for before, after in zip(empty, now, strict=True))


def test_M17_a_link_built_beside_open_track_stays_when_that_is_removed():
    party, alone = begun(2), begun(2)
    rules = party.rules
    listed = range(rules.listed)
    long_pair = next(p for p in listed if rules.route_tiles[party.state.route[p]] >= 3)
    ends = rules.pair_first[long_pair], rules.pair_second[long_pair]
    party.act(codes.BUILD, *ends, 1, 0, party.state.route[long_pair])
    short = next(
        p
        for p in listed
        if rules.route_tiles[party.state.route[p]] == 2 and not {*ends} & {*both_ends(rules, p)}
    )
    for table in (party, alone):
        if table is alone:
            table.act(codes.PASS)
        table.act(codes.BUILD, *both_ends(rules, short), 2, 0, table.state.route[short])
        for _ in range(4):
            table.act(codes.PASS)
    assert np.array_equal(party.state.laid, alone.state.laid)
    assert np.array_equal(party.state.blocked, alone.state.blocked)
    assert party.state.links == 1


def both_ends(rules, pair: int) -> tuple[int, int]:
    return int(rules.pair_first[pair]), int(rules.pair_second[pair])


def test_M18_every_owner_scores_and_hotels_pay_whoever_delivers():
    party = begun(3)
    party.state.engine[:3] = 3
    party.display()
    party.link(1, "Chicago", "Toledo")
    party.link(2, "Toledo", "Cleveland")
    party.link(0, "Cleveland", "Pittsburgh")
    party.cubes("Chicago", "yellow")
    party.state.accepts[party.city("Pittsburgh")] = 1 << COLOURS.index("yellow")
    for city in ("Toledo", "Cleveland"):
        party.state.accepts[party.city(city)] = 0
    party.state.hotel[0, party.city("Pittsburgh")] = 2
    party.deliver("yellow", "Chicago", "Pittsburgh", seat0=1, seat1=1, seat2=1)
    assert party.points == [3, 1, 1]
    assert party.state.given[:3].tolist() == [0, 2, 0]
    assert party.rows("POINTS", 2) == [
        (1, 1, codes.FROM_DELIVERIES),
        (0, 1, codes.FROM_OTHERS),
        (2, 1, codes.FROM_OTHERS),
        (0, 2, codes.FROM_HOTELS),
    ]


def test_M5_B47_start_cards_pay_the_first_who_fulfils_them():
    party = begun(2)
    party.display("First delivery", "First delivery over 3 Links", "First engine of level 4")
    party.state.engine[1] = 3
    party.act(codes.UPGRADE)
    assert party.points == [0, 4]
    assert party.shown == ["First delivery", "First delivery over 3 Links"]


def test_M30_rotor_city_accepts_two_colours_and_turns_after_each_delivery():
    party = begun(2, modules=["rotors"])
    chicago = party.city("Chicago")
    own = COLOURS[party.state.colour[chicago]]
    wheel = COLOURS[party.rules.wheel[COLOURS.index(own)]]
    assert party.state.accepts[chicago] == (1 << COLOURS.index(own) | 1 << COLOURS.index(wheel))
    party.link(1, "Milwaukee", "Chicago")
    party.cubes("Milwaukee", wheel, wheel)
    party.deliver(wheel, "Milwaukee", "Chicago", seat1=1)
    assert not party.state.accepts[chicago] & 1 << COLOURS.index(wheel)
    assert party.state.rotor[chicago] == party.rules.wheel[COLOURS.index(wheel)]


def test_M30_a_city_that_is_no_rotor_city_stays_as_it_is():
    party = begun(2, modules=["rotors"])
    assert party.state.rotor[party.city("Toledo")] == -1


def test_M31_mine_draws_until_a_colour_comes_again_and_twice_a_seat():
    party = begun(2, modules=["mines"])
    party.cash(0, 40)
    grey = [c for c in range(len(party.names)) if party.state.colour[c] == codes.GREY]
    before = party.state.cubes[grey[0]]
    party.act(codes.MINE, grey[0])
    drawn = [row for row in party.rows("CUBE_DRAWN", 2) if row[1] == grey[0]]
    assert party.money == [0, 30]
    assert party.state.cubes[grey[0]] == before + len(drawn)
    assert len({colour for *_, colour in drawn}) == len(drawn) <= 5
    party.act(codes.PASS)
    party.act(codes.MINE, grey[1])
    party.act(codes.PASS)
    assert party.state.mines[:2].tolist() == [0, 2]


def test_M41_M42_score_less_bonds_then_fewer_bonds_then_more_links():
    party = Party(seats=4, barons="none")
    party.scores(10, 12, 12, 9)
    party.state.bonds[:4] = [0, 2, 2, 0]
    party.link(2, "Chicago", "Toledo")
    outcome = party.outcome()
    assert outcome["score"][:4] == [10, 10, 10, 9]
    assert outcome["place"][:4] == [1, 3, 2, 4]
    assert outcome["sharing"][:4] == [1, 0, 0, 0]
    assert outcome["margin"] == 0


def test_M42_a_first_place_that_is_shared():
    party = Party(seats=3, barons="none")
    party.scores(7, 7, 3)
    outcome = party.outcome()
    assert outcome["place"][:3] == [1, 1, 3]
    assert outcome["sharing"][:3] == [2, 2, 0]


def test_M43_a_game_in_which_nobody_empties_a_city_ends_at_turn_40_and_says_so():
    outcome = play(Scenario.of("sweden", seats=["2*passive"])).outcome
    assert (outcome["turns"], outcome["unfinished"]) == (40, 1)
    assert outcome["trigger"] == codes.UNFINISHED


def test_M40_after_the_last_marker_one_more_full_turn_is_played():
    played = play(Scenario.of("eastern-us", seats=["4*casual"]), log=True)
    turns = [row for row in played.log[1:].tolist() if row[1] == TURN]
    assert [row[FIRST + 1] for row in turns] == [0] * (len(turns) - 1) + [1]
    assert played.outcome["trigger"] == codes.BY_MARKERS


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("player", ["random", "casual"])
def test_what_moves_adds_up(player, seats):
    """Cubes, points for Links and money are conserved in every game."""
    scenario = Scenario.of(
        "eastern-us", seats=[player] * seats, modules=["rotors", "mines"], bidding="whole_order"
    )
    played = play(scenario, seed=3, game=seats, log=True)
    rows, outcome = played.log[1 : played.log[0, IN_USE]], played.outcome
    assert sum(outcome["points_given"]) == sum(outcome["points_received"])
    last = {row[2]: row for row in rows[rows[:, 1] == STATUS].tolist()}
    assert {row[FIRST + 5] + row[FIRST + 6] for row in last.values()} == {125}
    for seat in range(seats):
        own = rows[rows[:, 2] == seat]
        income = own[own[:, 1] == INCOME][:, FIRST].sum()
        paid = own[own[:, 1] == PAID]
        money = income + 5 * paid[:, FIRST + 1].sum() - paid[:, FIRST].sum()
        assert money == outcome["money"][seat]
        assert paid[:, FIRST + 1].sum() == outcome["bonds"][seat]
        assert own[own[:, 1] == POINTS][:, FIRST].sum() == outcome["points"][seat]

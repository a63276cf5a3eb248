"""Conformance: whatever is played, after every turn the position is one the rules allow."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import networkx
import numpy as np
import pytest

from rotwsim.core.state import codes, layout, log
from rotwsim.players.registry import NUMBERS
from rotwsim.scenario.baron_words import ACTS
from rotwsim.scenario.board_file import board_names, load_board
from rotwsim.scenario.hexes import side_key

from .builder import Table
from .extremes import try_games

pytestmark = pytest.mark.slow  # many scenarios

CUBES = 125
GAMES = 2
SEARCHING = {"master": 2}  # games tried out per decision, few: they take seconds
EASTERN = load_board("eastern-us")
VARIANTS = {
    "plain": {},
    "Barons": {"barons": True},
    "T4 one card": {"tweaks": ["cards-1"]},
    "T4 two cards": {"tweaks": ["cards-2"], "barons": True},
    "easier": {"tweaks": ["cash", "target-110", "exhaust-1"]},
    "harder": {"tweaks": ["display-3", "exhaust+1", "target-135", "markers-2"], "barons": True},
    "box": {"rulings": {"removed_cubes": "box"}, "settings": {"base_exhaust": 6}},
    "fresh": {"rulings": {"railbot_path": "fresh"}, "barons": True},
    "short": {"settings": {"empty_city_trigger": 2, "base_exhaust": 6}},
    "long turns": {
        "settings": {"actions_before_railbot": 6, "actions_after_railbot": 6, "tiles_per_build": 12}
    },
    "all Barons": {"barons": True, "settings": {"barons_in_row": 12}},
    "wide display": {"settings": {"display_limit": 8}},
    "no cards": {"settings": {"operations_used": 0}},
    "no Railbot": {"settings": {"railbot_acts": 0}, "barons": True},
    "cities out": {
        "board": replace(EASTERN, cities_not_in_play=("Albany", "Memphis", "Kansas City"))
    },
}
GAMES_PLAYED = [
    *(("random", name, "eastern-us") for name in VARIANTS),
    *(("random", "Barons", board) for board in board_names() if board != "eastern-us"),
    *((player, "Barons", "eastern-us") for player in NUMBERS if player != "random"),
]


@pytest.mark.parametrize(("player", "variant", "board"), GAMES_PLAYED)
def test_S5_B14_B23_B24_S12_every_turn_leaves_a_position_the_rules_allow(player, variant, board):
    options = {"board": board, "budget": SEARCHING.get(player, 0), **VARIANTS[variant]}
    table = Table(player=player, **options)
    for game in range(1 if player in SEARCHING else GAMES):
        table.deal(11, game)
        seen = Seen(table)
        seen.check_all()
        while not table.state.over:
            seen.check_row()
            table.play_turn()
            seen.check_all()
        seen.check_routes()
        seen.check_turns()


class Seen:
    """A game as it is watched turn by turn."""

    def __init__(self, table: Table):
        self.table, self.state, self.rules = table, table.state, table.rules
        self.cities = range(table.rules.cities)
        self.had_cubes = np.zeros(len(table.state.cubes), bool)
        self.bonds = 0
        self.sides = side_numbers(int(table.rules.hexes), int(table.rules.columns))
        self.tracks = np.zeros(table.rules.hexes, int)
        self.crossed = np.zeros(self.sides.max() + 1, int)
        self.begun: list[tuple] = []  # tiles of Links not yet complete
        self.read = 1  # rows of the log, its head included

    def check_all(self) -> None:
        self.check_cubes()
        self.check_markers()
        self.check_money()
        self.check_track()
        self.check_groups()
        self.check_cards()

    def check_cubes(self) -> None:
        """B24: cubes are on cities, in the bag or, by the ruling, in the box; none is lost."""
        state = self.state
        assert (state.goods >= 0).all() and (state.bag >= 0).all()
        assert (state.goods.sum(axis=1) == state.cubes).all()
        gone = int(state.loaded_at.sum()) + state.lost_to_links + state.lost_to_exhaust
        in_box = 0 if self.rules.cubes_to_bag else gone
        assert state.cubes.sum() + state.bag.sum() + in_box == CUBES
        in_play = self.rules.in_play[: len(self.cities)]
        assert (state.cubes[: len(self.cities)][in_play == 0] == 0).all()  # S2

    def check_markers(self) -> None:
        """B23: a marker lies where cubes were and none are, and nowhere else."""
        state = self.state
        self.had_cubes |= state.cubes > 0
        assert not (state.marker * state.cubes).any()
        assert state.marker[self.had_cubes & (state.cubes == 0)].all()
        assert state.marker.sum() == state.markers

    def check_money(self) -> None:
        """B2: after bonds nobody owes money, and bonds are never repaid."""
        state = self.state
        assert (state.cash >= 0).all()
        assert state.bonds[codes.SOLO] >= self.bonds
        self.bonds = int(state.bonds[codes.SOLO])
        assert state.score[codes.SOLO] == state.points.sum() >= 0
        assert 1 <= state.engine[codes.SOLO] <= self.rules.top_level

    def check_track(self) -> None:
        """B14: two tracks per hex, one per side; B15: no open track between turns."""
        self.read_log()
        assert self.tracks.max() <= 2 and self.crossed.max() <= 1
        assert self.state.open_city == -1
        laid = self.state.laid[: self.rules.hexes]
        assert (laid >> layout.SIDES == self.tracks).all()
        assert (laid[:, None] >> np.arange(layout.SIDES) & 1 == self.crossed[self.sides]).all()

    def read_log(self) -> None:
        """How many tracks lie on each hex and across each side, by the rows since the last turn."""
        rows = self.table.log[self.read : self.table.log[0, log.IN_USE]]
        self.read += len(rows)
        for _, event, _, hex_, entered, left, _, owner, *_ in rows.tolist():
            if event == log.TILE and hex_ >= 0:
                self.begun.append((owner, hex_, entered, left))
            elif event == log.LINK_BUILT:
                built, self.begun = split(self.begun, hex_)
                for place, (_, crossed, first, second) in enumerate(built):
                    self.tracks[crossed] += 1
                    self.crossed[self.sides[crossed, second]] += 1
                    self.crossed[self.sides[crossed, first]] += place == 0
            elif event == log.TRACK_REMOVED:
                self.begun = []

    def check_routes(self) -> None:
        """Just the routes that B14 and S2 leave can be built, the cheapest of each pair first."""
        rules, state, listed = self.rules, self.state, self.rules.listed
        hexes, entered = np.divmod(rules.route_step, layout.SIDES)
        laid, start = state.laid[hexes], rules.route_start
        barred = np.cumsum((laid >> (entered + 3) % layout.SIDES & 1) | (laid >= rules.full))
        barred = np.concatenate([[0], barred])
        routes = np.arange(listed * layout.PAIR_ROUTES).reshape(listed, layout.PAIR_ROUTES)
        exists = np.arange(layout.PAIR_ROUTES) < rules.pair_routes[:listed, None]
        words = np.ascontiguousarray(state.blocked).view(np.uint8)
        free = exists & (np.unpackbits(words, bitorder="little")[routes] == 0)
        blocked = barred[start[routes]] < barred[start[routes + 1]]
        for ends in (rules.pair_first, rules.pair_second):
            blocked[rules.in_play[ends[:listed]] == 0] = True
        over_land = exists & (start[routes] < start[routes + 1])
        assert over_land.any() and (free != blocked)[over_land].all()
        first = routes[:, 0] + free.argmax(axis=1)
        assert (state.route[:listed] == np.where(free.any(axis=1), first, -1)).all()

    def check_groups(self) -> None:
        """Connected cities share a group: by anyone's Links, by the player's, by the Railbot's."""
        state = self.state
        solo, railbot = self.graph(codes.SOLO), self.graph(codes.RAILBOT)
        for graph, groups in (
            (networkx.compose(solo, railbot), state.group),
            (solo, state.own_group[codes.SOLO]),
            (railbot, state.railbot_group),
        ):
            parts, group = list(networkx.connected_components(graph)), groups.tolist()
            numbers = [{group[city] for city in part} for part in parts]
            assert all(len(number) == 1 for number in numbers)
            assert len(set().union(*numbers)) == len(parts)
        degrees = [solo.degree(city) + railbot.degree(city) for city in self.cities]
        assert state.spokes[: len(self.cities)].tolist() == degrees

    def graph(self, owner: int) -> networkx.MultiGraph:
        state, graph = self.state, networkx.MultiGraph()
        graph.add_nodes_from(self.cities)
        ends = state.link_first[: state.links].tolist(), state.link_second[: state.links].tolist()
        for link, of in enumerate(state.link_owner[: state.links].tolist()):
            if of == owner:
                graph.add_edge(ends[0][link], ends[1][link], key=link)
        return graph

    def check_cards(self) -> None:
        """S12: the display keeps its limit; no card lies in two places."""
        state = self.state
        assert 0 <= state.display_count <= state.display_limit
        display = state.display[: state.display_count].tolist()
        deck = state.operations[state.operations_next : state.operations_count].tolist()
        assert len({*display, *deck}) == len(display) + len(deck)
        tiles = self.rules.new_cities.sum() - state.new_cities.sum()
        if not any(self.effect(place) == "no_new_cities" for place in range(state.barons)):
            assert tiles == state.urbanized

    def effect(self, place: int) -> str:
        """The Opponent Effect of a Baron in the row, if the Railbot has it."""
        if self.state.baron_owner[place] != codes.RAILBOT:
            return ""
        return ACTS[self.rules.baron_effect[self.state.baron_row[place]]]

    def check_row(self) -> None:
        """S20: three cards lie in the row before each flip, none of them again in the deck."""
        state = self.state
        row = state.row.tolist()
        deck = state.deck[state.deck_next : state.deck_count].tolist()
        assert len({*row, *deck}) == len(row) + len(deck)
        assert self.rules.final_evaluation not in row
        assert state.insured in (-1, 0, 1)

    def check_turns(self) -> None:
        """S5, T4: 18 to 20 turns, one less per removed card, unless markers end the game."""
        removed, turns = int(self.rules.cards_removed), int(self.state.turn)
        assert turns <= 20 - removed
        if self.state.trigger == codes.BY_EVALUATION:
            assert turns in (18 - removed, 19 - removed, 20 - removed)
        after = self.state.points_after_turn[:turns]
        assert after[-1] == self.state.score[codes.SOLO] and (np.asarray(after) >= 0).all()


def test_figures_at_their_ends_on_the_largest_boards_reach_outside_no_field():
    """`python -m tests.core.extremes` tries it by the hundred thousand."""
    scenarios, faults = try_games(100, seed=3)
    assert scenarios == 5 and not faults, faults[0]


@cache
def side_numbers(hexes: int, columns: int) -> np.ndarray:
    """A number for each side of each hex, the same from the two hexes that share it."""
    numbers: dict[tuple, int] = {}
    return np.array(
        [
            [
                numbers.setdefault(side_key(divmod(hex_, columns), side), len(numbers))
                for side in range(layout.SIDES)
            ]
            for hex_ in range(hexes)
        ]
    )


def split(tiles: list[tuple], owner: int) -> tuple[list[tuple], list[tuple]]:
    """The tiles of an owner, and those of the others."""
    own = [tile for tile in tiles if tile[0] == owner]
    return own, [tile for tile in tiles if tile[0] != owner]

"""Whole games followed tile by tile: no Link of the Railbot is dearer than it need be (S22, S23),
and no table runs out of room for the Links that it looks for (B10).

The number of games per board can be raised: ROTWSIM_TRACK_GAMES=2000.
"""

from __future__ import annotations

import os
from itertools import pairwise

import pytest

from rotwsim.core.state import codes, log
from rotwsim.runner.play import new_outcomes, play, play_games, rules_of
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.scenario import Scenario

from .brute_track import FAR, BruteTrack, least_path_price, path_price

GAMES = int(os.environ.get("ROTWSIM_TRACK_GAMES", "1"))
SEED = 31
WORK = 200_000


@pytest.mark.parametrize("ruling", ["reuse", "fresh"])
@pytest.mark.parametrize("board", board_names())
def test_S23_every_path_of_the_railbot_is_a_cheapest_one(board, ruling):
    scenario = Scenario.of(board, player="random", rulings={"railbot_path": ruling})
    for game in range(GAMES):
        rows = play(scenario, SEED, game, log=True).log[1:].tolist()
        assert Followed(scenario, ruling).follow(rows) > 5


@pytest.mark.parametrize("board", board_names())
def test_B10_six_clubs_find_room_for_all_the_links_that_they_look_for(board):
    rules = rules_of(Scenario.of(board, seats=["club"] * 6))
    play_games(rules, 895000, 0, new_outcomes(rules, 20), log.no_log())


def test_B10_four_clubs_play_the_game_on_great_britain_that_had_no_room_for_its_links():
    play(Scenario.of("great-britain", seats=["club"] * 4), 895000, 5)


class Followed:
    """A game as its log tells it: the tiles on the board and the groups of connected cities."""

    def __init__(self, scenario: Scenario, ruling: str):
        self.board, self.cards = scenario.board, scenario.railbot_cards
        self.fresh = ruling == "fresh"
        self.track = BruteTrack(scenario.board)
        self.group = list(range(len(scenario.board.cities)))
        self.open: list[tuple] = []
        self.aimed: frozenset = frozenset()

    def follow(self, rows) -> int:
        """Reads all rows; returns the number of paths that the Railbot built."""
        paths = 0
        place = 0
        while place < len(rows):
            _, event, _, *arguments = rows[place]
            if event == log.RESOLVE and not arguments[2]:
                place, more = self.resolve(rows, place + 1, self.cards[arguments[1]].cities)
                paths += more
                continue
            self.take_in(event, arguments)
            place += 1
        return paths

    def resolve(self, rows, place: int, names) -> tuple[int, int]:
        """S22: the pairs of a card, each with the cheapest path if it is not connected."""
        built = 0
        out = set(self.board.cities_not_in_play)
        for one, other in pairwise(names):
            first, second = self.board.city_index(one), self.board.city_index(other)
            if {one, other} & out or self.group[first] == self.group[second]:
                continue
            nodes = list(range(len(self.group))) if self.fresh else list(self.group)
            least = least_path_price(self.track, nodes, first, second)
            if least == FAR:
                continue
            paid, start, done = 0, place, False
            before = self.copy_of_track()
            while place < len(rows) and not done:
                _, event, _, *arguments = rows[place]
                if event in (log.FLIP, log.RESOLVE, log.INCOME):
                    break
                if event == log.LINK_BUILT:
                    paid += arguments[4]
                self.take_in(event, arguments)
                place += 1
                if event == log.LINK_BUILT and self.fresh:  # city by city, whatever is there
                    done = arguments[2] == second
                elif event == log.LINK_BUILT:
                    done = self.group[first] == self.group[second]
            if not done:
                assert path_price(before, nodes, first, second, WORK) == FAR
                place = start
                continue
            built += 1
            if paid != least:
                assert paid == path_price(before, nodes, first, second, WORK)
        return place, built

    def take_in(self, event: int, arguments: list[int]) -> None:
        if event == log.TILE:
            hex_, entered, left, _, owner, *_ = arguments
            self.over_sea = hex_ < 0
            if hex_ >= 0:
                self.track.lay_tile(hex_, entered, left)
            elif owner == codes.SOLO:
                self.track.sailed.add(self.aimed)
            if owner == codes.SOLO:
                self.open.append((hex_, entered, left))
        elif event == log.DECISION and arguments[3] == codes.BUILD:
            self.aimed = frozenset(arguments[4:6])
        elif event == log.LINK_BUILT:
            owner, first, second, *_ = arguments
            if owner == codes.SOLO:
                self.open = []
            elif self.over_sea:
                self.track.sailed.add(frozenset((first, second)))
            kept, lost = self.group[first], self.group[second]
            self.group = [kept if group == lost else group for group in self.group]
        elif event == log.TRACK_REMOVED:
            self.remove_open()

    def remove_open(self) -> None:
        for hex_, entered, left in self.open:
            if hex_ >= 0:
                self.track.take_tile(hex_, entered, left)
            else:
                self.track.sailed.discard(self.aimed)
        self.open = []

    def copy_of_track(self) -> BruteTrack:
        copy = BruteTrack(self.board)
        copy.tracks, copy.used = self.track.tracks.copy(), set(self.track.used)
        copy.sailed = set(self.track.sailed)
        return copy

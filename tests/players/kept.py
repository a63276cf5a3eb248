"""Compares judgement with kept surveys to judgement from nothing, in games of every board.

`python -m tests.players.kept --games 1000` prints for each board how many rankings were compared,
how many had their chains and their Links on offer kept, and how many differed; the exit code is 1
if any did.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.play import multiplayer
from rotwsim.core.play.setup import set_up, set_up_multiplayer
from rotwsim.core.play.solo import act, advance, answer
from rotwsim.core.play.turn_actions import ACTION
from rotwsim.core.state import layout
from rotwsim.core.state.codes import COLOURS, DECIDE_ACTION
from rotwsim.core.state.layout import LEVELS
from rotwsim.core.state.log import no_log
from rotwsim.players.action import NOTHING_YET, action_of
from rotwsim.players.registry import choose, judgement_of
from rotwsim.players.value.buildable_links import has_open_track
from rotwsim.players.value.rank_actions import (
    CHANCES,
    LEARNED,
    PRUNED,
    TRACED,
    compare_actions,
    is_plain,
    rank_with_surveys,
)
from rotwsim.players.value.records import CANDIDATE, OUTLOOK, SURVEY, SURVEYS
from rotwsim.runner.play import rules_of
from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.scenario import Scenario

from ..core.builder import choose_action
from .asking import choose_action_in_multiplayer, choose_in_multiplayer

ROWS = 6
COUNTED = ("compared", "chains kept", "Links kept", "different")
COMPARED, KEPT, LISTED, DIFFERENT = range(len(COUNTED))


@kernel
def compare_games(rules, seed, first, games, log, counts):
    """Play games of a solo player; compare at each action, and behind each plain candidate."""
    states, copies, behind = new_states(), new_states(), new_states()
    surveys, best = np.zeros(SURVEYS, SURVEY), np.zeros(ROWS, CANDIDATE)
    blank = new_states()
    for game in range(first, first + games):
        states[0] = blank[0]
        set_up(states[0], rules[0], seed, game, log)
        advance(states[0], rules[0], log)
        while not states[0].over:
            if states[0].decision == DECIDE_ACTION:
                compare_both(states, copies, rules[0], surveys, best, counts)
                look_behind(states, behind, copies, rules[0], surveys, best, log, counts)
                act(states[0], rules[0], choose_action(states[0], rules[0]), log)
            else:
                answer(states[0], rules[0], choose(states[0], rules[0]), log)
            advance(states[0], rules[0], log)


@kernel
def compare_tables(rules, seed, first, games, log, counts):
    """Play multiplayer games; all seats share the surveys."""
    states, copies, blank = new_states(), new_states(), new_states()
    surveys, best = np.zeros(SURVEYS, SURVEY), np.zeros(ROWS, CANDIDATE)
    for game in range(first, first + games):
        states[0] = blank[0]
        set_up_multiplayer(states[0], rules[0], seed, game, log)
        multiplayer.advance(states[0], rules[0], log)
        while not states[0].over:
            if states[0].decision == DECIDE_ACTION:
                own = rules[rules[0].seat_judgement[states[0].seat]]
                compare_both(states, copies, own, surveys, best, counts)
                action = choose_action_in_multiplayer(states[0], rules)
                multiplayer.act(states[0], rules[0], action, log)
            else:
                place = choose_in_multiplayer(states[0], rules)
                multiplayer.answer(states[0], rules[0], place, log)
            multiplayer.advance(states[0], rules[0], log)


@kernel
def new_states():
    return np.zeros(1, layout.STATE)


@kernel
def look_behind(states, behind, copies, rules, surveys, best, log, counts):
    """Compare after each plain candidate, as the expert looks at it."""
    actions = best.copy()
    for row in range(ROWS):
        if actions[row].worth > NOTHING_YET and is_plain(actions[row]):
            behind[0] = states[0]
            act(behind[0], rules, action_of(actions, row), log)
            advance(behind[0], rules, log)
            if behind[0].decision == DECIDE_ACTION:
                compare_both(behind, copies, rules, surveys, best, counts)


@kernel
def compare_both(states, copies, rules, surveys, best, counts):
    """Rank the actions with the surveys and from nothing; count whether anything differs."""
    seat, judgement = states[0].seat, judgement_of(states[0].player)
    outlooks, fresh, other = np.zeros(1, OUTLOOK), np.zeros(1, SURVEY), np.zeros(ROWS, CANDIDATE)
    outlooks[0].pruned, outlooks[0].chances = judgement & PRUNED, judgement & CHANCES
    outlooks[0].learned, outlooks[0].keep_features = judgement & LEARNED, judgement & TRACED
    copies[0] = states[0]
    compare_actions(copies[0], rules, seat, outlooks, fresh, other)
    walked = 0
    for place in range(SURVEYS):  # to see below whether chains were walked and Links listed
        surveys[place].spoke[0] = surveys[place].nearest[0] = -1
    copies[0] = states[0]
    rank_with_surveys(copies[0], rules, seat, judgement, best, surveys)
    last = 0
    for place in range(SURVEYS):
        walked += surveys[place].spoke[0] != -1
        if surveys[place].used > surveys[last].used:
            last = place
    counts[COMPARED] += 1
    counts[KEPT] += walked == 0
    is_same = is_same_ranking(best, other) and is_same_survey(rules, surveys[last], fresh[0])
    if not has_open_track(states[0]):
        is_same = is_same and are_same_offers(surveys[last], fresh[0])
        counts[LISTED] += surveys[last].nearest[0] == -1
    counts[DIFFERENT] += not is_same


@kernel
def is_same_ranking(best, other):
    for row in range(ROWS):
        if best[row].worth != other[row].worth:
            return False
        if best[row].worth > NOTHING_YET:
            if best[row].credit != other[row].credit:
                return False
            for place in range(ACTION):
                if best[row].action[place] != other[row].action[place]:
                    return False
    return True


@kernel
def is_same_survey(rules, one, other):
    """Whether all that comes from walking the chains is the same."""
    for city in range(rules.cities):
        if one.served[city] != other.served[city] or one.own_links[city] != other.own_links[city]:
            return False
        if one.chains[city] != other.chains[city] or one.longest[city] != other.longest[city]:
            return False
        for place in range(one.chains[city]):
            if one.chain[city, place] != other.chain[city, place]:
                return False
        for colour in range(COLOURS):
            if not is_same_cube(one, other, city, colour):
                return False
    return True


@kernel
def are_same_offers(one, other):
    """Whether the same Links were judged, in the same order."""
    if one.offers != other.offers:
        return False
    for place in range(one.offers):
        link, same = one.offer[place], other.offer[place]
        if link.near != same.near or link.far != same.far or link.route != same.route:
            return False
        if link.price != same.price or link.builds != same.builds:
            return False
    return True


@kernel
def is_same_cube(one, other, city, colour):
    for level in range(LEVELS):
        if one.worth[city, colour, level] != other.worth[city, colour, level]:
            return False
    if one.reach[city, colour] != other.reach[city, colour]:
        return False
    if one.points[city, colour] != other.points[city, colour]:
        return False
    if one.points[city, colour] == 0:
        return True
    return (
        one.goal[city, colour] == other.goal[city, colour]
        and one.own[city, colour] == other.own[city, colour]
        and one.foreign[city, colour] == other.foreign[city, colour]
    )


def compared(games: int, **options) -> np.ndarray:
    """How many rankings of these games were compared, had kept chains, kept Links, and differed."""
    rules, counts = rules_of(Scenario.of(**options)), np.zeros(len(COUNTED), np.int64)
    kernel_of = compare_tables if "seats" in options else compare_games
    kernel_of(rules, 1, 0, games, no_log(), counts)
    return counts


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    given.add_argument("--games", type=int, default=1000)
    games, differ = given.parse_args().games, 0
    for board in board_names():
        for name, count, options in (
            ("expert", games, {"player": "expert", "barons": True}),
            ("club", games // 10, {"player": "club"}),
            ("four experts", games // 10, {"seats": ["expert"] * 4}),
        ):
            counts = compared(count, board=board, **options)
            found = dict(zip(COUNTED, counts.tolist(), strict=True))
            print(f"{board}, {name}, {count} games: {found}")
            differ += counts[DIFFERENT]
    sys.exit(bool(differ))


if __name__ == "__main__":
    main()

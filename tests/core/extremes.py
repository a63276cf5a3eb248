"""Figures at their ends, on boards as large as the records allow, with every index checked.

`python -m tests.core.extremes --games 100000` compiles the game with checks, plays, and prints one
line of figures; the exit code is 1 if a game reached outside a field or did not end. `--tables`
plays the game for 2 to 6 instead of the solo game.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from rotwsim.core.jit.cache_folder import cache_folder
from rotwsim.core.state import layout
from rotwsim.core.state.codes import MOST_BONDS, NOT_YET
from rotwsim.core.state.log import no_log
from rotwsim.runner.play import new_outcomes, play_games, rules_of
from rotwsim.scenario.board_check import check_board
from rotwsim.scenario.board_file import board_names, load_board, load_rulebook
from rotwsim.scenario.options import BANS, BIDDING, MULTIPLAYER_SETTINGS, SETTINGS
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import (
    COLOURS,
    GREY,
    Board,
    City,
    DataError,
    MajorLine,
    OperationsCard,
    SeaRoute,
)

ROWS, COLUMNS = 24, 64  # layout.HEXES of them
SIDE = 8  # cities in a row and in a column: layout.CITIES of them
GAMES_EACH = 20  # of one draw of figures
HIGHEST = 100_000  # points, far above what any game can bring


def largest_board() -> Board:
    """64 cities on 1,536 hexes, 16 lines of four, 16 sea routes, ten Links at a city, 80 cards."""
    colours = [*COLOURS, GREY]
    cities = [
        City(f"City {row}-{column}", 3 * row + 1, 8 * column + 3, colours[(row + column) % 6], 1)
        for row in range(SIDE)
        for column in range(SIDE)
    ]
    names = [city.name for city in cities]
    coloured = tuple(city.name for city in cities if city.colour != GREY)
    places = {city.hex for city in cities}
    rows = tuple(
        "".join("C" if (row, column) in places else "." for column in range(COLUMNS))
        for row in range(ROWS)
    )
    usual = load_board("eastern-us")
    board = replace(
        usual,
        name="largest",
        title="As large as can be",
        rows=rows,
        ridges=frozenset(),
        cities=tuple(cities),
        lines=tuple(MajorLine(tuple(names[4 * n : 4 * n + 4]), 9) for n in range(layout.LINES)),
        sea_routes=tuple(
            SeaRoute((names[9 * hub], names[63 - 4 * hub - route]), 1 + route)
            for hub in range(4)
            for route in range(4)
        ),
        operations=cards(names),
        railbot_cards=tuple(
            replace(card, cities=tuple(names[4 * n : 4 * n + 4]), exhaust=None)
            for n, card in enumerate(usual.railbot_cards)
        ),
        western_link=None,
        multiplayer=replace(usual.multiplayer, rotor_cities=coloured, rail_barons=()),
        cities_not_in_play=(),
        lines_not_in_play=(),
        provenance=(),
    )
    check_board(board, load_rulebook())
    return board


def cards(names: list[str], copies: int = 8) -> tuple[OperationsCard, ...]:
    """16 bounties, 32 hotels and so many copies of four other Operations cards."""
    bounties = [OperationsCard("bounty", name, 5) for name in names[:16]]
    hotels = [OperationsCard("hotel", name) for name in names[:32]]
    kinds = ("new_industry", "city_growth", "executive", "land_grant")
    return (*bounties, *hotels, *(OperationsCard(kind, count=copies) for kind in kinds))


def drawn_scenario(boards: list[Board], dice: random.Random) -> Scenario:
    """Half of the figures at one of their ends, some options forbidden, with Barons or without."""
    settings = {
        name: dice.choice((span.low, span.high, dice.randint(span.low, span.high)))
        for name, span in SETTINGS.items()
        if dice.random() < 0.5
    }
    return Scenario.of(
        dice.choice(boards),
        player=dice.choice(("random", "random", "passive", "club", "expert")),
        barons=dice.random() < 0.5,
        settings=settings,
        without=dice.sample(BANS, dice.choice((0, 0, 3))),
        rulings={"railbot_path": dice.choice(("reuse", "fresh"))},
    )


def drawn_table(boards: list[Board], dice: random.Random) -> Scenario:
    """Two to six seats, any route to bid, half of the figures of a table at one of their ends."""
    settings = {
        name: dice.choice((SETTINGS[name].low, SETTINGS[name].high))
        for name in MULTIPLAYER_SETTINGS
        if dice.random() < 0.5
    }
    return Scenario.of(
        dice.choice(boards),
        seats=["random"] * dice.randint(2, layout.SEATS),
        bidding=dice.choice(BIDDING),
        barons=dice.choice(("universal", "none")),
        modules=dice.choice(([], ["rotors"], ["mines"], ["rotors", "mines", "fewer_markers-4"])),
        settings=settings,
    )


def legal(drawn: Callable, boards: list[Board], dice: random.Random) -> Scenario:
    """The first draw that is not refused: some ends do not go together."""
    while True:
        try:
            return drawn(boards, dice)
        except DataError:
            continue


def is_sound(outcomes: np.ndarray) -> bool:
    """Whether every game ended with figures that a game can have."""
    sound = (outcomes["bonds"].min() >= 0) and (outcomes["bonds"].max() <= MOST_BONDS)
    sound &= (outcomes["trigger"] != NOT_YET).all() or "unfinished" in outcomes.dtype.names
    return bool(sound and outcomes["turns"].min() >= 1 and outcomes["result"].max() < HIGHEST)


def try_games(games: int, seed: int = 1, drawn: Callable = drawn_scenario) -> tuple[int, list[str]]:
    """Plays so many games of drawn scenarios; returns how many scenarios, and what went wrong."""
    dice, faults, scenarios = random.Random(seed), [], 0
    largest = largest_board()
    if drawn is drawn_table:  # Start cards and Major Lines come on top of the deck
        largest = replace(largest, operations=cards([city.name for city in largest.cities], 4))
    boards = [largest, largest, *map(load_board, board_names())]
    for first in range(0, games, GAMES_EACH):
        scenario, scenarios = legal(drawn, boards, dice), scenarios + 1
        rules = rules_of(scenario)
        outcomes = new_outcomes(rules, min(GAMES_EACH, games - first))
        try:
            play_games(rules, seed, first, outcomes, no_log())
        except DataError:
            continue  # a clear error: more track to search than there is room for
        except IndexError as error:
            faults.append(f"{scenario.command()} --seed {seed} --game {first}: {error}")
            continue
        if not is_sound(outcomes):
            faults.append(f"{scenario.command()} --seed {seed} --game {first}: no sound outcome")
    return scenarios, faults


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--games", type=int, default=100_000)
    given.add_argument("--seed", type=int, default=1)
    given.add_argument("--tables", action="store_true")
    options = given.parse_args()
    if os.environ.get("NUMBA_BOUNDSCHECK") != "1":
        # Kernels with checks must not mix with those without.
        apart = {"NUMBA_BOUNDSCHECK": "1", "ROTWSIM_CACHE": str(cache_folder() / "checked")}
        words = [sys.executable, "-m", "tests.core.extremes", *sys.argv[1:]]
        os.execve(sys.executable, words, {**os.environ, **apart})
    drawn = drawn_table if options.tables else drawn_scenario
    scenarios, faults = try_games(options.games, options.seed, drawn)
    print(json.dumps({"games": options.games, "scenarios": scenarios, "faults": len(faults)}))
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()

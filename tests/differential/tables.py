"""The tables of the differential test: 2 to 6 seats, all boards, styles, options and rulings."""

from __future__ import annotations

from itertools import cycle

from rotwsim.scenario.board_file import board_names
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import BIDDING, MULTIPLAYER_BARONS

OPTIONS = (
    (),
    ("mines",),
    ("rotors",),
    ("rotors", "mines"),
    ("fewer_markers-2",),
    ("rotors", "mines", "fewer_markers-4"),
    ("mines", "fewer_markers-2"),
)
RULINGS = (
    {},
    {"lines": "cards"},
    {"baron_ties": "none"},
    {"lines": "cards", "baron_ties": "none", "removed_cubes": "box"},
)
SETTINGS = (
    {},
    {"bond_interest": 0, "bond_penalty": 0, "start_cash": 1000},
    {"executive_actions": 4, "empty_city_trigger": 3},
    {"urbanize_price": 0, "urbanize_cubes": 5, "growth_cubes": 6},
    {"tiles_per_build": 2, "bond_penalty": 3},
)
SEATS = (2, 3, 4, 5, 6)


def tables(*players: str) -> dict[str, Scenario]:
    """Every board with every style; seats, options, Barons, rulings, settings take turns."""
    rest = zip(
        cycle(SEATS),
        cycle(OPTIONS),
        cycle(MULTIPLAYER_BARONS),
        cycle(SETTINGS[:1] * 3 + SETTINGS[1:]),
        strict=False,
    )
    found = {}
    for row, board in enumerate(board_names()):
        for column, bidding in enumerate(BIDDING):
            seats, modules, barons, settings = next(rest)
            found[f"{board}, {bidding}, {seats} seats"] = Scenario.of(
                board,
                seats=[players[place % len(players)] for place in range(seats)],
                bidding=bidding,
                modules=modules,
                barons=barons,
                rulings=RULINGS[(row + column) % len(RULINGS)],
                settings=settings,
            )
    return found

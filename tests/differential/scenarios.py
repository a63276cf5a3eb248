"""The scenarios of the differential test: every board, variant, tweak and ruling, odd settings."""

from __future__ import annotations

from dataclasses import replace

from rotwsim.scenario.board_file import board_names, load_board, load_rulebook
from rotwsim.scenario.scenario import Scenario

# Long turns and long builds complete many Links, so that even `random` delivers, connects, claims.
BUSY = {"actions_before_railbot": 5, "actions_after_railbot": 4, "tiles_per_build": 12}
RULINGS = (
    {"removed_cubes": "box"},
    {"railbot_path": "fresh"},
    {"removed_cubes": "box", "railbot_path": "fresh"},
)
SETTINGS = {
    "no Railbot": {"railbot_acts": 0},
    "no cards": {"operations_used": 0},
    "no marker limit": {"empty_city_trigger": 0, "base_exhaust": 5},
    "one marker": {"empty_city_trigger": 1},
    "exhausting": {"base_exhaust": 20, "empty_city_trigger": 30},
    "all Barons": {"barons_in_row": 12},
    "dear money": {"bond_interest": 5, "bond_penalty": 10},
    "free money": {"bond_interest": 0, "start_cash": 1000, "urbanize_price": 0},
    "many cubes": {"urbanize_cubes": 10, "growth_cubes": 10},
    "no cubes": {"urbanize_cubes": 0, "growth_cubes": 0, "executive_actions": 0},
    "short deck": {"cards_removed": 12, "display_limit": 8},
    "cheap Insurance": {"insurance_actions": 1, "executive_actions": 5},
    "busy and dear Insurance": {**BUSY, "insurance_actions": 4, "barons_in_row": 12},
    "no third action": {"actions_after_railbot": 0, "tiles_per_build": 1},
}


def scenarios(player: str) -> dict[str, Scenario]:
    """Scenarios by name; boards take turns where the board is not the point."""
    boards = board_names()
    found: dict[str, Scenario] = {}

    def add(name: str, board, **options) -> None:
        found[name] = Scenario.of(board, player=player, **options)

    for board in boards:
        add(f"{board}, plain", board)
        add(f"{board}, busy with Barons", board, barons=True, settings=BUSY)
    for place, tweak in enumerate(load_rulebook().tweaks):
        board = boards[place % len(boards)]
        add(f"{board}, {tweak.name}", board, tweaks=[tweak.name], barons=place % 2 == 0)
    for place, rulings in enumerate(RULINGS):
        for barons in (False, True):
            words = " and ".join(rulings.values())
            board = boards[(2 * place + barons) % len(boards)]
            name = f"{board}, {words}{', Barons' if barons else ''}"
            add(name, board, rulings=rulings, barons=barons, settings=BUSY)
    for place, (name, settings) in enumerate(SETTINGS.items()):
        board = boards[(3 * place) % len(boards)]
        add(f"{board}, {name}", board, settings=settings, barons=True)
    for name in ("eastern-us", "sweden"):
        board = load_board(name)
        out = tuple(city.name for city in board.cities if city.colour == "grey")[2:6:2]
        add(f"{name}, cities out", replace(board, cities_not_in_play=out), settings=BUSY)
    return found

"""List what a page can change, in plain words: boards, tweaks, parameters, rulings, players."""

from __future__ import annotations

from rotwsim.scenario.board_file import board_names, load_board
from rotwsim.scenario.options import ERRORS, PERSON, SETTINGS, WINS
from rotwsim.scenario.player_numbers import player_names
from rotwsim.scenario.rulebook import load_rulebook
from rotwsim.scenario.scenario import Scenario

# Name, meaning, and the ends of the slider; the number beside it takes every legal value. The first
# eight are shown at once.
PARAMETERS = {
    "base_exhaust": ("Base Exhaust", "Cubes that each Exhaust card removes.", 0, 8),
    "target": ("Target", "Points that win, before the Barons raise it.", 80, 180),
    "empty_city_trigger": ("Empty City Markers", "Markers that end the game.", 3, 20),
    "start_cash": ("Start cash", "Money at the start, in $1,000.", 0, 30),
    "cards_removed": ("Railbot cards removed", "Cards taken out: a shorter game.", 0, 8),
    "display_limit": ("Display limit", "Operations cards on display at most.", 3, 8),
    "insurance_actions": ("Insurance", "Actions that Insurance costs.", 1, 3),
    "actions_before_railbot": ("Actions before the Railbot", "Each turn.", 1, 4),
    "actions_after_railbot": ("Actions after the Railbot", "Each turn.", 0, 4),
    "tiles_per_build": ("Tiles per Build", "Tiles of one Build action.", 1, 8),
    "barons_in_row": ("Duel Barons in the row", "With Barons: how many lie open.", 1, 12),
    "barons_raise_target": ("Barons raise the target", "With Barons: points more.", 0, 40),
    "bond_interest": ("Interest of a bond", "Each turn, in $1,000.", 0, 3),
    "bond_penalty": ("Penalty of a bond", "Points lost at the end.", 0, 5),
    "urbanize_price": ("Price of Urbanize", "In $1,000.", 0, 30),
    "urbanize_cubes": ("Cubes of a New City", "Drawn by Urbanize.", 0, 6),
    "growth_cubes": ("City Growth", "Cubes it brings.", 0, 6),
    "executive_actions": ("Railroad Executive", "Actions it gives.", 0, 4),
    "railbot_acts": ("The Railbot acts", "0: it rests all game.", 0, 1),
    "operations_used": ("Operations cards", "0: played without them.", 0, 1),
}
SHOWN_AT_ONCE = 6
ERROR_WORDS = {
    "noisy": "misjudges every choice a little",
    "careless": "slips now and then",
    "habit": "plays by simple habits",
    "hasty": "thinks of this action only",
}


def catalogue() -> dict:
    """Give everything a page needs to draw its form."""
    return {
        "boards": [board_row(name) for name in board_names()],
        "parameters": [parameter_row(name) for name in (*PARAMETERS, *_others())],
        "shown_at_once": SHOWN_AT_ONCE,
        "tweaks": tweak_rows(),
        "rulings": [
            {"name": each.name, "rule": each.rule, "text": each.text, "choices": each.choices}
            for each in load_rulebook().rulings
            if each.choices and each.game != "multiplayer"
        ],
        "players": [name for name in player_names() if name != PERSON],
        "errors": [{"name": name, "text": ERROR_WORDS.get(name, "")} for name in ERRORS],
        "wins": [WINS.low, WINS.high],
    }


def board_row(name: str) -> dict:
    """Give a board with the parameters it is printed with."""
    return {"name": name, "title": load_board(name).title, "parameters": printed(name)}


def printed(board: str) -> dict[str, int]:
    """Give the parameters of the standard game of a board, those of Barons included."""
    plain = Scenario.of(board).parameters
    return Scenario.of(board, barons=True).parameters | {"target": plain["target"]}


def parameter_row(name: str) -> dict:
    label, meaning, low, high = PARAMETERS.get(name, (name, "", 0, 10))
    legal = SETTINGS[name]
    return {
        "name": name,
        "label": label,
        "text": meaning,
        "slider": [low, high],
        "legal": [legal.low, legal.high],
    }


def tweak_rows() -> list[dict]:
    """Give the tweaks of the rulebook by group: of each group one at most."""
    groups: dict[str, list[dict]] = {}
    for tweak in load_rulebook().tweaks:
        row = {"name": tweak.name, "text": tweak.text, "side": tweak.side}
        groups.setdefault(tweak.group, []).append(row)
    return [{"group": group, "tweaks": rows} for group, rows in groups.items()]


def _others() -> list[str]:
    return [name for name in SETTINGS if name not in PARAMETERS]

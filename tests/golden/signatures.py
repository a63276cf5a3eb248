"""Sign every player on every board, solo and multiplayer: what the file of signatures holds."""

from __future__ import annotations

import hashlib

from rotwsim.runner.audit_and_signature import BUDGETS, FIELDS, OPTIONS_OF, play_into, signature
from rotwsim.scenario.board_file import board_names, load_rulebook
from rotwsim.scenario.options import PERSON, SLIP_KINDS
from rotwsim.scenario.player_numbers import GAMES_IN_FILE, multiplayer_players, player_names
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import BOTH, MODULES, MULTIPLAYER, MULTIPLAYER_BARONS, SOLO

ERRING = [
    {"errs": "careless", "knob": 0.4},
    {"errs": "habit", "knob": 0.5},
    {"errs": "hasty", "knob": 3.0},
]
# Of multiplayer games: one game of each.
SEATS_AND_BIDDING = (
    (2, "whole_order"),
    (3, "first_to_pass"),
    (4, "traditional"),
    (5, "worst_is_first"),
    (6, "whole_order"),
)
MULTIPLAYER_FIELDS = (
    "turns",
    "trigger",
    "markers",
    "money_bid",
    "first_price",
    "place",
    "score",
    "points",
    "bonds",
    "baron",
    "baron_points",
    "bids_paid",
    "links",
    "engine",
    "deliveries",
    "longest_delivery",
    "points_given",
    "points_hotels",
    "points_bounties",
    "points_lines",
    "points_starts",
    "money",
)
HEAD = """\
# How every player plays every board: a hash over fixed games, solo and multiplayer. What was
# measured is stale when these change. Written by `python -m tests.golden.renew`.
"""


def all_signatures() -> dict[str, dict[str, dict[str, str]]]:
    """Play the fixed games of every player on every board: by game, board and player."""
    return {
        GAMES_IN_FILE[SOLO]: {board: solo_signatures(board) for board in board_names()},
        GAMES_IN_FILE[MULTIPLAYER]: {
            board: multiplayer_signatures(board) for board in board_names()
        },
    }


def solo_signatures(board: str) -> dict[str, str]:
    """Hash each player's solo games on a board, as printed and with every option changed."""
    return {player: solo_signature(player, board) for player in player_names()}


def solo_signature(player: str, board: str) -> str:
    digest = hashlib.sha256(signature(player, boards=(board,)).encode())
    for options in switched(SOLO, player) if player not in BUDGETS else ():
        own = {**OPTIONS_OF.get(player, {}), **options}
        play_into(digest, Scenario.of(board, player=player, **own), 1, FIELDS)
    return digest.hexdigest()[:16]


def switched(game: str, player: str) -> list[dict]:
    """List options, each with something that the standard game leaves out."""
    errors = ERRING if player == PERSON else []
    rulings = [
        {"rulings": {ruling.name: choice}}
        for ruling in load_rulebook().rulings
        if ruling.game in (BOTH, game)
        for choice in ruling.choices[1:]
    ]
    if game == MULTIPLAYER:
        modules = [{"modules": [module]} for module in MODULES]
        barons = [{"barons": barons} for barons in MULTIPLAYER_BARONS[1:]]
        return [*rulings, *modules, *barons, *errors]
    slips = errors or [{"slip": 0.2, "slip_kind": kind} for kind in SLIP_KINDS]
    tweaks = [{"tweaks": [tweak.name]} for tweak in load_rulebook().tweaks]
    return [*({"barons": True} | ruling for ruling in rulings), *tweaks, *slips, {"aim": "win"}]


def multiplayer_signatures(board: str) -> dict[str, str]:
    """Hash each player's multiplayer games on a board."""
    return {player: multiplayer_signature(player, board) for player in multiplayer_players()}


def multiplayer_signature(player: str, board: str) -> str:
    own = OPTIONS_OF.get(player, {})
    digest = hashlib.sha256()
    for seats, bidding in SEATS_AND_BIDDING[:1] if player in BUDGETS else SEATS_AND_BIDDING:
        scenario = Scenario.of(
            board, seats=[player] * seats, bidding=bidding, budget=BUDGETS.get(player, 0), **own
        )
        play_into(digest, scenario, 1, MULTIPLAYER_FIELDS)
    for options in switched(MULTIPLAYER, player) if player not in BUDGETS else ():
        scenario = Scenario.of(board, seats=[player] * 3, **{**own, **options})
        play_into(digest, scenario, 1, MULTIPLAYER_FIELDS)
    return digest.hexdigest()[:16]


def written(signatures: dict[str, dict[str, dict[str, str]]]) -> str:
    """Write the signatures as the file has them."""
    lines = [HEAD]
    for game, boards in signatures.items():
        for board, players in boards.items():
            lines += [
                f"[{game}.{board}]",
                *(f'{who} = "{value}"' for who, value in players.items()),
            ]
            lines.append("")
    return "\n".join(lines)

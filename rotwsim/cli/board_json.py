"""A board as one JSON object: its values, where they come from, and a summary of its routes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from rotwsim.cli.tables import as_json as as_text
from rotwsim.scenario import hexes
from rotwsim.scenario.compile.routes import Route
from rotwsim.scenario.provenance import count_by_origin
from rotwsim.scenario.schema import Board

OF_TABLE_CARDS = ("title", "goal", "tier", "line")  # empty for every card of a board file


def as_json(board: Board, routes: Sequence[Route]) -> str:
    """Everything that `board show` prints, for other programs."""
    return as_text(_board(board, routes))


def _board(board: Board, routes: Sequence[Route]) -> dict:
    values = asdict(board)
    figures = values.pop("provenance")
    values["ridges"] = [
        {"row": row, "column": column, "side": hexes.SIDES[side]}
        for (row, column), side in sorted(board.ridges)
    ]
    for card in values["operations"]:
        for key in OF_TABLE_CARDS:
            del card[key]
    values["playable_hexes"] = board.playable_hexes
    values["cubes"] = sum(city.cubes for city in board.cities)
    values["routes"] = _routes(board, routes)
    values["provenance"] = {"values": count_by_origin(board.provenance), "figures": figures}
    return values


def _routes(board: Board, routes: Sequence[Route]) -> dict:
    return {
        "pairs": len(routes),
        "cheapest": [
            {
                "cities": [board.cities[route.first].name, board.cities[route.second].name],
                "tiles": route.tiles,
                "cost": route.cost,
            }
            for route in routes
        ],
    }

"""Small boards for tests: a line of cities with cards of every kind, or a map drawn in rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rotwsim.scenario.schema import Board, City, MajorLine, OperationsCard, RailbotCard, WesternLink

# Seven cities in a line, two plain hexes between neighbours: each Link has 2 tiles for 2 each.
LINE = "C..C..C..C..C..C..C"
CITIES = {
    "Kalmar": "yellow",
    "Alvesta": "grey",
    "Malmö": "black",
    "Lund": "red",
    "Ystad": "purple",
    "Växjö": "blue",
    "Örebro": "red",
}
RAILBOT_CARDS = (
    RailbotCard("Kalmar Alvesta Malmö", "left", ("Kalmar", "Alvesta", "Malmö")),
    RailbotCard("Ystad Växjö Örebro", "left", ("Ystad", "Växjö", "Örebro")),
    RailbotCard("Kalmar Malmö", "left", ("Kalmar", "Malmö")),
    RailbotCard("Exhaust Purple", "middle", exhaust="purple"),
    RailbotCard("Exhaust Red", "left", exhaust="red"),
    RailbotCard("Taxation", "left", taxation=True),
    RailbotCard("Deadhead", "middle", deadhead=True),
    RailbotCard("Deadhead and Taxation", "right", deadhead=True, taxation=True),
    RailbotCard("Major Line", "right", major_line=True),
    RailbotCard("Baron", "left", baron=True),
    RailbotCard("Major Line and Baron", "right", major_line=True, baron=True),
    RailbotCard("Blank left", "left"),
    RailbotCard("Blank middle", "middle"),
    RailbotCard("Blank right", "right"),
    RailbotCard("Final Evaluation", None, final_evaluation=True),
)
OPERATIONS_CARDS = (
    OperationsCard("hotel", "Malmö"),
    OperationsCard("hotel", "Lund"),
    OperationsCard("bounty", "Lund", 4),
    OperationsCard("bounty", "Malmö", 3),
    OperationsCard("bounty", "Kalmar", 2),
    OperationsCard("new_industry"),
    OperationsCard("city_growth"),
    OperationsCard("executive"),
    OperationsCard("land_grant"),
    OperationsCard("perfect_engineering"),
    OperationsCard("start"),
)


def line_board(**changes) -> Board:
    """The board of the worked examples: a line of cities with goods and cards of every kind."""
    board = map_board(LINE, **CITIES)
    board = replace(
        board,
        lines=(MajorLine(("Kalmar", "Malmö"), 6), MajorLine(("Lund", "Örebro"), 9)),
        western_link=WesternLink(30, ("Alvesta",), "red", 4, "Lund", 2),
    )
    return replace(board, **changes)


def map_board(*rows: str, ridges: Iterable = (), **colours: str) -> Board:
    """A board drawn in rows of hexes; each C is the next city, its keyword the colour."""
    places = [
        (row, column)
        for row, letters in enumerate(rows)
        for column, letter in enumerate(letters)
        if letter == "C"
    ]
    return Board(
        name="test",
        title="A board for a test",
        rows=rows,
        ridges=frozenset(ridges),
        cities=tuple(
            City(name, *place, colour, 2)
            for place, (name, colour) in zip(places, colours.items(), strict=True)
        ),
        lines=(),
        operations=tuple(c for c in OPERATIONS_CARDS if c.city is None or c.city in colours),
        railbot_cards=tuple(c for c in RAILBOT_CARDS if set(c.cities) <= set(colours)),
        common_cards=(),
        base_exhaust=2,
        empty_city_trigger=0,
    )

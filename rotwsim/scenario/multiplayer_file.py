"""Reads what the game for 2 to 6 needs: the parameters of every table, and those of one board."""

from __future__ import annotations

from rotwsim.scenario.multiplayer_schema import (
    RAIL_BARON_GOALS,
    START_GOALS,
    MultiplayerBoard,
    MultiplayerRules,
    RailBaron,
    StartCard,
)
from rotwsim.scenario.reading import Reader, describe
from rotwsim.scenario.schema import COLOURS

PLAIN = ("seats", "setup", "turn", "auction", "mines")  # tables of table.toml that hold numbers
LARGEST = 1000
SEATS = ("2", "3", "4", "5", "6")
WITH_CITIES = {"links_at": 1, "connected": 2}  # goals that name cities, and how many at least


def read_multiplayer_rules(reader: Reader) -> MultiplayerRules:
    """The whole of table.toml."""
    parameters = {}
    for name in PLAIN:
        table = reader.table(name)
        parameters.update({key: table.integer(key, 0, LARGEST) for key in table.rest()})
    rotors, start, barons = (reader.table(name) for name in ("rotors", "start", "rail_barons"))
    wheel = rotors.texts("wheel")
    if sorted(wheel) != sorted(COLOURS):
        rotors.fail("wheel", "must name each colour once", COLOURS)
    rules = MultiplayerRules(
        **parameters,
        wheel=wheel,
        start_cards=tuple(_read_start_card(entry) for entry in start.tables("cards")),
        rail_barons=tuple(_read_rail_baron(entry) for entry in barons.tables("list")),
    )
    for table in (rotors, start, barons):
        table.done()
    return rules


def read_multiplayer_board(top: Reader) -> MultiplayerBoard | None:
    """The table [table] of a board file; a board without it is for the solo game alone."""
    from rotwsim.scenario.limits import SEAT_MARKERS  # brings numpy, which help does without

    if not top.has("table"):
        return None
    table = top.table("table")
    markers = table.table("markers")
    found = MultiplayerBoard(
        markers=tuple(markers.integer(seats, *SEAT_MARKERS) for seats in SEATS),
        rotor_cities=table.texts("rotor_cities", []),
        rail_barons=tuple(_read_rail_baron(entry) for entry in table.tables("rail_barons", [])),
    )
    markers.done()
    table.done()
    return found


def _read_start_card(entry: Reader) -> StartCard:
    card = StartCard(
        name=entry.text("name"),
        goal=entry.choice("goal", START_GOALS),
        tier=entry.integer("tier", 1, 8),
        points=entry.integer("points", 0, 100),
    )
    entry.done()
    return card


def _read_rail_baron(entry: Reader) -> RailBaron:
    goal = entry.choice("goal", RAIL_BARON_GOALS)
    least = WITH_CITIES.get(goal, 0)
    cities = entry.texts("cities") if least else ()
    if len(cities) < least:
        entry.fail("cities", f"has {describe(list(cities))}; the goal {goal} needs {least}")
    baron = RailBaron(
        rule=entry.text("rule"),
        name=entry.text("name"),
        goal=goal,
        points=entry.integer("points", 0, 100),
        tier=entry.integer("tier", 1, 8) if goal == "first_engine" else 0,
        cities=cities,
        most=entry.integer("most", 0, 100) if goal == "links_at" else 0,
    )
    entry.done()
    return baron

"""The options of a scenario, one row each: whoever names, reads or shows one looks here."""

from __future__ import annotations

from functools import cache

from rotwsim.scenario.multiplayer_schema import BIDDING, MODULES
from rotwsim.scenario.option_types import LIST, TABLE, Option, Span
from rotwsim.scenario.player_weights import NOTES, player_names
from rotwsim.scenario.reading import read_toml
from rotwsim.scenario.rulebook import DATA, load_rulebook
from rotwsim.scenario.schema import MULTIPLAYER, SOLO, DataError

PLAYERS = player_names()
BANS = (  # what --without can forbid
    "insurance",
    "hotels",
    "bounties",
    "urbanize",
    "new-industry",
    "growth",
    "executive",
    "land-grant",
    "engineering",
    "lines",
    "barons",
    "western-link",
)
SLIP_KINDS = ("novice", "second-best")  # as core.codes numbers them
AIMS = ("points", "win")  # as core.codes numbers them
STREAMS = ("goods", "railbot", "operations", "barons", "player")  # as core.codes numbers them
# Parameters that --set may change; 0 may switch a mechanism off.
SETTINGS = {
    "start_cash": Span(0, 1000),
    "target": Span(0, 1000),
    "barons_raise_target": Span(0, 1000),
    "base_exhaust": Span(0, 20),
    "empty_city_trigger": Span(0, 64),
    "display_limit": Span(3, 8),
    "cards_removed": Span(0, 12),
    "barons_in_row": Span(1, 12),
    "bond_interest": Span(0, 5),
    "bond_penalty": Span(0, 10),
    "urbanize_price": Span(0, 100),
    "urbanize_cubes": Span(0, 10),
    "growth_cubes": Span(0, 10),
    "executive_actions": Span(0, 5),
    "actions_before_railbot": Span(1, 6),
    "actions_after_railbot": Span(0, 6),
    "insurance_actions": Span(1, 6),
    "tiles_per_build": Span(1, 12),
    "railbot_acts": Span(0, 1),
    "operations_used": Span(0, 1),
}
# Those that count at a table; there the trigger is the number of markers for its seats.
MULTIPLAYER_SETTINGS = (
    "start_cash",
    "empty_city_trigger",
    "bond_interest",
    "bond_penalty",
    "urbanize_price",
    "urbanize_cubes",
    "growth_cubes",
    "executive_actions",
    "tiles_per_build",
)
ANY_WEIGHT = Span(-1_000_000, 1_000_000)
LATER = Span(0, 2**31 - 1)  # games


def _tweaks() -> list[str]:
    return [tweak.name for tweak in load_rulebook().tweaks]


def tweak_called(name: str) -> str:
    """The tweak behind a rule id, T3 as exhaust-1; any other name is returned as it is."""
    named = [tweak.name for tweak in load_rulebook().tweaks if tweak.rule == name.upper()]
    if len(named) > 1:
        raise DataError(f"{name.upper()} is {' or '.join(named)}: name one of them")
    return named[0] if named else name


def _rulings() -> dict[str, tuple[str, ...]]:
    return {ruling.name: ruling.choices for ruling in load_rulebook().rulings if ruling.choices}


def _barons() -> list[str]:
    return [baron.name for baron in load_rulebook().barons]


@cache
def _weights() -> dict[str, Span]:
    file = "players.toml"
    tables = [table for table in read_toml(DATA / file, file).values() if isinstance(table, dict)]
    return {name: ANY_WEIGHT for table in tables for name in table if name not in NOTES}


def _streams() -> dict[str, Span]:
    return dict.fromkeys(STREAMS, LATER)


# A table is read by its rows: name of the field and of the key in a file, word in commands and
# variants, type, help, shape.
# fmt: off
SCENARIO_OPTIONS = (
    Option("board", "board", str, "Board name or .toml file.", default="eastern-us", always=True),
    Option("seats", "seats", str, "Who sits at the table, as 3*casual,novice; none: solo.", LIST,
           what="player", legal=lambda: PLAYERS, game=MULTIPLAYER, repeats=True),
    Option("bidding", "bidding", str, "Bidding style at a table, M11-M14.", default=BIDDING[0],
           said="bidding {}", what="bidding style", legal=lambda: BIDDING, game=MULTIPLAYER),
    Option("modules", "module", str, "Rotors, mines, fewer markers at a table; repeatable.", LIST,
           what="module", legal=lambda: MODULES, game=MULTIPLAYER),
    Option("barons", "barons", bool, "With the Duel Barons; at a table map, universal or none.",
           default=False, said="Duel Barons",
           names=(("map", ""), ("universal", "universal Rail Barons"),
                  ("none", "no Rail Barons"))),
    Option("rail_baron", "rail-baron", str, "Rail Baron the first seat is dealt and keeps.",
           default="", said="{} kept by seat 1", game=MULTIPLAYER),
    Option("tweaks", "tweak", str, "Difficulty tweak, see rotwsim tweaks; repeatable.", LIST,
           what="tweak", legal=_tweaks, game=SOLO, alias=tweak_called),
    Option("rulings", "ruling", str, "A ruling as name=choice; repeatable.", TABLE,
           what="ruling", legal=_rulings),
    Option("settings", "set", int, "A parameter as key=value; repeatable.", TABLE,
           what="setting", legal=lambda: SETTINGS),
    Option("player", "player", str, "Who plays the solo game.", default="expert",
           what="player", legal=lambda: PLAYERS, game=SOLO, always=True),
    Option("slip", "slip", float, "Share of decisions that go wrong.", default=0.0,
           said="slip {}", legal=lambda: Span(0, 1), game=SOLO),
    Option("slip_kind", "slip-kind", str, "Slips as a novice, or to the second-best action.",
           default=SLIP_KINDS[0], said="slips: {}", what="kind of slip", legal=lambda: SLIP_KINDS,
           game=SOLO),
    Option("without", "without", str, "What the player leaves alone, comma separated.", LIST,
           said="without {}", what="option to play without", legal=lambda: BANS, game=SOLO),
    Option("budget", "budget", int, "Search budget of the master.", default=0,
           said="budget {}", legal=lambda: Span(0, 1_000_000)),
    Option("aim", "aim", str, "What expert and master play for: points, or the target.",
           default=AIMS[0], said="aims at a {}", what="aim", legal=lambda: AIMS, game=SOLO),
    Option("barons_in", "baron-in", str, "Baron forced into the row.", LIST,
           said="{} in the row", what="Duel Baron", legal=_barons, game=SOLO),
    Option("barons_out", "baron-out", str, "Baron forced out of the row.", LIST,
           said="{} out of the row", what="Duel Baron", legal=_barons, game=SOLO),
    Option("barons_harmless", "baron-harmless", str, "Baron without Opponent Effect.", LIST,
           said="{} harmless", what="Duel Baron", legal=_barons, game=SOLO),
    Option("weights", "weight", float, "A weight of the player's judgement, name=value.", TABLE,
           said="", what="weight", legal=_weights, game=SOLO),
    Option("learned", "learned", str, "File of rotwsim train by which the expert plays.",
           default="", said="learned from {}"),
    Option("stream_shift", "shift", int, "A random stream of a later game, as goods=1000.", TABLE,
           said="{} games later", what="random stream", legal=_streams),
)
# fmt: on
OPTION = {option.name: option for option in SCENARIO_OPTIONS}
FORMER_NAMES = {"options": "modules"}  # of keys, until version 0.1
FORMER_WORDS = {"option": "module"}

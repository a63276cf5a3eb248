"""What a result rests on: which of its figures are assumed."""

from __future__ import annotations

from rotwsim.scenario.board_file import load_rulebook
from rotwsim.scenario.provenance import count_by_origin, is_unseen
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import BOTH, Provenance

# How assumed figures are named, by how their key begins; those that matter most come first.
NAMES = {
    "solo.base_exhaust": "Base Exhaust",
    "solo.empty_city_trigger": "the Empty City trigger",
    "railbot.cards": "{} Railbot map cards",
    "railbot.common": "{} common Railbot cards",
    "solo.cities_not_in_play": "the cities not in play",
    "solo.lines_not_in_play": "the lines not in play",
    "cities": "{} cities",
    "lines": "{} Major Lines",
    "operations": "{} Operations cards",
    "map.rows": "the hexes",
    "map.ridges": "the ridges",
    "sea": "{} sea routes",
    "western_link": "the Western Link",
    "table.markers": "the Empty City Markers by seats",
    "table.rotor_cities": "the rotor cities",
    "table.rail_barons": "{} Rail Barons of the map",
    "rail_barons": "{} Rail Barons",
    "rotors": "the wheel of the rotors",
}
# How the keys begin of figures that only one of the games has.
OF_SOLO = ("solo.", "railbot", "barons[", "tweaks[")
OF_TABLE = (
    "table.", "rail_barons.", "start.cards", "setup.", "mines.", "seats.", "auction.", "rotors.",
    "major_line.", "turn.rounds", "turn.most_turns",
)  # fmt: skip


def provenance_of(scenario: Scenario) -> dict:
    """How many figures are printed, reported, ruled or assumed, and the assumed ones by name."""
    figures = figures_in_force(scenario)
    origins = count_by_origin(figures)
    return {
        "figures": sum(origins.values()),
        "origins": origins,
        "assumed": assumed_by_name(figures),
    }


def in_words(provenance: dict) -> str:
    """One line: "assumed, not printed: Base Exhaust, …"."""
    if not provenance["assumed"]:
        return f"none of {provenance['figures']:,} figures is assumed"
    return f"assumed, not printed: {', '.join(provenance['assumed'])}"


def figures_in_force(scenario: Scenario) -> list[Provenance]:
    """The figures of board and rulebook but those that a setting replaces, or of another game."""
    replaced = {name for name, _ in scenario.settings}
    elsewhere = (OF_SOLO if scenario.seats else OF_TABLE) + tuple(
        f"rulings.{ruling.name}."
        for ruling in load_rulebook().rulings
        if ruling.game not in (BOTH, scenario.game)
    )
    return [
        figure
        for figure in (*scenario.board.provenance, *load_rulebook().provenance)
        if not figure.key.startswith(elsewhere)
        and not (figure.key.startswith("solo.") and figure.key.removeprefix("solo.") in replaced)
    ]


def assumed_by_name(figures: list[Provenance]) -> list[str]:
    """The assumed figures in the words of the game: "14 Railbot map cards"."""
    entries: dict[str, set[str]] = {}
    for figure in figures:
        if is_unseen(figure):
            start = next((start for start in NAMES if figure.key.startswith(start)), figure.key)
            entries.setdefault(start, set()).add(figure.key.rpartition(".")[0])
    ordered = sorted(entries, key=lambda start: [*NAMES, start].index(start))
    return [NAMES.get(start, start).format(len(entries[start])) for start in ordered]

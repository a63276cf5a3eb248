"""Say what seats or a person in a scenario mean, and refuse what does not go with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rotwsim.scenario.options import (
    MULTIPLAYER_SETTINGS,
    OPTION,
    PERSON,
    PERSON_OPTIONS,
    SCENARIO_OPTIONS,
    UNKNOWN_KNOB,
    WINS,
    among,
)
from rotwsim.scenario.player_numbers import multiplayer_players, player_file
from rotwsim.scenario.reading import describe
from rotwsim.scenario.schema import (
    BOTH,
    MULTIPLAYER,
    PRINTED_GOALS,
    SOLO,
    Board,
    DataError,
    MultiplayerBoard,
    OperationsCard,
    RailBaron,
)

if TYPE_CHECKING:
    from rotwsim.scenario.scenario import Scenario

HALF = 50.0  # per cent of the standard games that a person wins unless said
DEAREST_INTEREST = 2  # above it the bonds of a careless player outgrow 32 bits in 40 turns
FEWER_MARKERS = {"fewer_markers-2": 2, "fewer_markers-4": 4}  # M3, M32


def multiplayer_parameters(scenario: Scenario) -> dict[str, int]:
    """Give the parameters in force; the trigger is the number of markers (M3), 0 for never."""
    book = scenario.book
    parameters = {name: getattr(book, name, 0) for name in MULTIPLAYER_SETTINGS}
    printed = multiplayer_board(scenario.board).markers
    parameters["empty_city_trigger"] = printed[len(scenario.seats) - book.multiplayer.fewest_seats]
    parameters.update(dict(scenario.settings))
    if parameters["empty_city_trigger"]:
        fewer = sum(FEWER_MARKERS.get(option, 0) for option in scenario.modules)
        parameters["empty_city_trigger"] = max(1, parameters["empty_city_trigger"] - fewer)
    return parameters


def multiplayer_board(board: Board) -> MultiplayerBoard:
    """Give what a board has for 2 to 6 players; refuse one that is for the solo game alone."""
    if board.multiplayer is None:
        raise DataError(
            f"{board.file}: [multiplayer] is missing; the board is for the solo game alone"
        )
    return board.multiplayer


def multiplayer_cards(scenario: Scenario) -> tuple[OperationsCard, ...]:
    """The cards that only a table has: Start cards, and Major Lines under lines = cards (M5)."""
    wanted = sum(card.count for card in scenario.board.operations if card.kind == "start")
    starts = tuple(
        OperationsCard("start", None, card.points, 1, card.name, card.goal, card.tier)
        for card in scenario.book.multiplayer.start_cards[:wanted]
    )
    if scenario.switches["lines"] != "cards":
        return starts
    return starts + tuple(
        OperationsCard("major_line", None, line.points, 1, f"Major Line {line.name}", line=number)
        for number, line in enumerate(scenario.board.lines)
    )


def rail_barons_of(scenario: Scenario) -> tuple[RailBaron, ...]:
    """Those of every map, then those of the board or the goals of the Duel Barons (R1 to R12)."""
    book = scenario.book
    if scenario.barons == "map":
        return book.multiplayer.rail_barons + multiplayer_board(scenario.board).rail_barons
    if scenario.barons == "universal":
        return book.multiplayer.rail_barons + tuple(
            RailBaron(baron.rule, baron.name, baron.goal, baron.points[0], baron.tiers[0])
            for baron in book.barons
            if baron.goal in PRINTED_GOALS  # a Rail Baron has no colours of one's own
        )
    return ()


def check_game(scenario: Scenario) -> None:
    """Refuses what does not belong to the game that is played: solo, or a table."""
    for option in SCENARIO_OPTIONS:
        value = getattr(scenario, option.name)
        if option.game not in (BOTH, scenario.game) and value != option.default:
            raise DataError(_elsewhere(option.word, option.game))
    for ruling in scenario.book.rulings:
        if ruling.name in dict(scenario.rulings) and ruling.game not in (BOTH, scenario.game):
            raise DataError(_elsewhere(f"ruling {ruling.name}", ruling.game))
    if scenario.seats:
        _check_seats(scenario)
    elif isinstance(scenario.barons, str):
        raise DataError(_elsewhere(f"barons {describe(scenario.barons)}", MULTIPLAYER))


def _elsewhere(what: str, game: str) -> str:
    if game == SOLO:
        return f"{what} belongs to the solo game; a table with seats does not take it"
    return f"{what} belongs to a table; name its seats, as --seats 4*casual"


def _check_seats(scenario: Scenario) -> None:
    table, seats = scenario.book.multiplayer, len(scenario.seats)
    if not table.fewest_seats <= seats <= table.most_seats:
        given = "1 seat is" if seats == 1 else f"{seats} seats are"
        legal = f"{table.fewest_seats} to {table.most_seats}"
        raise DataError(f"{given} given; a table has {legal}")
    can_sit = multiplayer_players()
    for player in scenario.seats:
        if player not in can_sit and not player_file(player):
            raise DataError(f"{player} cannot play multiplayer; legal: {', '.join(can_sit)}")
    for name, value in scenario.settings:
        if name not in MULTIPLAYER_SETTINGS:
            raise DataError(_elsewhere(f"setting {name}", SOLO))
        if name == "bond_interest" and value > DEAREST_INTEREST:
            raise DataError(f"{name} is {value}; legal in multiplayer are 0 to {DEAREST_INTEREST}")
    if scenario.barons is True:
        names = ", ".join(name for name, _ in OPTION["barons"].names)
        raise DataError(f"the Duel Barons belong to the solo game; barons in multiplayer: {names}")
    _check_modules(scenario)


def _check_modules(scenario: Scenario) -> None:
    board, own, seats = scenario.board, multiplayer_board(scenario.board), len(scenario.seats)
    if sum(option in FEWER_MARKERS for option in scenario.modules) > 1:
        raise DataError(" and ".join(FEWER_MARKERS) + " contradict each other")
    if "rotors" in scenario.modules and not own.rotor_cities:
        raise DataError(f"{board.file}: multiplayer.rotor_cities names no city; rotors need some")
    if scenario.rail_baron:
        names = [baron.name for baron in scenario.rail_barons]
        among("Rail Baron", scenario.rail_baron, names)
    needed = seats * scenario.book.multiplayer.rail_barons_dealt
    if scenario.barons != "none" and len(scenario.rail_barons) < needed:
        raise DataError(
            f"{board.file}: multiplayer.rail_barons: {len(scenario.rail_barons)} Rail Barons in "
            f"all; {seats} seats need {needed} (or play with barons universal or none)"
        )


def person_defaults(given: Mapping) -> dict:
    """Add that a person plays where an option is a person's, and wins half of the games."""
    errs = any(
        given.get(name, OPTION[name].default) != OPTION[name].default for name in PERSON_OPTIONS
    )
    players = given.get("seats") or (given.get("player", PERSON if errs else ""),)
    if PERSON not in players:
        return {}
    found = {} if given.get("seats") else {"player": PERSON}
    is_known = given.get("wins") or given.get("knob", UNKNOWN_KNOB) != UNKNOWN_KNOB
    return found if is_known else found | {"wins": HALF}


def without_person(scenario: Scenario, changes: Mapping) -> dict:
    """Drop what is said of a person where changes name another player."""
    seats = changes.get("seats")
    found = {"player": OPTION["player"].default} if seats and scenario.player == PERSON else {}
    if any(PERSON in name for name in seats or (changes.get("player", PERSON),)):  # 4*person too
        return found
    return found | {name: OPTION[name].default for name in PERSON_OPTIONS}


def check_person(scenario: Scenario) -> None:
    """Refuse options of a person for others, and what a person does not take."""
    if not scenario.has_person:
        for name in PERSON_OPTIONS:
            if getattr(scenario, name) != OPTION[name].default:
                who = " and ".join(dict.fromkeys(scenario.seats)) or scenario.player
                raise DataError(f"{name} is for the player person, not for {who}")
        return
    if scenario.wins and scenario.wins not in WINS:
        raise DataError(f"wins is {scenario.wins:g} %; legal are {WINS}")
    if scenario.slip:
        raise DataError("a person slips by errs = careless; leave slip out, or name a player")
    if "master" in scenario.seats:
        raise DataError("person and master cannot play in one game")

"""Asks a player what it would do in a position, and tells it in words.

table = position("Kalmar", "Alvesta", "Malmö", engine=2, cubes={"Kalmar": ["black"]})
assert choice(table) == ("deliver", "black", "Kalmar", "Malmö")
"""

from __future__ import annotations

import numpy as np

from rotwsim.core.jit.decorators import kernel
from rotwsim.core.play.solo import FIRST_ACTIONS, THIRD_ACTION
from rotwsim.core.state import codes, layout
from rotwsim.players import registry
from rotwsim.players.strategies import master
from rotwsim.players.value.rank_actions import forget, new_survey
from rotwsim.players.value.records import Mind, new_planned
from rotwsim.scenario.schema import COLOURS, Board

from ..core.boards import line_board
from ..core.builder import Table, choose_action, new_mind

SEAT = codes.SOLO
SEVEN = ("Kalmar", "Alvesta", "Malmö", "Lund", "Ystad", "Växjö", "Örebro")
CALM_ROW = ("Blank left", "Blank middle", "Blank right")


def bare_board(**changes) -> Board:
    """Seven cities in a line, without Major Lines and Western Link."""
    return line_board(**{"lines": (), "western_link": None, **changes})


def position(
    *network: str,
    engine: int = 1,
    turns: int = 10,
    last_action: bool = False,
    cash: int = 20,
    score: int = 20,
    cubes: dict[str, list[str]] | None = None,
    display: tuple[str, ...] = (),
    row: tuple[str, ...] = CALM_ROW,
    board: Board | None = None,
    **options,
) -> Table:
    """The player's Links join these cities, and the game lasts so many turns more, or just one
    action.
    """
    table = Table(board or bare_board(), **{"player": "club", **options})
    state = table.state
    if network:
        table.own_link(*network)
    state.engine[SEAT], state.cash[SEAT], state.score[SEAT] = engine, cash, score
    for city, colours in (cubes or {}).items():
        table.cubes(city, *colours)
    table.display(*display)
    table.row(*row)
    table.railbot_deck(*["Blank left"] * turns)
    state.third_to_come, state.step = 1, FIRST_ACTIONS
    if turns == 1 or last_action:
        state.last_turn, state.before_railbot = 1, 0
    if last_action:
        state.actions_left, state.third_to_come, state.step = 1, 0, THIRD_ACTION
    return table


@kernel
def choose_action_in_multiplayer(state, rules):
    """The next action of a seat that keeps nothing in mind."""
    own = rules[rules[0].seat_judgement[state.seat]]
    mind = Mind(new_planned(), new_survey())
    forget(mind)
    return registry.ask_in_multiplayer(state.player, state, own, state.seat, mind)


@kernel
def choose_in_multiplayer(state, rules):
    """Its choice in every other decision."""
    own = rules[rules[0].seat_judgement[state.seat]]
    return registry.answer_in_multiplayer(state.player, state, own)


def choice(table: Table, player: str = "") -> tuple:
    """What a player does next, or the one at the table: the kind of action and what it is done
    with.
    """
    state = table.state
    state.player = registry.NUMBERS[player or table.scenario.player]
    state.seat = SEAT
    if state.player == registry.MASTER:
        action = master.choose_action(
            table._states, np.zeros(1, layout.STATE), table._rules, new_mind()
        )
    else:
        action = choose_action(state, table.rules)
    return in_words(table, *action)


def in_words(table: Table, kind: int, a: int, b: int, c: int, *_) -> tuple:
    names, scenario = table.names, table.scenario
    if kind == codes.DELIVER:
        return "deliver", COLOURS[b], names[a], names[c]
    if kind == codes.BUILD:
        return "build", *sorted((names[a], names[b]), key=names.index)
    if kind == codes.URBANIZE:
        return "urbanize", names[a], COLOURS[b]
    if kind == codes.TAKE_CARD:
        return "take", scenario.operations_cards[table.state.display[a]].name
    if kind == codes.INSURE:
        return "insure", scenario.railbot_cards[table.state.row[a]].name
    if kind == codes.WESTERN_LINK:
        return "western link", names[a]
    return ("upgrade",) if kind == codes.UPGRADE else ("pass",)

"""Choices in words: actions that could be taken, and those of every other decision."""

from __future__ import annotations

import numpy as np

from rotwsim.core.state import codes
from rotwsim.replay.names import PLACES, Names

PLACED = {codes.WESTERN_LINK: "Buy the Western Link at {}", codes.MINE: "Mine {}"}
QUESTIONS = {
    codes.DECIDE_CLAIM: "Which Baron do you claim",
    codes.DECIDE_LOST_CUBE: "Which cube leaves {city}",
    codes.DECIDE_EXHAUST: "Which city loses a {colour} cube",
    codes.DECIDE_LINE: "Which Major Line does the Railbot get",
    codes.DECIDE_BARON: "Which Baron does the Railbot get",
    codes.DECIDE_PATH: "Which of the equally cheap paths does the Railbot build",
    codes.DECIDE_NEW_CITY: "Which city becomes a New City, of which colour",
    codes.DECIDE_GROWTH: "Which city grows",
    codes.DECIDE_KEEP: "Which Rail Baron do you keep",
    codes.DECIDE_BID: "Your bid",
}
DECIDED = {
    codes.DECIDE_LINE: "The Railbot gets the Major Line {}",
    codes.DECIDE_PATH: "The Railbot builds {}",
    codes.DECIDE_NEW_CITY: "New City at {}",
    codes.DECIDE_GROWTH: "{} grows",
}


def action_words(action: tuple[int, ...], card: int | None, names: Names) -> str:
    """Name an action as something that can be done."""
    kind, first, second, third, *_ = action
    if kind == codes.BUILD:
        return f"Build from {names.city(first)} towards {names.city(second)}"
    if kind == codes.DELIVER:
        way = f"from {names.city(first)} to {names.city(third)}"
        return f"Deliver a {names.colour(second)} cube {way}"
    if kind == codes.URBANIZE:
        return f"Urbanize {names.city(first)} in {names.colour(second)}"
    if card is not None and kind == codes.TAKE_CARD:
        return f"Take {names.operations_card(card)}"
    if kind == codes.INSURE:
        return f"Insure the {PLACES[first]} card of the row"
    if kind in PLACED:
        return PLACED[kind].format(names.city(first))
    return {codes.PASS: "Pass", codes.UPGRADE: "Upgrade the engine"}[kind]


def decided_words(state: np.record, names: Names, place: int) -> str:
    """Say what a choice of another decision does, without its question."""
    words, decision = choice_words(state, names, place), int(state.decision)
    asked = int(state.asked)
    if decision == codes.DECIDE_EXHAUST:
        return f"{words} loses a {names.colour(asked)} cube"
    if decision == codes.DECIDE_LOST_CUBE:
        return f"{names.city(asked)} loses {words}"
    if decision in (codes.DECIDE_CLAIM, codes.DECIDE_BARON):
        option, verb = int(state.choices[place]), "Claim"
        if decision == codes.DECIDE_BARON:
            verb = "Give the Railbot"
        return f"{verb} {names.baron(int(state.baron_row[option])).name if option >= 0 else words}"
    return DECIDED[decision].format(words)


def choice_words(state: np.record, names: Names, place: int) -> str:
    """Write one choice of a decision that is not about an action."""
    option, decision = int(state.choices[place]), int(state.decision)
    if decision in (codes.DECIDE_CLAIM, codes.DECIDE_BARON):
        if option < 0:
            return "none now"
        baron = names.baron(int(state.baron_row[option]))
        return f"{baron.name}: {baron.goal_text}; for the Railbot: {baron.effect_text}"
    if decision == codes.DECIDE_BID:
        return f"bid ${option}" if option else "pass"
    if decision == codes.DECIDE_KEEP:
        return names.rail_baron(int(state.dealt[int(state.seat), option])).name
    if decision == codes.DECIDE_LOST_CUBE:
        return f"a {names.colour(option)} cube"
    if decision == codes.DECIDE_LINE:
        return names.line(option)
    if decision == codes.DECIDE_PATH:
        return path_words(state, names, place)
    if decision == codes.DECIDE_NEW_CITY:
        return f"{names.city(option // codes.COLOURS)}, {names.colour(option % codes.COLOURS)}"
    return names.city(option)


def path_words(state: np.record, names: Names, place: int) -> str:
    ends = state.path_city[state.path_start[place] : state.path_start[place + 1]].tolist()
    stretches = zip(ends[::2], ends[1::2], strict=True)
    return ", ".join(f"{names.city(first)}–{names.city(second)}" for first, second in stretches)

"""What a player thought at each action of a game, and what the position was worth by rollouts.

The game is played once more, decision by decision. Before an action the player's own ranking is
asked on a copy; with rollouts, the game is also played on to its end many times from there, what
nobody can see dealt anew each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from rotwsim.core.play.multiplayer import act_at_table, advance_table, answer_at_table
from rotwsim.core.play.multiplayer_outcome import TABLE_OUTCOME, record_table
from rotwsim.core.play.setup import set_up, set_up_table
from rotwsim.core.play.turn import act, advance, answer
from rotwsim.core.state import codes, layout
from rotwsim.core.state.log import no_log
from rotwsim.players import multiplayer_players, registry
from rotwsim.players.strategies import master, multiplayer_master
from rotwsim.players.value.buildable_links import can_go_on
from rotwsim.players.value.rank_actions import rank_by_turn
from rotwsim.players.value.ranking import NOTHING_YET
from rotwsim.players.value.records import CANDIDATE, SURVEY
from rotwsim.replay.names import PLACES, Names
from rotwsim.runner.play import rules_of
from rotwsim.scenario.scenario import Scenario

RANKED = 8  # best actions
Action = tuple[int, ...]
SHOWN = 3  # best actions
TURNING_POINTS = 3
NOISE = 2.0  # standard errors that a change of the chance must exceed
PLACED = {codes.WESTERN_LINK: "Buy the Western Link at {}", codes.MINE: "Mine {}"}


@dataclass(frozen=True)
class Considered:
    """An action with the worth of the position after it, in points, by the player's judgement."""

    action: Action
    card: int | None  # the Operations card that it takes
    worth: float


@dataclass(frozen=True)
class Judged:
    """One action of the game."""

    seat: int
    chosen: Action
    card: int | None
    best: tuple[Considered, ...]  # by the player's own judgement, the best first; may be empty
    wins: tuple[int, ...]  # of the rollouts after it, by seat; empty where none were asked for


def judged_game(
    scenario: Scenario,
    seed: int,
    game: int,
    rollouts: int = 0,
    progress: Callable[[int], None] = lambda done: None,
) -> list[Judged]:
    """Every action of a game in order."""
    actions = (_multiplayer if scenario.seats else _solo)(scenario, seed, game, rollouts)
    judged = []
    for one in actions:
        judged.append(one)
        progress(len(judged))
    return judged


def _solo(scenario: Scenario, seed: int, game: int, rollouts: int) -> Iterator[Judged]:
    rules, (states, copies) = rules_of(scenario), np.zeros((2, 1), layout.STATE)
    state, log, target = states[0], no_log(), scenario.parameters["target"]
    set_up(state, rules[0], seed, game, log)
    advance(state, rules[0], log)
    while not state.over:
        if state.decision == codes.DECIDE_ACTION:
            best = _ranking(states, copies, rules, int(state.player))
            if state.player == registry.MASTER:
                action = master.choose_action(states, copies, rules[0])
            else:
                action = registry.choose_action(state, rules[0])
            wins = _wins(states, copies, rules, action, rollouts, target)
            yield _judged(state, action, best, wins)
            act(state, rules[0], action, log)
        else:
            answer(state, rules[0], registry.choose(state, rules[0]), log)
        advance(state, rules[0], log)


def _ranking(states, copies, rules, player: int) -> tuple[Considered, ...]:
    """The best actions by the player's judgement; track once begun is finished without one."""
    manner = registry.JUDGEMENTS[player]
    if manner == registry.NO_JUDGEMENT or can_go_on(states[0], rules[0]):
        return ()
    copies[0] = states[0]
    best = np.zeros(RANKED, CANDIDATE)
    own = rules[rules[0].seat_judgement[copies[0].seat]]
    rank_by_turn(copies[0], own, copies[0].seat, manner, best)
    return tuple(
        Considered(action, _card(states[0], action), float(row["worth"]))
        for row in best
        if row["worth"] > NOTHING_YET
        for action in [tuple(map(int, row["action"]))]
    )


def _card(state, action: Action) -> int | None:
    return int(state.display[action[1]]) if action[0] == codes.TAKE_CARD else None


def _judged(state, action, best: tuple[Considered, ...], wins: tuple[int, ...]) -> Judged:
    chosen = tuple(map(int, action))
    return Judged(int(state.seat), chosen, _card(state, chosen), best, wins)


def _wins(states, copies, rules, action, rollouts: int, target: int) -> tuple[int, ...]:
    """Games won of those that the expert plays on after the action."""
    if not rollouts:
        return ()
    key = np.uint64(states[0].turn)
    results = (
        master.try_out(states, copies, rules[0], action, key, number) for number in range(rollouts)
    )
    return (sum(result >= target for result in results),)


def _multiplayer(scenario: Scenario, seed: int, game: int, rollouts: int) -> Iterator[Judged]:
    rules, (states, copies) = rules_of(scenario), np.zeros((2, 1), layout.STATE)
    state, log = states[0], no_log()
    set_up_table(state, rules[0], seed, game, log)
    advance_table(state, rules[0], log)
    while not state.over:
        if state.decision == codes.DECIDE_ACTION:
            best = _ranking(states, copies, rules, int(state.player))
            if state.player == registry.MASTER:
                action = multiplayer_master.choose_action(states, copies, rules)
            else:
                action = multiplayer_players.choose_action(state, rules)
            wins = _multiplayer_wins(states, copies, rules, action, rollouts)
            yield _judged(state, action, best, wins)
            act_at_table(state, rules[0], action, log)
        else:
            answer_at_table(state, rules[0], multiplayer_players.choose(state, rules), log)
        advance_table(state, rules[0], log)


def _multiplayer_wins(states, copies, rules, action, rollouts: int) -> tuple[int, ...]:
    """Games in which each seat has the first place, when all play on as they are."""
    if not rollouts:
        return ()
    seats, log, key = int(rules[0].seats), no_log(), np.uint64(states[0].turn)
    outcomes = np.zeros(1, TABLE_OUTCOME)
    wins = np.zeros(seats, np.int64)
    for number in range(rollouts):
        copies[0] = states[0]
        multiplayer_master.deal_anew(copies[0], rules[0], key, number)
        act_at_table(copies[0], rules[0], action, log)
        multiplayer_players.play_table(copies[0], rules, np.zeros(seats, SURVEY), log)
        record_table(copies[0], rules[0], outcomes[0])
        wins += outcomes[0].place[:seats] == 1
    return tuple(map(int, wins))


def add_judgement(story: dict, names: Names, judged: list[Judged], rollouts: int = 0) -> None:
    """Puts into the story what was thought at each of its actions, and its turning points."""
    actions = [part for turn in story["turns"] for part in turn["parts"] if _is_action(part)]
    for part, one in zip(actions, judged, strict=True):
        part["why"] = _best_ones(one, names)
        if rollouts:
            part["chances"] = [wins / rollouts for wins in one.wins]
    if rollouts:
        story["rollouts"] = rollouts
        for place in turning_points([part["chances"] for part in actions], rollouts):
            actions[place]["turning"] = True


def turning_points(chances: list[list[float]], rollouts: int) -> list[int]:
    """The actions after which the chance of somebody moved most, if by more than noise."""
    moved = []
    for place in range(1, len(chances)):
        for before, after in zip(chances[place - 1], chances[place], strict=True):
            spread = before * (1 - before) + after * (1 - after)
            if abs(after - before) > NOISE * (spread / rollouts) ** 0.5:
                moved.append((abs(after - before), place))
    places = dict.fromkeys(place for _, place in sorted(moved, reverse=True))
    return sorted([*places][:TURNING_POINTS])


def action_words(action: tuple[int, ...], card: int | None, names: Names) -> str:
    """An action as somebody would say that it could be done."""
    kind, first, second, third, *_ = action
    if kind == codes.BUILD:
        return f"Build from {names.city(first)} towards {names.city(second)}"
    if kind == codes.DELIVER:
        way = f"from {names.city(first)} to {names.city(third)}"
        return f"Deliver a {names.colour(second)} cube {way}"
    if kind == codes.URBANIZE:
        return f"Urbanize {names.city(first)} in {names.colour(second)}"
    if kind == codes.TAKE_CARD:
        return f"Take {names.operations_card(card)}"
    if kind == codes.INSURE:
        return f"Insure the {PLACES[first]} card of the row"
    if kind in PLACED:
        return PLACED[kind].format(names.city(first))
    return {codes.PASS: "Pass", codes.UPGRADE: "Upgrade the engine"}[kind]


def _is_action(part: dict) -> bool:
    return part["part"] == "action"


def _best_ones(one: Judged, names: Names) -> list[dict]:
    """Those that differ in words: two ways to lay the same track are one action to a reader."""
    by_words: dict[str, dict] = {}
    for considered in one.best:
        words = _words_of(considered, one, names)
        known = by_words.setdefault(words["action"], words)
        known["chosen"] = known["chosen"] or words["chosen"]
    return list(by_words.values())[:SHOWN]


def _words_of(considered: Considered, one: Judged, names: Names) -> dict:
    # A multiplayer delivery names owners once it is chosen: what it moves is compared.
    same = 4 if considered.action[0] == codes.DELIVER else None
    return {
        "action": action_words(considered.action, considered.card, names),
        "worth": round(considered.worth, 1),
        "chosen": considered.action[:same] == one.chosen[:same],
    }

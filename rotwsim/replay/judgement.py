"""What a player thought at each action of a game, and what the position was worth by rollouts.

The game is played once more, decision by decision. Before an action the player's own ranking is
asked on a copy; with rollouts, the game is also played on to its end many times from there, what
nobody can see dealt anew each time.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from rotwsim.core.play.multiplayer_outcome import MULTIPLAYER_OUTCOME
from rotwsim.core.state import codes, layout
from rotwsim.core.state.log import no_log
from rotwsim.players import registry
from rotwsim.players.action import NOTHING_YET
from rotwsim.players.own import KNOWN
from rotwsim.players.registry import new_mind
from rotwsim.players.strategies import master, multiplayer_master
from rotwsim.players.value.buildable_links import can_go_on
from rotwsim.players.value.rank_actions import rank_by_turn
from rotwsim.players.value.records import CANDIDATE
from rotwsim.replay.choices import action_words
from rotwsim.replay.names import Names
from rotwsim.replay.story import Story, Thought, actions_of
from rotwsim.runner.play import kernels_for, rules_of
from rotwsim.scenario.scenario import Scenario

RANKED = 8  # best actions
Action = tuple[int, ...]
SHOWN = 3  # best actions
TURNING_POINTS = 3
NOISE = 2.0  # standard errors that a change of the chance must exceed


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
    """Judge every action of a game, in order."""
    rules, (states, copies) = rules_of(scenario), np.zeros((2, 1), layout.STATE)
    party = kernels_for(rules).party
    state, log, judged = states[0], no_log(), []
    party.game.set_up(state, rules[0], seed, game, log)
    party.game.advance(state, rules[0], log)
    while not state.over:
        if state.decision == codes.DECIDE_ACTION:
            best = ranking(states, copies, rules)
            action = party.choose_action(states, copies, rules, new_mind(rules))
            wins = _wins(states, copies, rules, action, rollouts)
            chosen = tuple(map(int, action))
            judged.append(Judged(int(state.seat), chosen, _card(state, chosen), best, wins))
            progress(len(judged))
            party.game.act(state, rules[0], action, log)
        else:
            party.game.answer(state, rules[0], party.choose(states, rules), log)
        party.game.advance(state, rules[0], log)
    return judged


def ranking(states, copies, rules) -> tuple[Considered, ...]:
    """Rank the best actions by the player's judgement; track once begun is finished without one."""
    player = int(states[0].player)
    judgement = KNOWN[player].judgement if player in KNOWN else registry.JUDGEMENTS[player]
    if judgement == registry.NO_JUDGEMENT or can_go_on(states[0], rules[0]):
        return ()
    copies[0] = states[0]
    best = np.zeros(RANKED, CANDIDATE)
    own = rules[rules[0].seat_judgement[copies[0].seat]]
    rank_by_turn(copies[0], own, copies[0].seat, judgement, best)
    return tuple(
        Considered(action, _card(states[0], action), float(row["worth"]))
        for row in best
        if row["worth"] > NOTHING_YET
        for action in [tuple(map(int, row["action"]))]
    )


def _card(state, action: Action) -> int | None:
    return int(state.display[action[1]]) if action[0] == codes.TAKE_CARD else None


def _wins(states, copies, rules, action, rollouts: int) -> tuple[int, ...]:
    """Count by seat the games won when all play on after the action; in solo the expert does."""
    if not rollouts:
        return ()
    seats, key = int(rules[0].seats), np.uint64(states[0].turn)
    if seats == 1:
        results = [
            master.try_out(states, copies, rules, action, key, number) for number in range(rollouts)
        ]
        return (sum(result >= rules[0].target for result in results),)
    party = kernels_for(rules, all_at_once=True).party
    log, outcomes, wins = no_log(), np.zeros(1, MULTIPLAYER_OUTCOME), np.zeros(seats, np.int64)
    for number in range(rollouts):
        copies[0] = states[0]
        multiplayer_master.deal_anew(copies[0], rules[0], key, number)
        party.game.act(copies[0], rules[0], action, log)
        party.play_on(copies, copies, rules, new_mind(rules), log)
        party.game.record(copies[0], rules[0], outcomes[0])
        wins += outcomes[0].place[:seats] == 1
    return tuple(map(int, wins))


def add_judgement(story: Story, names: Names, judged: list[Judged], rollouts: int = 0) -> None:
    """Put into the story what was thought at each of its actions, and its turning points."""
    actions = actions_of(story)
    for action, one in zip(actions, judged, strict=True):
        action.why = best_thoughts(one, names)
        if rollouts:
            action.chances = [wins / rollouts for wins in one.wins]
    if rollouts:
        story.rollouts = rollouts
        for place in turning_points([action.chances or [] for action in actions], rollouts):
            actions[place].turning = True


def turning_points(chances: list[list[float]], rollouts: int) -> list[int]:
    """Find the actions after which somebody's chance moved most, if beyond noise."""
    moved = []
    for place in range(1, len(chances)):
        for before, after in zip(chances[place - 1], chances[place], strict=True):
            spread = before * (1 - before) + after * (1 - after)
            if abs(after - before) > NOISE * (spread / rollouts) ** 0.5:
                moved.append((abs(after - before), place))
    places = dict.fromkeys(place for _, place in sorted(moved, reverse=True))
    return sorted([*places][:TURNING_POINTS])


def best_thoughts(one: Judged, names: Names) -> list[Thought]:
    """List the best ones that differ in words: two routes for the same track are one action."""
    by_words: dict[str, Thought] = {}
    for considered in one.best:
        # A multiplayer delivery names owners once it is chosen: what it moves is compared.
        same = 4 if considered.action[0] == codes.DELIVER else None
        words = action_words(considered.action, considered.card, names)
        thought = by_words.setdefault(words, Thought(words, round(considered.worth, 1), False))
        thought.chosen |= considered.action[:same] == one.chosen[:same]
    return list(by_words.values())[:SHOWN]

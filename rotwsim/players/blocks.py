"""Make the kernels by which Python plays blocks of games: one for each party."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from rotwsim.core.jit.decorators import fast_kernel, kernel, kernel_for
from rotwsim.core.play import solo
from rotwsim.core.state import layout
from rotwsim.core.state.codes import PASS, RAILBOT
from rotwsim.players import registry
from rotwsim.players.action import an_action
from rotwsim.players.strategies import master, multiplayer_master, person
from rotwsim.players.value.rank_actions import forget

# Columns of the traffic table: who linked a pair of cities, what left a city and what came.
BY_PLAYER, BY_RAILBOT = range(2)
SENT, RECEIVED = range(2)


class Kernels(NamedTuple):
    """The kernels of a party; a process compiles those that it calls."""

    party: registry.Party
    block: Any  # plays games
    choices: Any  # what a game holds in two halves, compiled beside each other and never run:
    rules_of_play: Any  # these take less time, so the outcome is among them


def kernels_of(party: registry.Party) -> Kernels:
    """Make the kernels that play blocks of games of a party."""
    set_up, advance, act, answer, record = party.game
    choose_action, choose, play_on = party.choose_action, party.choose, party.play_on

    @kernel_for(__name__, party.name, fast_kernel)
    def game_block(rules, seed, first, outcomes, log, traffic):
        """Play a block of games; return how many had more track to search than fits."""
        # A record does not keep its array alive: made in the loop, the state would be freed.
        states, blank = np.zeros(1, layout.STATE), np.zeros(1, layout.STATE)
        copies, mind = np.zeros(1, layout.STATE), registry.new_mind(rules)
        cut = 0
        for game in range(outcomes.shape[0]):
            states[0] = blank[0]
            set_up(states[0], rules[0], seed, first + game, log)
            forget(mind)
            play_on(states, copies, rules, mind, log)
            record(states[0], rules[0], outcomes[game])
            cut += count_game(states[0], rules[0], traffic)
        return cut

    @kernel_for(__name__, party.name)
    def choices(states, rules):
        mind = registry.new_mind(rules)
        choose_action(states, states, rules, mind)
        choose(states, rules)

    @kernel_for(__name__, party.name)
    def rules_of_play(states, rules, log, outcomes, traffic):
        set_up(states[0], rules[0], 0, 0, log)
        advance(states[0], rules[0], log)
        act(states[0], rules[0], an_action(PASS), log)
        answer(states[0], rules[0], 0, log)
        record(states[0], rules[0], outcomes[0])
        count_game(states[0], rules[0], traffic)

    return Kernels(party, game_block, choices, rules_of_play)


@kernel
def count_game(state, rules, traffic):
    """Add the Links and deliveries of a finished game; return whether track was left unsearched."""
    if traffic.shape[0] > 0:
        count_traffic(state, rules, traffic)
    return state.searches_cut > 0


@kernel
def count_traffic(state, rules, traffic):
    for link in range(state.links):
        builder = BY_RAILBOT if state.link_owner[link] == RAILBOT else BY_PLAYER
        traffic[rules.pair_of[state.link_first[link], state.link_second[link]], builder] += 1
    for city in range(rules.cities):
        traffic[rules.pairs + city, SENT] += state.loaded_at[city]
        traffic[rules.pairs + city, RECEIVED] += state.delivered_to[city]


@kernel
def choose_in_person(states, copies, rules, mind):
    return person.choose_action(states[0], rules[0], mind)


@kernel
def answer_in_person(states, rules):
    return person.choose(states[0], rules[0])


@kernel
def ask_persons(player, state, rules, seat, mind):
    if player == registry.PERSON:
        return person.choose_multiplayer_action(state, rules, mind.surveys)
    return registry.ask_in_multiplayer(player, state, rules, seat, mind)


@kernel
def answer_of_persons(player, state, rules):
    if player == registry.PERSON:
        return person.choose(state, rules)
    return registry.answer_in_multiplayer(player, state, rules)


WITH_PERSONS = registry.Asked(ask_persons, answer_of_persons, registry.judgement_of)
PERSON_PARTY = registry.party_of("_solo_person", solo.GAME, choose_in_person, answer_in_person)


@cache
def kernels_for(player: int, is_multiplayer: bool) -> Kernels:
    """Make the kernels of our players: masters search and persons err in kernels of their kind."""
    if is_multiplayer:
        return multiplayer_kernels(player)
    parties = {registry.MASTER: master.SEARCH, registry.PERSON: PERSON_PARTY}
    return kernels_of(parties.get(player, registry.SOLO_PARTY))


def multiplayer_kernels(special: int, add=lambda asked, _: asked, ending: str = "") -> Kernels:
    """Make the kernels of seats, with special players among them; `add` adds those from files."""
    asked = registry.MULTIPLAYER
    if special == registry.PERSON:
        asked, ending = WITH_PERSONS, f"_person{ending}"
    party = registry.multiplayer_party(add(asked, ending), ending)
    if special == registry.MASTER:
        party = multiplayer_master.searching(party)
    return kernels_of(party)

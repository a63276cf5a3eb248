"""Other games worth a look: the next one, the closest, the best and the worst of many."""

from __future__ import annotations

import numpy as np

from rotwsim.core.state.log import no_log
from rotwsim.runner.play import new_outcomes, play_games, rules_of
from rotwsim.scenario.scenario import Scenario


def games_worth_a_look(scenario: Scenario, seed: int, game: int, among: int) -> dict[str, int]:
    """The numbers of the games, by what makes them worth it; `among` games from 0 on are played.

    At a table the closest game is the one with the smallest lead, and the first place of the best
    one scores most.
    """
    rules = rules_of(scenario)
    outcomes = new_outcomes(rules, among)
    play_games(rules, seed, 0, outcomes, no_log())
    results = outcomes["score"].max(axis=1) if scenario.seats else outcomes["result"]
    margins = np.abs(outcomes["margin"])
    return {
        "another": game + 1,
        "closest": int(margins.argmin()),
        "best": int(results.argmax()),
        "worst": int(results.argmin()),
    }

"""expert_077c012: the multiplayer expert before it was trained again, to judge the new one by.

`rotwsim run --seats expert,3*experiments/players/expert_077c012.py` plays both in one game.
"""

from rotwsim.core.jit.decorators import kernel
from rotwsim.players.strategies.passive_to_expert import EXPERT_FLAGS
from rotwsim.players.value.rank_actions import choose_best

LIKE = "expert"
JUDGEMENT_FLAGS = EXPERT_FLAGS
LEARNED = "expert_077c012.toml"
WEIGHTS = {
    "dearest_link": 16.0,
    "engine_ahead": 3.0,
    "bond_points": 1.5,
    "idle_level": 0.7,
    "foreign_links": 2.0,
    "detour": 4.0,
    "taxation_rate": 0.1641,
    "turns_per_marker": 2.5,
    "marker_haste": 1.0,
    "opening_links": 0.0,
    "early_phase": 13.0,
    "first_place": 0.0,
    "executive_share": 0.0,
    "dollar_points": 0.0,
    "dollar_growth": 0.0,
    "bid_cap": 0.0,
    "few_links": 0.0,
    "sure_track": 0.0,
    "money_goals": 0.0,
    "guessed_barons": 0.0,
    "patience": 0.0,
    "bond_growth": 0.0,
}


@kernel
def choose_action(state, rules, seat, mind):
    """Take the action judged best, as that expert did."""
    return choose_best(state, rules, seat, JUDGEMENT_FLAGS, mind.surveys)

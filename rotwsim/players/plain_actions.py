"""The plain actions compared by what the position would be worth after them: deliveries, engine,
Links, a pass.
"""

from rotwsim.core.jit import kernel
from rotwsim.players.corrections import prepare_features
from rotwsim.players.deliveries import consider_deliveries, consider_upgrade
from rotwsim.players.links import consider_links
from rotwsim.players.losses import note_cubes
from rotwsim.players.outlook import after, aim_for, look_ahead
from rotwsim.players.plan import plan_engine
from rotwsim.players.ranking import NOTHING_YET, start_with_a_pass
from rotwsim.players.survey import survey_network
from rotwsim.players.target import risk_needed

QUIET_TURNS = 4  # before the end, in which passing is an idea at all
MANY_BONDS = 8  # with fewer casual does not sit and wait at a table


@kernel
def compare_plain(state, rules, seat, outlook, survey, best):
    """Fills outlook, survey and the ranking; returns the worth of an action that does nothing."""
    look_ahead(state, rules, seat, outlook)
    survey_network(state, rules, outlook, survey)
    note_cubes(state, rules, outlook, survey)
    quiet, aim = plan_engine(state, rules, survey.counts, after(outlook), floor=NOTHING_YET)
    survey.told = outlook.traced
    if outlook.learned:
        aim_for(outlook, aim)
        outlook.need = risk_needed(rules, outlook, quiet)
        prepare_features(state, rules, outlook, survey)
    is_eager = outlook.chances or (outlook.table and outlook.bonds < MANY_BONDS)
    may_pass = outlook.turns <= QUIET_TURNS or not is_eager
    start_with_a_pass(best, quiet if may_pass else NOTHING_YET)
    consider_deliveries(state, rules, outlook, survey, best)
    consider_upgrade(state, rules, outlook, survey, best)
    consider_links(state, rules, outlook, survey, best)
    return quiet

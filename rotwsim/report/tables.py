"""The tables of a results folder: what kind of value each column holds and how it is headed."""

from __future__ import annotations

TEXT, FLAG, COUNT, NUMBER, SHARE, PART, POINTS, CHANCE = (
    "text",
    "flag",
    "count",  # whole and not negative
    "number",
    "share",  # a fraction from 0 to 1, shown in percent
    "part",  # an estimated fraction, which chance may push below 0
    "points",  # a difference of shares, shown in percentage points
    "chance",  # a p-value
)
LIMITS = {COUNT: (0, None), SHARE: (0, 1), POINTS: (-1, 1), CHANCE: (0, 1)}

# Column and kind, as `rotwsim experiment` writes them; the order is that of the page.
COLUMNS = {
    "arms": """
        arm:text board:text board_title:text barons:flag tweaks:text player:text slip:number
        without:text besides:text games:count wins:count win_rate:share low:share high:share
        result_mean:number result_low:number result_high:number result_sd:number q05:number
        q25:number q50:number q75:number q95:number target:number turns_mean:number
        turns_min:number turns_max:number markers_share:share close_share:share
        bonds_mean:number digest:text boxes_low:share boxes_high:share boxes_fillings:count
        boxes_stale:flag rebuilt:flag""",
    "result_counts": "arm:text result:number games:count",
    "points_by_turn": """
        arm:text turn:count games:count mean:number q10:number q50:number q90:number""",
    "compare": """
        baseline:text arm:text name:text side:text games:count baseline_win_rate:share
        win_rate:share difference:points low:points high:points p_value:chance p_adjusted:chance
        verdict:text boxes_low:share boxes_high:share boxes_fillings:count boxes_stale:flag
        boxes_difference_low:points boxes_difference_high:points flipped:share
        variance_ratio:number result_difference:number result_low:number result_high:number""",
    "causes": """
        baseline:text arm:text name:text column:text baseline_mean:number difference:number
        low:number high:number""",
    "effects": """
        term:text difference:points low:points high:points p_value:chance odds_ratio:number
        odds_low:number odds_high:number n:count""",
    "variant": """
        name:text win_rate_without:share win_rate_with:share difference:points low:points
        high:points games:count without_low:share without_high:share with_low:share
        with_high:share boxes_without_low:share boxes_without_high:share boxes_with_low:share
        boxes_with_high:share""",
    "barons": """
        baron:text rule:text games:count win_in:share win_out:share difference:points low:points
        high:points p_value:chance p_adjusted:chance result_difference:number result_low:number
        result_high:number own_claims:share railbot_claims:share points_when_claimed:number
        mean_turn_own:number effect_cost:number effect_low:number effect_high:number""",
    "baron_turns": "baron:text owner:text turn:count games:count",
    "baron_pairs": """
        first:text second:text games:count win_rate:share difference:points low:points
        high:points""",
    "sources": "arm:text source:text points:number low:number high:number",
    "losses": "arm:text loss:text mean:number low:number high:number",
    "links": "arm:text first:text second:text player_share:part railbot_share:part",
    "cities": "arm:text city:text sent:number received:number",
    "skill": """
        player:text slip:number games:count win_rate:share low:share high:share
        boxes_low:share boxes_high:share boxes_fillings:count boxes_stale:flag
        result_mean:number result_low:number result_high:number""",
    "luck": """
        scope:text term:text share:part low:part high:part total:part total_low:part
        total_high:part n:count""",
    "luck_wins": """
        scope:text term:text share:part low:part high:part total:part total_low:part
        total_high:part n:count""",
    "assumptions": """
        name:text origin:text low_setting:text high_setting:text win_rate_low:share
        win_rate_high:share difference_low:points difference_high:points low_low:points
        low_high:points high_low:points high_high:points influence:number games:count""",
    "plausible": """
        player:text barons:flag tweak:text assumed:share low:share high:share fillings:count
        effective:number games:count""",
    "figures": """
        name:text now:number drawn_low:number drawn_high:number weighed_low:number
        weighed_high:number weighed_mean:number narrows:part spread:points spread_known:points""",
    "figure_values": "name:text value:number drawn:part weighed:part",
    "evidence": "name:text weight:number drawn:part weighed:part text:text source:text",
    "fillings": """
        filling:text win_rate:share low:share high:share weight:part result_mean:number
        what:text""",
    "fairness": """
        arm:text board:text seats:count bidding:text scope:text games:count unfairness:share
        low:share high:share best_place:count best_share:share worst_place:count
        worst_share:share p_value:chance p_adjusted:chance verdict:text score_unfairness:number""",
    "places": """
        arm:text board:text seats:count bidding:text scope:text place:count games:count
        win_rate:share low:share high:share score:number score_low:number score_high:number""",
    "score_counts": "arm:text place:count score:number games:count",
    "first_prices": """
        arm:text board:text seats:count bidding:text turn:count games:count mean:number low:number
        high:number bid_share:share""",
    "bids": """
        arm:text board:text seats:count bidding:text games:count money_bid:number low:number
        high:number price_ordinary:number price_executive:number executive_share:share
        first_bidder_wins:share first_bidder_low:share first_bidder_high:share""",
    "styles": """
        baseline:text arm:text name:text board:text measure:text unit:text games:count mean:number
        mean_low:number mean_high:number baseline_mean:number difference:number low:number
        high:number p_value:chance p_adjusted:chance verdict:text""",
    "options": """
        baseline:text arm:text name:text board:text measure:text unit:text games:count mean:number
        mean_low:number mean_high:number baseline_mean:number difference:number low:number
        high:number p_value:chance p_adjusted:chance verdict:text""",
    "rail_barons": """
        baron:text rule:text games:count win_rate:share difference:points low:points high:points
        p_value:chance p_adjusted:chance verdict:text result_difference:number result_low:number
        result_high:number fulfilled:share fulfilled_low:share fulfilled_high:share
        points_paid:number kept_share:share fulfilled_by_choice:share""",
    "deck": "games:count unfairness:share low:share high:share p_value:chance verdict:text",
    "table_skill": """
        player:text others:text seats:count games:count win_rate:share low:share high:share
        score_difference:number score_low:number score_high:number games_to_lead:number
        lead_low:number lead_high:number""",
    "seats": """
        arm:text seat:count player:text games:count win_rate:share low:share high:share
        score:number bonds:number bids_paid:number turns_first:number links:number
        deliveries:number points_given:number""",
    "flips": """
        baseline:text arm:text name:text seed:count game:count baseline_result:number
        variant_result:number command:text""",
    "odd_games": """
        arm:text kind:text seed:count game:count result:number target:number command:text""",
}
TITLES = {
    "arms": "Every arm",
    "result_counts": "Games by result",
    "points_by_turn": "Points after each turn",
    "compare": "Variants against their baseline",
    "causes": "What else the variants change, per game",
    "effects": "Effects and interactions",
    "variant": "With and without the Duel Barons",
    "barons": "The twelve Barons",
    "baron_turns": "Turns of the claims",
    "baron_pairs": "Pairs of Barons",
    "sources": "Points per game by source",
    "losses": "Losses per game",
    "links": "Links by how often they are built",
    "cities": "Cities by cubes delivered",
    "skill": "Players and slips",
    "luck": "Where the spread of results comes from",
    "luck_wins": "Where wins and defeats come from",
    "assumptions": "Settings of what is assumed",
    "plausible": "What the box probably says",
    "figures": "Unseen figures, as drawn and as the evidence leaves them",
    "figure_values": "How probable each value is",
    "evidence": "How well the fillings fit what the rulebook says",
    "fillings": "Random plausible fillings",
    "fairness": "Is a place worth more than another?",
    "places": "Every place",
    "score_counts": "Games by final place and score",
    "first_prices": "What the first place costs, by turn",
    "bids": "Bids of a game",
    "styles": "Bidding styles, measure by measure",
    "options": "Options of the table, measure by measure",
    "rail_barons": "The Rail Barons",
    "deck": "The deck of Rail Barons",
    "table_skill": "One better player among others",
    "seats": "Every seat",
    "flips": "Games whose winner changes",
    "odd_games": "Close and extreme games",
}
HEADS = {
    "q05": "5 %",
    "q10": "10 %",
    "q25": "25 %",
    "q50": "Median",
    "q75": "75 %",
    "q90": "90 %",
    "q95": "95 %",
    "n": "Games",
    "column": "What",
    "p_value": "p",
    "p_adjusted": "p corrected",
    "board_title": "Board",
    "result_sd": "Result spread",
    "win_in": "Win rate in",
    "win_out": "Win rate out",
    "flipped": "Flipped games",
    "variance_ratio": "Variance kept by pairing",
    "low": "From",
    "high": "To",
    "boxes_low": "Boxes from",
    "boxes_high": "Boxes to",
    "boxes_difference_low": "Difference in boxes from",
    "boxes_difference_high": "Difference in boxes to",
}
# How columns begin that results of earlier versions do not have.
MAY_LACK = ("boxes_", "with_", "without_", "besides")
MAY_BE_EMPTY = ("flips",)
OF_BOXES = ("boxes_fillings", "boxes_stale")
# What a reader of the page does not need; the CSV has it.
HIDDEN = {
    "arms": {"board", "wins", "digest", "turns_min", "turns_max", "q05", "q95", *OF_BOXES},
    "compare": {"arm", *OF_BOXES},
    "skill": {*OF_BOXES},
    "causes": {"arm"},
    "links": {"route"},
    "flips": {"arm"},
    "fairness": {"board", "seats", "bidding"},
    "places": {"board", "seats", "bidding"},
    "first_prices": {"board", "seats", "bidding"},
    "bids": {"board", "seats", "bidding"},
    "styles": {"arm"},
    "options": {"arm"},
    "assumptions": {"keys"},
}


def kinds_of(table: str) -> dict[str, str]:
    """The columns of a table with the kind of each, in order."""
    return dict(pair.split(":") for pair in COLUMNS.get(table, "").split())


def head_of(column: str) -> str:
    """The heading of a column in the page."""
    return HEADS.get(column) or column.replace("_", " ").capitalize()

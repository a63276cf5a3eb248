"""Sentences on assumptions: what moves the answer most, and what the box probably says."""

import math

from rotwsim.report.arms import arms_of
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import counted, listed, margin_in_words, percent, plain, pp
from rotwsim.stats.weights_and_likelihood import WORTH_KNOWING

FEWEST_RANGES, MOSTLY = 4, 0.75  # ranges that are enough to say where our guesses are in them
NOTHING = 0.0005  # of the win rate: no change that anybody could see
UNKNOWN = {
    **dict.fromkeys(("low_setting", "high_setting", "origin"), ""),
    **dict.fromkeys(("low_low", "low_high", "high_low", "high_high"), math.nan),
}


def assumptions(results: Results) -> list[str]:
    rows = assumptions_by_influence(results)
    if not rows:
        return []
    top, change = rows[0]["name"], largest_change(rows[0])
    if abs(change) < NOTHING:
        return ["No guess changes how often this player wins: choose one who wins sometimes."]
    matter = sum(surely_matters(row, results.margin) for row in rows)
    return [
        f"The biggest single unknown is {top}: one plausible setting changes the win rate "
        f"by {pp(change, 0)}. {matter} of {counted(len(rows), 'guess', 'guesses')} clearly change "
        f"it by more than {margin_in_words(results.margin)}."
    ]


def boxes(results: Results) -> list[str]:
    """Say the range of each player over plausible boxes, and what would narrow it."""
    rows = results.rows("box_ranges", "player", "assumed", "low", "high", "draws", "effective")
    if not rows:
        return []
    said = []
    for row in rows.once("player"):
        low, high, assumed = (percent(row[name], 0) for name in ("low", "high", "assumed"))
        said.append(f"{row['player']} {low} to {high} ({assumed} as assumed)")
    sentences = [
        f"If our guesses about unseen cards are wrong, nine of ten plausible boxes give: "
        f"{listed(said)}. That comes from {int(rows[0]['draws'])} random guesses. Those that fit "
        "the rulebook better count more; together they count as "
        f"{rows[0]['effective']:.0f} equal ones."
    ]
    for top in parameters_to_look_up(results)[:1]:
        known = top["spread"] * (1 - top["narrows"]) ** 0.5
        sentences.append(
            f"Own the game? Look up {top['name']} first: that would narrow the win rate from "
            f"±{plain(100 * top['spread'])} to ±{plain(100 * known)} pp."
            if top["narrows"] >= WORTH_KNOWING
            else "To know any single parameter would hardly narrow that."
        )
    return sentences


def kind_assumptions(results: Results) -> list[str]:
    """Warn if what is assumed is mostly kinder than other plausible boxes."""
    arms = arms_of(results).where(lambda arm: is_known(arm, "boxes_low"))
    above = arms.where(lambda arm: arm["win_rate"] > (arm["boxes_low"] + arm["boxes_high"]) / 2)
    if len(arms) < FEWEST_RANGES or len(above) < MOSTLY * len(arms):
        return []
    return [
        f"Our guesses about unseen cards are kind to the player: {len(above)} of {len(arms)} win "
        "rates are above the middle of their range. Your box may well be harder."
    ]


def assumptions_by_influence(results: Results) -> Rows:
    """List the assumptions with both settings known, that with the larger effect first."""
    rows = results.rows("assumptions", "name", "difference_low", "difference_high")
    rows = Rows(UNKNOWN | row for row in rows)
    return rows.ordered(lambda row: -abs(largest_change(row)))


def largest_change(row: Row) -> float:
    return max(row["difference_low"], row["difference_high"], key=abs)


def surely_matters(row: Row, margin: float) -> bool:
    """Ask whether a setting has an interval that is wholly beyond the margin."""
    return any(
        row[f"{end}_low"] > margin or row[f"{end}_high"] < -margin for end in ("low", "high")
    )


def parameters_to_look_up(results: Results) -> Rows:
    rows = results.rows("parameters", "name", "drawn_mean", "weighed_mean", "narrows", "spread")
    return rows.ordered("narrows", descending=True)

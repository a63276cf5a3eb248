"""Sentences on assumptions: what moves the answer most, and what the box probably says."""

from __future__ import annotations

import math
import statistics

import numpy as np

from rotwsim.analysis.boxes.known_ranges import FEWEST_DRAWS
from rotwsim.report.results import Results, Row, Rows
from rotwsim.report.wording import (
    counted,
    level_in_words,
    listed,
    margin_in_words,
    percent,
    plain,
    pp,
    signed,
)
from rotwsim.stats.weighted import WORTH_KNOWING

NO_SETTINGS = {"low_setting": "", "high_setting": "", "origin": ""}
NO_ENDS = dict.fromkeys(("low_low", "low_high", "high_low", "high_high"), math.nan)


def assumptions(results: Results) -> list[str]:
    """Say which assumption moves the answer most, and how many matter."""
    rows = assumptions_by_influence(results)
    if not rows:
        return []
    top, margin = rows[0], results.margin
    matter = sum(surely_matters(row, margin) for row in rows)
    origin = f" ({top['origin']})" if top["origin"] else ""
    ends = [_side(top, side) for side in ("low", "high") if top[f"difference_{side}"] != 0]
    level = level_in_words(results.confidence)
    moves = f": {' and '.join(ends)} ({level} intervals)" if ends else ""
    return [
        f"The answer rests most on {top['name']}{origin}{moves}; {matter} of "
        f"{counted(len(rows), 'assumption')} surely move the win rate by more than "
        f"{margin_in_words(margin)}."
    ]


def _side(row: Row, side: str) -> str:
    """Say what one setting does: "−3.4 pp (−5.0 to −1.8) at “fresh”"."""
    ends = [row[f"{side}_low"], row[f"{side}_high"]]
    known = not any(map(math.isnan, ends))
    between = f" ({signed(100 * ends[0])} to {signed(100 * ends[1])})" if known else ""
    setting = f" at “{row[f'{side}_setting']}”" if row[f"{side}_setting"] else ""
    return f"{pp(row[f'difference_{side}'])}{between}{setting}"


def draws(results: Results) -> list[str]:
    """Say how far the win rate spreads over what the box might contain."""
    rates = draws_by_rate(results).column("win_rate")
    if len(rates) < 2:
        return []
    quarter, three_quarters = np.quantile(rates, [0.25, 0.75])
    return [
        f"Over {len(rates)} random plausible draws of what is assumed, the win rate runs from "
        f"{percent(min(rates))} to {percent(max(rates))}, half of them between "
        f"{percent(quarter)} and {percent(three_quarters)}; "
        f"their standard deviation, chance included, is {plain(100 * statistics.stdev(rates))} "
        "pp."
    ]


def boxes(results: Results) -> list[str]:
    """Say the range of each player over plausible boxes, and what would narrow it."""
    rows = results.rows("box_ranges", "player", "assumed", "low", "high", "draws", "effective")
    if not rows:
        return []
    said = [
        f"{row['player']} {percent(row['low'], 0)} to {percent(row['high'], 0)} "
        f"({percent(row['assumed'], 0)} as assumed)"
        for row in rows.once("player")
    ]
    sentences = [
        f"In nine of ten plausible boxes the games won are: {listed(said)}. That is over "
        f"{int(rows[0]['draws'])} random draws of what nobody here has seen, which the "
        f"evidence of the rulebook leaves worth {rows[0]['effective']:.0f}."
    ]
    for top in parameters_to_look_up(results)[:1]:
        if top["narrows"] < WORTH_KNOWING:
            return [*sentences, "No single parameter, once known, would narrow that much."]
        known = top["spread"] * (1 - top["narrows"]) ** 0.5
        sentences.append(
            f"With the box open, look up {top['name']} first: to know it would take the "
            f"spread of the win rate from {plain(100 * top['spread'])} to {plain(100 * known)} "
            "pp."
        )
    return sentences


def assumptions_by_influence(results: Results) -> Rows:
    """List the assumptions with both settings known, that with the larger effect first."""
    rows = Rows(
        NO_SETTINGS
        | NO_ENDS
        | row
        | {"influence": max(abs(row["difference_low"]), abs(row["difference_high"]))}
        for row in results.rows("assumptions", "name", "difference_low", "difference_high")
    )
    return rows.ordered("influence", descending=True)


def surely_matters(row: Row, margin: float) -> bool:
    """Ask whether a setting has an interval that is wholly beyond the margin."""
    return any(
        row[f"{side}_low"] > margin or row[f"{side}_high"] < -margin for side in ("low", "high")
    )


def draws_by_rate(results: Results) -> Rows:
    """List the draws, the hardest first; none if they are too few to quote a range."""
    rows = results.rows("draws", "draw", "win_rate", "low", "high")
    return rows.ordered("win_rate") if len(rows) >= FEWEST_DRAWS else Rows()


def parameters_to_look_up(results: Results) -> Rows:
    """List the unseen parameters, that first which would narrow the answer most."""
    rows = results.rows("parameters", "name", "drawn_mean", "weighed_mean", "narrows", "spread")
    return rows.ordered("narrows", descending=True)


def values_of(results: Results, name: str) -> Rows:
    """List how often each value of a parameter was drawn, and how probable it is now."""
    rows = results.rows("parameter_values", "name", "value", "drawn", "weighed")
    return rows.where(name=name).ordered("value")


def weighed_draws(results: Results) -> Rows:
    """List the draws with their weights; none where they were not weighed."""
    return results.rows("draws", "draw", "win_rate").where(lambda row: "weight" in row)

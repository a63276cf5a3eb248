"""Sentences on causes: the Duel Barons, skill and luck, and what rests on assumptions."""

from __future__ import annotations

import math

import pandas as pd

from rotwsim.report.results import Results
from rotwsim.report.rows.assumptions import (
    assumptions_by_influence,
    fillings_by_rate,
    surely_matters,
)
from rotwsim.report.rows.barons import barons_by_worth, told_from_chance
from rotwsim.report.rows.skill import luck_by_scope, players_by_strength
from rotwsim.report.wording import (
    capital,
    count,
    counted,
    difference_in_words,
    level_in_words,
    listed,
    margin_in_words,
    percent,
    plain,
    points,
    rate_in_words,
    signed,
)
from rotwsim.stats import EASIER, EQUIVALENT, HARDER, Estimate, verdict

NAMED_PARTS = 3


def variant(results: Results) -> list[str]:
    """What the Duel Barons as a whole do, at each target that was tried."""
    rows = results.rows("variant", "win_rate_without", "win_rate_with", "difference", "low", "high")
    told = []
    for _, row in rows.iterrows():
        word = verdict(Estimate(row["difference"], row["low"], row["high"], 0), results.margin)
        outcome = {
            EASIER: "easier",
            HARDER: "harder",
            EQUIVALENT: f"as hard, to within {margin_in_words(results.margin)}",
        }.get(word, "not clearly easier or harder")
        start = f"{capital(row['name'])}, the" if row.get("name") else "The"
        games = f", {count(row['games'])} games" if _known(row, "games") else ""
        told.append(
            f"{start} game with the Duel Barons is {outcome}: {_won(row, 'with')} of games are "
            f"won, without them {_won(row, 'without')}, "
            f"{difference_in_words(row)} ({level_in_words(results.confidence)} interval{games})."
        )
    return told


def _won(row: pd.Series, side: str) -> str:
    """The win rate with or without the Barons, its interval and its range where they are known."""
    if not _known(row, f"{side}_low"):
        return percent(row[f"win_rate_{side}"])
    ends = {"low": row[f"{side}_low"], "high": row[f"{side}_high"]}
    boxes = {f"boxes_{end}": row.get(f"boxes_{side}_{end}", math.nan) for end in ends}
    return rate_in_words({"win_rate": row[f"win_rate_{side}"], **ends, **boxes})


def barons(results: Results) -> list[str]:
    """The Barons worth most and least to the player."""
    rows = barons_by_worth(results)
    if rows.empty:
        return []
    best, worst = rows.iloc[0], rows.iloc[-1]
    clear = rows[told_from_chance(results, rows)]
    return [
        f"Of {counted(len(rows), 'Baron')} in the row, {best['baron']} changes the win rate by "
        f"{difference_in_words(best)} and {worst['baron']} by {difference_in_words(worst)} "
        f"({level_in_words(results.confidence)} intervals); {len(clear)} of the effects stand "
        "out from chance."
    ]


def baron_claims(results: Results) -> list[str]:
    """Who claims Barons, and how often nobody does."""
    rows = results.rows("barons", "baron", "own_claims", "railbot_claims")
    if rows.empty:
        return []
    own, bot = rows["own_claims"].mean(), rows["railbot_claims"].mean()
    most, least = (rows.loc[i] for i in (rows["own_claims"].idxmax(), rows["own_claims"].idxmin()))
    return [
        f"A Baron in the row is claimed by the player in {percent(own)} of games and by the "
        f"Railbot in {percent(bot)}; the player claims {most['baron']} most often "
        f"({percent(most['own_claims'])}), {least['baron']} least ({percent(least['own_claims'])})."
    ]


def skill(results: Results) -> list[str]:
    """The difficulty curve from the weakest to the strongest player."""
    rows = players_by_strength(results)
    if rows.empty:
        return []
    low, high = rows.iloc[0], rows.iloc[-1]
    level = level_in_words(results.confidence)
    if len(rows) == 1:
        return [f"The {high['player']} wins {rate_in_words(high)} ({level} interval)."]
    gap = high["win_rate"] - low["win_rate"]
    return [
        f"The {high['player']} wins {rate_in_words(high)} of games, the {low['player']} player "
        f"{rate_in_words(low)} ({level} intervals): skill is worth {points(gap).lstrip('+')}."
    ]


def skill_against_luck(results: Results) -> list[str]:
    """How much of the spread is skill: the first split of the variance."""
    return [_split(scope, rows) for scope, rows in luck_by_scope(results)[:1]]


def kinds_of_luck(results: Results) -> list[str]:
    """Which chance decides: the other splits."""
    return [_split(scope, rows) for scope, rows in luck_by_scope(results)[1:]]


def _split(scope: str, rows: pd.DataFrame) -> str:
    """Each part with its own share, and with what it does together with the others."""
    pieces = []
    for _, row in rows.head(NAMED_PARTS).iterrows():
        ends = f"{100 * row['low']:.0f} to {100 * row['high']:.0f}"
        ties = f"; {percent(row['total'], 0)} together with others" if _known(row, "total") else ""
        what, _, detail = row["term"].partition(": ")
        term = f"{what} ({detail})" if detail else what
        pieces.append(f"{percent(row['share'], 0)} ({ends}{ties}) is {term}")
    where = f" ({scope})" if scope else ""
    return f"Of the spread of results{where}, {listed(pieces)}."


def assumptions(results: Results) -> list[str]:
    """Which assumption moves the answer most, and how many matter."""
    rows = assumptions_by_influence(results)
    if rows.empty:
        return []
    top = rows.iloc[0]
    matter = int(surely_matters(rows, results.margin).sum())
    origin = f" ({top['origin']})" if top["origin"] else ""
    ends = [_side(top, side) for side in ("low", "high") if top[f"difference_{side}"] != 0]
    level = level_in_words(results.confidence)
    moves = f": {' and '.join(ends)} ({level} intervals)" if ends else ""
    return [
        f"The answer rests most on {top['name']}{origin}{moves}; {matter} of "
        f"{counted(len(rows), 'assumption')} surely move the win rate by more than "
        f"{margin_in_words(results.margin)}."
    ]


def _side(row: pd.Series, side: str) -> str:
    """What one setting does: "−3.4 points (−5.0 to −1.8) at “fresh”"."""
    ends = [row[f"{side}_low"], row[f"{side}_high"]]
    known = not any(pd.isna(end) for end in ends)
    between = f" ({signed(100 * ends[0])} to {signed(100 * ends[1])})" if known else ""
    setting = f" at “{row[f'{side}_setting']}”" if row[f"{side}_setting"] else ""
    return f"{points(row[f'difference_{side}'])}{between}{setting}"


def fillings(results: Results) -> list[str]:
    """How far the win rate spreads over what the box might contain."""
    rows = fillings_by_rate(results)
    if len(rows) < 2:
        return []
    rates = rows["win_rate"]
    return [
        f"Over {len(rows)} random plausible fillings of what is assumed, the win rate runs from "
        f"{percent(rates.min())} to {percent(rates.max())}, half of them between "
        f"{percent(rates.quantile(0.25))} and {percent(rates.quantile(0.75))}; "
        f"their standard deviation, chance included, is {plain(100 * rates.std())} points."
    ]


def _known(row: pd.Series, column: str) -> bool:
    return column in row and pd.notna(row[column])

"""What was found at tables, in sentences: fairness, prices, styles, options, Rail Barons, skill."""

from __future__ import annotations

import math

import pandas as pd

from rotwsim.report.results import Results
from rotwsim.report.rows.multiplayer import (
    better_among_others,
    fairness_of,
    places_of,
    rail_barons_of,
    sure_changes,
    table_names,
)
from rotwsim.report.wording import (
    capital,
    change_in_words,
    count,
    difference_in_words,
    level_in_words,
    listed,
    margin_in_words,
    percent,
    plain,
    rate_in_words,
)

TABLES_TOLD = 6
CHANGES_TOLD = 3


def fairness(results: Results) -> list[str]:
    """Which tables are fair, and what the best and the worst place of the first one win."""
    rows, places = fairness_of(results), dict(places_of(results))
    if rows.empty:
        return []
    margin = margin_in_words(results.margin)
    said = {
        "unfair": "surely unfair to a place",
        "fair": f"fair within {margin}",
        "undecided": "undecided",
    }
    told = [
        f"{'every table' if len(own) == len(rows) else listed(own['name'], TABLES_TOLD)}: {word}"
        for verdict, word in said.items()
        if len(own := rows[rows["verdict"] == verdict])
    ]
    fairest, least = (
        rows.loc[index] for index in (rows["unfairness"].idxmin(), rows["unfairness"].idxmax())
    )
    alike = f"Places are most alike with {fairest['name']}, {_apart(fairest)} from equal shares"
    if len(rows) > 1:
        alike += f" of the wins, least with {least['name']}, {_apart(least)}"
    sentences = [f"{capital('; '.join(told))}. {alike}."]
    own = places.get(rows["arm"].iloc[0])
    if own is not None:
        best, worst = own.loc[own["win_rate"].idxmax()], own.loc[own["win_rate"].idxmin()]
        sentences.append(
            f"With {rows['name'].iloc[0]} the seat at place {best['place']:.0f}, counted from the "
            f"first bidder, wins {rate_in_words(best)}, the one at place {worst['place']:.0f} "
            f"{rate_in_words(worst)}; equal would be {percent(1 / len(own))}."
        )
    return sentences


def _apart(row: pd.Series) -> str:
    return (
        f"{plain(100 * row['unfairness'])} points ({plain(100 * row['low'])} to "
        f"{plain(100 * row['high'])})"
    )


def prices(results: Results) -> list[str]:
    """What the first place costs, what bids add up to, how often the first bidder wins."""
    rows = results.rows("bids", "arm", "money_bid", "first_bidder_wins")
    if rows.empty:
        return []
    row, name = rows.iloc[0], table_names(rows)[0]
    told = f"With {name} bids add up to ${plain(row['money_bid'])} a game"
    if "price_ordinary" in rows and pd.notna(row["price_ordinary"]):
        told += f"; the first place costs ${plain(row['price_ordinary'])} on ordinary turns"
        if pd.notna(row["price_executive"]):
            told += f" and ${plain(row['price_executive'])} with a Railroad Executive open"
    return [f"{told}. The first bidder wins {percent(row['first_bidder_wins'])} of the games."]


def styles(results: Results) -> list[str]:
    return _changes(results, "styles", "bidding styles")


def options(results: Results) -> list[str]:
    return _changes(results, "options", "options")


def _changes(results: Results, table: str, what: str) -> list[str]:
    """The surest differences between kinds of tables."""
    rows = results.rows(table, "name", "measure", "difference")
    if rows.empty:
        return []
    sure = sure_changes(results, table)
    if sure.empty:
        return [f"No difference between the {what} is sure: {len(rows)} were looked at."]
    pieces = [
        f"{row['name']}: {row['measure']} {change_in_words(row)}"
        for _, row in sure.drop_duplicates("name").head(CHANGES_TOLD).iterrows()
    ]
    base = f" against {rows['baseline'].iloc[0]}" if "baseline" in rows else ""
    return [
        f"Of {len(rows)} differences between the {what}{base}, {len(sure)} are sure; the surest: "
        f"{'; '.join(pieces)}."
    ]


def rail_barons(results: Results) -> list[str]:
    """The best and the worst Rail Baron, and the deck as a whole."""
    rows = rail_barons_of(results)
    if rows.empty:
        return []
    best, worst = rows.iloc[0], rows.iloc[-1]
    deck = results.rows("deck", "verdict", "unfairness", "low", "high")
    told = ""
    if len(deck):
        row = deck.iloc[0]
        told = f"The deck of Rail Barons is {row['verdict']}: cards differ by {_apart(row)}. "
    often = rows.loc[rows["fulfilled"].idxmax()]
    seldom = rows.loc[rows["fulfilled"].idxmin()]
    return [
        f"{told}{best['baron']} is worth most, {difference_in_words(best)} of wins against the "
        f"average card; {worst['baron']} least, {difference_in_words(worst)}.",
        f"{often['baron']} is fulfilled most often by who must keep it, in "
        f"{percent(often['fulfilled'])} of games, {seldom['baron']} least, in "
        f"{percent(seldom['fulfilled'])}.",
    ]


def skill(results: Results) -> list[str]:
    """How often a better player wins among others, and after how many games that shows."""
    sentences = []
    level = level_in_words(results.confidence)
    for _, row in better_among_others(results)[::-1].iterrows():
        lead = row.get("games_to_lead", math.nan)
        when = (
            f" and leads after {count(lead)} games with {level}"
            if math.isfinite(lead)
            else ": no lead in any number of games"
        )
        sentences.append(
            f"One {row['player']} among {row['seats'] - 1:.0f} {row['others']} players wins "
            f"{rate_in_words(row)}, where {percent(1 / row['seats'], 0)} would be equal{when}."
        )
    return sentences

"""Sentences on multiplayer games: seats, prices, bidding, modules, Rail Barons, skill."""

from __future__ import annotations

import math

import pandas as pd

from rotwsim.analysis.questions.seats import FROM_FIRST_BIDDER
from rotwsim.report.results import Results
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

TABLES_NAMED = 6
CHANGES_NAMED = 3
ORDINALS = ("first bidder", "second", "third", "fourth", "fifth", "sixth")
REACHED = 0.1  # of the games must last until a turn for its price to be drawn
BEYOND = 0.005  # of the games on either side, left out of the hills
OF_STYLES = ("unfairness", "margin", "comebacks", "turns", "money bid")
OF_OPTIONS = ("score", "turns", "margin", "skill")


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
    said = [
        f"{'every table' if len(own) == len(rows) else listed(own['name'], TABLES_NAMED)}: {word}"
        for verdict, word in said.items()
        if len(own := rows[rows["verdict"] == verdict])
    ]
    fairest, least = (
        rows.loc[index] for index in (rows["unfairness"].idxmin(), rows["unfairness"].idxmax())
    )
    spread = f"Places differ least with {fairest['name']}, {_apart(fairest)} from equal shares"
    if len(rows) > 1:
        spread += f" of the wins, most with {least['name']}, {_apart(least)}"
    sentences = [f"{capital('; '.join(said))}. {spread}."]
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
    said = f"With {name} bids add up to ${plain(row['money_bid'])} a game"
    if "price_ordinary" in rows and pd.notna(row["price_ordinary"]):
        said += f"; the first place costs ${plain(row['price_ordinary'])} on ordinary turns"
        if pd.notna(row["price_executive"]):
            said += f" and ${plain(row['price_executive'])} with a Railroad Executive open"
    return [f"{said}. The first bidder wins {percent(row['first_bidder_wins'])} of the games."]


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
        for _, row in sure.drop_duplicates("name").head(CHANGES_NAMED).iterrows()
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
    said = ""
    if len(deck):
        row = deck.iloc[0]
        said = f"The deck of Rail Barons is {row['verdict']}: cards differ by {_apart(row)}. "
    often = rows.loc[rows["fulfilled"].idxmax()]
    seldom = rows.loc[rows["fulfilled"].idxmin()]
    return [
        f"{said}{best['baron']} is worth most, {difference_in_words(best)} of wins against the "
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


def table_names(rows: pd.DataFrame) -> list[str]:
    """Tables in words that can stand in a list: "traditional with 3 seats on Sweden"."""
    if not {"bidding", "seats", "board"} <= set(rows):
        return list(rows["arm"])
    several = {column: rows[column].nunique() > 1 for column in ("seats", "board")}
    return [
        row.bidding.replace("_", " ")
        + (f" with {row.seats:.0f} seats" if several["seats"] else "")
        + (f" on {row.board}" if several["board"] else "")
        for row in rows.itertuples()
    ]


def fairness_of(results: Results) -> pd.DataFrame:
    """The verdict on every table, by how far a seat sits from the first bidder."""
    rows = results.rows("fairness", "arm", "scope", "unfairness", "low", "high", "verdict")
    rows = rows[rows["scope"] == FROM_FIRST_BIDDER].reset_index(drop=True)
    return rows.assign(name=table_names(rows))


def places_of(results: Results) -> list[tuple[str, pd.DataFrame]]:
    """By table, the shares of wins from the first bidder on."""
    rows = results.rows("places", "arm", "scope", "place", "win_rate", "low", "high")
    rows = rows[rows["scope"] == FROM_FIRST_BIDDER]
    return [
        (str(arm), own.sort_values("place", ignore_index=True))
        for arm, own in rows.groupby("arm", sort=False)
    ]


def prices_of(results: Results) -> list[tuple[str, pd.DataFrame]]:
    """By table, what the first place costs turn by turn, as far as enough games last; tables
    without bids are left out.
    """
    rows = results.rows("first_prices", "arm", "turn", "games", "mean", "low", "high")
    found = [(str(arm), own.sort_values("turn")) for arm, own in rows.groupby("arm", sort=False)]
    found = [(arm, own[own["games"] >= REACHED * own["games"].max()]) for arm, own in found]
    return [(arm, own) for arm, own in found if len(own) > 1 and (own["mean"] > 0).sum() > 1]


def scores_by_place(results: Results) -> tuple[str, list[pd.DataFrame]]:
    """The first table's scores by final place, the winner first."""
    rows = results.rows("score_counts", "arm", "place", "score", "games")
    if rows.empty:
        return "", []
    arm = rows["arm"].iloc[0]
    own = rows[rows["arm"] == arm].sort_values("score")
    below = own["games"].cumsum() / own["games"].sum()
    own = own[(below > BEYOND) & (below < 1 - BEYOND)]
    return arm, [part.sort_values("score") for _, part in own.groupby("place")]


def measures_of(results: Results, table: str) -> dict[str, pd.DataFrame]:
    """By measure, a row per kind of table, the baseline first; of one board, the first."""
    wanted = OF_STYLES if table == "styles" else OF_OPTIONS
    rows = results.rows(table, "name", "measure", "unit", "mean", "mean_low", "mean_high")
    if rows.empty:
        return {}
    rows = rows[rows["board"] == rows["board"].iloc[0]] if "board" in rows else rows
    found = {name: rows[rows["measure"] == name].reset_index(drop=True) for name in wanted}
    return {name: own for name, own in found.items() if len(own)}


def sure_changes(results: Results, table: str) -> pd.DataFrame:
    """The differences that are more than chance and more than the margin, the surest first."""
    rows = results.rows(table, "name", "measure", "unit", "difference", "low", "high", "verdict")
    rows = rows[rows["verdict"].isin(["more", "less"])]
    sureness = rows["difference"].abs() / (rows["high"] - rows["low"]).clip(lower=1e-9)
    return rows.loc[sureness.sort_values(ascending=False, kind="stable").index]


def rail_barons_of(results: Results) -> pd.DataFrame:
    """The Rail Barons by worth, the best first."""
    rows = results.rows(
        "rail_barons", "baron", "difference", "low", "high", "win_rate", "fulfilled"
    )
    return rows.sort_values("difference", ascending=False, ignore_index=True)


def better_among_others(results: Results) -> pd.DataFrame:
    """One better player among others, as the ladder goes."""
    return results.rows("table_skill", "player", "others", "seats", "win_rate", "low", "high")

"""Tables for 2 to 6: places, prices, measures, Rail Barons, and one better player among others."""

from __future__ import annotations

import pandas as pd

from rotwsim.analysis.questions.seats import FROM_FIRST_BIDDER
from rotwsim.report.results import Results

ORDINALS = ("first bidder", "second", "third", "fourth", "fifth", "sixth")
REACHED = 0.1  # of the games must last until a turn for its price to be drawn
BEYOND = 0.005  # of the games on either side, left out of the hills
OF_STYLES = ("unfairness", "margin", "comebacks", "turns", "money bid")
OF_OPTIONS = ("score", "turns", "margin", "skill")


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

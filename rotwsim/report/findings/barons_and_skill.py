"""Sentences on the Duel Barons, on skill and on luck."""

from __future__ import annotations

import math

import pandas as pd

from rotwsim.report.results import Results
from rotwsim.report.wording import (
    capital,
    count,
    counted,
    difference_in_words,
    level_in_words,
    listed,
    margin_in_words,
    percent,
    points,
    rate_in_words,
)
from rotwsim.stats import EASIER, EQUIVALENT, HARDER, Estimate, verdict

NAMED_PARTS = 3
OWNERS = ("own", "railbot")


def variant(results: Results) -> list[str]:
    """What the Duel Barons as a whole do, at each target that was tried."""
    rows = results.rows("variant", "win_rate_without", "win_rate_with", "difference", "low", "high")
    said = []
    for _, row in rows.iterrows():
        word = verdict(Estimate(row["difference"], row["low"], row["high"], 0), results.margin)
        outcome = {
            EASIER: "easier",
            HARDER: "harder",
            EQUIVALENT: f"as hard, to within {margin_in_words(results.margin)}",
        }.get(word, "not clearly easier or harder")
        start = f"{capital(row['name'])}, the" if row.get("name") else "The"
        games = f", {count(row['games'])} games" if _known(row, "games") else ""
        said.append(
            f"{start} game with the Duel Barons is {outcome}: {_won(row, 'with')} of games are "
            f"won, without them {_won(row, 'without')}, "
            f"{difference_in_words(row)} ({level_in_words(results.confidence)} interval{games})."
        )
    return said


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
    clear = rows[clear_of_chance(results, rows)]
    return [
        f"Of {counted(len(rows), 'Baron')} in the row, {best['baron']} changes the win rate by "
        f"{difference_in_words(best)} and {worst['baron']} by {difference_in_words(worst)} "
        f"({level_in_words(results.confidence)} intervals); {len(clear)} of the effects are "
        "clear of chance."
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


def _known(row: pd.Series, column: str) -> bool:
    return column in row and pd.notna(row[column])


def barons_by_worth(results: Results) -> pd.DataFrame:
    rows = results.rows("barons", "baron", "difference", "low", "high")
    return rows.sort_values("difference", ascending=False, ignore_index=True)


def clear_of_chance(results: Results, rows: pd.DataFrame) -> pd.Series:
    """Find the effects that remain after correction; without p, with an interval off zero."""
    if "p_adjusted" in rows and rows["p_adjusted"].notna().all():
        return rows["p_adjusted"] < 1 - results.confidence
    return (rows["low"] > 0) | (rows["high"] < 0)


def barons_by_claims(results: Results) -> pd.DataFrame:
    rows = results.rows("barons", "baron", "own_claims", "railbot_claims")
    return rows.sort_values("own_claims", ascending=False, ignore_index=True)


def baron_pairs_of(results: Results) -> pd.DataFrame:
    return results.rows("baron_pairs", "first", "second", "difference", "low", "high")


def claim_turns(results: Results) -> pd.DataFrame:
    """Per Baron and owner: median turn as value, quartiles as low and high, number of claims."""
    turns = results.rows("baron_turns", "baron", "owner", "turn", "games")
    turns = turns[(turns["turn"] > 0) & (turns["games"] > 0) & turns["owner"].isin(OWNERS)]
    rows = []
    for (baron, owner), own in turns.groupby(["baron", "owner"], sort=True):
        low, value, high = (_quantile(own, share) for share in (0.25, 0.5, 0.75))
        games = own["games"].sum()
        rows.append(
            {
                "baron": baron,
                "owner": owner,
                "value": value,
                "low": low,
                "high": high,
                "games": games,
            }
        )
    return pd.DataFrame(rows)


def _quantile(turns: pd.DataFrame, share: float) -> float:
    ordered = turns.sort_values("turn")
    reached = ordered["games"].cumsum() >= share * ordered["games"].sum()
    return float(ordered.loc[reached, "turn"].iloc[0])


def players_by_strength(results: Results) -> pd.DataFrame:
    """The players without slips, the weakest first."""
    rows = results.rows("skill", "player", "win_rate", "low", "high")
    if "slip" in rows:
        rows = rows[~(rows["slip"] > 0)]
    rows = rows.drop_duplicates("player")
    return rows.sort_values("win_rate", ignore_index=True)


def slipping_players(results: Results) -> pd.DataFrame:
    """The rows of players that were measured at several slips."""
    rows = results.rows("skill", "player", "slip", "win_rate", "low", "high")
    steps = rows.groupby("player")["slip"].nunique() if len(rows) else pd.Series(dtype=int)
    return rows[rows["player"].isin(steps[steps > 1].index)]


def luck_by_scope(results: Results) -> list[tuple[str, pd.DataFrame]]:
    """The split of the variance, the largest share first; scopes are splits of their own."""
    rows = results.rows("luck", "term", "share", "low", "high")
    weight = rows["total"].fillna(rows["share"]) if "total" in rows else rows["share"]
    rows = rows.loc[weight.sort_values(ascending=False, kind="stable").index]
    if "scope" not in rows:
        return [("", rows)] if len(rows) else []
    scopes = list(dict.fromkeys(results.tables["luck"]["scope"]))
    parts = [(scope, rows[rows["scope"] == scope].reset_index(drop=True)) for scope in scopes]
    return [(scope, part) for scope, part in parts if len(part)]

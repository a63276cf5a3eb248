"""Sentences on the Duel Barons, on skill and on luck."""

from __future__ import annotations

import math

from rotwsim.report.results import Results, Row, Rows, is_known
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
    pp,
    rate_in_words,
)
from rotwsim.stats import EASIER, EQUIVALENT, HARDER, Estimate, verdict

NAMED_PARTS = 3
OWNERS = ("own", "railbot")


def variant(results: Results) -> list[str]:
    """Say what the Duel Barons as a whole do, at each target that was tried."""
    rows = results.rows("variant", "win_rate_without", "win_rate_with", "difference", "low", "high")
    said = []
    for row in rows:
        word = verdict(Estimate(row["difference"], row["low"], row["high"], 0), results.margin)
        outcome = {
            EASIER: "easier",
            HARDER: "harder",
            EQUIVALENT: f"as hard, to within {margin_in_words(results.margin)}",
        }.get(word, "not clearly easier or harder")
        start = f"{capital(row['name'])}, the" if row.get("name") else "The"
        games = f", {count(row['games'])} games" if is_known(row, "games") else ""
        said.append(
            f"{start} game with the Duel Barons is {outcome}: {_won(row, 'with')} of games are "
            f"won, without them {_won(row, 'without')}, "
            f"{difference_in_words(row)} ({level_in_words(results.confidence)} interval{games})."
        )
    return said


def fair_targets(results: Results) -> list[str]:
    """Say what the Barons cost each skill, and which target makes up for it."""
    rows = results.rows("fair_targets", "standard_wins", "difference", "target", "fair_target")
    if not rows:
        return []
    who = listed([percent(row["standard_wins"], 0) for row in rows])
    costs = listed([pp(row["difference"], 0) for row in rows])
    targets = listed([f"{row['fair_target']:.0f}" for row in rows])
    return [
        f"With the Duel Barons a target of {targets} is as hard as the game without them, for a "
        f"person who wins {who} of that game; at the printed {rows[0]['target']:.0f} the Barons "
        f"change the win rate by {costs}."
    ]


def baron_order(results: Results) -> list[str]:
    """Name the best and the worst Baron of each skill."""
    skills = baron_skills(results)
    said = [
        f"{own[0]['baron']} and {own[-1]['baron']} at {percent(wins, 0)}"
        for wins, own in skills.items()
    ]
    return [f"Most and least helpful, by the wins of a person: {'; '.join(said)}."] if said else []


def baron_effects(results: Results) -> list[str]:
    """Name the Opponent Effects that cost most."""
    rows = barons_by_effect(results)
    if not rows:
        return []
    named = [
        f"{row['baron']} ({row['opponent_effect']}) {plain(100 * row['effect_wins'])} pp"
        for row in rows[:NAMED_PARTS]
    ]
    return [f"The Opponent Effects that cost most: {listed(named)} of the win rate."]


def _won(row: Row, side: str) -> str:
    """Write the win rate with or without the Barons, with its interval where it is known."""
    if not is_known(row, f"{side}_low"):
        return percent(row[f"win_rate_{side}"])
    ends = {"low": row[f"{side}_low"], "high": row[f"{side}_high"]}
    boxes = {f"boxes_{end}": row.get(f"boxes_{side}_{end}", math.nan) for end in ends}
    return rate_in_words({"win_rate": row[f"win_rate_{side}"], **ends, **boxes})


def barons(results: Results) -> list[str]:
    """Name the Barons worth most and least to the player."""
    rows = barons_by_worth(results)
    if not rows:
        return []
    best, worst = rows[0], rows[-1]
    return [
        f"Of {counted(len(rows), 'Baron')} in the row, {best['baron']} changes the win rate by "
        f"{difference_in_words(best)} and {worst['baron']} by {difference_in_words(worst)} "
        f"({level_in_words(results.confidence)} intervals); {_clear_of_chance(results, rows)} of "
        "the effects are clear of chance."
    ]


def _clear_of_chance(results: Results, rows: Rows) -> int:
    """Count the effects that remain after correction; without p, with an interval off zero."""
    if all(is_known(row, "p_adjusted") for row in rows):
        return sum(row["p_adjusted"] < 1 - results.confidence for row in rows)
    return sum(row["low"] > 0 or row["high"] < 0 for row in rows)


def baron_claims(results: Results) -> list[str]:
    """Say who claims Barons, and how often nobody does."""
    rows = barons_by_claims(results)
    if not rows:
        return []
    own, bot = (sum(rows.column(f"{who}_claims")) / len(rows) for who in OWNERS)
    most, least = rows[0], rows.smallest("own_claims")
    return [
        f"A Baron in the row is claimed by the player in {percent(own)} of games and by the "
        f"Railbot in {percent(bot)}; the player claims {most['baron']} most often "
        f"({percent(most['own_claims'])}), {least['baron']} least ({percent(least['own_claims'])})."
    ]


def skill(results: Results) -> list[str]:
    """Describe the difficulty curve from the weakest to the strongest player."""
    rows = players_by_strength(results)
    if not rows:
        return []
    low, high = rows[0], rows[-1]
    level = level_in_words(results.confidence)
    if len(rows) == 1:
        return [f"The {high['player']} wins {rate_in_words(high)} ({level} interval)."]
    gap = high["win_rate"] - low["win_rate"]
    return [
        f"The {high['player']} wins {rate_in_words(high)} of games, the {low['player']} player "
        f"{rate_in_words(low)} ({level} intervals): skill is worth {pp(gap).lstrip('+')}."
    ]


def skill_against_luck(results: Results) -> list[str]:
    """Say how much of the spread is skill: the first split of the variance."""
    return [_split(scope, rows) for scope, rows in luck_by_scope(results)[:1]]


def kinds_of_luck(results: Results) -> list[str]:
    """Say which chance decides: the other splits."""
    return [_split(scope, rows) for scope, rows in luck_by_scope(results)[1:]]


def _split(scope: str, rows: Rows) -> str:
    """Name each part with its share, and with what it does together with the others."""
    pieces = []
    for row in rows[:NAMED_PARTS]:
        ends = f"{100 * row['low']:.0f} to {100 * row['high']:.0f}"
        ties = (
            f"; {percent(row['total'], 0)} together with others" if is_known(row, "total") else ""
        )
        what, _, detail = row["term"].partition(": ")
        term = f"{what} ({detail})" if detail else what
        pieces.append(f"{percent(row['share'], 0)} ({ends}{ties}) is {term}")
    where = f" ({scope})" if scope else ""
    return f"Of the spread of results{where}, {listed(pieces)}."


def barons_by_worth(results: Results) -> Rows:
    """List the Barons, the most helpful first."""
    rows = results.rows("barons", "baron", "difference", "low", "high")
    return rows.ordered("difference", descending=True)


def barons_by_effect(results: Results) -> Rows:
    """List the Barons, the dearest Opponent Effect first."""
    names = ("baron", "opponent_effect", "effect_wins", "effect_wins_low", "effect_wins_high")
    return results.rows("barons", *names).ordered("effect_wins", descending=True)


def baron_skills(results: Results) -> dict[float, Rows]:
    """List the Barons of each skill, the most helpful first."""
    rows = results.rows("baron_skills", "standard_wins", "order", "baron", "difference")
    return {wins: own.ordered("order") for wins, own in rows.by("standard_wins").items()}


def barons_by_claims(results: Results) -> Rows:
    """List the Barons, that first which the player claims most often."""
    rows = results.rows("barons", "baron", "own_claims", "railbot_claims")
    return rows.ordered("own_claims", descending=True)


def claim_turns(results: Results) -> Rows:
    """Find per Baron and owner the median turn, the quartiles as low and high, and the claims."""
    turns = results.rows("baron_turns", "baron", "owner", "turn", "games").where(
        lambda row: row["turn"] > 0 and row["games"] > 0 and row["owner"] in OWNERS
    )
    return Rows(
        {
            "baron": baron,
            "owner": owner,
            "games": sum(own.column("games")),
            "low": _quantile(own, 0.25),
            "value": _quantile(own, 0.5),
            "high": _quantile(own, 0.75),
        }
        for (baron, owner), own in sorted(turns.by("baron", "owner").items())
    )


def _quantile(turns: Rows, share: float) -> float:
    """Find the first turn by which a share of the claims was made."""
    wanted, reached = share * sum(turns.column("games")), 0.0
    for row in turns.ordered("turn"):
        reached += row["games"]
        if reached >= wanted:
            return row["turn"]
    return math.nan


def players_by_strength(results: Results) -> Rows:
    """List the players without slips, the weakest first."""
    rows = results.rows("skill", "player", "win_rate", "low", "high")
    return rows.where(lambda row: not row.get("slip", 0) > 0).once("player").ordered("win_rate")


def slipping_players(results: Results) -> Rows:
    """List the rows of players that were measured at several slips."""
    players = results.rows("skill", "player", "slip", "win_rate", "low", "high").by("player")
    return Rows(row for own in players.values() if len(own.kinds("slip")) > 1 for row in own)


def luck_by_scope(results: Results) -> list[tuple[str, Rows]]:
    """Split the variance, the largest share first; each scope is a split by itself."""
    rows = results.rows("luck", "term", "share", "low", "high")
    weighed = Rows(
        sorted(rows, key=lambda row: -row["total" if is_known(row, "total") else "share"])
    )
    if not rows.has("scope"):
        return [("", weighed)] if rows else []
    return [(scope, weighed.where(scope=scope)) for scope in rows.kinds("scope")]

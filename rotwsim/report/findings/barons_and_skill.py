"""Sentences on the Duel Barons, on skill and on luck."""

from __future__ import annotations

import math
import re

from rotwsim.report.findings.tweaks import games_to_decide
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import (
    capital,
    count,
    counted,
    listed,
    percent,
    plain,
    pp,
)
from rotwsim.scenario.rulebook import load_rulebook

NAMED_PARTS = 3
HARMLESS = 0.015  # of the win rate: an effect that costs less hardly counts
OWNERS = ("own", "railbot")


def variant(results: Results) -> list[str]:
    """Say what the Duel Barons as a whole do, and which target makes up for it."""
    rows = results.rows("variant", "name", "win_rate_without", "win_rate_with", "difference")
    if not rows:
        return []
    printed = rows[0]
    said = (
        f"{capital(printed['name']) or 'As printed'} the Duel Barons take you from "
        f"{percent(printed['win_rate_without'], 0)} to {percent(printed['win_rate_with'], 0)} won"
    )
    fair = [row for row in rows if "closest" in row["name"]]
    return [f"{said}; {_fair(fair[0])}." if fair else f"{said}."]


def _fair(row: Row) -> str:
    """Write which target keeps the win rate: the name of the row has it."""
    target = re.search(r"\d+", row["name"])
    return f"a target of {target[0]} would be as hard as without them" if target else row["name"]


def fair_targets(results: Results) -> list[str]:
    """Say what the Barons cost each skill, and which target makes up for it."""
    rows = results.rows("fair_targets", "standard_wins", "difference", "target", "fair_target")
    if not rows:
        return []
    pieces = [
        f"{row['fair_target']:.0f} for a person who wins {percent(row['standard_wins'], 0)}"
        for row in rows
    ]
    return [f"The target that makes up for the Barons: {listed(pieces)} without them."]


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


def barons(results: Results) -> list[str]:
    """Name the Barons that help and hurt most, and why."""
    rows = barons_by_worth(results)
    if not rows:
        return []
    best, worst = rows[0], rows[-1]
    return [
        f"{best['baron']} helps most, {pp(best['difference'], 0)}{_reason(best)}. "
        f"{worst['baron']} hurts most, {pp(worst['difference'], 0)}{_reason(worst)}.",
        _how_sure(results, rows),
    ]


def _how_sure(results: Results, rows: Rows) -> str:
    """Count the Barons that clearly help or hurt, or say what would show the first one."""
    if clear := _clear_of_chance(results, rows):
        return f"{clear} of {counted(len(rows), 'Baron')} clearly help or hurt."
    top = rows.farthest("difference")
    games = games_to_decide(results, top, len(rows))
    return f"Not yet sure: about {count(games)} games a Baron would settle {top['baron']}."


def _reason(row: Row) -> str:
    """Say who gets a Baron, and whether its effect matters when the Railbot has it."""
    if not (is_known(row, "own_claims") and is_known(row, "railbot_claims")):
        return ""
    own, bot = (percent(row[f"{who}_claims"], 0) for who in OWNERS)
    effect = f"its effect does {pp(-row['effect_wins'], 0)}" if is_known(row, "effect_wins") else ""
    if row["difference"] > 0 and row["own_claims"] >= row["railbot_claims"]:
        return f": you claim this Baron in {own} of games"
    said = f": the Railbot gets this Baron in {bot} of games"
    if row["difference"] > 0 and effect and abs(row["effect_wins"]) < HARMLESS:
        return f"{said}, {effect}, and it keeps a worse one out of the row"
    return f"{said}{f', and {effect}' if effect else ''}"


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
        f"A Baron in the row goes to you in {percent(own, 0)} of games and to the Railbot in "
        f"{percent(bot, 0)}: {most['baron']} most often to you, {percent(most['own_claims'], 0)}, "
        f"{least['baron']} least, {percent(least['own_claims'], 0)}."
    ]


def skill(results: Results) -> list[str]:
    """Describe the difficulty curve from the weakest to the strongest player."""
    rows = players_by_strength(results)
    if not rows:
        return []
    low, high = rows[0], rows[-1]
    if len(rows) == 1:
        return [f"The {high['player']} wins {percent(high['win_rate'], 0)}."]
    return [
        f"From {low['player']} to {high['player']} the games won rise from "
        f"{percent(low['win_rate'], 0)} to {percent(high['win_rate'], 0)}."
    ]


def skill_against_luck(results: Results) -> list[str]:
    """Say how much of the spread is skill: the first split of the variance."""
    return [_split(scope, rows) for scope, rows in luck_by_scope(results)[:1]]


def kinds_of_luck(results: Results) -> list[str]:
    """Say which chance decides: the other splits."""
    return [_split(scope, rows) for scope, rows in luck_by_scope(results)[1:]]


def _split(scope: str, rows: Rows) -> str:
    """Name each part with its share, and the first one with what it does together with others."""
    pieces = [f"{row['term'].partition(': ')[0]} {percent(row['share'], 0)}" for row in rows]
    if any(": " in row["term"] for row in rows):  # kinds of luck have the same first word
        pieces = [
            f"{row['term'].replace(': ', ' (', 1)}{')' * (': ' in row['term'])} "
            f"{percent(row['share'], 0)}"
            for row in rows
        ]
    where = f" ({scope})" if scope else ""
    top = rows[0]
    ties = (
        f" With others, {top['term'].partition(': ')[0]} has a part in {percent(top['total'], 0)}."
        if is_known(top, "total") and top["total"] > top["share"] + HARMLESS
        else ""
    )
    return f"What makes results differ{where}: {listed(pieces[:NAMED_PARTS])}.{ties}"


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


def with_goals(rows: Rows) -> Rows:
    """Put beside each Baron's name what it asks for and what it does for the Railbot."""
    known = {
        baron.name: {
            "goal": f"{'/'.join(map(str, baron.tiers))} {baron.goal_text}",
            "opponent_effect": baron.effect_text,
        }
        for baron in load_rulebook().barons
    }
    unknown = {"goal": "", "opponent_effect": ""}
    return Rows(
        {"baron": row["baron"]} | known.get(row["baron"], unknown) | row if "baron" in row else row
        for row in rows
    )

"""Sentences on the Duel Barons, on skill and on luck."""

import math
import re

from rotwsim.report.findings.tweaks import games_to_decide
from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import capital, count, counted, listed, percent, plain, pp
from rotwsim.scenario.rulebook import load_rulebook

NAMED_PARTS = 3
HARMLESS = 0.015  # of the win rate: an effect that costs less hardly counts
OWNERS = ("own", "railbot")
PARTS = {  # of the differences in result, as one would name them
    "skill: who plays": "who plays",
    "luck: the same for every player": "the deal",
    "luck: differs from player to player": "other luck",
    "Railbot deck": "the Railbot deck",
}


def variant(results: Results) -> list[str]:
    """Say what the Duel Barons as a whole do, and which target makes up for it."""
    rows = results.rows("variant", "name", "win_rate_without", "win_rate_with", "difference")
    if not rows:
        return []
    printed = rows[0]
    said = (
        f"The Duel Barons take you from {percent(printed['win_rate_without'], 0)} to "
        f"{percent(printed['win_rate_with'], 0)} won {printed['name'] or 'as printed'}"
    )
    for name in (row["name"] for row in rows if "closest" in row["name"]):
        target = re.search(r"\d+", name)
        fair = f"A target of {target[0]} would make up for them" if target else name
        return [f"{said}. {fair}."]
    return [f"{said}."]


def effects_and_targets(results: Results) -> list[str]:
    """Name the dearest Opponent Effect, and the target that makes up for the Barons by skill."""
    said = []
    effects = results.rows("barons", "baron", "opponent_effect", "effect_wins")
    if effects:
        top = effects.largest("effect_wins")
        cost = f"{plain(100 * top['effect_wins'])} pp"
        said.append(
            f"The Opponent Effect of {top['baron']} ({top['opponent_effect']}) costs most: {cost}."
        )
    fair = results.rows("fair_targets", "standard_wins", "difference", "target", "fair_target")
    if fair:
        pieces = [
            f"{row['fair_target']:.0f} for a person who wins {percent(row['standard_wins'], 0)}"
            for row in fair
        ]
        said.append(f"The target that makes up for the Barons: {listed(pieces)} without them.")
    return said


def barons(results: Results) -> list[str]:
    """Name the Barons that help and hurt most, and why."""
    rows = barons_by_worth(results)
    if not rows:
        return []
    best, worst = rows[0], rows[-1]
    return [
        f"{best['baron']} helps most, {pp(best['difference'], 0)}{_reason(best)}. "
        f"{worst['baron']} hurts most, {pp(worst['difference'], 0)}{_reason(worst)}. "
        f"{_how_sure(results, rows)}"
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
    effect = (
        f"its effect costs {plain(100 * row['effect_wins'], 0)} pp"
        if is_known(row, "effect_wins")
        else ""
    )
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


def skill_and_luck(results: Results) -> list[str]:
    """Say what makes results differ, and which chance decides most."""
    if "multiplayer_skill" in results.tables:
        return []  # who wins how often says more
    said = []
    for scope, rows in luck_by_scope(results):
        (top, share), *others = [
            (str(PARTS.get(row["term"], row["term"])), percent(row["share"], 0)) for row in rows
        ]
        if scope.startswith("luck"):
            text = f"Of the {scope.replace(' of ', ' of the ')}, {top} decides most: {share} alone"
            if is_known(rows[0], "total"):
                text += f", {percent(rows[0]['total'], 0)} together with others"
        else:
            players = scope.removeprefix("over ").split(", ")
            text = f"Among {listed(players, most=len(players))}, " if scope else ""
            text += f"{top} explains {share} of the differences in result"
            named = [f"{name} {part}" for name, part in others[: NAMED_PARTS - 1]]
            text += f", {listed(named)}" if named else ""
        said.append(f"{capital(text)}.")
    return said


def barons_by_worth(results: Results) -> Rows:
    """List the Barons, the most helpful first."""
    rows = results.rows("barons", "baron", "difference", "low", "high")
    return rows.ordered("difference", descending=True)


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

"""Sentences on the Duel Barons, on skill and on luck."""

import re

from rotwsim.report.results import Results, Row, Rows, is_known
from rotwsim.report.wording import capital, count, counted, listed, percent, plain, pp
from rotwsim.scenario.rulebook import load_rulebook
from rotwsim.stats import critical_value, simultaneous_level

HARMLESS = 0.015  # of the win rate: an effect that costs less hardly counts
PARTS = {  # of the differences in result, as one would name them
    "skill: who plays": "who plays",
    "luck: the same for every player": "the deal",
    "luck: differs from player to player": "other luck",
    "Railbot deck": "the Railbot deck",
}


def variant(results: Results) -> list[str]:
    rows = results.rows("variant", "name", "win_rate_without", "win_rate_with", "difference")
    if not rows:
        return []
    without, with_them = (percent(rows[0][f"win_rate_{side}"], 0) for side in ("without", "with"))
    name = rows[0]["name"] or "as printed"
    said = f"The Duel Barons take you from {without} to {with_them} won {name}."
    for fair in rows.where(lambda row: "closest" in row["name"])[:1]:
        for target in re.findall(r"\d+", fair["name"])[:1]:
            said += f" A target of {target} would make up for them."
    return [said]


def effects_and_targets(results: Results) -> list[str]:
    said = []
    if effects := results.rows("barons", "baron", "opponent_effect", "effect_wins"):
        top = effects.largest("effect_wins")
        who, cost = f"{top['baron']} ({top['opponent_effect']})", plain(100 * top["effect_wins"])
        said.append(f"The Opponent Effect of {who} costs most: {cost} pp.")
    fair = results.rows("fair_targets", "standard_wins", "difference", "target", "fair_target")
    if pieces := [
        f"{row['fair_target']:.0f} for a person who wins {percent(row['standard_wins'], 0)}"
        for row in fair
    ]:
        said.append(f"The target that makes up for the Barons: {listed(pieces)} without them.")
    return said


def barons(results: Results) -> list[str]:
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
    if all(is_known(row, "p_adjusted") for row in rows):
        clear = sum(row["p_adjusted"] < 1 - results.confidence for row in rows)
    else:
        clear = sum(row["low"] > 0 or row["high"] < 0 for row in rows)
    if clear:
        return f"{clear} of {counted(len(rows), 'Baron')} clearly help or hurt."
    top = rows.farthest("difference")
    wider = critical_value(simultaneous_level(len(rows), results.confidence))
    half = (top["high"] - top["low"]) / 2 * wider / critical_value(results.confidence)
    games = top["games"] * (half / max(abs(top["difference"]), results.margin)) ** 2
    return (
        f"Not yet sure: about {count(round(games, -2))} games a Baron would settle {top['baron']}."
    )


def _reason(row: Row) -> str:
    """Say who gets a Baron, and whether its effect matters when the Railbot has it."""
    if not (is_known(row, "own_claims") and is_known(row, "railbot_claims")):
        return ""
    own, bot = (percent(row[f"{who}_claims"], 0) for who in ("own", "railbot"))
    effect = f"its effect costs {plain(100 * row['effect_wins'], 0)} pp"
    effect *= is_known(row, "effect_wins")
    if row["difference"] > 0 and row["own_claims"] >= row["railbot_claims"]:
        return f": you claim this Baron in {own} of games"
    said = f": the Railbot gets this Baron in {bot} of games"
    if row["difference"] > 0 and effect and abs(row["effect_wins"]) < HARMLESS:
        return f"{said}, {effect}, and it keeps a worse one out of the row"
    return f"{said}{f', and {effect}' if effect else ''}"


def skill(results: Results) -> list[str]:
    rows = players_by_strength(results)
    if not rows:
        return []
    low, high = (percent(row["win_rate"], 0) for row in (rows[0], rows[-1]))
    if len(rows) == 1:
        return [f"The {rows[0]['player']} wins {high}."]
    weakest, best = rows[0]["player"], rows[-1]["player"]
    return [f"From {weakest} to {best} the games won rise from {low} to {high}."]


def skill_and_luck(results: Results) -> list[str]:
    """Say what makes results differ, and which chance decides most."""
    if "multiplayer_skill" in results.tables:
        return []  # who wins how often says more
    said = []
    for scope, rows in luck_by_scope(results):
        shares = [(str(PARTS.get(r["term"], r["term"])), percent(r["share"], 0)) for r in rows]
        top, share = shares[0]
        if scope.startswith("luck"):
            text = f"Of the {scope.replace(' of ', ' of the ')}, {top} decides most: {share} alone"
            if is_known(rows[0], "total"):
                text += f", {percent(rows[0]['total'], 0)} together with others"
        else:
            players = scope.removeprefix("over ").split(", ")
            text = f"Among {listed(players, most=len(players))}, " if scope else ""
            text += f"{top} explains {share} of the differences in result"
            text += f", {listed(' '.join(part) for part in shares[1:3])}" if shares[1:] else ""
        said.append(capital(f"{text}."))
    return said


def barons_by_worth(results: Results) -> Rows:
    rows = results.rows("barons", "baron", "difference", "low", "high")
    return rows.ordered("difference", descending=True)


def players_by_strength(results: Results) -> Rows:
    """List the players without slips, the weakest first."""
    rows = results.rows("skill", "player", "win_rate", "low", "high")
    return rows.where(lambda row: not row.get("slip", 0) > 0).once("player").ordered("win_rate")


def luck_by_scope(results: Results) -> list[tuple[str, Rows]]:
    """Split the variance, the largest share first; each scope is a split by itself."""
    rows = results.rows("luck", "term", "share", "low", "high")
    weighed = rows.ordered(lambda row: -row["total" if is_known(row, "total") else "share"])
    if not rows.has("scope"):
        return [("", weighed)] if rows else []
    return [(scope, weighed.where(scope=scope)) for scope in rows.kinds("scope")]


def with_goals(rows: Rows) -> Rows:
    """Put beside each Baron's name what it asks for and what it does for the Railbot."""
    texts = {}
    for baron in load_rulebook().barons:
        goal = f"{'/'.join(map(str, baron.tiers))} {baron.goal_text}"
        texts[baron.name] = {"goal": goal, "opponent_effect": baron.effect_text}
    unknown = {"goal": "", "opponent_effect": ""}
    named = rows.where(lambda row: "baron" in row)
    return Rows({"baron": r["baron"]} | texts.get(r["baron"], unknown) | r for r in named) or rows

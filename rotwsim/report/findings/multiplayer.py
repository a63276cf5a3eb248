# Longer than most: every sentence on multiplayer games, and for whom it holds.
"""Sentences on multiplayer games: seats, prices, bidding, modules, Rail Barons, skill; for whom."""

from __future__ import annotations

import math
from collections import Counter

from rotwsim.analysis.questions.seats_and_bidding import FROM_FIRST_BIDDER
from rotwsim.report.results import Results, Row, Rows, is_known, read_results
from rotwsim.report.wording import (
    SPACE,
    capital,
    counted,
    in_unit,
    listed,
    percent,
    plain,
    pp,
)
from rotwsim.scenario.schema import DataError

TABLES_NAMED = 6
CHANGES_NAMED = 3
ORDINALS = ("first bidder", "second", "third", "fourth", "fifth", "sixth")
REACHED = 0.1  # of the games must last until a turn for its price to be drawn
BEYOND = 0.005  # of the games on either side, left out of the hills
OF_BIDDING = ("unfairness", "margin", "comebacks", "turns", "money bid")
OF_MODULES = ("score", "turns", "margin", "skill")
# Results that ask the same of other players.
GROUPS = ("multiplayer", "multiplayer-modules", "multiplayer-persons", "multiplayer-unequal")
SURE = ("more", "less")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


def fairness(results: Results) -> list[str]:
    """Say which games are fair, and what the best and the worst place of the first one win."""
    rows, places = fairness_of(results), places_of(results)
    if not rows:
        return []
    unfair = rows.where(verdict="unfair")
    fairest, least = rows.smallest("unfairness"), rows.largest("unfairness")
    kinds = counted(len(rows), "kind of game", "kinds of games")
    if not unfair:
        said = f"No seat of {kinds} is clearly better than another"
    elif len(rows) == 1:
        said = f"{capital(fairest['name'])} clearly favours a seat"
    else:
        said = f"{len(unfair)} of {kinds} clearly favour a seat, most of all {least['name']}"
    fair = f"fairest is {fairest['name']}, {_apart(fairest)} from equal shares of the wins"
    who = among(results)
    sentences = [f"{who}, {said[0].lower()}{said[1:]}; {fair}." if who else f"{said}; {fair}."]
    if own := places.get(least["arm"]):
        best, worst = own.largest("win_rate"), own.smallest("win_rate")
        sentences.append(
            f"With {least['name']} place {best['place']:.0f} from the first bidder wins "
            f"{percent(best['win_rate'], 0)}, place {worst['place']:.0f} "
            f"{percent(worst['win_rate'], 0)}; equal would be {percent(1 / len(own), 0)}."
        )
    return sentences + fair_for_whom(results)


def _apart(row: Row) -> str:
    return f"{plain(100 * row['unfairness'])} pp"


def prices(results: Results) -> list[str]:
    """Say what the first place costs, what bids add up to, how often the first bidder wins."""
    rows = results.rows("bids", "arm", "money_bid", "first_bidder_wins")
    if not rows:
        return []
    row, name = rows[0], kind_names(rows)[0]
    said = f"With {name} bids add up to ${plain(row['money_bid'])} a game"
    if is_known(row, "price_ordinary"):
        said += f"; the first place costs ${plain(row['price_ordinary'])} on ordinary turns"
        if is_known(row, "price_executive"):
            said += f" and ${plain(row['price_executive'])} with a Railroad Executive open"
    return [f"{said}. The first bidder wins {percent(row['first_bidder_wins'])} of the games."]


def bidding(results: Results) -> list[str]:
    """Name the surest differences between bidding styles."""
    return _changes(results, "bidding", "bidding styles")


def modules(results: Results) -> list[str]:
    """Name the surest differences between modules."""
    return _changes(results, "modules", "modules")


def _changes(results: Results, table: str, what: str) -> list[str]:
    rows = results.rows(table, "name", "measure", "difference")
    if not rows:
        return []
    sure = sure_changes(results, table)
    if not sure:
        return [f"None of {len(rows)} differences between the {what} is clear of chance yet."]
    pieces = ", ".join(_effect_of(row) for row in sure.once("name")[:CHANGES_NAMED])
    who = among(results)
    return [
        f"{who}: {pieces}." if who else f"{capital(pieces)}.",
        f"{len(sure)} of {len(rows)} differences between the {what} are clear of chance.",
        *changes_for_whom(results, table),
    ]


def _effect_of(row: Row) -> str:
    """Write what a style or a module changes: "0.6 turns more with mines"."""
    factor, _, unit = in_unit(row["unit"])
    change, is_more = plain(abs(factor * row["difference"])), row["difference"] > 0
    if unit.rstrip("s") in row["measure"]:
        return f"{change} {row['measure']} {'more' if is_more else 'fewer'} with {row['name']}"
    shown = f"{row['measure']} {change}{SPACE}{unit}"
    return f"{shown} {'higher' if is_more else 'lower'} with {row['name']}"


def rail_barons(results: Results) -> list[str]:
    """Name the best and the worst Rail Baron, and judge the deck as a whole."""
    rows = rail_barons_of(results)
    if not rows:
        return []
    best, worst = rows[0], rows[-1]
    said = "".join(
        f"The deck of Rail Barons is {row['verdict']}: cards differ by {_apart(row)}. "
        for row in results.rows("deck", "verdict", "unfairness", "low", "high")[:1]
    )
    often, seldom = rows.largest("fulfilled"), rows.smallest("fulfilled")
    return [
        f"{best['baron']} is the best card to keep, {pp(best['difference'], 0)} of wins, "
        f"{worst['baron']} the worst, {pp(worst['difference'], 0)}.",
        f"{said}{often['baron']} is fulfilled most often, {percent(often['fulfilled'], 0)}; "
        f"{seldom['baron']} least, {percent(seldom['fulfilled'], 0)}.",
    ]


def skill(results: Results) -> list[str]:
    """Say how often a better player wins among others, and after how many games that shows."""
    sentences = []
    for row in better_among_others(results)[::-1]:
        lead = row.get("games_to_lead", math.nan)
        when = (
            f"; after {counted(int(lead), 'game')} the better one leads with 95{SPACE}%"
            if math.isfinite(lead)
            else ": no lead in any number of games"
        )
        sentences.append(
            f"One {row['player']} player among {row['seats'] - 1:.0f} {row['others']} players wins "
            f"{percent(row['win_rate'], 0)} (equal: {percent(1 / row['seats'], 0)}){when}."
        )
    return sentences


def kind_names(rows: Rows) -> list[str]:
    """Name kinds of games for a list: "traditional with 3 seats on Sweden"."""
    if not rows.has("bidding", "seats", "board"):
        return rows.column("arm")
    seats, boards = (len(rows.kinds(column)) > 1 for column in ("seats", "board"))
    return [
        row["bidding"].replace("_", " ")
        + (f" with {row['seats']:.0f} seats" if seats else "")
        + (f" on {row['board']}" if boards else "")
        for row in rows
    ]


def fairness_of(results: Results) -> Rows:
    """List the verdicts on every arm, by how far a seat sits from the first bidder."""
    rows = results.rows("fairness", "arm", "scope", "unfairness", "low", "high", "verdict")
    rows = rows.where(scope=FROM_FIRST_BIDDER)
    return rows.assign(name=kind_names(rows))


def places_of(results: Results) -> dict[str, Rows]:
    """List by arm the shares of wins from the first bidder on."""
    rows = results.rows("places", "arm", "scope", "place", "win_rate", "low", "high")
    groups = rows.where(scope=FROM_FIRST_BIDDER).by("arm")
    return {arm: own.ordered("place") for arm, own in groups.items()}


def prices_of(results: Results) -> list[tuple[str, Rows]]:
    """List by arm what the first place costs turn by turn, as far as enough games last; arms
    without bids are left out.
    """
    found = []
    columns = ("arm", "turn", "games", "mean", "low", "high")
    for arm, rows in results.rows("first_prices", *columns).by("arm").items():
        enough = REACHED * max(rows.column("games"))
        own = rows.ordered("turn").where(lambda row, least=enough: row["games"] >= least)
        if len(own) > 1 and sum(mean > 0 for mean in own.column("mean")) > 1:
            found.append((arm, own))
    return found


def scores_by_place(results: Results) -> tuple[str, list[Rows]]:
    """List the scores of the first arm by final place, the winner first."""
    rows = results.rows("score_counts", "arm", "place", "score", "games")
    if not rows:
        return "", []
    arm = rows[0]["arm"]
    own = rows.where(arm=arm).ordered("score")
    total, below, kept = sum(own.column("games")), 0.0, Rows()
    for row in own:
        below += row["games"] / total
        kept += [row] if BEYOND < below < 1 - BEYOND else []
    return arm, [part for _, part in sorted(kept.by("place").items())]


def measures_of(results: Results, table: str) -> dict[str, Rows]:
    """List by measure a row per kind of game, the baseline first; of one board, the first."""
    wanted = OF_BIDDING if table == "bidding" else OF_MODULES
    rows = results.rows(table, "name", "measure", "unit", "mean", "mean_low", "mean_high")
    if rows.has("board"):
        rows = rows.where(board=rows[0]["board"])
    found = {name: rows.where(measure=name) for name in wanted}
    return {name: own for name, own in found.items() if own}


def sure_changes(results: Results, table: str) -> Rows:
    """List the differences beyond chance and margin, the surest first."""
    rows = results.rows(table, "name", "measure", "unit", "difference", "low", "high", "verdict")
    sure = rows.where(lambda row: row["verdict"] in ("more", "less"))
    return Rows(sorted(sure, key=lambda r: -abs(r["difference"]) / max(r["high"] - r["low"], 1e-9)))


def rail_barons_of(results: Results) -> Rows:
    """List the Rail Barons by worth, the best first."""
    columns = ("baron", "difference", "low", "high", "win_rate", "fulfilled")
    return results.rows("rail_barons", *columns).ordered("difference", descending=True)


def better_among_others(results: Results) -> Rows:
    """List one better player among others, as the ladder goes."""
    return results.rows("multiplayer_skill", "player", "others", "seats", "win_rate", "low", "high")


def fair_for_whom(results: Results) -> list[str]:
    """Say who plays, and how many kinds of games clearly favour a seat for other players."""
    said = []
    for other in same_questions(results, "fairness"):
        kinds = other.rows("fairness", "scope", "verdict").where(scope=FROM_FIRST_BIDDER)
        unfair = len(kinds.where(verdict="unfair"))
        said.append(f"for {players_in_words(other)} {unfair or 'none'} of {len(kinds)} favour one")
    return _sentence(results, said)


def changes_for_whom(results: Results, table: str) -> list[str]:
    """Say who plays, and how many of the sure differences are as sure for other players."""
    own, said = verdicts_of(results, table), []
    for other in same_questions(results, table):
        theirs = verdicts_of(other, table)
        sure = [key for key in own if key in theirs and own[key] in SURE]
        same = sum(own[key] == theirs[key] for key in sure)
        if sure:
            who = players_in_words(other)
            said.append(f"{same} of {len(sure)} differences are as clear for {who}")
    return _sentence(results, said)


def _sentence(results: Results, said: list[str]) -> list[str]:
    who = players_in_words(results)
    return [f"{'; '.join([f'This holds for {who}', *said])}."] if who else []


def verdicts_of(results: Results, table: str) -> dict[tuple, str]:
    """Give the verdict on every difference, by board, name and measure."""
    rows = results.rows(table, "board", "name", "measure", "difference", "verdict")
    return {(row["board"], row["name"], row["measure"]): row["verdict"] for row in rows}


def same_questions(results: Results, table: str) -> list[Results]:
    """Read the results beside these that have the same table for other players."""
    found = []
    for name in GROUPS:
        folder = results.folder.parent / name
        if name == results.folder.name or not folder.is_dir():
            continue
        try:
            other = read_results(folder)
        except DataError:
            continue
        is_other = players_in_words(other) not in ("", players_in_words(results))
        if is_other and other.rows(table, "verdict"):
            found.append(other)
    return found


def among(results: Results) -> str:
    """Begin a sentence with who plays: "Among four equal experts"."""
    asked = {row["arm"] for row in fairness_of(results)}
    of_arms = [arm["scenario"].get("seats") for arm in results.arms if arm.get("arm") in asked]
    players = {player for seats in of_arms for player in seats or ()}
    if len(players) != 1:
        who = players_in_words(results)
        return f"Among {who}" if who else ""
    sizes, (player,) = {len(seats) for seats in of_arms if seats}, players
    number = f"{NUMBERS[sizes.pop()]} " if len(sizes) == 1 else ""
    who = players_in_words(results).partition(" ")[2] if player == "person" else f"{player}s"
    return f"Among {number}equal {who}"


def players_in_words(results: Results) -> str:
    """Name who plays: "2 experts and 2 people who win 50 % of their solo games"."""
    scenario = results.arms[0].get("scenario") if results.arms else None
    counts = Counter(scenario.get("seats") or ()) if isinstance(scenario, dict) else Counter()
    if not counts or not isinstance(scenario, dict):
        return ""
    wins = scenario.get("wins")
    people = f"people who win {wins:g} % of their solo games" if wins else "people"
    return listed(
        f"{number} {people if player == 'person' else player + 's' * (number > 1)}"
        for player, number in counts.items()
    )

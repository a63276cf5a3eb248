"""Sentences on multiplayer games: seats, prices, bidding, modules, Rail Barons, skill; for whom."""

import math
from collections import Counter

from rotwsim.analysis.questions.seats_and_bidding import FROM_FIRST_BIDDER
from rotwsim.report.results import Results, Row, Rows, read_results
from rotwsim.report.wording import SPACE, capital, counted, in_unit, listed, percent, plain, pp
from rotwsim.scenario.schema import DataError

ORDINALS = ("first bidder", "second", "third", "fourth", "fifth", "sixth")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
SURE = ("more", "less")
OTHERS = "results for other players"
# Results that ask the same of other players.
GROUPS = ("multiplayer", "multiplayer-modules", "multiplayer-persons", "multiplayer-unequal")


def fairness(results: Results) -> list[str]:
    """Say which kinds of games favour a seat, and how fair the fairest is; for whom."""
    rows, places = fairness_of(results), places_of(results)
    rows = rows.where(lambda row: row["arm"] in places)
    if not rows:
        return []
    unfair, what = rows.where(verdict="unfair"), _what_differs(rows)
    least = rows.largest("unfairness")
    said, more = f"none of {len(rows)} {what} clearly favours a seat", ""
    if len(rows) == 1:
        said = f"the seat{' clearly' if unfair else ''} matters: {_shares(places[least['arm']])}"
    elif unfair:
        favour = f"favour{'s' * (len(unfair) == 1)}"
        said = f"{len(unfair)} of {len(rows)} {what} clearly {favour} a seat"
        more = f"The least fair is {least['name']}: {_shares(places[least['arm']])}. "
    if len(rows) > 1:
        fairest = rows.smallest("unfairness")
        ends = sorted(round(100 * share) for share in places[fairest["arm"]].column("win_rate"))
        each = f"a seat wins {ends[0]} to {ends[-1]} %"
        each = f"every seat wins {ends[0]} %" if ends[0] == ends[-1] else each
        more += f"The fairest is {fairest['name']}: {each}."
    who, elsewhere = among(results), []
    for other in same_questions(results, "fairness"):
        kinds = fairness_of(other)
        number = len(kinds.where(verdict="unfair")) or "none"
        elsewhere.append(f"{number} of {len(kinds)} {_whose(other)}")
    others = f"In {OTHERS}, a seat is favoured in {'; in '.join(elsewhere)}." if elsewhere else ""
    return list(filter(None, (f"{who}, {said}." if who else f"{capital(said)}.", more, others)))


def _what_differs(rows: Rows) -> str:
    """Name what the kinds of games differ in: "bidding styles"."""
    kinds = {"bidding": "bidding style", "board": "map", "seats": "number of players"}
    there = [word for column, word in kinds.items() if len(rows.kinds(column)) > 1]
    return f"{there[0]}s" if len(there) == 1 else f"combinations of {listed(there or ['rules'])}"


def _shares(places: Rows) -> str:
    (best, most), (worst, least) = (
        (ORDINALS[int(row["place"]) - 1].split()[0], percent(row["win_rate"], 0))
        for row in (places.largest("win_rate"), places.smallest("win_rate"))
    )
    return f"the {best} bidder wins {most} of the games, the {worst} bidder {least}"


def prices(results: Results) -> list[str]:
    rows = results.rows("bids", "arm", "money_bid", "price_ordinary", "price_executive")
    return [
        f"{capital(row['name'])}: the first place costs ${plain(row['price_ordinary'])} on an "
        f"ordinary turn, and ${plain(row['price_executive'])} when a Railroad Executive is open."
        for row in rows.assign(name=kind_names(rows))[:1]
    ]


def bidding(results: Results) -> list[str]:
    return _changes(results, "bidding", "bidding styles")


def modules(results: Results) -> list[str]:
    return _changes(results, "modules", "modules")


def _changes(results: Results, table: str, what: str) -> list[str]:
    columns = ("name", "measure", "unit", "difference", "low", "high", "verdict")
    rows = results.rows(table, *columns)
    sure = rows.where(lambda row: row["verdict"] in SURE)
    if not sure:
        none = f"None of {len(rows)} differences between the {what} is decided yet."
        return [none] if rows else []
    surest = sure.ordered(lambda r: -abs(r["difference"]) / max(r["high"] - r["low"], 1e-9))
    pieces, who = "; ".join(map(_effect_of, surest.once("name")[:3])), among(results)
    said = f"{who}, the clearest changes are: {pieces}." if who else f"Clearest changes: {pieces}."
    return [said, *changes_for_whom(results, table)]


def _effect_of(row: Row) -> str:
    """Write what a style or a module changes: "mines, 0.6 turns more"."""
    factor, _, unit = in_unit(row["unit"])
    change, is_more = plain(abs(factor * row["difference"])), row["difference"] > 0
    if unit.rstrip("s") in row["measure"]:
        return f"{row['name']}, {change} {row['measure']} {'more' if is_more else 'fewer'}"
    amount = f"${change}" if unit == "$" else f"{change}{SPACE}{unit}"
    return f"{row['name']}, {row['measure']} {amount} {'more' if is_more else 'less'}"


def changes_for_whom(results: Results, table: str) -> list[str]:
    """Count the sure differences that are as sure for other players, in the folders beside."""

    def verdicts_of(of: Results) -> dict[tuple, str]:
        rows = of.rows(table, "board", "name", "measure", "difference", "verdict")
        return {(row["board"], row["name"], row["measure"]): row["verdict"] for row in rows}

    own, said = verdicts_of(results), []
    for other in same_questions(results, table):
        theirs = verdicts_of(other)
        sure = [key for key in own if key in theirs and own[key] in SURE]
        if sure:
            same = sum(own[key] == theirs[key] for key in sure)
            said.append(f"{same} of {len(sure)} clear differences {_whose(other)}")
    return [f"In {OTHERS}, the same holds for {'; for '.join(said)}."] if said else []


def rail_barons(results: Results) -> list[str]:
    rows = rail_barons_of(results)
    if not rows:
        return []
    best, worst = rows[0], rows[-1]
    said = (
        f"{best['baron']} is the best card to keep, {pp(best['difference'], 0)} of wins, "
        f"{worst['baron']} the worst, {pp(worst['difference'], 0)}."
    )
    for row in results.rows("deck", "verdict")[:1]:
        said += f" The deck of Rail Barons is {row['verdict']}."
    return [said]


def skill(results: Results) -> list[str]:
    rows = better_among_others(results)
    if not rows:
        return []
    pieces = []
    for row in rows[::-1]:
        whom, wins = f"{row['seats'] - 1:.0f} {row['others']}s", percent(row["win_rate"], 0)
        pieces.append(f"one {row['player']} among {whom} wins {wins}")
    close = rows.smallest("win_rate")
    when = "the better one never surely leads"
    if math.isfinite(games := close.get("games_to_lead", math.nan)):
        after = counted(int(games), "game")
        when = f"the better one leads after {after} with a chance of 95{SPACE}%"
    among_whom = f"among {close['others']}s " if len(rows) > 1 else ""
    return [f"{capital(listed(pieces))}. {capital(among_whom + when)}."]


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
    rows = results.rows("fairness", "arm", "scope", "unfairness", "low", "high", "verdict")
    rows = rows.where(scope=FROM_FIRST_BIDDER)
    return rows.assign(name=kind_names(rows))


def places_of(results: Results) -> dict[str, Rows]:
    rows = results.rows("places", "arm", "scope", "place", "win_rate", "low", "high")
    groups = rows.where(scope=FROM_FIRST_BIDDER).by("arm")
    return {arm: own.ordered("place") for arm, own in groups.items()}


def rail_barons_of(results: Results) -> Rows:
    columns = ("baron", "difference", "low", "high", "win_rate", "fulfilled")
    return results.rows("rail_barons", *columns).ordered("difference", descending=True)


def better_among_others(results: Results) -> Rows:
    return results.rows("multiplayer_skill", "player", "others", "seats", "win_rate", "low", "high")


def same_questions(results: Results, table: str) -> list[Results]:
    """Read the results beside these that have the same table for other players."""
    found = []
    for name in GROUPS if results.folder.name in GROUPS else ():
        try:
            other = read_results(results.folder.parent / name)
        except DataError:
            continue
        if among(other) not in ("", among(results)) and other.rows(table, "verdict"):
            found.append(other)
    return found


def _whose(results: Results) -> str:
    return f"{among(results).lower()} ({results.folder.name})"


def among(results: Results) -> str:
    """Begin a sentence with who plays: "Among four equal experts"."""
    asked = fairness_of(results).kinds("arm")
    arms = [arm for arm in results.arms if not asked or arm.get("arm") in asked]
    scenarios = [arm["scenario"] for arm in arms if isinstance(arm.get("scenario"), dict)]
    tables = [Counter(scenario.get("seats") or ()) for scenario in scenarios]
    if not any(tables):
        return ""
    sizes = {seats.total() for seats in tables}
    wins = scenarios[0].get("wins")
    people = f"people who win {wins:g} % of their solo games" if wins else "people"
    named = {who: people if who == "person" else f"{who}s" for seats in tables for who in seats}
    if len(named) == 1:
        number = f"{NUMBERS[sizes.pop()]} " if len(sizes) == 1 else ""
        return f"Among {number}equal {named.popitem()[1]}"
    if len({frozenset(seats.items()) for seats in tables}) > 1:
        return ""
    return f"Among {listed(f'{NUMBERS[n]} {named[who]}' for who, n in tables[0].items())}"

"""Say for whom a multiplayer answer holds, and whether it holds for other players too."""

from __future__ import annotations

from collections import Counter

from rotwsim.analysis.questions.seats_and_bidding import FROM_FIRST_BIDDER
from rotwsim.report.results import Results, read_results
from rotwsim.report.wording import listed
from rotwsim.scenario.schema import DataError

# Results that ask the same of other players.
GROUPS = ("multiplayer", "multiplayer-modules", "multiplayer-persons", "multiplayer-unequal")
SURE = ("more", "less")


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

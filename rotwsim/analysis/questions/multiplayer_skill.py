"""Skill in multiplayer games: a better player among worse ones; skill against seat and deal.

The better player takes every seat in turn on the same deals, so that seat, deal and skill can be
separated.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from rotwsim import stats
from rotwsim.analysis.pool import Arm, ArmGames
from rotwsim.analysis.questions import Method
from rotwsim.analysis.results import Answer, Table, ends, frame, rows_of, stacked
from rotwsim.analysis.seat_results import Seated, by_place, check_sample, mixed_seats
from rotwsim.scenario.player_numbers import multiplayer_players
from rotwsim.scenario.scenario import Scenario
from rotwsim.scenario.schema import DataError

LADDER = ("novice", "casual", "club", "expert")
PLAYER, PLACE, DEAL = "player", "place", "deal"
TERMS = {
    "player": "skill: who plays",
    "place": "seat: how far from the first bidder",
    "player × place": "skill that depends on the seat",
    "deal": "deal: the same for every seat",
    "player × deal": "deal: better for one player",
    "place × deal": "deal: better for one seat",
    "player × place × deal": "the course of the game",
}


def multiplayer_skill(
    played: Sequence[ArmGames], scenario: Scenario, players: Sequence[str]
) -> Answer:
    """Give each player of the ladder, one among others of the rung below."""
    check_sample(played)
    seats, rows, arms = len(scenario.seats), [], []
    luck: dict[str, list[Table]] = {"luck": [], "luck_wins": []}
    for number, (weaker, stronger) in enumerate(rungs(players)):
        own = played[number * seats : (number + 1) * seats]
        rows.append(row_of(own, stronger, weaker))
        for table, values in (("luck", "scores"), ("luck_wins", "wins")):
            luck[table].append(split(own, values, f"one {stronger} among {weaker}"))
        arms.append(own[0])
    ladder = frame(rows)
    tables = {"multiplayer_skill": ladder, **{name: stacked(of) for name, of in luck.items()}}
    return Answer(tables, arms, findings(ladder))


def all_arms(scenario: Scenario, players: Sequence[str]) -> list[Arm]:
    return [
        Arm(f"{high} among {low}, seat {seat + 1}", mixed_seats(scenario, high, low, seat))
        for low, high in rungs(players)
        for seat in range(len(scenario.seats))
    ]


def rungs(players: Sequence[str]) -> list[tuple[str, str]]:
    """Give the weaker and the stronger player of every two neighbours on the ladder."""
    ladder = list(players) or [name for name in LADDER if name in multiplayer_players()]
    if len(ladder) < 2:
        raise DataError("skill in multiplayer games needs two players, the weaker one first")
    return list(pairwise(ladder))


def row_of(played: Sequence[ArmGames], stronger: str, weaker: str) -> dict:
    """Say how often the stronger player wins, over all its seats, and when that shows."""
    seats = len(played)
    scores = [Seated(arm).scores for arm in played]
    wins = np.stack([Seated(arm).wins[:, seat] for seat, arm in enumerate(played)], axis=1)
    own = np.mean([score[:, seat] for seat, score in enumerate(scores)], axis=0)
    all_seats = np.mean([score.sum(axis=1) for score in scores], axis=0)
    gap = stats.mean(own - (all_seats - own) / (seats - 1))
    # A deal is the unit, played once from every seat.
    rate = stats.mean(wins.mean(axis=1)).within(0, 1)
    return {
        "player": stronger,
        "others": weaker,
        "seats": seats,
        "games": len(wins),
        **ends("win_rate", rate),
        **ends("score_difference", gap, "score_"),
        "games_to_lead": stats.games_to_lead(rate.value, seats),
        "lead_low": stats.games_to_lead(rate.high, seats),
        "lead_high": stats.games_to_lead(rate.low, seats),
    }


def split(played: Sequence[ArmGames], values: str, scope: str) -> Table:
    """Say where the spread over players, places and deals comes from.

    Every place of a deal is held once by the stronger player and once by a weaker one: the weaker
    one of the game in which the stronger sat on the seat to the left.
    """
    seats = len(played)
    taken = [getattr(Seated(arm), values) for arm in played]
    places = Seated(played[0]).clockwise
    own = {
        "stronger": np.stack([taken[seat][:, seat] for seat in range(seats)], axis=1),
        "weaker": np.stack([taken[(seat + 1) % seats][:, seat] for seat in range(seats)], axis=1),
    }
    parts = []
    for player, columns in own.items():
        ordered = by_place(columns.astype(float), places)
        games = np.repeat(np.arange(len(ordered)), seats)
        part = {PLAYER: player, PLACE: np.tile(np.arange(seats), len(ordered)), DEAL: games}
        parts.append(frame(part | {"value": ordered.ravel()}))
    found = stats.variance_split(stacked(parts), [PLAYER, PLACE], "value", DEAL)
    return found.assign(term=found["term"].replace(TERMS), scope=scope)


def findings(table: Table) -> list[str]:
    """Say when the better player leads."""
    notes = []
    for row in rows_of(table):
        begin = f"one {row.player} among {row.others} wins {100 * row.win_rate:.0f} %"
        if np.isfinite(row.games_to_lead):
            games = f"{row.games_to_lead:.0f} game{'s' * (row.games_to_lead > 1)}"
            notes.append(f"{begin} and leads after {games} with a chance of 95 %")
        else:
            notes.append(f"{begin}: no better than an equal share")
    return notes


METHOD = Method.of(multiplayer_skill, all_arms)

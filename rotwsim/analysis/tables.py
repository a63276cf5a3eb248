"""What the games of arms show, as tables: results, lengths, sources of points, losses."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np

from rotwsim import stats
from rotwsim.analysis.boxes.known_ranges import boxes_of
from rotwsim.analysis.pool import ArmGames
from rotwsim.analysis.results import Table, board_facts, ends, rows_of, table_of, tabled
from rotwsim.runner.game_columns import win_shares
from rotwsim.scenario.provenance import origins_under

CLOSE = 3  # points by which a game was nearly won or nearly lost
QUANTILES = {"q05": 0.05, "q25": 0.25, "q50": 0.50, "q75": 0.75, "q95": 0.95}
TURN_QUANTILES = {"q10": 0.10, "q50": 0.50, "q90": 0.90}
SOURCES = {  # in words: column and sign
    "deliveries": ("points_deliveries", 1),
    "hotels": ("points_hotels", 1),
    "bounties": ("points_bounties", 1),
    "Major Lines": ("points_lines", 1),
    "Duel Barons": ("points_barons", 1),
    "removed cubes": ("points_removals", 1),
    "Railbot Links used": ("points_lost", -1),
    "Links that others used": ("points_received", 1),
    "Start cards": ("points_starts", 1),
    "Rail Baron": ("baron_points", 1),
    "bonds": ("bonds", -1),
}
LOSSES = (
    *("cubes_lost_to_links", "cubes_lost_to_exhaust", "taxation_paid", "deadheads"),
    *("insurance_bought", "insurance_used", "railbot_links", "bonds", "points_lost", "passes"),
)
MULTIPLAYER_CAUSES = ("money_bid", "links", "points_given", "points_received", "bids_paid")
CAUSES = ("turns", "deliveries", "own_links", "engine", "markers", "urbanized", *LOSSES)
# Options that separate arms: each has a column, some are in the name.
SAID_ELSEWHERE = (
    *("board", "barons", "tweaks", "player", "seats", "slip", "without"),
    *("bidding", "modules", "rail_baron", "budget"),
)
FLIPS_SHOWN = 10  # of each kind
FLIPS = ("baseline", "arm", "name", "seed", "game", "baseline_result", "variant_result", "command")


def arm_tables(arms: Sequence[ArmGames]) -> dict[str, Table]:
    """Give every table that needs nothing but the games of single arms."""
    found = {"arms": arms_table(arms)}
    for rows in (seats, result_counts, points_by_turn, sources, losses, odd_games, links, cities):
        found[rows.__name__] = table_of(rows, arms)
    return {name: table for name, table in found.items() if len(table)}  # some are of one game


@tabled()
def arms_table(arms: Iterable[ArmGames]) -> Iterator[dict]:
    """Give one row per arm: who played what, and how it went."""
    for arm in arms:
        scenario, table = arm.scenario, arm.table
        yield {
            "arm": arm.name,
            **board_facts(scenario),
            "barons": scenario.barons,  # of multiplayer games their kind
            "tweaks": ", ".join(scenario.tweaks),
            "player": ", ".join(scenario.seats) or scenario.player,
            "slip": scenario.slip,
            "without": ", ".join(scenario.without),
            "besides": scenario.changed_besides(SAID_ELSEWHERE),
            "target": scenario.parameters.get("target", 0),
            "digest": arm.digest,
            **boxes_of(scenario),
            "rebuilt": origins_under(scenario.board, "map").get("rows") != "printed",
            "games": arm.games,
            "wins": arm.wins,
            **ends("win_rate", stats.wilson(arm.wins, arm.games)),
            **ends("result_mean", stats.mean(table["result"]), "result_"),
            "result_sd": table["result"].std(),
            **{name: np.quantile(table["result"], share) for name, share in QUANTILES.items()},
            "turns_mean": table["turns"].mean(),
            "turns_min": table["turns"].min(),
            "turns_max": table["turns"].max(),
            "markers_share": (table["trigger"] == "markers").mean(),
            "close_share": (table["margin"].abs() <= CLOSE).mean(),
            "bonds_mean": arm.column("bonds").mean(),
        }


def result_counts(arm: ArmGames) -> Iterator[dict]:
    for result, games in arm.table["result"].value_counts().sort_index().items():
        yield {"result": result, "games": games}


def points_by_turn(arm: ArmGames) -> Iterator[dict]:
    """Give the points after each turn, over the games that lasted that long."""
    from rotwsim.core.state.layout import TURNS

    for turn in range(1, 1 if arm.scenario.seats else TURNS + 1):
        points = arm.table.loc[arm.table["turns"] >= turn, f"points_after_{turn:02d}"]
        if len(points):
            shares = {name: np.quantile(points, share) for name, share in TURN_QUANTILES.items()}
            yield {"turn": turn, "games": len(points), "mean": points.mean(), **shares}


def sources(arm: ArmGames) -> Iterator[dict]:
    """Give mean points by source; what costs points is negative; all add up to the result."""
    for source, (column, sign) in SOURCES.items():
        if arm.column(column) is None or (source == "Duel Barons" and not arm.scenario.barons):
            continue
        weight = sign * (arm.scenario.parameters["bond_penalty"] if column == "bonds" else 1)
        points = stats.mean(arm.column(column)).scaled(weight)
        yield {"source": source, **ends("points", points)}


def losses(arm: ArmGames) -> Iterator[dict]:
    """Say what the Railbot takes and what the player pays for, per game."""
    for loss in () if arm.scenario.seats else LOSSES:
        yield {"loss": loss, **ends("mean", stats.mean(arm.table[loss]))}


def odd_games(arm: ArmGames) -> Iterator[dict]:
    """List the closest, the best and the worst games, with the words that replay them."""
    target = arm.scenario.parameters.get("target", 0)
    table: Any = arm.table[["game", "won", "result", "margin"]]
    won, lost = table.loc[table["won"]], table.loc[~table["won"]]
    kinds = [
        ("closest win", won, "margin", True),
        ("closest defeat", lost, "margin", False),
        ("best", table, "result", False),
        ("worst", table, "result", True),
    ]
    for kind, found, column, is_up in kinds:
        ordered = found.sort_values(column, ascending=is_up, kind="stable")
        for game in rows_of(ordered.iloc[:1]):
            row = {"kind": kind, "seed": arm.seed, "game": game.game, "result": game.result}
            yield row | {"target": target, "command": arm.command(game.game)}


@tabled(columns=FLIPS)
def flips(baseline: ArmGames, variants: Iterable[ArmGames]) -> Iterator[dict]:
    """Games that only one side won, those with the largest difference first."""
    for variant in variants:
        base = baseline.table.iloc[: variant.games]
        gap = variant.table["result"].to_numpy() - base["result"].to_numpy()
        order = np.argsort(-np.abs(gap), kind="stable")
        for winner, loser in ((base, variant.table), (variant.table, base)):
            only = winner["won"].to_numpy() & ~loser["won"].to_numpy()
            for place in order[only[order]][:FLIPS_SHOWN]:
                game = int(base["game"].iloc[place])
                results = (side["result"].iloc[place] for side in (base, variant.table))
                names = (baseline.name, variant.name, variant.label)
                row = (*names, variant.seed, game, *map(int, results), variant.command(game))
                yield dict(zip(FLIPS, row, strict=True))


@tabled()
def causes(baseline: ArmGames, variants: Iterable[ArmGames]) -> Iterator[dict]:
    """Say what else a variant changes per game, on the same seeds: where its effect comes from."""
    columns = [one for one in (*CAUSES, *MULTIPLAYER_CAUSES) if baseline.column(one) is not None]
    for variant, column in product(variants, columns):
        base = baseline.column(column).iloc[: variant.games]
        gap = variant.column(column).to_numpy(float) - base.to_numpy(float)
        row = {"baseline": baseline.name, "arm": variant.name, "name": variant.label}
        row |= {"column": column, "baseline_mean": base.mean()}
        yield row | ends("difference", stats.mean(gap))


def links(arm: ArmGames) -> Iterator[dict]:
    """Say how many Links per game joined two cities, and whose; pairs never joined are left out."""
    from rotwsim.runner.run_totals import links_table

    for row in rows_of(links_table(arm.scenario, arm.traffic)):
        if row.by_player or row.by_railbot:
            shares = {"player_share": row.by_player, "railbot_share": row.by_railbot}
            shares = {name: built / arm.run_games for name, built in shares.items()}
            yield {"first": row.first, "second": row.second, **shares}


def cities(arm: ArmGames) -> Iterator[dict]:
    from rotwsim.runner.run_totals import cities_table

    for row in rows_of(cities_table(arm.scenario, arm.traffic)):
        sent, received = row.sent / arm.run_games, row.received / arm.run_games
        yield {"city": row.city, "sent": sent, "received": received}


MEANS = ("score", "bonds", "bids_paid", "turns_first", "links", "deliveries", "points_given")


def seats(arm: ArmGames) -> Iterator[dict]:
    """Give the share of the wins, a shared one counted by its share, and means per game."""
    for seat, player in enumerate(arm.scenario.seats):
        wins = stats.mean(win_shares(arm.of_seat("sharing", seat))).within(0, 1)
        row = {"seat": seat + 1, "player": player, "games": arm.games, **ends("win_rate", wins)}
        yield row | {name: arm.of_seat(name, seat).mean() for name in MEANS}
